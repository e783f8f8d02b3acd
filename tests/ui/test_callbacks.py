"""The next request never stops a callback half-way."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx
    from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

    from ui import callbacks

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

        from ui import callbacks

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
