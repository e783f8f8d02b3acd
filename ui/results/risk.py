"""What can go wrong: loss of data."""

from __future__ import annotations

import streamlit as st

from model.answers.losses import NOT_MODELLED
from model.answers.results import Results
from model.answers.views.loss_table import losses
from ui.base import elements


def draw_losses(results: Results) -> None:
    """Draw how likely data are lost, and what isn't modelled."""
    found = losses(results)
    st.subheader(found.title)
    elements.draw(results, found)
    st.caption(NOT_MODELLED)
