"""Where a plan begins: boxes, and below them designs that do what stands in them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import streamlit as st

from model.errors import InputError
from model.search.start import Begun
from ui import cards, session, wishes
from ui.beginnings import Beginning, Shown, searches
from ui.elements import escaped

PATIENCE = 0.6
"""Seconds that a run waits for the answer before it shows what there is so far."""
POLL = 0.4


def draw(then: Callable[[], None]) -> None:
    """Draw boxes and cards; `then` is what follows when a design was taken."""
    _asked(then)


@st.fragment
def _asked(then: Callable[[], None]) -> None:
    wished, problems, kinds = wishes.boxes()
    if wished is None:
        wishes.complain(problems)
        return
    asked = searches().ask(wished, kinds, _me())
    _leave_former(asked)
    is_there = asked.ended.wait(PATIENCE)
    st.fragment(_answer, run_every=None if is_there else POLL)(asked, then)


def _me() -> str:
    """Name this session among those that wait."""
    name: str = st.session_state.setdefault("asks as", secrets.token_hex(8))
    return name


def _leave_former(asked: Beginning) -> None:
    former = st.session_state.get("asked search")
    if former is not None and former is not asked:
        searches().leave(former, _me())
    st.session_state["asked search"] = asked


def _answer(asked: Beginning, then: Callable[[], None]) -> None:
    """Draw what is found so far; while it runs, this is drawn again and again."""
    polled = st.session_state.get("polled search") is asked
    st.session_state["polled search"] = None if asked.ended.is_set() else asked
    if polled and asked.ended.is_set():
        st.rerun()  # whoever drew this anew stops doing so
    if asked.problem:
        st.error(asked.problem, icon=":material/error:")
        return
    if not asked.ended.is_set():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(asked.done, "Planning what templates leave open", width="stretch")
            if st.button("Stop", key="stop the search"):
                asked.is_stopped = True
    elif asked.is_stopped:
        st.info("The search was stopped; change a figure to search again.")
    if asked.begun is not None:
        _say(asked.begun)
    with st.container(horizontal=True, gap="small", key="designs"):
        for n, one in enumerate(asked.shown):
            if cards.card(one, n):
                _take(one, then)


def _say(begun: Begun) -> None:
    """Say in words whether it can be done, and if not, what stands in the way."""
    if begun.is_possible:
        st.caption(f"{begun.designs:,} designs were compared; these do all that is asked.")
        return
    lines = [str(one) for one in begun.obstacles]
    within = "; ".join(begun.within)
    said = f"**None of {begun.designs:,} designs does all that is asked.** {escaped(within)}"
    listed = "".join(f"\n- {escaped(line)}" for line in lines)
    st.warning(f"{said}\n{listed}", icon=":material/block:")


def _take(shown: Shown, then: Callable[[], None]) -> None:
    """Make a design the scenario."""
    try:
        session.begin(shown.card.row.family.name, shown.card.text.encode())
    except InputError as error:
        st.error(escaped(str(error.problems[0])))
        return
    then()
