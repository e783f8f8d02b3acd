"""Phases of delivery, and what is paid in each fiscal year."""

from __future__ import annotations

import datetime

from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure
from model.planning.payments import day_after, fiscal_start
from model.units.kinds import JULIAN_YEAR

PHASE = (
    Column("Ordered", "ordered", "text"),
    Column("Share", "phase_share", "percent"),
    Column("Price", "phase_cost"),
    Column("Available by this date", "delivered_share", "percent"),
    Column("Usable", "phase_usable_capacity", "promise"),
    Column("Reads", "phase_read_bandwidth", "decimal", scale="rates"),
    Column("Writes", "phase_write_bandwidth", "decimal", scale="rates"),
)
PAYMENTS = (
    ("year_capital_payment", "Purchase"),
    ("year_running_payment", "Other"),
    ("year_payment", "All"),
)


def phases(results: Results) -> View | None:
    """Give the phases of delivery, and what is there with each; None where none is stated."""
    economics = results.plan.scenario.economics
    if not economics.phases:
        return None
    rows = []
    for phase in economics.phases:
        path = f"site/phases:{phase.name}"
        first, after = economics.order_date, phase.after.value
        when = f"{day_after(first, after)}" if first else _months(after)
        entries = (figure(results, path, column.key) for column in PHASE[1:])
        rows.append(Row(phase.name, (when, *entries)))
    return View("Phases of delivery, net", "Phase", PHASE, tuple(rows))


def _months(after: float) -> str:
    return f"after {after / JULIAN_YEAR * 12:.3g} months"


def payments(results: Results) -> View | None:
    """Give what is paid in each fiscal year; None where it isn't stated when."""
    economics = results.plan.scenario.economics
    if economics.payments is None:
        return None
    first, paths = fiscal_start(economics), results.years()
    columns = tuple(
        Column(fiscal_name(first, n), path.rpartition(":")[2]) for n, path in enumerate(paths)
    )
    rows = [
        Row(
            label,
            tuple(figure(results, path, name) for path in paths),
            tone="strong" if name == "year_payment" else "",
        )
        for name, label in PAYMENTS
    ]
    return View("Payments by fiscal year, net", "Paid for", columns, tuple(rows))


def fiscal_name(first: datetime.date, n: int) -> str:
    """Name the fiscal year that begins so many years after another."""
    year = first.year + n
    return f"{year}" if first.month == 1 else f"{year}/{(year + 1) % 100:02}"
