"""The price that each line of the bill counts with, how old it is, and how certain."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from model.engine.tree import Address
from model.parts.price_ages import age_of_kind
from model.planning.plan import Plan
from model.planning.prices.prices import KnownPrice
from model.planning.supply import Line
from model.units.brief import several
from model.units.figures import show
from model.units.kinds import DAY, JULIAN_YEAR

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


def age_limit(plan: Plan, kind: str) -> float:
    """Return the age in seconds above which prices of a kind are reported as old.

    It is that of the kind, unless the scenario has one for all.
    """
    stated = plan.scenario.economics.price_age_limit
    return age_of_kind(kind).age if stated is None else stated


def older_than(plan: Plan, kind: str, days: int | None) -> str:
    """Return the age that a price of a kind exceeds, as text; empty if it doesn't."""
    limit = age_limit(plan, kind)
    return limit_text(limit) if days is not None and days * DAY > limit else ""


def limit_text(limit: float) -> str:
    """Return an age limit as text: in months, if it is a whole number of them."""
    months = limit / JULIAN_YEAR * 12
    is_whole = months < 12 and months == round(months)
    return several(round(months), "month") if is_whole else show(limit, "second", digits=2)


def warnings_of_prices(plan: Plan, values: Values) -> list[str]:
    """Yield a warning for prices that are older than their kind, or the scenario, allows."""
    day = reference_day(plan, values)
    old: dict[tuple[str, str], dict[str, datetime.date]] = {}
    for line in plan.lines:
        used = counted(plan, values, line)
        if day is None or used is None or used.date is None:
            continue
        if older_than(plan, line.kind, (day - used.date).days):
            stated = plan.scenario.economics.price_age_limit
            of = "" if stated is not None else f" of {age_of_kind(line.kind).title}"
            limit = limit_text(age_limit(plan, line.kind))
            old.setdefault((of, limit), {})[line.name] = used.date
    since = "" if plan.scenario.economics.price_date else ", the day of the newest price"
    return [
        f"{several(len(dates), 'price')}{of} {'are' if len(dates) > 1 else 'is'} older than "
        f"{limit} on {day}{since}: {_dated(dates, day)}"
        for (of, limit), dates in old.items()
        if day is not None
    ]


def _dated(dates: Mapping[str, datetime.date], day: datetime.date) -> str:
    """Name the oldest prices with their ages, and count the others."""
    oldest = sorted(dates.items(), key=lambda pair: pair[1])[:MOST_TOLD]
    texts = [
        f"{name} ({date}, {show((day - date).total_seconds(), 'second', digits=2)} old)"
        for name, date in oldest
    ]
    rest = f" and {len(dates) - len(oldest)} more" if len(dates) > len(oldest) else ""
    return f"{', '.join(texts)}{rest}"


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
