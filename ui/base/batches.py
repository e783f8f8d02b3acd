"""What a page sends to its browser is handed over in batches.

A page is some seventy messages. For each Streamlit wakes the thread that sends them, which takes
the interpreter away from the page, to send nothing yet: it sends every hundredth of a second.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunnerEvent

TAKE, HANDLE = "_on_scriptrunner_event", "_handle_scriptrunner_event_on_event_loop"
PAUSE = 0.01
"""Seconds from the first message of a batch to its end; what is no message ends it at once."""


class _Batch:
    """The events of a session that wait for the thread that handles them, in their order."""

    def __init__(self) -> None:
        self.events: deque[dict[str, Any]] = deque()
        self.is_awaited = False

    def handle(self, session: AppSession) -> None:
        """Handle what there is; what comes from now on asks for the thread again."""
        self.is_awaited = False
        try:
            while self.events:
                getattr(session, HANDLE)(**self.events.popleft())
        finally:
            if self.events:  # one of them failed, as Streamlit's loop will tell: the others go on
                session._event_loop.call_soon(self.handle, session)


_batches: WeakKeyDictionary[AppSession, _Batch] = WeakKeyDictionary()


def hand_over() -> None:
    """Let the sessions of this process hand over their messages in batches."""
    method = getattr(AppSession, TAKE)
    if not hasattr(method, "__wrapped__"):
        setattr(AppSession, TAKE, _in_batches(method))


def _handle_later(session: AppSession, batch: _Batch) -> None:
    session._event_loop.call_later(PAUSE, batch.handle, session)


def _in_batches(take: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(take)
    def take_in_batches(
        self: AppSession, sender: Any, event: ScriptRunnerEvent, **given: Any
    ) -> None:
        batch = _batches.setdefault(self, _Batch())
        batch.events.append({"sender": sender, "event": event, **given})
        if event is not ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
            self._call_soon_on_event_loop(lambda: batch.handle(self))
        elif not batch.is_awaited:
            batch.is_awaited = True
            self._call_soon_on_event_loop(lambda: _handle_later(self, batch))

    return take_in_batches
