"""When to order what a growing demand needs next: the date full less the lead times of parts."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from model.answers.needs import Need
from model.answers.results import Results
from model.provenance import Provenance
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class OrderDate:
    """Latest order of a kind of part, for delivery before what was bought is full."""

    kind: str
    path: str
    """Path of the instance of its lead time."""
    lead_time: float
    """In seconds."""
    time: float
    """Time of the order in seconds from the start of the demand; negative if it is too late."""
    date: datetime.date | None
    """Day of the order; None without a start date."""
    known: Provenance | None


def order_dates(results: Results, need: Need) -> tuple[OrderDate, ...]:
    """Return the latest orders, the earliest first; none if it isn't known when it is full."""
    return tuple(sorted(_order_dates(results, need), key=lambda one: one.time))


def _order_dates(results: Results, need: Need) -> Iterator[OrderDate]:
    if need.time_full is None:
        return
    instance = results.plan.instances[need.path]
    for kind in instance.children.get("lead_times", ()):
        path = f"{need.path}/lead_times:{kind.name}"
        lead, time = results[path, "lead_time"], results[path, "latest_order_time"]
        if lead is None or time is None:
            continue
        start = need.years[0].date
        date = None if start is None else start + datetime.timedelta(seconds=time)
        known = results.plan.provenance.get((path, "lead_time"))
        yield OrderDate(kind.name, path, lead, time, date, known)
