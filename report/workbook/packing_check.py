"""Whether racks are still packed as the workbook says: packing is a procedure, no formula."""

from __future__ import annotations

from model.engine.tree import Address
from report.workbook import texts
from report.workbook.live_text import unchanged
from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell

PACKED = ("site", "packed_racks")
PACKED_IN_YEAR = "year_packed_racks"


def as_exported(book: Book, address: Address, sheet: str) -> str:
    """Return a formula condition: whether all that a figure of a procedure reads is as exported."""
    step = book.results.steps[address]
    read = tuple(dict.fromkeys(book.results.operands(step)))
    if (read, sheet) not in book.conditions:
        label = book.results.item(*address).label
        book.conditions[read, sheet] = unchanged(book.results, book.layout, sheet, read, label)
    return book.conditions[read, sheet]


def write_packed(book: Book, cell: Cell) -> None:
    """Say beside what rests on racks that it doesn't follow what was typed; or nothing."""
    if book.layout.elevation is None or PACKED not in book.results.steps:
        return
    condition = as_exported(book, PACKED, cell.sheet)
    book.formula(cell, f'IF({condition},"","{texts.STALE_RACKS}")', "", "", "bad")


def write_packed_years(book: Book, cell: Cell) -> None:
    """Say beside racks by year that they don't follow what was typed; or nothing."""
    found = [(path, PACKED_IN_YEAR) for path in book.results.years()]
    found = [at for at in found if at in book.results.steps]
    if not found:
        return
    conditions = dict.fromkeys(as_exported(book, at, cell.sheet) for at in found)
    formula = f'IF(AND({",".join(conditions)}),"","{texts.STALE_YEARS}")'
    book.formula(cell, formula, "", "", "bad")
