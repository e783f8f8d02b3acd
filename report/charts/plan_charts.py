"""Results as figures for a screen or a report; plotly is imported when the first one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from model.answers.capacity_steps import CapacityStep, capacity_steps, largest_step
from model.answers.results import Results, Stage
from model.answers.states import is_partial
from model.answers.views.years import PARTS, parts
from model.formulas.time_and_money.checkpoint import CURVE
from model.units.figures import axis_scale, percent, show
from report.charts.palette import (
    COLOURS,
    COMMITTED,
    DARK_GREEN,
    DEEP_BLUE,
    GREY,
    LIMIT,
    LOSS,
    MARK,
    OF_STEP,
    OF_WAY,
    RAW,
)

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

ROOM = 1.15
"""The length of an axis over its longest bar, so that its label fits."""
LEGEND = {"orientation": "h", "y": 1.12, "x": 0, "traceorder": "normal"}
OF_PART = dict(zip(PARTS, (*COLOURS, DARK_GREEN, GREY, DEEP_BLUE), strict=True))
"""The colour of each kind of cost, whichever others there are."""
HEAD = 34
"""Pixels of a title above what else a figure has."""
SHARES = {"ticksuffix": " %"}
"""An axis of shares, which are drawn in percent: numbers stand apart from it, as everywhere."""


def figure_of(*traces: Any, title: str, height: int, **layout: Any) -> Figure:
    """Make a figure of traces, in the colours and margins of all.

    The title comes along when it is taken away as a picture; it stands above so much height.
    """
    import plotly.graph_objects as go

    above = {"x": 0, "y": 1, "xref": "container", "yref": "container", "yanchor": "top"}
    like_all = {
        "colorway": COLOURS,
        "margin": {"l": 8, "r": 8, "t": 36 + HEAD, "b": 8},
        "font": {"size": 13},
        "hoverlabel": {"align": "left"},
        "title": {"text": title, "font": {"size": 15}, "pad": {"t": 6, "l": 2}, **above},
        "height": height + HEAD,
    }
    return go.Figure(list(traces), like_all | layout)


def of_tier(results: Results, path: str) -> str:
    """Say what a figure is a figure of: the tier, where there are several; the scenario."""
    tiers = {at: name for name, at in results.tiers()}
    named = [f"{tiers[path]}"] if len(tiers) > 1 and path in tiers else []
    return ", ".join([*named, results.plan.scenario.name])


def _drawn(steps: list[CapacityStep]) -> list[CapacityStep]:
    """Leave out steps that are unknown, losses of nothing, and totals that repeat the last one.

    The first total that is known starts the way: a loss needs something to be taken from.
    """
    known = [s for s in steps if s.value is not None and (s.value or s.kind != "loss")]
    start = next((n for n, step in enumerate(known) if step.kind != "loss"), len(known))
    known = [step._replace(kind="start") for step in known[start : start + 1]] + known[start + 1 :]
    return [
        step
        for n, step in enumerate(known)
        if n == 0 or not (step.kind == "total" and known[n - 1].kind != "loss")
    ]


def fallen(steps: Sequence[CapacityStep | None]) -> list[tuple[float, float | None, str]]:
    """Give each bar of a waterfall: where it begins, how long it is, its colour."""
    level, bars = 0.0, []
    for step in steps:
        value, kind, name = (None, "", "") if step is None else (step.value, step.kind, step.name)
        if kind == "loss":
            level -= value or 0.0
            bars.append((level, value, LOSS))
        else:
            level = level if value is None else value
            bars.append((0.0, value, OF_STEP.get(name, RAW)))
    return bars


def capacity_waterfall(results: Results, path: str, *, binary: bool = False) -> Figure:
    """Draw the way from a tier's raw capacity to what files may take.

    Steps that are unknown, losses of nothing, and what these leave as it was, are left out; so is
    what stands before the first total that is known.
    """
    import plotly.graph_objects as go

    factor, unit = axis_scale(largest_step(results, path), "byte", binary=binary)
    steps = _drawn(capacity_steps(results, path))
    bars = [(base / factor, (value or 0.0) / factor, c) for base, value, c in fallen(steps)]
    trace = go.Bar(
        x=[step.label.replace(" capacity", "") for step in steps],
        base=[base for base, _, _ in bars],
        y=[value for _, value, _ in bars],
        marker={"color": [colour for _, _, colour in bars]},
        text=[show(step.value, "byte", binary=binary) for step in steps],
        customdata=[
            (step.meaning.replace("`", ""), *in_both(step.value, binary=binary)) for step in steps
        ],
        hovertemplate="%{x}<br>%{customdata[1]} (%{customdata[2]})<br>%{customdata[0]}"
        "<extra></extra>",
        textposition="outside",
        cliponaxis=False,
    )
    levels = [
        base if step.kind == "loss" else value
        for step, (base, value, _) in zip(steps, bars, strict=True)
    ]
    figure = figure_of(
        trace,
        title=f"Capacity, from the drives down: {of_tier(results, path)}",
        height=420,
        showlegend=False,
        bargap=0.3,
        shapes=[
            {"type": "line", "x0": n, "x1": n + 1, "y0": level, "y1": level, "layer": "below"}
            | {"line": {"color": GREY, "width": 1}}
            for n, level in enumerate(levels[:-1])
        ],
    )
    figure.update_yaxes(title=f"Capacity, {unit}", rangemode="tozero")
    return figure


def in_both(value: float | None, *, binary: bool) -> tuple[str, str]:
    """Write bytes in both bases, the chosen one first."""
    return show(value, "byte", binary=binary), show(value, "byte", binary=not binary)


def _stage_name(stage: Stage) -> str:
    return f"{stage.label} ({stage.evidence})" if stage.evidence else stage.label


def stage_bars(results: Results, path: str, way: str, state: str = "") -> Figure:
    """Draw the known stages of a chain, the tightest on top, and what is committed.

    With the path of a state other than healthy the chain is that of its affected servers.
    """
    import plotly.graph_objects as go

    found = results.stages_in(state, way) if state else results.stages(path, way)
    stages = [stage for stage in found if stage.bandwidth is not None]
    factor, unit = axis_scale(max(stage.bandwidth or 0.0 for stage in stages), "byte/s")
    first = stages[0]
    trace = go.Bar(
        orientation="h",
        x=[(stage.bandwidth or 0.0) / factor for stage in stages],
        y=[_stage_name(stage) for stage in stages],
        text=[show(stage.bandwidth, "byte/s") for stage in stages],
        customdata=[
            (
                show(stage.per_server, "byte/s"),
                percent(stage.utilisation or 0.0),
                stage.quantity.title,
            )
            for stage in stages
        ],
        hovertemplate="%{y}: %{text}<br>%{customdata[0]} of hardware in one server<br>"
        "%{customdata[1]} used at the bound<br>%{customdata[2]}<extra></extra>",
        marker={
            "color": [LIMIT if stage.name == first.name else OF_WAY[way] for stage in stages],
            "pattern": {
                "shape": ["/" if stage.evidence else "" for stage in stages],
                "fillmode": "overlay",
                "fgcolor": "white",
                "solidity": 0.15,
            },
        },
        textposition="outside",
        cliponaxis=False,
    )
    title = (
        f"{way.capitalize()} bandwidth of the tier, {unit}"
        if not (state and is_partial(results, state))
        else f"If all servers were as the affected ones: {way}, {unit}"
    )
    committed = None if state else results[path, f"{way}_bandwidth"]
    return figure_of(
        trace,
        title=f"{way.capitalize()} chain: {of_tier(results, path)}",
        height=110 + 34 * len(stages),
        showlegend=False,
        xaxis={"title": {"text": title}, "range": [0, ROOM * max(trace.x)]},
        yaxis={"autorange": "reversed"},
        **({} if committed is None else _line_at(committed / factor, committed)),
    )


def _line_at(x: float, committed: float) -> dict[str, Any]:
    """Give a layout's line through all bars, and what it says: much faster than `add_vline`."""
    above = {"x": x, "xref": "x", "y": 1, "yref": "y domain", "showarrow": False}
    line = {"type": "line", "x0": x, "x1": x, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain"}
    text = {"text": f"expected {show(committed, 'byte/s')}", "font": {"color": COMMITTED}}
    return {
        "shapes": [
            {**line, "line": {"color": "white", "width": 4}},  # so it is seen on bars of its colour
            {**line, "line": {"color": COMMITTED, "dash": "dash", "width": 2}},
        ],
        "annotations": [{**above, **text, "yanchor": "bottom", "xanchor": "center"}],
    }


def _unwarned(function: Callable[..., Any], *operands: Any) -> Any:
    """Call a formula far from where it is meant for: no dump of a year is worth a warning."""
    with np.errstate(all="ignore"):
        return function(*operands)


def efficiency_curve(results: Results) -> Figure | None:
    """Draw a job's efficiency over the interval, for the allowed and the committed dump time."""
    import plotly.graph_objects as go

    best = results["site", "checkpoint_interval"]
    if not best:
        return None
    factor, unit = axis_scale(best, "second")
    tried = np.linspace(best / 10, best * 4, 161)
    efficiency = CURVE["efficiency_at_interval"].function  # type: ignore[union-attr]
    mtti = results["site", "job_mtti"]
    traces = []
    for words, of, colour in (
        ("dump time allowed", "", MARK),
        ("dump time at the committed rate", "committed_", COMMITTED),
    ):
        dump, restart = (results["site", f"{of}{name}"] for name in ("dump_time", "restart_time"))
        if dump is None or mtti is None:
            continue
        traces.append(
            go.Scatter(
                x=tried / factor,
                y=100 * _unwarned(efficiency, tried, dump, mtti, restart),
                name=words,
                line={"color": colour, "dash": "solid" if colour == MARK else "dash"},
                hovertemplate=f"%{{x:.3g}} {unit}: %{{y:.2f}} %"
                f"<extra>{words}: {show(dump, 'second')}</extra>",
            )
        )
    figure = figure_of(
        *traces,
        title=f"Efficiency of a job, by how often it dumps: {results.plan.scenario.name}",
        height=380,
        legend=LEGEND,
    )
    figure.update_xaxes(title=f"Computing time between two dumps, {unit}")
    figure.update_yaxes(title="Efficiency of a job", **SHARES)
    # The best interval is never longer than Young's: their labels keep to either side.
    for name, words, colour, side in (
        ("checkpoint_interval", "best", MARK, "right"),
        ("interval_young", "Young", GREY, "left"),
    ):
        value = results["site", name]
        if value:
            figure.add_vline(x=value / factor, line={"color": colour, "dash": "dot"})
            figure.add_annotation(
                x=value / factor,
                y=0.02 if name == "interval_young" else 0.12,
                yref="paper",
                text=words,
                hovertext=show(value, "second"),
                showarrow=False,
                xanchor=side,
                xshift=5 if side == "left" else -5,
                font={"color": colour},
            )
    return figure


def projected_costs(results: Results) -> Figure | None:
    """Draw what alternatives are projected to cost, stacked by kind; nothing without any."""
    import plotly.graph_objects as go

    stated = results.plan.scenario.projections
    if stated is None:
        return None
    currency = results.plan.scenario.economics.currency
    names = [one.name for one in stated.alternatives]
    kinds = dict.fromkeys(cost.name for one in stated.alternatives for cost in one.costs)
    costs = {
        kind: [
            results.values.get((f"site/projections:{name}/items:{kind}", "item_cost"))
            for name in names
        ]
        for kind in kinds
    }
    known = [results["site/projections:" + name, "projected_cost"] or 0.0 for name in names]
    factor, unit = axis_scale(max(known), "currency", currency=currency)
    traces = [
        go.Bar(
            name=kind,
            y=names,
            x=[None if value is None else value / factor for value in values],
            orientation="h",
            customdata=[show(value, "currency", currency=currency) for value in values],
            hovertemplate="%{y}: %{customdata}<extra>" + kind + "</extra>",
        )
        for kind, values in costs.items()
    ]
    height = 160 + 60 * len(names)
    years = results.plan.scenario.economics.years
    said = f"Projected costs: {results.plan.scenario.name}"
    figure = figure_of(*traces, title=said, height=height, barmode="stack", legend=LEGEND)
    figure.update_xaxes(title=f"Over {years} years, net, {unit}", rangemode="tozero")
    figure.update_yaxes(autorange="reversed")
    return figure


def cost_by_year(results: Results) -> Figure | None:
    """Draw the cost of each year in its known parts; nothing if none is known."""
    import plotly.graph_objects as go

    currency = results.plan.scenario.economics.currency
    years = results.years()
    series = []
    for name in parts(results):
        values = [results[path, name] for path in years]
        label = name.removeprefix("year_").capitalize()
        if name == "year_capital" and values[0] is None:
            values[0], label = results["site", "known_capital_cost"], "Capital (known part)"
        if any(values):
            series.append((label, values, OF_PART[name]))
    if not series:
        return None
    known = [value for _, values, _ in series for value in values if value is not None]
    factor, unit = axis_scale(max(known), "currency", currency=currency)
    traces = [
        go.Bar(
            name=label,
            marker={"color": colour},
            x=[path.rpartition(":")[2].capitalize() for path in years],
            y=[None if value is None else value / factor for value in values],
            customdata=[show(value, "currency", currency=currency) for value in values],
            hovertemplate="%{x}: %{customdata}<extra>" + label + "</extra>",
        )
        for label, values, colour in series
    ]
    said = f"Cost by year: {results.plan.scenario.name}"
    figure = figure_of(*traces, title=said, height=380, barmode="stack", legend=LEGEND)
    figure.update_yaxes(title=f"Net, not discounted, {unit}", rangemode="tozero")
    names = list(traces[0].x)
    figure.update_xaxes(title="Year", tickvals=names, ticktext=[one.split()[-1] for one in names])
    return figure
