"""Lists of a scenario, each filled in as a table: groups of users, sizes of files, workloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

import streamlit as st

from model.answers.results import Results
from model.design.binding import bindings
from model.design.bounds import limits_of
from model.design.demand import DemandGroup
from model.design.economics import Milestone
from model.design.targets import SizedFiles
from model.design.workloads import Extent, Goal, Workload
from model.engine.quantity import label
from model.errors import Problem
from model.reading.documents import scalar
from model.reading.fields import Strict
from ui import session
from ui.elements import escaped
from ui.examples import example
from ui.forms import WRONG, complain, put, written
from ui.work import work


class Rows(NamedTuple):
    """A list of the scenario that is filled in as a table: what it is, and its columns.

    `first` has the words of a column and an example where those of the schema don't say it. Where
    nothing is left of a list that its holder `needs`, the holder goes, too. `instead_of` are the
    list's neighbours that go when it is written.
    """

    path: str
    shape: type[Strict]
    about: str
    button: str
    first: Mapping[str, tuple[str, str]]
    needs: bool = True
    instead_of: Sequence[str] = ()

    def columns(self, currency: str) -> dict[str, tuple[str, str]]:
        """Give each column by its field: what it is called, and an example."""
        return {
            name: self.first.get(name)
            or (label(name), example(limits_of(self.shape, name), currency))
            for name in self.shape.model_fields
        }


SIZES = Rows(
    "files.sizes",
    SizedFiles,
    "In place of a mean size: how large the files are, with shares that make 100 %.",
    "Count these files",
    {"size": ("Size of a file", "1 MiB"), "share": ("Share of the files", "50 %")},
    needs=False,
)

MILESTONES = Rows(
    "economics.payments.milestones",
    Milestone,
    "When each order is paid: shares that make 100 %, each some time after the order. The day of "
    "the first order is needed before: it is among all figures of this page.",
    "Pay at these",
    {
        "name": ("Paid at", "delivery"),
        "share": ("Share of the order", "70 %"),
        "after": ("Time from the order", "3 months"),
    },
)


def groups(at: str = "demand") -> Rows:
    """Give the groups of users of a demand: the site's, or a tier's."""
    return Rows(
        f"{at}.groups",
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
        instead_of=("file", "purge", "history"),
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
    key = f"{rows.path} in {work().choice} {hash(str(before))}"
    shown = [{name: written(row.get(name)) for name in columns} for row in before]
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
        complain(key, {name: said for name, (said, _) in columns.items()}, f"{rows.path}.")
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
    old = {written(row.get(key)): row for row in scenario.said(rows.path) or ()}
    found = []
    for row in entered:
        texts = {name: str(row.get(name) or "").strip() for name in rows.shape.model_fields}
        was = old.get(texts[key], {})
        said = {
            name: was[name]
            if name in was and written(was[name]) == text
            else _value(rows, name, text)
            for name, text in texts.items()
            if text
        }
        if said:
            found.append(said)
    top, *keys = rows.path.split(".")
    section = put(scenario.data.get(top), keys, found or None, needs=rows.needs)
    for name in rows.instead_of if found else ():
        section = put(section, [*keys[:-1], name], None)
    return session.reshape({top: section})


def _value(rows: Rows, name: str, text: str) -> Any:
    """Read what was entered: a count is a number, all else a text."""
    is_count = _is_figure(rows.shape, name) and limits_of(rows.shape, name) is None
    return scalar(text) if is_count else text


def _is_figure(shape: type[Strict], name: str) -> bool:
    """Tell a figure from a text."""
    return any(bound.field == name for bound in bindings(shape))
