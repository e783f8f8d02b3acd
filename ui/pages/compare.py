"""Which design, and which bid: scenarios side by side, and the steps of a tender."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from ui.base import page_parts
from ui.results import comparison, extend
from ui.search import best_designs
from ui.state import session
from ui.tender import accept, bids, form, score, specify

PARTS = {"Side by side": comparison.draw, "Search": best_designs.draw, "Extend": extend.draw}


def _compare(results: Results) -> None:
    """Draw designs beside each other, the best of what one leaves open, or what is there, grown."""
    page_parts.draw("compare", PARTS, results)


STEPS = {
    "Compare": _compare,
    "Specify": specify.draw,
    "Form": form.draw,
    "Bids": bids.draw,
    "Score": score.draw,
    "Accept": accept.draw,
}

st.title("Compare and tender")
page_parts.draw("tender", STEPS, session.current(), label="Step")
