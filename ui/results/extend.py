"""How what is installed can grow: each step beside today, and one of them taken over."""

from __future__ import annotations

import streamlit as st

from model.answers.extensions import Extendable, extensions, scenario_of, why_none
from model.answers.results import Results
from model.answers.views.extension_table import BRIEF, MEANT, view_of
from ui.base import elements
from ui.base.elements import escaped
from ui.results import texts
from ui.state import session
from ui.state.shown_tier import select_tier

STEP, WRONG = "extension step", "extension refused"


def draw(results: Results) -> None:
    """Draw the part."""
    with st.spinner(texts.PLANNING_STEPS):
        found = {one.name: one for one in extensions(results)}
    if not found:
        st.info(escaped(why_none(results)), icon=":material/add_box:")
        return
    tier = found[select_tier(list(found))]
    st.caption(texts.EACH_STEP_BY_ITSELF, help=MEANT)
    view = view_of(results, tier)
    keys = {column.key for column in view.columns}
    elements.draw(results, view.only(*(key for key in BRIEF if key in keys)), folds=True)
    _apply(tier)


def _apply(tier: Extendable) -> None:
    """Let the user take a step over into the plan."""
    possible = {step.title: step for step in tier.steps if step.is_possible}
    if not possible:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        title = st.selectbox("Step", list(possible), format_func=escaped, key=STEP)
        st.button("Apply", icon=":material/check:", on_click=take, args=(tier.name, title))
    for text in st.session_state.pop(WRONG, []):
        st.error(escaped(text), icon=":material/block:")


def take(name: str, title: str) -> None:
    """Apply a step to the plan."""
    results = session.current()
    tiers = {one.name: one for one in extensions(results)}
    step = next((one for one in tiers[name].steps if one.title == title), None)
    if step is None:
        return
    before, after = results.plan.scenario.data, scenario_of(results, step).plan.scenario.data
    sections = {top: said for top, said in after.items() if said != before.get(top)}
    st.session_state[WRONG] = [problem.what for problem in session.reshape(sections)]
