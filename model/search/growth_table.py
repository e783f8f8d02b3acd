"""The ways of an installed tier to grow, as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from model.answers.views.view import Column, Entry, FixedValue, Row, View
from model.search.growth import Way
from model.units.figures import show

COLUMNS = (
    Column("Usable capacity", "usable_capacity", "decimal"),
    Column("Read", "read_bandwidth", "decimal"),
    Column("Write", "write_bandwidth", "decimal"),
    Column("Added cost", "cost", "brief"),
    Column("At order date", "then", "brief"),
    Column("Cost of all years", "years", "brief"),
    Column("Order by", "order", "text"),
    Column("Lead time", "lead", "text"),
)
BRIEF = ("usable_capacity", "write_bandwidth", "cost", "then", "order")
"""The keys of the columns where there is little room."""


def ways_table(ways: Sequence[Way]) -> View:
    """Return a row of each way, in their order."""
    rows = [Row(f"{number}. {way.name}", _entries(way)) for number, way in enumerate(ways, 1)]
    return View("Ways", "Way", COLUMNS, tuple(rows))


def _entries(way: Way) -> tuple[Entry, ...]:
    cost = FixedValue(way.cost, "currency")
    if way.cost is None and way.known_cost:
        cost = FixedValue(way.known_cost, "currency", at_least=True)
    order = "" if way.order_by is None else way.order_by.isoformat()
    if not way.in_time and way.arrives is not None:
        order = f"late: complete on {way.arrives.isoformat()}"
    return (
        FixedValue(way.figures["usable_capacity"], "byte"),
        FixedValue(way.figures["read_bandwidth"], "byte/s"),
        FixedValue(way.figures["write_bandwidth"], "byte/s"),
        cost,
        FixedValue(way.cost_at_order, "currency"),
        FixedValue(way.cost_of_years, "currency"),
        order,
        _lead(way),
    )


def _lead(way: Way) -> str:
    """Return the lead time behind the order, and the kind of part that it is of."""
    if way.lead_time is None:
        return ""
    return f"{show(way.lead_time, 'second')}, {way.lead_of.partition(':')[0].partition(',')[0]}"


def unranked(ways: Sequence[Way], objective: str) -> str:
    """Say which ways aren't ranked by cost, as some of it is unknown; empty if all are."""
    numbers = [n for n, one in enumerate(ways, 1) if math.isinf(one.price(objective))]
    if len(numbers) < 2:
        return ""
    return f"ways {numbers[0]} to {numbers[-1]} have unknown costs, so they aren't ranked by cost"
