"""What comes out of a printer: few pages, which can be read."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from report.printing import CUT, ON_SCREEN
from report.styles import LINE
from tests.office import convert, make_profile
from tests.report.books import FILES, TEMPLATES, built, opened

MOST = 12
_PAGE = re.compile(rb"/Type\s*/Page[^s]")


@pytest.mark.office
def test_a_workbook_takes_few_pages(tmp_path: Path) -> None:
    """At most twelve, whatever it holds; LibreOffice counts them."""
    files = [tmp_path / f"{file.stem}.xlsx" for file in (*FILES, *TEMPLATES)]
    for file, made in zip((*FILES, *TEMPLATES), files, strict=True):
        made.write_bytes(built(file)[0])
    into = tmp_path / "printed"
    for printed in convert(files, make_profile(tmp_path / "profile"), into, "pdf"):
        pages = len(_PAGE.findall(printed.read_bytes()))
        assert 5 < pages <= MOST, printed.stem


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_left_for_the_screen_says_so(file: Path) -> None:
    """Sheets that go on say so on their page; those for the screen alone make none."""
    for sheet in opened(file).worksheets:
        says_so = "the rest is for the screen" in str(sheet.oddFooter.center.text)
        assert says_so is (sheet.title in CUT)
        if sheet.title in ON_SCREEN:
            (cell,) = openpyxl.utils.cell.rows_from_range(str(sheet.print_area).partition("!")[2])
            assert sheet[cell[0].replace("$", "")].value is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_rate_is_as_wide_as_its_column(file: Path) -> None:
    """With the words before it: what is wider is shown as ###."""
    sheet = opened(file)["Performance"]
    for row in sheet.iter_rows():
        for cell in row:
            if "at most" in cell.number_format and "GB/s" in cell.number_format:
                width = sheet.column_dimensions[_letter(sheet, cell.column_letter)].width
                assert width >= len("at most 123.456 GB/s") * 0.9, cell.coordinate


def _letter(sheet: Worksheet, letter: str) -> str:
    """Give the column that says how wide its group is: openpyxl keeps the first of alike ones."""
    at = openpyxl.utils.column_index_from_string(letter)
    return next(name for name, one in sheet.column_dimensions.items() if one.min <= at <= one.max)


@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_names_and_sources_of_the_bill_are_printed_in_full(file: Path) -> None:
    """A row has a line for as much of a text as its column is wide: 1.25 letters for a digit."""
    workbook = openpyxl.load_workbook(io.BytesIO(built(file)[0]), data_only=True)
    sheet = workbook["Bill of materials"]
    heads = {str(cell.value): cell.column_letter for cell in sheet[4]}
    for row in range(5, int(str(sheet.print_area).rpartition("$")[2]) + 1):
        for head in ("Description", "Source of the price", "Unit"):
            cell = sheet[f"{heads[head]}{row}"]
            height = sheet.row_dimensions[row].height or LINE
            letters = 1.25 * sheet.column_dimensions[_letter(sheet, heads[head])].width
            assert len(str(cell.value or "")) <= letters * height / LINE, cell.coordinate
            assert cell.alignment.wrap_text or not cell.value, cell.coordinate


@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_the_costs_are_printed_with_their_chart(file: Path) -> None:
    """What is printed ends with it: what follows is of single tiers."""
    sheet = opened(file)["Cost by year"]
    last = int(str(sheet.print_area).rpartition("$")[2])
    (chart,) = sheet._charts
    assert chart.anchor._from.row < last
