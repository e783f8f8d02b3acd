"""Cards of designs to begin with: a small picture, what each comes to, and its margins."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator

import streamlit as st

from model.answers.results import Check
from model.search.wishes import CURRENCY
from model.units.brief import about, change, several
from model.units.figures import show
from ui.base.elements import drawing
from ui.start.template_search import Shown
from ui.start.wishes import kind

SIGNS = {True: ("good", "✓"), False: ("bad", "✗"), None: ("faint", "?")}
LINES = {
    "capacity": "usable_capacity",
    "write_bandwidth": "write_bandwidth",
    "checkpoint_bandwidth": "write_bandwidth",
    "budget": "gross_capital_cost",
    "racks": "racks",
    "rack_power": "rack_power",
}
"""The figure beside which each requirement's margin stands."""


def card(shown: Shown, number: int, take: Callable[[Shown], None]) -> None:
    """Draw a card with the button that takes its design."""
    with st.container(border=True, key=f"design {number}"):
        why = " · ".join(shown.card.why)
        st.html(
            f'<div class="ost begun"><b>{html.escape(why[:1].upper() + why[1:])}</b>'
            f'<div class="faint">{html.escape(kind(shown.card.row.family.key))}</div></div>'
        )
        with st.container(horizontal=True, gap="small", vertical_alignment="top"):
            if shown.picture:
                drawing(shown.picture)
            st.html(
                f'<div class="ost begun"><table>{"".join(_rows(shown))}</table></div>',
                width="stretch",
            )
        st.html(f'<div class="ost begun beside">{html.escape(_details(shown))}</div>')
        st.space("stretch")  # the buttons of all cards stand in one line
        st.button(
            "Begin with this design",
            key=f"take {number} {_named(shown)}",
            type="primary" if number == 0 else "secondary",
            width="stretch",
            on_click=take,
            args=(shown,),
        )


def _named(shown: Shown) -> int:
    """Tell a design and what it was found for from any other: who clicks means what is seen."""
    card = shown.card
    return hash((card.wishes, card.row.family.key, card.row.picks))


def _rows(shown: Shown) -> Iterator[str]:
    margins: dict[str, Check] = {}
    for one in (one for one in shown.checks if one.name in LINES):
        margins[LINES[one.name]] = min(one, margins.get(LINES[one.name], one), key=_left)
    for name, words in (
        ("usable_capacity", "usable"),
        ("write_bandwidth", "write"),
        ("gross_capital_cost", "with VAT"),
        ("racks", ""),
        ("rack_power", "per rack"),
    ):
        value = _figure(name, shown.figures[name])
        if name == "usable_capacity" and shown.figures[name] is not None:
            binary = show(shown.figures[name], "byte", digits=3, binary=True)
            words += f' <span class="faint">({binary})</span>'
        if name == "write_bandwidth" and shown.likely:
            words += f', <span class="faint">{html.escape(shown.likely)}</span>'
        yield (f"<tr><td><b>{html.escape(value)}</b> {words}</td>{_margin(margins.get(name))}</tr>")


def _left(check: Check) -> float:
    """Give the margin of a check: of two that ask for one figure, the harder counts."""
    return -math.inf if check.margin is None else check.margin


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return "unknown"
    if name == "gross_capital_cost":
        return about(value, CURRENCY)
    if name == "racks":
        return several(value, "rack")
    unit = {"usable_capacity": "byte", "write_bandwidth": "byte/s", "rack_power": "watt"}[name]
    return show(value, unit, digits=3)


def _margin(check: Check | None) -> str:
    """Say what there is beyond a requirement, or what is missing, by sign, word and colour."""
    if check is None:
        return "<td></td>"
    tone, sign = SIGNS[check.met]
    share = "unknown" if check.margin is None else change(check.margin, 0)
    word = {True: "above the requirement", False: "missing", None: ""}[check.met]
    if check.at_most:
        word = {True: "below the limit", False: "above the limit", None: ""}[check.met]
    return f'<td class="r {tone}" title="{word}">{sign} {share}</td>'


def _details(shown: Shown) -> str:
    """Say what is beside the figures: the net price, the band with VAT, and how many devices."""
    figures = shown.figures
    net = figures["capital_cost"]
    details = [] if net is None else [f"{about(net, CURRENCY)} net", *shown.price]
    units, servers, drives = (
        figures[name] for name in ("equipment_rack_units", "all_servers", "all_drives")
    )
    if servers is not None and drives is not None:
        details.append(f"{several(servers, 'server')}, {several(drives, 'drive')}")
    if units is not None:
        details.append(several(units, "rack unit"))
    if shown.together:
        details.append(f"requirements: {shown.together}")
    return "; ".join(details)
