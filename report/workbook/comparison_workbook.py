"""Designs beside each other as a workbook: the tables of the comparison as values, and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from model.answers.comparison import Compared
from model.answers.results import WAYS
from model.answers.views.chart import Chart
from model.answers.views.comparison_charts import chains, costs, where_raw_goes
from model.answers.views.comparison_tables import STEPS, YEARS, alike, chain_title, views
from model.answers.views.view import Entry, FixedValue, View
from report.workbook import charts, texts, view_table
from report.workbook.charts import Range
from report.workbook.lookups import Lookups
from report.workbook.sheet_writer import Book
from report.workbook.sheets import SHEETS, Cell, Layout
from report.workbook.styles import LINE, lines_of_words

SHEET = "Comparison"
CHARTS = "Charts"
"""The sheet that charts stand on."""
ROWS, COLUMNS = 19, 10
"""The rows and columns of the sheet that a chart takes."""
DATA = 30
"""The first column of what charts are drawn from, where no table has it in a row."""
TOP = 4
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
    book.text(Cell(SHEET, 0, 0), texts.BESIDE.join(compared.designs), "title")
    book.text(Cell(SHEET, 1, 0), texts.COMPARISON, "faint")
    book.text(Cell(SHEET, 2, 0), alike(compared), "strong")
    row, right, names = TOP, 1, {}
    shown = list(views(compared))
    for view in shown:
        names[view.title] = [SHEET, row + 2, 0, row + 1 + len(view.rows), 0]
        row = _write(book, _named(view), row) + 2
        right = max(right, len(view.columns))
    for at, height in book.heights[SHEET].items():
        sheet.set_row(at, height)
    sheet.set_column(0, 0, LABEL)
    sheet.set_column(1, right, COLUMN)
    _draw(book, list(_charts(compared, shown)), names)
    book.workbook.close()
    return book.buffer.getvalue()


def _charts(compared: Compared, shown: Sequence[View]) -> Iterator[tuple[Chart, View]]:
    """Give the charts of the tables that are shown."""
    made: dict[str, Callable[[View], Chart | None]] = {
        STEPS: where_raw_goes,
        **{chain_title(way): partial(chains, compared, way=way) for way in WAYS},
        YEARS: partial(costs, compared),
    }
    for view in shown:
        if view.title in made and (chart := made[view.title](view)) is not None:
            yield chart, view


def _draw(book: Book, found: Sequence[tuple[Chart, View]], names: Mapping[str, Range]) -> None:
    """Draw charts, two in a row."""
    sheet = book.sheets[CHARTS]
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    for n, (chart, view) in enumerate(found):
        rows = names[view.title]
        heads = [SHEET, rows[1] - 1, 1, rows[1] - 1, len(view.columns)]
        at = Cell(CHARTS, 1 + n // 2 * ROWS, n % 2 * COLUMNS)
        below = [line.label for line in view.rows] == list(chart.categories)
        data = Cell(CHARTS, at.row, DATA)
        charts.insert(book, chart, at, data, names=rows if below else heads)


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
            label=texts.TIB_BELOW.format(row.label),
            entries=tuple(one if _is_capacity(one) else "" for one in row.entries),
            note=(),
            tone="faint",
        )
        for row in view.rows
        if not row.takes and any(map(_is_capacity, row.entries))
    )
    return replace(view, columns=columns, rows=tuple(rows))


def _is_capacity(entry: Entry) -> bool:
    return isinstance(entry, FixedValue) and entry.unit == "byte"


def _worded(view: View) -> Iterator[int]:
    """Number the columns of texts, and those of figures in which a longer text may stand."""
    for n, column in enumerate(view.columns, 1):
        words = [row.entries[n - 1] for row in view.rows]
        if column.look == "text" or any(isinstance(w, str) and len(w) > COLUMN for w in words):
            yield n
