"""The picture of the system: the way of the bytes, and the racks; whole, or with something lost."""

from __future__ import annotations

import streamlit as st

from model.answers.racks import elevation
from model.answers.results import Results
from model.answers.states import states
from model.planning.states import DOWN
from report.elevation import svg as racks_of
from report.picture import svg as path_of
from ui import elements, session


def draw(results: Results, tier: str) -> None:
    """Draw the picture of a tier, in the state that the user chooses."""
    _drawn(tier)
    del results


@st.fragment
def _drawn(tier: str) -> None:
    results = session.current()
    path = dict(results.tiers())[tier]
    if not results.plan.instances[path].children.get("healthy"):
        return
    found = {state.name: state for state in states(results, path)}
    key = f"state of {tier}"
    name = st.segmented_control(
        "State",
        list(found),
        default=next(iter(found)),
        required=True,
        key=key,
        label_visibility="collapsed",
    )
    elements.drawing(path_of(results, path, found[name]))
    racks = session.once_a_plan("elevation", lambda: elevation(results))
    if racks is not None and racks.racks:
        lost = tier if name == DOWN else ""
        elements.drawing(racks_of(racks, lost))
