"""A tier that is given as a whole as an instance of the tree; what tiers of both kinds share."""

from __future__ import annotations

from model.books import book
from model.design.given import GivenTier
from model.design.scenario import Scenario
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.planning.targets import file_instances


def given_instance(tier: GivenTier, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier that is given as a whole."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    put_bound(draft, tier, at)
    children = {
        **file_instances(tier.given.files, f"{at}.given", draft.path, supply),
        "healthy": [Instance("healthy", "healthy", book.GIVEN_STATE)],
        "years": years_of(book.TIER_YEAR, supply.scenario),
    }
    tier_book = book.given_tier_book(sized=bool(tier.given.files))
    return Instance(role, tier.name, tier_book, draft.inputs, children)


def years_of(year_book: Book, scenario: Scenario) -> list[Instance]:
    """Make the instances of the years, the purchase first."""
    dated = "year_index" in year_book
    return [
        Instance("years", f"year {year}", year_book, {"year_index": float(year)} if dated else {})
        for year in range(scenario.economics.years + 1)
    ]
