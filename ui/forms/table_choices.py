"""How a table that somebody sent is read: what is proposed, to be chosen otherwise."""

from __future__ import annotations

from typing import Any

import streamlit as st

from model.parts.quote_tables import TableForm
from model.reading.spreadsheets import is_workbook, sheet_names
from model.reading.tables import ENCODINGS, SEPARATORS

NET, GROSS = "net", "gross"
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", ".": "point", "": "not clear"}
LABELS = {
    "part": "Catalog key",
    "number": "Part number",
    "from": "Minimum quantity",
    "price": "Unit price",
    "price_per_capacity": "Price per capacity",
    "pieces": "Quantity",
    "total": "Total of the line",
    "vat_rate": "Included tax",
}


def layout(content: bytes, name: str, key: str, proposed: TableForm) -> dict[str, Any]:
    """Draw where the table stands in the file, and how it is encoded."""
    chosen: dict[str, Any] = {}
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        if is_workbook(content):
            sheets = sheet_names(content, name)
            at = sheets.index(proposed.sheet) if proposed.sheet in sheets else None
            sheet = st.selectbox(
                "Sheet", sheets, at, key=f"table sheet {key}", placeholder="proposed", width=180
            )
            chosen["sheet"] = sheet or ""
        else:
            for field, options in (("separator", SEPARATORS), ("encoding", ENCODINGS)):
                value = getattr(proposed, field)
                chosen[field] = st.selectbox(
                    field.capitalize(),
                    options,
                    options.index(value) if value in options else 0,
                    key=f"table {field} {key}",
                    format_func=lambda mark: NAMES.get(mark, mark),
                    width=150,
                )
        chosen["head_row"] = st.number_input(
            "Row of column names",
            min_value=1,
            max_value=20_000,
            value=proposed.head_row or 1,
            key=f"table head {key}",
            width=160,
        )
    return chosen


def column(field: str, heads: tuple[str, ...], value: str | None, key: str) -> str:
    """Draw the choice of the column that gives a field."""
    known = list(dict.fromkeys(heads))
    chosen = st.selectbox(
        LABELS.get(field, field.replace("_", " ").capitalize()),
        known,
        known.index(value) if value in known else None,
        key=f"table column {field} {key}",
        placeholder="no column",
        width=180,
    )
    return chosen or ""


def terms(form: TableForm, key: str) -> dict[str, Any]:
    """Draw what holds for all prices."""
    marks = ("", ".", ",")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        mark = st.selectbox(
            "Decimal mark",
            marks,
            marks.index(form.decimal_mark),
            key=f"table mark {key}",
            format_func=lambda one: NAMES[one],
            width=140,
        )
        taxes = st.segmented_control(
            "Prices are", (NET, GROSS), default=form.taxes or None, key=f"table taxes {key}"
        )
        rate: float | None = None
        if taxes == GROSS:
            percent = st.number_input(
                "Included tax (%)",
                0.0,
                100.0,
                None if form.vat_rate is None else form.vat_rate * 100,
                key=f"table tax {key}",
                width=140,
            )
            rate = None if percent is None else percent / 100
        currency = st.text_input(
            "Currency",
            form.currency or "",
            max_chars=3,
            key=f"table currency {key}",
            width=110,
            help="Of prices that state none",
        )
    code = currency.strip().upper()
    is_code = len(code) == 3 and code.isascii() and code.isalpha()
    return {
        "decimal_mark": mark,
        "taxes": taxes or "",
        "vat_rate": rate,
        "currency": code if is_code else None,
    }
