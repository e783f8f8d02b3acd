"""What is needed, as a chart: the demand of the years beside what it may take."""

from __future__ import annotations

from model.answers.forecast import quantile_words
from model.answers.needs import Need
from model.answers.results import Results
from model.answers.views.chart import Axis, Chart, Figure, Line, Series, known
from model.answers.views.plan_charts import of_tier
from model.answers.views.view import FixedValue, figure
from model.answers.views.view_formulas import computed, sum_of_groups
from model.records import NamedTuple
from model.units.figures import show

MOST_GROUPS = 5
"""Groups that are drawn with a colour of their own; the others are one."""
MARGIN = 1.04
"""The length of the axis of time over the plan's, so that its last date fits."""
LIMITS = (
    ("live_capacity", "Live capacity (fill limit and snapshots deducted)", "live_capacity"),
    ("usable_capacity", "Usable capacity", "usable_capacity"),
)


class Growing(NamedTuple):
    """A group of users: what it keeps at the purchase and in the last year, how it grows."""

    name: str
    path: str
    today: float | None
    growth: str
    end: float | None


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
    known_of = results.values.get
    added = known_of((path, "group_added"))
    if added is not None:
        return f"{show(added * results.known('site', 'year_length'), 'byte')} a year"
    share = known_of((path, "group_growth"), known_of((need.path, "common_growth")))
    ceiling = known_of((path, "group_ceiling"))
    text = "unknown" if share is None else f"{100 * share:+.4g} % a year"
    return text if ceiling is None else f"{text}, towards {show(ceiling, 'byte')}"


Named = tuple[str, tuple[Figure | None, ...]]
"""What a series is called, and its figures."""


def stacked(results: Results, need: Need) -> list[Named]:
    """Give what is stacked: the largest groups and the others together; or the whole demand."""
    groups = growing(results, need)
    if not groups:
        return [("Demand", _by_year(results, need, "demand"))]
    steps = [year.path.rpartition("/")[2] for year in need.years]
    places = [[(f"{group.path}/{step}", "group_demand") for step in steps] for group in groups]
    most = len(groups) if len(groups) <= MOST_GROUPS + 1 else MOST_GROUPS
    found: list[Named] = [
        (group.name, tuple(figure(results, *at) for at in of))
        for group, of in zip(groups[:most], places, strict=False)
    ]
    rest = places[most:]
    if rest:
        sums = tuple(computed(results, sum_of_groups, *of) for of in zip(*rest, strict=True))
        found.append((f"{len(rest)} other groups", sums))
    return found


def _by_year(results: Results, need: Need, name: str) -> tuple[Figure | None, ...]:
    return tuple(
        figure(results, year.path, name) if (year.path, name) in results.values else None
        for year in need.years
    )


def demand_chart(results: Results, need: Need) -> Chart | None:
    """Show the demand of all years below the lines of what is live and usable.

    Groups are stacked; a forecast has its band. What is unknown is not drawn; None: nothing is.
    """
    found, at = stacked(results, need), tuple(FixedValue(float(y.year), "1") for y in need.years)
    if not any(value for _, figures in found for value in known(results, figures)):
        return None
    is_band, series = need.source == "history", []
    if is_band:
        low, high, mean = (
            _by_year(results, need, f"forecast_{x}") for x in ("low", "high", "mean")
        )
        series.append(Series("Lower end of the range", low, "line", "write", at=at, dashed=True))
        series.append(Series("Upper end of the range", high, "band", "faint", at=at))
        series.append(
            Series("Mean growth of the history", mean, "line", "faint", at=at, dashed=True)
        )
        found = [(f"Demand ({quantile_words(need)})", found[0][1])]
    mark = "area" if need.source == "groups" else "line"
    for n, (name, figures) in enumerate(found):
        colour = f"group {n}" if n < MOST_GROUPS else "faint"
        series.append(Series(name, figures, mark, colour, at=at))  # type: ignore[arg-type]
    prefix = "year_" if need.path == "site" else "tier_year_"
    for name, words, colour in LIMITS:
        figures = _by_year(results, need, f"{prefix}{name}")
        is_live = name == "live_capacity"
        series.append(Series(words, figures, "steps", colour, at=at, dashed=is_live))
    return Chart(
        f"Demand and capacity: {of_tier(results, need.path)}",
        Axis("Demand", "byte"),
        tuple(series),
        places=Axis(
            "" if need.end.date else "Years after the purchase",
            span=(0.0, need.end.year * MARGIN),
            ticks=tuple((float(year.year), str(year.date or year.year)) for year in need.years),
        ),
        lines=_full(results, need),
        legend="below",
        high=440,
    )


def _full(results: Results, need: Need) -> tuple[Line, ...]:
    """Give a line at the time at which the purchase is full, if the years reach so far."""
    year = results["site", "year_length"]
    if need.time_full is None or not year or need.time_full > need.end.year * year:
        return ()
    text = "the purchase is full" + (f": {need.full_on}" if need.full_on else "")
    # The text stands on that side of the line where there is more room.
    is_late = need.time_full > need.end.year * year / 2
    return (Line(need.time_full / year, "limit", text, is_place=True, before=is_late),)
