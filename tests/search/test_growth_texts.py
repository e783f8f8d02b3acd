"""What is said of ways to grow, from ways that are made up: each sentence as a whole."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from typing import Any, cast

import pytest

from model.answers.results import Results
from model.answers.views.view import FixedValue
from model.records import replace
from model.search.growth import Goal, Growth, Way, growth_json, sentence
from model.search.growth_table import unranked, ways_table

DAY = 86400.0
FIGURES = {"usable_capacity": 2e15, "read_bandwidth": 3e9, "write_bandwidth": 1e9}
WAY = Way(
    steps=("fill the bays", "add one block (x 2)"),
    results=cast("Results", None),
    figures=FIGURES,
    cost=1000.0,
    known_cost=1000.0,
    cost_of_years=5000.0,
    lead_time=None,
    lead_of="",
    order_by=None,
    arrives=None,
    in_time=True,
    cost_at_order=1000.0,
)
LEAD: Mapping[str, Any] = {"lead_time": 100 * DAY, "lead_of": "disks: 14 weeks, 2026-01"}
ORDER: Mapping[str, Any] = {"order_by": datetime.date(2027, 9, 1)}
LATE: Mapping[str, Any] = {"in_time": False, "arrives": datetime.date(2029, 2, 3)}
UNKNOWN: Mapping[str, Any] = {"cost": None, "known_cost": 0.0, "cost_at_order": None}
CAPACITY = {"usable_capacity": 2e15}
BY = datetime.date(2028, 12, 1)
PLAIN = Goal("old", CAPACITY)
DATED = Goal("old", CAPACITY, BY)
YEARS = Goal("old", CAPACITY, None, "total_cost_of_ownership")
BEST = "cheapest way to reach 2 PB of usable capacity: fill the bays, then add one block (x 2); "
ENTER = ": enter prices, or 'economics: {estimates: true}'"

SENTENCES: list[tuple[Goal, list[Mapping[str, Any]], str]] = [
    (PLAIN, [{}], f"{BEST}added cost 1000 EUR"),
    (YEARS, [{}], f"{BEST}cost of all years 5000 EUR"),
    (
        Goal("old", {"usable_capacity": 2e15, "write_bandwidth": 4e9}, BY),
        [ORDER],
        "cheapest way to reach 2 PB of usable capacity and 4 GB/s of write bandwidth by "
        "2028-12-01: fill the bays, then add one block (x 2); added cost 1000 EUR, ordered by "
        "2027-09-01",
    ),
    (
        PLAIN,
        [{**ORDER, **LEAD, "cost_at_order": 900.0}],
        f"{BEST}added cost 900 EUR, ordered by 2027-09-01 at the prices expected then (1000 EUR at "
        "today's) (lead time 100 days, disks: 14 weeks, 2026-01)",
    ),
    (
        YEARS,
        [{**ORDER, "cost_at_order": 900.0}],
        f"{BEST}cost of all years 4900 EUR, ordered by 2027-09-01 at the prices expected then "
        "(5000 EUR at today's)",
    ),
    (
        YEARS,
        [{"cost_at_order": 900.0}],
        f"{BEST}cost of all years 4900 EUR at the prices expected then (5000 EUR at today's)",
    ),
    (YEARS, [UNKNOWN], f"{BEST}cost of all years 5000 EUR"),
    (PLAIN, [LEAD], f"{BEST}added cost 1000 EUR (lead time 100 days, disks: 14 weeks, 2026-01)"),
    (
        PLAIN,
        [{}, UNKNOWN],
        f"{BEST}added cost 1000 EUR (the cost of 1 other way is unknown)",
    ),
    (
        PLAIN,
        [{}, {}, UNKNOWN, UNKNOWN],
        f"{BEST}added cost 1000 EUR (the cost of 2 other ways is unknown)",
    ),
    (
        YEARS,
        [{}, UNKNOWN, {"cost_of_years": None}],
        f"{BEST}cost of all years 5000 EUR (the cost of 1 other way is unknown)",
    ),
    (PLAIN, [], "no way to reach 2 PB of usable capacity for old"),
    (DATED, [], "no way to reach 2 PB of usable capacity for old by 2028-12-01"),
    (
        DATED,
        [LATE, {**LATE, "arrives": datetime.date(2029, 2, 4)}],
        "no way to reach 2 PB of usable capacity by 2028-12-01: the earliest is complete on "
        "2029-02-03",
    ),
    (
        PLAIN,
        [{"cost_at_order": None}],
        f"1 way to reach 2 PB of usable capacity, but its cost is unknown{ENTER}",
    ),
    (PLAIN, [UNKNOWN], f"1 way to reach 2 PB of usable capacity, but its cost is unknown{ENTER}"),
    (
        DATED,
        [{**UNKNOWN, "arrives": BY}],
        f"1 way to reach 2 PB of usable capacity by 2028-12-01, but its cost is unknown{ENTER}",
    ),
    (
        PLAIN,
        [UNKNOWN, UNKNOWN],
        f"2 ways to reach 2 PB of usable capacity, but the cost of none is known{ENTER}",
    ),
    (
        DATED,
        [UNKNOWN, {**UNKNOWN, **LATE}],
        "2 ways to reach 2 PB of usable capacity by 2028-12-01 (1 of them is late), but the cost "
        f"of none is known{ENTER}",
    ),
    (
        DATED,
        [UNKNOWN, {**UNKNOWN, **LATE}, {**UNKNOWN, **LATE}],
        "3 ways to reach 2 PB of usable capacity by 2028-12-01 (2 of them are late), but the cost "
        f"of none is known{ENTER}",
    ),
]


def growth_of(goal: Goal, ways: list[Mapping[str, Any]], **more: Any) -> Growth:
    """Make ways up: each as `WAY`, but for some fields."""
    found = tuple(replace(WAY, **one) for one in ways)
    return Growth(goal, {"usable_capacity": 1e15}, found, (), **{"looked_at": 7, **more})


def plain(text: str) -> str:
    return text.replace("\xa0", " ").replace("\N{NARROW NO-BREAK SPACE}", "")


@pytest.mark.parametrize(("goal", "ways", "said"), SENTENCES, ids=range(len(SENTENCES)))
def test_the_sentence(goal: Goal, ways: list[Mapping[str, Any]], said: str) -> None:
    assert plain(sentence(growth_of(goal, ways), "EUR")) == said


def test_nothing_is_planned_where_enough_is_there() -> None:
    """Ways that were sought in vain are something else."""
    said = sentence(growth_of(DATED, [], looked_at=0), "EUR")
    assert plain(said) == "old already has 2 PB of usable capacity"


PRICES: list[tuple[Mapping[str, Any], float, float]] = [
    ({}, 1000, 5000),
    ({"cost_at_order": 900.0}, 900, 4900),
    ({"cost_at_order": 1200.0}, 1200, 5200),
    (UNKNOWN, math.inf, 5000),
    ({"cost_of_years": None}, 1000, math.inf),
]


@pytest.mark.parametrize(("way", "capital", "years"), PRICES)
def test_prices_of_the_order_decide(way: Mapping[str, Any], capital: float, years: float) -> None:
    """900 instead of 1000 on the day of the order: all years cost 100 less, too."""
    one = replace(WAY, **way)
    assert one.price("capital_cost") == capital
    assert one.price("total_cost_of_ownership") == years


def test_a_way_without_a_price_at_its_order_is_never_the_cheapest() -> None:
    assert replace(WAY, cost_at_order=None).price("capital_cost") == math.inf


def test_ways_for_other_programs() -> None:
    growth = growth_of(
        DATED,
        [{**ORDER, **LEAD, "arrives": BY, "warnings": ("mixed",)}, {**UNKNOWN, "known_cost": 7.0}],
        complete=False,
    )
    growth = replace(growth, excluded=(("full", 3),))
    document = growth_json(growth, "CHF")
    first, second = document.pop("ways")
    assert document == {
        "schema": "ostimate.growth/1",
        "tier": "old",
        "needed": CAPACITY,
        "by": "2028-12-01",
        "objective": "capital_cost",
        "currency": "CHF",
        "today": {"usable_capacity": 1e15},
        "best": 0,
        "excluded": [{"by": "full", "count": 3}],
        "looked_at": 7,
        "complete": False,
    }
    assert first == {
        "steps": ["fill the bays", "add one block (x 2)"],
        **FIGURES,
        "added_cost": 1000.0,
        "known_added_cost": 1000.0,
        "added_cost_at_order": 1000.0,
        "cost_of_years": 5000.0,
        "lead_time": 100 * DAY,
        "lead_time_of": "disks: 14 weeks, 2026-01",
        "order_by": "2027-09-01",
        "arrives": "2028-12-01",
        "in_time": True,
        "warnings": ["mixed"],
    }
    changed = {key: value for key, value in second.items() if value != first[key]}
    assert changed == {
        "added_cost": None,
        "known_added_cost": 7.0,
        "added_cost_at_order": None,
        "lead_time": None,
        "lead_time_of": None,
        "order_by": None,
        "arrives": None,
        "warnings": [],
    }
    none = growth_json(growth_of(PLAIN, [UNKNOWN]), "CHF")
    assert (none["best"], none["by"], none["complete"]) == (None, None, True)


@pytest.mark.parametrize(
    ("way", "cost", "then", "order", "lead"),
    [
        ({}, FixedValue(1000.0, "currency"), 1000.0, "", ""),
        ({"cost_at_order": 900.0}, FixedValue(1000.0, "currency"), 900.0, "", ""),
        (UNKNOWN, FixedValue(None, "currency"), None, "", ""),
        (
            {**UNKNOWN, "known_cost": 7.0},
            FixedValue(7.0, "currency", at_least=True),
            None,
            "",
            "",
        ),
        (
            {**ORDER, **LEAD},
            FixedValue(1000.0, "currency"),
            1000.0,
            "2027-09-01",
            "100 days, disks",
        ),
        (
            {"lead_time": DAY, "lead_of": "flash, as entered"},
            FixedValue(1000.0, "currency"),
            1000.0,
            "",
            "24 h, flash",
        ),
        (
            {**ORDER, **LATE},
            FixedValue(1000.0, "currency"),
            1000.0,
            "late: complete on 2029-02-03",
            "",
        ),
        (
            {**ORDER, "in_time": False},
            FixedValue(1000.0, "currency"),
            1000.0,
            "2027-09-01",
            "",
        ),
    ],
)
def test_rows_of_the_table(
    way: Mapping[str, Any], cost: FixedValue, then: float | None, order: str, lead: str
) -> None:
    view = ways_table([replace(WAY, **way), WAY])
    assert [row.label for row in view.rows] == [
        "1. fill the bays, then add one block (x 2)",
        "2. fill the bays, then add one block (x 2)",
    ]
    entries = view.rows[0].entries
    assert entries == (
        FixedValue(2e15, "byte"),
        FixedValue(3e9, "byte/s"),
        FixedValue(1e9, "byte/s"),
        cost,
        FixedValue(then, "currency"),
        FixedValue(5000.0, "currency"),
        order,
        lead,
    )


def test_ways_without_a_known_cost_are_numbered() -> None:
    """One is at its place anyway; from two on their order says nothing of the cost."""
    ways = [replace(WAY, **one) for one in ({}, {}, UNKNOWN, UNKNOWN, UNKNOWN)]
    said = unranked(ways, "capital_cost")
    assert said == "ways 3 to 5 have unknown costs, so they aren't ranked by cost"
    assert unranked(ways[:3], "capital_cost") == ""
    assert unranked(ways, "total_cost_of_ownership") == ""
