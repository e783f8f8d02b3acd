"""What is printed of each sheet, and what stays in sight: all that its page holds, and no more."""

from __future__ import annotations

from itertools import accumulate

import pytest
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from tests.report.books import opened, results_of
from tests.report.test_sheet_structure import BRIEF, PLANS

ACROSS, DOWN = 1026, 502
"""A page within its margins: pixels of columns, points of rows."""
LINE = 12.75
IN_SIGHT = {
    **dict.fromkeys(["Compatibility", "Data path", "Capacity", "Statement", "Performance"], "B2"),
    **dict.fromkeys(["Checkpoint", "Risk", "Cost by year", "Price paths", "Certainty"], "B2"),
    **dict.fromkeys(["Bill of materials", "Racks", "Questions"], "B5"),
    **dict.fromkeys(["Specification", "Acceptance"], "A3"),
    **dict.fromkeys(["Prices", "Parts"], "B6"),
    "Summary": "A1",
    "Assumptions and sources": "B5",
    "Steps": "B2",
}
"""The first cell that moves: heads of tables stand above it, what rows are of on its left."""
LAST = {
    "Summary": "J",
    "Bill of materials": "M",
    "Data path": "J",
    "Questions": "F",
    "Statement": "E",
    "Checkpoint": "D",
    "Risk": "G",
    "Cost by year": "H",
    "Assumptions and sources": "G",
}
"""The last column that is printed, where plans of two tiers and five years have as many."""
WHOLE = ("Summary", "Data path", "Racks", "Statement")
"""Sheets of which nothing is left for the screen."""
ENDS_EARLY = ("Bill of materials", "Risk", "Cost by year")
"""Sheets of which only what stands above some row is for paper."""
SMALL = ("Summary", "Bill of materials", "Racks", "Data path", "Statement", "Risk")
"""Sheets whose type is made as small as need be, to 6.5 points."""
PAGES = {"Summary": 2, "Cost by year": 0}
"""Pages of a sheet, where it isn't one; 0 is as many as its breaks make."""
OTHER_PAGES = {
    ("project-space", "Bill of materials"): 2,
    ("cri", "Summary"): 1,
    ("cri", "Cost by year"): 2,
}


def heights(sheet: Worksheet, last: int) -> list[float]:
    return [sheet.row_dimensions[n].height or LINE for n in range(1, last + 1)]


def pixels(sheet: Worksheet, last: int) -> float:
    """How wide columns are together: openpyxl keeps the first of alike ones."""
    groups = sheet.column_dimensions.values()
    wide = {n: group.width for group in groups for n in range(group.min, group.max + 1)}
    # a width in a file has what stands around its digits in it
    return sum(round(7 * (wide[n] - 0.7109375)) + 5 for n in range(1, last + 1))


@pytest.mark.long
@pytest.mark.parametrize("name", PLANS)
def test_what_moves_begins_below_heads_and_right_of_labels(name: str) -> None:
    found = {sheet.title: sheet.freeze_panes or "A1" for sheet in opened(PLANS[name]).worksheets}
    assert found == {title: IN_SIGHT[title] for title in found}


@pytest.mark.parametrize("name", PLANS)
def test_each_sheet_is_set_for_paper_and_for_typing(name: str) -> None:
    """A4 across, with its margins; a protected sheet lets people sort, filter and widen it."""
    for sheet in opened(PLANS[name]).worksheets:
        margins, setup, lock = sheet.page_margins, sheet.page_setup, sheet.protection
        assert (setup.orientation, setup.paperSize) == ("landscape", 9)
        assert (margins.left, margins.right, margins.top, margins.bottom) == (0.5, 0.5, 0.6, 0.7)
        assert sheet.sheet_format.defaultRowHeight == LINE
        # what is locked is said of each: False is allowed
        assert [lock.formatColumns, lock.formatRows, lock.autoFilter, lock.sort] == [False] * 4
        assert [lock.formatCells, lock.insertRows, lock.deleteColumns] == [True] * 3


@pytest.mark.parametrize("name", PLANS)
def test_a_page_holds_what_is_printed_and_not_the_row_after_it(name: str) -> None:
    """As many columns as have room in legible type; what sheets say at their foot."""
    plan, printed = results_of(PLANS[name]).plan.scenario.name, []
    for sheet in opened(PLANS[name]).worksheets:
        title = sheet.title
        area = str(sheet.print_area).partition("!")[2]
        if not sheet.oddFooter.left.text:
            assert area == "$A$3", "an empty row, which makes no page"
            assert sheet.page_setup.fitToHeight is None
            continue
        printed.append(title)
        left, top, right, bottom = range_boundaries(area.replace("$", ""))
        assert (left, top) == (1, 1)
        if title in LAST:
            has_options = (name, title) == ("least", "Bill of materials")
            assert get_column_letter(right) == ("O" if has_options else LAST[title]), title
        foot = sheet.oddFooter
        assert (foot.left.text, foot.right.text) == (plan, "&P / &N")
        rest = "" if title in WHOLE else " (not printed in full)"
        assert foot.center.text == title + rest
        setup, fit = sheet.page_setup, sheet.sheet_properties.pageSetUpPr
        pages = OTHER_PAGES.get((name, title), PAGES.get(title, 1))
        assert fit is not None
        assert fit.fitToPage
        down = 1 if setup.fitToHeight is None else setup.fitToHeight
        assert (setup.fitToWidth or 1, down) == (1, pages), title
        scale = min(1.0, ACROSS / pixels(sheet, right))
        page = DOWN / min(scale, 0.65) if title in SMALL else 0.95 * DOWN / scale
        if title in WHOLE:
            assert bottom == max(2, sheet.max_row), title
        elif title not in ENDS_EARLY:
            below = list(accumulate(heights(sheet, bottom + 1)))
            assert bottom <= sheet.max_row
            assert bottom == sheet.max_row or pages * page < below[bottom], title
        if pages and title != "Cost by year":  # two of its pages are made to hold it
            assert sum(heights(sheet, bottom)) <= pages * page, title
        rows = {"Bill of materials": "$4:$4", "Questions": "$4:$4"}.get(title)
        assert sheet.print_title_rows == rows, title
    there = opened(PLANS[name]).sheetnames
    assert printed == [
        *("Summary", "Bill of materials", *["Racks"] * (name not in BRIEF), "Data path"),
        *("Questions", "Statement", *["Checkpoint"] * ("Checkpoint" in there)),
        *("Risk", "Cost by year", "Assumptions and sources"),
    ]
