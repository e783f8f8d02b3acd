"""Maps of layouts: what each width, parity and record size leaves of the drives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from model.answers.explored_layouts import ExploredLayouts
from model.pools.explorer import Layouts
from model.units.figures import show
from report.charts import texts
from report.charts.drawing import HEAD, SHARES, figure_of
from report.charts.palette import INK, VERMILION

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

PALE_TO_BLUE = ((0.0, "#f6f3e8"), (0.5, "#a3cde3"), (1.0, "#4794c7"))
"""No darker, so that one colour of figures is legible on all of it."""
MOST_NAMED = 24
"""The most columns of a map in whose cells a number has room."""


def _outlines(
    marked: NDArray[np.bool_], columns: Sequence[int]
) -> tuple[list[float | None], list[float | None]]:
    """Give the corners of the marked cells as one line with gaps."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row, column in zip(*np.nonzero(marked), strict=True):
        left, low = columns[column] - 0.46, row - 0.44
        right, high = left + 0.92, low + 0.88
        xs += [left, right, right, left, left, None]
        ys += [low, low, high, high, low, None]
    return xs, ys


def layout_map(
    shares: NDArray[np.float64],
    marked: NDArray[np.bool_],
    columns: Sequence[int],
    rows: Sequence[str],
    hover: tuple[str, str],
    title: str,
    axis: str = texts.DRIVES_OF_VDEV,
) -> Figure:
    """Draw shares of raw as a map over columns; marked cells are framed.

    `hover` names what columns count, and what the shares are.
    """
    import plotly.graph_objects as go

    counted, share = hover
    lowest, highest = float(np.nanmin(shares)), float(np.nanmax(shares))
    cells = go.Heatmap(
        z=100 * shares,
        x=list(columns),
        y=list(range(len(rows))),
        customdata=[[row] * len(columns) for row in rows],
        texttemplate="%{text}" if len(columns) <= MOST_NAMED else None,
        text=[["" if np.isnan(z) else f"{z * 100:.0f}" for z in line] for line in shares],
        textfont={"color": INK["light"]},
        colorscale=PALE_TO_BLUE,
        zmin=100 * lowest,
        zmax=100 * highest,
        hoverongaps=False,
        hovertemplate=f"%{{x}} {counted}, %{{customdata}}: %{{z:.2f}} % {share}<extra></extra>",
        colorbar={**SHARES, "thickness": 10, "outlinewidth": 0},
    )
    xs, ys = _outlines(marked, columns)
    frames = go.Scatter(
        x=xs, y=ys, mode="lines", hoverinfo="skip", line={"color": VERMILION, "width": 2}
    )
    figure = figure_of(cells, frames, title=title, height=90 + 27 * len(rows), showlegend=False)
    figure.update_layout(margin={"t": 8 + HEAD})
    figure.update_xaxes(
        title=axis,
        dtick=1 if len(columns) <= MOST_NAMED else 4,
        showgrid=False,
        zeroline=False,
        range=[columns[0] - 0.5, columns[-1] + 0.5],
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))), ticktext=list(rows), showgrid=False, zeroline=False
    )
    return figure


def usable_map(layouts: Layouts) -> Figure:
    """Draw what `zfs list` reports of a pool over width and parity, as a share of raw."""
    names = [f"raidz{parity}" for parity in layouts.parities]
    return layout_map(
        layouts.usable,
        layouts.usable_marked,
        layouts.widths,
        names,
        (texts.DRIVES, texts.USABLE),
        texts.USABLE_TITLE,
    )


def stored_map(layouts: Layouts, parity: int) -> Figure:
    """Draw what files of full records can hold over width and record size, as a share of raw."""
    n = layouts.parities.index(parity)
    names = [show(record, "byte", binary=True) for record in layouts.records]
    return layout_map(
        layouts.stored[n].T,
        layouts.stored_marked[n].T,
        layouts.widths,
        names,
        (texts.DRIVES, texts.STORED),
        texts.STORED_TITLE.format(parity),
    )


def explored_map(layouts: ExploredLayouts, figure: str, *, over_servers: bool) -> Figure:
    """Draw one figure of layouts beside RAIDZ, as a share of raw."""
    counted, axis = texts.DRIVES, texts.DRIVES_OF_GROUP
    if over_servers:
        counted, axis = texts.SERVERS, texts.NUMBER_OF_SERVERS
    return layout_map(
        layouts.shares[figure],
        layouts.marked,
        layouts.columns,
        layouts.rows,
        (counted, texts.OF_RAW),
        figure,
        axis,
    )
