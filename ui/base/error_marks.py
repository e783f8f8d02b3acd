"""Marking the boxes that hold errors: the key of a box is a class of its element on the page."""

from __future__ import annotations

import re
from collections.abc import Mapping

import streamlit as st

BOX = '[data-testid="stWidgetLabel"] ~ :not(template)'
"""What is below the label of a field, whatever it is filled in with."""
WRONG = "light-dark(#b3261e, #ff9c8f)"
_NOT_IN_CLASSES = re.compile(r"[^a-zA-Z0-9_-]")


def mark(wrong: Mapping[str, str]) -> None:
    """Outline the boxes with exactly these keys; write the text of each below it, if it has one."""
    rules = []
    for key, why in wrong.items():
        box = selector(key)
        rules.append(f"{box} {BOX} {{ outline: 2px solid {WRONG}; border-radius: 0.25rem; }}")
        if why:
            message = f'content: "{_in_css(why)}"; color: {WRONG}; line-height: 1.3;'
            rules.append(f"{box}::after {{ {message} }}")
    if rules:
        # With a word beside it, it goes with what is drawn here; a style alone outlives its reason.
        st.html(f"<i hidden></i><style>{' '.join(rules)}</style>")


def selector(key: str) -> str:
    """Select the box with this key, and no box whose key only contains it."""
    return f'[class~="st-key-{_NOT_IN_CLASSES.sub(_dashes, key.strip())}"]'


def _dashes(found: re.Match[str]) -> str:
    """Replace a character as Streamlit does: by a dash for each of its UTF-16 units."""
    return "-" * (len(found[0].encode("utf-16-le")) // 2)


def _in_css(text: str) -> str:
    """Write a text that a style sheet says: whatever stands in it, nothing of it ends the text."""
    return "".join(
        one if one == " " or (one.isascii() and one.isalnum()) else f"\\{ord(one):x} "
        for one in text
    )
