"""Prices that could count, line by line, and those that are missing."""

from __future__ import annotations

from model.answers.missing_prices import MOST_ASKED, missing_prices, unproven_prices
from model.answers.prices import Considered, age_of_line, considered
from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure
from model.planning.supply import Line
from model.reading.fields import Amount
from model.units.figures import percent, show

COLUMNS = (
    Column("Price source", "layer", "text"),
    Column("Used?", "counts", "text"),
    Column("As offered", "price", below="converted"),
    Column("Discount", "discount", below="converted"),
    Column("Net", "net", below="converted"),
    Column("In the plan's currency", "converted"),
    Column("Minimum quantity", "least", below="counts"),
    Column("Date", "date", "text"),
    Column("Age", "age", below="date"),
    Column("Valid until", "valid", "text", below="date"),
    Column("Certainty", "certainty", "text", below="layer"),
    Column("Source", "source", "text"),
    Column("Note", "note", "text", below="source"),
)
"""What is known of a price."""
ASKED = (
    Column("Pieces", "line_count"),
    Column("Likely total", "likely"),
    Column("Basis", "why", "text"),
)


REPLACED = (
    Column("Pieces", "line_count"),
    Column("Counted as", "line_cost", "paid"),
    Column("At least", "low_line_cost"),
    Column("At most", "high_line_cost"),
    Column("Status", "how", "text"),
    Column("Reason", "why", "text"),
)
BRIEF = ("line_cost", "low_line_cost", "high_line_cost", "how")
"""What is told of them without notes."""
MOST_REPLACED = 10
"""Prices that are told which quotes must replace; the bill marks the others, too."""


def prices(results: Results) -> View:
    """Return the prices known of each line, the best source first, and why each counts or not.

    What is ordered together with another line's pieces, as hot spares are, has that one's prices.
    """
    rows = tuple(
        Row(line.name, _entries(results, line, one), tone="" if one.counts else "faint")
        for line in results.plan.lines
        if not (line.ordered and line.follows)
        for one in considered(results, line)
    )
    return View("Known prices", "Description", COLUMNS, rows)


def _entries(results: Results, line: Line, one: Considered) -> tuple[str, ...]:
    known = one.price
    verdict = "used" if one.counts else f"not used: {one.why_not}"
    if known.price is None:
        return (known.layer.label, verdict, "withheld", *[""] * (len(COLUMNS) - 3))
    currency = results.plan.scenario.economics.currency
    converted = None if known.converted is None else Amount(known.converted, currency)
    certainty = "estimate" if known.layer.is_estimate else known.confidence
    return (
        known.layer.label,
        verdict,
        _money(known.price),
        f"less {percent(known.discount)}" if known.discount else "",
        f"net {_money(known.net)}",
        _money(converted),
        f"from {known.least} pieces" if known.least > 1 else "",
        str(known.date or ""),
        age_of_line(results, line, one.age),
        f"valid until {known.valid_until}" if known.valid_until else "",
        certainty,
        known.source or known.place,
        "; ".join(filter(None, (known.includes, known.note))),
    )


def _money(amount: Amount | None) -> str:
    if amount is None:
        return "unknown"
    return show(amount.amount, "currency", digits=6, currency=amount.currency)


def to_replace(results: Results) -> View:
    """Return the assumed or estimated prices that quotes should replace."""
    found = unproven_prices(results)
    rows = tuple(
        Row(one.line.name, _unproven(results, one.line.path, one.how, one.why))
        for one in found[:MOST_REPLACED]
    )
    which = f", {len(rows)} of {len(found)}" if len(rows) < len(found) else ""
    return View(f"Prices to replace by quotes{which}", "Description", REPLACED, rows)


def _unproven(results: Results, path: str, how: str, why: str) -> tuple[Entry, ...]:
    banded = "low_line_cost" in results.plan.instances[path].book
    ends = ("low_line_cost", "high_line_cost") if banded else ("line_cost",) * 2
    figures = (figure(results, path, name) for name in ("line_count", "line_cost", *ends))
    return (*figures, how, why)


def missing(results: Results) -> View:
    """Return the missing prices to request first."""
    found = missing_prices(results)
    currency = results.plan.scenario.economics.currency
    rows = tuple(
        Row(
            one.line.name,
            (
                figure(results, *one.line.counts_by),
                _money(None if one.likely is None else Amount(one.likely, currency)),
                one.why,
            ),
        )
        for one in found[:MOST_ASKED]
    )
    title = (
        f"Prices to request first, {len(rows)} of {len(found)}" if rows else "No price is missing"
    )
    return View(title, "Description", ASKED, rows)
