"""One design in two currencies: a whole plan, with its layers of prices, comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario

PRICED = Path("tests/report/priced.yaml")
"""Stated prices in two currencies, and public ones."""
FLASH = Path("scenarios/templates/flash-scratch.yaml")
"""Estimates of classes, assumptions, public prices."""
SUMS = ("capital_cost", "gross_capital_cost", "total_cost_of_ownership")


def counted_in(file: Path, currency: str, euros: float) -> Results:
    """Plan a scenario that counts in a currency; a dollar is worth so many euros."""
    rates = {"EUR": {"USD": euros}, "USD": {"EUR": 1 / euros}}[currency]
    exchange = {key: {"rate": rate, "date": "2026-11-22"} for key, rate in rates.items()}
    changes = {"economics.currency": currency, "economics.exchange": exchange}
    return evaluate(edited(load_scenario(file), changes))


@pytest.mark.parametrize(("file", "euros"), [(PRICED, 0.83), (PRICED, 1.37), (FLASH, 0.83)])
def test_a_plan_in_two_currencies_agrees(file: Path, euros: float) -> None:
    """Each piece may differ by a cent of rounding, and no sum by more than all of them."""
    here, there = (counted_in(file, currency, euros) for currency in ("EUR", "USD"))
    lines = plan_json(here)["bom"]
    cents = sum(0.01 * (1 + euros) * (line["count"] or 1) for line in lines)
    for name in SUMS:
        one, other = here["site", name], there["site", name]
        assert one is not None, name
        assert one == pytest.approx((other or 0.0) * euros, abs=10 * cents, rel=1e-6), name
    for line, same in zip(lines, plan_json(there)["bom"], strict=True):
        room = 0.01 * (1 + euros) * ((line["count"] or 1) + 1)
        assert line["cost"] == pytest.approx(same["cost"] * euros, abs=room), line["description"]
