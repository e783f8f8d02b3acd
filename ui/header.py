"""The head of every page: which scenario, whether it is met, what it comes to, the last edit."""

from __future__ import annotations

import html

import streamlit as st

from model.answers.results import Results
from model.answers.views.written import VERDICTS
from ui import history, opening, saving, session
from ui.downloads import downloads
from ui.elements import escaped, shown

SUMS = (
    ("usable_capacity", "", "usable"),
    ("write_bandwidth", "", "write"),
    ("read_bandwidth", "", "read"),
    ("capital_cost", "known_capital_cost", "to buy"),
    ("racks", "", "racks"),
    ("equipment_power", "known_equipment_power", "power"),
)
"""Figures of the site; what of it is known, where nobody knows all; what it is called here."""


def draw() -> None:
    """Draw the head; it stays in sight while the page moves below it."""
    results = session.current()
    with st.container(key="head"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            scenario = results.plan.scenario
            with st.popover(escaped(scenario.name), icon=":material/folder_open:"):
                _menu(results)
            st.html(f'<div class="head">{_verdict(results)}{_sums(results)}</div>', width="stretch")
        history.draw()
    session.show_problems()


def _menu(results: Results) -> None:
    """Draw what is done with a scenario as a whole."""
    opening.choice()
    with st.expander("Open your own scenario"):
        opening.file()
    saving.draw()
    downloads(results)
    edits = session.edits()
    if edits:
        count = f"{len(edits)} figure{'s' if len(edits) > 1 else ''} changed by hand"
        st.caption(
            f"{count}: " + ", ".join(escaped(f"{at} = {value}") for at, value in edits.items())
        )
        st.button("Reset edits", icon=":material/undo:", on_click=session.reset)


def _verdict(results: Results) -> str:
    """Say in words and colour how many requirements are met."""
    met = [check.met for check in results.checks]
    if not met:
        return '<span class="faint">no requirement</span>'
    worst = False if False in met else None if None in met else True
    count = f"{met.count(worst)} of {len(met)}" if worst is not True else f"all {len(met)}"
    text, tone = VERDICTS[worst]
    return f'<span class="{tone}">{html.escape(text)}: {count}</span>'


def _sums(results: Results) -> str:
    found = []
    for name, known, words in SUMS:
        if ("site", name) not in results.values:
            continue
        at_least = results["site", name] is None and known and ("site", known) in results.values
        value = shown(results, "site", known if at_least else name)
        said = f"{'at least ' if at_least else ''}{value}"
        found.append(f"<span><b>{html.escape(said)}</b> {words}</span>")
    return "".join(found)
