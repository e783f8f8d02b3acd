"""Draws charts with plotly, for pages: any chart that is declared as series of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from model.answers.results import Results
from model.answers.views.chart import (
    Axis,
    Chart,
    Figure,
    Line,
    Series,
    known,
    largest,
    number_of,
    starts,
)
from model.units.figures import axis_scale, percent, show, show_both
from report.charts import texts
from report.charts.palette import COLOURS, GREY, IN_INK, MARK, WHITE, colour_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure as Drawing

ROOM = 1.15
"""The length of an axis over its longest bar, so that what is said beside it fits."""
HEAD = 34
"""Pixels of a title above what else a figure has."""
ACROSS, LONGEST = 3, 26
"""Panels in a row, and letters of what stands above one."""
WIDEST = 8
"""Times that a panel may be longer than another one in the same scale."""
AROUND_PANEL = 90
"""Pixels around all bars of a panel."""
SHARES = {"ticksuffix": " %"}
"""An axis of shares, which are drawn in percent: numbers stand apart from it, as everywhere."""
LEGEND = {"orientation": "h", "x": 0, "traceorder": "normal"}
BELOW = 62
"""Pixels of ticks and the title of an axis, below which a legend may stand."""
LONG_NAME = 8
"""Letters of names below bars that stand in one line."""
TICKS = 5
"""Numbers beside an axis of whole ones, at most about."""
POINT, DOT, TO_PICK = 10, 6, 13
"""Pixels of a point, of a dot on a line, and of what is met with a finger."""
LONG_BARS = 0.5
"""The width of bars that lie over each other from where they start, as a share of their row."""
PALER = 0.18
"""How much of its colour a band has."""
BAND = "rgba(0, 158, 115, 0.12)"
"""The band behind the marks: what is allowed."""


def figure_of(*traces: Any, title: str, height: int, **layout: Any) -> Drawing:
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


class Scaled:
    """An axis in the step and the base that its figures are drawn in."""

    def __init__(self, axis: Axis, top: float | None, currency: str, *, binary: bool) -> None:
        self.top = top or 0.0
        self.axis, self.currency, self.binary = axis, currency, binary and axis.unit == "byte"
        self.factor, self.label = axis_scale(top, axis.unit, binary=self.binary, currency=currency)
        if axis.is_share:
            self.factor, self.label = 0.01, ""
        if axis.ticks and axis.log:
            self.factor, self.label = 1.0, ""

    def __call__(self, values: Sequence[float | None]) -> list[float | None]:
        """Give figures in that step."""
        if self.axis.is_share:
            return [None if value is None else 100 * value for value in values]
        return [None if value is None else value / self.factor for value in values]

    def value_text(self, figure: Figure | None, value: float | None) -> str:
        """Write a figure; a capacity in both bases, the chosen one first."""
        if value is None:
            return "unknown"
        if self.axis.is_share:
            return percent(value, 2, signed=self.axis.signed)
        if self.axis.unit == "byte":
            return show_both(value, binary=self.binary)
        currency = getattr(figure, "currency", "") or self.currency
        return show(value, self.axis.unit, currency=currency)

    def brief(self, value: float | None) -> str:
        """Write a figure beside its mark, in one base."""
        if self.axis.is_share:
            return "unknown" if value is None else percent(value)
        return show(value, self.axis.unit, binary=self.binary, currency=self.currency)

    def tick(self, place: float) -> str:
        """Give the name that a place has beside the axis, if any."""
        near = (name for at, name in self.axis.ticks if abs(at - place) <= 1e-9 * abs(at))
        return next(near, "")

    @property
    def layout(self) -> dict[str, Any]:
        """What the axis looks like."""
        axis = self.axis
        found: dict[str, Any] = {
            "title": ", ".join(filter(None, (axis.title, self.label))) or None,
        }
        if axis.is_share:
            found |= SHARES
        if axis.signed:
            found["tickformat"] = "+"
        if axis.log:
            found["type"] = "log"
        if axis.span:
            found["range"] = [end / self.factor for end in axis.span]
        if axis.ticks:
            found["tickvals"] = [at / self.factor for at, _ in axis.ticks]
            if any(name for _, name in axis.ticks):
                found["ticktext"] = [name for _, name in axis.ticks]
        return found


def drawn(results: Results | None, chart: Chart, *, binary: bool = False) -> Drawing:
    """Draw a chart; capacities in powers of 1000, or of 1024."""
    currency = _currency(results, chart)
    figures = Scaled(chart.figures, largest(results, chart), currency, binary=binary)
    second = None
    if chart.second is not None:
        top = largest(results, chart, second=True)
        second = Scaled(chart.second, top, currency, binary=binary)
    furthest = max((abs(x) for one in chart.series for x in _at(results, one)), default=None)
    places = Scaled(chart.places, furthest, currency, binary=binary)
    traces = [
        _trace(results, chart, one, second if one.second and second else figures, places)
        for one in chart.series
    ]
    if len(chart.panels) > 1:
        return _panels(chart, traces, figures)
    return _laid_out(chart, traces, figures, second, places)


def _currency(results: Results | None, chart: Chart) -> str:
    """What the chart counts in: that of its figures, or of the plan."""
    own = (getattr(one, "currency", "") for of in chart.series for one in of.figures)
    plans = results.plan.scenario.economics.currency if results is not None else ""
    return next(filter(None, own), plans)


def _at(results: Results | None, one: Series) -> list[float]:
    return [number_of(results, place) or 0.0 for place in one.at]


def _trace(
    results: Results | None, chart: Chart, one: Series, scale: Scaled, places: Scaled
) -> Any:
    """Draw one series."""
    values, begins, at = known(results, one.figures), starts(results, one), _at(results, one)
    across: list[Any] = list(places(at)) if one.at else list(chart.categories)
    up = scale(values)
    labels = one.texts or (tuple(map(scale.brief, values)) if one.told else ())
    trace: dict[str, Any] = {
        "name": one.name,
        "x": up if chart.lying else across,
        "y": across if chart.lying else up,
        "text": labels or None,
        "showlegend": one.listed,
        "customdata": [list(key) for key in one.keys] or None,
        **({"cliponaxis": False} if labels else {}),
        **({"hoverinfo": "skip"} if one.quiet else {}),
    }
    if not one.quiet:
        hovers = zip(one.figures, values, begins, _named(chart, one, at, places), strict=False)
        about = one.about or ("",) * len(values)
        trace["hovertext"] = [
            "<br>".join(filter(None, (said, below)))
            for (figure, value, begin, name), below in zip(hovers, about, strict=True)
            for said in [_hover(one, scale, figure, value, begin, name)]
        ]
        extra = one.name if len(chart.series) > 1 else ""
        trace["hovertemplate"] = f"%{{hovertext}}<extra>{extra}</extra>"
    colour = colour_of(one.colour)
    colours = [colour_of(each) for each in one.colours] or colour
    if one.mark in ("bar", "fall"):
        return _bars(one, trace, colours, [begin / scale.factor for begin in begins], chart)
    return _marks(one, trace, colour, colours)


def _named(chart: Chart, one: Series, at: list[float], places: Scaled) -> list[str]:
    """Name what each mark stands at: its category, its tick, or the figures of both axes."""
    if not one.at:
        return list(chart.categories)
    axis = chart.second if one.second and chart.second else chart.figures
    title = chart.places.title.partition(";")[0]
    return [
        places.tick(x) or f"{title}: {places.value_text(None, x)}<br>{axis.title.partition(';')[0]}"
        for x in at
    ]


def _hover(
    one: Series, scale: Scaled, figure: Figure | None, value: float | None, begin: float, name: str
) -> str:
    """Say of a mark what it is of, and how much it is."""
    reached = begin + value if one.ends and value is not None else value
    return f"{name}: {scale.value_text(figure, reached)}"


def _bars(
    one: Series, trace: dict[str, Any], colours: Any, begins: list[float], chart: Chart
) -> Any:
    import plotly.graph_objects as go

    marker: dict[str, Any] = {"color": colours} if colours else {}
    if any(one.hatched):
        shape = ["/" if hatched else "" for hatched in one.hatched]
        look = {"fillmode": "overlay", "fgcolor": WHITE, "solidity": 0.15}
        marker["pattern"] = {"shape": shape, **look}
    if trace["text"]:
        trace["textposition"] = "outside"
    if one.starts or one.mark == "fall":
        trace["base"] = begins
    if one.starts:
        trace["width"] = LONG_BARS
    return go.Bar(orientation="h" if chart.lying else "v", marker=marker, **trace)


MODES = {"points": "markers", "dotted line": "lines+markers", "text": "text"}


def _marks(one: Series, trace: dict[str, Any], colour: str, colours: Any) -> Any:
    """Draw a line, an area, points or texts."""
    import plotly.graph_objects as go

    look: dict[str, Any] = {"mode": MODES.get(one.mark, "lines")}
    if one.mark == "text":
        look["textposition"] = "middle right"
    elif one.mark == "points":
        look["marker"] = _points(one, colours)
    else:
        look["line"] = {"width": 2, **({"color": colour} if colour else {})}
        look["marker"] = {"size": TO_PICK if one.keys else DOT}
    if one.dashed:
        look["line"]["dash"] = "dash"
    if one.mark == "steps":
        look["line"] |= {"shape": "vh", "width": 2.5}
    if one.mark == "area":
        look |= {"fill": "tozeroy"} if one.second else {"stackgroup": "stacked"}
    if one.mark == "band":
        look |= {"fill": "tonexty", "fillcolor": _pale(colour)}
    return go.Scatter(**trace, **look, **({"yaxis": "y2"} if one.second else {}))


def _points(one: Series, colours: Any) -> dict[str, Any]:
    """What points look like; those that have the colour of the page's words lie on bars."""
    if one.name == IN_INK:
        return {"color": MARK, "symbol": "line-ns", "size": 16, "line": {"width": 3}}
    found: dict[str, Any] = {"size": TO_PICK if one.keys else POINT}
    found |= {"color": colours} if colours else {}
    return found | ({"symbol": list(one.symbols)} if one.symbols else {})


def _pale(colour: str) -> str:
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({', '.join(map(str, parts))}, {PALER})"


MODE = {"beside": "group", "stacked": "stack", "over each other": "overlay"}


def _laid_out(
    chart: Chart, traces: list[Any], figures: Scaled, second: Scaled | None, places: Scaled
) -> Drawing:
    """Lay out what was drawn: axes, lines, legend."""
    top = figures.top / figures.factor
    ticks: dict[str, Any] = {}
    if chart.categories and not chart.lying and max(map(len, chart.categories)) > LONG_NAME:
        # names below bars take several lines on narrow pages
        broken = [name.replace(" ", "<br>") for name in chart.categories]
        ticks = {"tickvals": list(chart.categories), "ticktext": broken}
    named = {**places.layout, **ticks, "automargin": True}
    counted = {"rangemode": "tozero" if chart.figures.from_zero else "normal", **figures.layout}
    if chart.figures.whole:
        counted["dtick"] = max(1, round(top / TICKS))
    if chart.lying:
        named["autorange"] = "reversed"
        if any(trace.text for trace in traces) and "range" not in counted and top:
            counted["range"] = [0, ROOM * top]
    listed = sum(one.listed for one in chart.series) > 1
    layout: dict[str, Any] = {
        "xaxis": counted if chart.lying else named,
        "yaxis": named if chart.lying else counted,
        "showlegend": listed and chart.legend != "none",
        "legend": LEGEND | _where(chart),
        "barmode": MODE[chart.together],
        "clickmode": "event+select" if any(one.keys for one in chart.series) else "event",
        "bargap": 0.3,
    }
    if second is not None:
        look = {"overlaying": "y", "side": "right", "rangemode": "tozero", "showgrid": False}
        layout["yaxis2"] = {**second.layout, **look, "tickmode": "auto"}
    shapes, annotations = _lines(chart, figures, places)
    shapes += _falls(chart, traces)
    if chart.span:
        low, high = (end / figures.factor for end in chart.span)
        along = {"type": "rect", "layer": "below", "fillcolor": BAND, "line": {"width": 0}}
        shapes.append({**along, "x0": low, "x1": high, "yref": "y domain", "y0": 0, "y1": 1})
    layout |= {"shapes": shapes, "annotations": annotations}
    return figure_of(*traces, title=chart.title, height=chart.high, **layout)


def _where(chart: Chart) -> dict[str, Any]:
    """Say where the legend stands."""
    if chart.legend == "below":
        return {"y": -BELOW / chart.high, "yanchor": "top"}
    return {"y": 1.0, "yanchor": "bottom"}


def _falls(chart: Chart, traces: list[Any]) -> list[dict[str, Any]]:
    """Join the bars of a waterfall: from the level that one leaves to where the next begins."""
    found = []
    for one, trace in zip(chart.series, traces, strict=True):
        if one.mark == "fall":
            ends = zip(one.takes, trace.base, trace.y, strict=True)
            levels = [base if takes else value for takes, base, value in ends]
            for n, level in enumerate(levels[:-1]):
                ends_at = {"x0": n, "x1": n + 1, "y0": level, "y1": level}
                look = {"type": "line", "layer": "below", "line": {"color": GREY, "width": 1}}
                found.append(ends_at | look)
    return found


def _lines(
    chart: Chart, figures: Scaled, places: Scaled
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Give the lines through the chart, and what they say: much faster than `add_vline`."""
    shapes, annotations = [], []
    for line in chart.lines:
        is_upright = line.is_place or chart.lying
        at = line.at / (places if line.is_place else figures).factor
        along, across = ("x", "y") if is_upright else ("y", "x")
        where: dict[str, Any] = {f"{along}0": at, f"{along}1": at, f"{across}0": 0, f"{across}1": 1}
        where |= {"type": "line", f"{across}ref": f"{across} domain"}
        if not line.is_place and line.text:  # so it is seen on bars of its colour
            shapes.append({**where, "line": {"color": WHITE, "width": 4}})
        dash = "solid" if line.solid else "dot" if line.is_place else "dash"
        colour = colour_of(line.colour)
        shapes.append({**where, "line": {"color": colour, "dash": dash, "width": 2}})
        if line.text:
            annotations.append(_words(line, at, colour, is_upright=is_upright))
    return shapes, annotations


def _words(line: Line, at: float, colour: str, *, is_upright: bool) -> dict[str, Any]:
    """Write what a line says at its end, beside it or over it."""
    side = "center" if not line.is_place else "right" if line.before else "left"
    shift = {"center": 0, "right": -5, "left": 5}[side]
    place = {"x": at, "y": 0.12 * line.before + 0.02 if line.low else 1, "yref": "y domain"}
    if not is_upright:
        place, side, shift = {"x": 1, "xref": "x domain", "y": at}, "right", 0
    return {
        **place,
        "text": line.text,
        "hovertext": line.about or line.text,
        "font": {"color": colour},
        "showarrow": False,
        "xanchor": side,
        "xshift": shift,
        "yanchor": "bottom",
    }


def _panels(chart: Chart, traces: list[Any], scale: Scaled) -> Drawing:
    """Put a panel a series beside each other, a few in a row, with one list of what bars are.

    All are in one scale, unless nothing could be seen of the smallest in it.
    """
    from plotly.subplots import make_subplots

    across = min(len(traces), ACROSS)
    down = -(-len(traces) // across)
    longest = [max((x for x in trace.x if x), default=0.0) for trace in traces]
    is_one_scale = max(longest) <= WIDEST * min((x for x in longest if x), default=0.0)
    grid = make_subplots(
        rows=down,
        cols=across,
        shared_yaxes=True,
        subplot_titles=[  # so short that each stays above its panel
            name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in chart.panels
        ],
        horizontal_spacing=0.04,
        vertical_spacing=0 if down == 1 else 0.8 * AROUND_PANEL / (down * chart.high),
    )
    for n, trace in enumerate(traces):
        grid.add_trace(trace, row=n // across + 1, col=n % across + 1)
    height = down * chart.high
    grid.update_layout(
        figure_of(title=chart.title, height=height, showlegend=False, bargap=0.3).layout
    )
    label = scale.label if is_one_scale else texts.OWN_SCALES.format(scale.label)
    grid.update_xaxes(rangemode="tozero", nticks=5, matches="x" if is_one_scale else None)
    grid.update_xaxes(title=label, row=down)
    grid.update_yaxes(autorange="reversed", matches="y")
    grid.update_yaxes(automargin=True, col=1)
    return grid
