"""What would lower the loss of a tier: each is planned anew, and what doesn't fit is left out."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest

from model import edited, evaluate, load_scenario
from model.answers.loss_remedies import MADE_ANEW, loss_remedies, tiers_above_loss
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.views import loss_remedy_table
from model.commands.overview import print_plan
from model.kinds.safer_layouts import drives_of, more_parity, narrower
from model.pools.risk import Repair, lower_losses, redundancy_groups

TEXT = """
schema: ostimate.scenario/1
name: losses
economics: {years: 5}
requirements: {loss: 1e-9}
tiers:
  - name: t
    blocks: 2
    servers: {name: server, per_block: 2}
    enclosures: {name: JBOD, per_block: 4, bays: 60}
    drives:
      {name: disk, per_enclosure: 55, capacity: 20 TB, write_bandwidth: 250 MB/s, price: 400 EUR}
    spares: {failure_rate: 1.4 %}
    target: {layout: "raidz2:11"}
"""
TIER = "site/tiers:t"


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("losses.yaml", text))


def test_each_is_what_a_plan_with_it_says() -> None:
    results = planned()
    found = loss_remedies(results, "t")
    titles = [one.title for one in found]
    assert titles[0] == "one more drive of parity, or copy, in each group: raidz3:11"
    assert "one more drive in each enclosure as a hot spare" in titles
    assert [one.after for one in found] == sorted(one.after for one in found)
    for one in found:
        after = evaluate(edited(results.plan.scenario, one.changes))
        assert one.after == after[TIER, "loss_probability"]
        assert one.after < one.before
        assert one.usable == after[TIER, "usable_capacity"]


def test_a_drive_more_costs_its_price_and_keeps_the_capacity() -> None:
    """Eight enclosures with a drive of 400 EUR more; cables of unknown number stay."""
    found = {one.title: one for one in loss_remedies(planned(), "t")}
    spare = found["one more drive in each enclosure as a hot spare"]
    assert spare.price == 8 * 400
    assert spare.usable == spare.usable_before
    parity = found["one more drive of parity, or copy, in each group: raidz3:11"]
    assert not parity.is_billed
    assert (parity.usable or 0.0) < (parity.usable_before or 0.0)


def test_what_has_no_room_is_left_out() -> None:
    """No bay is free for a spare, and one of the drives there are takes a whole vdev."""
    titles = [one.title for one in loss_remedies(planned(("bays: 60", "bays: 55")), "t")]
    assert not any("one more drive in each enclosure" in title for title in titles)
    assert any("of its drives" in title for title in titles)


def test_spares_in_place_are_not_offered_again() -> None:
    ready = planned(('"raidz2:11"', '"raidz2:10", reserved_spares: 20'))
    assert not any("spare" in one.title for one in loss_remedies(ready, "t"))
    late = planned(
        ('"raidz2:11"', '"draid2:8d:55c:1s"'),
        ("    spares:", "    states: {rebuild_delay: 2 days}\n    spares:"),
    )
    found = {one.title: one for one in loss_remedies(late, "t")}
    at_once = found["rebuilds that start after an hour, onto the spares in place"]
    assert at_once.notes == ("the rebuild delay entered is replaced by one hour",)


def test_scrubs_are_offered_where_sectors_are_counted() -> None:
    states = "    states: {latent_errors: 0.1, sector_error_is_fatal: 1}\n    spares:"
    found = [one.title for one in loss_remedies(planned(("    spares:", states)), "t")]
    assert any(title.startswith("scrubs every ") for title in found)


def test_only_a_missed_loss_is_computed_for_plans() -> None:
    """A plan that meets it, or asks for none, has no such key."""
    missed = planned()
    assert tiers_above_loss(missed) == ["t"]
    document = plan_json(missed)["loss_remedies"]["t"]
    assert document[0]["loss_probability"] == loss_remedies(missed, "t")[0].after
    assert document[0]["meets_requirement"] is False
    met = planned(("loss: 1e-9", "loss: 10 %"))
    assert tiers_above_loss(met) == []
    assert "loss_remedies" not in plan_json(met)
    assert "loss_remedies" not in plan_json(planned(("requirements: {loss: 1e-9}\n", "")))


def test_the_plan_prints_it() -> None:
    with redirect_stdout(io.StringIO()) as printed:
        print_plan(planned())
    assert "t: what would lower the loss" in printed.getvalue()
    words = " ".join(printed.getvalue().split())
    assert "clients get less bandwidth while a drive is rebuilt" in words


def test_of_a_loss_below_what_is_modelled_nothing_is_listed() -> None:
    view = loss_remedy_table.loss_remedies(
        planned(("1.4 %", "0.01 %"), ("raidz2:11", "raidz3:11")), "t"
    )
    assert view.rows == ()


@pytest.mark.parametrize(
    "layout", ["raidz1:8", "3 x raidz2:10", "draid1:8d:40c", "raid5:8", "raid60:2x10", "4 x disk"]
)
def test_safer_layouts_need_no_more_drives_and_lose_less(layout: str) -> None:
    """By the chain, at the same failure rate and repair time."""
    repair = Repair(86400.0)
    groups = redundancy_groups(layout)
    for other in filter(None, (more_parity(layout), narrower(layout))):
        assert drives_of(other) <= drives_of(layout), other
        assert redundancy_groups(other)
    found = lower_losses(layout, groups, 0.014, repair, period=5 * 31557600.0)
    assert found
    assert all(0 < one.data_share <= 1 for one in found)


@pytest.mark.parametrize(
    "layout", ["raidz3:11", "raid6:10", "raid10:8", "declustered:8d+2p:41c:2s"]
)
def test_no_more_parity_where_there_is_no_such_kind(layout: str) -> None:
    assert more_parity(layout) is None


def test_what_an_owned_tier_adds_has_its_price() -> None:
    """Only the pieces that are there cost nothing: a hot spare is bought."""
    title = "one more drive in each enclosure as a hot spare"
    prices = [
        {one.title: one.price for one in loss_remedies(results, "t")}[title]
        for results in (planned(), planned(("blocks: 2", "owned: true\n    blocks: 2")))
    ]
    assert prices == [2 * 4 * 400, 2 * 4 * 400]


def test_installed_pools_are_created_anew_for_another_layout() -> None:
    """Whoever buys it chooses; whoever has it must move the files first."""
    owned = loss_remedies(planned(("blocks: 2", "owned: true\n    blocks: 2")), "t")
    anew = {one.title.partition(":")[0]: MADE_ANEW in one.notes for one in owned}
    assert anew["one more drive of parity, or copy, in each group"]
    assert not anew["one more drive in each enclosure as a hot spare"]
    assert not any(MADE_ANEW in one.notes for one in loss_remedies(planned(), "t"))
