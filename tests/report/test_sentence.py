"""The sentence that a plan comes to: the sheet's, computed anew, is the screen's, word for word."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from model.answers.results import evaluate
from model.answers.sentences import Choice, Figure, capitalized, sentence_text
from model.answers.summary import conclusion, headline
from model.design.scenario import edited, load_scenario
from model.units.figures import THIN, show, show_both, turns
from model.units.kinds import UNITS
from report.workbook.live_text import figure as figure_formula
from tests.report.books import BURST, PRICED, SCENARIOS, results_of, tiers

OWNED = """schema: ostimate.scenario/1
name: owned
title: Owned
tiers:
  - name: pool
    file_system: zfs
    owned: true
    blocks: 1
    servers: {name: Server, per_block: 1}
    drives: {name: Drive, capacity: 18 TB, per_server: 13}
    target: {layout: 2 x raidz2:6 + spare}
"""
FIGURES = {
    "bytes": Figure((), "byte"),
    "binary": Figure((), "byte", binary=True),
    "both": Figure((), "byte", both=True),
    "rates": Figure((), "byte/s"),
    "money": Figure((), "currency"),
    "counts": Figure(()),
}
TIES = (0.5, 1.0005, 2.8125, 10.125, 312.5, 999.95, 1023.5, 9999.5, 10000.5)


def values(unit: str, *, binary: bool) -> list[float]:
    """Ties, the borders between steps and their neighbours, and what is common between them."""
    steps = UNITS[unit].binary if binary else UNITS[unit].decimal
    borders = [b * (1 + d) for b in turns(steps)[1:] for d in (-1e-6, 0, 1e-6)]
    factors = [float(step.factor) for step in steps]
    inside = [tie * factor for tie in TIES for factor in factors]
    spread = [10 ** (n / 7) * 1.2345678 for n in range(100 if len(steps) > 1 else 70)]
    return [0.0, *(v for v in (*borders, *inside, *spread) if v < 9e20)]


def shown(figure: Figure, value: float) -> str:
    if figure.both:
        return show_both(value)
    return show(value, figure.unit, binary=figure.binary, currency="EUR")


@pytest.mark.office
def test_a_figure_is_rounded_alike_in_sheets_and_texts(tmp_path: Path, recalculate: Any) -> None:
    """In the unit that suits it, also where it changes, and for ties."""
    file, expected = tmp_path / "figures.xlsx", []
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for figure in FIGURES.values():
            for value in values(figure.unit, binary=figure.binary):
                row = len(expected)
                sheet.write_number(row, 0, value)
                formula = figure_formula(figure, f"A{row + 1}", "EUR")
                sheet.write_formula(row, 1, f"={formula}", None, "wrong")
                expected.append(shown(figure, value).replace(THIN, ","))
    found = openpyxl.load_workbook(recalculate(file), data_only=True).worksheets[0]
    wrong = {
        f"{found.cell(row, 1).value!r}": (found.cell(row, 2).value, text)
        for row, text in enumerate(expected, 1)
        if found.cell(row, 2).value != text
    }
    assert len(expected) > 700
    assert not wrong


def test_a_tie_goes_away_from_zero() -> None:
    """As at school and in spreadsheets, by the digits that are written, not by binary ones."""
    assert show(2.8125, "1") == "2.813"
    assert show(1.0005, "1") == "1.001"
    assert show(-2.8125, "1") == "-2.813"
    assert show(999.95e9, "byte") == "1 TB"
    assert show(10000.5, "currency", currency="EUR") == f"10{THIN}001 EUR"


def test_the_sentence_counts_money_in_full() -> None:
    """Net, gross, the sum of the years and the oldest price; of the unknown what is known."""
    known = headline(results_of(PRICED))
    assert re.search(
        r"\. Purchase [\d\W]+ EUR net, [\d\W]+ EUR gross\. "
        r"Over 5 years [\d\W]+ EUR net and [\d\W]+ EUR gross, discounted\. Oldest price: 2026-",
        known,
    )
    undiscounted = results_of(PRICED).edited({"economics.discount_rate": 0.0})
    assert undiscounted is not None
    assert re.search(
        r"Over 5 years [\d\W]+ EUR net and [\d\W]+ EUR gross\. ", headline(undiscounted)
    )
    astra = headline(results_of(SCENARIOS / "astra.yaml"))
    assert "Purchase cost unknown (7 prices missing). Cost over 5 years unknown" in astra


def test_the_purchase_of_an_owned_system_is_not_called_unknown(tmp_path: Path) -> None:
    """What the costs of its years lack is named alone."""
    file = tmp_path / "owned.yaml"
    file.write_text(OWNED)
    told = headline(results_of(file))
    assert "Purchase 0 EUR net" in told
    lacking = "energy of 5 years unknown; maintenance of owned tiers of 5 years unknown"
    assert f"Cost over 5 years unknown ({lacking})." in told


def test_each_sentence_begins_with_a_capital() -> None:
    """Whatever is known: of prices, of none, of several tiers, of what can't be built."""
    for name in ("beluga", "sequoia", "lcpq", "cri", "astra", "templates/flash-scratch"):
        told = headline(results_of(SCENARIOS / f"{name}.yaml"))
        begun = re.split(r"(?<=[^.]\.) (?=\S)", told)
        assert len(begun) >= 5
        assert all(one[0].isupper() for one in begun), begun


def test_a_sentence_gets_its_capital_whichever_way_it_goes() -> None:
    """Choices within choices, and texts that are empty."""
    inner = Choice((("site", "x"),), 0.0, ("one",), ("two",))
    found = capitalized(("", Choice((("site", "y"),), 0.0, (inner, " more"), ("three",))))
    assert found == (
        Choice(
            (("site", "y"),),
            0.0,
            (inner._replace(then=("One",), otherwise=("Two",)), " more"),
            ("Three",),
        ),
    )
    assert capitalized(()) == ()


def test_the_next_stage_is_named_by_tier() -> None:
    """Each tier that clients reach, the stage that limits it, and how far the next one is."""
    results = results_of(BURST)
    told = headline(results).partition("limited by ")[2].partition(". ")[0]
    after = r" \(next: NIC, ([1-9]\d* % higher|at the same rate)\)"
    assert re.fullmatch(rf"NIC PCIe({after})?", told)
    two = edited(load_scenario(PRICED), {"tiers": tiers(2).data["tiers"]})
    told = headline(evaluate(two)).partition("limited by ")[2].partition(". ")[0]
    assert told.count(" in a tier with a rather long name ") == 2
    assert told.count(" (next: ") == 2


def test_a_choice_may_ask_for_the_unknown() -> None:
    """Nothing is known of a purchase without prices."""
    results = results_of(SCENARIOS / "astra.yaml")
    assert math.isnan(results["site", "capital_cost"] or math.nan)
    assert "Purchase" in sentence_text(results, conclusion(results))
