"""The first tier that holds something, asked for where a plan lacks it: like one that is known."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.design import tier_edits
from ui.base.elements import escaped
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import complain, refuse
from ui.state import origins, session
from ui.state.shown_tier import offered


def draw(holds: str, about: str) -> None:
    """Ask for a tier, like one of a template or of a system: first those of the same currency."""
    currency = session.current().plan.scenario.economics.currency

    def is_foreign(source: str) -> bool:
        return origins.origin(source).scenario.economics.currency != currency

    known = {
        f"{origins.title(source)}: {tier.name}": (source, n)
        for source in sorted(offered(), key=is_foreign)
        for n, tier in enumerate(origins.origin(source).scenario.tiers)
        if tier.holds == holds
    }
    key = f"first tier of {holds} in {work().choice}"
    with st.form(key, enter_to_submit=False):
        st.markdown(escaped(about))
        with st.container(horizontal=True):
            st.selectbox(
                texts.TIER_LIKE,
                list(known),
                key=f"{key}: like",
                help=texts.OF_TIER_LIKE,
                width=320,
            )
            st.text_input(texts.NAME, holds, key=f"{key}: name", max_chars=40, width=200)
        complain(key, {})
        st.form_submit_button(texts.ADD_TIER, type="primary", on_click=_take, args=(key, known))


def _take(key: str, known: Mapping[str, tuple[str, int]]) -> None:
    """Put the tier in behind the others, or keep what is wrong with it."""
    source, n = known[st.session_state[f"{key}: like"]]
    like = origins.origin(source).scenario.data["tiers"][n]
    here = session.current().plan.scenario.data
    called = st.session_state[f"{key}: name"].strip() or like["name"]
    sections = tier_edits.with_tier(here, {**like, "name": called}, len(here["tiers"]))
    refuse(key, session.reshape(sections))
