"""What the model misses of each measurement, before and after a fit, as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.calibration.fit import Calibrated, Compared
from model.units.figures import percent, show
from report.charts.palette import BLUE, GREY
from report.charts.plan_charts import LEGEND, ROOM, SHARES, figure_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

LEAST_REACH = 0.05
"""The axis shows at least this much, so that what fits looks as if it fits."""


def title(one: Compared) -> str:
    """Name a measurement; the same figure may have been measured twice."""
    return f"{one.point.figure or one.point.quantity} ({one.point.source})"


def residual_bars(found: Calibrated) -> Figure:
    """Draw the relative residuals; what is unknown is left out."""
    import plotly.graph_objects as go

    traces = []
    for words, colour, misses in (
        ("before", GREY, [one.residual_before for one in found.points]),
        ("fitted", BLUE, [one.residual for one in found.points]),
    ):
        known = [(one, x) for one, x in zip(found.points, misses, strict=True) if x is not None]
        traces.append(
            go.Bar(
                name=words,
                orientation="h",
                x=[100 * missed for _, missed in known],
                y=[title(one) for one, _ in known],
                marker={"color": colour},
                text=[percent(round(missed, 4) + 0.0, 1, signed=True) for _, missed in known],
                textposition="outside",
                cliponaxis=False,
                customdata=[show(one.measured, one.unit) for one, _ in known],
                hovertemplate="%{y}<br>measured %{customdata}, model %{x:+.2f} %"
                f"<extra>{words}</extra>",
            )
        )
    figure = figure_of(
        *traces,
        title="What the model misses of each measurement",
        height=130 + 56 * len(found.points),
        barmode="group",
        legend=LEGEND,
    )
    reach = ROOM * max([100 * LEAST_REACH, *(abs(x) for trace in traces for x in trace.x)])
    figure.update_xaxes(
        title="(model - measured) / measured", tickformat="+", range=[-reach, reach], **SHARES
    )
    figure.update_yaxes(autorange="reversed")
    return figure
