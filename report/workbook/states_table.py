"""The states of each tier on the performance sheet, side by side, below the chains."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.answers.views.state_table import FIGURES, states
from model.answers.views.view import View
from report.workbook import view_table
from report.workbook.chain_rows import rows_of_chains, top_of_chains
from report.workbook.sheet_writer import Book
from report.workbook.sheets import PERFORMANCE, Cell
from report.workbook.styles import LINE

AROUND = 3
"""The rows of a table beside its states: title, heads, and a gap."""


def _views(results: Results) -> Iterator[View]:
    """Give the figures of each tier that has states other than healthy."""
    for _, path in results.tiers():
        view = states(results, path)
        if len(view.rows) > 1:
            yield view.only(*FIGURES)


def rows_of_states(results: Results) -> int:
    """The rows that all tables take."""
    return sum(len(view.rows) + AROUND for view in _views(results))


def write_states(book: Book) -> None:
    """Write the tables, live."""
    row = top_of_chains(book.results) + rows_of_chains(book.results)
    for view in _views(book.results):
        book.text(Cell(PERFORMANCE, row, 0), view.title, "table")
        book.height(PERFORMANCE, row + 1, 2 * LINE)
        view_table.heads(book, view, PERFORMANCE, row + 1)
        below = view_table.rows(book, view, PERFORMANCE, row + 2)
        row = below + 1
