"""What a plan lacks, asked for in a form: figures of sections, groups of users that grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

import streamlit as st

from model.answers.results import Results
from model.design.binding import bindings
from model.design.bounds import limits_of
from model.design.demand import DemandGroup
from model.design.targets import SizedFiles
from model.design.workloads import Extent, Goal, Workload
from model.engine.quantity import label
from model.errors import Problem
from model.reading.documents import scalar
from model.reading.fields import Strict
from ui import sections, session
from ui.elements import escaped
from ui.fields import example


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


class Rows(NamedTuple):
    """A list of the scenario that is filled in as a table: what it is, and its columns.

    `first` has the words of a column and an example where those of the schema don't say it. Where
    nothing is left of a list that its holder `needs`, the holder goes, too.
    """

    path: str
    shape: type[Strict]
    about: str
    button: str
    first: Mapping[str, tuple[str, str]]
    needs: bool = True

    def columns(self, currency: str) -> dict[str, tuple[str, str]]:
        """Give each column by its field: what it is called, and an example."""
        return {
            name: self.first.get(name)
            or (label(name), example(limits_of(self.shape, name), currency))
            for name in self.shape.model_fields
        }


GROUPS = Rows(
    "demand.groups",
    DemandGroup,
    "Groups of users: what each keeps at the purchase, and how it grows, by a share of "
    "itself or by so much a year. Such as 500 TB and 40 %, or 200 TB and 100 TB/year.",
    "Plan this growth",
    {
        "name": ("Group", "genomics"),
        "volume": ("Kept at the purchase", "500 TB"),
        "added": ("Adds", "100 TB/year"),
        "growth": ("Or grows by a year", "40 %"),
        "ceiling": ("But at most", "2 PB"),
    },
)
SIZES = Rows(
    "files.sizes",
    SizedFiles,
    "In place of a mean size: how large the files are, with shares that make 100 %.",
    "Count these files",
    {"size": ("Size of a file", "1 MiB"), "share": ("Share of the files", "50 %")},
    needs=False,
)


def of_tier(n: int) -> tuple[Rows, Rows, Rows]:
    """Give what is filled in of a tier: measured workloads, goals, stretches of a file."""
    at = f"tiers.{n}"
    return (
        Rows(
            f"{at}.workloads.measured",
            Workload,
            "What one server gave when it was measured, by what read or wrote: the tier gives that "
            "times its servers.",
            "Take these workloads",
            {"name": ("Workload", "IOR 4 MiB"), "way": ("Reads or writes", "read")},
        ),
        Rows(
            f"{at}.workloads.goals",
            Goal,
            "Bandwidths that are asked for: each says how many servers and blocks it takes.",
            "Take these goals",
            {"name": ("Goal", "production")},
            needs=False,
        ),
        Rows(
            f"{at}.file_layout.extents",
            Extent,
            "How a file lies on targets: up to which size on how many; the last has no end.",
            "Take this layout",
            {"up_to": ("Up to", "1 GiB"), "targets": ("On targets", "4")},
        ),
    )


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


def _complain(key: str, labels: Mapping[str, str], at: str = "") -> None:
    """Say what is wrong with what was entered last, if it was entered here.

    Below the path of a list, the fields of its rows are labelled, and the rows are counted.
    """
    entered, problems, is_empty = st.session_state.get(WRONG, ("", (), False))
    if entered != key:
        return
    del st.session_state[WRONG]
    lines = []
    for one in problems:
        row, _, field = one.field.removeprefix(at).partition(".") if at else ("", "", one.field)
        said = labels.get(field, one.field)
        where = f"Row {int(row) + 1}, {said}" if row.isdecimal() and field in labels else said
        lines.append(f"**{escaped(where)}**: {escaped(one.what)}")
    if is_empty:
        lines = ["Nothing is entered yet."]
    if lines:
        st.error("\n".join(f"- {line}" for line in lines), icon=":material/error:")


def groups(results: Results) -> None:
    """Ask for the groups of users and how they grow, where the site's demand is told by groups."""
    demand = results.plan.scenario.demand
    if demand is None or demand.groups:
        fill_in(results, GROUPS)


def workloads(results: Results, name: str) -> None:
    """Ask for what was measured on servers like a tier's, for goals, and how a file lies on it."""
    n = [tier.name for tier in results.plan.scenario.tiers].index(name)
    tier = results.plan.scenario.tiers[n]
    if not hasattr(tier, "workloads"):
        st.info("This tier is given as a whole: nothing is told of its servers.")
        return
    measured, goals, extents = of_tier(n)
    fill_in(results, measured)
    if tier.workloads is not None:
        fill_in(results, goals)
    fill_in(results, extents)


def fill_in(results: Results, rows: Rows) -> None:
    """Draw a list as a table to fill in."""
    before = results.plan.scenario.said(rows.path) or ()
    columns = rows.columns(results.plan.scenario.economics.currency)
    key = f"{rows.path} in {st.session_state.choice} {hash(str(before))}"
    shown = [{name: _text(row.get(name)) for name in columns} for row in before]
    shown += [dict.fromkeys(columns, "")] * max(1, LEAST_ROWS - len(shown))
    with st.form(key, enter_to_submit=False):
        st.markdown(escaped(rows.about))
        entered = st.data_editor(
            shown,
            num_rows="dynamic",
            hide_index=True,
            placeholder="",
            key=f"{key} rows",
            column_config={
                name: _column(rows.shape, name, *said) for name, said in columns.items()
            },
        )
        _complain(key, {name: said for name, (said, _) in columns.items()}, f"{rows.path}.")
        if st.form_submit_button(rows.button, type="primary"):
            st.session_state[WRONG] = key, take_rows(rows, entered), False
            st.rerun()


def _column(shape: type[Strict], name: str, said: str, like: str) -> Any:
    """Draw a column of a table to fill in: a choice where the schema has one, or else a text."""
    about = f"{shape.field_docs().get(name, '')} Such as {like}"
    options = get_args(shape.model_fields[name].annotation)
    if options and all(isinstance(one, str) for one in options):
        return st.column_config.SelectboxColumn(said, help=about, options=list(options))
    return st.column_config.TextColumn(said, help=about)


def take_rows(rows: Rows, entered: Sequence[Mapping[str, Any]]) -> Sequence[Problem]:
    """Write a list anew, or give what is wrong; what nobody changed keeps its source."""
    scenario = session.current().plan.scenario
    key = next(iter(rows.shape.model_fields))
    old = {_text(row.get(key)): row for row in scenario.said(rows.path) or ()}
    found = []
    for row in entered:
        texts = {name: str(row.get(name) or "").strip() for name in rows.shape.model_fields}
        was = old.get(texts[key], {})
        said = {
            name: was[name]
            if name in was and _text(was[name]) == text
            else _value(rows, name, text)
            for name, text in texts.items()
            if text
        }
        if said:
            found.append(said)
    top, *keys = rows.path.split(".")
    return session.reshape({top: _put(scenario.data.get(top), keys, found, needs=rows.needs)})


def _value(rows: Rows, name: str, text: str) -> Any:
    """Read what was entered: a count is a number, all else a text."""
    is_count = _is_figure(rows.shape, name) and limits_of(rows.shape, name) is None
    return scalar(text) if is_count else text


def _is_figure(shape: type[Strict], name: str) -> bool:
    """Tell a figure from a text."""
    return any(bound.field == name for bound in bindings(shape))


def _put(said: Any, keys: list[str], rows: list[Any], *, needs: bool) -> Any:
    """Give a section with a list in it; None where nothing is left of it."""
    key, *below = keys
    if isinstance(said, list):
        at = int(key)
        return [*said[:at], _put(said[at], below, rows, needs=needs), *said[at + 1 :]]
    whole = dict(said or {})
    inner = _put(whole.get(key), below, rows, needs=needs) if below else rows or None
    if inner is not None:
        return {**whole, key: inner}
    whole.pop(key, None)
    return None if not whole or (needs and not below) else whole


def _text(said: Any) -> str:
    """Write a figure as its author did, without its source."""
    value = said.get("value") if isinstance(said, Mapping) else said
    return "" if value is None else str(value)
