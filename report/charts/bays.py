"""The front view of a block's enclosures: one colour a vdev, and what a failed part takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from model.answers.failures import Failure
from model.placement.by_vdev import channel
from model.placement.slots import Slot, SlotMap
from report.charts import texts
from report.charts.drawing import figure_of
from report.charts.palette import NEUTRAL, OWN, VERMILION

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

BAYS_IN_A_ROW = 14
ROW = 26
"""Pixels of a row of bays."""
COLOURS = tuple(colour for colour in OWN if colour != VERMILION)
"""Of groups; beyond them they begin again, so each bay has the number of its group, too."""
PART = {"size": 18, "symbol": "square-open", "color": NEUTRAL}


def bay_chart(placed: SlotMap, holder: str, servers: int, failed: Failure | None = None) -> Figure:
    """Draw bays, what holds them, and servers: each point names the part that fails with it.

    What is out of reach with a failed part is crossed out.
    """
    group_of = {slot: n for n, slots in enumerate(placed.slots) for slot in slots}
    where, heads, low = _places(placed, holder)
    names = [name for name, _ in heads]
    if holder != "server":
        parts = [(f"server {n + 1}", (3.0 * n, 1.5)) for n in range(servers)]
    else:
        parts = []
    slots = list(where)
    groups = [group_of.get(slot) for slot in slots]
    named = [texts.NO_GROUP if n is None else placed.groups[n].name for n in groups]
    bays = _trace(
        [where[slot] for slot in slots],
        [
            (f"drive {slot}", texts.BAY.format(bay=slot, group=name))
            for slot, name in zip(slots, named, strict=True)
        ],
        mode="markers+text",
        text=["" if n is None else f"{n + 1}" for n in groups],
        textfont={"size": 10, "color": "#ffffff"},
        marker={
            "size": 20,
            "symbol": "square",
            "color": [NEUTRAL if n is None else COLOURS[n % len(COLOURS)] for n in groups],
            "opacity": [0.25 if n is None else 1.0 for n in groups],
        },
    )
    labels = [texts.BAYS_OF.format(name=name, channel=channel(n)) for n, name in enumerate(names)]
    known = [*heads, *parts]
    labels += [name for name, _ in parts]
    held = _trace(
        [place for _, place in known],
        [(name, label) for (name, _), label in zip(known, labels, strict=True)],
        mode="markers+text",
        text=labels,
        textposition="middle right",
        marker=PART,
    )
    gone = failed.gone if failed else frozenset[Slot]()
    crossed = _trace(
        [where[slot] for slot in gone if slot in where]
        + [place for name, place in known if failed and name == failed.name],
        [],
        mode="markers",
        marker={"size": 13, "symbol": "x-thin", "line": {"color": VERMILION, "width": 3}},
    )
    figure = figure_of(
        bays, held, crossed, title=texts.BAYS, height=round((2.5 - low) * ROW), showlegend=False
    )
    hidden = {"visible": False, "fixedrange": True}
    figure.update_xaxes(range=[-1, BAYS_IN_A_ROW], **hidden)
    figure.update_yaxes(range=[low - 0.5, 2.2], **hidden)
    return figure


def _places(
    placed: SlotMap, holder: str
) -> tuple[dict[Slot, tuple[float, float]], list[tuple[str, tuple[float, float]]], float]:
    """Return where each bay is drawn, each enclosure or server with its place, and the last row."""
    where, heads, y = dict[Slot, tuple[float, float]](), [], 0.0
    for n, bays in enumerate(placed.bays):
        heads.append((f"{holder} {n + 1}", (0.0, y)))
        y -= 1
        for bay in range(bays):
            row, column = divmod(bay, BAYS_IN_A_ROW)
            where[Slot(n, bay)] = (float(column), y - row)
        y -= -(-bays // BAYS_IN_A_ROW) + 0.3
    return where, heads, y


def _trace(places: list[tuple[float, float]], parts: list[tuple[str, str]], **more: Any) -> Any:
    """Mark places; of each part what a click opens, and what stands under the pointer."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=[x for x, _ in places],
        y=[y for _, y in places],
        customdata=parts or None,
        hovertemplate="%{customdata[1]}<extra></extra>" if parts else None,
        hoverinfo=None if parts else "skip",
        **more,
    )
