"""Quotes that come as tables: how one is read is proposed, and everything can be chosen."""

from __future__ import annotations

import json
from contextlib import suppress

import streamlit as st
from pydantic import ValidationError

from model.errors import InputError, Problem
from model.parts.quote_tables import TableForm, TableQuote, read_quote_table
from model.reading.tables import TABLES
from model.units.brief import several
from store.errors import StoreError
from ui.base.elements import escaped
from ui.design import dialogs, display, quotes, texts
from ui.forms import table_choices
from ui.state import drafts, origins

FIRST = ("number", "part", "name", "price", "from", "valid_until")
FURTHER = (
    *("price_per_capacity", "currency", "discount", "taxes", "vat_rate", "date", "lead_time"),
    *("pieces", "total", "includes", "note"),
)
MOST_SHOWN = 8
FACTS = (("number", "Quote number"), ("date", "Date"), ("valid_until", "Valid until"))


@st.dialog("Quote from a table", width="large", on_dismiss=dialogs.close)
def enter() -> None:
    """Let the user choose how a table is read, and apply it as a quote."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        vendor = st.text_input("Vendor", key="table vendor", width=200).strip()
        file = st.file_uploader(
            "Table (CSV, XLSX)",
            type=list(TABLES),
            max_upload_size=origins.LARGEST_MB,
            key="table of a quote",
        )
    if file is None:
        st.caption(texts.TABLE_IS_KEPT)
        return
    content, name = file.getvalue(), file.name
    try:
        _choose(content, name, f"{file.file_id} {vendor}", vendor)
    except InputError as error:
        _complain(error.problems)


def _complain(problems: tuple[Problem, ...]) -> None:
    lines = (f"✗ {origins.by_its_name(problem, [])}" for problem in problems)
    display.draw(display.lines(lines, "bad"))


def _kept(vendor: str) -> TableForm:
    """Return the form that was kept of a vendor; an empty one if there is none."""
    with suppress(StoreError, ValueError, ValidationError):
        if vendor and (body := drafts.store().forms.get(vendor)):
            return TableForm.model_validate(json.loads(body))
    return TableForm()


def _choose(content: bytes, name: str, key: str, vendor: str) -> None:
    """Draw the choices, what is read by them, and the button that applies it."""
    known = _kept(vendor)
    proposed = known
    with suppress(InputError):
        proposed = read_quote_table(content, name, known).form
    layout = table_choices.layout(content, name, key, proposed)
    found = read_quote_table(content, name, known.model_copy(update=layout))
    if known.columns and not found.lines:  # another table than the vendor's last one
        known = TableForm()
        found = read_quote_table(content, name, known.model_copy(update=layout))
    key = f"{key} {sorted(layout.items())}"
    with st.container(horizontal=True, gap="small"):
        chosen = {one: _column(one, found, key) for one in FIRST}
    with st.expander("More columns"), st.container(horizontal=True, gap="small"):
        chosen |= {one: _column(one, found, key) for one in FURTHER}
    beside = {one: head for one, head in found.form.columns.items() if one not in chosen}
    columns = {one: head for one, head in chosen.items() if head}
    terms = table_choices.terms(found.form, key)
    form = found.form.model_copy(update={"columns": {**beside, **columns}, **terms})
    found = read_quote_table(content, name, form)
    _preview(found)
    facts = {"vendor": vendor}
    with st.container(horizontal=True, gap="small"):
        for one, label in FACTS:
            value = found.facts.get(one, "")
            facts[one] = st.text_input(label, value, key=f"table {one} {key}", width=160).strip()
    if st.button("Apply the quote", type="primary", key="take the table"):
        _take(found, facts)


def _column(field: str, found: TableQuote, key: str) -> str:
    """Draw the choice of the column that gives a field."""
    return table_choices.column(field, found.heads, found.form.columns.get(field), key)


def _preview(found: TableQuote) -> None:
    """Draw the first lines as they are read, the rows that aren't, and what is to decide."""
    if found.lines:
        rows = zip(found.rows, found.lines, strict=True)
        shown = [
            {"row": row, **{name.replace("_", " "): str(value) for name, value in line.items()}}
            for row, line in list(rows)[:MOST_SHOWN]
        ]
        st.dataframe(shown, hide_index=True)
    skipped = ", ".join(f"{row} ({why})" for row, why in found.skipped[:MOST_SHOWN])
    said = [several(len(found.lines), "price")]
    said += [f"skipped rows: {skipped}"] if skipped else []
    said += [f"columns without use: {', '.join(found.unread)}"] if found.unread else []
    st.caption(escaped("; ".join(said)))
    for question in found.questions:
        st.warning(escaped(f"{question[0].upper()}{question[1:]}"), icon=":material/help:")
    if found.problems:
        _complain(found.problems)


def _take(found: TableQuote, facts: dict[str, str]) -> None:
    """Apply a table as a quote, and keep how its vendor writes them."""
    if found.questions or found.problems:
        return
    problems = quotes.keep(found.quote(**facts))
    if problems:
        _complain(problems)
        return
    with suppress(StoreError):
        stated = found.form.model_dump(by_alias=True, mode="json", exclude={"head_row"})
        drafts.store().forms.keep(facts["vendor"], json.dumps(stated))
    dialogs.close()
    st.rerun()
