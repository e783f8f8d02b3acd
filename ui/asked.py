"""What is asked of a search: worked out beside the pages, one thing after the other a session.

A page shows what there is so far, and asks again; whoever asks for something else stops it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import streamlit as st
from streamlit.errors import StreamlitAPIException

from model.errors import InputError, Place, Problem
from model.search.watch import Progress

AT_ONCE = 2
"""Sessions whose questions are worked out at once."""
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
    began: bool = False
    is_stopped: bool = False
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def was_left(self) -> bool:
        """Whether it was stopped before it had any answer."""
        return self.ended.is_set() and self.answer is None and not self.problems

    def stop(self) -> None:
        """End it with what is known by then."""
        self.is_stopped = True

    def run(self) -> None:
        """Work it out."""
        self.began = True
        try:
            self.answer = self.make(self._tell)
        except InputError as error:
            self.problems = error.problems
        except Exception:
            LOG.exception("a question to a search")
            self.problems = (Problem(Place("search"), "", FAILED),)
        finally:
            self.ended.set()

    def _tell(self, done: float, best: float | None) -> bool:
        self.done, self.best = min(max(done, 0.0), 1.0), best
        return not self.is_stopped


class Line:
    """The questions of a session: each begins when the one before has its answer."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._waiting: deque[Question[object]] = deque()
        self._lock = threading.Lock()
        self._runs: Question[object] | None = None

    def ask(self, question: Question[T]) -> Question[T]:
        """Put a question at the end of the line."""
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
            self._pool.submit(self._run, self._runs)

    def _run(self, question: Question[object]) -> None:
        question.run()
        with self._lock:
            self._next()


@st.cache_resource(show_spinner=False)
def pool() -> ThreadPoolExecutor:
    """Give the threads of this server."""
    return ThreadPoolExecutor(AT_ONCE, thread_name_prefix="asked")


def draw_again() -> None:
    """Draw a fragment anew with what there is by then.

    The server asks itself for that: a browser's timer may ask for a page that was left since, and
    clear the one that is there.
    """
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # this is the first run, of the whole page
        st.rerun()
