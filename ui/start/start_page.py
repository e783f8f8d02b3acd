"""Where a plan begins: boxes, and below them designs that do what stands in them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

import streamlit as st

from model.answers.levers import Levers
from model.errors import InputError
from model.search.families import TODAY, begun_empty, begun_from
from model.search.start import Begun
from model.search.wishes import Wishes
from model.units.brief import several
from ui.base import turns
from ui.base.elements import escaped, folded
from ui.base.work import work
from ui.forms import sliders
from ui.start import cards, texts, wishes
from ui.start.template_search import Beginning, Shown, searches
from ui.state import origins, session
from ui.state.search_queue import draw_again

PATIENCE = 0.6
"""Seconds that a run waits for the answer before it shows what there is so far."""
PAUSE = 0.3
"""Seconds between two drawings of what there is so far."""
ASKED, REFUSED = "asked search", "what no design came of"
OF_CARDS = " of cards"
"""End of the keys of levers."""
CHANGED = "Your requirements changed before this design was applied. Choose again."


def draw(then: Callable[[], None]) -> None:
    """Draw boxes and cards; `then` is what follows when a design was taken."""
    _requirements(then)


def choose(choice: str) -> None:
    """Begin with a scenario that there is: what a button does, before a run that may be cut off.

    What can't be opened is said here: whoever is led on wouldn't see it.
    """
    session.choose(choice)
    session.restore(choice)
    if work().choice == choice:
        go_on()


def begin(choice: str) -> None:
    """Begin a plan of one's own today, with a template or the minimal scenario.

    An earlier one that was edited stays under a name of its own.
    """
    folder, _, name = choice.rpartition("/")
    text = begun_from(name) if folder == "templates" else begun_empty()
    earlier = session.begin(origins.shipped(choice).scenario.name, text)
    if earlier:
        work().messages.success = texts.BEGUN_ANEW.format(earlier=earlier)
    go_on()


def open_anew(choice: str) -> None:
    """Open a scenario that comes with the program as it came; edits of it are set aside."""
    session.choose(choice)
    session.restore(choice)
    if work().choice == choice:
        if session.set_aside(choice):
            work().messages.success = texts.OPENED_ANEW
        go_on()


def go_on() -> None:
    """Lead on after what was chosen."""
    work().request.leads_on = True


@st.fragment
def _requirements(then: Callable[[], None]) -> None:
    wished = wishes.boxes()
    if work().request.leads_on:  # only now: what was typed last is kept
        then()
    _refused(wished)
    if wished.wishes is None:
        wishes.complain(wished.problems)
        return
    if wished.is_nothing:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(texts.ENTER_WHAT_YOU_KNOW, width="content")
            wishes.example()
        searches().prepare()
        return
    levers = _levers()
    asked = _search(wished.wishes, wished.kinds, levers)
    with turns.aside():
        asked.ended.wait(PATIENCE)
    was_there = asked.ended.is_set()
    _answer(asked)
    if not was_there:
        with turns.aside():
            asked.ended.wait(PAUSE)
        draw_again()


def _refused(wished: wishes.Entered) -> None:
    """Say why a design wasn't taken, until something else is asked for."""
    refused, why = st.session_state.get(REFUSED, (None, ""))
    if refused == wished:
        st.warning(escaped(why), icon=":material/info:")
    else:
        st.session_state.pop(REFUSED, None)


def _me() -> str:
    """Name this session among those that wait."""
    name: str = st.session_state.setdefault("asks as", secrets.token_hex(8))
    return name


def _levers() -> Levers:
    """Draw sliders of prices and of the date, folded; give how they stand."""
    if room := folded(texts.WHAT_IF, "levers of cards", icon=":material/tune:", compact=True):
        with room:
            levers = sliders.draw(OF_CARDS, {}, without=("energy",))
            st.button("Reset", on_click=sliders.reset, args=(OF_CARDS,), type="tertiary")
            return levers
    return TODAY


def _search(wished: Wishes, kinds: tuple[str, ...], levers: Levers) -> Beginning:
    """Ask for designs, and leave what was asked before; what this user stopped stays so."""
    former: Beginning | None = st.session_state.get(ASKED)
    if former is not None and former.is_stopped and former.asks(wished, kinds, levers):
        return former
    asked = searches().ask(wished, kinds, _me(), levers)
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
            st.progress(asked.done, "Comparing designs", width="stretch")
            st.button("Stop", key="stop the search", on_click=_stop)
    elif asked.is_stopped:
        left = f" Not compared: {escaped(', '.join(asked.left_out))}." if asked.left_out else ""
        st.info(texts.SEARCH_STOPPED_CHANGE_FIGURE.format(left=left))
    if asked.begun is not None:
        guess = next(filter(None, (one.guess for one in asked.shown)), "")
        _say(asked.begun, guess, asked.levers)
    if asked.levers.text:
        later = next((one.later for one in asked.shown), "") * bool(asked.levers.months)
        said = texts.WITH_LEVERS.format(levers=asked.levers.text, later=later and f" {later}.")
        st.caption(escaped(said))
    with st.container(horizontal=True, gap="small", key="designs"):
        for n, one in enumerate(asked.shown):
            cards.card(one, n, partial(_take, asked))


def _say(begun: Begun, guess: str, levers: Levers) -> None:
    """Say in words whether it can be done, and if not, what stands in the way; what is guessed."""
    if not begun.designs:
        _say_too_weak(begun)
        return
    if begun.is_possible:
        were = "was" if begun.designs == 1 else "were"
        at = texts.AT_CHANGED_PRICES * bool(levers.text)
        designs = several(begun.designs, "design")
        sentence = texts.THESE_MEET_ALL.format(designs=designs, were=were, at=at)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(sentence, width="content")
            wishes.clear()
        if begun.too_weak:
            st.caption(escaped(f"{begun.too_weak}."))
        return
    change = texts.GUESS_CAN_BE_CHANGED.format(guess=guess) if guess else ""
    lines = [*map(str, begun.obstacles), *filter(None, [change, begun.too_weak])]
    none = texts.NONE_MEETS_ALL.format(designs=several(begun.designs, "design"))
    sentence = f"{none} {escaped(begun.compared)}"
    listed = "".join(f"\n- {escaped(line)}" for line in lines)
    st.warning(f"{sentence}\n{listed}", icon=":material/block:")
    wishes.clear()


def _say_too_weak(begun: Begun) -> None:
    """Say that no design stands in such racks; while others are looked for, nothing yet."""
    if begun.too_weak and begun.done == 1:
        st.warning(escaped(f"{begun.too_weak}."), icon=":material/block:")
        wishes.clear()


def _take(asked: Beginning, shown: Shown) -> None:
    """Make a design the scenario, if it was found for what stands in the boxes by now.

    Whoever types and clicks at once would get a design for what stood there before.
    """
    now = wishes.now()
    if now.wishes is None or not asked.asks(now.wishes, now.kinds):
        st.session_state[REFUSED] = now, CHANGED
        return
    try:
        session.begin(shown.card.row.family.name, shown.card.text.encode())
    except InputError as error:
        st.session_state[REFUSED] = now, str(error.problems[0])
        return
    go_on()
