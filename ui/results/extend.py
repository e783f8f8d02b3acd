"""How what is installed can grow: each step beside today, and one of them taken over, or dated."""

from __future__ import annotations

import datetime

import streamlit as st

from model.answers.extensions import NONE, Extendable, Extension, extensions, scenario_of
from model.answers.results import Results
from model.answers.step_phases import order_day, with_phase
from model.answers.views.extension_table import BRIEF, meant, view_of
from model.answers.views.payments import phases
from model.answers.views.present_table import today_and_after
from model.errors import InputError
from ui.base import elements
from ui.base.elements import escaped
from ui.results import cheapest_way, texts
from ui.state import session
from ui.state.shown_tier import select_tier

STEP, DAY, WRONG = "extension step", "extension order", "extension refused"


def draw(results: Results) -> None:
    """Draw the part."""
    with st.spinner(texts.PLANNING_STEPS):
        found = {one.name: one for one in extensions(results)}
    if not found:
        st.info(escaped(NONE), icon=":material/add_box:")
        return
    tier = found[select_tier(list(found))]
    st.caption(texts.EACH_STEP_BY_ITSELF, help=meant([tier]))
    view = view_of(results, tier)
    keys = {column.key for column in view.columns}
    elements.draw(results, view.only(*(key for key in BRIEF if key in keys)), folds=True)
    _apply(results, tier)
    with st.expander("Cheapest way to grow"):
        cheapest_way.draw(results, tier.name)
    if (grown := today_and_after(results)).rows:
        st.subheader(grown.title)
        elements.draw(results, grown)
    if dated := phases(results):
        st.subheader(dated.title)
        elements.draw(results, dated)


def _apply(results: Results, tier: Extendable) -> None:
    """Let the user take a step over into the plan, now or as a phase with its order."""
    possible = {step.title: step for step in tier.steps if step.is_possible}
    if not possible:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        title = st.selectbox("Step", list(possible), format_func=escaped, key=STEP)
        st.button("Apply", icon=":material/check:", on_click=take, args=(tier.name, title))
        key = f"{DAY} {title}"
        day = order_day(results, possible[title])
        st.date_input("Order date", value=day, key=key, width=150)
        st.button(
            "Add as phase",
            icon=":material/event:",
            help=texts.STEP_AS_PHASE,
            on_click=take,
            args=(tier.name, title, key),
        )
    for text in st.session_state.pop(WRONG, []):
        st.error(escaped(text), icon=":material/block:")


def take(name: str, title: str, key: str = "") -> None:
    """Apply a step to the plan; with the key of a date, as a phase that is ordered then."""
    results = session.current()
    tier = next(one for one in extensions(results) if one.name == name)
    step = next((one for one in tier.steps if one.title == title), None)
    if step is None:
        return
    try:
        after = _after(results, tier, step, st.session_state.get(key) if key else None, key)
    except InputError as error:
        st.session_state[WRONG] = [problem.what for problem in error.problems]
        return
    before, data = results.plan.scenario.data, after.plan.scenario.data
    sections = {top: said for top, said in data.items() if said != before.get(top)}
    st.session_state[WRONG] = [problem.what for problem in session.reshape(sections)]


def _after(
    results: Results, tier: Extendable, step: Extension, day: datetime.date | None, key: str
) -> Results:
    """Return the plan with a step."""
    return with_phase(results, tier, step, day).results if key else scenario_of(results, step)
