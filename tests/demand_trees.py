"""Example trees whose demand grows: every source of demand, at a tier and at the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from model.books.demand import DEMAND, DEMAND_YEAR, GroupOfUsers
from model.books.facts import DemandFacts, DemandSource, Filling, Growth
from model.engine.tree import Instance
from tests import trees
from tests.file_trees import FILES, metadata_tier

GROUPS: dict[str, dict[str, float]] = {
    "added": {"group_volume": 1e15, "group_added": 1e7},
    "share": {"group_volume": 2e15, "group_growth": 0.4},
    "ceiling": {"group_volume": 1e15, "group_growth": 0.5, "group_ceiling": 9e15},
    "common": {"group_volume": 1e15},
}
PURGE = {"purge_time": 28 * 86400.0, "purge_growth": 133.1e12 / 86400, "purge_improvement": 3.0}
FORECAST = {"forecast_demand": 3e15, "forecast_low": 1e15, "forecast_high": 3e15}
MOVE = {
    "migration_volume": 1.19e15,
    "migration_source_rate": 880e6,
    "gateways": 2.0,
    "gateway_rate": 1.25e9,
}


def demand_of(
    source: DemandSource, kinds: Sequence[Growth] = (), *, wears: bool = False
) -> DemandFacts:
    """Say what decides on the books of whoever has such a demand."""
    named = tuple((f"{kind} {n}", kind) for n, kind in enumerate(kinds))
    return DemandFacts(
        source=source, full=filling(kinds) if kinds else None, groups=named, wears=wears
    )


def filling(kinds: Sequence[Growth]) -> Filling:
    """Say how it is known when groups fill what was bought."""
    if set(kinds) == {"common"}:
        return "common"
    if len(kinds) == 1:
        return "one"
    return "added" if set(kinds) == {"added"} else "searched"


def _group(name: str, growth: Growth, alone: bool) -> Instance:
    facts = GroupOfUsers(growth, alone)
    years = trees.years(DEMAND_YEAR.book(facts))
    return Instance("demand", name, DEMAND.book(facts), GROUPS[growth], {"years": years})


def grown(instance: Instance, demand: DemandFacts) -> Instance:
    """Give a tier or the site, whose book has a demand, what that says: figures and groups."""
    inputs = dict(instance.inputs)
    inputs |= PURGE if demand.source == "purge" else {}
    inputs |= NERSC if demand.wears else {}
    inputs |= {"rated_writes_per_day": 1.0} if "rated_writes_per_day" in instance.book else {}
    inputs |= {"common_growth": 0.2} if "common_growth" in instance.book else {}
    below = [_group(name, kind, demand.full == "one") for name, kind in demand.groups]
    if demand.source == "history":
        for year in instance.children["years"]:
            year.inputs = {**year.inputs, **FORECAST}
    return replace(instance, inputs=inputs, children={**instance.children, "demand": below})


GROWING = {"growing": True}


def tier(demand: DemandFacts | None = None, name: str = "t") -> Instance:
    """Build a tier without measured parts; None: beside one that has a demand."""
    known = GROWING | {"demand": demand}
    made = trees.tier(name, trees.Variant(adapters=False), known=known)
    return grown(made, demand) if demand else made


def given_tier(demand: DemandFacts) -> Instance:
    """Build a tier that is given as a whole, to compare with a demand."""
    return grown(trees.given_tier(known=GROWING | {"demand": demand}), demand)


def growing_site(
    tiers: Sequence[Instance],
    demand: DemandFacts | None = None,
    known: Mapping[str, Any] = {},
    **given: Any,
) -> Instance:
    """Build a site some of whose tiers have a demand, or the site itself."""
    root = trees.site(list(tiers), known={**GROWING, "demand": demand, **known}, **given)
    return grown(root, demand) if demand else root


def with_migration(kind: str) -> Instance:
    """Build a site that data must be moved to."""
    target = {"migration_target_rate": 5e9} if kind == "given" else {}
    steady = trees.tier("t", trees.Variant(adapters=False))
    return trees.site([steady], known={"migration": kind}, **MOVE, **target)


def with_files(grown: Sequence[str], *mixed: Growth) -> Instance:
    """Build a site whose metadata tier must hold the inodes of files that grow."""
    steady = metadata_tier("given", known=FILES | GROWING)
    demands = {name: demand_of("groups", mixed) for name in grown} | {"h": demand_of("history")}
    tiers = [tier(demand, name) for name, demand in demands.items()]
    curves = tuple((f"tiers:{name}", demand) for name, demand in demands.items())
    known = {"files": "mean", "curves": curves}
    return growing_site([*tiers, steady], known=known, mean_file_size=5e6)


NERSC = {
    "reference_writes_per_day": 0.0240298,
    "reference_drives": 248.0 * 41,
    "reference_drive_capacity": 4e12,
    "reference_data_share": 0.8,
    "flash_write_amplification": 2.68024,
}


def demand_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    metadata = trees.tier("m", role="metadata", layout="2 x mirror:2", lustre=False, known=GROWING)
    steady = [metadata, tier(name="steady")]
    found = {}
    mixes: tuple[tuple[Growth, ...], ...] = (
        ("added",),
        ("share",),
        ("ceiling",),
        ("added", "added"),
        ("common", "common"),
        ("added", "share", "ceiling", "common"),
    )
    for kinds in mixes:
        name, demand = " and ".join(kinds), demand_of("groups", kinds)
        found[f"tier with demand of {name}"] = growing_site(
            [tier(demand), *steady], racks=len(kinds) > 1
        )
        found[f"site with demand of {name}"] = growing_site([tier()], demand)
        found[f"tier as given with demand of {name}"] = growing_site([given_tier(demand)])
    sources: tuple[DemandSource, ...] = ("purge", "history")
    for source in sources:
        demand = demand_of(source)
        found[f"tier as given with demand by {source}"] = growing_site([given_tier(demand)])
        found[f"tier with demand by {source}"] = growing_site([tier(demand)])
        found[f"site with demand by {source}"] = growing_site([tier()], demand)
    found["site with files that grow"] = with_files(("a", "b"), "share", "common")
    for kind in ("given", "planned"):
        found[f"migration, target {kind}"] = with_migration(kind)
    wears = demand_of("purge", wears=True)
    found["tier that wears by a purge"] = growing_site([tier(wears)])
    found["tier as given that wears by a purge"] = growing_site([given_tier(wears)])
    found["site that wears by a purge"] = growing_site([tier()], wears)
    found["site that grows behind a burst tier"] = trees.burst_site(GROWING)
    return found
