"""The next request never stops a callback half-way."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from ui.base import callbacks


def page() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx
    from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

    from ui.base import callbacks

    callbacks.come_to_their_end()

    def save() -> None:
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        context.script_requests.request_rerun(RerunData())  # as of a click that follows at once
        st.session_state.saved = True
        st.query_params["saved"] = "yes"
        st.session_state.opened = True

    st.button("Save", on_click=save)


def test_a_callback_that_the_next_click_follows_comes_to_its_end() -> None:
    app = AppTest.from_function(page).run()
    app.button[0].click().run()
    assert app.session_state["saved"]
    assert app.session_state["opened"]


def test_a_run_can_still_be_stopped() -> None:
    def drawn() -> None:
        import streamlit as st
        from streamlit.runtime.scriptrunner import get_script_run_ctx
        from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

        from ui.base import callbacks

        callbacks.come_to_their_end()
        runs = st.session_state.runs = st.session_state.get("runs", 0) + 1
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        if runs == 1:
            context.script_requests.request_rerun(RerunData())
        st.write(f"made {runs}")
        st.session_state.ended = st.session_state.get("ended", "") + str(runs)

    app = AppTest.from_function(drawn).run()
    assert app.session_state["ended"] == "2"


def test_the_callbacks_of_a_session_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one runs, the next request has a run of its own already."""
    monkeypatch.setattr(callbacks, "get_script_run_ctx", lambda: SimpleNamespace(session_id="one"))
    begun, said = threading.Event(), []

    def call(name: str) -> None:
        said.append(f"{name} begins")
        begun.set()
        time.sleep(0.02)
        said.append(f"{name} ends")

    whole = callbacks._whole(call)
    first = threading.Thread(target=whole, args=("first",))
    first.start()
    begun.wait()
    whole("second")
    first.join()
    assert said == ["first begins", "first ends", "second begins", "second ends"]
