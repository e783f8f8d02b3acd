"""What a plan lacks, asked for in a form: figures of sections, groups of users that grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from model.answers.results import Results
from model.errors import Problem
from model.reading.documents import scalar
from ui import sections, session
from ui.elements import escaped


class Form(NamedTuple):
    """What a form is for, its button, and the fields that it asks for, each with an example."""

    about: str
    button: str
    paths: Mapping[str, str]


CHECKPOINTS = Form(
    "How much memory the machine has, what share of it a job dumps, how often something stops a "
    "job, and for how many dump times it shall run between two stops.",
    "Plan checkpoints",
    {
        "machine.compute_nodes": "4000",
        "machine.node_memory": "256 GB",
        "checkpoint.fraction": "80 %",
        "checkpoint.job_mtti": "24 h",
        "checkpoint.ratio": "200",
    },
)
FILES = Form(
    "How large the files are in the mean, and how many there will be: then it is known whether "
    "inodes or bytes run out first.",
    "Count the files",
    {"files.mean_size": "2 MB", "files.count": "300000000"},
)
CLIENTS = Form(
    "Who opens the files: then the memory of Lustre's servers is sized.",
    "Size the memory",
    {
        "clients.nodes": "1024",
        "clients.cores": "32",
        "clients.login_nodes": "12",
        "clients.working_set": "20000000",
    },
)
MIGRATION = Form(
    "What is moved onto the new storage, and how: then it is known how long that takes.",
    "Plan the move",
    {
        "migration.volume": "2 PB",
        "migration.source_rate": "10 GB/s",
        "migration.gateways.count": "4",
        "migration.gateways.rate": "2.5 GB/s",
    },
)
WRONG = "what is wrong in a form"
COLUMNS = {
    "name": ("Group", "genomics"),
    "volume": ("Kept at the purchase", "500 TB"),
    "growth": ("Grows by a year", "40 %"),
    "added": ("Or adds", "100 TB/year"),
    "ceiling": ("But at most", "2 PB"),
}
"""What of a group of users is asked for: what it is called, and an example."""
LEAST_ROWS = 3


def draw(results: Results, form: Form) -> None:
    """Ask for what the plan lacks of some figures; nothing where it has them all."""
    known = sections.fields(results.plan.scenario, form.paths)
    fields = [known[path] for path in form.paths if path in known]
    if not fields:
        return
    key = f"{form.button} in {st.session_state.choice}"
    with st.form(key, enter_to_submit=False):
        st.markdown(escaped(form.about))
        with st.container(horizontal=True):
            for field in fields:
                st.text_input(
                    escaped(field.label),
                    key=f"{key} {field.path}",
                    placeholder=f"such as {form.paths[field.path]}",
                    help=escaped(field.note),
                    width=260,
                )
        _complain(key, {field.path: field.label for field in fields})
        kinds = {field.path: field.kind for field in fields}
        st.form_submit_button(form.button, type="primary", on_click=_take, args=(key, kinds))


def _take(key: str, kinds: Mapping[str, str]) -> None:
    """Make edits of what was entered, or keep what is wrong with it."""
    texts = {path: str(st.session_state[f"{key} {path}"]).strip() for path in kinds}
    figures: dict[str, Any] = {
        path: scalar(text) if kinds[path] == "whole" else text
        for path, text in texts.items()
        if text
    }
    said: Sequence[Problem] = session.add(figures) if figures else ()
    st.session_state[WRONG] = key, said, not figures


def _complain(key: str, labels: Mapping[str, str]) -> None:
    """Say what is wrong with what was entered last, if it was entered here."""
    at, problems, is_empty = st.session_state.get(WRONG, ("", (), False))
    if at != key:
        return
    del st.session_state[WRONG]
    lines = [
        f"**{escaped(labels.get(one.field, one.field))}**: {escaped(one.what)}" for one in problems
    ]
    if is_empty:
        lines = ["Nothing is entered yet."]
    if lines:
        st.error("\n".join(f"- {line}" for line in lines), icon=":material/error:")


def groups(results: Results) -> None:
    """Ask for the groups of users and how they grow, where the site's demand is told by groups."""
    written = results.plan.scenario.data.get("demand") or {}
    if written and "groups" not in written:
        return
    before: list[dict[str, Any]] = list(written.get("groups", ()))
    key = f"groups in {st.session_state.choice} {len(before)}"
    rows = [{name: _text(group.get(name)) for name in COLUMNS} for group in before]
    rows += [dict.fromkeys(COLUMNS, "")] * max(1, LEAST_ROWS - len(rows))
    with st.form(key, enter_to_submit=False):
        st.markdown(
            "Groups of users: what each keeps at the purchase, and how it grows, by a share of "
            "itself or by so much a year. Such as 500 TB and 40 %, or 200 TB and 100 TB/year."
        )
        entered = st.data_editor(
            rows,
            num_rows="dynamic",
            hide_index=True,
            key=f"{key} rows",
            column_config={
                name: st.column_config.TextColumn(label, help=f"Such as {example}")
                for name, (label, example) in COLUMNS.items()
            },
        )
        _complain(key, {})
        if st.form_submit_button("Plan this growth", type="primary"):
            problems = take_groups(written, before, entered)
            st.session_state[WRONG] = key, problems, False
            st.rerun()


def take_groups(
    written: Mapping[str, Any],
    before: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
) -> Sequence[Problem]:
    """Write the groups anew; what nobody changed keeps its source."""
    old = {group["name"]: group for group in before}
    found = []
    for row in rows:
        texts = {name: str(row.get(name) or "").strip() for name in COLUMNS}
        was = old.get(texts["name"], {})
        group = {
            name: was[name] if name in was and _text(was[name]) == text else text
            for name, text in texts.items()
            if text
        }
        if group:
            found.append(group)
    return session.reshape({"demand": {**written, "groups": found} if found else None})


def _text(said: Any) -> str:
    """Write a figure as its author did, without its source."""
    value = said.get("value") if isinstance(said, Mapping) else said
    return "" if value is None else str(value)
