"""How installed tiers can grow: each step with its capacity, bandwidth, cost, and latest order."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from model.answers.extensions import Extendable, Extension, extensions, numbered
from model.answers.needs import Need
from model.answers.results import Results
from model.answers.summary import full_when
from model.answers.views.view import Column, Entry, FixedValue, Row, View
from model.units.brief import change, several
from model.units.figures import show
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
BRIEF = (
    *("usable", "usable_change", "rewritten", "read_bandwidth", "write_bandwidth", "cost"),
    *("cost_of_years", "full_on", "order"),
)
"""The keys of the columns where there is little room."""
_EMPTY = ("",) * (len(COLUMNS) - 1)
TODAY = "Today"
WEEK = 7 * DAY
MEANT = (
    "Each step is planned separately. Figures are those of the tier together with the blocks that "
    "a step adds. A tier is full at its fill limit. Costs are net; the cost of all years includes "
    "only known costs."
)


def views(results: Results) -> tuple[View, ...]:
    """Return the steps of each tier that can grow; none, if there is none."""
    return tuple(view_of(results, one) for one in extensions(results))


def view_of(results: Results, tier: Extendable) -> View:
    """Return the steps of a tier, with the numbers by which a command chooses them."""
    numbers = {id(step): n for n, _, step in numbered(extensions(results))}
    steps, currency = tier.steps, results.plan.scenario.economics.currency
    day = results.plan.scenario.date
    rows = [_today(tier, steps[0], day)] if steps else []
    rows += [
        _row(one, f"{numbers[id(one)]}. {one.title[:1].upper()}{one.title[1:]}", currency, day)
        for one in steps
    ]
    owned = "owned" if tier.is_owned else "planned"
    until = f", warranty until {tier.warranty_until}" if tier.warranty_until else ""
    found = View(f"{tier.name} ({owned}{until}): steps", "Step", COLUMNS, tuple(rows))
    unknown = {column.key for column in found.unknown(results)}
    keys = [column.key for column in COLUMNS if column.key not in unknown]
    silent = {"", "unknown"}
    return found.only(*(key for key in keys if not all(e in silent for e in found.entries(key))))


def notes_of(steps: Sequence[tuple[int, Extension]], currency: str) -> list[str]:
    """Return the notes on the steps with these numbers, each text once."""
    found: dict[str, list[int]] = {}
    for n, step in steps:
        texts = said_of(step, currency) if step.is_possible else [f"not possible: {step.why_not}"]
        for text in texts:
            found.setdefault(text, []).append(n)
    return [
        f"Step{'s' * (len(at) > 1)} {', '.join(map(str, at))}: {text}."
        for text, at in found.items()
    ]


def meant(found: Sequence[Extendable]) -> str:
    """Say what the tables mean, and by which lead times orders are dated."""
    steps = [step for tier in found for step in tier.steps if step.order is not None]
    if not steps:
        return MEANT
    times: dict[str, str] = {}
    for one in (step.order for step in steps if step.order is not None):
        source = one.known.because or one.known.source if one.known is not None else ""
        told = f" ({source})" if source else ""
        times.setdefault(f"{show(one.lead_time, 'second')} for {one.kind}{told}", one.kind)
    has_range = any(_has_range(tier.need) for tier in found)
    early = "the early end of 'Full on'" if has_range else "'Full on' of today"
    return f"{MEANT} 'Order by' is {early} less the lead time: {'; '.join(times)}."


def _has_range(need: Need | None) -> bool:
    """Whether a tier is full between two days, or perhaps later than is looked at."""
    return (
        need is not None
        and need.source == "history"
        and need.is_known
        and need.time_full is not None
        and need.late_on != need.full_on
    )


def _today(tier: Extendable, step: Extension, day: datetime.date | None) -> Row:
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
        _full(tier.need, day),
        "",
    )
    return Row(TODAY, entries, tone="strong")


def _row(one: Extension, label: str, currency: str, day: datetime.date | None) -> Row:
    if not one.is_possible:
        return Row(label, ("not possible", *_EMPTY), (one.why_not,), "faint")
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
        _full(one.need, day),
        _order(one),
    )
    notes = said_of(one, currency)
    return Row(label, entries, ("; ".join(notes),) if notes else ())


def _cost_of_years(figures: Mapping[str, float | None]) -> FixedValue:
    """Return the cost, or the known part of it; unknown if nothing is known of it."""
    known, whole = figures["known_cost_of_years"], figures["cost_of_years"]
    if whole is None and known:
        return FixedValue(known, "currency", at_least=True)
    return FixedValue(whole, "currency")


def said_of(one: Extension, currency: str) -> list[str]:
    """Return the warnings of a step, what it writes off, and how long its migration takes."""
    found = list(one.warnings)
    if one.migration_time is not None:
        time = show(one.migration_time, "second")
        found.append(f"migrating today's files takes at least {time}")
    if one.write_off is not None:
        amount = show(one.write_off, "currency", currency=currency)
        found.append(f"it writes off {amount}")
    return found


def _count(racks: float | None) -> str:
    return "unknown" if racks is None else f"{racks:.0f}"


def _full(need: Need | None, day: datetime.date | None) -> str:
    """Say when it is full, and whether that was before a day; nothing without a demand.

    A forecast from past usage has a range: the later day is that of its lower end.
    """
    if need is None:
        return ""
    text = full_when(need.time_full, need.full_on, need.horizon, known=need.is_known)[0]
    if need.source == "history" and need.is_known and need.time_full:
        late = full_when(need.late_time, need.late_on, need.horizon, known=True)[0]
        if late != text:
            later = "later" if need.late_time is None else late.removeprefix("after ")
            return f"{text} {'or' if need.late_time is None else 'to'} {later}"
    if day is not None and need.full_on is not None and need.time_full and need.full_on < day:
        return f"{text} (passed)"
    return text


def _order(one: Extension) -> str:
    """Say by when to order; where that has passed, how late it is."""
    if one.order is None:
        return ""
    if one.order.time < 0:
        return f"now ({several(round(-one.order.time / WEEK), 'week')} late)"
    if one.order.date is None:
        return f"{several(round(one.order.time / WEEK), 'week')} after the start"
    return one.order.date.isoformat()
