"""What a workbook looks up by the key of a part, and what becomes of prices in other currencies."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from report.workbook.sheets import BILL, BILL_KEY, PARTS, PRICE_DAY, ROW_IN_PARTS, SUMMARY, Cell
from report.workbook.workbook import build
from tests.office import Sheets
from tests.report.books import PRICED, differences, typed, without_assumptions

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


def with_key(results: Results, line: str, key: str) -> bytes:
    """The workbook of these results, in which another part was chosen."""
    data, _, cells = build(results)
    return typed(data, {Cell(BILL, cells[line, "line_count"].row, BILL_KEY): key})


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
        row = cells[f"{tier}/lines:{line}", "line_count"].row
        assert f",{Cell(BILL, row, ROW_IN_PARTS).seen_from(cell.sheet)})" in formula, name
        found += 1
    assert found > 5


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


def beside(sheet: Iterable[Any], label: str) -> Any:
    """What stands beside a label."""
    return next(row[1] for row in sheet if row[0] == label)


DATED = {"economics.price_date": "2027-06-30", "tiers.0.drives.part": "seagate-exos-x24-24tb"}


def test_days_of_prices_are_said_by_their_names():
    """The day up to which prices count isn't the day that one was seen on."""
    data, _, cells = build(evaluate(edited(load_scenario(PRICED), DATED)))
    workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    summary = workbook[SUMMARY]
    days = {
        label: beside(summary.values, label).date()
        for label in ("Price date", "Date of the oldest price", "Date of the newest price")
    }
    assert [str(day) for day in days.values()] == ["2027-06-30", "2026-08-04", "2026-12-31"]
    row = cells["site/tiers:data/lines:drives", "line_count"].row + 1
    assert str(workbook[BILL].cell(row, PRICE_DAY + 1).value.date()) == "2026-08-04"


RATED = {"economics.exchange": {"USD": {"rate": RATE, "date": "2026-08-01"}}}
BEFORE = {
    "unknown": NO_RATE,
    "known": {"economics.energy_price": "0.25 USD/kWh", "economics.staff_cost": "1 USD/year"},
}
"""Prices whose rate is typed: one that was unknown, and one that was not."""
PRICED_FLASH = "samsung-pm9a3-3840gb"
LATER = [
    ("site/tiers:data", "known_disk_cost"),
    ("site/tiers:data", "known_flash_cost"),
    ("site/tiers:data", "flash_cost_share"),
    ("site/timings:later", "later_purchase_cost"),
    ("site/timings:later", "cheap_purchase_cost"),
]
NEVER_SEEN = "seagate-st10000nm0096"


def of_disks(part: str | None = None) -> Results:
    """Plan disks with dated prices, of which flash is an alternative; or another part itself."""
    changes: dict[str, Any] = {
        "checkpoint": None,
        "machine": None,
        "requirements.write_bandwidth": None,
        "tiers.0.drives.alternatives": ["seagate-exos-x24-24tb", PRICED_FLASH],
        **dict.fromkeys(("tiers.0.drives.power", "tiers.0.drives.weight", "tiers.0.drives.ports")),
    }
    changes |= {"tiers.0.drives.part": part} if part else {}
    return evaluate(edited(load_scenario(PRICED), changes))


@pytest.fixture(scope="module")
def recalculated(compute: Callable[[dict[str, bytes]], dict[str, Sheets]]) -> dict[str, Sheets]:
    """What is chosen and typed in the tests below, computed anew by one start of LibreOffice."""
    contents = {
        "cache": with_key(results_of("lcpq", ALIKE), "site/tiers:beegfs/lines:cache", OTHER)
    }
    for name, before in BEFORE.items():
        data, _, _ = build(evaluate(edited(load_scenario(PRICED), before)))
        rate = rate_of(opened(data), "USD")
        contents[name] = typed(data, {Cell(PARTS, rate.row - 1, rate.column - 1): RATE})
    dated = evaluate(edited(load_scenario(PRICED), DATED))
    contents["flash"] = with_key(of_disks(), "site/tiers:data/lines:drives", PRICED_FLASH)
    contents["days"] = with_key(dated, "site/tiers:data/lines:drives", NEVER_SEEN)
    return compute(contents)


@pytest.mark.long
@pytest.mark.office
def test_another_cache_leaves_the_drives_as_they_are(recalculated):
    """Only the cache changes where its key does, though the drives were of the same part."""
    _, numbers, _ = build(results_of("lcpq", ALIKE | {"tiers.0.cache.part": OTHER}))
    assert not differences(recalculated["cache"], without_assumptions(numbers))


@pytest.mark.office
@pytest.mark.parametrize("name", BEFORE)
def test_a_rate_that_is_typed_brings_prices(name, recalculated):
    """Prices seen and prices stated follow a rate, one that was unknown and one that was not."""
    scenario = edited(load_scenario(PRICED), BEFORE[name])
    numbers = build(evaluate(edited(scenario, RATED)))[1]
    assert not differences(recalculated[name], without_assumptions(numbers))


@pytest.mark.office
def test_days_of_prices_follow_the_keys(recalculated):
    """Another drive has its own price, seen on its own day; one without a price has none."""
    scenario = edited(load_scenario(PRICED), DATED)
    _, numbers, _ = build(evaluate(edited(scenario, {"tiers.0.drives.part": NEVER_SEEN})))
    assert not differences(recalculated["days"], without_assumptions(numbers))
    oldest = beside(recalculated["days"][SUMMARY], "Date of the oldest price")
    assert str(oldest).startswith("2018-12-31")


@pytest.mark.office
def test_flash_may_be_chosen_in_place_of_disks_where_prices_are_dated(recalculated):
    """Later prices of what it costs then follow the path of flash, not that of disks."""
    before, after = of_disks(), of_disks(PRICED_FLASH)
    known = ("site/tiers:data", "known_flash_cost")
    assert (before[known], after[known]) == (0, after["site/tiers:data/lines:drives", "line_cost"])
    _, numbers, cells = build(after)
    later = {cells[at]: numbers[cells[at]] for at in LATER}
    assert not differences(recalculated["flash"], later)
