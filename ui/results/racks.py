"""Racks: what stands where, what each weighs and draws; and what to ask whom."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

from model.answers.questions import PLANNER
from model.answers.racks import Elevation, elevation
from model.answers.results import Results
from model.answers.views import rack_tables
from model.answers.views.present_table import room_left
from model.answers.views.question_list import question_table
from model.answers.views.view import Row, View
from model.units.brief import several
from report.drawings.elevation import svg
from ui.base import elements
from ui.base.elements import cards, escaped, folded
from ui.forms import figures
from ui.forms.inputs import ANSWERS, grid
from ui.state import session

FIGURES = {
    "racks": "Racks",
    "rack_weight": "Heaviest rack",
    "rack_power": "Highest rack power",
    "rack_power_left": "Available rack power, one feed lost",
    "floor_load": "Floor load",
}


def room(results: Results, found: Elevation | None) -> None:
    """Draw the racks from the front, and what each comes to."""
    with cards(results) as row:
        for name, label in FIGURES.items():
            if ("site", name) in results.values:
                row.add("site", name, label)
    if found is None:
        st.info(
            "No racks yet. Add a rack or describe the room."
            if ("site", "racks") not in results.values
            else (
                "Racks can't be packed because the usable rack units or the number of some "
                "devices is unknown."
            )
        )
        st.page_link("ui/pages/design.py", label="Add a rack on *Design*", icon=":material/dns:")
        st.subheader("Room")
        figures.all_of(results, "site", figures.ROOM)
        return
    if found.racks:
        elements.drawing(svg(found))
        elements.draw(results, rack_tables.racks(found))
    if found.left:
        left = rack_tables.left(found)
        st.subheader(left.title)
        elements.draw(results, left)


def draw(results: Results) -> None:
    """Draw the racks, and the figures of the room."""
    found = elevation(results)
    room(results, found)
    if (left := room_left(results)).rows:
        st.subheader(left.title)
        elements.draw(results, left)
    if found is not None:
        figures.of_page(results, "racks")


def draw_questions(results: Results) -> None:
    """Draw what is to be asked."""
    view = question_table(results)
    if not view.rows:
        st.success("No result depends on an unknown figure.")
    else:
        st.caption(
            f"{several(len(view.rows), 'unknown figure')} needed for results, by who can answer "
            "the question:"
        )
    by_whom: dict[str, list[Row]] = {}
    for row, whom in zip(view.rows, view.entries("whom"), strict=True):
        by_whom.setdefault(str(whom), []).append(row)
    for whom, rows in by_whom.items():
        # Without a count: a line that is called otherwise is another one, and shut by an answer.
        title = "Your own decision" if whom == PLANNER else f"Ask {whom}"
        if room := folded(escaped(title), f"questions to {whom}"):
            with room:
                found = replace(view, rows=tuple(rows))
                elements.draw(results, found.only("figure", "waits"))
                _answers(results, found)


_TIER = re.compile(r"^tiers\.(\d+)\.")


def _answers(results: Results, view: View) -> None:
    """Draw a box for each question that a figure of the scenario answers."""
    reader = session.reader(results)
    paths = zip(view.rows, map(str, view.entries("field")), strict=True)
    tiers = results.plan.scenario.tiers
    named = {
        path: ", ".join([row.label, *(tiers[int(n)].name for n in _TIER.findall(path))])
        for row, path in paths
        if path in reader.addresses
    }
    if named:
        st.caption("Enter the answers:")
        boxes = (figures.as_stated(reader, path) for path in named)
        grid([replace(box, label=f"{box.label} ({named[box.path]})") for box in boxes], ANSWERS)
