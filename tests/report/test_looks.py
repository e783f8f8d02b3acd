"""What cells look like: what may be typed looks so, what is nobody's wish doesn't."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from xlsxwriter.utility import xl_rowcol_to_cell

from model.answers.results import evaluate
from model.answers.views.requirements import requirements
from model.design.scenario import Scenario, edited, load_scenario
from model.engine.quantity import Input
from report.workbook.sheets import ASSUMPTIONS, BILL, BILL_KEY, PARTS, SUMMARY
from report.workbook.tables import has_entry
from report.workbook.workbook import build
from tests.report.books import FILES, PRICED, built, opened, results_of

FLASH = "hpe-sas-mixed-use-3840gb"
YELLOW = "FFFFF6D6"


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_may_be_typed_looks_so(file: Path) -> None:
    """An input is yellow, an unknown one orange; constants and years' numbers aren't."""
    results, workbook, cells = results_of(file), opened(file), built(file)[2]
    for sheet in workbook.worksheets:
        for rules in sheet.conditional_formatting:
            typed = [sheet[part] for part in str(rules.sqref).split()]
            for rule in rules.rules:
                if "ISNA" in str(rule.formula) and rule.dxf.fill is not None:
                    assert {cell.fill.fgColor.rgb for cell in typed} == {YELLOW}
    wished = fixed = 0
    for address, at in cells.items():
        item = results.item(*address)
        if not isinstance(item, Input) or has_entry(item):
            continue
        cell = workbook[at.sheet].cell(at.row + 1, at.column + 1)
        is_yellow = cell.fill.fgColor.rgb == YELLOW
        if item.constant:
            fixed += 1
            assert not is_yellow, address
        elif "INDEX(" not in str(cell.value):
            wished += 1
            assert is_yellow, address
    assert wished > 20
    assert fixed > 2
    assert results.item("site/years:year 0", "year_index").constant  # type: ignore[union-attr]


@pytest.mark.long
def test_a_drop_down_says_what_it_offers() -> None:
    """Vendor, size and price beside the key; flash in place of disks, too, if no checkpoints wear
    it.
    """
    for changes in ({}, {"economics.price_date": None}):
        texts = offered(edited(load_scenario(PRICED), changes))
        assert len(texts) > 1
        assert not any(FLASH in text for text in texts), changes
    dated = offered(edited(load_scenario(PRICED), {"checkpoint": None}))
    assert any(text.startswith(f"{FLASH}: 3.84 TB") for text in dated)
    both = {"checkpoint": None, "economics.price_date": None}
    texts = offered(edited(load_scenario(PRICED), both))
    disk = "seagate-exos-x24-24tb: 24 TB, 1 port, 592.2 EUR, Seagate Exos X24 24 TB SATA"
    assert disk in texts
    assert any(text.startswith(f"{FLASH}: 3.84 TB, price unknown") for text in texts)
    assert all(": " in text and ("EUR" in text or "price unknown" in text) for text in texts)


def offered(scenario: Scenario) -> list[str]:
    """What the drop-down of the drives' line offers."""
    data, _, cells = build(evaluate(scenario))
    workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    row = cells["site/tiers:data/lines:drives", "line_count"].row + 1
    rules = workbook[BILL].data_validations.dataValidation
    (source,) = [
        rule.formula1
        for rule in rules
        if xl_rowcol_to_cell(row - 1, BILL_KEY) in str(rule.sqref).split()
    ]
    _, _, span = source.partition("!")
    return [str(line[0].value) for line in workbook[PARTS][span.replace("$", "")]]


def test_assumptions_say_what_stays_as_it_was() -> None:
    """Values are live; why they are as they are is told as of the day of the export."""
    assert "those at export" in str(opened(PRICED)[ASSUMPTIONS]["A2"].value)


def test_each_column_has_its_head() -> None:
    """Of the requirements, one beside the other; what is asked stands in the first column.

    Likely ranges stand beside the figures below.
    """
    view, sheet = requirements(results_of(PRICED)), opened(PRICED, data_only=True)[SUMMARY]
    view = view.only(*(column.key for column in view.columns if column.key != "likely"))
    row = next(row for row in sheet.iter_rows(values_only=True) if row[0] == view.head)
    heads = [str(text) for text in row[1 : 1 + len(view.columns)]]
    assert [head.partition(",")[0] for head in heads] == [
        c.head.partition(",")[0] for c in view.columns
    ]
    assert not any(row[1 + len(view.columns) :])


def test_a_head_names_the_unit_of_its_own_column() -> None:
    """Money stands in the columns of prices and costs, and in no other."""
    top = min(at.row for (path, _), at in built(PRICED)[2].items() if "/lines:" in path)
    heads = [cell.value for cell in opened(PRICED)[BILL][top]]
    assert [head for head in heads if head and head.endswith(", EUR")] == [
        "Unit price, EUR",
        "Net unit price, EUR",
        "Cost, EUR",
    ]
    assert "Pieces" in heads
