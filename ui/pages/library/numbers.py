"""Find any number of the plan by words; a click opens its derivation."""

from __future__ import annotations

import streamlit as st

from model.answers.numbers import not_modelled, numbers
from model.answers.results import Results
from model.engine.tree import Address
from model.units.brief import several
from model.units.words import instance_name
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, figure, table
from ui.state import session

# Numbers that are listed: who sees none of these needs another word.
MOST = 60
SITE = "the whole site"


def where(path: str) -> str:
    """Say where a number stands: the site, or the way to it."""
    return ", ".join(instance_name(step) or step for step in path.split("/")[1:]) or SITE


def row(results: Results, address: Address) -> tuple[Cell, ...]:
    """Give a number's cells: what it is, its value, where it stands."""
    path, name = address
    item = results.item(path, name)
    return (
        Cell(item.label, "strong", item.title.rstrip(".")),
        figure(results, path, name),
        Cell(where(path), "faint"),
        Cell(name, "faint"),
    )


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Find a number")
    sought = st.text_input(
        f"Of {escaped(results.plan.scenario.name)}",
        key="sought number",
        icon=":material/search:",
        placeholder=texts.EXAMPLES_OF_SEARCHES,
    )
    found = numbers(results, sought)
    without = not_modelled(results, sought)
    if without:
        st.info(without, icon=":material/info:")
    if found:
        table(
            ("Label", "Value", "Tier or part", "Key"),
            "lrll",
            [row(results, at) for at in found[:MOST]],
        )
        more = f"; the first {MOST} are shown" if len(found) > MOST else ""
        st.caption(texts.CLICK_VALUE_TO_SEE.format(count=several(len(found), "number"), more=more))
    elif sought.strip() and not without:
        st.info("No matching number.", icon=":material/search_off:")
    elif not sought.strip():
        st.caption(texts.SEARCH_NUMBERS_BY_NAME.format(count=len(results.values)))


draw(session.current())
