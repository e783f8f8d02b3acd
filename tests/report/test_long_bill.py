"""A bill of thousands of lines: what nobody would read has no rows, and nothing is lost unsaid."""

from __future__ import annotations

import io
from itertools import takewhile
from typing import Any

import openpyxl
import pytest

from model.answers.questions import questions
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from report.workbook import plain_sheets, racks_sheet, summary_sheet
from report.workbook.sheets import ASSUMPTIONS, BILL, QUESTIONS, SUMMARY
from report.workbook.texts import UPGRADES_OF_MORE
from report.workbook.workbook import workbook_bytes
from tests.report.books import PRICED

LINES = 60


@pytest.fixture(scope="module")
def results() -> Results:
    things = [{"name": f"thing {n}", "count": 2, "price": f"{n} EUR"} for n in range(LINES)]
    return evaluate(edited(load_scenario(PRICED), {"common": things}))


def book(results: Results) -> Any:
    return openpyxl.load_workbook(io.BytesIO(workbook_bytes(results)))


def test_a_long_list_of_questions_says_what_it_leaves_out(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(racks_sheet, "MOST_QUESTIONS", 10)
    sheet = book(results)[QUESTIONS]
    left = len(questions(results)) - 10
    assert sheet["A3"].value == f"{left} more: see the orange cells of the bill of materials."
    assert sheet.max_row == racks_sheet.TOP + 1 + 10


@pytest.mark.long
def test_a_long_list_of_inputs_leaves_out_what_the_bill_shows(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures of lines that nobody argues about; those of tiers and what is assumed stay."""
    whole = book(results)[ASSUMPTIONS]
    monkeypatch.setattr(plain_sheets, "MOST_JUDGED", 100)
    brief = book(results)[ASSUMPTIONS]
    assert brief["A3"].value.endswith("default or unknown): see the bill of materials.")
    left = int(brief["A3"].value.split()[0])
    assert left >= 4 * LINES  # price, power, weight and units of each, at least
    assert whole.max_row - brief.max_row == left
    rows = [*takewhile(any, brief.iter_rows(min_row=5, values_only=True))]
    assert "data" in {place for _, place, *_ in rows}
    assert all(label for label, *_ in rows)


def test_cells_below_each_other_share_what_they_let_in(results: Results) -> None:
    sheet = book(results)[BILL]
    assert len(sheet.data_validations.dataValidation) < LINES


def test_an_edit_takes_over_what_is_common(results: Results) -> None:
    """Thousands of lines that an edit leaves alone are planned once; an edit of one shows."""
    more = results.edited({"tiers.0.blocks": 5})
    assert more.plan.root.children["common"][0] is results.plan.root.children["common"][0]
    dearer = results.edited({"common.1.price": "9 EUR"})
    bought = [one["site", "known_capital_cost"] or 0.0 for one in (dearer, results)]
    assert bought[0] - bought[1] == pytest.approx(2 * (9 - 1))
    there = [line.position for line in results.plan.lines]
    assert [line.position for line in more.plan.lines] == there


def test_of_many_tiers_the_summary_says_for_how_many_nothing_is_tried(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary_sheet, "MOST_REMEDIED", 0)
    texts = [row[0].value for row in book(results)[SUMMARY].iter_rows()]
    assert UPGRADES_OF_MORE.format(1) in texts
