"""How sure a plan is, as charts: quantiles against requirements, and what moves a figure most."""

from __future__ import annotations

import numpy as np

from model.answers.certainty import LEVELS, Drawn
from model.answers.ranges import ALL, FIT, chance_text
from model.answers.uncertainty import label_of
from model.answers.views.certainty_tables import MOST_SWINGS, called, name_of, widest
from model.answers.views.chart import Axis, Chart, Line, Series
from model.answers.views.view import FixedValue
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS

ROW, FRAME = 44, 120
"""Pixels: the height of a row, and of what is around all rows."""
ROOM_BESIDE = 1.2
"""Length of the axis over the longest bar, so that the text after the bar fits."""
LONGEST = 44
"""Letters of a label beside a chart."""
MOST = 5.0
"""The largest share of a requirement that is drawn."""
LEAST = 0.0015
"""The shortest bar: a band without width is seen."""
BEYOND = f"over {MOST:g} x required, "
"""Stands at a bar that begins beyond the axis."""
ROOM_BEYOND = 1.35
"""Length of the axis over the longest bar, where that stands after one."""


def against_requirements(drawn: Drawn) -> Chart | None:
    """Show the quantiles of each required figure as shares of what is required; 100 % is enough.

    Of what may be at most so much, less is better. Larger shares than the axis shows are cut, so
    that one of 900 times as much doesn't hide what is close.
    """
    rows = []
    for one in drawn.chances:
        if one.name in (ALL, FIT):
            continue
        requirement = REQUIREMENTS[one.name]
        with np.errstate(all="ignore"):  # a share of nothing is unknown
            reached = drawn.of(requirement.planned) / drawn.of(requirement.required)
        if np.isfinite(reached).all():
            shares = [min(float(share), MOST) for share in np.quantile(reached, LEVELS)]
            title = one.title.removeprefix("Required ").removeprefix("Maximum ")
            rows.append((title[:1].upper() + title[1:], shares, one.met))
    if not rows:
        return None
    bars = tuple(
        Series(
            f"{called(LEVELS[low])} to {called(LEVELS[high])}",
            tuple(FixedValue(max(shares[high] - shares[low], LEAST), "1") for _, shares, _ in rows),
            colour=colour,
            starts=tuple(shares[low] for _, shares, _ in rows),
            quiet=True,
        )
        for low, high, colour in ((0, len(LEVELS) - 1, "wide"), (1, len(LEVELS) - 2, "tight"))
    )
    middle = Series(
        "median",
        tuple(FixedValue(shares[2], "1") for _, shares, _ in rows),
        "points",
        symbols=("line-ns",) * len(rows),
    )
    # Behind the bar and behind the line of what is required, which would cross it elsewhere.
    behind = [max(shares[-1], 1.0) for _, shares, _ in rows]
    room = ROOM_BEYOND if any(shares[0] >= MOST for _, shares, _ in rows) else ROOM_BESIDE
    met = Series(
        "met",
        tuple(FixedValue(x, "1") for x in behind),
        "text",
        texts=tuple(
            f"  {BEYOND * (shares[0] >= MOST)}met in {chance_text(chance)}"
            if chance is not None
            else "  unknown"
            for _, shares, chance in rows
        ),
        listed=False,
        quiet=True,
    )
    return Chart(
        f"Planned values relative to requirements: {drawn.results.plan.scenario.name}",
        Axis(is_share=True, span=(0.0, room * max(behind))),
        (*bars, middle, met),
        tuple(label for label, *_ in rows),
        together="over each other",
        lying=True,
        lines=(Line(1.0, "limit"),),
        high=FRAME + ROW * max(len(rows), 2),
    )


def tornado_chart(drawn: Drawn, address: Address) -> Chart | None:
    """Show what each band does to a figure by itself, from its low to its high end."""
    swings = drawn.tornado(address)[:MOST_SWINGS]
    planned, unit = drawn.results[address], drawn.results.item(*address).unit
    if not swings or planned is None:
        return None
    bars = []
    for end, n, colour in (("low", 0, "bad"), ("high", -1, "good")):
        ends = [getattr(one, end) for one in swings]
        bars.append(
            Series(
                f"at {called(LEVELS[n])}",
                tuple(FixedValue((x or planned) - planned, unit) for x in ends),
                colour=colour,
                starts=(planned,) * len(swings),
                ends=True,
            )
        )
    return Chart(
        f"Effect of each range on {name_of(drawn.results, address)}{widest(drawn, address)}",
        Axis("", unit, from_zero=False),
        tuple(bars),
        tuple(_shortened(label_of(one.column)) for one in swings),
        together="over each other",
        lying=True,
        lines=(Line(planned, "mark", solid=True),),
        high=FRAME + ROW * max(len(swings), 2),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
