"""The designs that a search found beside the chosen one: values, as they were found."""

from __future__ import annotations

from collections.abc import Sequence

from model.answers.views.view import View
from report.workbook import view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import DESIGNS, Cell
from report.workbook.widths import FIXED

ABOUT = (
    "The best design is that of this workbook, and live. The others are values: they stay as they "
    "were found when the workbook was written. "
)
TOP = 3
LAST = len(FIXED[DESIGNS]) - 1
ROOM = FIXED[DESIGNS][-1]
"""Letters that a column of a design has room for."""


def write_designs(book: Book, views: Sequence[View], said: str) -> None:
    """Write the tables below each other; `said` names the procedure."""
    if not views:
        return
    book.note(Cell(DESIGNS, 1, 0), LAST, f"{ABOUT}{said}.", sum(FIXED[DESIGNS]))
    row = TOP
    for view in views:
        book.text(Cell(DESIGNS, row, 0), view.title, "table")
        view_table.heads(book, view, DESIGNS, row + 1)
        bottom = view_table.rows(book, view, DESIGNS, row + 2, broken=ROOM)
        book.block(DESIGNS, row, bottom)
        row = bottom + 2
