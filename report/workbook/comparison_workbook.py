"""Designs beside each other as a workbook: the tables of the comparison as values, and charts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.answers.comparison import Compared
from model.answers.views.comparison_tables import views
from model.answers.views.view import Entry, Found, View
from report.workbook import view_table
from report.workbook.comparison_charts import CHARTS, write_comparison_charts
from report.workbook.lookups import Lookups
from report.workbook.sheet_writer import Book
from report.workbook.sheets import SHEETS, Cell, Layout
from report.workbook.styles import LINE, lines_of_words

SHEET = "Comparison"
ABOUT = (
    "Values as they were planned when the workbook was written: one column for each design."
    " #N/A: unknown."
)
TOP = 3
LABEL, COLUMN = 58, 24
"""The widths of the first column and of the others."""


def comparison_workbook(compared: Compared) -> bytes:
    """Write the tables below each other; give the bytes of the .xlsx file."""
    first = compared.all[0]
    layout = Layout(first, dict.fromkeys(SHEETS, TOP))
    book = Book(first, layout, Lookups(first), names=(SHEET, CHARTS))
    sheet = book.sheets[SHEET]
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.freeze_panes(TOP - 1, 1)
    book.text(Cell(SHEET, 0, 0), " beside ".join(compared.designs), "title")
    book.text(Cell(SHEET, 1, 0), ABOUT, "faint")
    row, right, tops = TOP, 1, {}
    for view in views(compared):
        tops[view.title] = row + 2
        row = _write(book, _named(view), row) + 2
        right = max(right, len(view.columns))
    for at, height in book.heights[SHEET].items():
        sheet.set_row(at, height)
    sheet.set_column(0, 0, LABEL)
    sheet.set_column(1, right, COLUMN)
    write_comparison_charts(book, compared, SHEET, tops)
    book.workbook.close()
    return book.buffer.getvalue()


def _named(view: View) -> View:
    """Let what stands small below a design's column elsewhere say in its head whose it is."""
    heads = {column.key: column.head for column in view.columns}
    columns = (
        replace(c, head=f"{heads[c.below]}: {c.head.lower()}") if c.below else c
        for c in view.columns
    )
    return replace(view, columns=tuple(columns))


def _write(book: Book, view: View, top: int) -> int:
    book.text(Cell(SHEET, top, 0), view.title, "table")
    view_table.heads(book, view, SHEET, top + 1)
    longest = max(lines_of_words(column.head, COLUMN) for column in view.columns)
    book.height(SHEET, top + 1, LINE * longest)
    rooms = {0: LABEL, **dict.fromkeys(_worded(view), COLUMN)}
    bottom = view_table.rows(book, view, SHEET, top + 2, rooms=rooms)
    return view_table.rows(book, _in_tib(view), SHEET, bottom, rooms=rooms)


def _in_tib(view: View) -> View:
    """Give the rows of capacities that a design promises in TiB, to stand below all rows."""
    columns = tuple(
        replace(column, look="binary") if column.look == "promise" else column
        for column in view.columns
    )
    rows = (
        replace(
            row,
            label=f"{row.label}, TiB",
            entries=tuple(one if _is_capacity(one) else "" for one in row.entries),
            note=(),
            tone="faint",
        )
        for row in view.rows
        if not row.takes and any(map(_is_capacity, row.entries))
    )
    return replace(view, columns=columns, rows=tuple(rows))


def _is_capacity(entry: Entry) -> bool:
    return isinstance(entry, Found) and entry.unit == "byte"


def _worded(view: View) -> Iterator[int]:
    """Number the columns of texts, and those of figures in which a longer text may stand."""
    for n, column in enumerate(view.columns, 1):
        words = [row.entries[n - 1] for row in view.rows]
        if column.look == "text" or any(isinstance(w, str) and len(w) > COLUMN for w in words):
            yield n
