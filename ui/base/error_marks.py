"""Marking the fields of what is wrong: the keys of fields are classes of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping

import streamlit as st

BOX = '[data-testid="stWidgetLabel"] ~ :not(template)'
"""What is below the label of a field, whatever it is filled in with."""
WRONG = "light-dark(#b3261e, #ff9c8f)"


def mark(wrong: Mapping[str, str]) -> None:
    """Mark fields, by what is in their keys, wherever they stand; below them why, if it is said."""
    rules = []
    for key, why in wrong.items():
        field = f'[class*="st-key-"][class*="{re.sub(r"[^a-zA-Z0-9_-]", "-", key)}"]'
        rules.append(f"{field} {BOX} {{ outline: 2px solid {WRONG}; border-radius: 0.25rem; }}")
        if why:
            said = f'content: "{_in_css(why)}"; color: {WRONG}; line-height: 1.3;'
            rules.append(f"{field}::after {{ {said} }}")
    if rules:
        # With a word beside it, it goes with what is drawn here; a style alone outlives its reason.
        st.html(f"<i hidden></i><style>{' '.join(rules)}</style>")


def _in_css(text: str) -> str:
    """Write a text that a style sheet says: whatever stands in it, nothing of it ends the text."""
    return "".join(
        one if one == " " or (one.isascii() and one.isalnum()) else f"\\{ord(one):x} "
        for one in text
    )
