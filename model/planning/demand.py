"""Instances of a demand: user groups with their years, and forecast years."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from model.books.demand import DEMAND, DEMAND_YEAR, GroupOfUsers
from model.books.facts import DemandFacts, Filling, Growth
from model.design.demand import Demand, DemandGroup
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.parts.lead_times import Ordered
from model.planning.binding import put_bound
from model.planning.delivery_times import lead_times_of
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.reading.binding import bound_values


def demand_facts(demand: Demand | None, at: str, supply: Supply) -> DemandFacts | None:
    """Return the facts of a demand that determine the books of its owner."""
    if demand is None:
        return None
    if demand.purge is not None:
        return DemandFacts(source="purge", wears=demand.purge.endurance is not None)
    if demand.history is not None:
        from model.planning.history import past_of  # imported where a demand is entered, as below

        past = past_of(demand, at, supply)
        limited = demand.history.is_purged and demand.history.capacity is not None
        return DemandFacts(source="history", exponential=past.exponential, limited=limited)
    groups, _ = _groups_of(demand, at, supply)
    kinds: list[Growth] = [
        "common" if demand.growth and group.growth is None and group.added is None else group.kind
        for group in groups
    ]
    named = tuple((group.name, kind) for group, kind in zip(groups, kinds, strict=True))
    return DemandFacts(source="groups", full=_filling(groups, kinds), groups=named)


def _groups_of(demand: Demand, at: str, supply: Supply) -> tuple[tuple[DemandGroup, ...], str]:
    """Return the groups of a demand, and the file they are read from."""
    if demand.file is None:
        return demand.groups, ""
    if at not in supply.groups:
        from model.planning.named_files import named
        from model.planning.usage import read_groups

        file = named(supply.scenario, demand.file, f"{at}.file")
        supply.groups[at] = read_groups(file), str(file.path)
    return supply.groups[at]


def years_of(
    year_book: Book, years: int, forecast: Sequence[Mapping[str, float]] = ()
) -> list[Instance]:
    """Create the instances of the years, the purchase first."""
    dated = "year_index" in year_book
    return [
        Instance(
            "years",
            f"year {year}",
            year_book,
            {
                **({"year_index": float(year)} if dated else {}),
                **(forecast[year] if forecast else {}),
            },
        )
        for year in range(years + 1)
    ]


def grown(
    year_book: Book,
    demand: Demand | None,
    at: str,
    facts: DemandFacts | None,
    draft: Draft,
    kinds: Iterable[Ordered] = (),
) -> dict[str, list[Instance]]:
    """Create the years and the groups of a demand; set its inputs in the draft.

    `kinds` are those of the parts that an expansion needs.
    """
    years = draft.supply.scenario.economics.years
    if demand is None or facts is None:
        return {"years": years_of(year_book, years)}
    from model.planning.history import forecast_of, put_purge

    if demand.purge is not None:
        put_purge(demand.purge, f"{at}.purge", draft)
    groups = _group_instances(demand, at, facts, draft) if facts.source == "groups" else []
    forecast = forecast_of(demand, at, draft, years)
    return {
        "years": years_of(year_book, years, forecast),
        "demand": groups,
        "lead_times": lead_times_of(kinds, draft),
    }


def _group_instances(demand: Demand, at: str, facts: DemandFacts, draft: Draft) -> list[Instance]:
    groups, place = _groups_of(demand, at, draft.supply)
    if demand.growth is not None and all(kind != "common" for _, kind in facts.groups):
        what = "each group says how it grows: leave 'growth' out"
        draft.supply.complain(f"{at}.growth", what)
    return [
        _group(group, kind, f"{at}.groups.{n}", draft, facts.full == "one", place)
        for n, (group, (_, kind)) in enumerate(zip(groups, facts.groups, strict=True))
    ]


def _filling(groups: Sequence[DemandGroup], kinds: Sequence[Growth]) -> Filling:
    """Method for the time until full: a formula, if there is one."""
    if set(kinds) == {"common"}:
        return "common"
    if len(groups) == 1:
        return "one"
    falls = any(group.added is not None and group.added.value < 0 for group in groups)
    return "added" if set(kinds) == {"added"} and not falls else "searched"


def _group(
    group: DemandGroup,
    kind: Growth,
    at: str,
    above: Draft,
    alone: bool,
    file: str,
) -> Instance:
    draft = Draft(f"{above.path}/demand:{group.name}", above.supply)
    if file:
        for _, bound, stated, _ in bound_values(group):
            draft.put(bound.name, stated.value if stated else None, Provenance("stated", file))
    else:
        put_bound(draft, group, at)
    facts = GroupOfUsers(kind, alone)
    years = years_of(DEMAND_YEAR.book(facts), above.supply.scenario.economics.years)
    own = DEMAND.book(facts)
    return Instance("demand", group.name, own, draft.inputs, {"years": years})
