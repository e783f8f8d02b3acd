"""What comes out of a printer: few pages, which can be read."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_from_string
from openpyxl.worksheet.worksheet import Worksheet

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from report.workbook.printing import CUT, SHARES
from report.workbook.styles import LINE
from report.workbook.widths import PAGE_WIDTH
from report.workbook.workbook import workbook_bytes
from tests.office import convert
from tests.report.books import (
    FILES,
    PRICED,
    SCENARIOS,
    TEMPLATES,
    built,
    opened,
    results_of,
    sheet_of,
)

MOST = 12
BELUGA = SCENARIOS / "beluga.yaml"
(SPACE,) = (file for file in TEMPLATES if file.stem == "project-space")
_PAGE = re.compile(rb"/Type\s*/Page[^s]")


@pytest.mark.long
@pytest.mark.office
def test_a_workbook_takes_few_pages(office_profile: Path, tmp_path: Path) -> None:
    """At most twelve, whatever it holds; LibreOffice counts them.

    Of what ships the longest, and the one with the fewest sheets, stand for the others.
    """
    books = {file.stem: built(file)[0] for file in (SCENARIOS / "cri.yaml", BELUGA, SPACE)}
    books |= {f"{count} tiers": book_of(count) for count in (6, 20)}
    books |= {"a long bill": with_a_long_bill()}
    files = [tmp_path / f"{name}.xlsx" for name in books]
    for file, data in zip(files, books.values(), strict=True):
        file.write_bytes(data)
    into = tmp_path / "printed"
    for printed in convert(files, office_profile, into, "pdf"):
        pages = len(_PAGE.findall(printed.read_bytes()))
        assert 5 < pages <= MOST, printed.stem


@cache
def book_of(count: int) -> bytes:
    """The workbook of Béluga with so many tiers of data, and its one of metadata."""
    scenario = load_scenario(BELUGA)
    first, *others = scenario.data["tiers"]
    alike = [{**first, "name": f"tier {n}"} for n in range(count)]
    return workbook_bytes(evaluate(edited(scenario, {"tiers": [*alike, *others]})))


LONG = {"common": [{"name": f"thing {n}", "count": 2, "price": f"{n + 1} EUR"} for n in range(500)]}
"""What makes a bill of ten pages."""


@cache
def with_a_long_bill() -> bytes:
    return workbook_bytes(results_of(PRICED, LONG))


def foot(book: bytes, name: str) -> str:
    """What a sheet says of itself on paper."""
    return str(sheet_of(book, name).oddFooter.center.text)


@pytest.mark.long
@pytest.mark.parametrize("name", ["Data path", "Statement"])
def test_tiers_without_room_on_paper_are_counted_there(name: str) -> None:
    """Tiers are printed whole, the first ones; all are where all fit."""
    assert foot(book_of(2), name) == name
    sheet = sheet_of(book_of(20), name)
    title = "{}: data path, healthy" if name == "Data path" else "{}"
    found = re.fullmatch(
        rf"{name} \((\d+) of 21 tiers printed\)",
        str(sheet.oddFooter.center.text),
    )
    assert found
    last = int(str(sheet.print_area).rpartition("$")[2])
    texts = [sheet.cell(row, 1).value for row in range(1, last + 3)]
    first_left = title.format(f"tier {found[1]}")
    assert first_left in texts[last:], texts
    assert title.format(f"tier {int(found[1]) - 1}") in texts[:last]


def test_few_rows_are_no_page_of_their_own() -> None:
    """What fits one page in type that can be read is made to: CRI's summary ended with a row."""
    for file, pages in ((SCENARIOS / "cri.yaml", 1), (BELUGA, 2)):
        assert (opened(file)["Summary"].page_setup.fitToHeight or 1) == pages  # 1 isn't written


def test_what_a_long_bill_leaves_out_is_counted_on_paper() -> None:
    """The lines of the last page end where the sums aren't reached."""
    said = foot(with_a_long_bill(), "Bill of materials")
    lines = len(results_of(PRICED, LONG).plan.lines)
    found = re.search(rf"\((\d+) of {lines} lines printed, without totals\)", said)
    assert found
    sheet = sheet_of(with_a_long_bill(), "Bill of materials")
    head = int(str(sheet.print_title_rows).rpartition("$")[2])
    assert int(str(sheet.print_area).rpartition("$")[2]) == head + int(found[1])
    assert sheet.cell(head + int(found[1]) + 1, 1).value  # the next line, which isn't printed


def test_years_without_room_on_paper_are_counted_there() -> None:
    """Twenty years across a page could be read by nobody."""
    said = foot(workbook_bytes(results_of(SPACE, {"economics.years": 20})), "Cost by year")
    assert said == "Cost by year (11 of 21 years printed)"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_left_for_the_screen_says_so(file: Path) -> None:
    """Sheets that go on say so on their page; those for the screen alone make none."""
    for sheet in opened(file).worksheets:
        says_so = "not printed in full" in str(sheet.oddFooter.center.text)
        assert says_so is (sheet.title in CUT)
        if sheet.title not in SHARES:
            (cell,) = openpyxl.utils.cell.rows_from_range(str(sheet.print_area).partition("!")[2])
            assert sheet[cell[0].replace("$", "")].value is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_heads_of_the_bill_stay_on_screen_and_paper(file: Path) -> None:
    """What is frozen ends below them; each page repeats them."""
    sheet = opened(file)["Bill of materials"]
    (row,) = (cell.row for cell in sheet["A"] if cell.value == "Description")
    assert sheet.freeze_panes == f"B{row + 1}"
    assert sheet.print_title_rows == f"${row}:${row}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_stays_in_sight_leaves_room_for_what_moves(file: Path) -> None:
    """Heads, and names of at most 60 letters."""
    for sheet in opened(file).worksheets:
        column, row = coordinate_from_string(sheet.freeze_panes or "A1")
        frozen = range(1, column_index_from_string(column))
        widths = [sheet.column_dimensions[get_column_letter(n)].width for n in frozen]
        assert row <= 25, sheet.title
        assert sum(widths) <= 60, sheet.title


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_rate_is_as_wide_as_its_column(file: Path) -> None:
    """With the words before it: what is wider is shown as ###."""
    sheet = opened(file)["Performance"]
    for row in sheet.iter_rows():
        for cell in row:
            if "at most" in cell.number_format and "GB/s" in cell.number_format:
                width = sheet.column_dimensions[_letter(sheet, cell.column_letter)].width
                assert width >= len("at most 123.456 GB/s") * 0.9, cell.coordinate


@pytest.mark.long
@pytest.mark.parametrize("parted", [{"tiers.0.lot": "lot 2, storage"}, {"tiers.1.option": True}])
def test_lots_and_options_of_the_bill_are_printed(parted: dict[str, Any]) -> None:
    """Where there are any: else paper is kept for what differs; type stays of seven points."""
    name = "Bill of materials"
    of_lots = sheet_of(workbook_bytes(results_of(SPACE, parted)), name)
    for sheet, head in ((opened(SPACE)[name], "Price age"), (of_lots, "Base or option")):
        _, _, right, _ = openpyxl.utils.cell.range_boundaries(str(sheet.print_area).split("!")[1])
        assert sheet.cell(4, right).value == head
        letters = map(openpyxl.utils.get_column_letter, range(1, right + 1))
        wide = sum(sheet.column_dimensions[_letter(sheet, one)].width for one in letters)
        assert 10 * PAGE_WIDTH / (7 * wide) >= 7


def _letter(sheet: Worksheet, letter: str) -> str:
    """Give the column that says how wide its group is: openpyxl keeps the first of alike ones."""
    at = openpyxl.utils.column_index_from_string(letter)
    return next(name for name, one in sheet.column_dimensions.items() if one.min <= at <= one.max)


@pytest.mark.long
@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_type_is_of_seven_points_on_paper(file: Path) -> None:
    """What a page across leaves of ten points, by how wide all is that is printed."""
    for sheet in opened(file).worksheets:
        if sheet.title not in SHARES:
            continue
        _, _, right, _ = openpyxl.utils.cell.range_boundaries(str(sheet.print_area).split("!")[1])
        letters = map(openpyxl.utils.get_column_letter, range(1, right + 1))
        wide = sum(sheet.column_dimensions[_letter(sheet, one)].width for one in letters)
        assert 10 * PAGE_WIDTH / (7 * wide) >= 7, (sheet.title, wide)


@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_the_years_begin_a_page(file: Path) -> None:
    """Heads and figures of the years stay together; where more stands above than a page holds, all
    fits two pages: columns of two tiers make the page of one plan small, the growth of another
    adds rows.
    """
    sheet = opened(file)["Cost by year"]
    (chart,) = sheet._charts
    on_two = file.stem in ("burst", "cri")
    assert (sheet.page_setup.fitToHeight == 0) is not on_two
    if on_two:
        assert sheet.page_setup.fitToHeight == 2
        return
    (broken,) = sheet.row_breaks.brk
    assert sheet.cell(broken.id + 1, 1).value == "Years"
    assert broken.id + 1 < chart.anchor._from.row


@pytest.mark.long
@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_names_and_sources_of_the_bill_are_printed_in_full(file: Path) -> None:
    """A row has a line for as much of a text as its column is wide: 1.25 letters for a digit."""
    sheet = opened(file, data_only=True)["Bill of materials"]
    heads = {str(cell.value): cell.column_letter for cell in sheet[4]}
    for row in range(5, int(str(sheet.print_area).rpartition("$")[2]) + 1):
        for head in ("Description", "Calculation", "Price source", "Unit"):
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
