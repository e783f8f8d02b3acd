"""From the stated demand to its instances: groups with their years, and years that follow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.books import demand_book
from model.books.demand_book import Part
from model.design.binding import said
from model.design.demand import Demand, DemandGroup
from model.design.scenario import Scenario
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.given import years_of
from model.planning.past import file_of, put_forecast, put_purge
from model.planning.supply import Draft, Supply
from model.planning.usage import read_groups
from model.provenance import Provenance


def is_growing(scenario: Scenario) -> bool:
    """Whether a demand is stated anywhere, so that the years differ from each other."""
    return scenario.demand is not None or any(
        getattr(tier, "demand", None) for tier in scenario.tiers
    )


@dataclass
class _Found:
    """What a demand comes to: where it is from, its groups, how full is known, its curves."""

    source: demand_book.DemandSource
    full: demand_book.Filling | None = None
    groups: list[Instance] = field(default_factory=list)
    kinds: list[demand_book.Growth] = field(default_factory=list)
    wears: bool = False

    def parts(self, above: str, years: Sequence[Instance]) -> tuple[Part, ...]:
        """Give the curves of the demand of what stands at that path, seen from the reader."""
        if self.source != "groups":
            return (demand_book.years_part(above, [year.name for year in years]),)
        named = zip(self.groups, self.kinds, strict=True)
        return tuple(demand_book.group_part(above, group.name, kind) for group, kind in named)

    def book(self, base: Book, years: Sequence[Instance], *, at_site: bool, buys: bool) -> Book:
        """Add to a book what it needs for this demand."""
        own = demand_book.with_demand(
            base, self.source, self.full, at_site=at_site, buys=buys, wears=self.wears
        )
        if "common" in self.kinds:
            own = demand_book.with_chapters(own, demand_book.COMMON_GROWTH)
        if self.full == "searched":
            own = demand_book.with_chapters(own, demand_book.searched_full(self.parts("", years)))
        return own


def grown_tier(instance: Instance, demand: Demand | None, at: str, supply: Supply) -> Instance:
    """Give a tier, or what is common, years that follow the demand, where one is stated."""
    scenario = supply.scenario
    if not is_growing(scenario):
        return instance
    data = instance.role == "tiers"
    if demand is None:
        years = years_of(demand_book.tier_year_book(None, data=data), scenario)
        children = {**instance.children, "years": years}
        return Instance(instance.role, instance.name, instance.book, instance.inputs, children)
    draft = Draft(f"site/{instance.role}:{instance.name}", supply, dict(instance.inputs))
    found = _found(demand, at, draft)
    buys = "blocks" in instance.book
    years = years_of(demand_book.tier_year_book(found.source, data=data, buys=buys), scenario)
    own = found.book(instance.book, years, at_site=False, buys=buys)
    put_forecast(demand, at, draft, years)
    children = {**instance.children, "years": years, "demand": found.groups}
    supply.curves.append(found.parts(f"{instance.role}:{instance.name}", years))
    return Instance(instance.role, instance.name, own, draft.inputs, children)


def grown_site(root: Instance, supply: Supply, *, racks: bool) -> Instance:
    """Give the site years that follow the demand, and the migration, where they are stated."""
    scenario = supply.scenario
    draft = Draft("site", supply, dict(root.inputs))
    children, own = dict(root.children), root.book
    if is_growing(scenario):
        demand = scenario.demand
        own = demand_book.with_chapters(own, *demand_book.SITE)
        found = _found(demand, "demand", draft) if demand is not None else None
        source = found.source if found else None
        years = years_of(demand_book.site_year_book(source, racks=racks), scenario)
        children["years"] = years
        if demand is not None and found is not None:
            own = found.book(own, years, at_site=True, buys=False)
            children["demand"] = found.groups
            put_forecast(demand, "demand", draft, years)
            supply.curves.append(found.parts("", years))
    if scenario.migration is not None:
        given = scenario.migration.target_rate is not None
        chapters = demand_book.MIGRATION["given" if given else "planned"]
        own = demand_book.with_chapters(own, *chapters)
    return Instance(root.role, root.name, own, draft.inputs, children)


def with_inodes_full(root: Instance, supply: Supply) -> Instance:
    """Let the site say when its inodes are full, where it has a demand, and files to count."""
    if not supply.curves or not {"inodes_available", "mean_file_size"} <= {
        i.name for i in root.book
    }:
        return root
    parts = tuple(part for parts in supply.curves for part in parts)
    of_groups = all(part.quantity is not None for part in parts)
    horizon = demand_book.LONGEST if of_groups else supply.scenario.economics.years
    own = demand_book.with_chapters(root.book, demand_book.inodes_full(parts, horizon))
    return Instance(root.role, root.name, own, root.inputs, root.children)


def _found(demand: Demand, at: str, draft: Draft) -> _Found:
    if demand.purge is not None:
        put_purge(demand.purge, f"{at}.purge", draft)
        return _Found("purge", wears=demand.purge.endurance is not None)
    if demand.history is not None:
        return _Found("history")
    groups, place = demand.groups, ""
    if demand.file is not None:
        file = file_of(demand.file, f"{at}.file", draft.supply)
        groups, place = read_groups(file), str(file.path)
    kinds: list[demand_book.Growth] = [
        "common" if demand.growth and group.growth is None and group.added is None else group.kind
        for group in groups
    ]
    if "common" not in kinds and demand.growth is not None:
        what = "each group says how it grows: leave 'growth' out"
        draft.supply.complain(f"{at}.growth", what)
    full = _filling(groups, kinds)
    instances = [
        _group(group, kind, f"{at}.groups.{n}", draft, full == "one", place)
        for n, (group, kind) in enumerate(zip(groups, kinds, strict=True))
    ]
    return _Found("groups", full, instances, kinds)


def _filling(
    groups: Sequence[DemandGroup], kinds: Sequence[demand_book.Growth]
) -> demand_book.Filling:
    """How the time until full is known: by a formula where there is one."""
    if set(kinds) == {"common"}:
        return "common"
    if len(groups) == 1:
        return "one"
    falls = any(group.added is not None and group.added.value < 0 for group in groups)
    return "added" if set(kinds) == {"added"} and not falls else "searched"


def _group(
    group: DemandGroup,
    kind: demand_book.Growth,
    at: str,
    above: Draft,
    alone: bool,
    file: str,
) -> Instance:
    draft = Draft(f"{above.path}/demand:{group.name}", above.supply)
    if file:
        for _, bound, stated, _ in said(group):
            draft.put(bound.name, stated.value if stated else None, Provenance("stated", file))
    else:
        put_bound(draft, group, at)
    years = years_of(demand_book.demand_year_book(kind), above.supply.scenario)
    own = demand_book.demand_book(kind, alone=alone)
    return Instance("demand", group.name, own, draft.inputs, {"years": years})
