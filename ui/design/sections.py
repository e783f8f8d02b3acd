"""Every figure of a tier in its section: what is stated, what counts otherwise, and its source."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui import session
from ui.elements import escaped
from ui.fields import Reader
from ui.figures import as_stated
from ui.inputs import grid

WHERE = "in its section"
OWN = "The tier itself"


def of_tier(n: int) -> Mapping[str, list[str]]:
    """Give the fields of a tier by the section that they stand in, as people call it."""
    reader = session.reader()
    found: dict[str, list[str]] = {}
    for path, said in reader.under(f"tiers.{n}").items():
        section = said.removesuffix(reader.item(path).label).rstrip(": ") or OWN
        found.setdefault(section, []).append(path)
    return found


def draw(n: int) -> None:
    """Draw the chooser of a section, and a widget for each of its figures."""
    choice = st.session_state.choice
    key = f"section of {choice} {n} on the page"
    with st.expander(
        "All figures, by section", bool(st.session_state.get(key)), icon=":material/view_list:"
    ):
        sections = of_tier(n)
        chosen = st.selectbox(
            "Section", list(sections), None, key=key, placeholder=f"one of {len(sections)}"
        )
        if chosen is not None:
            reader = session.reader()
            grid([as_stated(reader, path) for path in sections[chosen]], WHERE)
            st.caption(escaped(_told(reader, sections[chosen])))


def _told(reader: Reader, paths: list[str]) -> str:
    """Say how many of some figures are stated."""
    stated = sum(reader.iswritten(path) for path in paths)
    return f"{stated} of {len(paths)} are stated; of the others a box says what counts."
