"""An own part, which the catalog lacks: its kind, its name, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.answers.results import Results
from model.design.limits import limits_of
from model.design.piece import Piece
from model.design.services import Service
from model.errors import Place, Problem
from model.reading.binding import Binding, bindings
from model.reading.fields import Strict
from model.units.words import label
from ui.base.fields import Field, attribute
from ui.design import dialogs, display
from ui.design.texts import STORED_IN_THIS_SCENARIO
from ui.forms import boxes
from ui.forms.boxes import as_text
from ui.forms.form import put
from ui.state import session

LATER = ("price", "power", "weight", "rack_units", "discount", "maintenance_rate")
"""What every part may have; it stands below what tells one of its kind from another."""
NAMELESS = "enter a name: vendor and model, such as 'Acme NVMe 15.36 TB'"
OF_PART = ("part", "name", "number", "alternatives")
"""What names a part: it goes when another takes the place."""


def kinds(results: Results, path: str) -> list[str]:
    """Name the parts that stand beside the one at a path, and itself: what kinds it may be of."""
    at, _, name = path.rpartition(".")
    holder = attribute(results.plan.scenario, at.split("."))
    if isinstance(holder, tuple):
        return [name]
    return [one for one in type(holder).model_fields if isinstance(getattr(holder, one), Piece)]


def can_be(results: Results, path: str) -> bool:
    """Tell whether something own may stand at a path: a service is of nobody's catalog anyhow."""
    return not isinstance(attribute(results.plan.scenario, path.split(".")), Service)


def figures(shape: type[Strict]) -> list[str]:
    """Name the figures of an own part: what the catalog would say of another, cost last."""
    found = [one.field for one in bindings(shape) if _is_of_part(shape, one)]
    return sorted(found, key=lambda field: (field in LATER, found.index(field)))


def _is_of_part(shape: type[Strict], bound: Binding) -> bool:
    """Tell what a part has from what a plan does with it."""
    limits = limits_of(shape, bound.field)
    is_rate = limits is not None and limits.unit == "byte/s"
    return is_rate or (bool(bound.input.figure) and not bound.input.uses)


@st.dialog("Custom part", width="large", on_dismiss=dialogs.close)
def enter(path: str) -> None:
    """Let the user say what the catalog lacks, in the place of what stands at a path."""
    results = session.current()
    scenario = results.plan.scenario
    at, _, name = path.rpartition(".")
    of = kinds(results, path)
    kind = name
    if len(of) > 1:
        kind = st.selectbox("Kind", of, of.index(name), format_func=label, key=f"own kind {path}")
    place = f"{at}.{kind}"
    shape = type(attribute(scenario, place.split(".")))
    fields = boxes.fields_of(shape, figures(shape), scenario.economics.currency)
    st.caption(STORED_IN_THIS_SCENARIO)
    with st.form(f"own part {place}", enter_to_submit=False, border=False):
        called = st.text_input(
            "Name (required)", _written_text(place, "name"), key=f"own name {place}"
        )
        number = st.text_input(
            "Vendor part number", _written_text(place, "number"), key=f"own number {place}"
        )
        source = st.text_input(
            "Source of the figures",
            key=f"own source {place}",
            placeholder="datasheet, page, date",
        )
        texts = boxes.row(
            fields, f"own {place}", {one: _written_text(place, one) for one in figures(shape)}
        )
        is_asked = st.form_submit_button("Use this part", type="primary")
    if is_asked and not complain(take(place, called, number, source, texts), fields):
        dialogs.close()
        st.rerun()


def _written_text(path: str, field: str) -> str:
    """Give what the scenario says of a field of the part that stands there now."""
    scenario = session.current().plan.scenario
    is_own = scenario.written_at(f"{path}.part") is None
    return as_text(scenario.written_at(f"{path}.{field}")) if is_own else ""


def take(
    path: str, name: str, number: str, source: str, texts: Mapping[str, str]
) -> tuple[Problem, ...]:
    """Put an own part in the place of what stands at a path, or give what is wrong with it."""
    if not name.strip():
        return (Problem(Place(""), f"{path}.name", NAMELESS),)
    scenario = session.current().plan.scenario
    shape = type(attribute(scenario, path.split(".")))
    gone = {*OF_PART, *figures(shape)}
    stays = {key: value for key, value in scenario.written_at(path).items() if key not in gone}
    numbered = {"number": number.strip()} if number.strip() else {}
    fields = boxes.fields_of(shape, texts, scenario.economics.currency)
    known = boxes.values(fields, texts, source.strip())
    section, *keys = path.split(".")
    piece = {"name": name.strip(), **numbered, **stays, **known}
    return session.reshape({section: put(scenario.data[section], keys, piece)})


def complain(problems: tuple[Problem, ...], fields: Mapping[str, Field]) -> bool:
    """Say what is wrong, by the labels of the fields; tell whether anything is."""
    if problems:
        labels = {"name": label("name"), **{name: one.label for name, one in fields.items()}}
        found = boxes.messages(problems, labels)
        display.draw(display.lines((f"✗ {where}: {what}" for where, what in found), "bad"))
    return bool(problems)
