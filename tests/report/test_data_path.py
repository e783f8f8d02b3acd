"""The rivers of the data path are as high as the results say, and readable by machines, too."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from model.answers.derivations import opened
from model.answers.states import State, states
from model.answers.views.pipes import paths
from model.answers.views.view import number
from model.units.figures import show
from report.drawings.data_path import LANE, LEFT, WIDE, svg, widest
from report.drawings.elevation import fitting
from report.drawings.texts import LEGEND
from tests.each import of_each
from tests.report.test_pipes import FILES, results_of

SPACE = "{http://www.w3.org/2000/svg}"
LETTER = 0.56
"""Width of a letter over its size, on average."""


SYSTEMS = ("cri", "lcpq", "peers/quobyte-hdd-5-3", "templates/project-space")
SOME = [file for file in FILES if file.as_posix().endswith(tuple(f"{one}.yaml" for one in SYSTEMS))]
"""Tiers as given, of unknown stages, limited differently each way, and whole ones."""


def drawn_states() -> Iterator[tuple[Path, str, State]]:
    for file in SOME:
        for _, tier in results_of(file).tiers():
            for state in states(results_of(file), tier):
                yield file, tier, state


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_each_state_is_drawn_as_it_flows(case: tuple[Path, str, State]) -> None:
    file, tier, state = case
    results = results_of(file)
    drawn = ET.fromstring(svg(results, tier, state))
    most = widest(results, tier)
    flows = [number(results, path.committed) for path in paths(results, tier, state)]
    fields = [one for one in drawn.iter(f"{SPACE}rect") if one.get("rx") == "8"]
    ends = [(float(one.get("x", "")), float(one.get("width", ""))) for one in fields]
    assert ends, "a place has a field behind its stages, apart from the next one"
    assert all(left + wide < right for (left, wide), (right, _) in pairwise(ends))
    rivers = [one for one in drawn.iter(f"{SPACE}rect") if one.get("class") == "stream"]
    known = [flow for flow in flows if flow is not None and most]
    assert len(rivers) == len(known)
    for river, flow in zip(rivers, known, strict=True):
        assert float(river.get("height", "")) == pytest.approx(
            max(min(flow / most, 1) * LANE, 1.5), abs=0.01
        )
    limits = [pipe for path in paths(results, tier, state) for pipe in path.pipes if pipe.limits]
    words = [one.text or "" for one in drawn.iter(f"{SPACE}text")]
    assert sum("limits" in one for one in words) == len(limits)


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_each_number_says_which_it_is(case: tuple[Path, str, State]) -> None:
    """What opens is what is written there, of what servers do together, too."""
    file, tier, state = case
    results = results_of(file)
    drawn = ET.fromstring(svg(results, tier, state))
    texts = [one for one in drawn.iter(f"{SPACE}text") if "/s" in (one.text or "")]
    rates = [one for one in texts if one.text != LEGEND]
    assert rates
    for one in rates:
        value = opened(results, one.attrib["data-why"]).value
        assert show(value, "byte/s") in (one.text or "")
        assert one.attrib["data-about"]


def corners(shape: str) -> list[tuple[float, float]]:
    """The points of a path of the letters M, L, H and C, in the order that it goes."""
    points: list[tuple[float, float]] = []
    for letter, figures in re.findall(r"([MLHC])([^MLHCZ]*)", shape):
        numbers = [float(one) for one in figures.split()]
        pairs = zip(numbers[::2], numbers[1::2], strict=True) if letter != "H" else ()
        points += pairs or [(numbers[0], points[-1][1])]
    return points


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_the_pale_water_is_as_high_as_what_stages_are_expected_to_carry(
    case: tuple[Path, str, State],
) -> None:
    """Its lower bank is the mirror of its upper one, and goes back where the upper one came."""
    file, tier, state = case
    results = results_of(file)
    drawn, most = ET.fromstring(svg(results, tier, state)), widest(results, tier)
    waters = [one for one in drawn.iter(f"{SPACE}path") if one.get("class") == "committed"]
    for path, water in zip(paths(results, tier, state), waters, strict=True):
        expected = [number(results, pipe.committed) for pipe in path.pipes]
        heights = list[float]()
        for shape in water.attrib["d"].split("Z")[:-1]:
            points = corners(shape)
            upper, lower = points[: len(points) // 2], points[: len(points) // 2 - 1 : -1]
            assert [x for x, _ in upper] == sorted(x for x, _ in upper)
            assert LEFT <= upper[0][0] < upper[-1][0] <= WIDE
            middle = (upper[0][1] + lower[0][1]) / 2
            mirrored = [(x, pytest.approx(2 * middle - y, abs=0.03)) for x, y in upper]
            assert lower == mirrored
            heights += [low - high for (_, high), (_, low) in zip(upper, lower, strict=True)][1::4]
        assert heights == [
            pytest.approx(max(min(rate / most, 1) * LANE, 1.5), abs=0.03)
            for rate in expected
            if rate is not None
        ]


def test_where_no_server_is_left_nothing_limits() -> None:
    """One server of metadata is lost: then no rate is a bound, and no stage is the least."""
    results = results_of(next(file for file in SOME if file.stem == "lcpq"))
    path = "site/metadata:metadata"
    down = next(one for one in states(results, path) if one.name == "server down")
    drawn = svg(results, path, down)
    assert ">0 B/s<" in drawn
    assert "≤" not in drawn
    assert "least" not in drawn


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_figures_of_stages_stand_apart(file: Path) -> None:
    """Nine stages beside each other have rates in brackets that don't touch."""
    results = results_of(file)
    for _, tier in results.tiers():
        for state in states(results, tier):
            lines: dict[str, list[tuple[float, float]]] = {}
            for one in ET.fromstring(svg(results, tier, state)).iter(f"{SPACE}text"):
                if one.get("text-anchor") == "middle" and "/s" in (one.text or ""):
                    half = LETTER * float(one.get("font-size", "")) * len(one.text or "") / 2
                    x = float(one.get("x", ""))
                    lines.setdefault(one.get("y", ""), []).append((x - half, x + half))
            for spans in lines.values():
                assert all(end < begin for (_, end), (begin, _) in pairwise(sorted(spans)))


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_no_words_leave_the_drawing_or_run_into_the_rivers(file: Path) -> None:
    results = results_of(file)
    for _, tier in results.tiers():
        drawn = ET.fromstring(svg(results, tier, states(results, tier)[0]))
        for one in drawn.iter(f"{SPACE}text"):
            x, wide = float(one.get("x", "")), LETTER * float(one.get("font-size", ""))
            wide *= len(one.text or "")
            left = x - wide / 2 if one.get("text-anchor") == "middle" else x
            assert left >= -1, one.text
            is_beside = not x and one.text != LEGEND
            assert left + wide <= (LEFT if is_beside else WIDE), one.text


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_the_lines_beside_a_river_stand_below_each_other(file: Path) -> None:
    """From the way's name to its upper bound: capitals rise three quarters of their size."""
    results = results_of(file)
    for _, tier in results.tiers():
        drawn = ET.fromstring(svg(results, tier, states(results, tier)[0]))
        lines = [
            (float(one.get("y", "")), float(one.get("font-size", "")))
            for one in drawn.iter(f"{SPACE}text")
            if float(one.get("x", "")) == 0
        ]
        assert len(lines) > 5
        assert all(above < y - 0.75 * size for (above, _), (y, size) in pairwise(lines))


def test_what_nobody_knows_is_dashed_and_said() -> None:
    results = results_of(next(file for file in SOME if file.stem == "lcpq"))
    tier = next(path for _, path in results.tiers())
    drawn = svg(results, tier, states(results, tier)[0])
    assert 'class="unknown"' in drawn
    assert ">unknown<" in drawn
    assert re.search(r"Fabric: unknown", drawn)


def test_the_name_of_a_part_is_cut_where_it_tells_least() -> None:
    assert fitting("Western Digital Ultrastar Data102", 150) == "…Ultrastar Data102"
    assert fitting("Dell PowerEdge R7625", 150) == "Dell PowerEdge R7625"
    assert fitting("A" * 40, 150) == "A" * 24 + "…"
