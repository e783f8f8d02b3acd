"""How sure the plan is, in a sheet: what a procedure drew when the workbook was written."""

from __future__ import annotations

from dataclasses import replace

from model.answers.certainty import sample
from model.answers.uncertainty import uncertain
from model.answers.verdict import weakest_sentence
from model.answers.views import certainty_tables
from model.answers.views.view import Column, View
from model.procedures.peaks import RULE
from report.workbook import texts, view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import CERTAINTY, Cell
from report.workbook.widths import FIXED, REMARK

TOP = 3
"""The row of the first table's title; the one above is empty, and all that is printed."""
LAST = len(FIXED[CERTAINTY]) - 1
FIGURES = 7
"""Columns of figures before the one that has room for a text."""


def write_certainty(book: Book) -> None:
    """Write the sheet, where the scenario has bands: chances, quantiles, what moves them, bands."""
    results = book.results
    if not uncertain(results):
        return
    drawn = sample(results)
    about = texts.SAMPLES.format(samples=certainty_tables.counted(drawn), rule=RULE)
    if weak := weakest_sentence(results):
        about = f"{weak}. {about}"
    book.note(Cell(CERTAINTY, 1, 0), LAST, about, sum(FIXED[CERTAINTY]))
    row = TOP
    shown = [at for at in drawn.shown if drawn.tornado(at)]
    tables = (
        certainty_tables.chances(drawn),
        certainty_tables.quantiles(drawn),
        *(certainty_tables.tornado(drawn, address) for address in shown),
        certainty_tables.bands(results),
        certainty_tables.without(drawn),
    )
    for view in tables:
        if view.rows:
            row = _write(book, view, row) + 2


def _write(book: Book, view: View, top: int) -> int:
    """Write a view below its title; remarks stand beside it."""
    book.text(Cell(CERTAINTY, top, 0), view.title, "table")
    view = _spaced(view)
    view_table.heads(book, view, CERTAINTY, top + 1)
    return view_table.rows(book, view, CERTAINTY, top + 2, room=REMARK)


def _spaced(view: View) -> View:
    """Let texts begin where there is room for them: right of the column for figures."""
    texts_at = (n for n, column in enumerate(view.columns) if column.look == "text")
    first = next(texts_at, len(view.columns))
    blank = FIGURES - first  # none where there are more figures
    columns = (*view.columns[:first], *[Column("", "")] * blank, *view.columns[first:])
    rows = (
        replace(row, entries=(*row.entries[:first], *[""] * blank, *row.entries[first:]))
        for row in view.rows
    )
    return replace(view, columns=columns, rows=tuple(rows))
