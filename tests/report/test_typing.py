"""What people may type into a workbook, what they may not, and what its cells are called."""

from __future__ import annotations

import pytest

from model.design.limits import bounds
from model.engine.quantity import Input
from report.workbook.sheets import has_entry
from report.workbook.workbook import build
from tests.report.books import FILES, PRICED, SCENARIOS, built, opened, results_of, sheet_of

FREE = ("FFFFF6D6", "FF4A6B2A")
"""The fill of what is typed, and the letters of what is looked up."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_inputs_and_what_is_looked_up_may_be_typed_over(file) -> None:
    """Every other cell is protected, on every sheet, without a password."""
    free = 0
    for sheet in opened(file).worksheets:
        assert sheet.protection.sheet
        assert sheet.protection.password is None
        for row in sheet.iter_rows():
            for cell in row:
                looks = cell.fill.fgColor.rgb, cell.font.color.rgb if cell.font.color else ""
                is_free = looks[0] == FREE[0] or looks[1] == FREE[1]
                assert cell.protection.locked is not is_free, f"{sheet.title}: {cell.coordinate}"
                free += is_free
    assert free > 20


def rules(file, address) -> list:
    """The rules of what may be typed into the cell of an input."""
    at = built(file)[2][address]
    sheet = opened(file)[at.sheet]
    name = sheet.cell(at.row + 1, at.column + 1).coordinate
    return [r for r in sheet.data_validations.dataValidation if name in r.sqref]


def test_a_cell_takes_what_the_schema_takes() -> None:
    """A share from 0 to 1, a count of one at least, a rate above nothing."""
    (share,) = rules(PRICED, ("site/tiers:data", "fill_limit"))
    assert (share.type, share.operator) == ("decimal", "between" if share.operator else None)
    assert (float(share.formula1), float(share.formula2)) == (0.0, 1.0)
    (count,) = rules(PRICED, ("site/tiers:data", "blocks"))
    assert (count.type, int(count.formula1)) == ("whole", 1)
    assert count.error.startswith("Blocks: enter a whole number of at least 1 and at most ")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_figure_that_is_typed_has_its_bounds(file) -> None:
    """Wherever the schema says what an input may be, and no data sheet gives it."""
    results, cells, checked = results_of(file), built(file)[2], 0
    for path, name in cells:
        item, known = results.item(path, name), results.plan.provenance.get((path, name))
        if not isinstance(item, Input) or item.constant or has_entry(item) or name not in bounds():
            continue
        is_money = item.unit.startswith("currency")
        if not (known and known.part) and not is_money:
            assert rules(file, (path, name)), f"{path}: {name}"
            checked += 1
    assert checked > 3


def test_cells_of_site_and_tiers_have_names() -> None:
    """An input and a result, by tier and figure."""
    for file, tier in ((PRICED, "data"), (SCENARIOS / "beluga.yaml", "project")):
        names, cells = opened(file).defined_names, built(file)[2]
        for figure in ("blocks", "usable_capacity"):
            at = cells[f"site/tiers:{tier}", figure]
            assert names[f"{tier}.{figure}"].attr_text == at.fixed()
        assert names["site.usable_capacity"].attr_text == cells["site", "usable_capacity"].fixed()


def test_constants_come_last_and_fold() -> None:
    """What nobody changes stands below what counts, in a group of rows."""
    results, cells = results_of(PRICED), built(PRICED)[2]
    sheet, folded = opened(PRICED)["Capacity"], 0
    places = ((address, at) for address, at in cells.items() if at.sheet == "Capacity")
    rows = {at.row: results.item(*address) for address, at in places}
    for row, item in rows.items():
        is_constant = isinstance(item, Input) and item.constant
        assert (sheet.row_dimensions[row + 1].outlineLevel == 1) is is_constant
        folded += is_constant
    assert folded > 3


def test_a_workbook_is_as_old_as_its_prices() -> None:
    day = results_of(PRICED).plan.scenario.economics.price_date
    assert opened(PRICED).properties.created.date() == day


def test_prices_are_shown_to_the_cent() -> None:
    """592.20 EUR, and 397,958.40 EUR for all; a currency without cents has none."""
    cells = built(PRICED)[2]
    for figure in ("unit_price", "net_unit_price", "line_cost"):
        at = cells["site/tiers:data/lines:drives", figure]
        cell = opened(PRICED)[at.sheet].cell(at.row + 1, at.column + 1)
        assert cell.number_format == "#,##0.00"
    rates = {code: {"rate": 160, "date": "2026-08-01"} for code in ("EUR", "USD")}
    results = results_of(PRICED, {"economics.currency": "JPY", "economics.exchange": rates})
    data, _, cells = build(results)
    at = cells["site/tiers:data/lines:drives", "line_cost"]
    sheet = sheet_of(data, at.sheet)
    assert sheet.cell(at.row + 1, at.column + 1).number_format == "#,##0"
