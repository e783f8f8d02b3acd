"""When to order what a growing demand needs next: the date full less the lead times of parts."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from model.answers.needs import Need
from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure
from model.provenance import Provenance
from model.records import dataclass
from model.units.brief import several
from model.units.figures import show
from model.units.kinds import DAY

WEEK = 7 * DAY
COLUMNS = (
    Column("Lead time", "time"),
    Column("Order by", "by", "", "strong"),
    Column("Basis", "basis"),
)


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


def order_sentence(results: Results, need: Need) -> str:
    """Say by when to order the kind of part that takes longest; empty if that is unknown."""
    first = next(iter(order_dates(results, need)), None)
    if first is None:
        return ""
    weeks = several(round(first.lead_time / WEEK), "week")
    of = f"{first.kind} (lead time {weeks}{_dated(first)})"
    if first.time < 0:
        late = several(round(-first.time / WEEK), "week")
        return f"order more {of} with the purchase: they take {late} longer than it suffices"
    if first.date is None:
        return f"order more {of} at the latest {show(first.time, 'second')} after the purchase"
    return f"order more {of} by {first.date}"


def _dated(one: OrderDate) -> str:
    """Return the date of a published lead time."""
    because = one.known.because if one.known is not None and one.known.status == "catalog" else ""
    return because[because.rindex(", as of") :] if ", as of" in because else ""


def order_table(results: Results, need: Need) -> View:
    """Return the latest order of each kind of part."""
    rows = tuple(
        Row(
            one.kind.capitalize(),
            (figure(results, one.path, "lead_time"), _by(one), _basis(one)),
        )
        for one in order_dates(results, need)
    )
    return View(f"{need.name}: latest orders", "Parts", COLUMNS, rows)


def _by(one: OrderDate) -> str:
    if one.time < 0:
        return f"with the purchase ({several(round(-one.time / WEEK), 'week')} late)"
    if one.date is None:
        return f"{show(one.time, 'second')} after the purchase"
    return str(one.date)


def _basis(one: OrderDate) -> str:
    return "" if one.known is None else one.known.because or one.known.source or "as entered"
