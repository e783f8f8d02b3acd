"""The part of the first sheet that says what is needed: by when, until when it fits, the move."""

from __future__ import annotations

import datetime

from model.answers.metadata import INODES_FULL
from model.answers.needs import Need, inodes_full, move, needs
from model.answers.results import Results
from model.answers.summary import FULL_RULE
from model.engine.tree import Address
from report.workbook import texts
from report.workbook.formula import SCALES, scaled
from report.workbook.sheet_writer import Book
from report.workbook.sheets import SUMMARY, Cell
from report.workbook.styles import LINE, day_number, lines
from report.workbook.widths import FIXED

AFTER, ON = 5, 6
TIB = "TiB"
DAY = 86400
SURE = datetime.date(1900, 3, 1), datetime.date(9800, 1, 1)
"""Between these days all sheets agree on what day it is, for a hundred years on."""


def rows_of_demand(results: Results) -> int:
    """How many rows the part takes, with an empty one below it."""
    count = len(list(needs(results)))
    inodes, moved = inodes_full(results) is not None, move(results) is not None
    return (2 * count + inodes + 3) * bool(count) + 2 * moved


def write_demand(book: Book, top: int) -> None:
    """Write the part, from that row on."""
    found, row = list(needs(book.results)), top
    for column, head in enumerate(texts.DEMAND_HEADS * bool(found)):
        book.text(Cell(SUMMARY, row, column), head, "head", "right" if column else "left")
    if found:
        rooms = zip(texts.DEMAND_HEADS, FIXED[SUMMARY], strict=False)
        book.height(SUMMARY, row, LINE * max(lines(head, room) for head, room in rooms))
    for need in found:
        row += 1
        _write_need(book, need, row)
        row += 1
    inodes = inodes_full(book.results)
    if inodes is not None:
        row += 1
        book.text(Cell(SUMMARY, row, 0), texts.INODES)
        start = found[0].years[0].date
        _write_full(book, INODES_FULL, inodes.time, inodes.horizon, start, row)
    if found:
        row += 1
        book.note(Cell(SUMMARY, row, 0), ON + 1, FULL_RULE, sum(FIXED[SUMMARY]))
    row += 2 * bool(found)
    if move(book.results) is not None:
        book.text(Cell(SUMMARY, row, 0), texts.MIGRATION)
        _write_days(book, ("site", "migration_time"), Cell(SUMMARY, row, 1))


def _write_need(book: Book, need: Need, row: int) -> None:
    name = book.results.plan.scenario.name if need.path == "site" else need.name
    book.text(Cell(SUMMARY, row, 0), name)
    book.text(Cell(SUMMARY, row + 1, 0), texts.TIB_BELOW.format(name), "faint")
    live = "year_live_capacity" if need.path == "site" else "tier_year_live_capacity"
    for column, address in enumerate(
        (
            (need.years[0].path, "demand"),
            (need.end.path, "demand"),
            (need.end.path, "needed_capacity"),
            (need.end.path, live),
        ),
        1,
    ):
        book.link(Cell(SUMMARY, row, column), address, "byte", "coded")
        at, value = book.layout.cells[address].seen_from(SUMMARY), book.results[address]
        twin = Cell(SUMMARY, row + 1, column)
        book.formula(twin, f"{at}/{SCALES[TIB][0]}", scaled(value, TIB), "1", "decimals", "faint")
    full = need.path, "time_full"
    if need.is_known:
        _write_full(book, full, need.time_full, need.horizon, need.years[0].date, row)
    else:
        _write_days(book, full, Cell(SUMMARY, row, AFTER))


def _write_days(book: Book, address: Address, cell: Cell) -> None:
    """Show a time in days."""
    time = book.results[address]
    target = book.layout.cells[address].seen_from(SUMMARY)
    days = None if time is None else time / DAY
    book.formula(cell, f"{target}/{DAY}", days, "1", "decimals")


def _write_full(
    book: Book,
    address: Address,
    time: float | None,
    horizon: int,
    start: datetime.date | None,
    row: int,
) -> None:
    """Show when something is full: after how many days and on which, or that it is not."""
    target = book.layout.cells[address].seen_from(SUMMARY)
    year = book.layout.cells["site", "year_length"].seen_from(SUMMARY)
    never = texts.NOT_FULL.format(horizon)
    within = f"{target}<={horizon}*{year}"
    days = never if time is None else time / DAY
    book.formula(
        Cell(SUMMARY, row, AFTER),
        f'IF({within},{target}/{DAY},"{never}")',
        days,
        "1",
        "decimals",
        "right",
    )
    if start is None or not SURE[0] <= start <= SURE[1]:
        return
    day = day_number(start)
    on = "" if time is None else day + time / DAY
    formula = f'IF({within},DATE({start.year},{start.month},{start.day})+{target}/{DAY},"")'
    book.formula(Cell(SUMMARY, row, ON), formula, on, "1", "date")
