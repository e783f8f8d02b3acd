"""The charts of a comparison, of the cells of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.answers.comparison import Compared
from model.answers.results import WAYS
from model.answers.views.comparison_tables import capacity, chain, so_far, years
from model.answers.views.view import View
from report.charts.palette import COLOURS, GREY, LOSS, PLANNED
from report.workbook.sheet_writer import Book

CHARTS = "Charts"
"""The sheet that they stand on."""
WIDE, HIGH, ROWS, COLUMNS = 620, 360, 19, 10
"""Pixels of a chart, and the rows and columns of the sheet that it takes."""
BYTES = '[>=1000000000000000]0.0,,,,," PB";0,,,," TB"'
RATES = '[>=1000000000000]0.0,,,," TB/s";0,,," GB/s"'
"""How axes are written."""


def write_comparison_charts(
    book: Book, compared: Compared, sheet: str, tops: Mapping[str, int]
) -> None:
    """Draw the tables that begin in those rows of a sheet, two charts in a row."""
    book.sheets[CHARTS].hide_gridlines(2)
    book.sheets[CHARTS].set_landscape()
    book.sheets[CHARTS].set_paper(9)
    book.sheets[CHARTS].fit_to_pages(1, 0)
    made = (
        _where_raw_goes(book, capacity(compared), sheet, tops),
        *(_chain(book, chain(compared, way), sheet, tops) for way in WAYS),
        _costs(book, compared, sheet, tops),
    )
    for n, chart in enumerate(chart for chart in made if chart is not None):
        chart.set_size({"width": WIDE, "height": HIGH})
        chart.set_legend({"position": "bottom"})
        book.sheets[CHARTS].insert_chart(1 + n // 2 * ROWS, n % 2 * COLUMNS, chart)


def _where_raw_goes(book: Book, view: View, sheet: str, tops: Mapping[str, int]) -> Any:
    """Draw of each design what is lost, step by step, and what is left of its raw capacity."""
    top, last = tops[view.title], len(view.columns)
    chart = book.workbook.add_chart({"type": "bar", "subtype": "stacked"})
    left = max(n for n, row in enumerate(view.rows) if not row.takes)
    losses = [n for n, row in enumerate(view.rows) if row.takes]
    for n, colour in zip([left, *reversed(losses)], _of_steps(), strict=False):
        chart.add_series(
            {
                "name": [sheet, top + n, 0],
                "categories": [sheet, top - 1, 1, top - 1, last],
                "values": [sheet, top + n, 1, top + n, last],
                "fill": {"color": colour},
                "gap": 45,
            }
        )
    chart.set_title({"name": "Where raw capacity goes", "name_font": {"size": 11}})
    chart.set_x_axis({"num_format": BYTES, "major_gridlines": {"visible": False}})
    chart.set_y_axis({"reverse": True, "crossing": "max"})
    return chart


def _of_steps() -> Iterator[str]:
    """Give the colour of what is left, and of as many losses as there are."""
    yield PLANNED
    while True:
        yield from (LOSS, *(c for c in COLOURS if c not in (LOSS, PLANNED)), GREY)


def _chain(book: Book, view: View, sheet: str, tops: Mapping[str, int]) -> Any:
    """Draw what each stage could carry, a bar a design."""
    if view.title not in tops:
        return None
    top = tops[view.title]
    chart = book.workbook.add_chart({"type": "bar"})
    for at in (n for n, column in enumerate(view.columns, 1) if not column.below):
        chart.add_series(
            {
                "name": [sheet, top - 1, at],
                "categories": [sheet, top, 0, top + len(view.rows) - 1, 0],
                "values": [sheet, top, at, top + len(view.rows) - 1, at],
                "fill": {"color": COLOURS[at // 2 % len(COLOURS)]},
                "gap": 60,
            }
        )
    chart.set_title({"name": view.title, "name_font": {"size": 11}})
    chart.set_x_axis({"num_format": RATES, "major_gridlines": {"visible": False}})
    chart.set_y_axis({"reverse": True, "crossing": "max"})
    return chart


def _costs(book: Book, compared: Compared, sheet: str, tops: Mapping[str, int]) -> Any:
    """Draw what each design costs until the end of each year, if all count in one currency."""
    sums = so_far(compared)
    view = years(compared)
    if len(set(compared.currencies)) > 1 or not any(any(of) for of in sums):
        return None
    top = tops[view.title]
    chart = book.workbook.add_chart({"type": "line"})
    for n, (of, name) in enumerate(zip(sums, compared.designs, strict=True)):
        if any(of):
            chart.add_series(
                {
                    "name": name,
                    "categories": [sheet, top, 0, top + len(of) - 1, 0],
                    "values": [sheet, top, 2 + 2 * n, top + len(of) - 1, 2 + 2 * n],
                    "line": {"color": COLOURS[n], "width": 2},
                    "marker": {"type": "circle", "fill": {"color": COLOURS[n]}},
                }
            )
    title = f"Cost so far, net, of what is known, {compared.currencies[0]}"
    chart.set_title({"name": title, "name_font": {"size": 11}})
    chart.set_y_axis({"num_format": "#,##0", "min": 0})
    return chart
