"""Quotes, entered line by line; they stay confidential as those that come as files do."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Any

import streamlit as st

from model.answers.views.quote_terms import quote_terms, term_sentence
from model.errors import InputError, Place, Problem
from model.parts.price_layers import layer
from model.parts.quotes import Quote, QuoteLine, read_quote
from model.planning.prices.layers import LATER
from model.planning.supply import Line
from model.reading.documents import read_document, unprintables
from model.reading.yaml_edits import plain
from ui.base.elements import escaped
from ui.base.integer_input import count
from ui.design import dialogs, display, texts
from ui.forms.boxes import box, fields_of
from ui.state import origins, session

FIELD = layer("quote").files
LINES = "lines of a quote"
NET, GROSS = "net", "gross"
Said = dict[str, Any]
LABELS = {"vat_rate": "Included tax", "lead_time": "Delivery time", "price": "Unit price"}
EXAMPLES = {
    "vat_rate": "19 %",
    "discount": "12 %",
    "lead_time": "6 weeks",
    "includes": "processors, memory",
}
FREE = "spare drives free of charge"
OF_HEAD = tuple(EXAMPLES)
"""What holds for all lines of a quote; its tax, where prices include it."""


def draw() -> None:
    """Draw which quotes there are, and the way to enter one."""
    kept = session.offered().get(FIELD, {})
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            "Enter quote",
            icon=":material/request_quote:",
            key="enter a quote",
            on_click=dialogs.opens,
            args=("quote",),
        )
        st.button(
            "Read quote from table",
            icon=":material/table_view:",
            key="read a table",
            on_click=dialogs.opens,
            args=("table",),
        )
        for name in kept:
            st.button(
                f"Remove {escaped(name)}",
                key=f"forget {name}",
                icon=":material/delete:",
                on_click=forget,
                args=(name,),
            )
    _valid()
    _left_out()


def _valid() -> None:
    """Say how long each quote that counts is valid, and what its end changes."""
    results = session.current()
    for one in quote_terms(results):
        st.caption(f":material/request_quote: {escaped(term_sentence(results, one))}.")


def _left_out() -> None:
    """Say which quotes don't count, and why; offer to move the price date to theirs."""
    found: dict[str, set[str]] = {}
    later: list[datetime.date] = []
    for price in session.current().plan.prices.values():
        for one in price.known:
            if one.layer.is_quote and one.why_not and not one.is_replaced:
                found.setdefault(one.origin, set()).add(one.why_not)
                later += [one.date] if one.why_not == LATER and one.date else []
    for origin, reasons in found.items():
        text = texts.QUOTE_DOES_NOT_COUNT.format(origin=origin, why="; ".join(sorted(reasons)))
        st.warning(escaped(text), icon=":material/request_quote:")
    if later:
        day = max(later)
        st.button(
            texts.MOVE_PRICE_DATE.format(day=day),
            key="move the price date",
            icon=":material/event:",
            on_click=session.edit,
            args=("economics.price_date", str(day)),
        )


def forget(name: str) -> None:
    """Forget a quote."""
    kept = session.offered().get(FIELD, {})
    session.offer(FIELD, {one: text for one, text in kept.items() if one != name})


@st.dialog("Quote", width="large", on_dismiss=dialogs.close)
def enter() -> None:
    """Let the user enter a quote: its head, and a price for each line, by quantity too."""
    results = session.current()
    economics = results.plan.scenario.economics
    st.caption(
        "Confidential: its prices never appear in links, in downloads for sharing or in error "
        "messages."
    )
    head: Said = {"schema": "ostimate.quote/1"}
    fields = fields_of(Quote, Quote.model_fields, economics.currency, LABELS)
    with st.container(horizontal=True, gap="small"):
        for name, width in (("number", 160), ("vendor", 200)):
            head[name] = box(fields[name], f"quote {name}", width=width)
        head["date"] = _day("Date", economics.price_date)
        head["valid_until"] = _day("Valid until", None)
    with st.container(horizontal=True, gap="small"):
        head["currency"] = box(
            fields["currency"], "quote currency", economics.currency, example="", width=110
        )
        head["taxes"] = st.segmented_control(
            "Prices are", (NET, GROSS), default=NET, required=True, key="quote taxes"
        )
        asked = OF_HEAD if head["taxes"] == GROSS else [one for one in OF_HEAD if one != "vat_rate"]
        for name in asked:
            field = replace(fields[name], example=EXAMPLES[name])
            head[name] = box(field, f"quote {field.label}", width=160)
        head["note"] = box(replace(fields["note"], example=FREE), "quote note", width=200)
    offered = {
        f"{line.name} ({line.tier or 'common'}: {line.role})": line for line in results.plan.lines
    }
    count = st.session_state.setdefault(LINES, 1)
    lines = [_line(n, list(offered)) for n in range(count)]
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Add a line", icon=":material/add:", key="one more line of a quote", on_click=_more
        )
        is_asked = st.button("Apply the quote", type="primary", key="take the quote")
    if is_asked:
        problems = take(
            head, [(offered[name], first, price) for name, first, price in lines if name]
        )
        if not problems:
            dialogs.close()
            st.rerun()
        messages = (f"✗ {_where(problem)}{problem.what}" for problem in problems)
        display.draw(display.lines(messages, "bad"))


def _more() -> None:
    st.session_state[LINES] += 1


def _where(problem: Problem) -> str:
    """Say which line and field of the form a problem is about."""
    at = re.fullmatch(r"lines\.(\d+)(?:\.(.*))?", problem.field)
    if at is None:
        return f"{problem.field}: ".lstrip(": ").replace("_", " ")
    return f"line {int(at[1]) + 1}{', ' + at[2] if at[2] else ''}: "


def _day(title: str, known: datetime.date | None) -> str:
    found = st.date_input(title, known, key=f"quote {title}", format="YYYY-MM-DD", width=150)
    return str(found or "")


def _line(n: int, names: list[str]) -> tuple[str, int, str]:
    """Draw one line of a quote."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        name = st.selectbox(
            f"Line {n + 1}: item",
            names,
            None,
            key=f"quote line {n}",
            placeholder="line of the bill of materials",
        )
        first = count("Minimum quantity", 1, value=1, key=f"quote from {n}", width=130)
        field = fields_of(QuoteLine, ("price",), "", LABELS)["price"]
        price = box(field, f"quote price {n}", example="780", width=140)
    return str(name or ""), first, price


def take(head: Said, lines: list[tuple[Line, int, str]]) -> tuple[Problem, ...]:
    """Keep a quote beside the others, or give what is wrong with it."""
    quote: Said = {key: value for key, value in head.items() if value != ""}
    quote["lines"] = [_quoted(line, first, price, head["currency"]) for line, first, price in lines]
    return keep(quote)


def keep(quote: Said) -> tuple[Problem, ...]:
    """Keep the data of a quote beside the others, or give what is wrong with it."""
    if wrong := [Problem(Place("quote"), path, what) for path, what in unprintables(quote)]:
        return tuple(wrong)
    text = plain(quote).encode()
    name = (
        f"quote-{re.sub('[^a-z0-9]+', '-', str(quote.get('number', '')).lower()).strip('-')}.yaml"
    )
    others = session.offered().get(FIELD, {})
    if name in others:
        what = "a quote with this number exists: remove it first, or enter another number"
        return (Problem(Place(name), "number", what),)
    kept = {**others, name: text}
    try:
        read_quote("quote", read_document(text, name))
        origins.planned(session.base(), session.changes(), {**session.offered(), FIELD: kept})
    except InputError as error:
        return error.problems
    session.offer(FIELD, kept)
    return ()


def _quoted(line: Line, first: int, price: str, currency: str) -> Said:
    of = {"part": line.part} if line.part else {"name": line.name}
    amount = price if any(sign.isalpha() for sign in price) else f"{price} {currency}".strip()
    return {**of, **({"from": first} if first > 1 else {}), "price": amount}
