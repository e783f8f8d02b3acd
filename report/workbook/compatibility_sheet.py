"""What fits into what: each check live, with what to ask where nobody knows."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.compatibility_table import fit
from report.workbook import view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import FIT, TOP_OF_FIT


def bottom_of_fit(results: Results) -> int:
    """Give the row below the view."""
    return TOP_OF_FIT + len(fit(results).rows)


def write_fit(book: Book) -> None:
    """Write the view; the figures that it rests on follow below it."""
    view = fit(book.results)
    view_table.heads(book, view, FIT, TOP_OF_FIT - 1)
    view_table.rows(book, view, FIT, TOP_OF_FIT)
