"""What is asked of the plan, whether it is met, and what the answer rests on."""

from __future__ import annotations

import streamlit as st

from ui import parts, required, session

PARTS = {
    "Requirements": required.draw,
    "Machine": required.machine,
    "Growth": required.growth,
    "Files and clients": required.files,
    "Workloads": required.workloads,
    "Room and policy": required.room,
    "What it rests on": required.rests_on,
}

st.title("Needs")
parts.draw("needs", PARTS, session.current())
