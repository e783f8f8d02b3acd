"""What is asked of the plan, whether it is met, and what the answer rests on."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import overview, requirements
from ui.state import session

PARTS = {
    "Overview": overview.draw,
    "Requirements": requirements.draw,
    "Machine": requirements.machine,
    "Growth": requirements.growth,
    "Files and clients": requirements.files,
    "Workloads": requirements.workloads,
    "Room and planning": requirements.room,
    "Assumptions": requirements.rests_on,
}

st.title("Needs")
page_parts.draw("needs", PARTS, session.current(), first="Requirements")
