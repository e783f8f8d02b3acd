"""What next: for each thing that can be bought, what it does to a tier's bandwidth, and its cost.

A remedy is an edit of the scenario, planned anew as a whole: parts that no longer fit, stages that
stay unknown and prices that are missing are said beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.answers.evidence import is_elsewhere
from model.answers.owned_pieces import owned_before
from model.answers.ranges import Range, ranges_after
from model.answers.results import WAYS, Results, Stage
from model.answers.summary import committing_stage, limiting
from model.design.tier import Tier
from model.errors import InputError
from model.formulas.compatibility.misfits import WRONG
from model.records import dataclass
from model.units.figures import write

MORE_BEHIND = "twice the drives behind the same controllers"
ROUNDING = 5e-4
"""Shares nearer than this are shown as one."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Effect of an upgrade one way: rates (bytes per second) before and after, and the new limit.

    `before` and `after` are expected, and so are the `striped` ones, of files over all targets;
    the other rates are those of independent files. `likely` is the range of `after`, `limit` the
    stage that limits what is expected. `memory_room` is what memory could then move for each byte
    of a client.
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
    striped_bound: float | None
    likely: Range | None = None

    @property
    def at_most(self) -> bool:
        """Whether stages of unknown rate may limit sooner."""
        return bool(self.unknown)

    @property
    def is_more(self) -> bool:
        """Whether more is expected, beyond rounding."""
        return (self.after or 0.0) > (self.before or 0.0) * (1 + 1e-9)

    @property
    def more(self) -> float | None:
        """What is expected in addition, as a share of what is expected now; None if that is 0."""
        return _more(self.before, self.after)

    @property
    def bound_more(self) -> float | None:
        """What the upper bound gains, as a share of it."""
        return _more(self.bound_before, self.bound)

    @property
    def striped_more(self) -> float | None:
        """What is expected in addition of files over all targets, as a share."""
        return _more(self.striped_before, self.striped)

    @property
    def is_unproven(self) -> bool:
        """Whether more is expected of servers whose CPU and memory nobody knows."""
        servers = [stage for stage in self.unknown if stage.name == "cpu_memory"]
        return self.is_more and any(not is_elsewhere(stage) for stage in servers)

    @property
    def differs_striped(self) -> bool:
        """Whether files over all targets gain, or lose, another share than independent files."""
        pair = self.more, self.striped_more
        return None not in pair and abs((pair[0] or 0.0) - (pair[1] or 0.0)) > ROUNDING


def _more(before: float | None, after: float | None) -> float | None:
    return after / before - 1 if before and after is not None else None


@dataclass(frozen=True, slots=True)
class Remedy:
    """One possible upgrade: its changes, its cost and its effect.

    `price` is that of what the bill gains, None where a line of that has no price, and
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
    per_server: bool
    """Whether each server is expected to serve more than before."""

    @property
    def helps(self) -> bool:
        """Whether more is expected, reading or writing."""
        return any(gain.is_more for gain in self.gains.values())

    @property
    def notes(self) -> Iterator[str]:
        """Return what doesn't fit, what isn't priced, and what is unproven.

        Unproven is whether CPU and memory of the servers can serve what is bought.
        """
        yield from self.warnings
        if self.title == MORE_BEHIND:
            yield "the expansion enclosures for these drives are not in the price"
        if not any(gain.is_unproven for gain in self.gains.values()):
            return
        gain = self.gains["write"]
        room, before = gain.memory_room, gain.room_before
        if gain.is_unproven and room is not None and before is not None and room < before:
            yield (
                f"unproven: each byte written would have {room:.1f} bytes of memory bandwidth; "
                f"how many it needs has not been measured (Béluga's servers have 16)"
            )
        elif self.per_server:
            yield "unproven: whether CPU and memory of a server can serve this is unknown"


def remedies(results: Results, name: str) -> list[Remedy]:
    """Return the upgrades tried for the tier of that name, in the order of the chain."""
    tried: list[Remedy] = results.once(("remedies", name), lambda: _all_tried(results, name))
    return tried


def _all_tried(results: Results, name: str) -> list[Remedy]:
    scenario = results.plan.scenario
    n = next(n for n, tier in enumerate(scenario.tiers) if tier.name == name)
    tier = scenario.tiers[n].built
    if tier is None:
        return []
    tries = (
        _tried(results, name, title, changes) for title, changes in _candidates(results, tier, n)
    )
    return [one for one in tries if one is not None]


def _candidates(results: Results, tier: Tier, n: int) -> Iterator[tuple[str, dict[str, Any]]]:
    at, path = f"tiers.{n}", dict(results.tiers())[tier.name]
    yield from _more_drives(results, tier, at, path)
    if tier.adapters:
        more = tier.adapters.per_server.value + 1
        yield "one more host bus adapter in each server", {f"{at}.adapters.per_server": more}
    yield from _more_processing(results, tier, at, path)
    if tier.memory:
        yield from _all_channels(results, tier, at, path)
    if tier.network:
        yield from _more_ports(results, at, path)
        more = tier.network.per_server.value + 1
        yield "one more network adapter in each server", {f"{at}.network.per_server": more}
    yield from _more_shared(tier, at)
    more = tier.blocks.value + 1
    yield "one more building block", {f"{at}.blocks": more}


def _more_drives(
    results: Results, tier: Tier, at: str, path: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Try more drives, in more enclosures, in bays that are free, behind faster controllers."""
    if tier.enclosures and tier.drives.per_enclosure:
        here = tier.enclosures.per_block.value
        more = {
            f"{at}.enclosures.per_block": here + 1,
            **targets_following(tier, at, (here + 1) / here),
        }
        yield "one more enclosure with its drives in each block", more
        bays, filled = results.values.get((path, "enclosure_bays")), tier.drives.per_enclosure.value
        if bays and bays > filled:
            more = {
                f"{at}.drives.per_enclosure": int(bays),
                **targets_following(tier, at, bays / filled),
            }
            yield f"drives in all {bays:.0f} bays of each enclosure", more
        rates = {
            f"{at}.enclosures.{way}_bandwidth": _rate(2 * rate)
            for way in WAYS
            if (rate := results.values.get((path, f"array_{way}_bandwidth")))
        }
        if rates:
            twice = {f"{at}.drives.per_enclosure": 2 * filled, **targets_following(tier, at, 2)}
            yield MORE_BEHIND, twice | ({f"{at}.enclosures.bays": 2 * int(bays)} if bays else {})
            yield "controllers twice as fast", rates
    if tier.drives.per_server:
        here = tier.drives.per_server.value
        more = {f"{at}.drives.per_server": 2 * here, **targets_following(tier, at, 2)}
        yield "twice the drives in each server", more


def targets_following(tier: Tier, at: str, times: float) -> dict[str, Any]:
    """Let the targets of a block, where they are stated, follow its drives."""
    stated = tier.target.per_block
    if stated is None or tier.target.spread:
        return {}
    return {f"{at}.target.per_block": int(stated.value * times + ROUNDING)}


def _more_processing(
    results: Results, tier: Tier, at: str, path: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Try a further processor in a socket that is free; else faster ones, where rates are said."""
    processing, processors = tier.processing, tier.processors
    sockets = results.values.get((path, "server_sockets"))
    changes: dict[str, Any] = {}
    times, words = 2.0, "processors twice as fast"
    if processors and sockets and sockets > processors.per_server.value:
        more = processors.per_server.value + 1
        times, words = more / processors.per_server.value, "one more processor in each server"
        changes[f"{at}.processors.per_server"] = more
    if processing and processing.cores:
        words = words if changes else "twice the cores in each server"
        changes[f"{at}.processing.cores"] = int(processing.cores.value * times)
    for way in WAYS if processing else ():
        rate = getattr(processing, f"{way}_rate")
        if rate is not None:
            changes[f"{at}.processing.{way}_rate"] = _rate(rate.value * times)
    if changes:
        yield words, changes


def _rate(rate: float) -> str:
    """Write a rate as a scenario does."""
    return write(float(f"{rate:.12g}"), "byte/s")


def _more_shared(tier: Tier, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if tier.streams:
        count = tier.streams.count.value
        words = "stream" if count == 1 else "streams"
        yield f"{count} more {words} at once", {f"{at}.streams.count": 2 * count}
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
    if fabric.clients:
        count = fabric.clients.count.value
        words = "client" if count == 1 else "clients"
        yield f"{count} more {words} at once", {f"{at}.fabric.clients.count": 2 * count}


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
    if used is not None and there is not None and there > used:
        words = "a second port" if used == 1 else f"port {used + 1:.0f}"
        yield f"{words} of each network adapter", {f"{at}.network.ports": int(used) + 1}


def _tried(results: Results, name: str, title: str, changes: dict[str, Any]) -> Remedy | None:
    """Plan a remedy; nothing where the scenario can't be so."""
    try:
        changes = with_owned(results, name, changes)
        after = results.edited(changes, in_order=False)
    except InputError:
        return None
    path = dict(results.tiers())[name]
    likely = ranges_after(results, after, path)
    ports = [one.values.get((path, "switch_ports")) for one in (results, after)]
    return Remedy(
        title,
        changes,
        {way: _gain(results, after, path, way, likely.get(f"{way}_bandwidth")) for way in WAYS},
        *spending(results, after),
        None if ports[0] is None or ports[1] is None else ports[1] - ports[0],
        new_misfits(results, after, path),
        any(_serves_more(results, after, path, way) for way in WAYS),
    )


def with_owned(results: Results, name: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Let the pieces of an owned tier stay owned, so that what is added has its price."""
    n, tier = next(
        (n, tier) for n, tier in enumerate(results.plan.scenario.tiers) if tier.name == name
    )
    path = dict(results.tiers())[name]
    return {**changes, **owned_before(results, tier, f"tiers.{n}", path, changes)}


def spending(
    before: Results, after: Results, *, drives_only: bool = False
) -> tuple[float | None, float, bool]:
    """Return what the changed lines of the bill cost, what is known of it, and if any changed.

    Of an upgrade that changes `drives_only`, lines of unknown count stay as they are.
    """
    lines = [one for one in bought(before, after) if not (drives_only and one[0] is None)]
    prices = [more * price for more, price in lines if more is not None and price is not None]
    return sum(prices) if len(prices) == len(lines) else None, sum(prices), bool(lines)


def new_misfits(before: Results, after: Results, path: str) -> tuple[str, ...]:
    """Say which parts of a tier no longer fit after an upgrade."""
    return tuple(
        words
        for check, words in WRONG.items()
        if after.values.get((path, check)) == 0 and before.values.get((path, check)) != 0
    )


def _serves_more(before: Results, after: Results, path: str, way: str) -> bool:
    """Whether each server that serves targets is expected to serve more than before."""
    rates = []
    for results in (before, after):
        at = f"{path}/healthy:healthy"
        servers = results.values.get((at, "serving_servers")) or results[at, "working_servers"]
        rates.append((results[path, f"{way}_bandwidth"] or 0.0) / (servers or 1.0))
    return rates[1] > rates[0] * (1 + ROUNDING)


def bought(before: Results, after: Results) -> list[tuple[float | None, float | None]]:
    """Return what an upgrade adds to each line of the bill: pieces and unit price.

    Lines that stay as they are aren't in it; where a count is unknown, so is what is added. A
    service that is a share of the purchase costs more for as many orders.
    """
    had = {line.path for line in before.plan.lines}
    changes: list[tuple[float | None, float | None]] = []
    shares: list[tuple[float | None, float | None]] = []
    for path in (line.path for line in after.plan.lines):
        count, price = after[path, "line_count"], after[path, "net_unit_price"]
        old = before[path, "line_count"] if path in had else 0.0
        more = None if count is None or old is None else count - old
        if more != 0:
            changes.append((more, price))
        elif (path, "purchase_share") in after.values:
            was = before[path, "net_unit_price"]
            shares.append((count, None if price is None or was is None else price - was))
    return changes + shares if changes else []


def _gain(before: Results, after: Results, path: str, way: str, likely: Range | None) -> Gain:
    bound, committed = f"{way}_bandwidth_bound", f"{way}_bandwidth"
    return Gain(
        before[path, bound],
        after[path, bound],
        before[path, committed],
        after[path, committed],
        committing_stage(after, path, way) or limiting(after, path, way)[0],
        tuple(after.unknown_stages(path, way)),
        before.values.get((path, f"memory_{way}_room")),
        after.values.get((path, f"memory_{way}_room")),
        before.values.get((path, f"striped_{committed}")),
        after.values.get((path, f"striped_{committed}")),
        after.values.get((path, f"striped_{bound}")),
        likely,
    )
