"""Figures of sections that a plan may lack, asked for in a form, and changed there.

What the schema says of a field is its label, its unit and its help. Emptied fields are taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st

from model.answers.results import Results
from model.errors import Problem
from model.reading.tables import TABLES
from ui.base.elements import escaped, meant
from ui.base.fields import Field
from ui.base.uploaded_files import files_in
from ui.base.work import work
from ui.forms import boxes, texts
from ui.forms.boxes import as_text, complain, refuse
from ui.forms.schema_fields import field_at
from ui.state import origins, session


class Either(NamedTuple):
    """What exactly one of several figures tells, and an example of each by its path."""

    name: str
    paths: Mapping[str, str]


class Form(NamedTuple):
    """What a form is for, its button, and the fields that it asks for, each with an example.

    `files` are fields that name a CSV file, which is brought here. `instead_of` are paths that go
    when the form is taken. `labels` take the place of those of the schema. Errors in no field are
    shown under `name`. `chooser` is the key of a box that is emptied when the form is taken.
    """

    about: str
    button: str
    fields: Sequence[tuple[str, str] | Either]
    files: Sequence[str] = ()
    instead_of: Sequence[str] = ()
    labels: Mapping[str, str] = {}
    name: str = ""
    chooser: str = ""

    def boxes(self) -> Iterator[Either]:
        """Give what each box may stand for: most often one field."""
        for one in self.fields:
            yield one if isinstance(one, Either) else Either("", dict([one]))

    @property
    def paths(self) -> tuple[str, ...]:
        """Give the path of each field."""
        return tuple(path for box in self.boxes() for path in box.paths) + tuple(self.files)


CHECKPOINTS = Form(
    *texts.FORMS["checkpoints"],
    (
        ("machine.compute_nodes", "4000"),
        Either("Memory", {"machine.node_memory": "256 GB", "machine.memory": "1 PB"}),
        ("checkpoint.fraction", "80 %"),
        Either("Interruptions", {"checkpoint.job_mtti": "24 h", "checkpoint.node_mtti": "5 years"}),
        Either(
            "Maximum checkpoint time",
            {
                "checkpoint.ratio": "200",
                "checkpoint.dump_time": "10 min",
                "checkpoint.bandwidth": "400 GB/s",
                "checkpoint.efficiency": "90 %",
            },
        ),
        ("checkpoint.restart", "15 min; or: checkpoint"),
    ),
    instead_of=("training", "checkpoint.size", "checkpoint.accelerator_mtti"),
)
TRAINING = Form(
    *texts.FORMS["training"],
    (
        ("training.accelerators", "1024"),
        ("training.parameters", "70B"),
        ("training.precision", ""),
        ("training.optimizer", ""),
        Either(
            "Interruptions",
            {"checkpoint.accelerator_mtti": "50000 h", "checkpoint.job_mtti": "24 h"},
        ),
        Either(
            "Checkpoint requirement",
            {
                "checkpoint.efficiency": "95 %",
                "checkpoint.dump_time": "1 min",
                "checkpoint.bandwidth": "100 GB/s",
                "checkpoint.ratio": "200",
            },
        ),
        ("checkpoint.kept", "3"),
        ("checkpoint.node_local", ""),
    ),
    instead_of=("checkpoint.fraction", "checkpoint.node_mtti"),
)
FILES = Form(
    *texts.FORMS["files"],
    (("files.mean_size", "2 MB"), ("files.count", "300000000")),
)
CLIENTS = Form(
    *texts.FORMS["clients"],
    (
        ("clients.nodes", "1024"),
        ("clients.cores", "32"),
        ("clients.login_nodes", "12"),
        ("clients.working_set", "20000000"),
    ),
)
MIGRATION = Form(
    *texts.FORMS["migration"],
    (
        ("migration.volume", "2 PB"),
        ("migration.source_rate", "10 GB/s"),
        ("migration.gateways.count", "4"),
        ("migration.gateways.rate", "2.5 GB/s"),
    ),
)


def cache(n: int) -> Form:
    """Ask for a cache of a tier, and how often it hits."""
    at = f"tiers.{n}.cache"
    return Form(
        *texts.FORMS["cache"],
        (
            Either("Drive", {f"{at}.part": texts.KEY, f"{at}.name": "NVMe 3.2 TB"}),
            (f"{at}.per_server", "2"),
            (f"{at}.capacity", "3.2 TB"),
            (f"{at}.per_drive", "60 GB"),
            (f"{at}.read_bandwidth", "3 GB/s"),
            (f"{at}.write_bandwidth", "2 GB/s"),
            (f"{at}.read_hit", "30 %"),
            (f"{at}.write_hit", "90 %"),
        ),
    )


def rates(n: int) -> Form:
    """Ask for measured rates of a metadata tier."""
    rates = f"tiers.{n}.rates"
    return Form(
        *texts.FORMS["rates"],
        (
            *((f"{rates}.{one}", "50 kIOPS") for one in ("create", "stat", "read", "remove")),
            (f"{rates}.mdts", "1"),
            (f"{rates}.scaling", "80 %"),
        ),
    )


def draw(results: Results, form: Form) -> None:
    """Ask for the fields of a form; they hold what the scenario says."""
    scenario = results.plan.scenario
    fields = {path: field_at(scenario, path) for path in form.paths}
    labels = {path: form.labels.get(path, field.label) for path, field in fields.items()}
    fields = {path: replace(field, label=labels[path]) for path, field in fields.items()}
    written = {path: as_text(scenario.written_at(path)) for path in form.paths}
    key = f"{form.button} in {work().choice} {hash(str(written))}"
    with st.form(key, enter_to_submit=False):
        if form.about:
            st.markdown(escaped(form.about), help=meant(form.about))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for box in form.boxes():
                _box(key, box, fields, written)
        for path in form.files:
            _file(key, fields[path], written[path])
        keys = {
            path: f"{key} {next(iter(box.paths))}" for box in form.boxes() for path in box.paths
        }
        complain(key, labels, otherwise=form.name, keys=keys)
        with st.container(horizontal=True):
            st.form_submit_button(form.button, type="primary", on_click=_take, args=(key, form))
            if any(written.values()):
                st.form_submit_button(
                    texts.REMOVE, key=f"{key} removed", on_click=_take, args=(key, form, True)
                )


def _box(key: str, box: Either, fields: Mapping[str, Field], said: Mapping[str, str]) -> None:
    """Draw the box of a field; before it, where it may be one of several, which one it is."""
    paths = list(box.paths)
    path = next((one for one in paths if said[one]), paths[0])
    field, like, label = fields[path], box.paths[path], box.name
    if len(paths) > 1:
        st.selectbox(
            escaped(texts.FIGURE_OF.format(box.name)),
            paths,
            paths.index(path),
            key=f"{key} {paths[0]} by",
            format_func=lambda one: texts.LIKE.format(fields[one].label, box.paths[one]),
            help=escaped(" ".join(f"{fields[one].label}: {fields[one].note}" for one in paths)),
            width=260,
        )
        like, label = texts.THIS_FIGURE, box.name
    more = {"label": escaped(label)} if label else {}
    note = field.note if len(paths) == 1 else ""
    # An edit that can't be planned yet is in no scenario.
    text = said[path] or as_text(session.edits().get(path))
    boxes.box(replace(field, note=note), f"{key} {paths[0]}", text, example=like, **more)


def _file(key: str, field: Field, said: str) -> None:
    st.file_uploader(
        escaped(texts.OR_ANOTHER.format(field.label, said) if said else field.label),
        type=list(TABLES),
        max_upload_size=origins.LARGEST_MB,
        key=f"{key} {field.path}",
        help=escaped(field.note),
    )


def _take(key: str, form: Form, is_removed: bool = False) -> None:
    """Plan with what was entered, or keep what is wrong with it."""
    scenario = session.current().plan.scenario
    written = {path: as_text(scenario.written_at(path)) for path in form.paths}
    entered = dict.fromkeys(written, "") if is_removed else _entered(key, form, written)
    if not any(entered.values()) and not any(written.values()):
        refuse(key, (), is_empty=True)
        return
    changed = {
        path: field_at(scenario, path).read(text)
        for path, text in entered.items()
        if text != written[path]
    }
    gone = [path for path in form.instead_of if scenario.written_at(path) is not None]
    changed |= dict.fromkeys(gone)
    if changed:
        problems = _change(changed)
        refuse(key, problems)
        if form.chooser and not problems:
            st.session_state[form.chooser] = None


def _entered(key: str, form: Form, said: Mapping[str, str]) -> dict[str, str]:
    """Give what each field says now; a file that isn't brought anew is as it was."""
    entered = dict.fromkeys(said, "")
    for box in form.boxes():
        first = next(iter(box.paths))
        path = st.session_state.get(f"{key} {first} by", first)
        entered[path] = str(st.session_state[f"{key} {first}"]).strip()
    for path in form.files:
        entered[path] = said[path]
        for file in files_in(f"{key} {path}"):
            entered[path] = file.name
            session.bring({file.name: file.getvalue()})
    return entered


def _change(changed: Mapping[str, Any]) -> Sequence[Problem]:
    """Make edits of figures; where some go, write what they stand in anew."""
    if None not in changed.values():
        return session.add(changed)
    sections: dict[str, Any] = {}
    data = session.current().plan.scenario.data
    for path, value in changed.items():
        top, *keys = path.split(".")
        sections[top] = put(sections.get(top, data.get(top)), keys, value)
    return session.reshape(sections)


def put(said: Any, keys: Sequence[str], value: Any, *, needs: bool = False) -> Any:
    """Give a section with a value in it, or without; None where nothing is left of it.

    What holds the value goes with it, if it `needs` it.
    """
    key, *below = keys
    if isinstance(said, list):
        at = int(key)
        return [*said[:at], put(said[at], below, value, needs=needs), *said[at + 1 :]]
    whole = dict(said or {})
    inner = put(whole.get(key), below, value, needs=needs) if below else value
    if inner is not None:
        return {**whole, key: inner}
    whole.pop(key, None)
    return None if not whole or (needs and not below) else whole
