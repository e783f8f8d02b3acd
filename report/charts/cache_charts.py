"""Figures of caches: how a burst fills them, and what benchmarks measured elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from model.answers.results import Results
from model.units.figures import axis_scale, show
from report.charts.benchmarks import Benchmark
from report.charts.palette import BLUE, ORANGE
from report.charts.plan_charts import LEGEND, figure_of, of_tier

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

STOP = "stop when caches are full"


def burst_chart(results: Results, path: str, *, binary: bool = False) -> Figure | None:
    """Draw clients that write as fast as they can until the caches are full; None if never."""
    import plotly.graph_objects as go

    names = (
        "time_to_fill",
        "time_until_drained",
        "caches_capacity",
        "cached_write_bandwidth",
        "write_bandwidth_after_burst",
    )
    known = [results.values.get((path, name)) for name in names]
    figures = [value for value in known if value is not None]
    if len(figures) < len(names) or results[path, "caches_hold"] != 0:
        return None
    full, drained, capacity, fast, slow = figures
    times, time_unit = axis_scale(drained, "second")
    sizes, size_unit = axis_scale(capacity, "byte", binary=binary)
    rates, rate_unit = axis_scale(fast, "byte/s")
    filled, kept = (
        go.Scatter(
            x=[n / times for n in at],
            y=[n / sizes for n in held],
            name=f"held, if clients {words}",
            yaxis="y2",
            fill="tozeroy" if words == STOP else None,
            line={"color": ORANGE, "width": 2, "dash": "solid" if words == STOP else "dash"},
            hovertemplate=f"%{{x:.3g}} {time_unit}: %{{y:.4g}} {size_unit}<extra>caches</extra>",
        )
        for words, at, held in (
            (STOP, (0.0, full, drained), (0.0, capacity, 0.0)),
            ("go on", (full, drained), (capacity, capacity)),
        )
    )
    written = go.Scatter(
        x=[n / times for n in (0.0, full, full, drained)],
        y=[n / rates for n in (fast, fast, slow, slow)],
        name="clients write",
        line={"color": BLUE, "width": 3},
        hovertemplate=f"%{{x:.3g}} {time_unit}: %{{y:.4g}} {rate_unit}<extra>clients</extra>",
    )
    figure = figure_of(
        filled,
        kept,
        written,
        title=f"A burst of writes: {of_tier(results, path)}",
        height=420,
        legend={**LEGEND, "y": -0.25},
    )
    figure.update_layout(
        yaxis={"title": f"Clients write, {rate_unit}", "rangemode": "tozero"},
        yaxis2={
            "title": f"In the caches, {size_unit}",
            "overlaying": "y",
            "side": "right",
            "rangemode": "tozero",
            "tickmode": "auto",
            "showgrid": False,
        },
    )
    figure.update_xaxes(title=f"Time since the burst began, {time_unit}")
    figure.add_vline(
        x=full / times,
        line={"color": ORANGE, "dash": "dot"},
        annotation={"text": "full", "yanchor": "bottom"}
        | {"hovertext": f"full after {show(full, 'second')}"},
    )
    return figure


def benchmark_bars(lines: Sequence[Benchmark], title: str) -> Figure:
    """Draw what a benchmark measured on several systems, on a logarithmic axis."""
    import plotly.graph_objects as go

    known = [value for line in lines for value in line.values.values() if value is not None]
    factor, unit = axis_scale(max(known), lines[0].unit)
    traces = [
        go.Bar(
            name=system,
            x=[", ".join(line.what) for line in lines],
            y=[None if (v := line.values[system]) is None else v / factor for line in lines],
            customdata=[show(line.values[system], line.unit) for line in lines],
            hovertemplate="%{x}: %{customdata}<extra>" + system + "</extra>",
        )
        for system in lines[0].values
    ]
    said = f"{title}, as measured"
    figure = figure_of(*traces, title=said, height=400, barmode="group", legend=LEGEND)
    figure.update_yaxes(title=f"{title}, {unit}", type="log", dtick=1)
    return figure
