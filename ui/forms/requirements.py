"""What is required, in a form: each figure, how binding it is, the way to one more or one less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import streamlit as st

from model.answers.results import Results
from model.answers.views.requirements import LEVELS
from model.books.inputs import declared
from model.design.needs import PRIORITIES, Required, Requirements
from model.errors import Place, Problem
from model.reading.binding import bindings
from ui.base.elements import icon_only
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import box, complain, refuse
from ui.forms.inputs import PLACE, inputs
from ui.forms.schema_fields import field_of
from ui.state import session

SECTION = "requirements"
IN_A_ROW = 3


def labels() -> Mapping[str, str]:
    """Name what can be required by a figure, by the fields of the schema."""
    return {one.field: declared()[one.input.name].label for one in bindings(Requirements)}


def draw(results: Results) -> None:
    """Draw a box for each figure that is required, and the way to require another."""
    required = results.plan.scenario.requirements
    stated = [name for name in labels() if getattr(required, name) is not None]
    for first in range(0, len(stated), IN_A_ROW):
        for column, name in zip(
            st.columns(IN_A_ROW), stated[first : first + IN_A_ROW], strict=False
        ):
            with column, st.container(border=True, gap="small"):
                _one(results, name)
    derived = [one for one in results.checks if one.name not in labels() and one.name in NAMED]
    for check in derived:
        _level(required, check.name, texts.BY_CHECKPOINTS.format(check.title))
    if stated:
        _workload(required)
    _another([name for name in labels() if name not in stated], results)


NAMED = get_args(Required)
"""What may be said to be less than binding."""


def _one(results: Results, name: str) -> None:
    inputs([session.reader(results).of(f"{SECTION}.{name}")], PLACE)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _level(results.plan.scenario.requirements, name)
        with icon_only(f"remove {name}"):
            st.button(
                texts.REMOVE_OF.format(labels()[name]),
                key=f"no more {name} in {work().choice}",
                icon=":material/delete:",
                help=texts.REMOVE_OF.format(labels()[name]),
                on_click=remove,
                args=(name,),
            )


def _level(required: Requirements, name: str, label: str = "") -> None:
    """Draw how binding a requirement is."""
    key = f"level of {name} in {work().choice}"
    held = required.level(name)
    if st.session_state.get(key, held) != held:
        st.session_state[key] = held
    st.segmented_control(
        label or texts.PRIORITY_OF.format(labels()[name]),
        list(LEVELS),
        default=held,
        format_func=PRIORITIES.__getitem__,
        required=True,
        key=key,
        on_change=lambda: bind(name, st.session_state[key]),
        label_visibility="visible" if label else "collapsed",
    )


def _workload(required: Requirements) -> None:
    """Draw what reads or writes when the bandwidths are judged."""
    key = f"workload that is judged in {work().choice}"
    if st.session_state.get(key, required.workload) != required.workload:
        st.session_state[key] = required.workload
    st.text_input(
        texts.WORKLOAD,
        required.workload,
        key=key,
        placeholder=texts.WORKLOAD_LIKE,
        help=Requirements.field_docs()["workload"],
        on_change=lambda: _rewrite({"workload": st.session_state[key].strip()}),
    )


def _another(lacking: Sequence[str], results: Results) -> None:
    """Draw the form of one requirement more."""
    if not lacking:
        return
    key = f"another requirement in {work().choice}"
    known, currency = labels(), results.plan.scenario.economics.currency
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", border=True):
        name = st.selectbox(
            texts.REQUIREMENT, lacking, key=key, format_func=known.__getitem__, width=260
        )
        chooser = f"{key}: {name}"
        field = field_of(Requirements, name, currency)
        box(replace(field, label=texts.FIGURE), chooser, example=f"e.g. {field.example}", width=200)
        st.segmented_control(
            texts.PRIORITY,
            list(LEVELS),
            default=LEVELS[0],
            format_func=PRIORITIES.__getitem__,
            required=True,
            key=f"level of {key}",
        )
        st.button(
            texts.ADD,
            type="primary",
            icon=":material/add:",
            key=f"add {key}",
            on_click=_add,
            args=(name, chooser, f"level of {key}"),
        )
    complain(SECTION, known, keys={name: chooser})


def _add(name: str, box: str, chooser: str) -> None:
    level = st.session_state[chooser]
    value = field_of(Requirements, name, "").read(str(st.session_state[box]))
    if value is None:
        refuse(SECTION, (Problem(Place(""), name, texts.WRITE_FIGURE),))
        return
    if level == LEVELS[0]:
        problems = session.add({f"{SECTION}.{name}": value})
    else:
        problems = _rewritten({name: value, **_levels(name, level)})
    refuse(SECTION, problems)
    if not problems:
        st.session_state[box] = ""


def bind(name: str, level: str) -> None:
    """Say how binding a requirement is."""
    _rewrite(_levels(name, level))


def remove(name: str) -> None:
    """Require a figure no more."""
    _rewrite({name: None, **_levels(name, LEVELS[0])})


def _levels(name: str, level: str) -> dict[str, Any]:
    """Give the lists of what isn't binding, where the level of one requirement is another."""
    requirements = session.current().plan.scenario.requirements
    lists: dict[str, list[str]] = {
        one: [other for other in getattr(requirements, one) if other != name] for one in LEVELS[1:]
    }
    if level in lists:
        lists[level].append(name)
    return lists


def _rewritten(changed: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Write the section anew, without what is empty; give what is wrong with it."""
    requirements = {**session.current().plan.scenario.data.get(SECTION, {}), **changed}
    kept = {name: value for name, value in requirements.items() if value not in (None, "", [])}
    return session.reshape({SECTION: kept})


def _rewrite(changed: Mapping[str, Any]) -> None:
    refuse(SECTION, _rewritten(changed))
