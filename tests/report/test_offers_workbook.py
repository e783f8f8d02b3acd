"""A workbook whose prices follow quotes by quantity and estimates says what the model says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model.answers.summary import headline
from model.units.figures import THIN
from report.workbook.sheets import SUMMARY, Cell
from report.workbook.workbook import build
from tests.office import Sheets
from tests.prices.quoted import DRIVE, DRIVES, planned, quote
from tests.report.books import differences, shown, typed

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
