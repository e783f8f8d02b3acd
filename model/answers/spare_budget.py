"""Which spares to buy for an amount, so that failed parts wait least."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.answers.views.shelf_table import LINES, PARTS, any_owned
from model.answers.views.view import Column, FixedValue, Row, View
from model.procedures.spare_split import Spare, split, waited_for
from model.records import dataclass
from model.units.figures import UnitError, parse_money, show
from model.units.kinds import JULIAN_YEAR

COLD_SPARES = "lines:spares"
"""The line of the cold spares that are bought anyway."""
COLUMNS = (
    Column("Price", "price"),
    Column("Held already", "held"),
    Column("Buy", "buy", "", "strong"),
    Column("Cost", "cost"),
    Column("Waiting per year, before", "before"),
    Column("after", "after"),
)
RULE = (
    "Waiting: the time that failed parts wait for a spare, all together. Failures are independent "
    "(Poisson). Hot spares, takeovers and the data behind a part aren't considered."
)


@dataclass(frozen=True, slots=True)
class Bought:
    """A spare part, and how many more of it to buy."""

    label: str
    tier: str
    part: str
    spare: Spare
    buy: int

    @property
    def cost(self) -> float:
        """Price of those to buy."""
        return self.buy * self.spare.price

    @property
    def before(self) -> float:
        """Time per year that failed parts wait for a spare, with those held already."""
        return JULIAN_YEAR * waited_for(self.spare.failures, self.spare.held)

    @property
    def after(self) -> float:
        """Time per year that failed parts wait for a spare, with those bought, too."""
        return JULIAN_YEAR * waited_for(self.spare.failures, self.spare.held + self.buy)


@dataclass(frozen=True, slots=True)
class SpareBudget:
    """The best split of an amount, and the parts without a known price or rate."""

    amount: float
    bought: tuple[Bought, ...]
    unpriced: tuple[str, ...]

    @property
    def cost(self) -> float:
        """Price of all to buy."""
        return sum(one.cost for one in self.bought)

    @property
    def before(self) -> float:
        """Time per year that failed parts wait for a spare, with those held already."""
        return sum(one.before for one in self.bought)

    @property
    def after(self) -> float:
        """Time per year that failed parts wait for a spare, with those bought, too."""
        return sum(one.after for one in self.bought)


def parse_budget(results: Results, text: str) -> float:
    """Read an amount above 0 in the currency of the scenario, or say what is wrong with it."""
    currency = results.plan.scenario.economics.currency
    amount, its_currency = parse_money(text)
    if its_currency != currency:
        raise UnitError(f"write the budget in {currency}, the currency of the scenario")
    if amount <= 0:
        raise UnitError(f"must be above 0, not {text}")
    return amount


def spare_budget(results: Results, amount: float) -> SpareBudget:
    """Split an amount over the spares of all tiers and of the site."""
    found = list(_parts(results))
    priced = [(label, tier, part, spare) for label, tier, part, spare in found if spare]
    buys = split([spare for *_, spare in priced], amount)
    return SpareBudget(
        amount,
        tuple(Bought(*one, buy) for one, buy in zip(priced, buys, strict=True)),
        tuple(label for label, *_, spare in found if spare is None),
    )


def _parts(results: Results) -> Iterator[tuple[str, str, str, Spare | None]]:
    """Give each part that may be held; without a spare where its price or its rate is unknown."""
    lead, year = (results.values.get(("site", name)) for name in ("shelf_lead_time", "year_length"))
    for tier, path in (*results.tiers(), ("", "site")):
        if (path, "failures_in_lead_time") in results.values:
            failures = results[path, "failures_in_lead_time"]
            held = int(results.values.get((f"{path}/{COLD_SPARES}", "line_count")) or 0)
            yield f"{tier}: drives", tier, "drive", _spare(results, path, "drive", failures, held)
        for part, words in PARTS.items():
            if (path, f"shelf_{part}") in results.values:
                yearly = results[path, f"yearly_{part}_failures"]
                failures = None
                if yearly is not None and lead is not None and year is not None:
                    failures = yearly * lead / year * (_more_at_worst(results, path, part) or 1.0)
                label = f"{tier}: {words}" if tier else words
                yield label, tier, part, _spare(results, path, part, failures)


def _more_at_worst(results: Results, path: str, part: str) -> float | None:
    """How many times as often parts fail while they do so most: drives that age."""
    highest, mean = (
        results.values.get((path, f"{name}_ageing")) for name in ("highest", "service")
    )
    return highest / mean if part == "drive" and highest and mean else None


def _spare(
    results: Results, path: str, part: str, failures: float | None, held: int = 0
) -> Spare | None:
    price = _price(results, "site/common:fabric" if part == "switch" else path, part)
    return None if price is None or failures is None else Spare(price, failures, held)


def _price(results: Results, path: str, part: str) -> float | None:
    """Return the net price of one part; of a server with its processors and its memory.

    None of owned parts: they cost nothing in the plan, but a spare does.
    """
    lines = [f"{path}/lines:{name}" for name in LINES.get(part, ())]
    found = [line for line in lines if (line, "line_cost") in results.values]
    counted = found if part == "switch" else lines[:1]
    costs = [results[line, "line_cost"] for line in found]
    counts = [results.values.get((line, "line_count")) for line in counted]
    if any_owned(results, found):
        return None
    if None in (*costs, *counts) or not (pieces := sum(count or 0.0 for count in counts)):
        return None
    return sum(cost or 0.0 for cost in costs) / pieces


def split_table(found: SpareBudget) -> View:
    """Return the table of the split: each part to buy, and all together."""
    rows = [
        _row(one.label, one.spare.price, one.spare.held, one.buy, one.cost, one.before, one.after)
        for one in found.bought
        if one.buy
    ]
    if rows:
        bought = sum(one.buy for one in found.bought)
        rows.append(_row("all parts", None, None, bought, found.cost, found.before, found.after))
    return View("Spares to buy for the amount", "Part", COLUMNS, tuple(rows))


def _row(
    label: str,
    price: float | None,
    held: int | None,
    buy: int,
    cost: float,
    before: float,
    after: float,
) -> Row:
    return Row(
        label,
        (
            "" if price is None else FixedValue(price, "currency"),
            "" if held is None else FixedValue(held, "1"),
            FixedValue(buy, "1"),
            FixedValue(cost, "currency"),
            FixedValue(before, "second"),
            FixedValue(after, "second"),
        ),
    )


def budget_sentences(results: Results, found: SpareBudget) -> list[str]:
    """Say what the split comes to, and which parts have no known price."""
    currency = results.plan.scenario.economics.currency
    spent, amount = (show(one, "currency", currency=currency) for one in (found.cost, found.amount))
    texts = [f"Spares for {spent} of {amount}, net. {RULE}"]
    if not any(one.buy for one in found.bought):
        texts = [f"No spare costs at most {amount}, or further spares save no wait. {RULE}"]
    if found.unpriced:
        texts.append(f"Left out, without a known price or rate: {', '.join(found.unpriced)}.")
    return texts


def budget_json(results: Results, found: SpareBudget) -> dict[str, object]:
    """Return the split for programs."""
    return {
        "currency": results.plan.scenario.economics.currency,
        "amount": found.amount,
        "cost": found.cost,
        "yearly_wait_before": found.before,
        "yearly_wait_after": found.after,
        "spares": [
            {
                "tier": one.tier or None,
                "part": one.part,
                "price": one.spare.price,
                "failures_in_lead_time": one.spare.failures,
                "held": one.spare.held,
                "buy": one.buy,
                "yearly_wait_before": one.before,
                "yearly_wait_after": one.after,
            }
            for one in found.bought
        ],
        "left_out": list(found.unpriced),
    }
