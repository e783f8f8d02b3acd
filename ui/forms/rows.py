"""Lists of a scenario, each filled in as a table: groups of users, sizes of files, workloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_origin

import streamlit as st

from model.answers.results import Results
from model.books.inputs import documented
from model.design.chain import Processing
from model.design.demand import Demand
from model.design.economics import Payments
from model.design.files import Files
from model.design.piece import Piece
from model.design.projections import ProjectedCost, Projections
from model.design.scenario import Scenario
from model.design.workloads import FileLayout, Workloads
from model.errors import Problem
from model.kinds.files import SizedFiles
from model.reading.binding import bindings
from model.reading.fields import Stated, Strict
from ui.base.elements import escaped, unbroken
from ui.base.fields import Field
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import as_text, box, column, complain, refuse
from ui.forms.form import put
from ui.forms.schema_fields import field_at, field_of, plain_field, shape_of
from ui.state import session


class Rows(NamedTuple):
    """A list of the scenario that is filled in as a table: what it is, and its columns.

    `first` has the words of a column and an example where those of the schema don't say it.
    `fields` are the columns, if not every field is one: of a row that was there the others stay.
    Where nothing is left of a list that its holder `needs`, the holder goes, too. `instead_of` are
    the list's neighbours that go when it is written, `beside` those that are written with it.
    Where each row belongs to a thing with a name, the list is of such things, and rows stand below
    their field `below`.
    """

    path: str
    shape: type[Strict]
    about: str
    button: str
    first: Mapping[str, tuple[str, str]]
    needs: bool = True
    instead_of: Sequence[str] = ()
    fields: Sequence[str] = ()
    beside: Sequence[str] = ()
    below: str = ""

    def described(self, currency: str) -> dict[str, Field]:
        """Describe each column by its field, in the words of this list where it has some."""
        found = {}
        for name in (*[OF] * bool(self.below), *(self.fields or self.shape.model_fields)):
            here = self.shape if name in self.shape.model_fields else None
            one = field_of(here, name, currency) if here else plain_field(name, name)
            head, like = self.first.get(name) or (one.head, one.example)
            found[name] = replace(one, head=head, example=like)
        return found

    def columns(self, currency: str) -> dict[str, tuple[str, str]]:
        """Give the label and an example of each column, by its field."""
        found = self.described(currency)
        return {name: (one.head, one.example) for name, one in found.items()}

    @property
    def holder(self) -> str:
        """Give the path of what holds the list."""
        return self.path.rpartition(".")[0]


OF, AT = "of", "row"
"""The columns of what a row belongs to, and, which nobody sees, of where it stood."""


OF_PIECE = ("part", "name", "price", "power", "weight")
"""What most pieces have, before what tells one from another."""
MORE: Mapping[tuple[type[Strict], str], Mapping[str, Any]] = MappingProxyType(
    {
        (Projections, "alternatives"): {"shape": ProjectedCost, "below": "costs"},
        (Processing, "tasks"): {
            "beside": ("cores",),
            "instead_of": ("like", "read_rate", "write_rate"),
        },
        (Demand, "groups"): {"needs": True, "instead_of": ("file", "purge", "history")},
        (Scenario, "services"): {
            "fields": ("name", "kind", "price", "per", "tier", "share", "years", "level", "lot"),
        },
    }
)
"""What the schema doesn't say of a list."""


@cache
def element(owner: type[Strict], name: str) -> type[Strict] | None:
    """Give the model that a field is a list of; none if it is no such list."""
    annotation: Any = owner.model_fields[name].annotation
    if get_origin(annotation) is not tuple:
        return None
    (inner, *_) = get_args(annotation)
    is_thing = isinstance(inner, type) and issubclass(inner, Strict)
    return inner if is_thing and not issubclass(inner, Stated) else None


def rows_of(owner: type[Strict], name: str, path: str) -> Rows:
    """Describe a list by the schema: its columns, and what it is for."""
    more: dict[str, Any] = {**MORE.get((owner, name), {})}
    shape: type[Strict] = more.pop("shape", element(owner, name))
    about, button = texts.TABLES.get(name) or (documented(owner).get(name, ""), texts.APPLY)
    return Rows(
        path,
        shape,
        about,
        button,
        texts.COLUMNS.get("sizes" if shape is SizedFiles else name, {}),
        needs=more.pop("needs", owner.model_fields[name].is_required()),
        fields=more.pop("fields", columns(shape)),
        **more,
    )


@cache
def columns(shape: type[Strict]) -> Sequence[str]:
    """Name the fields of a row that are figures, words or texts, in the schema's order."""
    flat = [name for name in shape.model_fields if _is_flat(shape, name)]
    if not issubclass(shape, Piece):
        return flat
    own = [name for name in flat if name not in Piece.model_fields]
    first = [name for name in OF_PIECE if name in flat]
    return [*first[:2], *own, *first[2:]]


def _is_flat(shape: type[Strict], name: str) -> bool:
    if name in {figure.field for figure in bindings(shape)}:
        return True
    found = shape_of(shape, name)
    return found is not None and found.kind != "several"


SIZES = rows_of(Files, "sizes", "files.sizes")
MILESTONES = rows_of(Payments, "milestones", "economics.payments.milestones")


def groups(at: str = "demand") -> Rows:
    """Give the groups of users of a demand: the site's, or a tier's."""
    return rows_of(Demand, "groups", f"{at}.groups")


def of_tier(n: int) -> tuple[Rows, Rows, Rows]:
    """Give what is filled in of a tier: measured workloads, goals, stretches of a file."""
    at = f"tiers.{n}"
    return (
        rows_of(Workloads, "measured", f"{at}.workloads.measured"),
        rows_of(Workloads, "goals", f"{at}.workloads.goals"),
        rows_of(FileLayout, "extents", f"{at}.file_layout.extents"),
    )


LEAST_ROWS = 3


def workloads(results: Results, name: str) -> None:
    """Ask for what was measured on servers like a tier's, for goals, and how a file lies on it."""
    n = [tier.name for tier in results.plan.scenario.tiers].index(name)
    tier = results.plan.scenario.tiers[n]
    if not hasattr(tier, "workloads"):
        st.info(texts.WHOLE_TIER)
        return
    measured, goals, extents = of_tier(n)
    fill_in(results, measured)
    if tier.workloads is not None:
        fill_in(results, goals)
    fill_in(results, extents)


def fill_in(results: Results, rows: Rows) -> None:
    """Draw a list as a table to fill in."""
    scenario = results.plan.scenario
    before = _before(scenario, rows)
    beside = {name: field_at(scenario, f"{rows.holder}.{name}") for name in rows.beside}
    columns = rows.described(scenario.economics.currency)
    written = {name: as_text(scenario.written_at(one.path)) for name, one in beside.items()}
    key = f"{rows.path} in {work().choice} {hash(str((before, written)))}"
    shown = [
        {AT: at, **{name: as_text(row.get(name)) for name in columns}} for at, row in before.items()
    ]
    shown += [{AT: "", **dict.fromkeys(columns, "")}] * max(1, LEAST_ROWS - len(shown))
    with st.form(key, enter_to_submit=False):
        st.markdown(unbroken(escaped(rows.about)))
        entries = {
            name: box(field, f"{key} {field.path}", written[name]) for name, field in beside.items()
        }
        entered = st.data_editor(
            shown,
            num_rows="dynamic",
            hide_index=True,
            placeholder="",
            key=f"{key} rows",
            column_config={
                AT: None,
                **{name: column(one) for name, one in columns.items()},
            },
        )
        labels = {name: one.head for name, one in columns.items()}
        complain(key, labels, f"{rows.path}.")
        if st.form_submit_button(rows.button, type="primary"):
            is_empty = not before and not any(_filled(rows, row) for row in entered)
            problems = () if is_empty else take_rows(rows, entered, entries)
            refuse(key, problems, is_empty=is_empty)
            st.rerun()


def _before(scenario: Scenario, rows: Rows) -> dict[str, Mapping[str, Any]]:
    """Give the rows that the scenario writes, by where they stand."""
    rows_written = scenario.written_at(rows.path) or ()
    if not rows.below:
        return {str(n): one for n, one in enumerate(rows_written)}
    return {
        f"{n}.{m}": {OF: one.get("name"), **row}
        for n, one in enumerate(rows_written)
        for m, row in enumerate(one.get(rows.below) or ())
    }


def take_rows(
    rows: Rows, entered: Sequence[Mapping[str, Any]], beside: Mapping[str, str] | None = None
) -> Sequence[Problem]:
    """Write a list anew, or give what is wrong; what nobody changed keeps its source."""
    scenario = session.current().plan.scenario
    before, found = _before(scenario, rows), []
    for row in entered:
        if entries := _filled(rows, row):
            was = before.get(str(row.get(AT) or ""), {})
            kept = {name: said for name, said in was.items() if name not in rows.columns("")}
            found.append({**_row(rows, entries, was), **kept})
    those = _gathered(found, rows.below) if rows.below else found
    top, *keys = rows.path.split(".")
    section = scenario.data.get(top)
    for name in rows.instead_of if those else ():
        section = put(section, [*keys[:-1], name], None)
    for name, text in (beside or {}).items() if those or not rows.needs else ():
        field = field_at(scenario, f"{rows.holder}.{name}")
        section = put(section, [*keys[:-1], name], field.read(text))
    section = put(section, keys, those or None, needs=rows.needs) if keys else those
    return session.reshape({top: section})


def _filled(rows: Rows, row: Mapping[str, Any]) -> dict[str, str]:
    """Give what is filled in of a row."""
    entries = {name: str(row.get(name) or "").strip() for name in rows.columns("")}
    return {name: text for name, text in entries.items() if text}


def _row(rows: Rows, entries: Mapping[str, str], was: Mapping[str, Any]) -> dict[str, Any]:
    """Read a row; a figure that nobody changed stays with its source."""
    columns = rows.described("")
    return {
        name: was[name] if name in was and as_text(was[name]) == text else columns[name].read(text)
        for name, text in entries.items()
    }


def _gathered(rows: Sequence[Mapping[str, Any]], below: str) -> list[dict[str, Any]]:
    """Put rows below the things that they belong to, these in the order of their first rows."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        of = row.get(OF, "")
        held = found.setdefault(of, {"name": of, below: []})
        held[below].append({name: said for name, said in row.items() if name != OF})
    return list(found.values())
