"""What can go wrong, and how certain the figures of the plan are."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import risk, survival, uncertainty
from ui.state import session

PARTS = {
    "Survival": survival.draw,
    "Loss": risk.draw_losses,
    "Availability": risk.draw_availability,
    "Spares": risk.draw_spares,
    "Wear": risk.draw_wear,
    "Uncertainty": uncertainty.draw,
}

st.title("Risk")
page_parts.draw("risk", PARTS, session.current())
