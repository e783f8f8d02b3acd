"""Ranges on the performance sheet: values of a procedure that say when they are out of date."""

from __future__ import annotations

from typing import Any

import pytest
from openpyxl.utils import get_column_letter

from model.answers.ranges import GROSS, likely, range_of, ranges
from model.answers.views.bandwidth_table import bandwidths
from report.workbook.chain_rows import TOP
from report.workbook.sheets import PERFORMANCE, SUMMARY, Cell
from report.workbook.texts import NOT_RECALCULATED
from tests.report.books import BURST, PRICED, SCENARIOS, built, opened, results_of, shown, typed

ASTRA, TIER = SCENARIOS / "astra.yaml", "site/tiers:scratch"
LOW, HIGH = 2, 3


def test_each_tier_has_its_range_with_the_procedure_beside_it() -> None:
    results, sheet = results_of(ASTRA), opened(ASTRA, data_only=True)[PERFORMANCE]
    assert [row.label for row in bandwidths(results).rows] == ["scratch: read", "scratch: write"]
    for row, way in enumerate(("read", "write"), TOP + 3):
        found = range_of(results, TIER, f"{way}_bandwidth")
        assert found == (sheet.cell(row, LOW + 1).value, sheet.cell(row, HIGH + 1).value)
        comment = opened(ASTRA)[PERFORMANCE].cell(row, LOW + 1).comment
        assert comment is not None
        assert "model/answers/ranges.py" in comment.text


def test_the_summary_has_ranges_and_chances_on_paper() -> None:
    """The range stands beside the expected value; the column of chances is printed."""
    results, sheet = results_of(ASTRA), opened(ASTRA, data_only=True)[SUMMARY]
    rows = {row[0].value: row for row in sheet.iter_rows()}
    for way in ("read", "write"):
        text = likely(results, "site", f"{way}_bandwidth")
        assert rows[f"{way.capitalize()} bandwidth"][2].value == text
    heads = [cell.value for cell in rows["Requirement"]]
    column = heads.index("Chance")
    chance = ranges(results).chances["checkpoint_bandwidth"].text
    assert rows["Write bandwidth for checkpoints"][column].value == chance
    last = str(sheet.print_area).partition(":$")[2].partition("$")[0]
    assert last == get_column_letter(column + 1)


def test_the_summary_says_which_range_of_the_purchase_to_go_by() -> None:
    """The likely one stands beside the purchase; what all low or high prices come to says so."""
    file = SCENARIOS / "templates/flash-scratch.yaml"
    results, sheet = results_of(file), opened(file, data_only=True)[SUMMARY]
    rows = {row[0].value: [cell.value for cell in row] for row in sheet.iter_rows()}
    for label, name in (("Capital cost", "capital_cost"), ("Gross capital cost", GROSS[1])):
        assert rows[label][2] == likely(results, "site", name)
        assert str(rows[label][2]).startswith("likely ")
    for end in ("low", "high"):
        _, value, text, *_ = rows[f"Purchase at all {end} prices"]
        assert value == results["site", f"{end}_capital_cost"]
        assert text == f"with every known price at its {end} end at once: not a likely purchase"
    assert "Low capital cost" not in rows


def test_several_data_tiers_have_one_together() -> None:
    labels = [row.label for row in bandwidths(results_of(BURST)).rows]
    assert labels[-2:] == ["all data tiers: read", "all data tiers: write"]
    priced = [row.label for row in bandwidths(results_of(PRICED)).rows]
    assert not any("all" in label for label in priced)


@pytest.mark.long
@pytest.mark.office
def test_a_range_holds_until_something_that_it_rests_on_changes(compute: Any) -> None:
    """A stage that isn't the least leaves the expected value, but not the range."""
    data, numbers, cells = built(ASTRA)
    ends = {(way, end): Cell(PERFORMANCE, TOP + 2 + n, end)
            for n, way in enumerate(("read", "write")) for end in (LOW, HIGH)}  # fmt: skip
    slots, price = cells[TIER, "own_nic_pcie_read_delivery"], cells["site", "vat_rate"]
    changes = {"nothing": {}, "tax": {price: 0.1}, "slots": {slots: 0.7}}
    found = compute({name: typed(data, values) for name, values in changes.items()})
    for name, sheets in found.items():
        for (way, _), cell in ends.items():
            stale = name == "slots" and way == "read"
            value = shown(sheets, cell)
            assert value == (NOT_RECALCULATED if stale else pytest.approx(numbers[cell]))
        expected = cells[TIER, "read_bandwidth"]
        assert shown(sheets, expected) == pytest.approx(numbers[expected])
