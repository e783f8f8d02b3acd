"""What a search found as a figure: the designs of a front, and others beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from model.search.search import Design, Found
from model.search.views import written
from model.units.figures import axis_scale
from report.charts.palette import BLUE, GREY, VERMILION
from report.charts.plan_charts import LEGEND, figure_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure, Scatter

HEIGHT = 380
MARK = 13
"""Pixels of the mark of a design, so that it can be met with a finger."""


def front_chart(
    found: Found,
    x: str,
    y: str,
    front: Sequence[Design],
    beside: Mapping[str, Design],
    told: Callable[[Design], Sequence[str]],
    *,
    binary: bool = False,
) -> Figure:
    """Draw designs by two figures: a line through those of the front, others as they are called.

    A hover says of a design what is `told` of its choices, a line each.
    """
    groups = {
        "No design is better in both": list(front),
        "Alternatives": [one for one in beside.values() if one is not found.best],
        "Best": [one for one in beside.values() if one is found.best],
    }
    known = [one for of in groups.values() for one in of if _at(one, x, y) is not None]
    scales = [
        axis_scale(
            max((abs(one.results["site", name] or 0.0) for one in known), default=1.0),
            found.unit(name),
            binary=binary and found.unit(name) == "byte",
            currency=found.choosing.scenario.economics.currency,
        )
        for name in (x, y)
    ]
    looks = {
        "No design is better in both": {"mode": "lines+markers", "marker_color": BLUE},
        "Alternatives": {"mode": "markers", "marker_color": GREY, "marker_symbol": "diamond"},
        "Best": {"mode": "markers", "marker_color": VERMILION, "marker_symbol": "star"},
    }
    factors = (scales[0][0], scales[1][0])
    traces = [
        _trace(
            found,
            (x, y),
            [one for one in of if one in known],
            factors,
            called,
            binary,
            looks[called],
            told,
        )
        for called, of in groups.items()
    ]
    drawn = figure_of(
        *traces,
        title=f"{found.label(y)} against {found.label(x).lower()}",
        height=HEIGHT,
        legend=LEGEND,
        clickmode="event+select",
    )
    drawn.update_xaxes(title=_title(found.label(x), scales[0][1]))
    drawn.update_yaxes(title=_title(found.label(y), scales[1][1]), automargin=True)
    return drawn


def _title(label: str, unit: str) -> str:
    return f"{label}, {unit}" if unit else label


def _at(design: Design, x: str, y: str) -> tuple[float, float] | None:
    across, up = (design.results["site", name] for name in (x, y))
    return None if across is None or up is None else (across, up)


def _trace(
    found: Found,
    names: tuple[str, str],
    designs: Sequence[Design],
    factors: tuple[float, float],
    called: str,
    binary: bool,
    look: Mapping[str, str],
    told: Callable[[Design], Sequence[str]],
) -> Scatter:
    import plotly.graph_objects as go

    places = [place for one in designs if (place := _at(one, *names)) is not None]
    said = [
        f"<b>{called}</b><br>"
        + "<br>".join(
            f"{found.label(name)}: {written(found, name, at, binary=binary)}"
            for name, at in zip(names, place, strict=True)
        )
        + f"<br>{'<br>'.join(told(one))}"
        for one, place in zip(designs, places, strict=True)
    ]
    return go.Scatter(
        name=called,
        x=[across / factors[0] for across, _ in places],
        y=[up / factors[1] for _, up in places],
        customdata=[list(one.picks) for one in designs],
        text=said,
        hovertemplate="%{text}<extra></extra>",
        marker_size=MARK,
        **look,
    )
