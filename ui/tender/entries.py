"""Boxes for what a file of a tender states: rules and terms are no fields of the scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st
import yaml

from model.errors import Problem
from model.reading.documents import scalar
from model.reading.fields import Strict
from ui.base.fields import Field
from ui.forms.boxes import as_text, box, column, complain, refuse
from ui.forms.form import put
from ui.forms.schema_fields import field_of

WIDTH = 190


class Group(NamedTuple):
    """Fields of one thing that are asked for side by side, and where it stands in the file."""

    shape: type[Strict]
    names: Sequence[str]
    at: str = ""

    def paths(self) -> dict[str, str]:
        """Give the name of each field by its path."""
        return {f"{self.at}.{name}".lstrip("."): name for name in self.names}


def stated_at(stated: Mapping[str, Any], path: str) -> Any:
    """Give what a file states at a path; None if nothing."""
    found: Any = stated
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def ask(
    name: str,
    groups: Sequence[Group],
    stated: Mapping[str, Any],
    take: Callable[[dict[str, Any]], Sequence[Problem]],
    button: str,
    labels: Mapping[str, str] | None = None,
    examples: Mapping[str, str] | None = None,
    proposed: Mapping[str, str] | None = None,
    currency: str = "",
) -> None:
    """Ask for fields in a form; `take` gets all that the file then states.

    Boxes hold what is stated, or else what is `proposed`. What is wrong is shown at the form, and
    what was entered stays.
    """
    fields = _fields(groups, labels or {}, examples or {}, currency)
    before = {path: as_text(stated_at(stated, path)) for path in fields}
    shown = {path: text or (proposed or {}).get(path, "") for path, text in before.items()}
    key = f"{name} {hash(str(shown))}"
    entered: dict[str, str] = {}
    with st.form(key, border=False, enter_to_submit=False):
        for group in groups:
            with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
                for path in group.paths():
                    entered[path] = box(fields[path], f"{key} {path}", shown[path], width=WIDTH)
        complain(
            name,
            {path: one.label for path, one in fields.items()},
            keys={path: f"{key} {path}" for path in fields},
        )
        if st.form_submit_button(button, type="primary"):
            data: dict[str, Any] = dict(stated)
            for path, text in entered.items():
                if text != before[path]:
                    data = put(data, path.split("."), _read(fields[path], text)) or {}
            refuse(name, take(data))
            st.rerun()


def _fields(
    groups: Sequence[Group],
    labels: Mapping[str, str],
    examples: Mapping[str, str],
    currency: str,
) -> dict[str, Field]:
    found = {}
    for group in groups:
        for path, name in group.paths().items():
            one = field_of(group.shape, name, currency)
            example = examples.get(path, one.example)
            found[path] = replace(one, label=labels.get(path) or one.head, example=example)
    return found


def text_of(stated: Mapping[str, Any]) -> bytes:
    """Write what a file states."""
    return yaml.safe_dump(dict(stated), sort_keys=False, allow_unicode=True).encode()


LEAST_ROWS = 2


def fill_in(
    name: str,
    shape: type[Strict],
    names: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    take: Callable[[list[dict[str, Any]]], Sequence[Problem]],
    button: str,
    currency: str = "",
    at: str = "",
) -> None:
    """Ask for a list in a table; `take` gets the rows in which something is filled in.

    Fields of a row that have no column stay. `at` is where problems place the list.
    """
    fields = {one: field_of(shape, one, currency) for one in names}
    key = f"{name} {hash(str(rows))}"
    empty = dict.fromkeys(names, "")
    shown = [
        {AT: f"{n}", **{one: as_text(row.get(one)) for one in names}} for n, row in enumerate(rows)
    ]
    shown += [{AT: "", **empty}] * max(1, LEAST_ROWS - len(shown))
    with st.form(key, border=False, enter_to_submit=False):
        entered = st.data_editor(
            shown,
            num_rows="dynamic",
            hide_index=True,
            key=f"{key} rows",
            column_config={AT: None, **{one: column(field) for one, field in fields.items()}},
        )
        complain(name, {one: field.head for one, field in fields.items()}, f"{at}." if at else "")
        if st.form_submit_button(button, type="primary"):
            found = []
            for row in entered:
                texts = {one: str(row.get(one) or "").strip() for one in names}
                if any(texts.values()):
                    was = rows[int(row[AT])] if row.get(AT) else {}
                    found.append(_row(fields, texts, was))
            refuse(name, take(found))
            st.rerun()


def _read(field: Field, text: str) -> Any:
    """Read what was entered; a plain number is written as one."""
    found = field.read(text)
    return scalar(found) if field.kind == "figure" and isinstance(found, str) else found


AT = "row"
"""The column, which nobody sees, of where a row stood."""


def _row(
    fields: Mapping[str, Field], texts: Mapping[str, str], was: Mapping[str, Any]
) -> dict[str, Any]:
    """Read a row; what nobody changed stays as it is written."""
    kept = {name: value for name, value in was.items() if name not in fields}
    for name, text in texts.items():
        if text and text == as_text(was.get(name)):
            kept[name] = was[name]
        elif text:
            kept[name] = _read(fields[name], text)
    return kept
