"""Where a plan begins: boxes, and below them designs that do what stands in them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import streamlit as st

from model.errors import InputError
from model.search.start import Begun
from model.search.wishes import Wishes
from model.units.figures import grouped
from ui import cards, session, turns, wishes
from ui.asked import draw_again
from ui.beginnings import Beginning, Shown, searches
from ui.elements import escaped

PATIENCE = 0.6
"""Seconds that a run waits for the answer before it shows what there is so far."""
PAUSE = 0.3
"""Seconds between two drawings of what there is so far."""
BEGUN, ASKED = "something was begun with", "asked search"


def draw(then: Callable[[], None]) -> None:
    """Draw boxes and cards; `then` is what follows when a design was taken."""
    _asked(then)


def _begun() -> bool:
    """Tell, once, whether something to begin with was chosen."""
    return bool(st.session_state.pop(BEGUN, False))


def choose(choice: str) -> None:
    """Begin with a scenario that there is: what a button does, before a run that may be cut off."""
    session.choose(choice)
    st.session_state[BEGUN] = True


@st.fragment
def _asked(then: Callable[[], None]) -> None:
    wished, problems, kinds = wishes.boxes()
    if _begun():  # only now: what was typed last is kept
        then()
    if wished is None:
        wishes.complain(problems)
        return
    asked = _search(wished, kinds)
    with turns.aside():
        asked.ended.wait(PATIENCE)
    was_there = asked.ended.is_set()
    _answer(asked)
    if not was_there:
        with turns.aside():
            asked.ended.wait(PAUSE)
        draw_again()


def _me() -> str:
    """Name this session among those that wait."""
    name: str = st.session_state.setdefault("asks as", secrets.token_hex(8))
    return name


def _search(wished: Wishes, kinds: tuple[str, ...]) -> Beginning:
    """Ask for designs, and leave what was asked before; what this user stopped stays so."""
    former: Beginning | None = st.session_state.get(ASKED)
    if former is not None and former.is_stopped and former.asks(wished, kinds):
        return former
    asked = searches().ask(wished, kinds, _me())
    if former is not None and former is not asked:
        searches().leave(former, _me())
    st.session_state[ASKED] = asked
    return asked


def _stop() -> None:
    st.session_state[ASKED].is_stopped = True


def _answer(asked: Beginning) -> None:
    """Draw what is found so far."""
    if asked.problem:
        st.error(asked.problem, icon=":material/error:")
        return
    if not asked.ended.is_set():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(asked.done, "Planning what templates leave open", width="stretch")
            st.button("Stop", key="stop the search", on_click=_stop)
    elif asked.is_stopped:
        left = f" Not looked at: {escaped(', '.join(asked.left_out))}." if asked.left_out else ""
        st.info(f"The search was stopped; change a figure to search again.{left}")
    if asked.begun is not None:
        _say(asked.begun)
    with st.container(horizontal=True, gap="small", key="designs"):
        for n, one in enumerate(asked.shown):
            cards.card(one, n, _take)


def _say(begun: Begun) -> None:
    """Say in words whether it can be done, and if not, what stands in the way."""
    if begun.is_possible:
        st.caption(f"{grouped(begun.designs)} designs were compared; these do all that is asked.")
        return
    lines = [str(one) for one in begun.obstacles]
    within = "; ".join(begun.within)
    said = f"**None of {grouped(begun.designs)} designs does all that is asked.** {escaped(within)}"
    listed = "".join(f"\n- {escaped(line)}" for line in lines)
    st.warning(f"{said}\n{listed}", icon=":material/block:")


def _take(shown: Shown) -> None:
    """Make a design the scenario."""
    try:
        session.begin(shown.card.row.family.name, shown.card.text.encode())
    except InputError as error:
        st.session_state.refused = str(error.problems[0])
        return
    st.session_state[BEGUN] = True
