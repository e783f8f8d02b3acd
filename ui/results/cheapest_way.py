"""The cheapest way for an installed tier to grow until a day, searched beside the page."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.step_phases import start_of
from model.clock import today
from model.errors import InputError
from model.search.growth import Growth, goal_of, grow, sentence, with_order
from model.search.growth_table import BRIEF, unranked, ways_table
from model.search.progress import Progress
from model.units.figures import UnitError, parse
from ui.base import elements, turns
from ui.base.elements import escaped
from ui.base.work import work
from ui.results import texts
from ui.state import search_queue, session
from ui.state.search_queue import Line, Question

ASKED, NEED, BY, REFUSED = "cheapest way", "needed capacity", "needed by", "cheapest way refused"
SECONDS = 60.0
MOST = 5
"""Ways that are listed."""


@dataclass
class Asked:
    """What was asked of a plan, and the ways that were found."""

    data: Any
    line: Line
    ways: Question[Growth]


def draw(results: Results, tier: str) -> None:
    """Draw what is needed, and the ways to it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Capacity needed", key=NEED, placeholder=texts.BY_DEMAND, help=texts.CHEAPEST_WAY
        )
        st.date_input("Needed by", value=_in_a_year(results), key=BY, width=150)
        found: Asked | None = st.session_state.get(ASKED, {}).get(work().choice)
        busy = found is not None and not found.ways.ended.is_set()
        st.button("Find", icon=":material/search:", disabled=busy, on_click=_find, args=(tier,))
    for text in st.session_state.pop(REFUSED, []):
        st.error(escaped(text), icon=":material/block:")
    if found is None:
        return
    if busy:
        with turns.aside():
            found.ways.ended.wait(search_queue.PATIENCE)
        if not found.ways.ended.is_set():
            search_queue.tell(found.ways, "Searching")
            with turns.aside():
                found.ways.ended.wait(search_queue.PAUSE)
        search_queue.draw_again()
    for one in found.ways.problems:
        st.error(escaped(one.what), icon=":material/error:")
    if found.ways.answer is not None and session.current().plan.scenario.data == found.data:
        _show(results, found.ways.answer)


def _in_a_year(results: Results) -> datetime.date:
    return (start_of(results) or datetime.date.today()) + datetime.timedelta(days=365)


def _find(tier: str) -> None:
    results = session.current()
    need, by = (st.session_state.get(NEED) or "").strip(), st.session_state.get(BY)
    try:
        figures = {"usable_capacity": parse(need, "byte")} if need else {}
        goal = goal_of(results, figures, by, tier)
    except UnitError as error:
        st.session_state[REFUSED] = [str(error)]
        return
    except InputError as error:
        st.session_state[REFUSED] = [problem.what for problem in error.problems]
        return

    day = today()

    def ways(progress: Progress) -> Growth:
        return grow(results, goal, seconds=SECONDS, progress=progress, today=day)

    kept: dict[str, Asked] = st.session_state.setdefault(ASKED, {})
    for former in kept.values():
        former.line.clear()
    kept.clear()
    line = search_queue.line()
    kept[work().choice] = Asked(results.plan.scenario.data, line, line.ask(Question(ways)))


def _show(results: Results, found: Growth) -> None:
    currency = results.plan.scenario.economics.currency
    st.markdown(f"**{escaped(sentence(found, currency))}.**")
    if found.ways:
        elements.draw(results, ways_table(found.ways[:MOST]).only(*BRIEF), doors=False)
        if text := unranked(found.ways[:MOST], found.goal.objective):
            st.caption(escaped(f"{text[:1].upper()}{text[1:]}."))
    if found.best is not None:
        st.button("Apply the cheapest", icon=":material/check:", on_click=_apply, args=(found,))


def _apply(found: Growth) -> None:
    """Apply the best way to the plan, with its order as a phase."""
    results = session.current()
    if found.best is None:
        return
    try:
        data = with_order(found, found.best, results).plan.scenario.data
    except InputError as error:
        st.session_state[REFUSED] = [problem.what for problem in error.problems]
        return
    before = results.plan.scenario.data
    sections = {top: said for top, said in data.items() if said != before.get(top)}
    st.session_state[REFUSED] = [problem.what for problem in session.reshape(sections)]
