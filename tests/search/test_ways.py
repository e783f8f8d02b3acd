"""Ways to grow: what each costs, how the best is named, and which goals need saying more."""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from typing import Any

import pytest

from model.answers.results import Results
from model.answers.views.view import FixedValue
from model.errors import InputError
from model.search.growth import Goal, Growth, Way, goal_of, growth_json, sentence
from model.search.growth_table import COLUMNS, ways_table
from tests.answers.test_extensions import SMALL, TEXT, planned

DAY, LATER = datetime.date(2028, 12, 1), datetime.date(2029, 3, 1)
FIGURES = {"usable_capacity": 3e15, "read_bandwidth": 2e10, "write_bandwidth": 1e10}
TWO = TEXT.replace("    OWNED\n", "") + SMALL


@pytest.fixture(scope="module")
def results() -> Results:
    return planned()


@pytest.fixture(scope="module")
def way(results: Results) -> Way:
    return Way(
        steps=("add one block (x 2)", "add an enclosure"),
        results=results,
        figures=FIGURES,
        cost=1e6,
        known_cost=9e5,
        cost_of_years=3e6,
        lead_time=86400.0,
        lead_of="disks: a day, made up",
        order_by=DAY,
        arrives=LATER,
        in_time=True,
        cost_at_order=1.25e6,
    )


def _growth(*ways: Way, by: datetime.date | None = DAY, looked_at: int = 9, **more: Any) -> Growth:
    goal = Goal("project", {"usable_capacity": 2.5e15}, by, **more)
    return Growth(goal, FIGURES, ways, (("too late", 2),), looked_at)


def test_a_way_costs_what_its_parts_cost_when_they_are_ordered(way: Way) -> None:
    assert way.price("capital_cost") == 1.25e6
    assert way.price("total_cost_of_ownership") == 3e6 + 1.25e6 - 1e6
    assert replace(way, cost_at_order=None).price("capital_cost") == math.inf
    assert replace(way, cost_of_years=None).price("total_cost_of_ownership") == math.inf
    assert replace(way, cost=None, cost_at_order=None).price("total_cost_of_ownership") == 3e6
    assert way.name == "add one block (x 2), then add an enclosure"


def test_the_best_way_is_the_first_if_it_is_in_time_and_its_cost_is_known(way: Way) -> None:
    assert _growth(way).best is way
    assert _growth(replace(way, in_time=False)).best is None
    assert _growth(replace(way, cost_at_order=None)).best is None
    assert _growth().best is None


def test_the_sentence_on_the_best_way(way: Way) -> None:
    late, unpriced = replace(way, in_time=False), replace(way, cost_at_order=None)
    what = "2.5 PB of usable capacity by 2028-12-01"
    steps = f"cheapest way to reach {what}: {way.name}; added cost"
    unknown = "enter prices, or 'economics: {estimates: true}'"
    lead = " (lead time 24 h, disks: a day, made up)"
    says = [
        (_growth(looked_at=0), "project already has 2.5 PB of usable capacity"),
        (_growth(), "no way to reach 2.5 PB of usable capacity for project by 2028-12-01"),
        (_growth(by=None), "no way to reach 2.5 PB of usable capacity for project"),
        (_growth(late), f"no way to reach {what}: the earliest is complete on 2029-03-01"),
        (_growth(unpriced), f"1 way to reach {what}, but its cost is unknown: {unknown}"),
        (
            _growth(unpriced, replace(unpriced, in_time=False)),
            f"2 ways to reach {what} (1 of them is late), but the cost of none is known: {unknown}",
        ),
        (
            _growth(unpriced, unpriced),
            f"2 ways to reach {what}, but the cost of none is known: {unknown}",
        ),
        (
            _growth(way),
            f"{steps} 1 250 000 EUR, ordered by 2028-12-01 at the prices expected then "
            f"(1 000 000 EUR at today's){lead}",
        ),
        (_growth(replace(way, cost_at_order=1e6, order_by=None)), f"{steps} 1 000 000 EUR{lead}"),
        (
            _growth(replace(way, order_by=None), objective="total_cost_of_ownership"),
            f"cheapest way to reach {what}: {way.name}; cost of all years 3 250 000 EUR at the "
            f"prices expected then (3 000 000 EUR at today's){lead}",
        ),
    ]
    for growth, text in says:
        assert sentence(growth, "EUR").replace("\N{NARROW NO-BREAK SPACE}", " ") == text


def test_the_table_has_a_row_of_each_way(way: Way) -> None:
    partly = replace(way, cost=None, order_by=None)
    ways = [way, partly, replace(partly, known_cost=0.0), replace(way, in_time=False)]
    rows = ways_table(ways).rows
    assert [row.label for row in rows] == [f"{n}. {way.name}" for n in (1, 2, 3, 4)]
    at = {column.key: n for n, column in enumerate(COLUMNS)}
    for key in FIGURES:
        assert {row.entries[at[key]].value for row in rows} == {FIGURES[key]}
    assert [row.entries[at["cost"]] for row in rows] == [
        FixedValue(1e6, "currency"),
        FixedValue(9e5, "currency", at_least=True),
        FixedValue(None, "currency"),
        FixedValue(1e6, "currency"),
    ]
    assert rows[0].entries[at["then"]] == FixedValue(1.25e6, "currency")
    assert rows[0].entries[at["years"]] == FixedValue(3e6, "currency")
    orders = [row.entries[at["order"]] for row in rows]
    assert orders == ["2028-12-01", "", "", "late: complete on 2029-03-01"]


def test_programs_read_the_same(way: Way) -> None:
    found = growth_json(_growth(replace(way, order_by=None), way), "EUR")
    assert (found["best"], found["by"], found["complete"]) == (0, "2028-12-01", True)
    assert found["excluded"] == [{"by": "too late", "count": 2}]
    first, second = found["ways"]
    assert (first["order_by"], second["order_by"]) == (None, "2028-12-01")
    assert second["usable_capacity"] == 3e15
    assert second["lead_time_of"] == "disks: a day, made up"
    assert (second["added_cost"], second["known_added_cost"]) == (1e6, 9e5)
    assert growth_json(_growth(by=None), "EUR")["by"] is None
    assert growth_json(_growth(), "EUR")["best"] is None


def test_what_a_demand_requires_is_less_what_other_tiers_have(results: Results) -> None:
    both = planned(TEXT + SMALL)
    need = goal_of(both, {}, DAY, tier="project").figures["usable_capacity"]
    others = both["site/tiers:samples", "usable_capacity"]
    assert others is not None
    alone = goal_of(results, {}, DAY).figures["usable_capacity"]
    assert need == pytest.approx(alone - others)
    assert goal_of(results, {}, datetime.date(2026, 11, 2)).figures["usable_capacity"] < alone


@pytest.mark.parametrize(
    ("by", "tier", "message"),
    [
        (None, "project", "write the capacity needed, or enter a demand and write the day"),
        (datetime.date(2050, 1, 1), "project", "the demand on this day is unknown"),
        (DAY, "", "choose the tier that grows: project, samples"),
    ],
)
def test_goals_that_are_not_clear(by: datetime.date | None, tier: str, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        goal_of(planned(TWO), {}, by, tier)
    assert message in str(wrong.value)
