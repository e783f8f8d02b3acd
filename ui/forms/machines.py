"""The form of the machine: one that checkpoints its memory, or one that trains a model."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from ui.base.work import work
from ui.forms import form

FORMS = {"Checkpoints its memory": form.CHECKPOINTS, "Trains a model": form.TRAINING}


def draw(results: Results) -> None:
    """Draw the choice of the form, that of the scenario first, and the form."""
    labels = list(FORMS)
    chosen = st.segmented_control(
        "Machine",
        labels,
        default=labels[results.plan.scenario.training is not None],
        required=True,
        key=f"form of the machine in {work().choice}",
        label_visibility="collapsed",
    )
    form.draw(results, FORMS[chosen])
