"""Designs beside each other as figures: what they hold, how fast they are, what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from model.answers.comparison import Compared
from model.answers.views.comparison import so_far
from model.units.figures import axis_scale, show
from report.figures import BLUE, GREEN, GREY, LEGEND, SKY, figure_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

HELD = (
    ("raw_capacity", "Raw", GREY),
    ("usable_capacity", "Usable", SKY),
    ("planned_capacity", "Planned", BLUE),
)
"""Each within the one before it: its figure, its name, its colour."""
FAST = (("write_bandwidth", "Writing", BLUE), ("read_bandwidth", "Reading", GREEN))
ABOVE = {**LEGEND, "y": 1.02, "yanchor": "bottom"}
"""A legend that no bar runs into, however low the figure is."""
BAR, AROUND = 46, 130
"""Pixels of the bars of a design, and around all of them."""


def capacities(compared: Compared) -> Figure:
    """Draw from raw to planned capacity of each design, one within the other."""
    return _bars(compared, HELD, "byte", barmode="overlay")


def bandwidths(compared: Compared) -> Figure:
    """Draw what each design commits to, writing and reading."""
    return _bars(compared, FAST, "byte/s", barmode="group")


def _bars(
    compared: Compared, drawn: tuple[tuple[str, str, str], ...], unit: str, **layout: Any
) -> Figure:
    import plotly.graph_objects as go

    names = list(compared.designs)
    values = {
        figure: [one.values.get(("site", figure)) for one in compared.all] for figure, _, _ in drawn
    }
    known = [value for of in values.values() for value in of if value is not None]
    factor, label = axis_scale(max(known, default=1.0), unit)
    traces = [
        go.Bar(
            name=name,
            y=names,
            x=[None if value is None else value / factor for value in values[figure]],
            orientation="h",
            marker_color=colour,
            customdata=[show(value, unit) for value in values[figure]],
            hovertemplate="%{y}: %{customdata}<extra>" + name + "</extra>",
        )
        for figure, name, colour in drawn
    ]
    height = AROUND + BAR * len(names)
    found = figure_of(*traces, height=height, legend=ABOVE, bargap=0.35, **layout)
    found.update_xaxes(title=label, rangemode="tozero")
    found.update_yaxes(autorange="reversed", automargin=True)
    return found


def costs(compared: Compared) -> Figure | None:
    """Draw what each design costs until the end of each year; nothing, if none of it is known."""
    import plotly.graph_objects as go

    sums = so_far(compared)
    known = [value for values in sums for value in values]
    if not any(known) or len(set(compared.currencies)) > 1:
        return None
    currency = compared.currencies[0]
    factor, label = axis_scale(max(known), "currency", currency=currency)
    traces = [
        go.Scatter(
            name=name,
            x=[f"Year {n}" for n in range(len(values))],
            y=[value / factor for value in values],
            mode="lines+markers",
            customdata=[show(value, "currency", currency=currency) for value in values],
            hovertemplate="%{x}: %{customdata}<extra>" + name + "</extra>",
        )
        for name, values in zip(compared.designs, sums, strict=True)
    ]
    found = figure_of(*traces, height=340, legend=ABOVE)
    found.update_yaxes(title=f"Known cost so far, net, {label}", rangemode="tozero")
    return found
