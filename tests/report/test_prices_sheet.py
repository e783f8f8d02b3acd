"""The column of prices that a buyer types into: it wins, all follows, and it is a price book."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest
import yaml
from openpyxl.worksheet.worksheet import Worksheet

from model.answers.results import Results, evaluate
from model.engine.tree import Address
from model.planning.loading import load_scenario
from report.workbook.prices_sheet import HEADS
from report.workbook.sheets import BILL, PRICES, Cell
from report.workbook.workbook import build
from tests.report.books import SCENARIOS, differences, results_of, sheet_of, shown, typed

SCRATCH = SCENARIOS / "templates/flash-scratch.yaml"
TYPED = {
    "dell-r7625": (15_000.0, "EUR"),
    "kioxia-cd8-r-15360gb": (2_000.0, "USD"),
}
"""An estimate of a class, which covers processors and memory, and a price that was seen."""
SITE = (
    "capital_cost", "known_capital_cost", "unknown_equipment_cost", "low_capital_cost",
    "high_capital_cost", "estimated_capital_cost", "estimated_lines",
)  # fmt: skip


@cache
def planned(book: bytes | None = None) -> Results:
    data = yaml.safe_load(SCRATCH.read_text(encoding="utf-8"))
    if book is not None:
        data["economics"]["price_books"] = ["plan.xlsx"]
    files = {} if book is None else {"plan.xlsx": book}
    return evaluate(load_scenario("scratch.yaml", yaml.safe_dump(data), files=files))


@cache
def built() -> tuple[bytes, dict[Address, Cell]]:
    """The workbook as it is exported, and where its figures stand; nobody may change that."""
    data, _, cells = build(planned())
    return data, cells


@cache
def sheet() -> Worksheet:
    """Its column of prices; read only."""
    return sheet_of(built()[0], PRICES)


def with_prices(prices: dict[str, tuple[float, str]]) -> bytes:
    """The plan's workbook, with prices typed into the column."""
    entries = {}
    for at, row in enumerate(sheet().iter_rows(min_row=6, values_only=True), 5):
        if (part := row[HEADS.index("part")]) in prices:
            price, currency = prices[str(part)]
            said = {"date": datetime.date(2026, 11, 1), "source": "a call"}
            for head, value in {"price": price, "currency": currency, **said}.items():
                entries[Cell(PRICES, at, HEADS.index(head))] = value
    return typed(built()[0], entries)


@pytest.mark.office
def test_a_typed_price_goes_before_the_look_up_and_reads_back(compute: Any) -> None:
    """The sheet says what the plan says that names the workbook as a price book."""
    book = with_prices(TYPED)
    after = planned(book)
    _, cells = built()
    sheets = compute({"plan": book})["plan"]
    assert after["site/tiers:scratch/lines:servers", "unit_price"] == 15_000
    for name in SITE:
        got = shown(sheets, cells["site", name])
        wanted = after["site", name]
        assert (got == "#N/A") if wanted is None else got == pytest.approx(wanted), name
    assert after["site", "estimated_lines"] < planned()["site", "estimated_lines"]


@pytest.mark.office
def test_all_that_may_be_typed_counts_and_reads_back(compute: Any) -> None:
    """Whatever was estimated, assumed, seen or unknown: all cells are the plan's that reads it."""
    file = SCENARIOS / "templates/project-space.yaml"
    data, _, cells = build(results_of(file))
    sheet = sheet_of(data, PRICES)
    entries: dict[Cell, float | str | datetime.date] = {}
    names = set()
    for at, row in enumerate(sheet.iter_rows(min_row=6), 5):
        if not row[HEADS.index("price")].protection.locked:
            said = {"price": 100.25 + at, "date": datetime.date(2026, 11, 1), "source": "a call"}
            entries |= {Cell(PRICES, at, HEADS.index(head)): said[head] for head in said}
            names |= {row[0].value or row[2].value}
    assert {"wd-data102", "network cables", "power cords", "installation", "dell-r7625"} <= names
    assert "mellanox-mcx653105a-hdat" in names  # published, and said in the scenario
    book = typed(data, entries)
    named = yaml.safe_load(file.read_text(encoding="utf-8"))
    named["economics"]["price_books"] = ["plan.xlsx"]
    text = yaml.safe_dump(named)
    after = evaluate(load_scenario("space.yaml", text, files={"plan.xlsx": book}))
    assert after["site", "assumed_lines"] == 0
    wanted = {cell: after[address] for address, cell in cells.items()}
    assert not differences(compute({"plan": book})["plan"], wanted)


@pytest.mark.office
def test_what_a_quote_of_servers_includes_costs_nothing_in_the_sheet(compute: Any) -> None:
    """Whatever is typed of memory: the price of the servers has it inside."""
    data = yaml.safe_load(SCRATCH.read_text(encoding="utf-8"))
    data["economics"]["quotes"] = ["quote.yaml"]
    lines = [{"part": "dell-r7625", "price": 31_000}]
    offer = {"schema": "ostimate.quote/1", "number": "Q-1", "vendor": "V", "date": "2026-11-02",
             "currency": "EUR", "taxes": "net", "includes": "processors, memory",
             "lines": lines}  # fmt: skip
    files = {"quote.yaml": yaml.safe_dump(offer).encode()}
    results = evaluate(load_scenario("scratch.yaml", yaml.safe_dump(data), files=files))
    book, _, cells = build(results)
    assert results["site/tiers:scratch/lines:memory", "line_cost"] == 0
    wanted = {cell: results[address] for address, cell in cells.items()}
    assert not differences(compute({"plan": book})["plan"], wanted)


def test_what_a_typed_price_includes_reads_back_into_the_price_alone() -> None:
    """Processors and memory then cost nothing; the design is as it was."""
    at = {row[0]: n for n, row in enumerate(sheet().iter_rows(min_row=6, values_only=True), 5)}
    said = {"price": 31_000.0, "currency": "EUR", "date": datetime.date(2026, 11, 1)}
    said["includes"] = "processors, memory"
    cells = {Cell(PRICES, at["dell-r7625"], HEADS.index(head)): said[head] for head in said}
    book = typed(built()[0], cells)
    before, after = planned(), planned(book)
    assert after.plan.scenario.tiers == before.plan.scenario.tiers
    for role in ("processors", "memory"):
        line = f"site/tiers:scratch/lines:{role}"
        assert after[line, "line_cost"] == 0
        because = after.plan.provenance[line, "unit_price"].because
        assert because.startswith("in the price of")
    assert after["site/tiers:scratch/lines:servers", "unit_price"] == 31_000


@pytest.mark.office
def test_no_price_is_not_called_that_of_another_part(compute: Any) -> None:
    """The cache of LCPQ has other figures than its part, of which nobody saw a price."""
    results = results_of(SCENARIOS / "lcpq.yaml")
    data, _, _ = build(results)
    shown_bill = compute({"plan": data})["plan"][BILL]
    texts = [str(cell) for row in shown_bill for cell in row]
    assert sum(text.startswith("no price observed by the price date: ") for text in texts) > 3
    assert not [text for text in texts if "of another" in text]


def test_the_sheet_holds_values_alone() -> None:
    """So that it can be read: a price list with formulas is refused."""
    texts = [cell.value for row in sheet().iter_rows() for cell in row if cell.value is not None]
    assert len(texts) > 60
    assert not [text for text in texts if isinstance(text, str) and text.startswith("=")]
    assert not sheet().merged_cells.ranges


def test_a_quote_stays_before_what_is_typed() -> None:
    """A row of a part that a quote counts for can't be typed into."""
    data = yaml.safe_load(SCRATCH.read_text(encoding="utf-8"))
    data["economics"]["quotes"] = ["quote.yaml"]
    lines = [{"part": "dell-r7625", "price": 9000}]
    offer = {"schema": "ostimate.quote/1", "number": "Q-1", "vendor": "V", "date": "2026-11-02",
             "currency": "EUR", "taxes": "net", "lines": lines}  # fmt: skip
    files = {"quote.yaml": yaml.safe_dump(offer).encode()}
    results = evaluate(load_scenario("scratch.yaml", yaml.safe_dump(data), files=files))
    sheet = sheet_of(build(results)[0], PRICES)
    rows = {row[0].value: row for row in sheet.iter_rows(min_row=6)}
    at = HEADS.index("price")
    assert rows["dell-r7625"][at].protection.locked
    assert not rows["kioxia-cd8-r-15360gb"][at].protection.locked
