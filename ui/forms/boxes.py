"""The boxes of forms: how a field is drawn and read, and how an error in it reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from model.errors import Problem
from model.reading.fields import Strict
from ui.base.elements import escaped
from ui.base.error_marks import mark
from ui.base.fields import Field
from ui.forms import texts
from ui.forms.schema_fields import field_of

WIDTH = 260
REFUSED = "what is wrong in a form"
"""What holds the errors of the form that was sent last: its key, the problems, if it was empty."""


def fields_of(
    shape: type[Strict],
    names: Iterable[str],
    currency: str,
    labels: Mapping[str, str] | None = None,
) -> dict[str, Field]:
    """Describe fields of one thing by their short labels; `labels` replace those of the schema."""
    found = {name: field_of(shape, name, currency) for name in names}
    own = labels or {}
    return {name: replace(one, label=own.get(name) or one.head) for name, one in found.items()}


def box(field: Field, key: str, value: str = "", **more: Any) -> str:
    """Draw the box of a field with a text in it; return the text that it has now.

    `more` is what else Streamlit's box takes; an `example` takes the place of the field's.
    """
    options: dict[str, Any] = {
        "label": escaped(field.label),
        "key": key,
        "help": escaped(field.note) or None,
        "width": WIDTH,
    }
    example = more.pop("example", field.example)
    if field.choices:
        words = {"": texts.NOT_STATED} | {as_text(one): said for one, said in field.choices.items()}
        held = [*words].index(value) if value in words else 0
        chosen: str = st.selectbox(
            options=[*words], index=held, format_func=words.__getitem__, **(options | more)
        )
        return chosen
    text: str = st.text_input(value=value, placeholder=example, **(options | more))
    return text.strip()


def row(fields: Mapping[str, Field], key: str, values: Mapping[str, str]) -> dict[str, str]:
    """Draw boxes side by side; return the text in each."""
    with st.container(horizontal=True, gap="small"):
        return {
            name: box(field, f"{key}.{name}", values.get(name, ""), width=210)
            for name, field in fields.items()
        }


def column(field: Field) -> Any:
    """Describe a field as a column of a table that is filled in."""
    about = f"{field.note} E.g. {field.example}".strip()
    options = [as_text(one) for one in field.choices if one not in (None, "")]
    if options:
        return st.column_config.SelectboxColumn(field.head, help=about, options=options)
    return st.column_config.TextColumn(field.head, help=about)


def values(
    fields: Mapping[str, Field], entered: Mapping[str, str], source: str = ""
) -> dict[str, Any]:
    """Return the value of each box that isn't empty, with its source if there is one."""
    found = {name: fields[name].read(text) for name, text in entered.items() if text.strip()}
    if not source:
        return found
    return {name: {"value": value, "source": source} for name, value in found.items()}


def as_text(value: Any) -> str:
    """Write what a field states as its author did, without its source."""
    value = value.get("value") if isinstance(value, Mapping) else value
    return "" if value is None else str(value)


def messages(
    problems: Iterable[Problem], labels: Mapping[str, str], at: str = "", otherwise: str = ""
) -> Iterator[tuple[str, str]]:
    """Give the label of the box that each problem is about, and what is wrong there.

    Labels are those of paths or of keys. Below the path of a list, `at`, rows are named, too.
    """
    for one in problems:
        number, _, field = one.field.removeprefix(at).partition(".") if at else ("", "", one.field)
        title = labels.get(_named(field, labels), "")
        of = f"Row {int(number) + 1}" if number.isdecimal() else number
        where = f"{of}, {title}" if of and field in labels else title or otherwise or one.field
        yield where, one.what


def _named(field: str, known: Mapping[str, str]) -> str:
    """Give the path or the key of the box that a field is in; nothing if it is in none."""
    names = (field, field.rpartition(".")[2], *field.split("."))
    return next((one for one in names if one in known), "")


def refuse(key: str, problems: Iterable[Problem], *, is_empty: bool = False) -> None:
    """Keep what is wrong with a form, to be said when it is drawn again."""
    st.session_state[REFUSED] = key, tuple(problems), is_empty


def is_refused(key: str) -> bool:
    """Tell whether the form that was sent last was this one, and something is wrong with it."""
    entered, problems, is_empty = st.session_state.get(REFUSED, ("", (), False))
    return entered == key and bool(problems or is_empty)


def complain(
    key: str,
    labels: Mapping[str, str],
    at: str = "",
    otherwise: str = "",
    keys: Mapping[str, str] | None = None,
) -> None:
    """Say what is wrong with what was entered last, if it was entered in this form.

    The boxes whose `keys` are given by their paths, as labels are, are marked where they err.
    """
    entered, problems, is_empty = st.session_state.get(REFUSED, ("", (), False))
    if entered != key:
        return
    del st.session_state[REFUSED]
    found = messages(problems, labels, at, otherwise)
    lines = [
        f"**{escaped(where)}**: {escaped(what)}" if where else escaped(what)
        for where, what in found
    ]
    lines = [texts.ENTER_SOMETHING] if is_empty else lines
    if lines:
        listed = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0]
        st.error(listed, icon=":material/error:")
    boxes = keys or {}
    mark({boxes[name]: "" for one in problems if (name := _named(one.field, boxes))})
