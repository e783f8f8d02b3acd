"""A tier that is given as a whole as an instance of the tree; what tiers of both kinds share."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.state import GIVEN_STATE
from model.books.tier import GIVEN_TIER, TIER_YEAR
from model.design.given import GivenTier
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.demand import grown
from model.planning.supply import Draft, Supply
from model.planning.targets import file_instances


def given_instance(tier: GivenTier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier that is given as a whole."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    put_bound(draft, tier, at)
    children = {
        **file_instances(tier.given.files, f"{at}.given", draft.path, supply),
        "healthy": [Instance("healthy", "healthy", GIVEN_STATE.book(facts))],
        **grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft),
    }
    return Instance(role, tier.name, GIVEN_TIER.book(facts), draft.inputs, children)
