"""Pages and their parts, of which one is drawn: what nobody looks at costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from model.answers.results import Results
from ui.base.work import work

Part = Callable[[Results], None]


def page(file: str, title: str, icon: str, url_path: str | None = None) -> StreamlitPage:
    """Give the page in a file; the default page has an empty address."""
    return copy(_page(file, title, icon, url_path))  # each run marks the one that it draws


@cache
def _page(file: str, title: str, icon: str, url_path: str | None) -> StreamlitPage:
    """Look a page's file up once for a server, which no run of a script changes."""
    return st.Page(file, title=title, icon=icon, url_path=url_path, default=url_path == "")


def of_page(page: str) -> str:
    """Name what holds which part of a page is chosen; it stands in the address, too."""
    return f"{page}_part"


RENAMED = {
    "Beside each other": "Side by side",
    "What it rests on": "Assumptions",
    "What next": "Upgrades",
    "Chain": "Data path",
    "Room and policy": "Room and planning",
}
"""Names of parts in older addresses, and their names of today."""


def draw(
    page: str,
    parts: Mapping[str, Part],
    results: Results,
    first: str = "",
    label: str = "Part of the page",
) -> None:
    """Let the user choose a part, and draw it: at first the one named, or else the first one."""
    if (older := st.query_params.get(of_page(page), "")) in RENAMED:
        st.query_params[of_page(page)] = RENAMED[older]
        st.session_state.setdefault(of_page(page), RENAMED[older])
    asked = st.query_params.get(of_page(page), "")
    if work().request.is_new_page and asked in parts:
        st.session_state[of_page(page)] = asked  # not the part of an earlier visit
    chosen = st.segmented_control(
        label,
        list(parts),
        default=first or next(iter(parts)),
        required=True,
        key=of_page(page),
        bind="query-params",
        persist_state="session",
        label_visibility="collapsed",
    )
    parts[chosen](results)
