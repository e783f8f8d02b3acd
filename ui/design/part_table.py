"""Prices, power and weights of all parts in one table, which can be pasted into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st

from model.answers.results import Results
from model.errors import InputError, Place, Problem
from model.planning.supply import Line
from model.reading.documents import unprintable
from model.reading.price_lists import with_codes
from model.reading.tables import plain_number
from model.units.figures import show
from model.units.pasted import doubt, together
from ui.base.elements import folded
from ui.base.fields import Field
from ui.base.messages import problems_with_labels
from ui.base.work import work
from ui.design import texts
from ui.forms.boxes import as_text, complain, refuse
from ui.state import drafts, origins, session

ROOM = "part table"
"""What holds whether the table is open."""
AT, PART, TIER, PIECES = "line", "part", "tier", "pieces"
FIGURES = {"unit_price": "Unit price, net", "unit_power": "Power", "unit_weight": "Weight"}
"""What is entered of one piece, by the name of its quantity."""
UNITS = {"unit_power": "W", "unit_weight": "kg"}
"""What a bare number in a column is of; that of a price is the plan's currency."""
Row = Mapping[str, Any]


class Cells(NamedTuple):
    """The line of a row, and the fields of its cells by their columns."""

    line: Line
    fields: Mapping[str, Field]


def cells(results: Results) -> dict[str, Cells]:
    """Give the cells of each line of the bill of materials that has any, by the line's path."""
    reader = session.reader(results)
    found: dict[str, dict[str, Field]] = {}
    for field in (*reader.prices(), *reader.loads()):
        path, name = field.address
        found.setdefault(path, {})[name] = field
    lines = {row.line.path: row.line for row in results.bill}
    return {path: Cells(lines[path], found[path]) for path in lines if path in found}


def rows(results: Results, known: Mapping[str, Cells]) -> list[Row]:
    """Write what counts of each line: values as they were entered, nothing for unknown ones."""
    return [
        {
            AT: path,
            PART: one.line.name,
            TIER: one.line.tier or texts.ALL_TIERS,
            PIECES: show(results[path, "line_count"], "1"),
            **{name: _text(one.fields.get(name)) for name in FIGURES},
        }
        for path, one in known.items()
    ]


def _text(field: Field | None) -> str:
    return "" if field is None else as_text(session.entered(field.path, field.value))


def draw(results: Results) -> None:
    """Draw the table below a line that opens it."""
    room = folded(texts.PART_TABLE, ROOM, icon=":material/table:")
    if room is None:
        return
    known = cells(results)
    before = rows(results, known)
    key = f"{ROOM} of {work().choice} {hash(str(before))}"
    with room:
        st.caption(texts.PART_TABLE_ABOUT.format(how_long=drafts.HOW_LONG))
        with st.form(key, enter_to_submit=False, border=False):
            entered = st.data_editor(
                before,
                num_rows="fixed",
                hide_index=True,
                placeholder="",
                key=f"{key} rows",
                disabled=(PART, TIER, PIECES),
                column_config=_columns(results, before),
            )
            source = st.text_input(
                texts.SOURCE_OF_VALUES, key=f"{key} source", help=texts.OF_SOURCE_OF_VALUES
            )
            complain(key, _labels(known))
            if st.form_submit_button(texts.APPLY_VALUES, type="primary"):
                refuse(key, take(results, entered, source.strip()))
                st.rerun()


def _columns(results: Results, before: Sequence[Row]) -> dict[str, Any]:
    units = {**UNITS, "unit_price": results.plan.scenario.economics.currency}
    text = st.column_config.TextColumn
    several = len({row[TIER] for row in before}) > 1
    return {
        AT: None,
        PART: text("Part", width="medium"),
        TIER: text("Tier") if several else None,
        PIECES: text("Pieces", width="small"),
        **{
            name: text(
                f"{label}, {units[name]}", help=texts.OF_BARE_NUMBER.format(unit=units[name])
            )
            for name, label in FIGURES.items()
        },
    }


def _labels(known: Mapping[str, Cells]) -> dict[str, str]:
    """Name each cell by its row and column, by the path of its field."""
    return {
        field.path: f"{one.line.name} ({one.line.tier or texts.ALL_TIERS}), {FIGURES[name].lower()}"
        for one in known.values()
        for name, field in one.fields.items()
    }


def take(results: Results, entered: Sequence[Row], source: str = "") -> Sequence[Problem]:
    """Enter the cells that were changed, all or none; give what is wrong with them, a line each."""
    known, changed, wrong = cells(results), {}, []
    units = {**UNITS, "unit_price": results.plan.scenario.economics.currency}
    for before, row in zip(rows(results, known), entered, strict=True):
        one = known[before[AT]]
        for name in FIGURES:
            text = str(row.get(name) or "").strip()
            if text == before[name]:
                continue
            text = together(with_codes(plain_number(text)))  # as sheets of any country show it
            if text == before[name]:
                continue
            if name not in one.fields:
                where = f"{one.line.name}, {FIGURES[name].lower()}"
                wrong.append(Problem(Place(""), "", f"{where}: {texts.NOT_ENTERED_HERE}"))
                continue
            field = one.fields[name]
            text = f"{text} {units[name]}" if _is_bare(text) else text
            if why := doubt(text) or unprintable(text):
                wrong.append(Problem(Place(""), field.path, f"'{text}' {why}"))
            changed[field.path] = field, text
    if source and (why := unprintable(source)):
        wrong.append(Problem(Place(""), "", f"{texts.SOURCE_OF_VALUES}: {why}"))
    return wrong or _taken(known, changed, source)


def _is_bare(text: str) -> bool:
    """Tell a number without a unit, whatever marks it has."""
    return bool(text) and not any(sign.isalpha() or sign in "€$£%" for sign in text)


def _taken(
    known: Mapping[str, Cells], changed: Mapping[str, tuple[Field, str]], source: str
) -> Sequence[Problem]:
    """Edit the figures with their source, if they can be planned; else give what is wrong."""
    figures = session.changes()
    for path, (_, text) in changed.items():
        figures.pop(path, None)
        if text or session.base().written_at(path) is not None:
            figures[path] = text or None
    try:
        origins.planned(session.base(), figures, session.offered())
    except InputError as error:
        found = problems_with_labels(session.reader(), error.problems)
        return [replace(one, field=one.field.removesuffix(".value")) for one in found]
    for path, (field, text) in changed.items():
        session.edit(path, text, is_optional=field.is_optional)
    # Without new values, the source is of those that were entered before.
    paths = changed or [field.path for one in known.values() for field in one.fields.values()]
    session.explain(paths, source)
    return ()
