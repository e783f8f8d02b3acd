"""Which design: scenarios beside each other, and the best of what one leaves open."""

from __future__ import annotations

import streamlit as st

from ui import comparison, parts, searched, session

PARTS = {"Beside each other": comparison.draw, "Search": searched.draw}

st.title("Compare")
parts.draw("compare", PARTS, session.current())
