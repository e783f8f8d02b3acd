"""Example trees whose demand grows: every source of demand, at a tier and at the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model import book
from model.quantity import Book
from model.tree import Instance
from tests import trees

GROUPS: dict[str, dict[str, float]] = {
    "added": {"group_volume": 1e15, "group_added": 1e7},
    "share": {"group_volume": 2e15, "group_growth": 0.4},
    "ceiling": {"group_volume": 1e15, "group_growth": 0.5, "group_ceiling": 9e15},
}
PURGE = {"purge_time": 28 * 86400.0, "purge_growth": 133.1e12 / 86400, "purge_improvement": 3.0}
FORECAST = {"forecast_demand": 3e15, "forecast_low": 1e15, "forecast_high": 3e15}
MOVE = {
    "migration_volume": 1.19e15,
    "migration_source_rate": 880e6,
    "gateways": 2.0,
    "gateway_rate": 1.25e9,
}


def groups(kinds: Sequence[book.Growth]) -> list[Instance]:
    """Build a group of users for each kind of growth."""
    return [
        Instance(
            "demand",
            f"{kind} {n}",
            book.demand_book(kind, alone=len(kinds) == 1),
            GROUPS[kind],
            {"years": trees.years(book.demand_year_book(kind))},
        )
        for n, kind in enumerate(kinds)
    ]


def _years(year_book: Book, source: book.DemandSource | None) -> list[Instance]:
    years = trees.years(year_book)
    if source == "history":
        for year in years:
            year.inputs = {**year.inputs, **FORECAST}
    return years


def demanding(
    instance: Instance,
    source: book.DemandSource | None = "groups",
    kinds: Sequence[book.Growth] = (),
) -> Instance:
    """Give a tier, what is common, or the site a demand; None: years beside one that has it."""
    at_site = instance.role == "site"
    filling: book.Filling = ""
    if len(kinds) == 1:
        filling = "one"
    elif kinds and set(kinds) == {"added"}:
        filling = "added"
    own = instance.book
    if at_site:
        own = book.with_chapters(own, book.EXPANSIONS)
        racks = "racks" in own
        years = _years(book.site_year_book(source, racks=racks), source)
    else:
        years = _years(book.tier_year_book(source, data=instance.role == "tiers"), source)
    if source:
        own = book.with_demand(own, source, filling, at_site=at_site)
    inputs = {**instance.inputs, **(PURGE if source == "purge" else {})}
    children = {**instance.children, "years": years, "demand": groups(kinds)}
    return Instance(instance.role, instance.name, own, inputs, children)


def growing_site(
    tiers: Sequence[Instance],
    source: book.DemandSource | None = None,
    kinds: Sequence[book.Growth] = (),
    *,
    racks: bool = False,
    **given: float,
) -> Instance:
    """Build a site some of whose tiers have a demand, or the site itself."""
    root = trees.site(list(tiers), racks=racks, **given)
    common = [demanding(part, None) for part in root.children["common"]]
    root = Instance("site", "site", root.book, root.inputs, {**root.children, "common": common})
    return demanding(root, source, kinds)


def tier(name: str = "t") -> Instance:
    """Build a tier without measured parts."""
    return trees.tier(name, trees.Variant(adapters=False))


def with_migration(kind: str) -> Instance:
    """Build a site that data must be moved to."""
    root = trees.site([tier()])
    own = book.with_chapters(root.book, *book.MIGRATION[kind])
    target = {"migration_target_rate": 5e9} if kind == "given" else {}
    return Instance("site", "site", own, {**root.inputs, **MOVE, **target}, root.children)


def alone(name: str, own: Book, inputs: Mapping[str, float]) -> Instance:
    """Build an instance that stands in no site."""
    return Instance(name, name, own, inputs)


NERSC = {
    "reference_writes_per_day": 0.0240298,
    "reference_drives": 248.0 * 41,
    "reference_drive_capacity": 4e12,
    "reference_data_share": 0.8,
    "write_amplification": 2.68024,
    "new_capacity": 22.3636e15,
    "work_factor": 3.0,
}


def demand_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    metadata = trees.tier("m", role="metadata", layout="2 x mirror:2", lustre=False)
    steady = [demanding(metadata, None), demanding(tier("steady"), None)]
    found = {}
    mixes: tuple[tuple[book.Growth, ...], ...] = (
        ("added",),
        ("share",),
        ("ceiling",),
        ("added", "added"),
        ("added", "share", "ceiling"),
    )
    for kinds in mixes:
        name = " and ".join(kinds)
        found[f"tier with demand of {name}"] = growing_site(
            [demanding(tier(), "groups", kinds), *steady], racks=len(kinds) > 1
        )
        found[f"site with demand of {name}"] = growing_site(
            [demanding(tier(), None)], "groups", kinds
        )
    sources: tuple[book.DemandSource, ...] = ("purge", "history")
    for source in sources:
        found[f"tier with demand by {source}"] = growing_site([demanding(tier(), source)])
        found[f"site with demand by {source}"] = growing_site([demanding(tier(), None)], source)
    for kind in book.MIGRATION:
        found[f"migration, target {kind}"] = with_migration(kind)
    found["flash need"] = alone("flash", book.FLASH_NEED, NERSC)
    return found
