"""What is asked of a search: worked out beside the pages, one thing after the other a session.

A page shows what there is so far, and asks again; whoever asks for something else stops it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from model.errors import InputError, Place, Problem
from model.search.progress import Progress
from model.units.figures import percent
from ui.state import drafts, session, texts
from ui.state.search_slots import Slot, Slots

SECONDS = {"half a minute": 30.0, "two minutes": 120.0, "ten minutes": 600.0}
PATIENCE = 0.5
"""Seconds that a run waits for an answer before it shows how far it is."""
PAUSE = 0.3
"""Seconds between two drawings of how far it is."""
GONE = 10.0
"""Seconds that a tab may be away, as while a network is, before what it asked ends."""
TAKEN = "a design was taken"
"""What says, once, that the scenario is another one now."""
FAILED = "The search failed; the server's log says why."
LOG = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass
class Question(Generic[T]):
    """Something asked, and how far the answer is."""

    make: Callable[[Progress], T]
    answer: T | None = None
    problems: tuple[Problem, ...] = ()
    done: float = 0.0
    best: float | None = None
    is_stopped: bool = False
    is_here: Callable[[], bool] = lambda: True
    """Whether the tab that asked is open."""
    seen: float = field(default_factory=time.monotonic)
    ended: threading.Event = field(default_factory=threading.Event)
    slot: Slot = field(default_factory=Slot)

    @property
    def was_left(self) -> bool:
        """Whether it was stopped before it had any answer."""
        return self.ended.is_set() and self.answer is None and not self.problems

    def stop(self) -> None:
        """End it with what is known by then."""
        self.is_stopped = True

    def run(self, slots: Slots) -> None:
        """Work it out when it is its turn, and pause where others have theirs."""

        def tell(done: float, best: float | None) -> bool:
            self.done, self.best = min(max(done, 0.0), 1.0), best
            return slots.pause(self.slot, self.is_wanted)

        try:
            if slots.enter(self.slot, self.is_wanted):
                self.answer = self.make(tell)
        except InputError as error:
            self.problems = error.problems
        except Exception:
            LOG.exception("a question to a search")
            self.problems = (Problem(Place("search"), "", FAILED),)
        finally:
            slots.leave(self.slot)
            self.ended.set()

    def is_wanted(self) -> bool:
        """Tell whether nobody has stopped it, and whoever asked is there, or was a moment ago."""
        now = time.monotonic()
        if self.is_here():
            self.seen = now
        elif now - self.seen > GONE:
            self.stop()
        return not self.is_stopped


def _presence() -> Callable[[], bool]:
    """Give what tells, from any thread, whether the tab of this session is open."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return lambda: True
    server, who = runtime.get_instance(), context.session_id
    return lambda: bool(server.is_active_session(who))


class Line:
    """The questions of a session: each begins when the one before has its answer."""

    def __init__(self, slots: Slots, owner: str) -> None:
        self._slots, self.owner = slots, owner
        self._is_here = _presence()
        self._waiting: deque[Question[object]] = deque()
        self._lock = threading.Lock()
        self._runs: Question[object] | None = None

    def ask(self, question: Question[T]) -> Question[T]:
        """Put a question at the end of the line."""
        question.is_here = self._is_here
        question.slot.owner = self.owner
        with self._lock:
            self._waiting.append(question)  # type: ignore[arg-type]
            if self._runs is None:
                self._next()
        return question

    def clear(self) -> None:
        """Stop what is worked out, and forget what waits."""
        with self._lock:
            for question in (*self._waiting, *filter(None, (self._runs,))):
                question.stop()
            while self._waiting:
                self._waiting.popleft().ended.set()

    def _next(self) -> None:
        self._runs = self._waiting.popleft() if self._waiting else None
        if self._runs is not None:
            self._slots.threads.submit(self._run, self._runs)

    def _run(self, question: Question[object]) -> None:
        question.run(self._slots)
        with self._lock:
            self._next()


@st.cache_resource(show_spinner=False)
def _slots() -> Slots:
    """Give the slots of this server."""
    return Slots()


def line() -> Line:
    """Begin a line of this session; its browser has its turn among others."""
    return Line(_slots(), drafts.owner())


def begin(search: Callable[[float], None], stop: Callable[[], None], *, busy: bool) -> None:
    """Draw what a search begins with, and ends with."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        within: str = st.selectbox("Time limit", list(SECONDS), key="search within", width=160)
        st.button(
            "Search",
            type="primary",
            icon=":material/search:",
            disabled=busy or not session.current().plan.scenario.choices,
            on_click=search,
            args=(SECONDS[within],),
        )
        if busy:
            st.button("Stop", key="stop what is asked", on_click=stop)


def tell(question: Question[T], what: str, *, says_best: bool = True) -> None:
    """Say what is worked out now, and how far it is."""
    what = what if question.slot.is_running else "Waiting for other searches"
    known = says_best and question.best is not None
    best = texts.BEST_SO_FAR.format(best=question.best) if known else ""
    st.progress(question.done, f"{what}: {percent(question.done)}{best}")


def draw_again() -> None:
    """Draw a fragment anew with what there is by then.

    The server asks itself for that: a browser's timer may ask for a page that was left since, and
    clear the one that is there.
    """
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # this is the first run, of the whole page
        st.rerun()
