"""From raw to planned capacity, step by step, and the several right answers on the way."""

from __future__ import annotations

import streamlit as st

from model.answers.capacities import capacity_answers
from model.answers.results import Results
from model.answers.targets import fill_bound
from model.answers.views import capacity
from model.design.zfs import Target
from model.units.figures import show, write
from report.figures import capacity_waterfall
from report.statement import statement
from ui import elements
from ui.elements import Cell, cards, escaped, folded, table
from ui.statement import text_of
from ui.tiers import select_tier

CARDS = ("usable_capacity", "stored_capacity", "planned_capacity", "compressed_capacity")
DRIVES = (
    "drives",
    "targets",
    "targets_per_block",
    "drives_per_target",
    "spare_drives_per_block",
)
SURVIVES = {
    1.0: ("✓ survives", "good"),
    0.0: ("✗ stops: a vdev has more drives in one enclosure than it can lose", "bad"),
}


def metrics(results: Results, path: str) -> None:
    """Draw the answers that are asked for most, side by side."""
    with cards(results) as row:
        for (at, name), label, _, value in capacity_answers(results, path):
            if name in CARDS:
                row.add(at, name, label, show(value, "byte", binary=not elements.in_tib()))


def answers(results: Results, path: str) -> None:
    """Draw the answers that are no step of the way down, with what each means."""
    st.subheader("More than one right answer")
    found = capacity.answers_beside(results, path)
    elements.draw(results, found, folds=True)


def steps(results: Results, path: str) -> None:
    """Draw the way down as a table, without what takes nothing."""
    found = capacity.without_nothing(results, capacity.steps(results, path))
    elements.draw(results, found, folds=True)


def drives(results: Results, path: str) -> None:
    """Draw how drives become targets, and what an enclosure's loss does."""
    st.subheader("Drives and targets")
    rows: list[tuple[str | Cell, str | Cell]] = [
        (Cell(item.label, "", item.title), elements.figure(results, path, name))
        for name in DRIVES
        if (path, name) in results.values
        for item in [results.item(path, name)]
    ]
    if (path, "survives_enclosure_loss") in results.values:
        value = results[path, "survives_enclosure_loss"]
        said = Cell(*SURVIVES[value]) if value in SURVIVES else Cell("unknown")
        rows.append(("Loss of one enclosure", said))
    table(("", "Count"), "lr", rows, folds=True)


def layouts_button(results: Results, path: str, target: Target) -> None:
    """Lead to all layouts of the tier's drive on its release of ZFS."""
    size = results[path, "drive_capacity"]
    if size is not None and st.button("All RAIDZ layouts of this drive", icon=":material/grid_on:"):
        # The fields of that page are kept in the session, and a link wouldn't change them.
        asked = {"drive": write(size, "byte"), "release": target.release}
        st.session_state.update(asked)
        st.switch_page("ui/pages/library/explorer.py", query_params=asked)


def draw(results: Results) -> None:
    """Draw the part."""
    tiers = dict(results.tiers())
    name = select_tier(list(tiers))
    path = tiers[name]
    metrics(results, path)
    steps(results, path)
    elements.chart(capacity_waterfall(results, path, binary=elements.in_tib()), "capacity")
    answers(results, path)
    tier = next(tier for tier in results.plan.scenario.tiers if tier.name == name).built
    if tier is not None:
        drives(results, path)
        if bound := fill_bound(results.values, path, tier):
            st.caption(f"How full it is planned is bounded by {bound}.")
        if tier.target.because:
            st.caption(f"Layout and release: {escaped(tier.target.because)}")
        if tier.target.redundancy == "zfs":
            layouts_button(results, path, tier.target)
    title = "Statement for a tender: all tiers, to copy or to print as it is"
    if room := folded(title, "statement"):
        room.code(text_of(statement(results)), language=None)
