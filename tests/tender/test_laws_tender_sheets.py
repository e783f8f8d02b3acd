"""Sheets of tenders read back row by row: forms, acceptance tests and documents."""

from __future__ import annotations

import datetime
import io
import re
from functools import cache
from itertools import pairwise
from typing import Any

import openpyxl
import pytest
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from model.tender.acceptance import VARIABILITY_REPEATS
from model.tender.acceptance_views import course
from model.tender.form import FORMAT, HASH, ID, Blank, Form, Kind, Sheet, Table
from model.tender.remedy_clauses import notes_of, remedy_of
from model.tender.tender_document import Bullets, Grid, Heading, Paragraph, TenderDocument
from report.workbook import acceptance_workbook as of_acceptance
from report.workbook.bid_form import bid_form
from report.workbook.document_sheet import COLUMNS, WIDTH, spans_of, write_document
from report.workbook.tender_book import TenderBook
from tests.tender.test_acceptance_workbook import TERMS, TESTS, judged_by

YELLOW = "FFFFF6D6"


def read(content: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(content))


# Forms of bids.

RULES: dict[Kind, tuple[str | None, str | None, Any, Any, str]] = {
    # kind of rule, its sign, its limits; and the number format
    "text": (None, None, None, None, "@"),
    "choice": ("list", None, '"a,b"', None, "@"),
    "money": ("decimal", "greaterThanOrEqual", 0, None, "#,##0.00"),
    "number": ("decimal", "greaterThanOrEqual", 0, None, "General"),
    "count": ("whole", "greaterThanOrEqual", 0, None, "0"),
    "percent": ("decimal", None, 0, 1, "0.0%"),
    "date": ("date", None, 36526, 73415, "yyyy-mm-dd"),
}
FORM = Form(
    id="the id",
    hash="the hash",
    format="the format",
    currency="EUR",
    sheets=(
        Sheet(
            "First",
            ("one", "=two"),
            (
                Table(
                    "Titled", ("Head", ""), (("a", Blank("blank_one", ("x",), "text")), ("b", None))
                ),
                Table("", ("", ""), (("c", "d"),)),
            ),
        ),
        Sheet(
            "Second",
            (),
            (
                Table(
                    "Kinds",
                    ("Kind", "Blank"),
                    tuple(
                        (kind, Blank(f"of_{kind}", (kind,), kind, choices=("a", "b")))
                        for kind in RULES
                    ),
                ),
            ),
        ),
    ),
    constants={},
    free=(),
)


@cache
def form() -> openpyxl.Workbook:
    return read(bid_form(FORM))


def values_of(sheet: Worksheet) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_a_form_is_written_from_top_to_bottom() -> None:
    """Texts, a table below its title and heads, an empty row before each; then what it is."""
    assert form().sheetnames == ["First", "Second"]
    assert values_of(form()["First"]) == [
        ["First", None],
        ["one", None],
        ["=two", None],
        [None, None],
        ["Titled", None],
        ["Head", ""],
        ["a", None],
        ["b", None],
        [None, None],
        ["c", "d"],
        [None, None],
        ["Id", "the id"],
        ["Version", "the hash"],
        ["Format", "the format"],
    ]
    assert form()["First"]["A3"].data_type == "s"
    title, head, text = (form()["First"][name] for name in ("A5", "A6", "A7"))
    assert (title.font.b, title.font.sz, head.font.b, text.font.b) == (True, 11, True, False)
    assert (head.border.bottom.style, text.border.bottom.style) == ("thin", None)
    assert (head.alignment.wrap_text, text.alignment.wrap_text) == (True, True)
    kinds = values_of(form()["Second"])
    assert kinds[:4] == [["Second", None], [None, None], ["Kinds", None], ["Kind", "Blank"]]
    assert [row[0] for row in kinds[4:]] == list(RULES)


def test_each_blank_and_what_a_form_is_has_a_name() -> None:
    names = {name: one.attr_text for name, one in form().defined_names.items()}
    wanted = {ID: "'First'!$B$12", HASH: "'First'!$B$13", FORMAT: "'First'!$B$14"}
    wanted["blank_one"] = "'First'!$B$7"
    wanted |= {f"of_{kind}": f"'Second'!$B${n}" for n, kind in enumerate(RULES, 5)}
    found = {name: text.replace("First!", "'First'!").replace("Second!", "'Second'!")
             if "'" not in text else text for name, text in names.items()}  # fmt: skip
    assert found == wanted


@pytest.mark.parametrize("kind", RULES)
def test_a_blank_takes_what_its_kind_takes(kind: Kind) -> None:
    sheet = form()["Second"]
    cell = sheet.cell(5 + list(RULES).index(kind), 2)
    rules = [one for one in sheet.data_validations.dataValidation if cell.coordinate in one.sqref]
    of, sign, least, most, look = RULES[kind]
    assert len(rules) == (of is not None)
    for rule in rules:
        assert (rule.type, rule.operator) == (of, sign)
        limits = [one if one is None or '"' in one else float(one)
                  for one in (rule.formula1, rule.formula2)]  # fmt: skip
        assert limits == [least, most]
        assert str(rule.error).endswith(".")
    assert cell.number_format == look
    assert cell.fill.fgColor.rgb == YELLOW


def test_only_blanks_may_be_typed_into() -> None:
    for sheet in form().worksheets:
        assert sheet.protection.sheet
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.page_setup.fitToHeight == 0
        free = {
            cell.coordinate
            for row in sheet.iter_rows()
            for cell in row
            if not cell.protection.locked
        }
        yellow = {
            cell.coordinate
            for row in sheet.iter_rows()
            for cell in row
            if cell.fill.fgColor.rgb == YELLOW
        }
        assert free == yellow
        assert len(free) == (1 if sheet.title == "First" else len(RULES))
        assert (sheet["A1"].font.b, sheet["A1"].font.sz) == (True, 14)


# Acceptance.


@cache
def accepted(name: str = "") -> openpyxl.Workbook:
    tests = judged_by(name) if name else TESTS
    return read(of_acceptance.build(tests, TERMS, {"a.txt": "ab" * 32}, None)[0])


SCALES = {"byte": ("TB", 1e12), "byte/s": ("GB/s", 1e9), "watt": ("W", 1), "1/second": ("1/s", 1)}
SCALES |= {"second": ("s", 1)}


def rows_of(sheet: Worksheet) -> tuple[int, list[tuple[Any, ...]]]:
    """The number of the first row of figures, and all of them."""
    rows = [tuple(row) for row in sheet.iter_rows(values_only=True)]
    heads = next(n for n, row in enumerate(rows) if row[1] == "Figure")
    many = sum(len(test.thresholds) for test in TESTS)
    return heads + 2, rows[heads + 1 : heads + 1 + many]


def test_each_threshold_stands_in_its_row() -> None:
    """In the unit that results are entered in, with its sign, its origin, its repeats."""
    _, rows = rows_of(accepted()[of_acceptance.ACCEPTANCE])
    every = [(test, one) for test in TESTS for one in test.thresholds]
    for row, (test, one) in zip(rows, every, strict=True):
        unit, factor = SCALES.get(one.unit, ("%" if one.figure == "availability" else "", 1))
        sign = "exactly" if test.key == "T1" else "at most" if one.at_most else "at least"
        assert row[:3] == (test.key, one.figure, sign)
        assert row[3] == pytest.approx(one.value / factor)
        assert (row[4] or "", row[5]) == (unit, one.origin)
        repeats = TERMS.repeats if one.unit in ("byte/s", "1/second") else 1
        assert row[6] == (VARIABILITY_REPEATS if test.key == "T8" else repeats)


def test_shares_of_an_acceptance_are_in_percent() -> None:
    sheet = accepted()[of_acceptance.ACCEPTANCE]
    first, rows = rows_of(sheet)
    for n, row in enumerate(rows, first):
        is_share = row[0] == "T8" or row[1] == "availability"
        for column in (4, 9, 10):
            assert ("%" in sheet.cell(n, column).number_format) is is_share


def test_formulas_of_repeats_read_their_own_row_of_entries() -> None:
    """Each figure has a row on the sheet of measurements, with as many yellow cells as repeats."""
    sheet, entries = (accepted()[name] for name in ("Acceptance", "Measurements"))
    first, rows = rows_of(sheet)
    for n, row in enumerate(rows):
        spans = {
            span
            for cell in sheet[first + n]
            for span in re.findall(r"\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+", str(cell.value))
        }
        [span] = spans
        left, top, right, bottom = range_boundaries(span.replace("$", ""))
        assert (left, top, bottom) == (4, n + 4, n + 4)
        assert right - left + 1 == row[6]
        own = entries[n + 4]
        unit = "GB/s" if row[0] == "T8" else row[4]
        assert (own[0].value, own[2].value or "") == (row[0], unit or "")
        name = f"{str(row[1]).removeprefix('spread of').strip()} of each repeat"
        assert own[1].value in (row[1], name) or row[0] == "T8"
        yellow = [cell.column for cell in own if cell.fill.fgColor.rgb == YELLOW]
        assert yellow == list(range(left, right + 1))
        for column in yellow:
            at = entries.cell(n + 4, column).coordinate
            [rule] = [r for r in entries.data_validations.dataValidation if at in r.sqref]
            assert (rule.type, rule.operator, rule.formula1) == (
                "decimal",
                "greaterThanOrEqual",
                "0",
            )
    heads = [cell.value for cell in entries[3]]
    most = max(TERMS.repeats, VARIABILITY_REPEATS)
    assert heads == ["Test", "Figure", "Unit", *(f"{n}" for n in range(1, most + 1))]
    assert entries.freeze_panes == "D4"


@pytest.mark.parametrize(
    "name", ["pass", "power, site and capacity", "repeats", "no lowest", "one shared file"]
)
def test_results_that_were_read_stand_in_place_of_entries(name: str) -> None:
    _, rows = rows_of(accepted(name)[of_acceptance.ACCEPTANCE])
    every = [one for test in judged_by(name) for one in test.thresholds]
    seen = 0
    for row, one in zip(rows, every, strict=True):
        _, factor = SCALES.get(one.unit, ("", 1))
        if one.measured is None:
            assert str(row[7]).startswith("=COUNT(")
            read = [f"read from {', '.join(one.files)}"] if one.files else []
            why = one.why if one.files else ""
            assert (row[11] or "") == "; ".join(filter(None, (why, *read)))
            seen += bool(read)
            continue
        seen += 1
        assert row[8] == pytest.approx(one.measured / factor)
        assert row[7] == (None if one.repeats is None else one.repeats)
        assert row[9] == (None if one.least is None else pytest.approx(one.least / factor))
        assert (row[11] or "").startswith(one.why)
        for file in one.files:
            assert f"read from {', '.join(one.files)}" in row[11], file
    assert seen


def test_procedures_remedies_files_and_signatures_follow() -> None:
    """In the order of the tests, each title directly above what it is of."""
    rows = values_of(accepted()[of_acceptance.ACCEPTANCE])
    at = next(n for n, row in enumerate(rows) if row[0] == "Procedures") + 1
    for test in TESTS:
        assert rows[at][:2] == [test.key, test.title]
        texts = [test.procedure, f"Passes: {test.passes}", course(test)]
        texts += [f"$ {one}" for one in test.commands]
        assert [row[1] for row in rows[at + 1 : at + 1 + len(texts)]] == texts
        at += 1 + len(texts)
    assert not any(rows[at])
    said = [remedy_of(TERMS), *(f"{key}: {remedy_of(TERMS, key)}" for key in TERMS.remedies)]
    said += notes_of(TERMS)
    ends = ["If a test fails", *said]
    assert [row[0] for row in rows[at + 1 : at + 1 + len(ends)]] == ends
    at += 1 + len(ends)
    assert not any(rows[at])
    assert rows[at + 1][0] == "Files of results, with their SHA-256"
    assert (rows[at + 2][1], rows[at + 2][3]) == ("a.txt", "ab" * 32)
    assert not any(rows[at + 3])
    assert rows[at + 4][0] == "Signatures"
    signed = [row[1] for row in rows[at + 5 :] if row[1]]
    assert signed == [f"{who}: place, date, name, signature" for who in ("Buyer", "Supplier")]
    assert len(rows) == at + 4 + 1 + 4


def test_the_summary_has_a_verdict_of_each_test_and_what_is_missing() -> None:
    sheet = accepted()[of_acceptance.ACCEPTANCE]
    rows = values_of(sheet)
    top = next(n for n, row in enumerate(rows) if row[:2] == ["Test", "Title"])
    assert [value for value in rows[top] if value] == ["Test", "Title", "Verdict", "Missing"]
    for row, test in zip(rows[top + 1 :], TESTS, strict=False):
        assert row[:2] == [test.key, test.title]
        assert (row[5] or "").casefold() == test.missing.casefold()
        assert not row[5] or row[5][0] == row[5][0].upper()
    last = rows[top + 1 + len(TESTS)]
    assert last[1] == "All tests"
    first, end = top + 2, top + 1 + len(TESTS)
    assert f"D{first}:D{end}" in last[3].replace("$", "")
    assert sheet.column_dimensions["B"].width > 50


def test_verdicts_are_coloured() -> None:
    for name in ("Acceptance", "Measurements"):
        [rules] = accepted()[name].conditional_formatting
        left, top, right, bottom = range_boundaries(str(rules.sqref))
        assert (left, top, right) == (4, 1, 11)
        assert bottom >= accepted()["Acceptance"].max_row - 1
        texts = {rule.formula[0]: rule.dxf.font.color.rgb[-6:] for rule in rules.rules}
        assert texts == {'"pass"': "1B6E3A", '"fail"': "A32020"}


# Documents.

GRIDS = (
    Grid((), (("Offer", "1 PB"),), (0.3, 0.7)),
    Grid(
        ("Line", "Title", "Price"),
        (("1", "a", "7.5"), ("2", "b " * 200, "8")),
        (0.1, 0.6, 0.3),
        (2,),
    ),
    Grid(("a", "b", "c", "d", "e", "f"), (("1", "2", "3", "4", "5", "6"),), (1 / 6,) * 6),
)


@pytest.mark.parametrize("grid", GRIDS, ids=["two", "three", "six"])
def test_columns_of_a_table_span_all_of_the_sheet(grid: Grid) -> None:
    """Side by side, the widest by most, each at least one column."""
    spans = spans_of(grid)
    assert spans[0][0] == 0
    assert spans[-1][1] == COLUMNS - 1
    assert all(after[0] == before[1] + 1 for before, after in pairwise(spans))
    sizes = [last - first + 1 for first, last in spans]
    assert min(sizes) >= 1
    widest = max(range(len(sizes)), key=lambda n: grid.widths[n])
    assert sizes[widest] == max(sizes)


def test_many_narrow_columns_leave_room_for_each_other() -> None:
    for widths in ((0.8, 0.05, 0.05, 0.05, 0.05), (0.4, 0.4, 0.1, 0.1), (0.2,) * 5, (0.5, 0.5)):
        spans = spans_of(Grid((), (), widths))
        assert len(spans) == len(widths)
        assert (spans[0][0], spans[-1][1]) == (0, COLUMNS - 1)
        assert all(first <= last for first, last in spans)


def test_a_document_is_written_block_by_block() -> None:
    blocks = (Heading("First"), Paragraph("Text " * 60), Bullets(("one", "two")), *GRIDS[:2])
    document = TenderDocument("Title", "Subtitle", (*blocks, Heading("Last")), "Foot")
    book = TenderBook(["S"], "Title")
    write_document(book, "S", document)
    sheet = read(book.close())["S"]
    rows = values_of(sheet)
    first = [row[0] for row in rows]
    assert first == [
        *("Title", "Subtitle", None, None, "First", "Text " * 60, "• one", "• two"),
        *("Offer", None, "Line", "1", "2", None, None, "Last", None, "Foot"),
    ]
    assert rows[8][2] == "1 PB" or rows[8][1] == "1 PB"
    merged = {str(one) for one in sheet.merged_cells.ranges}
    assert {"A6:F6", "A7:F7", "A8:F8"} <= merged
    line = 12.75
    assert sheet.row_dimensions[6].height >= 2 * line
    assert sheet.row_dimensions[6].height <= 6 * line
    assert sheet.row_dimensions[7].height is None
    assert sheet.row_dimensions[13].height > 3 * line
    assert sheet["A1"].font.sz == 14
    assert (sheet["A9"].font.b, sheet["A11"].font.b, sheet["A12"].font.b) == (True, True, False)
    price = sheet.cell(12, 1 + spans_of(GRIDS[1])[2][0])
    assert (price.value, price.alignment.horizontal) == ("7.5", "right")
    widths = {sheet.column_dimensions[letter].width for letter in "A"}
    assert all(abs(width - WIDTH / COLUMNS) < 1 for width in widths)


def test_files_of_tenders_are_of_no_day() -> None:
    made = datetime.datetime(2000, 1, 1)
    for book in (form(), accepted()):
        assert book.properties.created == made
