"""Steps over time: each is a phase of the purchase, with its order and what is then there."""

from __future__ import annotations

import datetime

import pytest

from model.__main__ import main
from model.answers.extensions import Extendable, Extension, extensions
from model.answers.results import Results
from model.answers.step_phases import BUYS_NOTHING, EQUAL, order_day, with_phase
from model.answers.views.payments import phases
from model.errors import InputError
from model.planning.payments import day_after
from model.search.answers import yaml_of
from tests.answers.test_extensions import SMALL, TEXT, planned

FIRST, SECOND = datetime.date(2027, 1, 31), datetime.date(2028, 7, 15)


def step_of(results: Results, kind: str) -> tuple[Extendable, Extension]:
    tier = extensions(results)[0]
    return tier, next(one for one in tier.steps if one.step == kind and one.is_possible)


def test_the_first_step_is_all_of_the_purchase() -> None:
    before = planned()
    tier, step = step_of(before, "add_vdevs")
    found = with_phase(before, tier, step, FIRST)
    (phase,) = found.results.plan.scenario.economics.phases
    assert (phase.name, phase.share.value, phase.after.value) == ("Add vdevs - project", 1, 0)
    path = f"site/phases:{phase.name}"
    assert found.results[path, "phase_cost"] == pytest.approx(step.cost)
    assert found.results[path, "phase_usable_capacity"] == pytest.approx(step.after["usable"])
    assert found.results.plan.scenario.economics.order_date == FIRST


def test_a_first_order_after_the_price_date_is_told() -> None:
    """Its prices are those of the price date, though prices are expected to fall until then."""
    before = planned()
    tier, step = step_of(before, "add_vdevs")
    told = [
        [
            one
            for one in with_phase(before, tier, step, day).results.warnings
            if "first order" in one
        ]
        for day in (datetime.date(2026, 12, 2), datetime.date(2026, 12, 3))
    ]
    assert told[0] == []
    assert told[1] == [
        "the first order, on 2026-12-03, counts at the prices of 2026-11-01: a price decline "
        "counts from the first order on"
    ]


def test_a_further_step_shares_by_cost_and_is_added_in_order() -> None:
    before = planned()
    one = with_phase(before, *step_of(before, "add_vdevs"), SECOND).results
    tier, step = step_of(one, "add_enclosure")
    both = with_phase(one, tier, step, FIRST).results
    names = [phase.name for phase in both.plan.scenario.economics.phases]
    assert names == ["Add enclosures - project", "Add vdevs - project"]
    costs = [both[f"site/phases:{name}", "phase_cost"] for name in names]
    assert costs == pytest.approx([step.cost, one["site", "capital_cost"]], rel=1e-4)
    start = both.plan.scenario.economics.order_date
    days = [day_after(start, phase.after.value) for phase in both.plan.scenario.economics.phases]
    assert days == [FIRST, SECOND]
    shown = phases(both)
    assert [row.entries[0] for row in shown.rows] == ["2027-01-31", "2028-07-15"]


def test_what_is_bought_without_a_step_is_the_first_phase() -> None:
    before = planned(TEXT + SMALL)
    found = with_phase(before, *step_of(before, "add_vdevs"), SECOND).results
    first, _ = found.plan.scenario.economics.phases
    assert (first.name, first.after.value) == ("Purchase", 0)
    cost = found["site/phases:Purchase", "phase_cost"]
    assert cost == pytest.approx(before["site", "capital_cost"], rel=1e-4)
    there = found["site/phases:Purchase", "phase_usable_capacity"]
    assert there == pytest.approx(before["site", "usable_capacity"], abs=1)


def test_without_prices_shares_are_equal_and_said_so() -> None:
    before = planned((TEXT + SMALL).replace("price: 400 EUR", "price: null"))
    found = with_phase(before, *step_of(before, "add_vdevs"), SECOND).results
    data = found.plan.scenario.data["economics"]["phases"]
    assert [one["share"]["value"] for one in data] == [0.5, 0.5]
    assert data[0]["share"]["because"] == EQUAL


def test_a_step_is_ordered_when_its_parts_must_be_or_today() -> None:
    late = planned(TEXT.replace("900 TB", "1600 TB"))
    _, step = step_of(late, "add_vdevs")
    assert order_day(late, step) >= datetime.date(2026, 11, 1)
    early = planned(TEXT.replace("volume: 900 TB, added: 100", "volume: 500 TB, added: 190"))
    _, step = step_of(early, "add_vdevs")
    assert order_day(early, step) == step.order.date


def test_a_step_that_buys_nothing_is_no_phase() -> None:
    before = planned()
    with pytest.raises(InputError, match=BUYS_NOTHING.split(":")[0]):
        with_phase(before, *step_of(before, "retire_block"), FIRST)


@pytest.mark.long
@pytest.mark.parametrize("day", ["2026-11-01", "2027-02-28", "2027-03-31", "2028-02-29"])
def test_days_are_kept(day: str) -> None:
    before = with_phase(planned(), *step_of(planned(), "add_vdevs"), FIRST).results
    on = datetime.date.fromisoformat(day)
    found = with_phase(before, *step_of(before, "add_enclosure"), on).results
    economics = found.plan.scenario.economics
    days = {day_after(economics.order_date, phase.after.value) for phase in economics.phases}
    assert days == {FIRST, on}


def test_an_order_in_the_past_is_remarked(tmp_path, capsys) -> None:
    source, target = tmp_path / "a.yaml", tmp_path / "b.yaml"
    source.write_text(yaml_of(planned().plan.scenario))
    at = ["extend", str(source), "--step", "1", "--ordered", "1999-01-01"]
    assert main([*at, "--out", str(target)]) == 0
    assert "! --ordered: 1999-01-01 is before the plan's date" in capsys.readouterr().err


@pytest.mark.parametrize("day", ["1979-12-31", "2199-01-01"])
def test_an_order_in_another_century_is_refused_at_its_option(tmp_path, capsys, day) -> None:
    source, target = tmp_path / "a.yaml", tmp_path / "b.yaml"
    source.write_text(yaml_of(planned().plan.scenario))
    at = ["extend", str(source), "--step", "1", "--ordered", day, "--out", str(target)]
    assert main(at) == 2
    told = capsys.readouterr().err
    assert f"--ordered: {day}: write a day from 1980 to 2100" in told
    assert "a.yaml" not in told


def test_the_command_writes_a_phase(tmp_path) -> None:
    source, target = tmp_path / "a.yaml", tmp_path / "b.yaml"
    source.write_text(yaml_of(planned().plan.scenario))
    at = ["extend", str(source), "--step", "1", "--ordered", "2027-03-01"]
    assert main([*at, "--out", str(target)]) == 0
    assert "order_date: '2027-03-01'" in target.read_text()
    assert main(at) == 2


WHOLE = """
schema: ostimate.scenario/1
name: whole
date: 2026-11-01
economics: {currency: EUR, years: 5}
tiers:
  - name: old
    owned: true
    given: {capacity: 5 PB, read_bandwidth: 40 GB/s, write_bandwidth: 30 GB/s}
    equipment: {name: old, power: 9 kW, rack_units: 40, weight: 900 kg}
    MORE
"""
TWO = "\n  - name: other\n    owned: true\n    given: {capacity: 2 PB}"


def test_a_tier_imported_as_a_whole_can_be_doubled_and_replaced_but_not_retired() -> None:
    results = planned(WHOLE.replace("MORE", ""))
    (tier,) = extensions(results)
    steps = {one.step: one for one in tier.steps}
    assert steps["add_block"].after["usable"] == 10e15
    assert steps["add_block"].after["read_bandwidth"] == 80e9
    assert steps["add_block"].cost is None
    assert steps["replace_tier"].after["usable"] == 5e15
    assert "only data tier" in steps["retire_block"].why_not


def test_one_of_two_can_be_retired() -> None:
    results = planned(WHOLE.replace("MORE", "") + TWO)
    tier = extensions(results)[0]
    step = next(one for one in tier.steps if one.step == "retire_block")
    assert step.after["usable"] == 0
    assert results.edited(step.changes)["site", "usable_capacity"] == 2e15


def test_the_demand_of_a_site_stays_with_a_tier_that_can_grow() -> None:
    demand = "\ndemand: {start: 2026-11-01, groups: [{name: all, volume: 3 PB, added: 1 PB/year}]}"
    results = planned(WHOLE.replace("MORE", "") + demand)
    (tier,) = extensions(results)
    step = tier.steps[0]
    assert step.full_on > tier.full_on


def test_what_a_step_does_not_change_is_not_added() -> None:
    """Bandwidths are no whole numbers of bytes: rounded today, the rest would be shown as added."""
    before = planned()
    (tier,) = extensions(before)
    step = next(one for one in tier.steps if one.step == "add_vdevs" and one.is_possible)
    after = with_phase(before, tier, step).results
    for name in ("added_read_bandwidth", "added_write_bandwidth"):
        assert after["site", name] == 0
