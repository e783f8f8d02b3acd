"""How sure a plan is, drawn: quantiles against requirements, and what moves a figure most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from model.answers.certainty import ALL, FIT, LEVELS, Drawn
from model.answers.views.certainty_tables import MOST_SWINGS, called, name_of, widest
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.units.figures import axis_scale, percent, show
from report.charts.palette import BLUE, GREEN, IN_INK, MARK, SKY, VERMILION
from report.charts.plan_charts import LEGEND, SHARES, figure_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

ROW, FRAME = 44, 120
"""Pixels: the height of a row, and of what is around all rows."""
ROOM_BESIDE = 1.2
"""The length of an axis over its longest bar, so that what is said behind it fits."""
LONGEST = 44
"""Letters of a label beside a chart."""


def against_requirements(drawn: Drawn) -> Figure | None:
    """Draw the quantiles of each required figure as shares of what is required; 100 % is enough.

    Of what may be at most so much, less is better.
    """
    import plotly.graph_objects as go

    rows = []
    for one in drawn.chances:
        if one.name in (ALL, FIT):
            continue
        requirement = REQUIREMENTS[one.name]
        with np.errstate(all="ignore"):  # a share of nothing is unknown
            reached = 100 * drawn.of(requirement.planned) / drawn.of(requirement.required)
        if np.isfinite(reached).all():
            shares = [float(share) for share in np.quantile(reached, LEVELS)]
            rows.append((one.title.removesuffix(" that is required"), shares, one.met))
    if not rows:
        return None
    rows.reverse()
    labels = [label for label, *_ in rows]
    wide, tight = ((0, len(LEVELS) - 1), (1, len(LEVELS) - 2))
    bars = [
        go.Bar(
            y=labels,
            base=[shares[low] for _, shares, _ in rows],
            x=[max(shares[high] - shares[low], 0.15) for _, shares, _ in rows],
            orientation="h",
            name=f"{called(LEVELS[low])} to {called(LEVELS[high])}",
            marker={"color": colour},
            width=width,
            hoverinfo="skip",
        )
        for (low, high), colour, width in ((wide, SKY, 0.36), (tight, BLUE, 0.36))
    ]
    middle = go.Scatter(
        x=[shares[2] for _, shares, _ in rows],
        y=labels,
        mode="markers",
        name=IN_INK,
        marker={"color": MARK, "symbol": "line-ns", "size": 16, "line": {"width": 3}},
        hovertemplate="%{x:.1f} %<extra>%{y}</extra>",
    )
    # Behind the bar and behind the line of what is required, which would cross it elsewhere.
    behind = [max(shares[-1], 100.0) for _, shares, _ in rows]
    longest = ROOM_BESIDE * max(behind)
    met = go.Scatter(
        x=behind,
        y=labels,
        mode="text",
        text=[f"  met in {percent(x)}" if x is not None else "  not known" for *_, x in rows],
        textposition="middle right",
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )
    figure = figure_of(
        *bars,
        middle,
        met,
        title=f"Share of what is required: {drawn.results.plan.scenario.name}",
        barmode="overlay",
        height=FRAME + ROW * max(len(rows), 2),
        legend={**LEGEND, "y": 1.0, "yanchor": "bottom"},
        xaxis=SHARES,
    )
    figure.update_xaxes(range=[0, longest])
    figure.add_vline(x=100, line={"color": VERMILION, "dash": "dash", "width": 2})
    figure.update_yaxes(automargin=True)
    return figure


def tornado_chart(drawn: Drawn, address: Address, *, binary: bool = False) -> Figure | None:
    """Draw what each band does to a figure by itself, from its low to its high end."""
    import plotly.graph_objects as go

    swings = drawn.tornado(address)[:MOST_SWINGS]
    planned, unit = drawn.results[address], drawn.results.item(*address).unit
    if not swings or planned is None:
        return None
    currency = drawn.results.plan.scenario.economics.currency
    ends = [(one.low, one.high) for one in swings if None not in (one.low, one.high)]
    known = [value for pair in ends for value in pair if value is not None]
    binary = binary and unit == "byte"
    largest = max(map(abs, [*known, planned]))
    factor, label = axis_scale(largest, unit, binary=binary, currency=currency)
    labels = [_shortened(one.column) for one in reversed(swings)]
    bars = [
        go.Bar(
            y=labels,
            base=planned / factor,
            x=[((getattr(one, end) or planned) - planned) / factor for one in reversed(swings)],
            orientation="h",
            name=f"at {called(LEVELS[n])}",
            marker={"color": colour},
            width=0.6,
            customdata=[
                show(getattr(one, end), unit, binary=binary, currency=currency)
                for one in swings[::-1]
            ],
            hovertemplate="%{customdata}<extra>%{y}</extra>",
        )
        for end, n, colour in (("low", 0, VERMILION), ("high", -1, GREEN))
    ]
    figure = figure_of(
        *bars,
        title=f"Effect of each range on {name_of(drawn.results, address)}{widest(drawn, address)}",
        barmode="overlay",
        height=FRAME + ROW * max(len(swings), 2),
        legend={**LEGEND, "y": 1.0, "yanchor": "bottom"},
        xaxis={"title": label},
    )
    figure.add_vline(x=planned / factor, line={"color": MARK, "width": 2})
    figure.update_yaxes(automargin=True)
    return figure


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
