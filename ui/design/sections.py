"""Every figure of a tier in its section: what is stated, what counts otherwise, and its source."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from model.answers.results import Results
from ui.base.elements import escaped
from ui.base.work import work
from ui.design import texts
from ui.forms import figures
from ui.forms.inputs import SECTION, grid
from ui.state import session

OWN = "The tier itself"


def of_tier(n: int) -> Mapping[str, list[str]]:
    """Give the fields of a tier by the section that they stand in, as people call it."""
    reader = session.reader()
    found: dict[str, list[str]] = {}
    for path, (full, label) in figures.with_labels(reader, f"tiers.{n}").items():
        section = full.removesuffix(label).rstrip(": ") or OWN
        found.setdefault(section, []).append(path)
    return found


def draw(results: Results, n: int) -> None:
    """Draw the choosers of a section, with a widget for each of its figures, and of one figure."""
    key = f"section of {work().choice} {n} on the page"
    title = f"All fields of {results.plan.scenario.tiers[n].name}"
    figures.offer(results, title, f"tiers.{n}", first=partial(_section, n, key))


def _section(n: int, key: str) -> None:
    sections = of_tier(n)
    chosen = st.selectbox(
        "Section", list(sections), None, key=key, placeholder=f"choose one of {len(sections)}"
    )
    if chosen is not None:
        reader, paths = session.reader(), sections[chosen]
        grid([figures.as_stated(reader, path) for path in paths], SECTION)
        stated = sum(reader.iswritten(path) for path in paths)
        st.caption(escaped(texts.VALUES_ENTERED.format(stated=stated, count=len(paths))))
