"""What next: for each thing that can be bought, what it does to a tier's bandwidth, and its cost.

A remedy is an edit of the scenario, planned anew as a whole: parts that no longer fit, stages that
stay unknown and prices that are missing are said beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from model.answers.results import WAYS, Results, Stage, evaluate
from model.answers.summary import limiting
from model.design.scenario import edited
from model.design.tier import Tier
from model.formulas.space.fitting import WRONG

ROUNDING = 5e-4
"""Shares nearer than this are shown as one."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a remedy does one way: bound and committed rate before and after, and the new limit.

    The rates are those of independent files; the `striped` ones of files over all targets.
    `memory_room` is what memory could then move for each byte of a client.
    """

    bound_before: float | None
    bound: float | None
    before: float | None
    after: float | None
    limit: Stage | None
    unknown: tuple[Stage, ...]
    room_before: float | None
    memory_room: float | None
    striped_before: float | None
    striped: float | None

    @property
    def at_most(self) -> bool:
        """Whether stages of unknown rate may limit sooner."""
        return bool(self.unknown)

    @property
    def is_more(self) -> bool:
        """Whether the bound rises by more than rounding."""
        return (self.bound or 0.0) > (self.bound_before or 0.0) * (1 + 1e-9)

    @property
    def more(self) -> float | None:
        """What the bound gains, as a share of it."""
        return _more(self.bound_before, self.bound)

    @property
    def striped_more(self) -> float | None:
        """What the bound of files over all targets gains, as a share of it."""
        return _more(self.striped_before, self.striped)

    @property
    def differs_striped(self) -> bool:
        """Whether files over all targets gain, or lose, another share than independent files."""
        pair = self.more, self.striped_more
        return None not in pair and abs((pair[0] or 0.0) - (pair[1] or 0.0)) > ROUNDING


def _more(before: float | None, after: float | None) -> float | None:
    return after / before - 1 if before and after is not None else None


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing to buy: what it takes, and what it brings.

    `price` is that of the lines of the bill that change, None where one of them has no price, and
    `known_price` what is known of it; `is_billed` says whether any line changes.
    """

    title: str
    changes: dict[str, Any]
    gains: dict[str, Gain]
    price: float | None
    known_price: float
    is_billed: bool
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
    if tier.drives.per_server:
        more = 2 * tier.drives.per_server.value
        yield "twice the drives in each server", {f"{at}.drives.per_server": more}
    yield from _more_shared(tier, at)
    more = tier.blocks.value + 1
    yield "one more building block", {f"{at}.blocks": more}


def _more_shared(tier: Tier, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    fabric = tier.fabric
    if fabric is None:
        return
    if fabric.links:
        links = fabric.links.value
        yield f"{links} more links to the fabric", {f"{at}.fabric.links": 2 * links}
    for field, words in (("routers", "routers"), ("uplinks", "uplinks to the spine")):
        shared = getattr(fabric, field)
        if shared:
            count = shared.count.value
            yield f"{count} more {words}", {f"{at}.fabric.{field}.count": 2 * count}


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
    ports = [one.values.get((path, "switch_ports")) for one in (results, after)]
    lines = bought(results, after)
    prices = [more * price for more, price in lines if more is not None and price is not None]
    return Remedy(
        title,
        changes,
        {way: _gain(results, after, path, way) for way in WAYS},
        sum(prices) if len(prices) == len(lines) else None,
        sum(prices),
        bool(lines),
        None if ports[0] is None or ports[1] is None else ports[1] - ports[0],
        tuple(
            words
            for check, words in WRONG.items()
            if after.values.get((path, check)) == 0 and results.values.get((path, check)) != 0
        ),
    )


def bought(before: Results, after: Results) -> list[tuple[float | None, float | None]]:
    """Give what a remedy adds to each line of the bill, in pieces, and the price of one.

    Lines that stay as they are aren't in it; where a count is unknown, so is what is added.
    """
    had = {row.line.path: row.count for row in before.bill}
    changes: list[tuple[float | None, float | None]] = []
    for row in after.bill:
        old = had.get(row.line.path, 0.0)
        more = None if row.count is None or old is None else row.count - old
        if more != 0:
            changes.append((more, row.unit_price))
    return changes


def _gain(before: Results, after: Results, path: str, way: str) -> Gain:
    bound, committed = f"{way}_bandwidth_bound", f"{way}_bandwidth"
    return Gain(
        before[path, bound],
        after[path, bound],
        before[path, committed],
        after[path, committed],
        limiting(after, path, way)[0],
        tuple(after.unknown_stages(path, way)),
        before.values.get((path, f"memory_{way}_room")),
        after.values.get((path, f"memory_{way}_room")),
        before.values.get((path, f"striped_{bound}")),
        after.values.get((path, f"striped_{bound}")),
    )
