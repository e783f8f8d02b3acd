"""The price that each line of the bill counts with, how old it is, and how certain."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from model.engine.tree import Address
from model.planning.plan import Plan
from model.planning.prices.prices import KnownPrice
from model.planning.supply import Line
from model.units.figures import show
from model.units.kinds import DAY

Values = Mapping[Address, float | None]
MOST_TOLD = 5
CERTAINTY = ("assumed", "estimate", "low", "medium")
"""How little is known of a price, the least first; what is more certain isn't told."""


def counted(plan: Plan, values: Values, line: Line) -> KnownPrice | None:
    """Return the price that applies to the line's number of pieces; None if none does."""
    price = plan.prices.get(line.path)
    return None if price is None else price.at(values.get(line.counts_by))


def reference_day(plan: Plan, values: Values) -> datetime.date | None:
    """Return the day to which prices age: the price date, else the newest price's date."""
    stated = plan.scenario.economics.price_date
    if stated is not None:
        return stated
    found = (counted(plan, values, line) for line in plan.lines)
    return max((one.date for one in found if one and one.date), default=None)


def warnings_of_prices(plan: Plan, values: Values) -> list[str]:
    """Yield a warning for the prices older than the scenario's limit."""
    day, limit = reference_day(plan, values), plan.scenario.economics.price_age_limit
    old: dict[str, datetime.date] = {}
    for line in plan.lines:
        used = counted(plan, values, line)
        if day is None or used is None or used.date is None:
            continue
        if (day - used.date).days * DAY > limit:
            old[line.name] = used.date
    if day is None or not old:
        return []
    oldest = sorted(old.items(), key=lambda pair: pair[1])[:MOST_TOLD]
    texts = [
        f"{name} ({date}, {show((day - date).total_seconds(), 'second', digits=2)} before)"
        for name, date in oldest
    ]
    rest = f" and {len(old) - len(oldest)} more" if len(old) > len(oldest) else ""
    which = "prices are" if len(old) > 1 else "price is"
    since = "" if plan.scenario.economics.price_date else ", the day of the newest price"
    return [
        f"{len(old)} {which} older than {show(limit, 'second', digits=2)} on {day}{since}: "
        f"{', '.join(texts)}{rest}"
    ]


def certainty(used: KnownPrice | None) -> str:
    """Return how certain a price is: 'assumed', 'estimate', or its source's confidence."""
    if used is None:
        return ""
    return "estimate" if used.layer.is_estimate else used.confidence


def least_certain(plan: Plan, values: Values) -> tuple[str, str] | None:
    """Return the line with the least certain price, and how certain; None if all are certain."""
    found = [(line.name, certainty(counted(plan, values, line))) for line in plan.lines]
    for word in CERTAINTY:
        name = next((name for name, certain in found if certain == word), None)
        if name is not None:
            return name, word
    return None
