"""How fast it is: the chain and its states, checkpoints, caches and latency."""

from __future__ import annotations

import streamlit as st

from ui import caches, checkpoint, parts, performance, session

PARTS = {
    "Chain and states": performance.draw,
    "Checkpoints": checkpoint.draw,
    "Caches and latency": caches.draw,
}

st.title("Performance")
parts.draw("performance", PARTS, session.current())
