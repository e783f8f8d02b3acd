"""What can be kept: step by step from the drives, in files, and over the years."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import capacity, files, growth
from ui.state import session

PARTS = {
    "From raw to planned": capacity.draw,
    "Growth": growth.draw,
    "Files and memory": files.draw,
}

st.title("Capacity")
page_parts.draw("capacity", PARTS, session.current())
