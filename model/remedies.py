"""What next: for each thing that can be bought, what it does to a tier's bandwidth, and its cost.

A remedy is an edit of the scenario, planned anew as a whole: parts that no longer fit, stages that
stay unknown and prices that are missing are said beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from model.book import CHECKS
from model.design.tier import Tier
from model.results import WAYS, Results, Stage, evaluate
from model.scenario import edited
from model.summary import limiting


@dataclass(frozen=True, slots=True)
class Gain:
    """What a remedy does one way: bound and committed rate before and after, and the new limit.

    `memory_room` is what memory could then move for each byte of a client.
    """

    bound_before: float | None
    bound: float | None
    before: float | None
    after: float | None
    limit: Stage | None
    unknown: tuple[Stage, ...]
    memory_room: float | None

    @property
    def at_most(self) -> bool:
        """Whether stages of unknown rate may limit sooner."""
        return bool(self.unknown)

    @property
    def is_more(self) -> bool:
        """Whether the bound rises by more than rounding."""
        return (self.bound or 0.0) > (self.bound_before or 0.0) * (1 + 1e-9)


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing to buy; a price of None is unknown, and `known_price` what is known of it."""

    title: str
    changes: dict[str, Any]
    gains: dict[str, Gain]
    price: float | None
    known_price: float | None
    switch_ports: float | None
    warnings: tuple[str, ...]


def remedies(results: Results, name: str) -> list[Remedy]:
    """Try what could be bought for the tier of that name, in the order of the chain."""
    scenario = results.plan.scenario
    n = next(n for n, tier in enumerate(scenario.tiers) if tier.name == name)
    tier = scenario.tiers[n]
    if not isinstance(tier, Tier):
        return []
    return [
        _tried(results, name, title, changes) for title, changes in _candidates(results, tier, n)
    ]


def _candidates(results: Results, tier: Tier, n: int) -> Iterator[tuple[str, dict[str, Any]]]:
    at, path = f"tiers.{n}", dict(results.tiers())[tier.name]
    if tier.enclosures:
        more = tier.enclosures.per_block.value + 1
        yield (
            "one more enclosure with its drives in each block",
            {f"{at}.enclosures.per_block": more},
        )
    if tier.adapters:
        more = tier.adapters.per_server.value + 1
        yield "one more host adapter in each server", {f"{at}.adapters.per_server": more}
    if tier.memory:
        yield from _all_channels(results, tier, at, path)
    if tier.network:
        yield from _more_ports(results, at, path)
        more = tier.network.per_server.value + 1
        yield "one more network adapter in each server", {f"{at}.network.per_server": more}
    if tier.fabric and tier.fabric.links:
        links = tier.fabric.links.value
        yield f"{links} more links to the fabric", {f"{at}.fabric.links": 2 * links}
    more = tier.blocks.value + 1
    yield "one more building block", {f"{at}.blocks": more}


def _all_channels(
    results: Results, tier: Tier, at: str, path: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    there = results.values.get((path, "cpu_channels"))
    processors = results.values.get((path, "cpus_per_server"))
    memory = tier.memory
    if memory is None or there is None or processors is None:
        return
    channels = int(there * processors)
    if channels > memory.channels.value:
        modules = max(memory.per_server.value, channels)
        changes = {f"{at}.memory.channels": channels, f"{at}.memory.per_server": modules}
        yield f"all {channels} memory channels", changes


def _more_ports(results: Results, at: str, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    used = results[path, "nic_ports"]
    there = results.values.get((path, "nic_ports_there"))
    if used is not None and (there is None or there > used):
        words = "a second port" if used == 1 else f"port {used + 1:.0f}"
        yield f"{words} of each network adapter", {f"{at}.network.ports": int(used) + 1}


def _tried(results: Results, name: str, title: str, changes: dict[str, Any]) -> Remedy:
    after = evaluate(edited(results.plan.scenario, changes), results.plan.catalog)
    path = dict(results.tiers())[name]

    def difference(at: str, figure: str) -> float | None:
        old, new = results.values.get((at, figure)), after.values.get((at, figure))
        return None if old is None or new is None else new - old

    return Remedy(
        title,
        changes,
        {way: _gain(results, after, path, way) for way in WAYS},
        difference("site", "capital_cost"),
        difference("site", "known_capital_cost"),
        difference(path, "switch_ports"),
        tuple(
            words
            for check, words in CHECKS.items()
            if after.values.get((path, check)) == 0 and results.values.get((path, check)) != 0
        ),
    )


def _gain(before: Results, after: Results, path: str, way: str) -> Gain:
    bound, committed = f"{way}_bandwidth_bound", f"{way}_bandwidth"
    return Gain(
        before[path, bound],
        after[path, bound],
        before[path, committed],
        after[path, committed],
        limiting(after, path, way)[0],
        tuple(after.unknown_stages(path, way)),
        after.values.get((path, f"memory_{way}_room")),
    )
