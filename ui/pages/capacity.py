"""What can be kept: step by step from the drives, in files, and over the years."""

from __future__ import annotations

import streamlit as st

from ui import capacity, files, growth, parts, session

PARTS = {
    "From raw to planned": capacity.draw,
    "Growth": growth.draw,
    "Files and memory": files.draw,
}

st.title("Capacity")
parts.draw("capacity", PARTS, session.current())
