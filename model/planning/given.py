"""A tier that is given as a whole as an instance of the tree; what tiers of both kinds share."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.state import GIVEN_STATE
from model.books.tier import GIVEN_TIER, TIER_YEAR
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.demand import grown
from model.planning.supply import Draft, Supply
from model.planning.targets import file_instances


def given_instance(tier: GivenTier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier that is given as a whole."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    put_policy(draft, tier, at)
    for name, field in (
        ("given_capacity", "capacity"),
        ("given_raw_capacity", "raw_capacity"),
        ("given_read_bandwidth", "read_bandwidth"),
        ("given_write_bandwidth", "write_bandwidth"),
        ("allocation_unit", "allocation_unit"),
    ):
        if name != "allocation_unit" or tier.given.files:
            draft.state(name, getattr(tier.given, field), f"{at}.given.{field}")
    if facts.inodes:
        draft.state("given_inodes", tier.given.inodes, f"{at}.given.inodes")
    children = {
        **file_instances(tier.given.files, f"{at}.given", draft.path, supply),
        "healthy": [Instance("healthy", "healthy", GIVEN_STATE.book(facts))],
        **grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft),
    }
    return Instance(role, tier.name, GIVEN_TIER.book(facts), draft.inputs, children)


def put_policy(draft: Draft, tier: Tier | GivenTier, at: str) -> None:
    """Take over what is planned with; Ceph's own ratios limit the fill as well."""
    for name in ("fill_limit", "delivery_factor", "compression_ratio", "snapshot_reserve"):
        by_ceph = name == "fill_limit" and isinstance(tier, Tier) and tier.file_system == "ceph"
        draft.state(
            f"stated_{name}" if by_ceph else name,
            getattr(tier.policy, name),
            f"{at}.policy.{name}",
        )
