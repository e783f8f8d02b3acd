"""Files that a user brings: a scenario, and the files that it names."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.errors import InputError
from ui import drafts, history, origins, session


def upload(name: str, text: bytes) -> None:
    """Take over a scenario that a user brings; if it can't be planned, say why and keep what is."""
    st.session_state.brought = name, text
    st.session_state.unopened = ""
    try:
        brought = origins.read(name, text, st.session_state.beside)
    except InputError as error:
        st.session_state.problems = error.problems
        st.session_state.unopened = name
        return
    choice = f"{brought.scenario.name} (from {name})"
    if choice not in st.session_state.synced:
        drafts.restore(choice)  # of an earlier visit
    history.record(choice)
    st.session_state.uploads[choice] = brought
    had = [st.session_state[part].pop(choice, None) for part in history.PARTS]
    if any(had):
        st.session_state.said = "It is opened as its file is; Undo brings your edits of it back."
    drafts.drop(choice)
    session.plan_anew()
    session.choose(choice)


def bring(files: Mapping[str, bytes]) -> None:
    """Take over the files that a user's scenario names, and read it again."""
    st.session_state.beside = dict(files)
    if st.session_state.brought is not None:
        upload(*st.session_state.brought)
