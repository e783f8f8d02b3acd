"""What a search found as a chart: the designs of a front, and others beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from model.answers.views.chart import Axis, Chart, Mark, Series
from model.answers.views.view import FixedValue as Figure
from model.search.search import Design, SearchResult
from report.charts import texts


def front_chart(
    result: SearchResult,
    x: str,
    y: str,
    front: Sequence[Design],
    beside: Mapping[str, Design],
    told: Callable[[Design], Sequence[str]],
) -> Chart:
    """Show designs by two figures: a line through those of the front, others as they are called.

    A hover says of a design what is `told` of its choices, a line each.
    """
    others = [one for one in beside.values() if one is not result.best]
    best = [one for one in beside.values() if one is result.best]
    groups: tuple[tuple[str, list[Design], Mark, str, str], ...] = (
        (texts.FRONT, list(front), "dotted line", "tight", ""),
        (
            texts.ALTERNATIVES,
            others,
            "points",
            "faint",
            "diamond",
        ),
        (texts.BEST, best, "points", "limit", "star"),
    )
    currency = result.choosing.scenario.economics.currency
    series = []
    for name, designs, mark, colour, symbol in groups:
        known = [
            one for one in designs if None not in (one.results["site", x], one.results["site", y])
        ]
        across, up = (
            tuple(Figure(one.results["site", of], result.unit(of), currency) for one in known)
            for of in (x, y)
        )
        series.append(
            Series(
                name,
                up,
                mark,
                colour,
                at=across,
                symbols=(symbol,) * len(known) if symbol else (),
                about=tuple("<br>".join(told(one)) for one in known),
                keys=tuple(one.picks for one in known),
            )
        )
    axes = (Axis(result.label(of), result.unit(of), from_zero=False) for of in (y, x))
    up_axis, across_axis = axes
    return Chart(
        texts.AGAINST.format(y=result.label(y), x=result.label(x).lower()),
        up_axis,
        tuple(series),
        places=across_axis,
    )
