"""Which tier a page is about; all pages show the same one."""

from __future__ import annotations

import streamlit as st

from model.errors import InputError
from store.errors import StoreError
from ui.base.elements import escaped
from ui.base.work import work
from ui.state import origins

KEY = "tier on the page"


def select_tier(names: list[str]) -> str:
    """Let the user select a tier, where there are several."""
    state = work()
    if state.tier not in names:
        state.tier = names[0]
    if len(names) == 1:
        return names[0]
    st.session_state[KEY] = state.tier

    def select() -> None:
        state.tier = st.session_state[KEY]

    st.segmented_control(
        "Tier", names, required=True, format_func=escaped, key=KEY, on_change=select
    )
    return state.tier


def offered() -> list[str]:
    """Name the scenarios whose tiers may be put in: templates first, without the chosen one."""
    here = work().choice
    names = [one for one in origins.choices() if one != here and _is_there(one)]
    return sorted(names, key=lambda one: not one.startswith("templates/"))


def _is_there(choice: str) -> bool:
    """Tell whether a choice can be read: a draft of another version may not."""
    try:
        origins.origin(choice)
    except (InputError, StoreError):
        return False
    return True
