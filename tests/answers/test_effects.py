"""What an edit did, in words: nothing where nothing changed, and undone the opposite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.answers.results import Results, evaluate
from model.answers.sentences import sentence_text
from model.answers.views.effects import MINUS, effects, effects_text, turned
from model.answers.views.requirements import requirements
from model.design.scenario import with_new_parts
from model.planning.loading import edited, load_scenario
from model.units.figures import THIN

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "scenarios/templates/project-space.yaml"
EDITS: list[dict[str, Any]] = [
    {"tiers.0.blocks": 9},
    {"tiers.0.blocks": 1},
    {"tiers.0.drives.price": "700 EUR"},
    {"economics.years": 7},
    {"title": "another name"},
]


@pytest.fixture(scope="module")
def results() -> Results:
    return evaluate(load_scenario(TEMPLATE))


def after(results: Results, changes: dict[str, Any]) -> Results:
    return evaluate(edited(results.plan.scenario, changes))


def test_nothing_changed_has_no_words(results: Results) -> None:
    assert effects(results, results) == ()
    assert effects_text(effects(results, after(results, {"title": "another name"}))) == ""


def test_what_more_blocks_bring(results: Results) -> None:
    more = after(results, {"tiers.0.blocks": 9})
    words = effects_text(effects(results, more)).replace(THIN, " ")
    gained = more["site", "usable_capacity"] - results["site", "usable_capacity"]  # type: ignore[operator]
    cost = more["site", "capital_cost"] - results["site", "capital_cost"]  # type: ignore[operator]
    assert words.startswith(f"+{gained / 1e15:.1f} PB usable, +")
    assert f"+{cost / 1e3:.0f} k EUR purchase cost" in words
    assert "a fourth rack" in words


@pytest.mark.parametrize("changes", EDITS)
def test_undone_is_the_opposite(results: Results, changes: dict[str, Any]) -> None:
    """The same figures, each with the other sign, and a rack less in place of a rack more."""
    other = after(results, changes)
    there, back = effects(results, other), effects(other, results)
    assert [one.name for one in there] == [one.name for one in back]
    for one, opposite in zip(there, back, strict=True):
        assert (one.before, one.after) == (opposite.after, opposite.before)
        mirrored = str(one).translate(str.maketrans({"+": MINUS, MINUS: "+"}))
        if one.name != "racks":
            assert mirrored == str(opposite)
            assert str(one)[0] in "+" + MINUS


def test_cost_over_the_years_is_said_only_where_the_purchase_stays(results: Results) -> None:
    names = [one.name for one in effects(results, after(results, {"economics.years": 7}))]
    assert names == ["total_cost_of_ownership"]
    names = [one.name for one in effects(results, after(results, {"tiers.0.blocks": 9}))]
    assert "total_cost_of_ownership" not in names


def test_what_becomes_known_is_no_difference() -> None:
    before = evaluate(load_scenario(ROOT / "scenarios/astra.yaml"))
    assert before["site", "capital_cost"] is None
    prices = {f"{at}.price": "10 USD" for at, _ in before.plan.scenario.pieces()}
    prices |= {"fabric.switch.price": "10 USD", "tiers.0.network.cables.0.price": "10 USD"}
    there, back = (
        {one.name: str(one) for one in found}
        for known in [after(before, prices)]
        for found in (effects(before, known), effects(known, before))
    )
    assert there["capital_cost"].startswith("purchase known now: ")
    was = there["capital_cost"].replace("known now:", "now unknown, was")
    assert back["capital_cost"] == was


def test_what_an_edit_turned_is_said_and_undone_the_opposite(results: Results) -> None:
    """A requirement that is lost and won again; of what doesn't fit, that alone."""
    assert turned(results, results) == ()
    more = after(results, {"tiers.0.blocks": 9})
    assert [str(one) for one in turned(results, more)] == ["✗ no longer met: budget, power"]
    assert [str(one) for one in turned(more, results)] == ["✓ met now: budget, power"]
    full = after(results, {"tiers.0.drives.per_enclosure": 110})
    wrong = "project: there are more drives than bays"
    assert [str(one) for one in turned(results, full)] == [f"✗ doesn't fit: {wrong}"]
    assert str(turned(full, results)[0]) == f"✓ compatible again: {wrong}"
    assert str(turned(full, results)[1]).startswith("✓ met now: capacity, ")


def test_what_a_price_that_goes_leaves_unknown_is_no_loss(results: Results) -> None:
    """It isn't known to be over the budget."""
    own = {"part": None, "name": "a drive", "price": None}
    own = {f"tiers.0.drives.{field}": value for field, value in own.items()}
    unpriced = evaluate(edited(results.plan.scenario, own | {"tiers.0.drives.capacity": "24 TB"}))
    assert results["site", "budget_is_met"] == 1.0
    assert unpriced["site", "budget_is_met"] is None
    said = " ".join(map(str, turned(results, unpriced)))
    assert "now unknown: " in said
    assert "budget" in said.partition("now unknown: ")[2]


def test_a_requirement_that_is_no_longer_known_names_the_figure_that_is_missing(
    results: Results,
) -> None:
    """Nobody knows what that drive weighs: racks may be filled by it; of that one nothing else."""
    heavy = results.edited(
        with_new_parts(results.plan.scenario, {"tiers.0.drives.part": "seagate-exos-x18-16tb-sas"})
    )
    lost = [str(one) for one in turned(results, heavy)]
    assert "✗ now unknown: racks (weight unknown)" in lost
    notes = {row.label: sentence_text(heavy, row.note) for row in requirements(heavy).rows}
    weight = "needs the weight of Seagate Exos X18 16 TB SAS"
    assert notes.pop("Number of racks") == weight
    assert set(notes.values()) == {""}
    known = heavy.edited({"tiers.0.drives.weight": "0.7 kg"})
    assert not any(row.note for row in requirements(known).rows)
