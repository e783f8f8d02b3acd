"""A tier entered as a whole as an instance of the tree."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.state import GIVEN_STATE
from model.books.tier import GIVEN_TIER, TIER_YEAR
from model.design.given import GivenTier
from model.design.piece import Piece
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.demand import grown
from model.planning.kinds.kind import file_instances
from model.planning.lines import AS_GIVEN, LineDraft, bill, by_role, position
from model.planning.services import services_of
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def whole_instance(tier: GivenTier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    """Create the instance of a tier entered as a whole."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    put_bound(draft, tier, at)
    drafts = [_line(tier, at, supply), *services_of(tier.name, supply, option=tier.option)]
    children = {
        **by_role(bill(draft.path, drafts, supply)),
        **file_instances(tier.given.files, f"{at}.given", draft.path, supply),
        "healthy": [Instance("healthy", "healthy", GIVEN_STATE.book(facts))],
        **grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft),
    }
    return Instance(role, tier.name, GIVEN_TIER.book(facts), draft.inputs, children)


def _line(tier: GivenTier, at: str, supply: Supply) -> LineDraft:
    """Return the only line of the bill of materials of a whole tier."""
    piece = tier.equipment or Piece(name=f"{tier.name}, as given")
    where = position(supply.group_of(at), 1)
    text = "" if tier.equipment else f"{tier.name}, whole tier"

    def put(draft: Draft) -> None:
        draft.put(
            "line_count", 1.0, Provenance("default", "definition: the tier is entered as a whole")
        )

    return LineDraft(
        AS_GIVEN,
        "whole tier",
        piece,
        f"{at}.equipment",
        where,
        tier.name,
        tier.option,
        tier.lot,
        text=text,
        put=put,
        owned_at=f"{at}.owned" if tier.owned else "",
    )
