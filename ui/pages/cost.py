"""What it costs, what stands where, and what to ask whom."""

from __future__ import annotations

import streamlit as st

from ui import cost, parts, racks, session

PARTS = {
    "Cost": cost.draw,
    "Racks": racks.draw,
    "Questions": racks.draw_questions,
}

st.title("Cost and racks")
parts.draw("cost", PARTS, session.current())
