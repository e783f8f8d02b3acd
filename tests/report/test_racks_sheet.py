"""The sheets of racks and of questions say what the results say."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import openpyxl
import pytest

from model import edited, evaluate, load_scenario
from model.answers.questions import questions
from model.answers.racks import elevation
from model.answers.results import Results
from report.drawings.elevation import TINTS
from report.workbook.racks_sheet import TOP
from report.workbook.texts import NO_RACKS
from report.workbook.workbook import workbook_bytes


@cache
def results(name: str = "tests/report/priced.yaml") -> Results:
    return evaluate(edited(load_scenario(name), {"tiers.0.blocks": 7}))


@cache
def book(name: str = "tests/report/priced.yaml") -> Any:
    return openpyxl.load_workbook(io.BytesIO(workbook_bytes(results(name))))


def test_each_device_is_a_cell_of_its_units() -> None:
    """One column a rack, one row a unit; cells of a device are one, and have its colour."""
    sheet, found = book()["Racks"], elevation(results())
    assert found is not None
    merged = {(area.min_row, area.max_row, area.min_col) for area in sheet.merged_cells.ranges}
    for column, alike in enumerate(found.alike(), 2):
        for device in alike[0].devices:
            top, bottom = (TOP + 2 + found.height - unit for unit in (device.top, device.bottom))
            cell = sheet.cell(top, column)
            assert cell.value == device.label
            assert cell.fill.fgColor.rgb.endswith(TINTS[device.kind].lstrip("#").upper())
            assert sheet.cell(top, 1).value == str(device.top)
            assert device.units == 1 or (top, bottom, column) in merged


def test_each_rack_has_its_sums() -> None:
    """Weight and power are the procedure's, which a note names; heat follows power, live."""
    sheet, found = book()["Racks"], elevation(results())
    assert found is not None
    rows = {row[0].value: row for row in sheet.iter_rows() if row[0].value}
    for column, alike in enumerate(found.alike(), 1):
        rack = alike[0]
        assert rows["Racks of this type"][column].value == len(alike)
        assert "packing" in rows["Racks of this type"][column].comment.text
        assert rows["Rack units used"][column].value == rack.units
        assert rows["Power"][column].value == pytest.approx(rack.power)
        assert rows["Weight without rack"][column].value == pytest.approx(rack.weight, abs=0.1)
        cords = "=NA()" if rack.cords is None else rack.cords
        assert rows["Power cords"][column].value == cords
        power = rows["Power"][column].coordinate
        assert rows["Heat, BTU/h"][column].value.startswith(f"={power}/0.293")


def test_racks_that_were_packed_say_when_they_are_stale() -> None:
    """Below the title of the sheet, and on the first one."""
    for name in ("Racks", "Summary"):
        formula = str(book()[name]["A3"].value)
        assert formula.startswith("=IF("), name
        assert "Export a new workbook to pack them again." in formula, name


def test_a_question_is_open_until_its_cells_are_filled() -> None:
    """Each question refers to the cell that its answer is typed into."""
    sheet, asked = book()["Questions"], questions(results())
    rows = list(sheet.iter_rows(min_row=TOP + 2, max_row=TOP + 1 + len(asked)))
    assert [row[1].value for row in rows] == [one.figure for one in asked]
    shown = openpyxl.load_workbook(io.BytesIO(workbook_bytes(results())), data_only=True)
    for row, one in zip(rows, asked, strict=True):
        assert row[5].value.count("ISNUMBER(") == len(one.addresses)
        where, _, cell = row[5].value.partition("ISNUMBER(")[2].partition(")")[0].rpartition("!")
        assert shown[where.strip("'")][cell].value == "#N/A"


def test_without_racks_the_sheet_says_so() -> None:
    assert book("scenarios/beluga.yaml")["Racks"]["A2"].value == NO_RACKS
