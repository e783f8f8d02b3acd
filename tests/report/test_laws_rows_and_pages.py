"""Sheets on a screen and on paper: what stays in sight, how high rows are, how pages lie."""

from __future__ import annotations

import io
import re
import zipfile
from math import ceil

import pytest
from openpyxl.cell import Cell
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from report.workbook.styles import LINE
from tests.each import of_each
from tests.report.books import built
from tests.report.test_sheet_structure import PLANS, called, every_sheet, is_head

FROZEN = (
    *("Bill of materials", "Prices", "Parts", "Racks", "Questions", "Assumptions and sources"),
)
"""Sheets whose heads stay in sight, as their rows go on."""
UNMOVED = ("Summary", "Specification", "Acceptance")
"""Sheets of which no column stays."""


@of_each(every_sheet, called)
def test_heads_of_long_lists_stay_in_sight(case: tuple[str, Worksheet]) -> None:
    """Of each plan's other sheets at most the title and what it says of it."""
    name, sheet = case
    if sheet.title == "Comparison":  # what is compared, what differs, and the names of figures
        assert sheet.freeze_panes == "B4"
    if name not in PLANS:
        return
    below, right = 0, 0
    if sheet.freeze_panes:
        letters, row = re.fullmatch(r"([A-Z]+)(\d+)", sheet.freeze_panes).groups()  # type: ignore[union-attr]
        below, right = int(row) - 1, column_index_from_string(letters) - 1
    if sheet.title in FROZEN:
        heads = [n for n in range(1, 9) if any(map(is_head, sheet[n]))]
        if not heads:
            assert str(sheet["A2"].value).startswith("No racks"), "an empty list says so"
            return
        assert (below, right) == (heads[0], 1)
    elif sheet.title in UNMOVED:
        assert (below, right) == (0 if sheet.title == "Summary" else 2, 0)
    else:
        assert (below, right) == (1, 1)


@of_each(every_sheet, called)
def test_pages_are_a4_across(case: tuple[str, Worksheet]) -> None:
    """Of each sheet that is printed, and as wide as a page; the lines of the grid are hidden."""
    _, sheet = case
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.paperSize == 9
    assert not sheet.sheet_view.showGridLines
    if not str(sheet.print_area).endswith("!$A$3"):  # an empty row: nobody prints it
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToWidth in (None, 1)


def width_of(sheet: Worksheet, column: int) -> float:
    for one in sheet.column_dimensions.values():
        if one.min is not None and one.min <= column <= one.max:
            return float(one.width)
    return 8.43


def wide(sheet: Worksheet) -> dict[str, float]:
    """How wide merged cells are, by their first one."""
    return {
        one.start_cell.coordinate: sum(
            width_of(sheet, column) for column in range(one.min_col, one.max_col + 1)
        )
        for one in sheet.merged_cells.ranges
    }


def is_long(cell: Cell, merged: dict[str, float]) -> bool:
    """Whether it needs more than one line in merged cells, whose rows don't grow."""
    room = merged.get(cell.coordinate, 1000.0)
    return isinstance(cell.value, str) and len(cell.value) * 0.72 > room


@of_each(every_sheet, called)
def test_rows_are_as_high_as_their_texts(case: tuple[str, Worksheet]) -> None:
    """Lines enough for each text that is broken, and not twice as many."""
    _, sheet = case
    merged = wide(sheet)
    if sheet.title in ("Charts", "Data path", "Racks"):
        return
    for row in sheet.iter_rows():
        height = sheet.row_dimensions[row[0].row].height
        if height is None and not sheet.sheet_format.customHeight:  # it is as high as it must be
            assert not {cell.coordinate for cell in row if is_long(cell, merged)}, row[0].coordinate
            continue
        height = height or LINE
        least, most = 1, 1
        for cell in row:
            if isinstance(cell.value, str) and cell.alignment.wrap_text:
                room = merged.get(cell.coordinate, width_of(sheet, cell.column))
                parts = cell.value.split("\n")
                least = max(least, sum(max(1, ceil(len(one) * 0.72 / room)) for one in parts))
                most = max(most, sum(1 + int(len(one) * 1.3 / max(room - 4, 1)) for one in parts))
        is_large = row[0].font.sz == 14 or any(map(is_head, row))
        assert height >= LINE * min(least, 32), (row[0].coordinate, height / LINE, least)
        assert is_large or height <= LINE * most, (row[0].coordinate, height / LINE, most)
        assert height <= LINE * max(2.0, most), (row[0].coordinate, height / LINE, most)


@pytest.mark.parametrize("name", PLANS)
def test_what_a_row_says_of_its_columns_is_so(name: str) -> None:
    """Readers may leave out cells that are beyond it; rows of one span share the widest."""
    with zipfile.ZipFile(io.BytesIO(built(PLANS[name])[0])) as packed:
        texts = [packed.read(one).decode() for one in packed.namelist() if "sheets/sheet" in one]
    spans = 0
    for text in texts:
        blocks: dict[int, tuple[set[str], set[int]]] = {}
        for row in re.finditer(r'<row r="(\d+)"(?: spans="([\d:]+)")?[^>]*>(.*?)</row>', text):
            columns = {
                column_index_from_string(one) for one in re.findall(r'<c r="([A-Z]+)', row[3])
            }
            if columns:
                assert row[2], row[0][:60]
                said, held = blocks.setdefault((int(row[1]) - 1) // 16, (set(), set()))
                said.add(row[2])
                held |= columns
        for said, held in blocks.values():
            [span] = said
            first, last = map(int, span.split(":"))
            assert first <= min(held)
            assert max(held) <= last
            spans += 1
    assert spans >= len(texts), "each sheet has cells"
