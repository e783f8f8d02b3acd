"""The picture of the system: the way of the bytes, and the racks; whole, or with something lost."""

from __future__ import annotations

import streamlit as st

from model.answers.racks import elevation
from model.answers.states import state, state_names
from model.planning.states import DOWN
from report.drawings.data_path import svg as path_of
from report.drawings.elevation import svg as racks_of
from ui.base import elements
from ui.design import dialogs, display
from ui.state import session

PATH, RACKS = "Data path", "Racks"
NO_RACKS = "No racks yet. Add one or describe the room."


@st.fragment
def draw(tier: str) -> None:
    """Draw the picture of a tier, in the state that the user chooses."""
    results = session.current()
    path = dict(results.tiers())[tier]
    names = state_names(results, path)
    with st.container(horizontal=True, gap="small"):
        shown = elements.one_of("Picture", (PATH, RACKS), "picture of the design", labelled=False)
        name = names[0]
        if len(names) > 1:
            name = st.selectbox(
                "State", names, key=f"state of {tier}", label_visibility="collapsed", width=240
            )
    lost = tier if name == DOWN else ""
    racks = session.once_a_plan(f"racks without {lost}", lambda: _racks(lost))
    if shown == PATH:
        way = session.once_a_plan(
            f"river of {path} {name}", lambda: path_of(results, path, state(results, path, name))
        )
        with st.container(horizontal=True, gap="medium"):
            elements.drawing(way)
            if racks:
                with st.container(key="racks-beside", width="content"):  # where there is room
                    elements.drawing(racks)
    elif racks:
        elements.drawing(racks)
    else:
        st.info(NO_RACKS)
        if st.button("Add a rack", type="primary", key="add the first rack"):
            dialogs.opens("shared")
            st.rerun()
    if gone := state(results, path, name).gone:
        display.draw(display.lines((f"✗ {gone}",), "bad"))


def _racks(lost: str) -> str:
    """Draw the racks; nothing, where none are counted."""
    found = elevation(session.current())
    return racks_of(found, lost) if found is not None and found.racks else ""
