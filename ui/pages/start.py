"""Where a plan begins: a scenario that comes with the program, a saved one, or a file."""

from __future__ import annotations

import streamlit as st

from ui import saved, session

st.title("Start")
st.markdown("Plan storage for high-performance computing: from what a machine needs to its bill.")
saved.draw(session.current())
