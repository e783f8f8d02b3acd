"""Today and after the steps, and what the room has left."""

from __future__ import annotations

import io

import openpyxl
import pytest

from model.answers.extensions import extensions, scenario_of
from model.answers.results import Results
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.view import FixedValue
from model.answers.views.view_text import text_table
from report.web.page import page
from report.workbook.workbook import workbook_bytes
from tests.answers.test_extensions import SMALL, TEXT, planned

KNOWN = TEXT.replace("price: 400 EUR}", "price: 400 EUR, power: 9 W}")
ROOM = KNOWN.replace(
    "existing:",
    "site: {power: 9 kW, other_power: 2 kW, racks: 4, other_racks: 1, rack_units: 42}\nexisting:",
)


def stepped(results: Results, kind: str) -> Results:
    step = next(one for one in extensions(results)[0].steps if one.step == kind)
    return scenario_of(results, step)


def texts(results: Results, view) -> dict[str, list[str]]:
    return {row[0].text: [cell.text for cell in row[1:]] for row in text_table(results, view).rows}


def test_the_first_step_writes_what_is_there_before() -> None:
    before = planned(KNOWN)
    after = stepped(before, "add_enclosure")
    today = after.plan.scenario.today
    assert today.usable_capacity.value == pytest.approx(before["site", "usable_capacity"], abs=1)
    assert today.power.value == pytest.approx(before["site", "equipment_power"], abs=1)
    again = stepped(after, "add_vdevs")
    assert again.plan.scenario.today.usable_capacity.value == today.usable_capacity.value
    added = again["site", "added_usable_capacity"]
    assert added == pytest.approx(again["site", "usable_capacity"] - today.usable_capacity.value)


def test_a_plan_without_anything_owned_has_no_today() -> None:
    text = KNOWN.replace("    OWNED\n", "")
    after = stepped(planned(text), "add_enclosure")
    assert after.plan.scenario.today is None
    assert not today_and_after(after).rows


def test_new_tiers_beside_owned_ones_are_what_is_added() -> None:
    both, alone = planned(KNOWN + SMALL), planned(KNOWN)
    view = today_and_after(both)
    entries = view.rows[0].entries
    assert entries[0] == FixedValue(alone["site", "usable_capacity"], "byte")
    more = both["site", "usable_capacity"] - alone["site", "usable_capacity"]
    assert entries[2] == FixedValue(pytest.approx(more), "byte")
    assert not today_and_after(alone).rows


def test_tiers_owned_in_part_dont_tell_what_they_were() -> None:
    text = KNOWN.replace("per_enclosure: 84", "per_enclosure: 94, owned: 168") + SMALL
    view = today_and_after(planned(text))
    assert view.rows[0].entries[0] == FixedValue(None, "byte")


def test_the_room_has_left_what_nobody_takes() -> None:
    before = planned(ROOM)
    power = before["site", "equipment_power"]
    assert before["site", "room_power_left"] == pytest.approx(9000 - 2000 - power)
    assert before["site", "room_racks_left"] == 4 - 1 - before["site", "racks"]
    after = stepped(before, "add_enclosure")
    assert after["site", "present_room_power_left"] == pytest.approx(7000 - power, abs=1)
    assert after["site", "room_power_left"] < after["site", "present_room_power_left"]
    shown = texts(after, room_left(after))
    assert set(shown) == {"Power", "Racks"}
    assert shown["Power"][0] == "9 kW"


def test_a_step_that_the_room_has_no_power_for_is_warned_of() -> None:
    tight = planned(ROOM.replace("power: 9 kW", "power: 5.5 kW"))
    steps = {one.title: one for one in extensions(tight)[0].steps}
    step = next(one for title, one in steps.items() if "enclosure" in title)
    assert any("more power than the room has left" in one for one in step.warnings)
    ample = {one.title: one for one in extensions(planned(ROOM))[0].steps}[step.title]
    assert not any("the room has left" in one for one in ample.warnings)


def test_power_alone_counts_no_racks() -> None:
    results = planned(KNOWN.replace("existing:", "site: {power: 9 kW}\nexisting:"))
    assert ("site", "racks") not in results.values
    assert ("site", "room_power_left") in results.values


def test_reports_have_it() -> None:
    after = stepped(planned(ROOM), "add_enclosure")
    html = page(after)
    assert "<h2" in html
    assert "Today and after" in html
    assert "Left in the room" in html
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(after)))
    cells = [str(cell.value) for row in book["Summary"].iter_rows() for cell in row]
    assert "Today and after" in cells
    assert "Left in the room" in cells
    assert "Today and after" not in page(planned(ROOM))
