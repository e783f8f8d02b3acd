"""Which figures of a scenario decide on the shape of its tree: all others vary in one program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from model.design.scenario import Scenario, edited, load_scenario
from model.errors import InputError
from model.planning.facts import SHAPES, pattern_of, varies_in_one_program
from model.planning.plan import plan

DESIGN = Path(__file__).parent / "every_figure.yaml"
FIGURE = re.compile(r"(?P<number>-?\d+(?:\.\d+)?)(?P<unit> .*)?")
OF_SITE = {
    **{f"tiers.{n}.demand": None for n in range(3)},
    "tiers.0.file_layout.sizes": None,
    "demand": {"groups": [{"name": name, "volume": "1 TB", "added": "1 TB/year"} for name in "ab"]},
}
"""What makes the same design one whose site has the demand, and whose files have usual sizes."""


def design(name: str) -> Scenario:
    """Give the design as it is written, or with a demand of the site."""
    scenario = load_scenario(DESIGN)
    return edited(scenario, OF_SITE) if name == "of the site" else scenario


def figures(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Give each figure of a file with its path, as text."""
    below = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in below:
        here = f"{path}.{key}".lstrip(".")
        if isinstance(value, dict | list):
            yield from figures(value, here)
        elif not isinstance(value, bool) and FIGURE.fullmatch(str(value)):
            yield here, str(value)


def others(written: str) -> list[int | float | str]:
    """Give other figures that might stand there: one, more or less, and its contrary."""
    match = FIGURE.fullmatch(written)
    assert match
    number, unit = float(match["number"]), match["unit"] or ""
    if unit:
        return [f"{n:.12g}{unit}" for n in (2 * number, -number)]
    if number == int(number):
        return [int(n) for n in {1, 2 * number} - {number}]
    return [number / 2]


def reshaping(scenario: Scenario, paths: Mapping[str, str]) -> set[str]:
    """Give the patterns of those figures that give another shape when another stands there."""
    shape, found = plan(scenario).root.shape(), set()
    for path, written in paths.items():
        for other in others(written):
            try:
                changed = plan(edited(scenario, {path: other})).root.shape() != shape
            except InputError:  # no such figure may stand there
                continue
            if changed:
                found.add(pattern_of(path))
    return found


@pytest.mark.long
def test_the_listed_figures_alone_decide_on_the_shape() -> None:
    """All others a sweep may vary within one program, and none is listed that it could vary."""
    scenario, of_site = design("as written"), design("of the site")
    changed = reshaping(scenario, dict(figures(scenario.data)))
    listed = {p: w for p, w in figures(of_site.data) if not varies_in_one_program(p)}
    assert changed | reshaping(of_site, listed) == set(SHAPES)
    assert changed <= set(SHAPES)


@pytest.mark.parametrize(
    ("path", "varies"),
    [("tiers.0.blocks", True), ("tiers.1.servers.per_block", False), ("economics.years", False)],
)
def test_a_path_is_known_by_its_pattern(path: str, varies: bool) -> None:
    """Which tier it is doesn't matter."""
    assert varies_in_one_program(path) is varies
