"""A workbook whose prices follow quotes by quantity and estimates says what the model says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from model.answers.counted_prices import counted
from model.answers.summary import headline
from model.units.figures import THIN
from report.workbook.sheets import OWN_PRICE, PARTS, PRICES, SUMMARY, Cell
from report.workbook.texts import RATES
from report.workbook.workbook import build
from tests.office import Sheets
from tests.prices.quoted import DRIVE, DRIVES, planned, quote
from tests.report.books import differences, sheet_of, shown, typed

STEPS = [
    {"part": DRIVE, "price": 714},
    {"part": DRIVE, "from": 500, "price": 690.20, "discount": "10 %"},
    {"part": DRIVE, "from": 1000, "price": 595},
]
ON = {"estimates": True}


@pytest.mark.office
def test_prices_by_quantity_and_estimates_are_alive(
    tmp_path: Path, compute: Callable[[dict[str, bytes]], dict[str, Sheets]]
) -> None:
    """672 drives cost 522 EUR net each; twice the blocks reach the step from 1,000 on."""
    offered = quote(lines=STEPS, taxes="gross", vat_rate="19 %", currency="USD")
    without = {"servers__price": None, "processors__price": None, "network__price": None}
    results = planned(tmp_path, (offered,), economics=ON, **without)
    assert results[DRIVES, "unit_price"] == pytest.approx(522 * 0.9)
    data, numbers, cells = build(results, spoiled=True)
    more = typed(build(results)[0], {cells["site/tiers:data", "blocks"]: 8})
    first, second = compute({"spoiled": data, "more": more}).values()
    assert not differences(first, numbers)
    told = headline(results).replace("`", "").replace(THIN, ",")
    assert shown(first, Cell(SUMMARY, 1, 0)) == told
    assert shown(second, cells[DRIVES, "unit_price"]) == pytest.approx(500 * 0.9)


def test_a_quoted_part_has_its_day_and_no_cell_to_type_into(tmp_path: Path) -> None:
    """A quote goes before what a buyer types; its day is a number, as nothing may change it."""
    results = planned(tmp_path, (quote(lines=STEPS, currency="USD"),))
    data, _, _ = build(results)
    parts, prices = (sheet_of(data, name, data_only=True) for name in (PARTS, PRICES))
    heads = {str(cell.value): cell.column for cell in parts[5]}
    [row] = [cell.row for cell in parts["A"] if cell.value == DRIVE]
    day = parts.cell(row, heads["Price observed on"]).value
    [used] = {one.date for one in (counted(results.plan, results.values, line)
              for line in results.plan.lines if line.part == DRIVE) if one}  # fmt: skip
    assert day.date() == used
    assert parts.cell(row, heads["Price from"]).value == "a quote"
    assert prices.cell(row, OWN_PRICE + 1).protection.locked
    open_rows = [n for n in range(6, prices.max_row + 1)
                 if not prices.cell(n, OWN_PRICE + 1).protection.locked]  # fmt: skip
    assert row not in open_rows
    assert open_rows


def test_a_rate_is_looked_up_among_all_of_them(tmp_path: Path) -> None:
    """Of a price that a buyer types in any currency that has one."""
    rate = {"rate": 0.9, "date": "2026-08-01", "source": "ECB"}
    results = planned(tmp_path, economics={"exchange": {"USD": rate, "GBP": rate, "CHF": rate}})
    data, _, _ = build(results)
    parts = sheet_of(data, PARTS)
    top = next(cell.row for cell in parts["A"] if cell.value == RATES)
    codes = [cell.value for cell in parts["A"][top + 1 :] if cell.value]
    assert sorted(codes) == ["CHF", "GBP", "USD"]
    first, last = top + 2, top + 1 + len(codes)
    spans = {
        (int(one[0]), int(one[1]))
        for row in parts.iter_rows(6, top - 1)
        for cell in row
        for one in re.findall(r"\$?A\$?(\d+):\$?A\$?(\d+)", str(cell.value))
    }
    assert spans == {(first, last)}
