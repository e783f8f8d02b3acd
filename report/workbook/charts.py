"""Draws charts into sheets: any chart that is declared as series of figures, over live cells.

A series whose figures stand in a row or a column of a sheet is drawn from there. Any other one is
written for it: what a figure refers to, cell by cell, behind the chart or beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from model.answers.views.chart import Axis, Chart, Figure, Series
from model.answers.views.view import Column, FixedValue, Row
from report.charts.palette import colour_of
from report.workbook import view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell

WIDE, HIGH = 620, 360
"""Pixels of a chart."""
FORMATS = {
    "byte": '[>=1000000000000000]0.0,,,,," PB";0,,,," TB"',
    "byte/s": '[>=1000000000000]0.0,,,," TB/s";0,,," GB/s"',
    "currency": "#,##0",
}
"""How the numbers of an axis are written, in the steps of its unit."""
TITLE = {"size": 11}
LINE = Column("", "")
PLAIN = Row("", ())
Range = list[Any]
"""A sheet, and the first and the last row and column of cells in it."""


def insert(
    book: Book,
    chart: Chart,
    at: Cell,
    data: Cell,
    *,
    names: Range | None = None,
    size: tuple[int, int] = (WIDE, HIGH),
) -> None:
    """Draw a chart at a cell. What no cells in a row hold is written from the cell `data` on.

    `names` are the cells of its categories, where there are some.
    """
    columns = count(data.column)
    if chart.categories and names is None:
        names = _write_names(book, chart, Cell(data.sheet, data.row, next(columns)))
    drawn = book.workbook.add_chart(_kind(chart))
    for one in chart.series:
        values = _range(book, one.figures)
        if values is None:
            values = _write(book, one, one.figures, Cell(data.sheet, data.row, next(columns)))
        places = names
        if one.at:
            places = _range(book, one.at) or _write(
                book, one, one.at, Cell(data.sheet, data.row, next(columns))
            )
        drawn.add_series(_series(chart, one, values, places))
    _lay_out(book, chart, drawn)
    drawn.set_size({"width": size[0], "height": size[1]})
    book.sheets[at.sheet].insert_chart(
        at.row, at.column, drawn, {"description": chart.title, "object_position": 1}
    )


def _kind(chart: Chart) -> dict[str, str]:
    """Choose the kind of chart by its first mark, and by whether it has categories."""
    is_bars = chart.series[0].mark == "bar"
    if not is_bars:
        if chart.categories:
            return {"type": "line"}
        return {"type": "scatter", "subtype": "straight"}
    kind = "bar" if chart.lying else "column"
    return {"type": kind} | ({"subtype": "stacked"} if chart.together == "stacked" else {})


def _series(chart: Chart, one: Series, values: Range, places: Range | None) -> dict[str, Any]:
    colour = colour_of(one.colour)
    found: dict[str, Any] = {"name": one.name, "values": values}
    if places:
        found["categories"] = places
    if one.mark == "bar":
        return found | {"fill": {"color": colour}, "gap": 45 if chart.lying else 60}
    line: dict[str, Any] = {"color": colour, "width": 2}
    if one.dashed:
        line["dash_type"] = "dash"
    found["line"] = line
    has_dots = one.mark == "dotted line"
    dot = {"type": "circle", "fill": {"color": colour}, "border": {"color": colour}}
    return found | {"marker": dot if has_dots else {"type": "none"}}


def _lay_out(book: Book, chart: Chart, drawn: Any) -> None:
    currency = book.results.plan.scenario.economics.currency
    named = {"name": chart.title, "name_font": TITLE}
    figures = _axis(chart.figures, currency) | {"min": 0}
    places = _axis(chart.places, currency)
    if chart.lying:
        figures["major_gridlines"] = {"visible": False}
        places |= {"reverse": True, "crossing": "max"}
    across, up = (figures, places) if chart.lying else (places, figures)
    drawn.set_x_axis(across)
    drawn.set_y_axis(up)
    drawn.set_title(named)
    drawn.set_legend({"position": "bottom"} if len(chart.series) > 1 else {"none": True})


def _axis(axis: Axis, currency: str) -> dict[str, Any]:
    unit = {"currency": currency, "second": "s"}.get(axis.unit, "")
    title = ", ".join(filter(None, (axis.title, unit)))
    found: dict[str, Any] = {"name": title, "name_font": {"bold": False}} if title else {}
    number = "0%" if axis.is_share else FORMATS.get(axis.unit, "")
    return found | ({"num_format": number} if number else {})


def _range(book: Book, figures: Sequence[Figure | None]) -> Range | None:
    """Give the cells of figures, if they stand in a row or in a column; unknown ones between."""
    cells = {n: _cell(book, one) for n, one in enumerate(figures) if one is not None}
    known = {n: cell for n, cell in cells.items() if cell is not None}
    if not known or len(known) < len(cells):
        return None
    first, start = min(known), known[min(known)]
    last = len(figures) - 1
    for down, right in ((0, 1), (1, 0)):
        if all(
            cell
            == Cell(start.sheet, start.row + down * (n - first), start.column + right * (n - first))
            for n, cell in known.items()
        ):
            top, left = start.row - down * first, start.column - right * first
            return [start.sheet, top, left, top + down * last, left + right * last]
    return None


def _cell(book: Book, figure: Figure) -> Cell | None:
    """Give the cell in which a figure stands, if it has one."""
    if (written := book.written.get(id(figure))) is not None:
        return written[0]
    if isinstance(figure, FixedValue) or figure.formula is not None:
        return None
    return book.layout.cells.get(figure.addresses[0])


def _write_names(book: Book, chart: Chart, top: Cell) -> Range:
    for n, name in enumerate(chart.categories):
        book.text(Cell(top.sheet, top.row + 1 + n, top.column), name, "faint")
    return [top.sheet, top.row + 1, top.column, top.row + len(chart.categories), top.column]


def _write(book: Book, one: Series, figures: Sequence[Figure | None], top: Cell) -> Range:
    """Write figures below each other."""
    book.text(top, one.name, "faint")
    for n, figure in enumerate(figures, 1):
        if figure is not None:
            view_table.write(book, Cell(top.sheet, top.row + n, top.column), LINE, figure, PLAIN)
    return [top.sheet, top.row + 1, top.column, top.row + len(figures), top.column]
