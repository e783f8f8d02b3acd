"""Texts that people write stay within what a sheet holds, and say what they show."""

from __future__ import annotations

import io

import openpyxl

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from report.cell_text import CUT, LONGEST, plain
from report.workbook.sheets import ASSUMPTIONS
from report.workbook.workbook import build
from tests.report.books import PRICED

BIDI = [chr(n) for n in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]


def opened(**changes: object) -> openpyxl.Workbook:
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return openpyxl.load_workbook(
        io.BytesIO(build(evaluate(edited(load_scenario(PRICED), named)))[0])
    )


def test_rows_are_no_higher_than_a_sheet_allows() -> None:
    """A reason of 40,000 characters makes no row of 13,740 points, and is cut with a mark."""
    workbook = opened(economics__pue={"value": 1.3, "because": "word " * 8000})
    for sheet in workbook.worksheets:
        for row in sheet.row_dimensions.values():
            assert row.height is None or row.height <= 409.5
    texts = [str(cell.value) for row in workbook[ASSUMPTIONS].iter_rows() for cell in row]
    (cut,) = [text for text in texts if text.startswith("word word")]
    assert len(cut) == LONGEST
    assert cut.endswith(CUT)


def test_no_text_turns_its_direction() -> None:
    """Controls of direction in names, titles and reasons are left out of the whole file."""
    bad = f"a{''.join(BIDI)}b"
    stated = load_scenario(PRICED)
    tier, economics = stated.tiers[0], stated.economics
    processors = tier.processors.model_copy(update={"name": bad, "part": None})
    pue = economics.pue.model_copy(update={"because": bad, "status": "assumed"})
    turned = stated.model_copy(
        update={
            "title": bad,
            "tiers": (tier.model_copy(update={"processors": processors}), *stated.tiers[1:]),
            "economics": economics.model_copy(update={"pue": pue}),
        }
    )  # no file could hold it
    workbook = openpyxl.load_workbook(io.BytesIO(build(evaluate(turned))[0]))
    found = 0
    for sheet in workbook.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert not any(sign in str(cell.value) for sign in BIDI), cell.coordinate
                found += str(cell.value).endswith("ab")
    assert found >= 3


def test_a_text_as_long_as_a_cell_stays() -> None:
    text = "x" * LONGEST
    assert plain(text) == text
    assert len(plain(text + "x")) == LONGEST


def test_what_is_code_is_plain_in_a_sheet() -> None:
    """Nothing marks code there: a backtick would stand as it is."""
    for sheet in opened().worksheets:
        for row in sheet.iter_rows():
            assert not [cell.coordinate for cell in row if "`" in str(cell.value)], sheet.title
