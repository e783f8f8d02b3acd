"""What a workbook looks up by the key of a part, and what becomes of prices in other currencies."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from xlsxwriter.utility import xl_col_to_name

from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from report.sheets import BILL, BILL_KEY, PARTS, PRICE_DAY, ROW_IN_PARTS, SUMMARY
from report.workbook import build
from tests.report.books import PRICED, differences, saved, without_assumptions

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FLASH, OTHER = "hpe-sas-mixed-use-3840gb", "hpe-sas-write-intensive-800gb"
ALIKE = {
    "tiers.0.drives": {"part": FLASH, "per_server": 14},
    "tiers.0.cache.part": FLASH,
    "tiers.0.cache.alternatives": [FLASH, OTHER],
    "tiers.0.cache.capacity": None,
}


def results_of(name: str, changes: dict[str, Any]) -> Results:
    return evaluate(edited(load_scenario(SCENARIOS / f"{name}.yaml"), changes))


def opened(data: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data))


def test_drives_and_cache_of_one_part_have_their_own_lines():
    """What is looked up of drives follows the key of drives, that of the cache its own."""
    results = results_of("lcpq", ALIKE)
    data, _, cells = build(results)
    workbook, tier = opened(data), "site/tiers:beegfs"
    found = 0
    for name in (item.name for item in results.plan.instances[tier].book):
        known = results.plan.provenance.get((tier, name))
        if known is None or known.part != FLASH:
            continue
        cell = cells[tier, name]
        formula = str(workbook[cell.sheet].cell(cell.row + 1, cell.column + 1).value)
        line = "cache" if name.startswith("cache") else "drives"
        row = cells[f"{tier}/lines:{line}", "line_count"].row + 1
        assert f"'{BILL}'!{xl_col_to_name(ROW_IN_PARTS)}{row})" in formula, name
        found += 1
    assert found > 5


@pytest.mark.office
def test_another_cache_leaves_the_drives_as_they_are(tmp_path, recalculate):
    """Only the cache changes where its key does, though the drives were of the same part."""
    data, _, cells = build(results_of("lcpq", ALIKE))
    workbook = opened(data)
    row = cells["site/tiers:beegfs/lines:cache", "line_count"].row
    workbook[BILL].cell(row + 1, BILL_KEY + 1).value = OTHER
    file = tmp_path / "cache.xlsx"
    file.write_bytes(saved(workbook))
    _, numbers, _ = build(results_of("lcpq", ALIKE | {"tiers.0.cache.part": OTHER}))
    assert not differences(recalculate(file), without_assumptions(numbers))


NO_RATE = {
    "economics.exchange": {},
    "tiers.0.adapters.price": None,
    "tiers.0.drives.part": "seagate-exos-x24-24tb",
}
RATE = 0.75


def rate_of(workbook: openpyxl.Workbook, currency: str) -> Any:
    """The cell of a currency's rate."""
    return next(row[1] for row in workbook[PARTS].iter_rows() if row[0].value == currency)


def test_a_price_without_a_rate_says_so():
    """The rate is there to be typed, the price is looked up, and its source is shown."""
    results = evaluate(edited(load_scenario(PRICED), NO_RATE))
    data, _, cells = build(results)
    workbook = opened(data)
    assert rate_of(workbook, "USD").value == "=NA()"
    price = cells["site/tiers:data/lines:drives", "unit_price"]
    cell = workbook[price.sheet].cell(price.row + 1, price.column + 1)
    assert "NA(),INDEX(Parts!" in str(cell.value)
    row = next(r for r in workbook[PARTS].iter_rows() if r[0].value == "seagate-exos-x24-24tb")
    texts = " ".join(str(cell.value) for cell in row)
    assert '"Public list of drive prices and specifications, 2026-08-04"' in texts
    assert '"USD 658.00; Shop: SHI; confidence medium"' in texts


@pytest.mark.office
def test_a_rate_that_is_typed_brings_prices(tmp_path, recalculate_all):
    """Prices seen and prices stated follow a rate, one that was unknown and one that was not."""
    rate = {"economics.exchange": {"USD": {"rate": RATE, "date": "2026-08-01"}}}
    in_dollars = {"economics.energy_price": "0.25 USD/kWh", "economics.staff_cost": "1 USD/year"}
    files, expected = [], []
    for name, before in (("unknown", NO_RATE), ("known", in_dollars)):
        scenario = edited(load_scenario(PRICED), before)
        workbook = opened(build(evaluate(scenario))[0])
        rate_of(workbook, "USD").value = RATE
        file = tmp_path / f"{name}.xlsx"
        file.write_bytes(saved(workbook))
        files.append(file)
        expected.append(build(evaluate(edited(scenario, rate)))[1])
    for file, numbers in zip(recalculate_all(files), expected, strict=True):
        assert not differences(file, without_assumptions(numbers))


def shown(sheet: Any, label: str) -> Any:
    """What stands beside a label."""
    return next(row[1].value for row in sheet.iter_rows() if row[0].value == label)


DATED = {"economics.price_date": "2027-06-30", "tiers.0.drives.part": "seagate-exos-x24-24tb"}


def test_days_of_prices_are_said_by_their_names():
    """The day up to which prices count isn't the day that one was seen on."""
    data, _, cells = build(evaluate(edited(load_scenario(PRICED), DATED)))
    workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    summary = workbook[SUMMARY]
    days = {
        label: shown(summary, label).date()
        for label in ("Prices count if seen by", "Oldest price looked up", "Newest price looked up")
    }
    assert [str(day) for day in days.values()] == ["2027-06-30", "2026-08-04", "2026-12-31"]
    row = cells["site/tiers:data/lines:drives", "line_count"].row + 1
    assert str(workbook[BILL].cell(row, PRICE_DAY + 1).value.date()) == "2026-08-04"


@pytest.mark.office
def test_days_of_prices_follow_the_keys(tmp_path, recalculate):
    """Another drive has its own price, seen on its own day; one without a price has none."""
    scenario = edited(load_scenario(PRICED), DATED)
    _, _, cells = build(evaluate(scenario))
    other = {"tiers.0.drives.part": "seagate-st10000nm0096"}
    _, numbers, _ = build(evaluate(edited(scenario, other)))
    workbook = opened(build(evaluate(scenario))[0])
    row = cells["site/tiers:data/lines:drives", "line_count"].row + 1
    workbook[BILL].cell(row, BILL_KEY + 1).value = other["tiers.0.drives.part"]
    file = tmp_path / "days.xlsx"
    file.write_bytes(saved(workbook))
    calculated = recalculate(file)
    assert not differences(calculated, without_assumptions(numbers))
    summary = openpyxl.load_workbook(calculated, data_only=True)[SUMMARY]
    assert str(shown(summary, "Oldest price looked up")).startswith("2018-12-31")
