"""From raw to planned capacity, step by step, and the several right answers on the way."""

from __future__ import annotations

from html import escape

import streamlit as st

from model.answers.capacity_steps import capacity_answers
from model.answers.results import Results
from model.answers.targets import fill_bound
from model.answers.views import capacity
from model.answers.views.plan_charts import capacity_waterfall
from model.units.figures import grouped, write
from report.statement import statement
from report.web import html
from ui.base import elements
from ui.base.elements import BARS, IN_TWO_WAYS, Cell, escaped, folded, table
from ui.results import texts
from ui.results.statement import text_of
from ui.state import signatures
from ui.state.shown_tier import select_tier

LARGEST = 2.0**53
"""Bytes from which on a float doesn't tell each from the next."""
DRIVES = (
    "drives",
    "targets",
    "targets_per_block",
    "drives_per_target",
    "spare_drives_per_block",
)
BEHIND = -1.0
"""Data survive, but can't be reached: others are cabled behind it."""
SURVIVES = {
    BEHIND: ("✗ stops a target: others are cabled behind the enclosure", "bad"),
    1.0: ("✓ survives", "good"),
    0.0: (
        "✗ stops a target: the enclosure holds more of its drives than the target can lose",
        "bad",
    ),
}


def answers(results: Results, path: str) -> None:
    """Draw the answers that are no step of the way down, with what each means."""
    st.subheader("Other definitions", help=texts.OTHER_CAPACITIES)
    found = capacity.other_answers_in_bytes(results, path)
    elements.draw(results, found.only(capacity.BOTH.key, capacity.SHARE.key), folds=True)


def steps(results: Results, path: str, shown: str) -> None:
    """Draw the way down as bars, or as a table in both bases, without what takes nothing."""
    if shown == BARS:
        elements.draw_chart(results, capacity_waterfall(results, path), "capacity")
    else:
        found = capacity.without_nothing(results, capacity.steps(results, path))
        elements.draw(results, found, folds=True)
    exactly(results, path)


def exactly(results: Results, path: str) -> None:
    """Say how much is usable to the byte, as far as numbers tell single bytes apart."""
    usable = results[path, "usable_capacity"]
    if usable is None or usable >= LARGEST:
        return
    at = path, "usable_capacity"
    label = next(a.label for a in capacity_answers(results, path) if a.address == at)
    exact = html.door(".".join(at), f"{grouped(usable)} B")
    st.html(f'<div class="ost faint">{escape(label)}, to the byte: {exact}</div>')


def drives(results: Results, path: str, because: str) -> None:
    """Draw how drives become targets; a loss of an enclosure that stops some stays in sight."""
    rows: list[tuple[str | Cell, str | Cell]] = [
        elements.labelled(results, path, name) for name in DRIVES if (path, name) in results.values
    ]
    if (path, "survives_enclosure_loss") in results.values:
        value = results[path, "survives_enclosure_loss"]
        if value and results[path, "access_survives_enclosure_loss"] == 0:
            value = BEHIND
        survival = Cell(*SURVIVES[value]) if value in SURVIVES else Cell("unknown")
        if value in (0, BEHIND):
            st.warning(f"Loss of one enclosure {survival.text.removeprefix('✗ ')}.")
        else:
            rows.append(("Loss of one enclosure", survival))
    if room := folded("Drives and targets", f"drives of {path}"):
        with room:
            table(("", "Count"), "lr", rows, folds=True)
            if because:
                st.caption(f"Reason for the layout: {escaped(because)}")


def layouts_button(results: Results, path: str, release: str) -> None:
    """Lead to all layouts of the tier's drive on its release of ZFS."""
    size = results[path, "drive_capacity"]
    if size is not None and st.button("All RAIDZ layouts", icon=":material/grid_on:"):
        # The fields of that page are kept in the session, and a link wouldn't change them.
        parameters = {"drive": write(size, "byte"), "release": release}
        st.session_state.update(parameters)
        st.switch_page("ui/pages/library/explorer.py", query_params=parameters)


def draw(results: Results) -> None:
    """Draw the part."""
    tiers = dict(results.tiers())
    with st.container(horizontal=True, gap="medium"):
        name = select_tier(list(tiers))
        shown = elements.one_of("Steps as", IN_TWO_WAYS, "steps as")
    path = tiers[name]
    steps(results, path, shown)
    answers(results, path)
    tier = next(tier for tier in results.plan.scenario.tiers if tier.name == name).built
    if tier is not None:
        drives(results, path, tier.target.because)
        if bound := fill_bound(results.values, path, tier):
            st.caption(f"Fill limit set by {bound}.")
        if release := tier.target.explored_release:
            layouts_button(results, path, release)
    if room := folded("Tender statement", "statement"):
        room.code(text_of(statement(signatures.signed(results))), language=None)
