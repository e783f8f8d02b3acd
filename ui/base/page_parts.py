"""The parts of a page, of which one is drawn: what nobody looks at costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from model.answers.results import Results

Part = Callable[[Results], None]


def of_page(page: str) -> str:
    """Name what holds which part of a page is chosen; it stands in the address, too."""
    return f"{page}_part"


RENAMED = {
    "Beside each other": "Side by side",
    "What it rests on": "Assumptions",
    "What next": "Upgrades",
}
"""Names of parts in older addresses, and their names of today."""


def draw(page: str, parts: Mapping[str, Part], results: Results) -> None:
    """Let the user choose a part, and draw it."""
    if (older := st.query_params.get(of_page(page), "")) in RENAMED:
        st.query_params[of_page(page)] = RENAMED[older]
        st.session_state.setdefault(of_page(page), RENAMED[older])
    chosen = st.segmented_control(
        "Part of the page",
        list(parts),
        default=next(iter(parts)),
        required=True,
        key=of_page(page),
        bind="query-params",
        persist_state="session",
        label_visibility="collapsed",
    )
    parts[chosen](results)
