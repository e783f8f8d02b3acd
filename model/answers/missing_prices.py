"""Which missing prices matter most, and which ones quotes must replace: what to ask for first."""

from __future__ import annotations

from model.answers.counted_prices import certainty, counted
from model.answers.results import Results
from model.formulas.time_and_money.offers import class_price
from model.planning.prices.bill import priced
from model.planning.prices.layers import PriceLayers
from model.planning.prices.prices import ASSUMED, BillLine, LinePrice
from model.planning.supply import Line
from model.records import NamedTuple

MOST_ASKED = 5
"""Maximum number of missing prices to request first."""
UNPROVEN = (ASSUMED, "estimate")
"""Statuses of prices without an offer. The bill marks them; quotes must replace them."""
RANKED = (
    "Ranked by likely total price, from the budget class. Lines without a class follow, by "
    "number of pieces."
)


REPLACED = (
    "Prices that are assumed, or estimated from a budget class, and should be replaced by "
    "quotes. Most expensive lines first."
)


class Unproven(NamedTuple):
    """A line whose price is assumed or estimated, how it is known, and why."""

    line: Line
    how: str
    why: str


class Missing(NamedTuple):
    """A line without a price: the likely total from its budget class, and how it was ranked."""

    line: Line
    pieces: float | None
    likely: float | None
    why: str


def missing_prices(results: Results) -> list[Missing]:
    """Return the lines without a price, the highest likely total first."""
    plan = results.plan
    stated = plan.scenario.economics.model_copy(update={"estimates": True, "price_date": None})
    layers = PriceLayers(plan.scenario, plan.catalog, public=plan.public, economics=stated)
    unknown = {
        line.path: line
        for line in plan.lines
        if results[line.path, "line_cost"] is None and not line.option
    }
    # What is of the same piece, as hot spares are, waits for the same price: asked for once.
    lines = [line for line in unknown.values() if line.follows not in unknown]
    prices = priced([BillLine(line.part) for line in lines], layers)
    found = [_missing(results, *pair) for pair in zip(lines, prices, strict=True)]
    return sorted(found, key=lambda one: (one.likely is None, -(one.likely or one.pieces or 0.0)))


def unproven_prices(results: Results) -> list[Unproven]:
    """Return the lines whose price is assumed or estimated, the most expensive first."""
    found = []
    for line in results.plan.lines:
        used = counted(results.plan, results.values, line)
        how = certainty(used)
        if used is not None and how in UNPROVEN and not line.option:
            why = used.note if how == ASSUMED else used.source
            found.append(Unproven(line, how, why))
    return sorted(found, key=lambda one: -(results[one.line.path, "line_cost"] or 0.0))


def _missing(results: Results, line: Line, price: LinePrice) -> Missing:
    count = results[line.counts_by]
    classes = [c for c in price.known if c.layer.is_estimate]
    known = results.plan.provenance.get((line.path, "unit_price"))
    withheld = known is not None and known.status == "withheld"
    if withheld:
        return Missing(line, count, None, "confidential")
    if not classes or count is None:
        why = "no budget class with a price" if line.part else "not in the catalog"
        return Missing(line, count, None, why)
    best = classes[0]
    if best.converted is None:
        currency = best.price.currency if best.price else ""
        return Missing(
            line, count, None, f"{best.origin} is in {currency}; no exchange rate entered"
        )
    return Missing(line, count, class_price(best.converted, count), best.origin)
