"""How fast it is: the chain and its states, checkpoints, caches and latency."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import caches, checkpoint, performance
from ui.state import session

PARTS = {
    "Data path": performance.draw,
    "States": performance.draw_states,
    "Upgrades": performance.draw_remedies,
    "Workloads": performance.draw_workloads,
    "Checkpoints": checkpoint.draw,
    "Caches and latency": caches.draw,
}

st.title("Performance")
page_parts.draw("performance", PARTS, session.current())
