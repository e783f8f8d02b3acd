"""Tables of bidders' own: how each is read, row by row to the positions of the tender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import streamlit as st

from model.errors import InputError
from model.reading.spreadsheets import is_workbook
from model.reading.yaml_edits import plain
from model.tender.amounts import shown
from model.tender.bid_reading import OF_TABLES, bidder_of
from model.tender.filled_form import is_form
from model.tender.offer_tables import LEFT_OUT, OfferForm, OfferTable, read_offer_table
from ui.base.elements import escaped
from ui.forms import table_choices
from ui.tender import files, texts

FIRST = ("position", "name", "pieces", "price", "total", "discount", "vat_rate")
WITHOUT = {"": "not clear", "skip": "left out", "one": "counted once"}
ROW, TITLE, QUANTITY, PRICE, POSITION = "Row", "Text", "Quantity", "Price", "Position"


def names() -> list[str]:
    """Name the files that are tables, and no filled forms."""
    return [name for name, content in files.kept(files.BIDS).items() if _is_table(name, content)]


def _is_table(name: str, content: bytes) -> bool:
    with suppress(InputError):
        if is_workbook(content):
            return not is_form(content, name)
        return name.casefold().endswith(OF_TABLES)
    return False


def draw() -> None:
    """Let the user choose how a bidder's table is read."""
    tables = names()
    if not tables:
        return
    name = st.selectbox("Table", tables, key="table of a bidder", format_func=escaped, width=300)
    content = files.kept(files.BIDS)[name]
    try:
        _choose(name, content)
    except InputError as error:
        files.complain(error.problems)


def _choose(name: str, content: bytes) -> None:
    tender, bidder = files.rules().evaluated, bidder_of(name)
    known = files.form_of_bidder(bidder) or OfferForm()
    key = f"of {name} {hash(content)}"
    found = read_offer_table(content, name, tender, bidder, known)
    layout = table_choices.layout(content, name, key, found.form)
    chosen = known.model_copy(update=layout)
    found = read_offer_table(content, name, tender, bidder, chosen)
    key = f"{key} {sorted(layout.items())}"
    with st.container(horizontal=True, gap="small"):
        columns = {
            one: table_choices.column(one, found.heads, found.form.columns.get(one), key)
            for one in FIRST
        }
    further = {one: head for one, head in found.form.columns.items() if one not in columns}
    terms = table_choices.terms(found.form, key)
    without = st.segmented_control(
        "Rows with a price and no quantity are",
        list(WITHOUT),
        default=found.form.without_quantity,
        format_func=WITHOUT.__getitem__,
        key=f"table without quantity {key}",
    )
    form = found.form.model_copy(
        update={
            "columns": {**further, **{one: head for one, head in columns.items() if head}},
            "without_quantity": without or "",
            **terms,
        }
    )
    _preview(name, read_offer_table(content, name, tender, bidder, form))


def _preview(name: str, found: OfferTable) -> None:
    """Draw each row with its position, which can be chosen; what is to be decided; the button."""
    tender = files.rules().evaluated
    positions = [one.position for one in tender.lines]
    options = list(dict.fromkeys([*positions, *(one.position for one in found.rows), LEFT_OUT]))
    doubtful = {row for row, what in found.questions if "position" in what}
    rows = [
        {
            ROW: one.row,
            TITLE: one.title,
            QUANTITY: "" if one.quantity is None else f"{one.quantity:g}",
            PRICE: "missing" if one.amount is None else shown(one.amount, found.data["currency"]),
            POSITION: "" if one.row in doubtful else one.position,
        }
        for one in found.rows
    ]
    entered = st.data_editor(
        rows,
        hide_index=True,
        disabled=[ROW, TITLE, QUANTITY, PRICE],
        column_config={POSITION: st.column_config.SelectboxColumn(options=options)},
        key=f"positions of {name} {hash(str(rows))}",
    )
    skipped = ", ".join(f"{row} ({why})" for row, why in found.skipped)
    if skipped:
        st.caption(escaped(f"Skipped rows: {skipped}"))
    for row, question in found.questions:
        text = f"Row {row}: {question}" if row else f"{question[:1].upper()}{question[1:]}"
        st.warning(escaped(text), icon=":material/help:")
    files.complain(found.problems)
    form = with_positions(found.form, rows, entered)
    st.button(
        "Apply the table",
        type="primary",
        key=f"apply the table {name}",
        help=texts.TABLE_IS_KEPT,
        on_click=_keep,
        args=(name, form),
    )


def with_positions(
    form: OfferForm, before: Sequence[Mapping[str, Any]], entered: Sequence[Mapping[str, Any]]
) -> OfferForm:
    """Return a form with the positions that were chosen for rows."""
    changed = {
        f"row {was[ROW]}": str(row[POSITION])
        for was, row in zip(before, entered, strict=True)
        if row[POSITION] and row[POSITION] != was[POSITION]
    }
    return form.model_copy(update={"positions": {**form.positions, **changed}})


def _keep(name: str, form: OfferForm) -> None:
    """Keep how the table of a bidder is read, beside the table."""
    data = form.model_dump(by_alias=True, mode="json", exclude_defaults=True)
    known = files.kept(files.TABLES)
    files.offer(files.TABLES, {**known, f"{bidder_of(name)}.yaml": plain(data).encode()})
