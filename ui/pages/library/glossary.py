"""What the words of the pages mean."""

from __future__ import annotations

import streamlit as st

from model.answers.glossary import WORDS
from ui.base.elements import Cell, table


def draw() -> None:
    """Draw the page."""
    st.title("Glossary")
    sought = st.text_input("Search", key="sought word", icon=":material/search:").strip().lower()
    found = [
        (Cell(word, "strong"), meaning)
        for word, meaning in WORDS.items()
        if sought in f"{word} {meaning}".lower()
    ]
    if found:
        table(("Term", "Meaning"), "ll", found)
    else:
        st.info("No matching term.", icon=":material/search_off:")


draw()
