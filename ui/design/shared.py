"""What serves all tiers: switches, racks, what stands in them, licences, installation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.swaps import line_at
from model.errors import Problem
from model.units.words import label
from ui.base.elements import folded
from ui.base.integer_input import count
from ui.design import compatibility, dialogs, display, pieces, texts
from ui.forms import figures
from ui.state import session

OFFERED = ("rack", "pdu", "switch", "cable", "transceiver", "server", "enclosure")
"""Kinds of part that serve all tiers; the first is what racks are counted by."""
OTHER = "other"
TITLE = "For all tiers: switches, racks, power cords, services"
"""Without a count: a line that is called otherwise is another one, and shut."""
EACH = ("rack", "pdu")
"""Kinds of which so many are in each rack, unless somebody says otherwise."""


def rows(results: Results) -> Iterator[tuple[str, str]]:
    """Give the path of what serves all tiers, and what it is."""
    scenario = results.plan.scenario
    if scenario.fabric is not None and scenario.fabric.switch is not None:
        yield "fabric.switch", "Switches"
    cords = (path for path, _ in scenario.pieces() if path.startswith("cords."))
    yield from ((path, "Power cords") for path in cords if line_at(results, path))
    for n, one in enumerate(scenario.common):
        kind = results.plan.catalog.part(one.part).kind if one.part else "common"
        yield f"common.{n}", f"{label(kind)}, per rack" if one.per else label(kind)
    for n, service in enumerate(scenario.services):
        yield f"services.{n}", label(service.kind.replace(" ", "_"))


def draw(results: Results) -> None:
    """Draw a row for each, and the way to one more; above them what of all doesn't fit."""
    if wrong := compatibility.of_all(results):
        display.draw(wrong)
    compatibility.ask(results, compatibility.SITE)
    room = folded(TITLE, "for all tiers", icon=":material/hub:")
    if room is None:
        return
    with room:
        for path, role in rows(results):
            pieces.row(results, path, role)
        st.button(
            texts.ADD_RACK_SWITCH,
            icon=":material/add:",
            key="add something shared",
            on_click=dialogs.opens,
            args=("shared",),
        )
        figures.offer(results, texts.ALL_FIGURES_OF_SHARED, *figures.PAGES["shared"])


@st.dialog("For all tiers", width="large", on_dismiss=dialogs.close)
def add() -> None:
    """Let the user add what serves all tiers: a part of the catalog, or what it lacks."""
    catalog = session.current().plan.catalog
    kind = st.selectbox("Item", [*OFFERED, OTHER], format_func=label, key="kind of what is shared")
    key = f"shared {kind}"
    said: dict[str, Any] = {}
    if kind == OTHER:
        said["name"] = st.text_input("Name (required)", key=f"name of {key}").strip()
    else:
        parts = catalog.keys_of_kind(kind)
        said["part"] = st.selectbox("Part", parts, format_func=catalog.names, key=f"part of {key}")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        said["count"] = count("Pieces", 1, value=1, key=f"count of {key}", width=150)
        if st.toggle("per rack", kind in EACH, key=f"per rack of {key}"):
            said["per"] = "rack"
        price = st.text_input("Unit price, net", key=f"price of {key}", width=200).strip()
    if price:
        said["price"] = price
    if st.button("Add", type="primary", key="add this to all"):
        problems = take(said)
        if not problems:
            dialogs.close()
            st.rerun()
        display.draw(display.lines((f"✗ {one.what}" for one in problems), "bad"))


def take(said: dict[str, Any]) -> tuple[Problem, ...]:
    """Add something, or give what is wrong with it."""
    data = session.current().plan.scenario.data
    return session.reshape({"common": [*data.get("common", []), said]})
