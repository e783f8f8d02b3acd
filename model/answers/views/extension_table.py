"""How installed tiers can grow: each step with its capacity, bandwidth, cost, and latest order."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from model.answers.extensions import Extendable, Extension, extensions, numbered
from model.answers.results import Results
from model.answers.views.view import Column, Entry, FixedValue, Row, View
from model.units.brief import change, several
from model.units.kinds import DAY

COLUMNS = (
    Column("Usable capacity", "usable", "decimal"),
    Column("Change", "usable_change", "text", below="usable"),
    Column("After rewriting", "rewritten", "decimal"),
    Column("Read", "read_bandwidth", "decimal"),
    Column("Write", "write_bandwidth", "decimal"),
    Column("Added cost", "cost", "brief"),
    Column("Cost of all years", "cost_of_years", "brief"),
    Column("Racks", "racks", "text"),
    Column("Power", "power"),
    Column("Full on", "full_on", "text"),
    Column("Order by", "order", "text", "strong"),
)
TODAY = "Today"
WEEK = 7 * DAY
MEANT = (
    "Each step is planned by itself, as a scenario of its own. Figures are those of the tier, with "
    "the blocks that stand beside it; costs are net, and those of all years what is known of them."
)


def views(results: Results) -> tuple[View, ...]:
    """Return the steps of each tier that can grow; none, if there is none."""
    numbers = {id(step): n for n, _, step in numbered(extensions(results))}
    return tuple(_view(one, numbers) for one in extensions(results))


def _view(tier: Extendable, numbers: dict[int, int]) -> View:
    steps = tier.steps
    rows = [_today(tier, steps[0])] if steps else []
    rows += [_row(one, f"{numbers[id(one)]}. {one.title}") for one in steps]
    owned = "owned" if tier.is_owned else "planned"
    until = f", warranty until {tier.warranty_until}" if tier.warranty_until else ""
    return View(f"{tier.name} ({owned}{until}): steps", "Step", COLUMNS, tuple(rows))


def _today(tier: Extendable, step: Extension) -> Row:
    figures = step.before
    entries: tuple[Entry, ...] = (
        FixedValue(figures["usable"], "byte"),
        "",
        "",
        FixedValue(figures["read_bandwidth"], "byte/s"),
        FixedValue(figures["write_bandwidth"], "byte/s"),
        "",
        _cost_of_years(figures),
        _count(figures["racks"]),
        FixedValue(figures["power"], "watt"),
        _day(tier.full_on),
        "",
    )
    return Row(TODAY, entries, tone="strong")


def _row(one: Extension, label: str) -> Row:
    if not one.is_possible:
        return Row(label, ("",) * len(COLUMNS), (f"not possible: {one.why_not}",), "faint")
    before, after = one.before, one.after
    was, then = before["usable"], after["usable"]
    share = then / was - 1 if was and then is not None else None
    cost: Entry = FixedValue(one.cost, "currency")
    if one.cost is None and one.known_cost:
        cost = FixedValue(one.known_cost, "currency", at_least=True)
    entries: tuple[Entry, ...] = (
        FixedValue(then, "byte"),
        "" if share is None else ("unchanged" if abs(share) < 1e-9 else change(share)),
        "" if one.rewritten is None else FixedValue(one.rewritten, "byte"),
        FixedValue(after["read_bandwidth"], "byte/s"),
        FixedValue(after["write_bandwidth"], "byte/s"),
        cost,
        _cost_of_years(after),
        _count(after["racks"]),
        FixedValue(after["power"], "watt"),
        _day(one.full_on),
        _order(one),
    )
    notes = list(one.warnings)
    return Row(label, entries, ("; ".join(notes),) if notes else ())


def _cost_of_years(figures: Mapping[str, float | None]) -> FixedValue:
    known, whole = figures["known_cost_of_years"], figures["cost_of_years"]
    return (
        FixedValue(known, "currency", at_least=True)
        if whole is None
        else FixedValue(whole, "currency")
    )


def _count(racks: float | None) -> str:
    return "unknown" if racks is None else f"{racks:.0f}"


def _day(day: datetime.date | None) -> str:
    return "" if day is None else day.isoformat()


def _order(one: Extension) -> str:
    """Say by when to order; where that has passed, how late it is."""
    if one.order is None:
        return ""
    if one.order.time < 0:
        return f"now ({several(round(-one.order.time / WEEK), 'week')} late)"
    if one.order.date is None:
        return f"{several(round(one.order.time / WEEK), 'week')} after the start"
    return one.order.date.isoformat()
