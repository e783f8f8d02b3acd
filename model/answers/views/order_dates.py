"""The latest orders of a growing demand: a sentence, and a table of all kinds of parts."""

from __future__ import annotations

from model.answers.needs import Need
from model.answers.order_dates import OrderDate, order_dates
from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure
from model.units.brief import several
from model.units.figures import show
from model.units.kinds import DAY

WEEK = 7 * DAY
COLUMNS = (
    Column("Lead time", "time"),
    Column("Order by", "by", "", "strong"),
    Column("Basis", "basis"),
)


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
