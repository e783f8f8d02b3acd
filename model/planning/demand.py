"""From the stated demand to its instances: groups with their years, and years that follow it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from model import demand_book
from model.demand_book import Part
from model.design.demand import Demand, DemandGroup, History, Migration, Purge
from model.errors import InputError, Place, Problem
from model.planning.given import years_of
from model.planning.supply import Draft, Supply
from model.planning.usage import Usage, beside, read_groups, read_usage
from model.procedures.forecast import bootstrap, daily_increments
from model.provenance import Provenance
from model.quantity import Book
from model.scenario import Scenario
from model.tree import Instance

DAY = 86400.0
LONGEST_GAP = 3653
GROUP_FIGURES = ("volume", "added", "growth", "ceiling")


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

    def parts(self, above: str, years: Sequence[Instance]) -> tuple[Part, ...]:
        """Give the curves of the demand of what stands at that path, seen from the reader."""
        if self.source != "groups":
            return (demand_book.years_part(above, [year.name for year in years]),)
        named = zip(self.groups, self.kinds, strict=True)
        return tuple(demand_book.group_part(above, group.name, kind) for group, kind in named)

    def book(self, base: Book, years: Sequence[Instance], *, at_site: bool, buys: bool) -> Book:
        """Add to a book what it needs for this demand."""
        own = demand_book.with_demand(base, self.source, self.full, at_site=at_site, buys=buys)
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
    _put_forecast(demand, at, draft, years)
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
        draft.state("price_decline", scenario.economics.price_decline, "economics.price_decline")
        found = _found(demand, "demand", draft) if demand is not None else None
        source = found.source if found else None
        years = years_of(demand_book.site_year_book(source, racks=racks), scenario)
        children["years"] = years
        if demand is not None and found is not None:
            own = found.book(own, years, at_site=True, buys=False)
            children["demand"] = found.groups
            _put_forecast(demand, "demand", draft, years)
            supply.curves.append(found.parts("", years))
    if scenario.migration is not None:
        own = demand_book.with_chapters(own, *_migration(draft, scenario.migration))
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


def _migration(draft: Draft, migration: Migration) -> tuple[Book, ...]:
    draft.state("migration_volume", migration.volume, "migration.volume")
    draft.state("migration_source_rate", migration.source_rate, "migration.source_rate")
    if migration.gateways is not None:
        draft.state("gateways", migration.gateways.count, "migration.gateways.count")
        draft.state("gateway_rate", migration.gateways.rate, "migration.gateways.rate")
    given = draft.state("migration_target_rate", migration.target_rate, "migration.target_rate")
    return demand_book.MIGRATION["given" if given else "planned"]


def _found(demand: Demand, at: str, draft: Draft) -> _Found:
    if demand.purge is not None:
        _put_purge(demand.purge, f"{at}.purge", draft)
        return _Found("purge")
    if demand.history is not None:
        return _Found("history")
    groups, place = demand.groups, ""
    if demand.file is not None:
        path = _file(demand.file, f"{at}.file", draft.supply)
        groups, place = read_groups(*path), str(path[0])
    kinds: list[demand_book.Growth] = [
        "common" if demand.growth and group.growth is None and group.added is None else group.kind
        for group in groups
    ]
    if "common" in kinds:
        draft.state("common_growth", demand.growth, f"{at}.growth")
    elif demand.growth is not None:
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
    for name in GROUP_FIGURES:
        stated = getattr(group, name)
        if stated is None:
            continue
        if file:
            draft.put(f"group_{name}", stated.value, Provenance("stated", file))
        else:
            draft.state(f"group_{name}", stated, f"{at}.{name}")
    years = years_of(demand_book.demand_year_book(kind), above.supply.scenario)
    own = demand_book.demand_book(kind, alone=alone)
    return Instance("demand", group.name, own, draft.inputs, {"years": years})


def _file(name: str, at: str, supply: Supply) -> tuple[Path, Place, str]:
    place = supply.scenario.place(supply.keys(at))
    return beside(supply.scenario.folder, name, place, at), place, at


def _put_purge(purge: Purge, at: str, draft: Draft) -> None:
    draft.state("purge_time", purge.after, f"{at}.after")
    draft.state("purged_share", purge.share, f"{at}.share")
    draft.state("purge_improvement", purge.improvement, f"{at}.improvement")
    if not draft.state("purge_growth", purge.growth, f"{at}.growth") and purge.history:
        usage = read_usage(*_file(purge.history, f"{at}.history", draft.supply))
        grown = _increments(usage, f"{at}.history", draft.supply, purged=True)
        said = Provenance("measured", usage.file, f"mean of the {grown.size} days that grew")
        draft.put("purge_growth", float(grown.mean()) / DAY, said)


def _increments(usage: Usage, at: str, supply: Supply, *, purged: bool) -> NDArray[np.float64]:
    found = daily_increments(usage.days, usage.volumes, purged=purged)
    if not found.size:
        what = f"usage fell on every day of '{usage.file}': nothing tells how it grows"
        raise InputError([Problem(supply.scenario.place(supply.keys(at)), at, what)])
    return found


def _put_forecast(demand: Demand, at: str, above: Draft, years: Sequence[Instance]) -> None:
    """Draw the forecast of each year from past usage, and put it into the years."""
    history = demand.history
    if history is None:
        return
    at = f"{at}.history.file"
    usage = read_usage(*_file(history.file, at, above.supply))
    before = _days_before(demand, usage, at, above.supply)
    band = _band(history, usage, at, above.supply, len(years) - 1, before)
    said = Provenance(
        "assumed",
        usage.file,
        f"bootstrap of the past days' growth: {history.samples} futures, quantile "
        f"{history.quantile:g}, seed {history.seed}, {before} days from its end to the purchase; "
        "not computed anew in a sheet",
        above.supply.place(at),
    )
    for year, (low, high) in zip(years, band, strict=True):
        draft = Draft(f"{above.path}/years:{year.name}", above.supply, dict(year.inputs))
        draft.put("forecast_low", low, said)
        draft.put("forecast_high", high, said)
        draft.put("forecast_demand", high, said)
        year.inputs = draft.inputs


def _days_before(demand: Demand, usage: Usage, at: str, supply: Supply) -> int:
    """Count the days from the last that usage was noted to the purchase; refuse one before it."""
    if demand.start is None:
        return 0
    days = demand.start.toordinal() - usage.days[-1]
    end = datetime.date.fromordinal(usage.days[-1])
    what = ""
    if days < 0:
        what = f"before the end of '{usage.file}', {end}: write that day or a later one"
    elif days > LONGEST_GAP:
        what = f"more than 10 years after the end of '{usage.file}', {end}: write newer usage"
    if what:
        place = at.replace("history.file", "start")
        what = f"the purchase on {demand.start} is {what}"
        raise InputError([Problem(supply.scenario.place(supply.keys(place)), place, what)])
    return days


def _band(
    history: History, usage: Usage, at: str, supply: Supply, years: int, before: int
) -> list[tuple[float, float]]:
    increments = _increments(usage, at, supply, purged=history.purged)
    drawn = bootstrap(
        increments,
        usage.volumes[-1],
        years,
        history.samples,
        (1 - history.quantile, history.quantile),
        np.random.default_rng(history.seed),
        before,
    )
    return [(float(low), float(high)) for low, high in drawn]
