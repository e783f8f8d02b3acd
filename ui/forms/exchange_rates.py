"""Rates of foreign currencies, entered where the total stands: how much, of which day, whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from model.answers.prices import currencies, rate_texts
from model.answers.results import Results
from model.design.economics import ExchangeRate
from model.errors import Problem
from model.units.words import label
from ui.base.fields import Field
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import column, complain, fields_of, refuse, values
from ui.forms.schema_fields import plain_field
from ui.state import origins, session

COLUMNS = texts.RATE_EXAMPLES
"""What of a rate is asked for, and an example."""
ASSUMED = "assumed"
RATES = "exchange rates"


def text(results: Results, *, whole: bool = True) -> str:
    """Say at which rates the total stands, of which day and by whom; in short, only how sure."""
    rates = rate_texts(results, whole=whole)
    return f"at {'; '.join(rates)}" if rates else ""


def described(currency: str) -> dict[str, Field]:
    """Describe the columns of the table: the currency, and the fields of its rate."""
    names = [name for name in COLUMNS if name != "currency"]
    found = fields_of(ExchangeRate, names, currency)
    of = plain_field("currency", label("currency"))
    rate = replace(found["rate"], kind="whole", head=f"{found['rate'].head}, {currency}")
    found = {"currency": of, **found, "rate": rate}
    return {name: replace(one, example=COLUMNS[name]) for name, one in found.items()}


def draw(results: Results) -> None:
    """Ask for the rate of each currency in use; rows of others may be added."""
    economics = results.plan.scenario.economics
    known = economics.exchange
    used = currencies(results)
    waiting = [one for one in used if one not in known]
    with st.expander(texts.RATES, expanded=bool(waiting)):
        if waiting:
            st.warning(texts.RATES_WAITING.format(", ".join(waiting)))
        rows = [_row(currency, known.get(currency)) for currency in used]
        key = f"rates in {work().choice} {len(rows)}"
        with st.form(key, enter_to_submit=False, border=False):
            fields = described(economics.currency)
            columns: dict[str, Any] = {name: column(one) for name, one in fields.items()}
            columns[ASSUMED] = st.column_config.CheckboxColumn(
                texts.ASSUMED, help=texts.ASSUMED_RATE
            )
            entered = st.data_editor(
                rows or [_row("", None)],
                num_rows="dynamic",
                hide_index=True,
                placeholder="",
                key=f"{key} rows",
                column_config=columns,
            )
            complain(RATES, {name: one.head for name, one in fields.items()}, "economics.exchange.")
            if st.form_submit_button(texts.APPLY_RATES, type="primary"):
                refuse(RATES, take(results, entered))
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
    fields, exchange = described(""), {}
    for row in rows:
        entered = {name: str(row.get(name) or "") for name in COLUMNS}
        currency = entered.pop("currency").strip().upper()
        if not currency or not entered["rate"].strip():
            continue
        exchange[currency] = values(fields, entered)
        exchange[currency] |= {"status": ASSUMED} if row.get(ASSUMED) else {}
    written = {**(results.plan.scenario.data.get("economics") or {}), "exchange": exchange}
    for field, files in session.offered().items():  # they come in with each plan
        if field != origins.BESIDE:
            written[field] = [name for name in written.get(field, ()) if name not in files]
    return session.reshape({"economics": written})
