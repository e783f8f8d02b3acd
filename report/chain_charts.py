"""The chains as figures of the performance sheet, live: what stages could carry and commit."""

from __future__ import annotations

from typing import Any

from model.answers.results import WAYS
from model.answers.views.chain import chain
from model.answers.views.view import View
from report.book import Book
from report.chain_rows import TIER, TOP_OF_CHAINS, chains, rows_of_chains, rows_of_chart
from report.elevation import FRAME
from report.picture import HEADS, WATER
from report.sheets import PERFORMANCE
from report.states_table import rows_of_states
from report.styles import PIXELS

WIDE, SECOND = 540, 4
"""Pixels of a figure's width, and the column that the second of two begins in."""
STEPS = '[>=1000000000000]0.0,,,," TB/s";0.0,,," GB/s"'
"""How the axis of a figure is written."""


def write_chain_charts(book: Book) -> None:
    """Draw the chains below all tables of the sheet, both ways of a tier beside each other."""
    top = TOP_OF_CHAINS + rows_of_chains(book.results) + rows_of_states(book.results)
    for n, (name, path, way, row) in enumerate(chains(book.results)):
        view = chain(book.results, f"{path}/healthy:healthy", way, ranked=False)
        high = rows_of_chart(book.results, path)
        column = n % len(WAYS) * SECOND
        chart = _chart(book, view, way, row + 1)
        chart.set_title({"name": f"{name}: {HEADS[way].lower()}", "name_font": {"size": 11}})
        chart.set_size({"width": WIDE, "height": high * PIXELS})
        book.sheets[PERFORMANCE].insert_chart(top, column, chart)
        if column:
            book.block(PERFORMANCE, top, top + high)
            top += high + 1


def _chart(book: Book, view: View, way: str, top: int) -> Any:
    """Draw what stages could carry, and in it what they commit: live, clients above."""
    first, last = top + 1, top + len(view.rows)
    committed = 1 + next(n for n, one in enumerate(view.columns) if one.key == "committed")
    chart = book.workbook.add_chart({"type": "bar"})
    colour, _ = WATER[way]
    looks: dict[int, tuple[str, dict[str, object]]] = {
        TIER: ("Could carry", {"fill": {"none": True}, "border": {"color": FRAME, "width": 1.25}}),
        committed: ("Commits", {"fill": {"color": colour, "transparency": 40}}),
    }
    for at, (name, look) in looks.items():
        chart.add_series(
            {
                "name": name,
                "categories": [PERFORMANCE, first, 0, last, 0],
                "values": [PERFORMANCE, first, at, last, at],
                "gap": 35,
                "overlap": 100,
                **look,
            }
        )
    chart.set_x_axis({"num_format": STEPS, "major_gridlines": {"visible": False}})
    chart.set_legend({"position": "bottom"})
    return chart
