"""What a click began comes to its end, whatever the next click asks for.

A request stops the run before it wherever that touches the session's state or draws something, also
in the middle of a callback: an edit would stand in its field and not in the plan, or a version be
saved and not opened (streamlit/streamlit, issue 10578). Here callbacks are no such place, and those
of one session wait for each other. To switch `fastReruns` off instead would lose what is clicked in
the menu while a page draws itself anew: that request takes the page's place in the queue.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state.session_state import SessionState

STOP, CALL = "_maybe_handle_execution_control_request", "_run_callback_and_record_rerun"
_thread = threading.local()
_locks = [threading.RLock() for _ in range(64)]
"""A session has one of them, which it may share with a few others."""


def come_to_their_end() -> None:
    """Let no request stop a callback of this process."""
    for owner, name, changed in ((ScriptRunner, STOP, _later), (SessionState, CALL, _whole)):
        method = getattr(owner, name)
        if not hasattr(method, "__wrapped__"):
            setattr(owner, name, changed(method))


def _later(stop: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(stop)
    def stop_between_callbacks(self: ScriptRunner) -> None:
        if not getattr(_thread, "calls", False):
            stop(self)

    return stop_between_callbacks


def _whole(call: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(call)
    def call_to_its_end(*given: Any) -> None:
        context = get_script_run_ctx()
        with _locks[hash(context.session_id if context else "") % len(_locks)]:
            _thread.calls = True
            try:
                call(*given)
            finally:
                _thread.calls = False

    return call_to_its_end
