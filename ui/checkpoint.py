"""How fast the machine must dump its memory, how often, and what its jobs get done."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.answers.views.requirements import of_checkpoints
from report.figures import efficiency_curve
from ui import elements, figures, forms
from ui.elements import Cell, cards, figure, table

FIRST = (
    ("required_checkpoint_bandwidth", "Write bandwidth required"),
    ("dump_time", "Dump time, allowed"),
    ("committed_dump_time", "Dump time, committed"),
    ("job_efficiency", "Efficiency of a job"),
    ("checkpoints_that_fit", "Dumps that fit"),
    ("checkpoint_writes_per_day", "Written a day"),
)
INTERVALS = (
    ("checkpoint_interval", "Best: Daly's model, solved exactly"),
    ("interval_daly", "Daly's higher-order formula"),
    ("interval_young", "Young's, for comparison: first order"),
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
        st.info("No checkpoints are planned yet.", icon=":material/save:")
        forms.draw(results, forms.CHECKPOINTS)
        figures.of_page(results, "checkpoint")
        return
    with cards(results) as row:
        for name, label in FIRST:
            row.add("site", name, label)
    asked = of_checkpoints(results)
    elements.draw(results, asked)
    st.subheader("How often to dump")
    curve = efficiency_curve(results)
    if curve is None:
        st.info("The best interval is unknown: the time to interrupt or the dump time is.")
    else:
        elements.chart(curve, "efficiency")
    heads = ("Computing time between two dumps", "Time")
    table(heads, "lr", [(label, figure(results, "site", name)) for name, label in INTERVALS])
    st.subheader("The machine")
    table(
        ("Figure", "Value"),
        "lr",
        [
            (
                Cell(results.item("site", name).label, "", results.item("site", name).title),
                figure(results, "site", name),
            )
            for name in MACHINE
        ],
    )
    figures.of_page(results, "checkpoint")
