"""The first sheet says which plan it is, how binding each requirement is, and what it rests on."""

from __future__ import annotations

import io
from itertools import takewhile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from model.answers.output import plan_json
from model.answers.results import evaluate
from model.answers.views.cover import counts, judged
from model.design.needs import Required
from model.design.scenario import edited, load_scenario
from model.errors import InputError
from model.formulas.time_and_money.requirements import REQUIREMENTS
from report.workbook.sheets import SUMMARY
from report.workbook.summary_sheet import TOP_OF_IDENTITY
from report.workbook.workbook import build
from tests.report.books import PRICED

SIGNED = {"version": "3", "author": "Procurement, N. N.", "date": "2026-10-01"}


def sheet_of(changes: dict[str, Any]) -> Any:
    data = build(evaluate(edited(load_scenario(PRICED), changes)))[0]
    return openpyxl.load_workbook(io.BytesIO(data), data_only=True)


def heads(workbook: Any) -> dict[str, str]:
    rows = workbook[SUMMARY].iter_rows(min_row=TOP_OF_IDENTITY + 1, max_row=TOP_OF_IDENTITY + 2)
    names, texts = ([cell.value for cell in row] for row in rows)
    return {name: text for name, text in zip(names, texts, strict=True) if name}


def test_the_first_sheet_says_which_plan_it_is() -> None:
    workbook = sheet_of(SIGNED)
    said = heads(workbook)
    assert (said["Version"], said["Author"], said["Date"]) == ("3", SIGNED["author"], "2026-10-01")
    assert said["Currency"] == "EUR"
    assert said["Planned with"].startswith("Ostimate ")
    assert workbook.properties.creator == SIGNED["author"]
    assert str(workbook.properties.created.date()) == SIGNED["date"]


def test_the_first_sheet_is_the_one_that_is_seen() -> None:
    workbook = sheet_of({})
    assert workbook.active.title == workbook.sheetnames[0] == SUMMARY


def test_a_plan_without_requirements_says_so() -> None:
    told = "The scenario has no requirements."
    for changes, count in (({"requirements": None, "checkpoint": None}, 1), ({}, 0)):
        cells = [c.value for row in sheet_of(changes)[SUMMARY].iter_rows() for c in row]
        assert cells.count(told) == count


def test_a_hash_tells_scenarios_apart(tmp_path: Path) -> None:
    """Any figure moves it; what is no part of the scenario, such as comments, doesn't."""
    text = PRICED.read_text(encoding="utf-8")
    same = load_scenario(tmp_path / "other.yaml", f"# a remark\n{text}", PRICED.parent)
    plain = load_scenario(PRICED)
    assert same.digest == plain.digest
    assert edited(plain, {"tiers.0.blocks": 9}).digest != plain.digest
    assert heads(sheet_of({}))["Scenario hash"] == plain.digest


def test_what_must_be_met_stands_first() -> None:
    changes = {"requirements.should": ["capacity"], "requirements.may": ["racks"]}
    rows = sheet_of(changes)[SUMMARY].iter_rows(min_row=7, values_only=True)
    at = next(rows).index("Priority")
    levels = [row[at] for row in takewhile(lambda row: row[0] and row[at], rows)]
    assert levels == sorted(levels, key=("mandatory", "desired", "optional").index)
    assert (levels.count("desired"), levels.count("optional")) == (1, 1)
    required = plan_json(evaluate(edited(load_scenario(PRICED), changes)))["requirements"]
    assert required["capacity"]["class"] == "should"
    assert required["budget"]["class"] == "must"


def test_every_requirement_can_be_a_wish() -> None:
    assert set(Required.__args__) == set(REQUIREMENTS)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"requirements.should": ["racks"], "requirements.may": ["racks"]}, "is in both"),
        ({"requirements.should": ["racks"], "requirements.racks": None}, "but not required"),
        ({"requirements.should": ["price"]}, "should"),
    ],
)
def test_a_wrong_class_is_said(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        edited(load_scenario(PRICED), changes)


def test_inputs_are_counted_by_how_they_are_known() -> None:
    results = evaluate(load_scenario(PRICED))
    known = counts(results)
    assert known["assumed"] == sum(p.status == "assumed" for _, p in judged(results))
    assert known["default"] > 10
    text = next(
        str(cell.value)
        for row in sheet_of({})[SUMMARY].iter_rows()
        for cell in row
        if str(cell.value).startswith("Inputs:")
    )
    assert f"{known['default']} default values" in text
