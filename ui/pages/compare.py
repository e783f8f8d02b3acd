"""Which design: scenarios beside each other, the best of what one leaves open, or what is there
with more.
"""

from __future__ import annotations

import streamlit as st

from ui.base import page_parts
from ui.results import comparison, extend
from ui.search import best_designs
from ui.state import session

PARTS = {"Side by side": comparison.draw, "Search": best_designs.draw, "Extend": extend.draw}

st.title("Compare")
page_parts.draw("compare", PARTS, session.current())
