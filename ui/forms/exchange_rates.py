"""Rates of foreign currencies, entered where the total stands: how much, of which day, whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from model.answers.prices import currencies, rates_said
from model.answers.results import Results
from model.errors import Problem
from model.reading.documents import scalar
from ui.base.elements import escaped
from ui.base.work import work
from ui.state import origins, session

COLUMNS = {
    "currency": ("Currency", "USD"),
    "rate": ("Rate", "0.9"),
    "date": ("Date of the rate", "2026-08-03"),
    "source": ("Source", "ECB"),
}
"""What of a rate is asked for: what it is called, and an example."""
ASSUMED = "assumed"
WRONG = "what is wrong with rates"


def said(results: Results, *, whole: bool = True) -> str:
    """Say at which rates the total stands, of which day and by whom; in short, only how sure."""
    texts = rates_said(results, whole=whole)
    return f"at {'; '.join(texts)}" if texts else ""


def draw(results: Results) -> None:
    """Ask for the rate of each currency in use; rows of others may be added."""
    economics = results.plan.scenario.economics
    known = economics.exchange
    used = currencies(results)
    waiting = [one for one in used if one not in known]
    with st.expander("Exchange rates", expanded=bool(waiting)):
        if waiting:
            st.warning(f"Prices in {', '.join(waiting)} need an exchange rate to count.")
        rows = [_row(currency, known.get(currency)) for currency in used]
        key = f"rates in {work().choice} {len(rows)}"
        with st.form(key, enter_to_submit=False, border=False):
            columns: dict[str, Any] = {
                name: st.column_config.TextColumn(label, help=f"Such as {example}")
                for name, (label, example) in COLUMNS.items()
            }
            columns["rate"] = st.column_config.TextColumn(
                f"{COLUMNS['rate'][0]}, {economics.currency}", help="Such as 0.9"
            )
            columns[ASSUMED] = st.column_config.CheckboxColumn(
                "Assumed", help="Without a source. Every output marks it as assumed"
            )
            entered = st.data_editor(
                rows or [_row("", None)],
                num_rows="dynamic",
                hide_index=True,
                placeholder="",
                key=f"{key} rows",
                column_config=columns,
            )
            for problem in st.session_state.pop(WRONG, ()):
                at = problem.field.removeprefix("economics.exchange.")
                st.error(f"**{escaped(at)}**: {escaped(problem.what)}")
            if st.form_submit_button("Apply these rates", type="primary"):
                st.session_state[WRONG] = take(results, entered)
                st.rerun()


def _row(currency: str, known: Any) -> dict[str, Any]:
    if known is None:
        return {**dict.fromkeys(COLUMNS, ""), "currency": currency, ASSUMED: False}
    return {
        "currency": currency,
        "rate": f"{known.rate:.12g}",
        "date": str(known.date),
        "source": known.source,
        ASSUMED: known.status == ASSUMED,
    }


def take(results: Results, rows: Sequence[Mapping[str, Any]]) -> Sequence[Problem]:
    """Write the rates anew; a row without a rate is none. What is wrong is given instead."""
    exchange = {}
    for row in rows:
        texts = {name: str(row.get(name) or "").strip() for name in COLUMNS}
        currency = texts.pop("currency").upper()
        if not currency or not texts["rate"]:
            continue
        rate = {name: text for name, text in texts.items() if text}
        exchange[currency] = {**rate, "rate": scalar(texts["rate"])}
        exchange[currency] |= {"status": ASSUMED} if row.get(ASSUMED) else {}
    written = {**(results.plan.scenario.data.get("economics") or {}), "exchange": exchange}
    for field, files in session.offered().items():  # they come in with each plan
        if field != origins.BESIDE:
            written[field] = [name for name in written.get(field, ()) if name not in files]
    return session.reshape({"economics": written})
