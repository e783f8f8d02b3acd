"""The plan on one screen, for whoever decides: verdict, figures, picture, risks, who and when."""

from __future__ import annotations

import streamlit as st

from model.answers.ranges import likely
from model.answers.results import Results, data_tiers
from model.answers.risks import risks
from model.answers.states import HEALTHY, state
from report.drawings.data_path import svg
from ui.base import elements
from ui.base.elements import cards, escaped
from ui.results import texts
from ui.results.requirements import verdict
from ui.state import session, signatures

FIGURES = (
    ("usable_capacity", "Usable"),
    ("read_bandwidth", "Reads"),
    ("write_bandwidth", "Writes"),
    ("gross_capital_cost", "Purchase with VAT"),
    ("gross_total_cost_of_ownership", "Total with VAT, discounted"),
)


def draw(results: Results) -> None:
    """Draw the part."""
    if results.checks:
        verdict(results)
    else:
        st.info(texts.NO_REQUIREMENTS)
    with cards(results) as row:
        for name, label in FIGURES:
            known = f"known_{name}"
            is_part = results.values.get(("site", name)) is None and results.values.get(
                ("site", known)
            )
            shown, more = (known, texts.KNOWN_PART) if is_part else (name, "")
            if ("site", shown) in results.values:
                below = more or likely(results, "site", name)
                row.add("site", shown, label, below)
    picture, beside = st.columns([2, 1], gap="medium")
    with picture:
        _picture(results)
    with beside:
        _risks(results)
        st.caption(escaped(decided()))


def _picture(results: Results) -> None:
    """Draw the way of the bytes through the first tier of data."""
    if tiers := data_tiers(results):
        _, path = tiers[0]
        way = session.once_a_plan(
            f"river of {path} {HEALTHY}", lambda: svg(results, path, state(results, path, HEALTHY))
        )
        elements.drawing(way)


def _risks(results: Results) -> None:
    found = risks(results)
    lines = "\n".join(f"- {escaped(one)}" for one in found) or texts.NO_RISKS
    st.markdown(f"**Risks**\n\n{lines}", help=elements.meant(" ".join(found)) or None)


def decided() -> str:
    """Say who saved which version when, and why."""
    version = signatures.saved()
    if version is None:
        return texts.NOT_SAVED
    who, why = version.who or "unknown", version.why and f": {version.why}"
    edits = texts.EDITED_SINCE if signatures.is_edited() else ""
    return f"Version {version.number}, saved by {who} on {version.when}{why}{edits}"
