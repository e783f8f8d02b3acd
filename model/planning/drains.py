"""Tiers that drain into another, in the tree: what clients see of the site, and what dumps ask."""

from __future__ import annotations

from dataclasses import replace

from model.books import drain_book
from model.books.drain_book import Drains
from model.design.scenario import Scenario
from model.engine.tree import Instance
from model.planning.supply import Supply


def drains_of(scenario: Scenario) -> Drains | None:
    """Name the data tiers before the one that is drained into, those that drain, and that one."""
    burst = [tier for tier in scenario.tiers if tier.drains_into is not None]
    if not burst:
        return None
    behind = str(burst[0].drains_into)
    front = (t.name for t in scenario.tiers if t.holds == "data" and t.name != behind)
    return Drains(tuple(front), tuple(tier.name for tier in burst), behind)


def with_drains(root: Instance, supply: Supply) -> Instance:
    """Count the bandwidth of the tiers that clients reach, and judge the drain of dumps."""
    scenario = supply.scenario
    drains = drains_of(scenario)
    if drains is None:
        return root
    supply.warnings.append(
        f"the site's capacity counts {' and '.join(drains.burst)} beside {drains.behind}, though "
        f"what drains lies in {drains.behind} too"
    )
    own = drain_book.drained(root.book, drains) if scenario.checkpoint else root.book
    years = [
        replace(year, book=drain_book.seen_by_clients(year.book, drains))
        for year in root.children["years"]
    ]
    children = {**root.children, "years": years}
    return replace(root, book=drain_book.seen_by_clients(own, drains), children=children)
