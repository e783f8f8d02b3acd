"""Example trees whose demand grows: every source of demand, at a tier and at the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.books import book, demand_book
from model.engine.quantity import Book
from model.engine.tree import Instance
from tests import trees
from tests.file_trees import metadata_tier

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


def groups(kinds: Sequence[demand_book.Growth], full: demand_book.Filling) -> list[Instance]:
    """Build a group of users for each kind of growth."""
    return [
        Instance(
            "demand",
            f"{kind} {n}",
            demand_book.demand_book(kind, alone=full == "one"),
            GROUPS[kind],
            {"years": trees.years(demand_book.demand_year_book(kind))},
        )
        for n, kind in enumerate(kinds)
    ]


def filling(kinds: Sequence[demand_book.Growth]) -> demand_book.Filling:
    """Say how it is known when groups fill what was bought."""
    if set(kinds) == {"common"}:
        return "common"
    if len(kinds) == 1:
        return "one"
    return "added" if set(kinds) == {"added"} else "searched"


def parts(above: str, kinds: Sequence[demand_book.Growth]) -> tuple[demand_book.Part, ...]:
    """Give the curves of groups."""
    return tuple(demand_book.group_part(above, f"{kind} {n}", kind) for n, kind in enumerate(kinds))


def _years(year_book: Book, source: demand_book.DemandSource | None) -> list[Instance]:
    years = trees.years(year_book)
    if source == "history":
        for year in years:
            year.inputs = {**year.inputs, **FORECAST}
    return years


def demanding(
    instance: Instance,
    source: demand_book.DemandSource | None = "groups",
    kinds: Sequence[demand_book.Growth] = (),
    wears: bool = False,
) -> Instance:
    """Give a tier, what is common, or the site a demand; None: years beside one that has it."""
    at_site, data = instance.role == "site", instance.role == "tiers"
    buys = "blocks" in instance.book
    own = instance.book
    if at_site:
        own = demand_book.with_chapters(own, *demand_book.SITE)
        years = _years(demand_book.site_year_book(source, racks="racks" in own), source)
    else:
        years = _years(demand_book.tier_year_book(source, data=data, buys=buys), source)
    full = filling(kinds) if kinds else None
    if source:
        own = demand_book.with_demand(own, source, full, at_site=at_site, buys=buys, wears=wears)
    if "common" in kinds:
        own = demand_book.with_chapters(own, demand_book.COMMON_GROWTH)
    if full == "searched":
        own = demand_book.with_chapters(own, demand_book.searched_full(parts("", kinds)))
    inputs = {**instance.inputs, **(PURGE if source == "purge" else {})}
    inputs |= NERSC if wears else {}
    inputs |= {"rated_writes_per_day": 1.0} if wears and buys else {}
    inputs |= {"common_growth": 0.2} if "common" in kinds else {}
    below = groups(kinds, full) if full else []
    children = {**instance.children, "years": years, "demand": below}
    return Instance(instance.role, instance.name, own, inputs, children)


def growing_site(
    tiers: Sequence[Instance],
    source: demand_book.DemandSource | None = None,
    kinds: Sequence[demand_book.Growth] = (),
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
    own = demand_book.with_chapters(root.book, *demand_book.MIGRATION[kind])
    target = {"migration_target_rate": 5e9} if kind == "given" else {}
    return Instance("site", "site", own, {**root.inputs, **MOVE, **target}, root.children)


def with_files(grown: Sequence[str], *mixed: demand_book.Growth) -> Instance:
    """Build a site whose metadata tier must hold the inodes of files that grow."""
    steady = demanding(metadata_tier("given"), None)
    tiers = [demanding(tier(name), "groups", mixed) for name in grown]
    root = growing_site([*tiers, demanding(tier("h"), "history"), steady])
    curves = [part for name in grown for part in parts(f"tiers:{name}", mixed)]
    years = [year.name for year in root.children["years"]]
    curves.append(demand_book.years_part("tiers:h", years))
    files = book.site_files(by_size=False, counted=False)
    chapters = *files, demand_book.inodes_full(tuple(curves), 5)
    own = demand_book.with_chapters(root.book, *chapters)
    inputs = {**root.inputs, "mean_file_size": 5e6}
    return Instance("site", "site", own, inputs, root.children)


NERSC = {
    "reference_writes_per_day": 0.0240298,
    "reference_drives": 248.0 * 41,
    "reference_drive_capacity": 4e12,
    "reference_data_share": 0.8,
    "flash_write_amplification": 2.68024,
}


def demand_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    metadata = trees.tier("m", role="metadata", layout="2 x mirror:2", lustre=False)
    steady = [demanding(metadata, None), demanding(tier("steady"), None)]
    found = {}
    mixes: tuple[tuple[demand_book.Growth, ...], ...] = (
        ("added",),
        ("share",),
        ("ceiling",),
        ("added", "added"),
        ("common", "common"),
        ("added", "share", "ceiling", "common"),
    )
    for kinds in mixes:
        name = " and ".join(kinds)
        found[f"tier with demand of {name}"] = growing_site(
            [demanding(tier(), "groups", kinds), *steady], racks=len(kinds) > 1
        )
        found[f"site with demand of {name}"] = growing_site(
            [demanding(tier(), None)], "groups", kinds
        )
    sources: tuple[demand_book.DemandSource, ...] = ("purge", "history")
    whole = trees.given_tier()
    found["tier as given with demand"] = growing_site([demanding(whole, "groups", ("common",))])
    for source in sources:
        found[f"tier as given with demand by {source}"] = growing_site([demanding(whole, source)])
        found[f"tier with demand by {source}"] = growing_site([demanding(tier(), source)])
        found[f"site with demand by {source}"] = growing_site([demanding(tier(), None)], source)
    found["site with files that grow"] = with_files(("a", "b"), "share", "common")
    for kind in demand_book.MIGRATION:
        found[f"migration, target {kind}"] = with_migration(kind)
    found["tier that wears by a purge"] = growing_site([demanding(tier(), "purge", wears=True)])
    found["site that wears by a purge"] = demanding(
        growing_site([demanding(tier(), None)]), "purge", wears=True
    )
    return found
