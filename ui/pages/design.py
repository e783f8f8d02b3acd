"""What is built: the parts and figures of each tier."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from ui import figures, session
from ui.fields import Reader
from ui.inputs import PLACE, inputs
from ui.tiers import select_tier


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Design")
    names = [tier.name for tier in results.plan.scenario.tiers]
    name = select_tier(names)
    inputs(Reader(results).tier(names.index(name)), PLACE)
    figures.of_tier(results, name)


draw(session.current())
