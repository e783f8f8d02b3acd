"""What a chart shows, and nothing of how it is drawn: axes, and series of addresses of values.

A page draws it with plotly, a sheet with charts of its own over live cells; both say the same of
the same figures, as tables do. Values that no cell holds, such as samples, are series of
`FixedValue`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Union

from model.answers.results import Results
from model.answers.views.view import Entry, FixedValue, Row, Value, View, number
from model.records import dataclass

Mark = Literal["bar", "fall", "line", "dotted line", "steps", "area", "band", "points", "text"]
"""What stands for a value.

"bar" begins at 0 or where the series says; "fall" is a bar of a waterfall: what a step takes hangs
where the last one ended; "area" is stacked on the ones before; "band" fills down to the series
before it; "steps" hold a value until the next one; "dotted line" has a dot at each value.
"""
Together = Literal["beside", "stacked", "over each other"]
"""How bars of one category stand."""
Colour = Union[str, int]  # noqa: UP007  # a name for types
"""What a colour stands for, such as "write" or "limit"; or the number of one without a meaning."""
Figure = Union[Value, FixedValue]  # noqa: UP007  # a name for types


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its title, and the base unit of its figures, whose step a drawing chooses.

    A share is written in percent. `span` is from where to where it goes, in its base unit, `ticks`
    are the figures that have a name there; `whole` if there is nothing between whole numbers.
    """

    title: str = ""
    unit: str = "1"
    is_share: bool = False
    signed: bool = False
    log: bool = False
    whole: bool = False
    from_zero: bool = True
    span: tuple[float, float] | None = None
    ticks: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """Figures of one kind, one for each category of the chart or each of their places `at`.

    `starts` say where its bars begin; `takes` which of them are taken away from those before;
    `colours`, `hatched` and `symbols` what single ones look like; `texts` stand beside them, or
    their figures if `told`; `about` below these in a hover. `keys` name them for whoever picks one.
    """

    name: str
    figures: tuple[Figure | None, ...]
    mark: Mark = "bar"
    colour: Colour = ""
    at: tuple[Figure, ...] = ()
    starts: tuple[float, ...] = ()
    takes: tuple[bool, ...] = ()
    colours: tuple[Colour, ...] = ()
    hatched: tuple[bool, ...] = ()
    symbols: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    keys: tuple[Any, ...] = ()
    told: bool = False
    dashed: bool = False
    second: bool = False
    """Whether it belongs to the second axis of figures."""
    listed: bool = True
    """Whether the legend names it."""
    ends: bool = False
    """Whether a hover says where a bar ends, in place of how long it is."""
    quiet: bool = False
    """Whether it has no hover text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through the chart at a figure: of the axis of figures, or of places if `is_place`."""

    at: float
    colour: Colour
    text: str = ""
    about: str = ""
    is_place: bool = False
    solid: bool = False
    low: bool = False
    """Whether its text stands at the foot of the chart, in place of its top."""
    before: bool = False
    """Whether its text stands left of it."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its title, categories or an axis of places, an axis of figures, and series.

    If `lying`, categories stand below each other and figures go to the right. With `panels` each
    series has a part of the chart to itself, of that name, where there is room for several.
    """

    title: str
    figures: Axis
    series: tuple[Series, ...]
    categories: tuple[str, ...] = ()
    places: Axis = Axis()
    second: Axis | None = None
    together: Together = "beside"
    lying: bool = False
    lines: tuple[Line, ...] = ()
    span: tuple[float, float] | None = None
    """Between which figures a band lies behind the marks."""
    panels: tuple[str, ...] = ()
    high: int = 380
    """Pixels of the drawing below its title."""
    legend: Literal["above", "below", "none"] = "above"


def known(results: Results | None, figures: tuple[Figure | None, ...]) -> list[float | None]:
    """Return the current value of each figure in base units; None where it is unknown."""
    return [None if one is None else number_of(results, one) for one in figures]


def number_of(results: Results | None, figure: Figure) -> float | None:
    """Return the current value of a figure in base units; None if unknown."""
    if isinstance(figure, FixedValue):
        return figure.value
    assert results is not None, "a series of addresses is one of a plan"
    return number(results, figure)


def column(view: View, key: str) -> tuple[Figure | None, ...]:
    """Return the figures of a table's column; None in place of texts."""
    return tuple(map(_as_figure, view.entries(key)))


def row(line: Row) -> tuple[Figure | None, ...]:
    """Return the figures of a table's row; None in place of texts."""
    return tuple(map(_as_figure, line.entries))


def _as_figure(entry: Entry) -> Figure | None:
    return entry if isinstance(entry, Value | FixedValue) else None


def starts(results: Results | None, one: Series) -> list[float]:
    """Give where the bars of a series begin; those of a waterfall where the one before ended."""
    if one.mark != "fall":
        return list(one.starts) or [0.0] * len(one.figures)
    level, found = 0.0, []
    for value, takes in zip(known(results, one.figures), one.takes, strict=True):
        if takes:
            level -= value or 0.0
            found.append(level)
        else:
            level = level if value is None else value
            found.append(0.0)
    return found


def largest(results: Results | None, chart: Chart, *, second: bool = False) -> float | None:
    """Return the largest figure of a chart, or the longest stack of bars; None without any."""
    tops = [
        abs(start + value)
        for one in chart.series
        if one.second is second
        for value, start in zip(known(results, one.figures), starts(results, one), strict=True)
        if value is not None
    ]
    if chart.together == "stacked":
        columns = zip(*(known(results, one.figures) for one in chart.series), strict=True)
        tops += [sum(value or 0.0 for value in column) for column in columns]
    return max([*tops, *_of_lines(chart, second=second)], default=None)


def _of_lines(chart: Chart, *, second: bool) -> Iterator[float]:
    if not second:
        yield from (abs(line.at) for line in chart.lines if not line.is_place)
