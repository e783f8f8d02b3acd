"""How much of a long list a sheet holds: all up to its limit, and beyond it how many more."""

from __future__ import annotations

import io
from functools import cache
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from model.answers.questions import questions
from report.workbook import plain_sheets, racks_sheet, summary_sheet
from report.workbook.sheets import ASSUMPTIONS, QUESTIONS, SUMMARY
from report.workbook.view_table import _follows_figures
from report.workbook.workbook import build
from tests.report.books import SCENARIOS, results_of

FILE = SCENARIOS / "beluga.yaml"
MANY = {
    (racks_sheet, "MOST_QUESTIONS"): len(list(questions(results_of(FILE)))),
    (summary_sheet, "MOST_WARNINGS"): len(results_of(FILE).warnings),
    (summary_sheet, "MOST_REMEDIED"): len(list(results_of(FILE).tiers())),
}


@cache
def texts_of(less: int) -> dict[str, list[str]]:
    """What stands in the first column of each sheet if each limit is so much less than it holds."""
    with pytest.MonkeyPatch.context() as patch:
        for (module, name), many in MANY.items():
            patch.setattr(module, name, many - less)
        patch.setattr(plain_sheets, "MOST_JUDGED", judged() - less)
        content = build(results_of(FILE))[0]
    book = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    return {sheet.title: [str(cell.value) for cell in sheet["A"] if cell.value] for sheet in book}


@cache
def judged() -> int:
    """All inputs that somebody could argue about."""
    found: Any = plain_sheets.judged(results_of(FILE))
    return len(list(found))


def test_a_list_has_all_up_to_its_limit() -> None:
    texts = texts_of(0)
    assert not [text for of in texts.values() for text in of if " more" in text and "!" in text]
    warnings = [text for text in texts[SUMMARY] if text.startswith("! ")]
    assert warnings == [f"! {one}" for one in results_of(FILE).warnings]
    title, about, head, *rows = texts[QUESTIONS]
    assert len(rows) == MANY[racks_sheet, "MOST_QUESTIONS"], (title, about, head)
    upgrades = [text for text in texts[SUMMARY] if text.endswith(": upgrades")]
    assert len(upgrades) <= MANY[summary_sheet, "MOST_REMEDIED"]
    assert len(texts[ASSUMPTIONS]) > judged()


def test_beyond_its_limit_a_list_says_how_many_more_there_are() -> None:
    whole, texts = texts_of(0), texts_of(1)
    warnings = [text for text in texts[SUMMARY] if text.startswith("! ")]
    assert len(warnings) == len(results_of(FILE).warnings)
    assert warnings[:-1] == [f"! {one}" for one in results_of(FILE).warnings][:-1]
    assert "1" in warnings[-1]
    assert warnings[-1] != f"! {results_of(FILE).warnings[-1]}"
    assert len(texts[QUESTIONS]) == len(whole[QUESTIONS]), "a row less, and one that says so"
    assert texts[QUESTIONS][-1] == whole[QUESTIONS][-2]
    further = set(texts[SUMMARY]) - set(whole[SUMMARY])
    assert any("1" in text and not text.startswith("!") for text in further)
    assert len(texts[ASSUMPTIONS]) < judged(), "what the bill shows is left out"


@pytest.mark.parametrize(
    ("looks", "indented"),
    [
        (("text", "value"), []),
        (("value", "text", "text"), [2]),
        (("limits", "text", "value", "value", "text"), [5]),
    ],
)
def test_texts_are_indented_beside_figures(looks: tuple[str, ...], indented: list[int]) -> None:
    """The first column stands beside none, whatever the last one holds."""
    view: Any = SimpleNamespace(columns=[SimpleNamespace(look=look) for look in looks])
    assert [at for at in range(1, len(looks) + 1) if _follows_figures(view, at)] == indented
