"""What the pages count in: TB or TiB first, and which currency."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.design.tier_edits import counted_in
from model.reading.documents import scalar
from ui.base.elements import BASE, BASES, escaped
from ui.base.work import work
from ui.frame import texts
from ui.state import session

REFUSED = "why no other currency"
CODE = re.compile(r"[A-Z]{3}")


CHOSEN = "base that is chosen"


def keep() -> None:
    """Keep the base in the address, as the widget that holds it is seldom drawn."""
    state, requested = st.session_state, st.query_params.get(BASE)
    if BASE not in state:
        state[BASE] = requested if requested in BASES else BASES[0]
    if state[BASE] != BASES[0]:
        if requested != state[BASE]:
            st.query_params[BASE] = state[BASE]
    elif requested is not None:
        del st.query_params[BASE]


def _base() -> None:
    st.session_state[BASE] = st.session_state[CHOSEN]


def draw(results: Results) -> None:
    """Draw the choosers."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        st.segmented_control(
            "Capacity units",
            BASES,
            default=st.session_state[BASE],
            required=True,
            key=CHOSEN,
            on_change=_base,
        )
        _currency(results)
    _another(results)
    for line in st.session_state.pop(REFUSED, ()):
        st.error(escaped(line), icon=":material/error:")


def _currency(results: Results) -> None:
    """Draw the chooser among the currencies of which a rate is stated."""
    economics = results.plan.scenario.economics
    known = [economics.currency, *(one for one in economics.exchange if one != economics.currency)]
    key = f"currency of {work().choice}"
    if st.session_state.get(key, economics.currency) != economics.currency:
        st.session_state[key] = economics.currency
    st.selectbox(
        "Amounts in",
        known,
        key=key,
        on_change=lambda: _change(st.session_state[key]),
        help=texts.ALL_AMOUNTS_ARE_CONVERTED,
        width=120,
    )


def _change(currency: str) -> None:
    """Count in a currency of which the scenario states a rate; the base needs none.

    A menu that is shut by going to another page reports its choice, too, though nobody made one.
    """
    rates = session.current().plan.scenario.data["economics"].get("exchange", {})
    if currency in rates:
        take(currency, rates[currency])


def _another(results: Results) -> None:
    """Draw the form of one more currency: what it is worth, when, and who said so."""
    economics = results.plan.scenario.economics
    with st.expander("Another currency", icon=":material/currency_exchange:"):
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            code = st.text_input("Currency", key="code of a currency", placeholder="CHF", width=90)
            rate = st.text_input(
                f"Rate: one unit in {economics.currency}",
                key="rate of a currency",
                placeholder="1.05",
                width=130,
            )
            day = st.date_input(
                "Rate of", None, key="day of a rate", format="YYYY-MM-DD", width=140
            )
        source = st.text_input("Source", key="source of a rate")
        st.button(
            "Use this currency",
            key="count in another currency",
            type="primary",
            on_click=lambda: _state(code.strip().upper(), rate.strip(), str(day or ""), source),
        )


def _state(code: str, text: str, day: str, source: str) -> None:
    """Count in a currency whose rate is stated now."""
    rate = scalar(text)
    lacking = []
    if not CODE.fullmatch(code):
        lacking.append(texts.ENTER_CURRENCY)
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not 0 < rate < 1e9:
        lacking.append(texts.ENTER_RATE)
    if not day:
        lacking.append(texts.ENTER_DATE_OF_RATE)
    st.session_state[REFUSED] = lacking
    if not lacking:
        row: dict[str, Any] = {"rate": rate, "date": day}
        take(code, row | ({"source": source.strip()} if source.strip() else {}))


def take(currency: str, rate: dict[str, Any]) -> None:
    """Count in another currency, or say why that can't be."""
    scenario = session.current().plan.scenario
    old = scenario.economics.currency
    if currency == old:
        return
    problems = session.reshape(counted_in(scenario.data, currency, old, rate))
    st.session_state[REFUSED] = [f"{one.field}: {one.what}" for one in problems]
