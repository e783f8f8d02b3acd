"""Tables computed anew by plain arithmetic, from what else the plan says of the same."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.growth_limits import (
    behind_growth,
    exceeded,
    growth_remark,
    growth_verdict,
    warnings_of_growth,
)
from model.answers.needs import needs
from model.answers.order_dates import order_dates
from model.answers.output import plan_json
from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, states
from model.answers.views import years
from model.answers.views.chain import chain
from model.answers.views.closed_form_table import closed_forms
from model.answers.views.loss_causes import causes_of_loss, loss_shares
from model.answers.views.order_dates import order_table
from model.answers.views.payments import fiscal_name, phases
from model.answers.views.replacement_table import replacements, replacements_json
from model.answers.views.requirements import requirements
from model.answers.views.state_table import states as state_table
from model.answers.views.view import FixedValue, Row, Value, View, number, numbers
from model.answers.views.view_formulas import BY_NAME, computed, door_of
from model.answers.views.view_text import text_table
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.pools.closed_forms import OtherModel
from model.pools.risk import Group, Repair
from model.units.kinds import JULIAN_YEAR
from tests.planning.test_replacements import planned as replaced

ROOT = Path(__file__).parents[2]
FILES = {
    "project-space": ROOT / "scenarios/templates/project-space.yaml",
    "priced": ROOT / "tests/report/priced.yaml",
    "cri": ROOT / "scenarios/cri.yaml",
}


@cache
def results_of(name: str) -> Results:
    return evaluate(load_scenario(FILES[name]))


def close(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)


# Formulas of tables.

Plain = Callable[..., float]
ARITHMETIC: dict[str, tuple[int, Plain]] = {
    # how many figures, and what is made of them
    "share_of_raw": (2, lambda part, raw: part / raw),
    "failed_drives": (3, lambda drives, rate, ageing: drives * rate * ageing),
    "outage_per_year": (2, lambda load, year: load * year),
    "share_of_outages": (2, lambda load, whole: load / whole),
    "in_years": (2, lambda time, year: time / year),
    "longest_in_hours": (3, lambda *times: max(times) / 3600),
    "share_of_losses": (2, lambda rate, whole: rate / whole),
    "share_of_losses_in_targets": (3, lambda rate, targets, whole: rate * targets / whole),
    "share_of_last_failures": (5, lambda a, b, part, last, whole: a * b * part / (last * whole)),
    "share_of_fatal_sectors": (6, lambda a, b, c, d, last, whole: a * b * c * d / (last * whole)),
    "replaced_in_year": (2, lambda a, b: a * b),
    "taken_before_usable": (2, lambda raw, usable: raw - usable),
    "share_taken_before_usable": (2, lambda raw, usable: 1 - usable / raw),
    "replaced_in_all": (4, lambda a, b, c, d: a * b + c * d),
    "rate_of_all_servers": (2, lambda rate, servers: rate * servers),
    "rate_of_servers": (4, lambda a, b, c, d: a * b + c * d),
    "rate_with_others": (4, lambda some, rate, all_, other: some * rate + (all_ - some) * other),
    "sum_of_years": (3, lambda *amounts: sum(amounts)),
    "sum_of_groups": (3, lambda *amounts: sum(amounts)),
    "limits": (2, lambda rate, bound: float(bound >= rate)),
    "is_least": (3, lambda rate, *rates: float(min(rates) >= rate)),
    "used_at_the_least": (3, lambda rate, *rates: min(rates) / rate),
    "used": (2, lambda rate, bound: bound / rate),
    "is_least_of_servers": (4, lambda a, b, c, d: float(min(a * b, c * d) >= a * b)),
    "used_of_servers": (4, lambda a, b, c, d: min(a * b, c * d) / (a * b)),
    "moved": (2, lambda rate, hardware: hardware / rate),
    "two_fit": (2, lambda fit, fits: float(fit >= 2 and fits >= 1)),
    "spare_beside_two": (1, lambda fit: fit / 2 - 1),
}
"""Of what tables compute of figures, without the model's operators."""


def test_each_formula_of_tables_is_computed_here() -> None:
    assert set(BY_NAME) <= set(ARITHMETIC)


@pytest.mark.parametrize("name", sorted(set(ARITHMETIC) & set(BY_NAME)))
@settings(max_examples=12)
@given(st.data())
def test_a_formula_of_a_table_is_its_arithmetic(name: str, data: st.DataObject) -> None:
    many, plain = ARITHMETIC[name]
    figures = [float(data.draw(st.integers(1, 9))) for _ in range(many)]
    got = float(BY_NAME[name](*map(np.float64, figures)))
    assert got == pytest.approx(plain(*figures), rel=1e-12)


def test_a_door_names_what_it_opens() -> None:
    results = results_of("cri")
    year = ("site", "year_length")
    assert door_of(Value((year,), "second")) == "site.year_length"
    both = computed(results, BY_NAME["in_years"], year, year)
    assert door_of(both) == "=in_years|site.year_length|site.year_length"
    assert (both.unit, number(results, both)) == ("1", 1)
    assert computed(results, BY_NAME["sum_of_years"], year, year).unit == "second"


# Limits that growth exceeds.

YEARS = ["site/years:0", "site/years:1", "site/years:2"]
GROWN: list[tuple[float | None, float | None, tuple[float | None, ...], str]] = [
    # required, bought, racks of each year: what is said
    (2, 1, (1, 2, 2), ""),
    (2, 1, (1, 2, 3), "from year 2 on: 3 racks by year 2, at most 2 racks"),
    (2, 1, (1, 3, 3), "from year 1 on: 3 racks by year 2, at most 2 racks"),
    (2, 2, (3, 2, 2), "from year 0 on: 3 racks by year 0, at most 2 racks"),
    (1, 1, (1, 2, None), "from year 1 on: 2 racks by year 1, at most 1 rack"),
    (2, 2.000000001, (2, 2.000000001, 2.000000002), ""),
    (2, 2.00001, (3, 3, 3), ""),
    (None, 1, (3, 3, 3), ""),
    (2, None, (3, 3, 3), ""),
    (2, 1, (None, None, None), ""),
]


@pytest.mark.parametrize(("required", "bought", "of_years", "said"), GROWN)
def test_growth_exceeds_a_limit_that_the_purchase_meets(
    required: float | None, bought: float | None, of_years: tuple[float | None, ...], said: str
) -> None:
    limit = REQUIREMENTS["racks"]
    values = {("site", limit.required): required, ("site", limit.planned): bought}
    values |= {(path, "year_racks"): one for path, one in zip(YEARS, of_years, strict=True)}
    found = list(warnings_of_growth(values, YEARS))
    assert len(found) == bool(said)
    assert all(said in text for text in found)
    first = said.partition(" on:")[0]
    assert growth_verdict(values, YEARS) == (
        f"growth exceeds the maximum {limit.subject.lower()} {first} on" if said else ""
    )
    later = said.partition(", at")[0].replace(":", ", by growth:")
    assert growth_remark(values, YEARS, "racks") == (f"not met {later}" if said else "")
    assert growth_remark(values, YEARS, "power") == ""
    at = behind_growth(values, YEARS, "racks")
    assert set(at) == set(values) - {("site", limit.planned)}
    assert behind_growth(values, YEARS, "power") == ()
    assert behind_growth(values, YEARS) == at


def test_two_limits_are_said_together() -> None:
    racks, power = REQUIREMENTS["racks"], REQUIREMENTS["power"]
    values: dict[tuple[str, str], float | None] = {
        ("site", racks.required): 1,
        ("site", racks.planned): 1,
        ("site", power.required): 1e3,
        ("site", power.planned): 1e3,
        (YEARS[0], "year_racks"): 1,
        (YEARS[1], "year_racks"): 2,
        (YEARS[1], "year_power"): 1.0001e3,
        (YEARS[2], "year_power"): 2e3,
    }
    assert [one.name for one in exceeded(values, YEARS)] == ["racks", "power"]
    said = growth_verdict(values, YEARS)
    assert said.count("from year 1 on") == 2
    assert " and the maximum " in said
    assert "2 kW" in growth_remark(values, YEARS, "power")


# Years, phases and orders.


@pytest.mark.parametrize(
    ("first", "n", "name"),
    [
        (datetime.date(2026, 1, 1), 0, "2026"),
        (datetime.date(2026, 1, 1), 3, "2029"),
        (datetime.date(2026, 2, 1), 0, "2026/27"),
        (datetime.date(2098, 7, 1), 1, "2099/00"),
        (datetime.date(2098, 7, 1), 10, "2108/09"),
    ],
)
def test_a_fiscal_year_that_begins_in_another_month_has_two_numbers(
    first: datetime.date, n: int, name: str
) -> None:
    assert fiscal_name(first, n) == name


def test_phases_without_a_date_of_the_order_are_so_many_months_after() -> None:
    changes = {
        "economics.phases": [
            {"name": "a", "after": "0 months", "share": 0.5},
            {"name": "b", "after": "18 months", "share": 0.5},
        ]
    }
    scenario = edited(load_scenario(FILES["cri"]), changes)
    view = phases(evaluate(scenario))
    assert view is not None
    assert [row.entries[0] for row in view.rows] == ["after 0 months", "after 18 months"]
    assert phases(results_of("cri")) is None


@pytest.mark.parametrize("name", FILES)
def test_the_costs_of_a_year_come_to_its_sum(name: str) -> None:
    """Where all are known; each row ends with what all years come to."""
    results = results_of(name)
    view, paths = years.costs(results), results.years()
    many = len(paths)
    known = {one.label: one for one in view.rows if isinstance(one.entries[0], Value)}
    found = {row.label: [number_of(results, one) for one in row.entries] for row in known.values()}
    items = results.plan.instances[paths[0]].book
    labels = {key: items[key].label.removesuffix(" in the year") for key in years.parts(results)}
    cost = items["year_cost"].label.removesuffix(" in the year")
    for n in range(many + 1):
        shares = [found[label][n] for label in labels.values()]
        if None not in shares:
            assert found[cost][n] == close(math.fsum(one or 0.0 for one in shares))
    for label, line in found.items():
        if len(line) > many and line[many] is not None and None not in line[:many]:
            assert line[many] == close(math.fsum(one or 0.0 for one in line[:many])), label
    assert {row.tone for row in view.rows} <= {"", "strong"}
    assert known[cost].tone == "strong"
    assert all(known[label].tone == "" for label in labels.values())


def number_of(results: Results, entry: Any) -> float | None:
    return number(results, entry) if isinstance(entry, Value | FixedValue) else None


def test_costs_per_unit_are_the_plans() -> None:
    results = results_of("priced")
    view = years.units(results)
    assert len(view.rows) > 4
    for row in view.rows:
        [one] = row.entries
        assert isinstance(one, Value)
        assert number(results, one) is not None
    labels = [row.label for row in view.rows]
    assert labels == [label for key, label in years.UNITS if results.values.get(("site", key))]


REPLACED = replaced()


def test_replacements_are_alike_in_tables_and_for_programs() -> None:
    """In each year, and in all of them."""
    view = replacements(REPLACED)
    written = replacements_json(REPLACED)["drive_replacements"]
    assert plan_json(REPLACED)["drive_replacements"] == written
    row, price = view.rows
    *of_years, whole = numbers(REPLACED, view, row, *(c.key for c in view.columns[:-1]))
    assert of_years == [close(one) for one in written["t"]]
    assert whole == close(math.fsum(written["t"]))
    assert whole
    assert of_years[0] == 0, "the warranty replaces drives"
    *costs, paid = numbers(REPLACED, view, price, *(c.key for c in view.columns[:-1]))
    assert costs == [close(REPLACED[path, "year_media"]) for path in REPLACED.years()]
    assert paid == close(math.fsum(one or 0.0 for one in costs))
    assert price.tone == "strong"
    heads = [column.head for column in view.columns]
    assert heads == [*(f"Year {n}" for n in range(6)), "All years", "Counted"]
    assert row.entries[-1] == "after the warranty of 2.5 years, which replaces drives"


def test_nothing_is_replaced_where_a_plan_says_so() -> None:
    stocked = replaced((", drive_replacements: true", ""))
    assert replacements(stocked).rows == ()
    assert replacements_json(stocked) == {}


def test_latest_orders_stand_in_their_table() -> None:
    """The earliest first; of each its time, its day and where it is from."""
    demand = {
        "start": "2026-11-26",
        "groups": [{"name": "all", "volume": "15 PB", "growth": "20 %"}],
    }
    times = [{"parts": "disks", "time": "20 weeks"}, {"parts": "servers", "time": "300 weeks"}]
    base = load_scenario(FILES["project-space"])
    results = evaluate(edited(base, {"demand": demand, "economics.lead_times": times}))
    need = next(iter(needs(results)))
    found = order_dates(results, need)
    table = text_table(results, order_table(results, need)).rows
    assert [row[0].text for row in table] == [one.kind.capitalize() for one in found]
    assert [one.time for one in found] == sorted(one.time for one in found)
    week = 7 * 86400
    for one, row in zip(found, table, strict=True):
        late = f"with the purchase ({round(-one.time / week)} weeks late)"
        assert row[2].text == (late if one.time < 0 else str(one.date))
        entered = any(time["parts"] == one.kind for time in times)
        assert (row[3].text == "as entered") is entered
        assert row[3].text
    assert {one.time < 0 for one in found} == {True, False}
    start = need.years[0].date
    assert start == datetime.date(2026, 11, 26)
    for one in found:
        assert one.date == start + datetime.timedelta(seconds=one.time)


# Chains, states and requirements.


def rows_of(results: Results, view: View, *keys: str) -> Iterator[tuple[Row, list[float | None]]]:
    for row in view.rows:
        yield row, numbers(results, view, row, *keys)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", WAYS)
def test_a_chain_is_computed_of_its_stages(name: str, way: str) -> None:
    """The least limits and is used in full, all others by its share; in the order of rates."""
    results = results_of(name)
    for _, tier in results.tiers():
        for state in states(results, tier):
            view = chain(results, state.path, way)
            keys = "limits", "tier", "server", "amplification", "used", "committed"
            lines = list(rows_of(results, view, *keys))
            known = [line[1] for _, line in lines if line[1] is not None]
            least = min(known, default=None)
            assert known == sorted(known)
            is_simple = ("serving_servers") not in {n for p, n in results.values if p == state.path}
            for row, (limits, rate, server, factor, used, expected) in lines:
                if rate is None or least is None:
                    assert row.tone == ""
                    continue
                if is_simple:
                    assert bool(limits) is (rate <= least * (1 + 1e-9))
                    assert used == close(least / rate)
                    assert (row.tone == "strong") is bool(limits)
                if expected is not None:
                    assert expected <= rate * (1 + 1e-9)
                servers = results.carrying(state.path, stage_of(results, state.path, way, row.key))
                count = results[servers]
                if None not in (server, factor, count) and count and server and factor:
                    assert rate == close(server / factor * count)
            if state.name == HEALTHY:
                declared = chain(results, state.path, way, ranked=False)
                assert {row.key for row in declared.rows} == {row.key for row in view.rows}
                assert {row.tone for row in declared.rows} <= {""}
            name_of_tier = tier.rpartition(":")[2]
            assert view.title == f"{name_of_tier}: {way} path, slowest stage first"


def stage_of(results: Results, path: str, way: str, name: str) -> Any:
    return next(one.quantity for one in results.stages_in(path, way) if one.name == name)


@pytest.mark.parametrize("name", FILES)
def test_what_a_state_loses_is_what_is_missing_to_the_healthy_one(name: str) -> None:
    results = results_of(name)
    for _, tier in results.tiers():
        view = state_table(results, tier)
        first, *others = view.rows
        assert first.label == HEALTHY
        for way in WAYS:
            for kind in ("", "striped_"):
                key = f"{kind}{way}"
                [whole] = numbers(results, view, first, key)
                entries = dict(zip((c.key for c in view.columns), first.entries, strict=True))
                assert entries[f"{key}_loss"] == ""
                for row in others:
                    rate, loss = numbers(results, view, row, key, f"{key}_loss")
                    if rate is not None and loss is not None and whole:
                        assert loss == close(max(0.0, 1 - rate / whole))


@pytest.mark.parametrize("name", FILES)
def test_a_requirement_is_met_by_what_is_planned(name: str) -> None:
    """By its margin, which is what is planned over what is required, or the other way round."""
    results = results_of(name)
    view = requirements(results)
    checks = {check.name: check for check in results.checks}
    for row, (required, planned, met, margin) in rows_of(
        results, view, "required", "planned", "met", "margin"
    ):
        check = checks[row.key]
        assert row.label == REQUIREMENTS[row.key].subject
        assert (planned, required) == (check.planned, check.required)
        assert (None if met is None else bool(met)) is check.met
        if required and planned and margin is not None and not check.at_most:
            assert margin == close(planned / required - 1)
        if met is not None and margin is not None and results["site", "design_fits"] == 1:
            assert bool(met) is (margin >= -1e-9)
    assert {row.key for row in view.rows} == set(checks)


# Losses of data.


@pytest.mark.parametrize("name", FILES)
def test_the_causes_of_data_loss_are_all_of_it(name: str) -> None:
    results = results_of(name)
    view = loss_shares(results)
    shares = [line[0] for _, line in rows_of(results, view, "share")]
    assert all(share is None or 0 <= share <= 1 + 1e-9 for share in shares)
    if shares and None not in shares:
        assert math.fsum(share or 0.0 for share in shares) == pytest.approx(1, abs=1e-6)
    ranked = [number(results, computed(results, one.formula, *one.addresses))
              for one in causes_of_loss(results)]  # fmt: skip
    known = [one for one in ranked if one is not None]
    assert known == sorted(known, reverse=True)


def test_other_models_are_asked_of_each_kind_of_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its drives, what it tolerates and how it is repaired; ratios are to the first model."""
    asked: list[tuple[Group, float, Repair]] = []

    def models(group: Group, rate: float, repair: Repair) -> list[OtherModel]:
        asked.append((group, rate, repair))
        return [OtherModel(str(n), n * JULIAN_YEAR, "why") for n in (2, 4, 1)]

    monkeypatch.setattr("model.answers.views.closed_form_table.other_models", models)
    results = results_of("project-space")
    path = "site/tiers:project"
    rows = [row.entries for row in closed_forms(results, "project", path).rows]
    assert rows == [("2 years", "", "why"), ("4 years", "2", "why"), ("1 year", "0.5", "why")]
    [(group, rate, repair)] = asked
    target = results.plan.scenario.tiers[0].target
    assert "raidz2:10" in str(getattr(target, "layout", ""))
    assert (group.count, group.drives, group.tolerated, group.per_failure) == (1, 10, 2, 1)
    assert rate == results[path, "drive_failure_rate"]
    [at] = [at for at, name in results.values if name == "group_loss_time" and at.startswith(path)]
    assert repair.time == results[at, "rebuild_time"]
    assert repair.parallel is bool(results[path, "parallel_rebuilds"])
    factor = results[path, "correlated_failures"]
    assert repair.factors == (1, factor, factor)


@pytest.mark.parametrize("name", ["project-space", "priced"])
def test_other_models_of_data_loss_stand_beside_the_chain(name: str) -> None:
    """The first of each kind of groups is the plan's own, in bold, without a ratio."""
    results = results_of(name)
    seen = 0
    for tier, path in results.tiers():
        view = closed_forms(results, tier, path)
        assert view.title == f"{tier}: mean time to data loss by other models"
        own = [row for row in view.rows if row.tone == "strong"]
        kinds = {
            round(time, 3)
            for (at, figure), time in results.values.items()
            if at.startswith(f"{path}/") and figure == "group_loss_time" and time
        }
        assert bool(own) is bool(kinds)
        for row in view.rows:
            assert (row.entries[1] == "") is (row in own)
            assert row.entries[2] or row in own
        seen += len(own)
    assert seen
