"""How old prices are, and which is least certain: in warning, sentence and sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import edited, evaluate, load_scenario
from model.answers.summary import headline
from model.answers.uncertainty import uncertain
from model.answers.views.bill import price_source
from model.answers.views.price_tables import prices
from model.parts.price_ages import age_of_kind, confidences
from model.parts.price_layers import layer
from report.workbook.workbook import build
from tests.prices.quoted import DRIVE, DRIVES, planned, quote

OLD = "Broadcom 9300-8e"


def test_a_price_of_2013_in_a_plan_of_2026_is_said(tmp_path: Path) -> None:
    """The adapter counts with what was seen then; its age warns, and is in the sentence."""
    results = planned(
        tmp_path, adapters__part="broadcom-9300-8e", adapters__price=None, adapters__per_server=2
    )
    [said] = [text for text in results.warnings if "older than" in text]
    assert said.startswith("1 price of other equipment is older than 1 year on 2026-12-31: ")
    assert "(2013-12-31, 13 years old)" in said
    assert OLD.split()[1] in said
    assert "Oldest price: 2013-12-31" in headline(results)


def test_a_stated_price_is_as_old_as_its_source() -> None:
    """Of a source that says a year alone, at least as its last day."""
    base = load_scenario("scenarios/templates/flash-scratch.yaml")
    price = {"value": "2188 USD", "source": "uptime"}  # of 2025
    for day, told in (("2026-12-31", False), ("2027-01-02", True)):
        changes = {"tiers.0.network.price": price, "economics.price_date": day}
        warnings = evaluate(edited(base, changes)).warnings
        assert any("ConnectX-7" in text and "2025-12-31" in text for text in warnings) == told


def test_the_limit_can_be_stated(tmp_path: Path) -> None:
    """Drives were seen on 4 August: 149 days before the price date."""
    limit = {"price_age_limit": "4 months"}
    results = planned(tmp_path, economics=limit)
    assert any("older than" in text and "Exos X24" in text for text in results.warnings)
    assert not any("older than" in text for text in planned(tmp_path).warnings)


def test_prices_age_by_kind() -> None:
    """Flash of 4 August is older than three months in November; disks of that day aren't yet."""
    scratch = load_scenario("scenarios/templates/flash-scratch.yaml")
    results = evaluate(edited(scratch, {"tiers.0.drives.price": None}))
    [text] = [one for one in results.warnings if "flash drives" in one]
    assert "older than 3 months on 2026-11-22: Kioxia CD8-R" in text
    line = "site/tiers:scratch/lines:drives"
    assert any("110 days, older than 3 months" in row.entries for row in prices(results).rows)
    [drives] = [one for one in results.plan.lines if one.path == line]
    assert price_source(results, drives)[1] == "110 days, older than 3 months"
    base = load_scenario("scenarios/templates/project-space.yaml")
    for day, is_old in (("2027-02-02", False), ("2027-02-05", True)):
        warnings = evaluate(edited(base, {"economics.price_date": day})).warnings
        assert any("prices of disks are older than 6 months" in w for w in warnings) == is_old


def test_a_public_price_never_counts_as_certain(tmp_path: Path) -> None:
    """Its range is the wider of its class's, and that of its confidence and age."""
    results = planned(tmp_path)
    [drives] = [one for one in uncertain(results) if (DRIVES, "unit_price") in one.addresses]
    seen, off = 658 * 0.9, next(o for o in confidences() if o.confidence == "medium")
    fallen, risen = age_of_kind("hdd").moved(149)
    assert fallen == pytest.approx(0.9 ** (149 / 182.625))
    assert drives.law.ends[0] <= seen * off.low * fallen
    assert drives.law.ends[1] >= seen * off.high * risen
    assert drives.column == "prices: disks"
    assert "medium confidence, 149 days old" in drives.because


def test_a_quote_or_stated_price_is_certain(tmp_path: Path) -> None:
    for results in (planned(tmp_path, (quote(),)), planned(tmp_path, drives__price="600 EUR")):
        assert not any((DRIVES, "unit_price") in one.addresses for one in uncertain(results))


def test_without_a_price_date_prices_age_up_to_the_newest(tmp_path: Path) -> None:
    results = planned(
        tmp_path,
        adapters__part="broadcom-9300-8e",
        adapters__price=None,
        economics={"price_date": None},
    )
    assert any("on 2026-12-31, the day of the newest price" in text for text in results.warnings)


def test_without_a_price_date_the_newest_observation_counts() -> None:
    """The catalog names the older one first."""
    scenario = load_scenario("scenarios/templates/flash-scratch.yaml")
    changes = {"tiers.0.drives.part": "kioxia-cm7-r-7680gb", "economics.price_date": None}
    price = evaluate(edited(scenario, changes)).plan.prices["site/tiers:scratch/lines:drives"]
    seen = [(str(one.date), one.why_not) for one in price.known if one.layer.name == "public"]
    assert seen == [("2026-07-03", ""), ("2026-03-31", "superseded")]


def test_the_least_certain_price_is_in_the_sentence(tmp_path: Path) -> None:
    """The adapter's listing has no day: low confidence; then the drives' medium, then nothing."""
    assert "Least certain price: NVIDIA (Mellanox) ConnectX-7" in headline(planned(tmp_path))
    stated = planned(tmp_path, network__price="2000 EUR")
    assert "Least certain price: Seagate Exos X24" in headline(stated)
    assert "(medium confidence)" in headline(stated)
    sure = planned(tmp_path, (quote(confidence="high"),), network__price="2000 EUR")
    assert "Least certain" not in headline(sure)


def test_the_bill_says_what_a_price_is_of(tmp_path: Path) -> None:
    """A quote by quantity is a formula in the sheet, and its layer stands beside it."""
    lines = [{"part": DRIVE, "price": 600}, {"part": DRIVE, "from": 500, "price": 580}]
    content, _, cells = build(planned(tmp_path, (quote(lines=lines),)))
    import openpyxl

    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    sheet = openpyxl.load_workbook(path)["Bill of materials"]
    cell = cells["site/tiers:data/lines:drives", "unit_price"]
    assert str(sheet.cell(cell.row + 1, cell.column + 1).value).startswith("=SUM(")
    shown = [str(c.value) for c in sheet[cell.row + 1]]
    assert layer("quote").label in shown
    assert "high" in shown
