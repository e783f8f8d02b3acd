"""What it costs, what stands where, and what to ask whom."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import cost, racks
from ui.state import session

PARTS = {
    "Cost": cost.draw,
    "Racks": racks.draw,
    "Questions": racks.draw_questions,
}

st.title("Cost and racks")
page_parts.draw("cost", PARTS, session.current())
