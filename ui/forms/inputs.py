"""A widget for each field of the scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import streamlit as st

from model.design.economics import MOST_YEARS
from model.design.equipment import PIECES
from model.reading.documents import scalar
from model.reading.fields import MOST
from model.zfs.releases import RELEASES
from ui.base import integer_input
from ui.base.elements import escaped
from ui.base.error_marks import mark
from ui.base.fields import Field, Value
from ui.base.work import work
from ui.forms import texts
from ui.state import session

PLACE = "in its place"
"""What the key of a widget ends with that stands where the figure belongs, and once."""
AMONG_ALL, SECTION, PAGE, ANSWERS, TRIAL = (
    "among all figures",
    "in its section",
    "on the page",
    "answers",
    "what if",
)
"""What the keys of the other widgets of a figure end with: each place has its own."""
ASKED, BESIDE = "asked at", "beside the server"
PLACES = (
    *(PLACE, AMONG_ALL, SECTION, PAGE, ANSWERS, TRIAL, BESIDE),
    *(f"{ASKED} {piece}" for piece in ("", "site", *PIECES)),
)
IN_A_ROW = 3
"""Widgets beside each other in a grid."""
MOST_OF = {"count": MOST, "years": MOST_YEARS}
"""The largest whole number that a field of a kind takes."""
IN_PERCENT = "%g\N{NO-BREAK SPACE}%%"
"""How a slider writes a share, as tables do; it holds percent, for its own format has no space."""


def asked_at(part: str) -> str:
    """Name the place of questions beside a part of a tier: two parts may wait for one figure."""
    return f"{ASKED} {part}"


def key_of(path: str, where: str) -> str:
    """Give the key of the widget of a field in one of its places."""
    return f"{work().choice}:{path} {where}"


def mark_fields(wrong: Mapping[str, str]) -> None:
    """Mark the widgets of fields by their paths, in all places, each with the text of its error."""
    mark({key_of(path, where): why for path, why in wrong.items() for where in PLACES})


def inputs(
    fields: Iterable[Field], where: str, width: int | Literal["stretch"] = "stretch"
) -> None:
    """Draw a widget for each field, so many pixels wide: the edit, or else what the plan uses."""
    for field in fields:
        key = key_of(field.path, where)
        held = _held(field, _entered(field))
        # Only where it differs: a widget that is told its value forgets what is being typed.
        if key in st.session_state and st.session_state[key] != held:
            st.session_state[key] = held
        _widget(field, key, held, width)
        if field.kind == "share" and field.is_optional and field.is_stated and where != PLACE:
            _emptied(field, key)


def _emptied(field: Field, key: str) -> None:
    """Offer to take a share out of what the scenario says: a slider can't be emptied."""
    st.button(
        texts.CLEAR,
        key=f"{key} left out",
        help=escaped(texts.CLEARED.format(field.label)),
        type="tertiary",
        icon=":material/backspace:",
        on_click=_take,
        args=(field, None),
    )


def grid(fields: Iterable[Field], where: str) -> None:
    """Draw widgets in columns, from left to right."""
    several = list(fields)
    for first in range(0, len(several), IN_A_ROW):
        columns = st.columns(IN_A_ROW, gap="small", vertical_alignment="bottom")
        for column, field in zip(columns, several[first : first + IN_A_ROW], strict=False):
            with column:
                inputs([field], where)


def _entered(field: Field) -> Value:
    """Give what was entered; where nothing is stated nor shown, an edit is all there is."""
    if field.value is None and not field.is_stated:
        return session.edits().get(field.path)
    return session.entered(field.path, field.value)


def _held(field: Field, value: Value) -> Value:
    """Give the value in the type that the field's widget holds; an address may carry anything."""
    if field.kind in MOST_OF:
        fits = isinstance(value, int | float) and field.least <= value <= MOST_OF[field.kind]
        held = value if fits else field.value
        return float(held) if isinstance(held, int | float) else held
    if field.kind == "share":
        held = value if isinstance(value, int | float) else field.value
        return round(100 * min(max(held, 0.0), 1.0), 9) if isinstance(held, int | float) else held
    if field.kind == "release":
        return value if value in RELEASES else field.value
    if field.kind == "several":
        return [*value] if isinstance(value, list) else field.value
    if field.kind in ("part", "choice"):
        value = None if value == "" and None in field.choices else value
        return value if value in field.choices else field.value
    return "" if value is None else str(value)


def _take(field: Field, entered: Value) -> None:
    """Make an edit of what was entered."""
    if field.kind == "whole" and isinstance(entered, str):
        entered = scalar(entered.strip())
    if field.kind in MOST_OF and isinstance(entered, float):
        entered = integer_input.whole(entered)
    if field.kind == "share" and isinstance(entered, float):
        entered /= 100
    is_needed = field.is_stated and not field.is_optional
    work().messages.required_label = field.label if is_needed and entered in (None, "") else ""
    session.edit(field.path, entered, is_optional=field.is_optional)


def _widget(field: Field, key: str, held: Any, width: int | Literal["stretch"]) -> None:
    """Draw the widget of a field.

    The value is its default, too: the browser may load a widget's code only after the run that
    told it the value, and would show the least one, and later send it as if somebody had chosen it.
    """
    common: dict[str, Any] = {
        "label": escaped(field.label),  # it may hold a name, and Markdown would fetch an image
        "key": key,
        "help": escaped(field.note),
        "width": width,
        "on_change": lambda: _take(field, st.session_state[key]),
    }
    if field.kind in MOST_OF:
        least, most = float(field.least), float(MOST_OF[field.kind])
        st.number_input(
            min_value=least,
            max_value=most,
            value=held,
            step=1.0,
            format=integer_input.FORMAT,
            **common,
        )
    elif field.kind == "share" and held is not None:
        st.slider(min_value=0.0, max_value=100.0, value=held, step=1.0, format=IN_PERCENT, **common)
    elif field.kind == "release":
        releases = list(RELEASES)
        st.selectbox(options=releases, index=releases.index(held), **common)
    elif field.kind in ("part", "choice"):
        parts = list(field.choices)
        label_of = field.choices.__getitem__
        st.selectbox(options=parts, index=parts.index(held), format_func=label_of, **common)
    elif field.kind == "several":
        names = field.choices
        st.multiselect(
            options=list(dict.fromkeys([*names, *held])),
            default=held,
            format_func=lambda one: names.get(one, one),
            accept_new_options=not names,
            placeholder=texts.NONE if names else texts.NONE_YET,
            **common,
        )
    else:
        st.text_input(value=held, placeholder=field.example or texts.NOT_STATED, **common)
