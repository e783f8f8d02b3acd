"""The price, the watts and the weight of a part of the plan, with their date and source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.swaps import line_at
from model.answers.views.price_tables import prices
from model.errors import InputError, Problem
from ui.base import elements
from ui.base.fields import attribute
from ui.base.messages import problems_with_labels
from ui.design import dialogs, display, own_part
from ui.forms import boxes, server_price
from ui.forms.boxes import as_text
from ui.state import origins, session

FIELDS = {
    "price": "Unit price, net",
    "power": "Power per piece",
    "weight": "Weight per piece",
}


@st.dialog("Price, power, weight", width="large", on_dismiss=dialogs.close)
def enter(path: str) -> None:
    """Let the user state what one piece costs, draws and weighs, and where that is from."""
    results = session.current()
    piece = attribute(results.plan.scenario, path.split("."))
    title = results.plan.catalog.names(piece.part) if piece.part else piece.name
    display.draw(f'<b class="name">{display.span(title)}</b>')
    currency = results.plan.scenario.economics.currency
    fields = boxes.fields_of(type(piece), FIELDS, currency, FIELDS)
    with st.form(f"stated {path}", enter_to_submit=False, border=False):
        texts = boxes.row(fields, f"stated {path}", {one: _stated(path, one) for one in FIELDS})
        is_server = server_price.of_servers(path)
        inside = server_price.box(results, path, "stated") if is_server else None
        # A calendar opens under its box once the keyboard reaches it: so the source comes last.
        day = st.date_input("Date", None, key=f"stated date {path}", format="YYYY-MM-DD")
        source = st.text_input(
            "Source", key=f"stated source {path}", placeholder="author and document"
        )
        is_asked = st.form_submit_button("Apply", type="primary")
    if is_asked:
        dated_source = ", ".join(filter(None, (source.strip(), str(day or ""))))
        if not own_part.complain(state(path, texts, dated_source, inside), fields):
            dialogs.close()
            st.rerun()
    _others(results, path)


def _stated(path: str, field: str) -> str:
    return as_text(session.current().plan.scenario.written_at(f"{path}.{field}"))


def state(
    path: str, texts: dict[str, str], source: str, inside: list[str] | None = None
) -> tuple[Problem, ...]:
    """State figures of a part with their source, or give what is wrong with them.

    Of servers, `inside` are the parts that the price includes.
    """
    stated: dict[str, dict[str, Any]] = {
        f"{path}.{field}": {"value": text.strip(), **({"source": source} if source else {})}
        for field, text in texts.items()
        if text.strip() and text.strip() != _stated(path, field)
    }
    if inside is not None and f"{path}.price" in stated:
        stated[f"{path}.price"][server_price.INCLUDES] = ", ".join(inside)
    try:
        origins.planned(session.base(), {**session.changes(), **stated}, session.offered())
    except InputError as error:
        return problems_with_labels(session.reader(), error.problems)
    session.take_over(stated)
    return ()


def _others(results: Results, path: str) -> None:
    """Draw each price that is known of the part, and why it counts or doesn't."""
    line = line_at(results, path)
    if line is not None:
        found = prices(results)
        mine = [row for row in found.rows if row.label == line.name]
        if mine:
            st.caption("Known prices")
            elements.draw(results, replace(found, rows=tuple(dict.fromkeys(mine))))
