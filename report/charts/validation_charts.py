"""Figures of published values beside the model's: errors in their tolerance, bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from model.answers.validation import ROUNDING, Row, is_prediction
from model.units.figures import percent
from report.charts.palette import BLUE, GREY, ORANGE, PURPLE, VERMILION
from report.charts.plan_charts import SHARES, figure_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

COLOURS = {"derived": BLUE, "carried": GREY, "predicted": ORANGE, "calibrated": PURPLE}
RUNS = {"capability": BLUE, "rated": ORANGE}
STEP, FURTHEST = 0.1, 1.0
"""Width of a bar of predictions, and beyond what error the last one stands for all."""
BAND = "rgba(0, 158, 115, 0.12)"
EDGE = 1.3
"""Where the axis ends: a little beyond the tolerance, so that what is out is seen to be out."""
MOST = 25
"""Errors in one figure: those that are nearest to the edge."""
LINE = 24
"""Pixels for each row of a figure."""


def _label(row: Row) -> str:
    return f"{row.system}: {row.figure}"


def differing(rows: Sequence[Row]) -> list[Row]:
    """Give the rows with a tolerance whose model differs at all, the nearest to the edge first."""
    found = [
        row
        for row in rows
        if row.used is not None and row.error is not None and abs(row.error) > ROUNDING
    ]
    return sorted(found, key=lambda row: -abs(row.used or 0.0))


def error_dots(rows: Sequence[Row]) -> Figure | None:
    """Draw each error as a share of its tolerance, in the band of what is allowed."""
    import plotly.graph_objects as go

    drawn = differing(rows)[:MOST]
    if not drawn:
        return None
    traces = []
    for kind, colour in COLOURS.items():
        of_kind = [row for row in drawn if row.kind == kind]
        traces.append(
            go.Scatter(
                name=kind,
                x=[100 * min(max(row.used or 0.0, -EDGE), EDGE) for row in of_kind],
                y=[_label(row) for row in of_kind],
                mode="markers",
                marker={
                    "size": 10,
                    "color": [colour if row.within else VERMILION for row in of_kind],
                    "symbol": ["circle" if row.within else "x" for row in of_kind],
                },
                customdata=[
                    (row.published_text, row.model_text, row.error_text, row.tolerance_text)
                    for row in of_kind
                ],
                hovertemplate="%{y}<br>published %{customdata[0]}, model %{customdata[1]}<br>"
                "error %{customdata[2]} of at most %{customdata[3]}<extra>%{fullData.name}</extra>",
            )
        )
    figure = figure_of(
        *traces, title="Errors, as shares of what is allowed", height=110 + LINE * len(drawn)
    )
    figure.add_vrect(x0=-100, x1=100, fillcolor=BAND, line_width=0, layer="below")
    figure.update_layout(legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0})
    figure.update_xaxes(
        title="Error, as a share of what is allowed",
        range=[-105 * EDGE, 105 * EDGE],
        tickformat="+",
        tickvals=[-100, -50, 0, 50, 100],
        **SHARES,
    )
    figure.update_yaxes(
        categoryorder="array",
        categoryarray=[_label(row) for row in reversed(drawn)],
        range=[-0.7, len(drawn) - 0.3],
    )
    return figure


def prediction_bars(rows: Sequence[Row]) -> Figure | None:
    """Draw how many predictions of bandwidths are off by how much."""
    import plotly.graph_objects as go

    drawn = [row for row in rows if is_prediction(row)]
    if not drawn:
        return None
    traces = []
    for run, colour in RUNS.items():
        of_run = [row for row in drawn if (row.evidence or "capability") == run]
        traces.append(
            go.Histogram(
                name=run,
                x=[100 * min(row.error or 0.0, FURTHEST + STEP / 2) for row in of_run],
                xbins={
                    "start": -100 * FURTHEST,
                    "end": 100 * (FURTHEST + STEP),
                    "size": 100 * STEP,
                },
                marker={"color": colour},
                hovertemplate="%{y} predictions<br>error %{x}<extra>%{fullData.name}</extra>",
            )
        )
    figure = figure_of(*traces, title="How far predictions of bandwidths are off", height=260)
    figure.add_vline(x=0, line={"color": GREY, "dash": "dash", "width": 1})
    figure.update_layout(
        barmode="stack",
        bargap=0.05,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
    )
    figure.update_xaxes(
        title="Error, model against published; the last bar: beyond "
        + percent(FURTHEST, signed=True),
        tickformat="+",
        **SHARES,
    )
    figure.update_yaxes(title="Predictions", dtick=2)
    return figure


def bound_bars(rows: Sequence[Row]) -> Figure | None:
    """Draw what was measured as a share of the model's bound."""
    import plotly.graph_objects as go

    drawn = [row for row in rows if row.reached is not None]
    if not drawn:
        return None
    trace = go.Bar(
        orientation="h",
        x=[100 * (row.reached or 0.0) for row in drawn],
        y=[_label(row) for row in drawn],
        marker={"color": [BLUE if row.within else VERMILION for row in drawn]},
        text=[percent(row.reached or 0.0) for row in drawn],
        textposition="outside",
        cliponaxis=False,
        customdata=[(row.published_text, row.model_text) for row in drawn],
        hovertemplate="%{y}<br>measured %{customdata[0]} of at most %{customdata[1]}"
        "<extra></extra>",
    )
    figure = figure_of(trace, title="What was measured of the bound", height=90 + LINE * len(drawn))
    figure.add_vline(x=100, line={"color": GREY, "dash": "dash", "width": 1})
    figure.update_xaxes(title="Measured, as a share of the model's bound", range=[0, 115], **SHARES)
    figure.update_yaxes(autorange="reversed")
    return figure
