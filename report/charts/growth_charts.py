"""What is needed, drawn: the demand of the years beside what it may take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from model.answers.needs import Need
from model.answers.results import Results
from model.units.figures import axis_scale, show
from report.charts.palette import BLUE, COLOURS, GREY, LIVE, USABLE, VERMILION
from report.charts.plan_charts import LEGEND, figure_of, of_tier

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

OF_GROUPS = tuple(colour for colour in COLOURS if colour not in (USABLE, LIVE))
MOST_GROUPS = len(OF_GROUPS)
"""Groups that are drawn with a colour of their own; the others are one."""
MARGIN = 1.04
"""The length of the axis of time over the plan's, so that its last date fits."""
BAND = "rgba(0, 114, 178, 0.18)"
LIMITS = (
    ("live_capacity", "Live: below the fill limit, beside snapshots"),
    ("usable_capacity", "Usable capacity"),
)


class Series(NamedTuple):
    """One figure of all years: what it is called, and its values; None where it is unknown."""

    label: str
    values: tuple[float | None, ...]


class Growing(NamedTuple):
    """A group of users: what it keeps at the purchase and in the last year, how it grows."""

    name: str
    path: str
    today: float | None
    growth: str
    end: float | None


def capacities(results: Results, need: Need) -> tuple[Series, Series]:
    """Give what live files may take in each year, and what is usable."""
    prefix = "year_" if need.path == "site" else "tier_year_"
    live, usable = (
        Series(words, _by_year(results, need, f"{prefix}{name}")) for name, words in LIMITS
    )
    return live, usable


def _by_year(results: Results, need: Need, name: str) -> tuple[float | None, ...]:
    return tuple(results.values.get((year.path, name)) for year in need.years)


def growing(results: Results, need: Need) -> list[Growing]:
    """Give the groups of a demand, the largest of the last year first; none of another source."""
    found = []
    for group in results.plan.instances[need.path].children.get("demand", ()):
        path = f"{need.path}/demand:{group.name}"
        first, *_, last = (f"{path}/years:{year.name}" for year in group.children["years"])
        today, end = (results[at, "group_demand"] for at in (first, last))
        found.append(Growing(group.name, path, today, _growth(results, need, path), end))
    return sorted(found, key=lambda group: -(group.end or 0.0))


def _growth(results: Results, need: Need, path: str) -> str:
    """How a group grows, in words."""
    known = results.values.get
    added = known((path, "group_added"))
    if added is not None:
        return f"{show(added * (results['site', 'year_length'] or 0.0), 'byte')} a year"
    share = known((path, "group_growth"), known((need.path, "common_growth")))
    ceiling = known((path, "group_ceiling"))
    text = "unknown" if share is None else f"{100 * share:+.4g} % a year"
    return text if ceiling is None else f"{text}, towards {show(ceiling, 'byte')}"


def series(results: Results, need: Need) -> list[Series]:
    """Give what is stacked: the largest groups and the others together; or the whole demand."""
    groups = growing(results, need)
    if not groups:
        return [Series("Demand", _by_year(results, need, "demand"))]
    by_group = [
        Series(
            group.name,
            tuple(
                results[f"{group.path}/{year.path.rpartition('/')[2]}", "group_demand"]
                for year in need.years
            ),
        )
        for group in groups
    ]
    if len(by_group) <= MOST_GROUPS + 1:
        return by_group
    rest = by_group[MOST_GROUPS:]
    columns = zip(*(one.values for one in rest), strict=True)
    sums = tuple(None if None in column else sum(column) for column in columns)
    return [
        *by_group[:MOST_GROUPS],
        Series(f"{len(rest)} other group{'s' * (len(rest) != 1)}", sums),
    ]


def demand_chart(results: Results, need: Need, *, binary: bool = False) -> Figure | None:
    """Draw the demand of all years below the lines of what is live and usable.

    Groups are stacked; a forecast has its band. What is unknown is not drawn; None: nothing is.
    """
    stacked, limits = series(results, need), capacities(results, need)
    low = Series("Lower end of the band", _by_year(results, need, "forecast_low"))
    drawn = [*(one for one in stacked), *limits]
    known = [value for one in drawn for value in one.values if value is not None]
    if not known or not any(value for one in stacked for value in one.values):
        return None
    factor, unit = axis_scale(max(known), "byte", binary=binary)
    is_band = need.source == "history"
    traces = [_trace(low, factor, binary, line={"color": BLUE, "dash": "dot"})] if is_band else []
    for n, one in enumerate(stacked):
        colour = OF_GROUPS[n] if n < MOST_GROUPS else GREY
        fill: dict[str, Any] = {"stackgroup": "demand"} if need.source == "groups" else {}
        if is_band:
            fill = {"fill": "tonexty", "fillcolor": BAND}
        traces.append(_trace(one, factor, binary, line={"color": colour}, **fill))
    for one, colour, dash in zip(limits, (LIVE, USABLE), ("dash", "solid"), strict=True):
        # What a year needs is bought at its start: the line of the year ends at its anniversary.
        line = {"color": colour, "dash": dash, "shape": "vh", "width": 2.5}
        traces.append(_trace(one, factor, binary, line=line))
    figure = figure_of(
        *traces,
        title=f"What is kept, and what holds it: {of_tier(results, need.path)}",
        height=440,
        legend={**LEGEND, "y": -0.14, "yanchor": "top"},
    )
    figure.update_yaxes(title=f"Kept at that time, {unit}", rangemode="tozero")
    figure.update_xaxes(
        title=None if need.end.date else "Years after the purchase",
        range=[0, need.end.year * MARGIN],
        tickvals=[year.year for year in need.years],
        ticktext=[str(year.date or year.year) for year in need.years],
    )
    _mark_full(figure, results, need)
    return figure


def _trace(one: Series, factor: float, binary: bool, **look: Any) -> Any:
    import plotly.graph_objects as go

    return go.Scatter(
        x=list(range(len(one.values))),
        y=[None if value is None else value / factor for value in one.values],
        name=one.label,
        mode="lines",
        customdata=[show(value, "byte", binary=binary) for value in one.values],
        hovertemplate="%{customdata}<extra>" + one.label + "</extra>",
        **look,
    )


def _mark_full(figure: Figure, results: Results, need: Need) -> None:
    """Draw a line at the time at which the purchase is full, if the years reach so far."""
    year = results["site", "year_length"]
    if need.time_full is None or not year or need.time_full > need.end.year * year:
        return
    text = "the purchase is full" + (f": {need.full_on}" if need.full_on else "")
    # The label stands on that side of the line where there is more room, and ends inside.
    is_late = need.time_full > need.end.year * year / 2
    figure.add_vline(
        x=need.time_full / year,
        line={"color": VERMILION, "dash": "dot"},
        annotation={
            "text": text,
            "font": {"color": VERMILION},
            "xanchor": "right" if is_late else "left",
            "yanchor": "bottom",
        },
        annotation_position="top left" if is_late else "top right",
    )
