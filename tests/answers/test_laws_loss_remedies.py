"""What lowers the probability of a loss, case by case: what can be tried, and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.loss_remedies import (
    MADE_ANEW,
    REPLACED,
    SLOWER_CLIENTS,
    loss_remedies,
    tiers_above_loss,
)
from tests.answers.test_laws_upgrades import results_of
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

AT, LOSS = "site/tiers:t", "loss_probability"
Tried = dict[str, dict[str, Any]]
BOXES: Tried = {
    "the same drives in 2 times as many enclosures": {
        "enclosures.per_block": 4,
        "drives.per_enclosure": 53,
    }
}
SPARE: Tried = {"a hot spare in each block, of its drives": {"target.reserved_spares": 1}}
FASTER: Tried = {"rebuilds with 60 % of a drive's bandwidth": {"states.rebuild_share": 0.6}}
HALF = "half the data drives in each group: "
PARITY = "one more drive of parity, or copy, in each group: "


def layout(title: str, text: str) -> Tried:
    return {f"{title}{text}": {"target.layout": text}}


NARROW = layout(HALF, "raidz3:7")
COMMON = BOXES | SPARE | NARROW | FASTER
CASES: list[tuple[str, dict[str, Any], Tried]] = [
    ("disks failing", {}, COMMON),
    ("disks failing raidz2", {},
     layout(PARITY, "raidz3:10") | layout(HALF, "raidz2:6") | SPARE | FASTER),
    ("disks failing raid", {}, layout(HALF, "raid6:6") | SPARE | FASTER),
    ("disks failing draid", {}, layout(PARITY, "draid3:8d:53c:3s")
     | layout(HALF, "draid2:4d:53c:3s") | FASTER),
    ("disks inside failing scale", {}, layout("one more strip of parity: ", "8+3p")
     | layout("half the data strips: ", "4+2p") | FASTER),
    ("disks inside failing weka", {}, layout("one more strip of parity: ", "4+3")
     | layout("half the data strips: ", "2+2") | FASTER),
    ("disks failing", {"states": {"rebuild_share": 0.6}}, BOXES | SPARE | NARROW
     | {"rebuilds with 100 % of a drive's bandwidth": {"states.rebuild_share": 1.0}}),
    ("disks failing", {"states": {"rebuild_share": 1}}, BOXES | SPARE | NARROW),
    ("disks failing packed", {}, SPARE | NARROW | FASTER | {
        next(iter(BOXES)): {**BOXES[next(iter(BOXES))], "placement": {"rule": "spread"}}}),
    ("disks failing two", {}, BOXES | SPARE | FASTER | {
        f"{HALF}raidz3:7": {"target.layout": "raidz3:7", "target.per_block": 3}}),
    ("disks failing reserved", {}, BOXES | NARROW | FASTER),
    ("disks failing", {"states": {"rebuild_delay": "1 h"}}, BOXES | NARROW | FASTER),
    ("disks failing", {"states": {"rebuild_delay": "61 min"}}, BOXES | NARROW | FASTER | {
        next(iter(SPARE)): {"target.reserved_spares": 1, "states.rebuild_delay": "1 h"}}),
    ("disks failing", {"drives": {"per_enclosure": 105}}, SPARE | NARROW | FASTER | {
        "the same drives in 3 times as many enclosures": {  # 105 are not twice as many
            "enclosures.per_block": 6, "drives.per_enclosure": 35},
        "one more drive in each enclosure as a hot spare": {
            "drives.per_enclosure": 106, "target.reserved_spares": 2}}),
    ("disks failing", {"target": {"layout": "raidz3:12"}}, BOXES | SPARE | FASTER  # 3 in each of 4
     | layout(HALF, "raidz3:8")),
    ("disks failing", {"target": {"layout": "raidz3:13"}}, SPARE | FASTER  # 106 are 2 x 53
     | layout(HALF, "raidz3:8")),
    ("disks inside failing mirrored", {}, {}),
    ("disks", {}, {}),
    ("given", {}, {}),
]  # fmt: skip
"""Words of a tier, what differs, and what is tried with its edits of the tier."""


def called(case: tuple[str, dict[str, Any], Tried]) -> str:
    return f"{case[0]} {case[1]}"


@pytest.mark.parametrize("case", CASES, ids=called)
def test_what_is_tried_against_a_loss(case: tuple[str, dict[str, Any], Tried]) -> None:
    """All that lowers it, with each edit; what has no room, or is there already, isn't tried."""
    words, edits, wanted = case
    results = results_of(words, edits)
    found = {one.title: one.changes for one in loss_remedies(results, "t")}
    assert found == {
        title: {f"tiers.0.{field}": value for field, value in changes.items()}
        for title, changes in wanted.items()
    }


@pytest.mark.parametrize("words", ["disks failing", "disks failing draid"])
def test_a_remedy_of_a_loss_brings_what_its_plan_says(words: str) -> None:
    """The best first; how many times less likely a loss is, and what is still usable."""
    results = results_of(words, {})
    found = loss_remedies(results, "t")
    assert [one.after for one in found] == sorted(one.after for one in found)
    for one in found:
        after = results.edited(one.changes)
        assert (one.before, one.after) == (results[AT, LOSS], after[AT, LOSS])
        assert one.factor == pytest.approx(one.before / one.after)
        assert one.factor > 1
        assert one.usable_before == results[AT, "usable_capacity"]
        assert one.usable == after[AT, "usable_capacity"]
        assert one.meets is None
        slower = any("rebuild_share" in field for field in one.changes)
        assert (SLOWER_CLIENTS in one.notes) is slower
        assert MADE_ANEW not in one.notes
        assert REPLACED not in one.notes


@pytest.mark.parametrize("allowed", [0.5, 1e-30])
def test_a_remedy_says_whether_the_requirement_is_met_then(allowed: float) -> None:
    """Where a probability is required: of the plan with it."""
    results = plan(like("disks failing"), requirements={"loss": allowed})
    found = loss_remedies(results, "t")
    assert found
    assert all(one.meets is (allowed == 0.5) for one in found)


@pytest.mark.parametrize(("allowed", "named"), [(0.9, []), (1e-30, ["worse", "better"])])
def test_tiers_above_the_required_loss_are_named_worst_first(
    allowed: float, named: list[str]
) -> None:
    """Of a plan that misses it; without a requirement none is."""
    tiers = like("disks failing", "better"), like("disks failing raidz2", "worse")
    assert tiers_above_loss(plan(*tiers, requirements={"loss": allowed})) == named
    assert tiers_above_loss(plan(*tiers)) == []
