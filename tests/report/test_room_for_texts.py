"""Rows are as high as their texts need, and no higher; texts of one line have room beside them."""

from __future__ import annotations

import math
from functools import cache
from itertools import takewhile

import pytest
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from tests.each import of_each
from tests.report.test_sheet_structure import (
    called,
    every_sheet,
    is_filled,
    is_head,
    sheets_of,
)

LINE, TITLE, HIGHEST = 12.75, 18.0, 409.5
PIPE = 20.25
"""Points of a line, of the title of a sheet, of any row, and of a stage on the data path."""
LETTER = 0.87
"""The width of a letter, of the digits that columns are measured in."""
EMPTY = 8.43
"""The width of a column that says none."""
HEADS = 2 * LINE
"""What some rows of heads have, whatever their words."""
SCREEN = {"Parts": "its sources are for the screen", "Certainty": "names of parts have no end"}
"""Sheets on which texts of one line may be longer than their column, and why."""


@cache
def widths(name: str, title: str) -> dict[int, float]:
    """Digits that have room in each column: a file adds what stands around them."""
    sheet = next(one for one in sheets_of(name) if one.title == title)
    groups = sheet.column_dimensions.values()
    return {n: group.width - 0.7109375 for group in groups for n in range(group.min, group.max + 1)}


def last_columns(sheet: Worksheet) -> dict[tuple[int, int], int]:
    """The last column of each range of cells that are one, by the first row and column."""
    return {(one.min_row, one.min_col): one.max_col for one in sheet.merged_cells.ranges}


def lines_of(cell: Cell, last: int, wide: dict[int, float]) -> int:
    room = sum(wide.get(n, EMPTY) for n in range(cell.column, last + 1))
    return max(1, math.ceil(len(str(cell.value)) * LETTER / room - 1e-6))


@pytest.mark.long
@of_each(every_sheet, called)
def test_a_row_is_as_high_as_its_longest_text_needs(case: tuple[str, Worksheet]) -> None:
    """Texts that are broken count, over all columns that they run across; words end lines early."""
    name, sheet = case
    wide, merged = widths(name, sheet.title), last_columns(sheet)
    for row in sheet.iter_rows():
        high = sheet.row_dimensions[row[0].row].height
        broken = [cell for cell in row if is_filled(cell) and cell.alignment.wrap_text]
        need = max(
            (lines_of(cell, merged.get((cell.row, cell.column), cell.column), wide)
             for cell in broken if isinstance(cell.value, str)),
            default=1,
        )  # fmt: skip
        at = f"{row[0].coordinate}: {row[0].value}"
        if high is None:  # the program that opens it finds its height
            continue
        if any(cell.font.sz == 14 for cell in row if is_filled(cell)):
            assert high == TITLE, at
        elif sheet.title == "Data path" and high > LINE and not any(map(is_head, row)):
            assert high == PIPE, at
            assert need == 1, at
        else:
            most = min(HIGHEST, LINE * (need + 1))
            if any(map(is_head, row)):
                most = max(most, HEADS)
            assert min(HIGHEST, LINE * need) <= high <= most, (at, need)


SMALL, LARGE = 0.75, 1.25
"""The width of a letter at least, of a digit; and how much longer than its room a text may be:
some names of parts are.
"""


@of_each(every_sheet, called)
def test_a_text_of_one_line_has_room_up_to_the_next_figure(case: tuple[str, Worksheet]) -> None:
    """Over the empty cells on its right; what stands on the right has its own column alone."""
    name, sheet = case
    if sheet.title in SCREEN:
        return
    wide = widths(name, sheet.title)
    for row in sheet.iter_rows():
        for cell in row:
            text = cell.value
            if not isinstance(text, str) or text == "#N/A" or cell.alignment.wrap_text:
                continue
            beside = [*takewhile(lambda one: not is_filled(one), row[cell.column :])]
            if cell.alignment.horizontal == "right":
                beside = []
            elif cell.column + len(beside) == len(row):  # it has all the sheet
                continue
            room = sum(wide.get(one.column, EMPTY) for one in (cell, *beside))
            assert len(text) * SMALL <= LARGE * room, cell.coordinate
