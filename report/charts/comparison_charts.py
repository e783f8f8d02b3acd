"""Designs beside each other as figures: what they hold, how fast they are, what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from model.answers.comparison import Compared
from model.answers.views.comparison_tables import so_far
from model.units.figures import axis_scale, show
from report.charts.palette import LIMIT, OF_WAY, PLANNED, RAW, USABLE
from report.charts.plan_charts import LEGEND, fallen, figure_of, in_both

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

HELD = (
    ("raw_capacity", "Raw", RAW),
    ("usable_capacity", "Usable", USABLE),
    ("planned_capacity", "Planned", PLANNED),
)
"""Each within the one before it: its figure, its name, its colour."""
FAST = (
    ("write_bandwidth", "Writing", OF_WAY["write"]),
    ("read_bandwidth", "Reading", OF_WAY["read"]),
)
ABOVE = {**LEGEND, "y": 1.02, "yanchor": "bottom"}
"""A legend that no bar runs into, however low the figure is."""
ACROSS, LONGEST = 3, 26
"""Panels in a row, and letters of what stands above one."""
WIDEST = 8
"""Times that a panel may be longer than another one in the same scale."""
PANEL_BAR, AROUND_PANEL = 24, 90
"""Pixels of a bar of a panel, and around all of them."""
BAR, AROUND = 46, 130
"""Pixels of the bars of a design, and around all of them."""


def capacities(compared: Compared, *, binary: bool = False) -> Figure:
    """Draw from raw to planned capacity of each design, one within the other."""
    return _bars(compared, HELD, "byte", "Capacity", binary=binary, barmode="overlay")


def bandwidths(compared: Compared) -> Figure:
    """Draw what each design commits to, writing and reading."""
    return _bars(compared, FAST, "byte/s", "Expected bandwidth", barmode="group")


def _bars(
    compared: Compared,
    drawn: tuple[tuple[str, str, str], ...],
    unit: str,
    title: str,
    *,
    binary: bool = False,
    **layout: Any,
) -> Figure:
    import plotly.graph_objects as go

    names = list(compared.designs)
    values = {
        figure: [one.values.get(("site", figure)) for one in compared.all] for figure, _, _ in drawn
    }
    known = [value for of in values.values() for value in of if value is not None]
    factor, label = axis_scale(max(known, default=1.0), unit, binary=binary)
    traces = [
        go.Bar(
            name=name,
            y=names,
            x=[None if value is None else value / factor for value in values[figure]],
            orientation="h",
            marker_color=colour,
            customdata=[show(value, unit, binary=binary) for value in values[figure]],
            hovertemplate="%{y}: %{customdata}<extra>" + name + "</extra>",
        )
        for figure, name, colour in drawn
    ]
    height = AROUND + BAR * len(names)
    found = figure_of(*traces, title=title, height=height, legend=ABOVE, bargap=0.35, **layout)
    found.update_xaxes(title=label, rangemode="tozero")
    found.update_yaxes(autorange="reversed", automargin=True)
    return found


def waterfalls(compared: Compared, *, binary: bool = False) -> Figure:
    """Draw the way from raw to live capacity of each tier of data, all in one scale."""
    import plotly.graph_objects as go

    kept = {
        name: steps
        for name, steps in compared.steps.items()
        if any(s is not None and (s.value or s.kind != "loss") for s in steps)
    }
    factor, label = axis_scale(
        max((s.value or 0.0 for steps in kept.values() for s in steps if s), default=1.0),
        "byte",
        binary=binary,
    )
    names = [name.removesuffix(" capacity") for name in kept]
    traces = []
    for steps in zip(*kept.values(), strict=True):
        bars = fallen(steps)
        traces.append(
            go.Bar(
                y=names,
                base=[base / factor for base, _, _ in bars],
                x=[None if value is None else value / factor for _, value, _ in bars],
                orientation="h",
                marker_color=[colour for _, _, colour in bars],
                customdata=[in_both(value, binary=binary) for _, value, _ in bars],
                hovertemplate="%{y}: %{customdata[0]} (%{customdata[1]})<extra></extra>",
            )
        )
    return _panels(compared, traces, label, "Capacity, from the drives down")


def chains(compared: Compared, way: str) -> Figure | None:
    """Draw what each stage of each tier of data could carry; the one that limits is marked."""
    import plotly.graph_objects as go

    stages = compared.stages(way)
    known = [s.bandwidth for of in stages.values() for s in of if s and s.bandwidth is not None]
    if not known:
        return None
    factor, label = axis_scale(max(known), "byte/s")
    traces = []
    for of_one in zip(*stages.values(), strict=True):
        bandwidths = [None if stage is None else stage.bandwidth for stage in of_one]
        traces.append(
            go.Bar(
                y=list(stages),
                x=[None if value is None else value / factor for value in bandwidths],
                orientation="h",
                marker_color=[LIMIT if s and s.limits else OF_WAY[way] for s in of_one],
                customdata=[show(value, "byte/s") for value in bandwidths],
                hovertemplate="%{y}: %{customdata}<extra></extra>",
            )
        )
    return _panels(
        compared,
        traces,
        label,
        f"{way.capitalize()} chain, from drives to clients; red is what limits",
    )


def _panels(compared: Compared, traces: list[Any], label: str, title: str) -> Figure:
    """Put a panel a tier beside each other, a few in a row, with one list of what bars are.

    All are in one scale, unless nothing could be seen of the smallest in it.
    """
    from plotly.subplots import make_subplots

    across = min(len(traces), ACROSS)
    down = -(-len(traces) // across)
    height = AROUND_PANEL + PANEL_BAR * len(traces[0].y)
    longest = [max((x for x in trace.x if x), default=0.0) for trace in traces]
    is_one_scale = max(longest) <= WIDEST * min((x for x in longest if x), default=0.0)
    grid = make_subplots(
        rows=down,
        cols=across,
        shared_yaxes=True,
        subplot_titles=[_short(name) for name in compared.tiers],
        horizontal_spacing=0.04,
        vertical_spacing=0 if down == 1 else 0.8 * AROUND_PANEL / (down * height),
    )
    for n, trace in enumerate(traces):
        grid.add_trace(trace, row=n // across + 1, col=n % across + 1)
    grid.update_layout(
        figure_of(title=title, height=down * height, showlegend=False, bargap=0.3).layout
    )
    grid.update_xaxes(rangemode="tozero", nticks=5, matches="x" if is_one_scale else None)
    grid.update_xaxes(title=label if is_one_scale else f"{label}, each in its own scale", row=down)
    grid.update_yaxes(autorange="reversed", matches="y")
    grid.update_yaxes(automargin=True, col=1)
    return grid


def _short(name: str) -> str:
    """Shorten a name, so that it stays above its panel."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def costs(compared: Compared) -> Figure | None:
    """Draw what each design costs until the end of each year; nothing, if none of it is known."""
    import plotly.graph_objects as go

    sums = so_far(compared)
    known = [value for values in sums for value in values if value is not None]
    if not any(known) or len(set(compared.currencies)) > 1:
        return None
    currency = compared.currencies[0]
    factor, label = axis_scale(max(known), "currency", currency=currency)
    traces = [
        go.Scatter(
            name=name,
            x=[f"Year {n}" for n in range(len(values))],
            y=[None if value is None else value / factor for value in values],
            mode="lines+markers",
            customdata=[show(value, "currency", currency=currency) for value in values],
            hovertemplate="%{x}: %{customdata}<extra>" + name + "</extra>",
        )
        for name, values in zip(compared.designs, sums, strict=True)
        if any(values)
    ]
    found = figure_of(*traces, title="Known cost so far", height=340, legend=ABOVE)
    found.update_yaxes(title=f"Known cost so far, net, {label}", rangemode="tozero")
    return found
