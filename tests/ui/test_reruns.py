"""What a rerun costs, in counts: no load of the machine changes them."""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunnerEvent
from streamlit.runtime.state import SafeSessionState, SessionState, SessionStateProxy

from tests.ui.visits import opened
from ui.base import batches, server_start, work


def test_a_page_looks_up_once_what_its_session_works_on(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("astra", "design")
    lookups: Counter[str] = Counter()
    look_up = SessionStateProxy.__getitem__

    def count(self: SessionStateProxy, key: str) -> object:
        lookups[key] += 1
        return look_up(self, key)

    monkeypatch.setattr(SessionStateProxy, "__getitem__", count)
    at.run()
    assert 0 < lookups[work.KEY] < 5


def test_a_page_that_fails_leaves_nothing_to_the_next_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine, other = work.Work(), work.Work()
    monkeypatch.setattr(work.st, "session_state", {work.KEY: mine})
    seen = []

    def page() -> None:
        work.st.session_state[work.KEY] = other
        seen.append(work.work())
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"), work.cached_work():
        page()
    assert [*seen, work.work()] == [mine, other]


def test_no_box_copies_the_values_of_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("astra", "design")

    def refuse(self: SessionState) -> dict[str, object]:
        raise AssertionError("all values are copied")

    monkeypatch.setattr(SessionState, "filtered_state", property(refuse))
    at.run()
    assert not at.exception


def test_values_are_found_as_streamlit_finds_them() -> None:
    server_start.once()
    state = SessionState()
    state["a box"], state["emptied"] = 1, None
    held = SafeSessionState(state, lambda: None).filtered_state
    assert dict(held) == state.filtered_state == {"a box": 1, "emptied": None}
    assert "another" not in held
    assert len(held) == 2


MESSAGE, END = ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS


class Session(SimpleNamespace):
    """As much of a session as events need: who asks for its loop, and what comes there."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(_event_loop=loop, calls=0, came=[])

    __hash__ = object.__hash__

    def _call_soon_on_event_loop(self, callback: Any) -> None:
        self.calls += 1
        self._event_loop.call_soon(callback)

    def _handle_scriptrunner_event_on_event_loop(self, **event: Any) -> None:
        self.came.append(event)
        if event.get("forward_msg") == "broken":
            raise ValueError("broken")


def sent(*messages: str, ends: bool = True) -> Session:
    """Hand over some messages, and the end of their run; give the session that they came to."""

    async def run() -> Session:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        session = Session(loop)
        take: Any = getattr(AppSession, batches.TAKE)
        for message in messages:
            take(session, "runner", event=MESSAGE, forward_msg=message)
        if ends:
            take(session, "runner", END, run_descriptor="run")
        await asyncio.sleep(5 * batches.PAUSE)
        return session

    server_start.once()
    with ThreadPoolExecutor(1) as other:  # a browser of another test keeps a loop in this thread
        return other.submit(asyncio.run, run()).result()


def test_messages_come_in_one_batch_and_in_their_order() -> None:
    session = sent("one", "two", "three")
    assert [one.get("forward_msg") for one in session.came] == ["one", "two", "three", None]
    assert session.came[-1] == {"sender": "runner", "event": END, "run_descriptor": "run"}
    assert session.calls == 2


def test_a_run_that_takes_long_sends_what_it_has() -> None:
    session = sent("one", "two", ends=False)
    assert [one.get("forward_msg") for one in session.came] == ["one", "two"]
    assert session.calls == 1


def test_a_message_that_fails_keeps_back_no_other() -> None:
    session = sent("one", "broken", "three")
    assert [one.get("forward_msg") for one in session.came] == ["one", "broken", "three", None]


def test_streamlit_still_hands_over_what_is_batched() -> None:
    """What an event is made of is called alike where it is taken and where it is handled."""
    server_start.once()
    take, handle = getattr(AppSession, batches.TAKE), getattr(AppSession, batches.HANDLE)
    assert inspect.signature(take).parameters == inspect.signature(handle).parameters
