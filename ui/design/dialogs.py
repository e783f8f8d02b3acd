"""Which dialog of the page is open; one that is stays so whatever else runs, until it is closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from ui.base.work import work

OPENED = "dialog of the design"


def opens(kind: str, *about: str) -> None:
    """Open a dialog about something."""
    st.session_state[OPENED] = (work().choice, kind, about)


def close() -> None:
    """Close what is open."""
    st.session_state.pop(OPENED, None)


def draw(kinds: Mapping[str, Callable[..., None]]) -> None:
    """Draw the dialog that is open, if it is about the scenario that is shown."""
    choice, kind, about = st.session_state.get(OPENED, ("", "", ()))
    if choice == work().choice:
        kinds[kind](*about)
    else:
        close()
