"""Which design: scenarios beside each other, and the best of what one leaves open."""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import comparison
from ui.search import best_designs
from ui.state import session

PARTS = {"Side by side": comparison.draw, "Search": best_designs.draw}

st.title("Compare")
page_parts.draw("compare", PARTS, session.current())
