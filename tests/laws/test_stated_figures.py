"""No figure that a scenario states is dropped: it changes a result, or the plan says it doesn't."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import InputError, evaluate, load_scenario
from model.answers.results import Results
from model.design.scenario import Scenario
from tests import trees
from tests.laws.test_bindings import FIGURES
from tests.planned import EXAMPLES, like, merged
from tests.planning.test_shapes import design, figures, others

SITE = "of the site"
WORDS = sorted({*trees.CHAINS, *trees.OTHERS.values()})


@cache
def evaluated(name: str) -> Results:
    """Evaluate what states every figure, or a site of one tier that is made of some words."""
    if name in ("as written", SITE):
        return evaluate(design(name))
    said = merged(EXAMPLES["site"], {"tiers": [like(name)]})
    return evaluate(load_scenario("example.yaml", json.dumps(said)))


def counts(results: Results, path: str, written: str) -> bool:
    """Whether a figure that is another changes a value beside itself; one that may stand there."""
    own = {at for at, known in results.plan.provenance.items() if known.field == path}
    before = {at: x for at, x in results.values.items() if at not in own}
    tried = 0
    for other in (*others(written), *nearby(written)):
        after = changed(results, path, other)
        if after is None:
            continue
        tried += 1
        if {at: x for at, x in after.values.items() if at not in own} != before:
            return True
    shares = path.endswith(".share")  # of files: they make 1 together, and none differs alone
    stated_bays = path.endswith("target.per_block") and has_stated_bays(results)
    assert tried or shares or stated_bays, f"no other figure may stand at {path}: {written}"
    return not tried


def has_stated_bays(results: Results) -> bool:
    """Whether the bays of a tier's groups are stated: these are as many as they have bays."""
    return any(getattr(one, "placement", None) for one in results.plan.scenario.tiers)


def changed(results: Results, path: str, other: Any) -> Results | None:
    """Put another figure there, with a reason if one is asked for; None if none may stand there.

    What the edit doesn't reach is taken over: that this changes nothing is a law of its own.
    """
    for figure in (other, {"value": other, "because": "tried"}):
        try:
            return results.edited({path: figure})
        except InputError:
            continue
    return None


def nearby(written: str) -> list[Any]:
    """Give figures that are a little more, or less, for where twice as much may not stand."""
    number, _, unit = written.partition(" ")
    figure = float(number)
    if not figure:
        return [f"1 {unit}".strip(), 1]
    if unit:
        return [f"{figure * share:.12g} {unit}" for share in (0.9, 1.1, 0.5, 1.01, 0.01)]
    if figure == int(figure):
        return [int(figure) + 1, int(figure) - 1, 100 * int(figure)]
    return [figure * 0.9, figure * 1.01]


def said_of(results: Results) -> set[str]:
    """Give the fields that the plan names as changing nothing."""
    words = " ".join(text for text in results.warnings if text.startswith("entered, but"))
    return {word.rstrip(",;") for word in words.split()}


def plain(scenario: Scenario) -> dict[str, str]:
    """Give the figures of a scenario by the fields that state them, reasons aside."""
    found = {path.removesuffix(".value"): text for path, text in figures(scenario.data)}
    names = {key.partition(".")[2] for key in FIGURES}
    return {at: text for at, text in found.items() if names & set(at.split(".")[-2:])}


@pytest.mark.long
@pytest.mark.parametrize("name", ["as written", SITE])
def test_every_figure_changes_something_or_is_named(name: str) -> None:
    """Each figure of the schema, where a scenario states all of them."""
    results = evaluated(name)
    silent = said_of(results)
    chosen = plain(results.plan.scenario)
    if name == SITE:  # the others are the same
        chosen = {at: text for at, text in chosen.items() if at.startswith("demand")}
    assert chosen
    dropped = [
        at for at, text in chosen.items() if at not in silent and not counts(results, at, text)
    ]
    assert dropped == []


@settings(max_examples=40)
@given(st.data())
def test_no_kind_of_tier_drops_a_figure(data: st.DataObject) -> None:
    """In tiers of all kinds: what one asks for, another may not."""
    results = evaluated(data.draw(st.sampled_from(WORDS)))
    chosen = plain(results.plan.scenario)
    at = data.draw(st.sampled_from(sorted(chosen)))
    assert at in said_of(results) or counts(results, at, chosen[at])


def test_what_nothing_asks_for_is_named() -> None:
    """Rates of drives beside targets that were measured; an efficiency of unknown ports."""
    tier = like("disks measured", network={"part": None, "name": "port", "efficiency": 0.9})
    results = evaluate(load_scenario(Path("x.yaml"), json.dumps({"name": "x", "tiers": [tier]})))
    assert {"tiers.0.drives.read_bandwidth", "tiers.0.network.efficiency"} <= said_of(results)
