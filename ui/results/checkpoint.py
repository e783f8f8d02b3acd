"""Checkpoints: required bandwidth, interval, and job efficiency."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.answers.views.plan_charts import efficiency_curve
from model.answers.views.requirements import of_checkpoints
from model.answers.views.training_table import COSTS, demand_and_guides
from ui.base import elements
from ui.base.elements import cards, figure, folded, labelled, shown, table
from ui.forms import figures, machines
from ui.results import texts

# What is required, and dumps that fit, stand in the table below.
FIRST = (
    ("dump_time", "Checkpoint time"),
    ("job_efficiency", "Job efficiency"),
    ("checkpoint_interval", "Best interval"),
    ("checkpoint_writes_per_day", "Written per day"),
)
"""What is said of dumps as they are committed, with what was asked below it."""
INTERVALS = (
    ("interval_daly", "Daly's higher-order formula"),
    ("interval_young", "Young's first-order formula, for comparison"),
)
MACHINE = (
    "memory_capacity",
    "dump_size",
    "job_mtti",
    "achieved_mtti_ratio",
    "restart_time",
)


def draw(results: Results) -> None:
    """Draw the part."""
    if results.plan.scenario.checkpoint is None:
        st.info(texts.NO_CHECKPOINTS_ARE_PLANNED, icon=":material/save:")
        machines.draw(results)
        _guides(results)
        figures.of_page(results, "checkpoint")
        return
    with cards(results) as row:
        for name, label in FIRST:
            required = f"required: {shown(results, 'site', name)}"
            row.add("site", f"committed_{name}", label, required)
    elements.draw(results, of_checkpoints(results), folds=True)
    curve = efficiency_curve(results)
    if curve is None:
        st.info(texts.BEST_INTERVAL_IS_UNKNOWN)
    else:
        elements.draw_chart(results, curve, "efficiency")
    if room := folded(texts.BEST_INTERVAL_BY_OTHER, "intervals"):
        with room:
            table(
                ("Formula", "Interval"),
                "lr",
                [(label, figure(results, "site", name)) for name, label in INTERVALS],
            )
    if room := folded("Machine", "machine of checkpoints"):
        with room:
            table(("Figure", "Value"), "lr", [labelled(results, "site", name) for name in MACHINE])
    _guides(results)
    figures.of_page(results, "checkpoint")


def _guides(results: Results) -> None:
    """Draw what guides ask beside what the training needs; nothing without accelerators."""
    found = demand_and_guides(results)
    if found.rows and (room := folded(found.title, "guides to storage")):
        with room:
            elements.draw(results, found)
            st.caption(COSTS)
