"""Rates of foreign currencies, on the Parts sheet: what is priced in one follows its rate."""

from __future__ import annotations

from collections.abc import Iterable

from model.answers.prices import stated_amount
from model.answers.results import Results
from model.engine.tree import Address
from model.reading.fields import Amount
from report.workbook.sheets import PARTS, Cell

RATE = 1
"""The column of a rate, after the currency's."""


class Rates:
    """The rate of each foreign currency that some price is in, or that the scenario names."""

    def __init__(self, results: Results, prices: Iterable[Amount], top: int) -> None:
        self.results = results
        self.top = top
        economics = results.plan.scenario.economics
        stated = (stated_amount(results, at) for at in results.plan.provenance)
        used = {amount.currency for amount in (*prices, *stated) if amount is not None}
        used |= set(economics.exchange)
        found = sorted(used - {economics.currency})
        self.rows = {currency: row for row, currency in enumerate(found, top + 2)}

    def known(self, currency: str) -> float | None:
        """What one unit of a currency is worth; None where the scenario has no rate."""
        exchange = self.results.plan.scenario.economics.exchange.get(currency)
        return None if exchange is None else exchange.rate

    def foreign(self, address: Address) -> Amount | None:
        """The amount of an input that the scenario states in a foreign currency."""
        amount = stated_amount(self.results, address)
        return amount if amount is not None and amount.currency in self.rows else None

    def of(self, currency: str, sheet: str) -> str:
        """Write the rate of the currency in a cell; unknown where the sheet has none."""
        if not self.rows:
            return "NA()"
        first, last = min(self.rows.values()), max(self.rows.values())
        names, rates = (
            f"{Cell(PARTS, first, at).seen_from(sheet)}:{Cell(PARTS, last, at).seen_from(PARTS)}"
            for at in (0, RATE)
        )
        return f"INDEX({rates},MATCH({currency},{names},0))"

    def converted(self, amount: float, currency: str, sheet: str) -> str:
        """Write an amount of a foreign currency in that of the scenario."""
        return f"{amount!r}*{Cell(PARTS, self.rows[currency], RATE).seen_from(sheet)}"
