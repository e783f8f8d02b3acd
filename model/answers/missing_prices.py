"""Which missing prices matter most: what a buyer should ask for first."""

from __future__ import annotations

from typing import NamedTuple

from model.answers.results import Results
from model.formulas.time_and_money.offers import class_price
from model.planning.offers import PriceLayers
from model.planning.supply import Line

MOST_ASKED = 5
"""Missing prices that are asked for first."""
RANKED = (
    "Ranked by what the budget class of a line makes likely for all its pieces; those without a "
    "class come after, by their pieces."
)


class Missing(NamedTuple):
    """A line without a price: what its class makes likely for all pieces, and how it was ranked."""

    line: Line
    pieces: float | None
    likely: float | None
    why: str


def missing_prices(results: Results) -> list[Missing]:
    """Give the lines whose price is unknown, those first that likely cost most."""
    plan = results.plan
    stated = plan.scenario.economics.model_copy(update={"estimates": True, "price_date": None})
    layers = PriceLayers(plan.scenario, plan.catalog, public=plan.public, economics=stated)
    found = [
        _missing(results, line, layers)
        for line in plan.lines
        if results[line.path, "line_cost"] is None and not line.option
    ]
    return sorted(found, key=lambda one: (one.likely is None, -(one.likely or one.pieces or 0.0)))


def _missing(results: Results, line: Line, layers: PriceLayers) -> Missing:
    count = results[line.path, "line_count"]
    classes = [c for c in layers.candidates(line.part or None) if c.layer == "estimate"]
    known = results.plan.provenance.get((line.path, "unit_price"))
    withheld = known is not None and known.status == "withheld"
    if withheld:
        return Missing(line, count, None, "known, but not told to others")
    if not classes or count is None:
        why = "no class of it has enough observations" if line.part else "no part of the catalog"
        return Missing(line, count, None, f"{why}: {count or 0.0:.0f} pieces")
    best = classes[0]
    if best.converted is None:
        currency = best.price.currency if best.price else ""
        return Missing(line, count, None, f"{best.origin} is in {currency}, without a rate")
    return Missing(line, count, class_price(best.converted, count), best.origin)
