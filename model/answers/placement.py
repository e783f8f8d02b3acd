"""Where the drives of a tier sit, and what it survives for certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.answers.racks import elevation
from model.answers.results import Results
from model.design.tier import Tier as TierOfParts
from model.kinds.layouts import parse_code
from model.placement.by_vdev import create_lines
from model.placement.enclosures import striped
from model.placement.slots import MOST_DRIVES, SlotMap, packed
from model.placement.verdicts import Coded, Racks, Tier, Verdict, block_of
from model.placement.wiring import Kind, Parts, Wiring
from model.planning.placements import groups_of, placing_of
from model.planning.states import takes_over
from model.records import NamedTuple
from model.units.figures import percent
from model.zfs.draid_maps import lost_share
from model.zfs.vdevs import parse_layout

HEALTHY = "/healthy:healthy"
MOST_RACKS = 1000
"""Racks of the largest site whose racks are enumerated."""
CONTENTS = {"servers": "server", "enclosures": "enclosure", "further_enclosures": "enclosure"}
"""Lines of the bill that racks hold, and what the drives hang on of them."""


def tier_named(results: Results, path: str) -> TierOfParts | None:
    """Return the tier of parts at a path of the tree; None for one entered as a whole."""
    name = dict((at, name) for name, at in results.tiers())[path]
    return next(tier for tier in results.plan.scenario.tiers if tier.name == name).built


def _count(results: Results, path: str, name: str, otherwise: int = 0) -> int:
    value = results.values.get((path, name))
    return otherwise if value is None or value != value else int(value)


def parts_of(results: Results, path: str, tier: TierOfParts) -> Parts:
    """Return the counts of a block's parts."""
    inside = tier.enclosures is None
    enclosures = _count(results, path, "enclosures_per_block")
    adapters = _count(results, path, "hbas_per_server") if tier.adapters else 0
    enough = -(-enclosures // max(adapters, 1))  # where the ports of adapters are unknown
    return Parts(
        servers=_count(results, path, "servers_per_block", tier.servers.per_block.value),
        enclosures=enclosures,
        adapters=adapters,
        cables=0 if inside else _count(results, path, "hba_cables", enough),
        modules=_count(results, f"{path}{HEALTHY}", "modules_per_enclosure", 2),
        drive_ports=_count(results, path, "drive_ports", 2),
        reached=_count(results, path, "reached_enclosures_per_block", enclosures),
        takes_over=takes_over(tier) and not tier.holds_dirty_caches,
        network_adapters=_count(results, path, "nics_per_server"),
        feeds=_count(results, "site", "rack_feeds"),
        server_supplies=_count(results, path, "server_supplies"),
        enclosure_supplies=_count(results, path, "enclosure_supplies"),
    )


def slot_map(results: Results, path: str, tier: TierOfParts) -> SlotMap | None:
    """Return where the drives of a block's targets sit; None where strips lie anywhere.

    None, too, where the drives don't fit.
    """
    if tier.target.failure_domain_name:
        return None
    if _count(results, path, "drives_per_block") > MOST_DRIVES and not tier.target.spread:
        return None
    targets = _count(results, path, "targets_per_block")
    if (placing := placing_of(tier, 1)) is not None:
        return placing.slot_map(targets, _bays(results, path))
    servers = _count(results, path, "servers_per_block", tier.servers.per_block.value)
    if tier.target.spread:  # at worst the strips that one server holds hang on one of its adapters
        code, apart = parse_code(tier.target.layout), _count(results, path, "hbas_per_server")
        return striped(code.data + code.parity, code.parity, servers, max(apart, 1))
    bays = (_count(results, path, "drives_per_server"),) * servers
    return packed(groups_of(tier, targets), bays)


def _bays(results: Results, path: str) -> tuple[int, ...]:
    each = _count(results, path, "drives_per_enclosure")
    further = _count(results, path, "further_enclosures_per_block")
    first = _count(results, path, "enclosures_per_block") - further
    return (each,) * first + (_count(results, path, "drives_per_further_enclosure"),) * further


def survival_of(results: Results, path: str) -> Tier | Coded | None:
    """Return what a tier is made of that may fail; None where nothing is known of it."""
    tier = tier_named(results, path)
    if tier is None:
        return None
    parts, blocks = parts_of(results, path, tier), _count(results, path, "blocks", 1)
    racks = tuple(_racks(results, tier.name))
    if tier.target.failure_domain_name:
        return _coded(tier, parts, racks)
    if Wiring(parts).is_too_large:
        return None
    placed = slot_map(results, path, tier)
    if placed is None:
        return None
    if tier.target.spread and tier.enclosures is None:
        parts = _replaced(parts, takes_over=True, through_servers=True)
    copies = tier.target.passed_copies if tier.has_copies_apart and not tier.target.spread else 1
    block = block_of(placed, parts, tier.target.groups_beside)
    bits = block.wiring.bits
    held: Racks = tuple(
        (name, {number: sum(bits.get(one, 0) for one in what) for number, what in held.items()})
        for name, held in racks
    )
    behind = _count(results, path, "drives_per_cache_drive") if tier.holds_dirty_caches else 0
    return Tier(block, blocks, copies, behind, held)


def _replaced(parts: Parts, **changes: Any) -> Parts:
    return Parts(**{**{name: getattr(parts, name) for name in Parts.__slots__}, **changes})


Held = dict[int, list[tuple[str, int, int]]]
"""Servers and enclosures in a rack, by the number of their block."""


def _racks(results: Results, tier: str) -> Iterator[tuple[str, Held]]:
    """Return the servers and enclosures of a tier in each rack; those of a block in turn."""
    found = elevation(results) if _count(results, "site", "racks") <= MOST_RACKS else None
    seen: dict[tuple[int, str], int] = {}
    for rack in found.racks if found else ():
        held: Held = {}
        for device in rack.devices:
            kind = CONTENTS.get(device.line.role)
            if kind is None or device.line.tier != tier:
                continue
            for _ in range(device.pieces):
                number = seen.get((device.block, kind), 0)
                seen[device.block, kind] = number + 1
                held.setdefault(device.block, []).append((kind, number, 0))
        if held:
            yield f"rack {rack.number}", held


def _coded(tier: TierOfParts, parts: Parts, racks: tuple[tuple[str, Held], ...]) -> Coded:
    """Return an erasure code or blocks: the domains that each kind of failure takes."""
    by_block = tier.target.failure_domain_name == "block"
    on_one, on_two = (_on_feeds(parts, tier.blocks.value, by_block, lost) for lost in (1, 2))
    in_rack = [len(held) if by_block else sum(map(len, held.values())) for _, held in racks]
    takes: list[tuple[Kind, int]] = [
        ("drive", 1),
        ("server", 1),
        ("network adapter", int(parts.network_adapters == 1)),
    ]
    takes += [("host bus adapter", 1)] * bool(parts.adapters)
    takes += [("feed", on_one)] * bool(parts.feeds)
    takes += [("rack", max(in_rack, default=0))] * bool(in_rack)
    parity = parse_code(tier.target.layout).parity
    return Coded(parity, tuple(takes), tier.target.failure_domain_name, on_two)


def _on_feeds(parts: Parts, blocks: int, by_block: bool, lost: int) -> int:
    """Return the most domains whose servers have all supplies on so many lost feeds.

    Supplies go to the feeds in turn; unknown are two.
    """
    supplies, servers = min(parts.server_supplies or 2, parts.feeds), parts.servers * blocks
    found = servers if lost >= parts.feeds else 0
    if supplies <= lost < parts.feeds:  # of servers that begin on each feed, in turn
        found = min(-(-servers // parts.feeds) * (lost - supplies + 1), servers)
    return min(found, blocks) if by_block else found


def singles_json(found: Tier | Coded) -> dict[str, str]:
    """Return what single failures lose, by kind of component."""
    return {_key(one): one.loss for one in found.singles()}


def pairs_json(found: Tier | Coded) -> dict[str, str]:
    """Return what pairs of failures lose, by kinds of component."""
    return {_key(one): one.loss for one in found.pairs()}


class StripesLost(NamedTuple):
    """Which share of the stripes of a dRAID vdev loses data with failed drives or domains."""

    vdev: str
    failed: int
    what: str
    share: float

    @property
    def text(self) -> str:
        """What fails and what is lost, in a sentence."""
        return (
            f"{self.vdev}: {self.failed} failed {self.what} lose data in "
            f"{percent(self.share, 2)} of the stripes, by OpenZFS's permutation map."
        )


def stripes_lost(tier: TierOfParts) -> Iterator[StripesLost]:
    """Return what each dRAID vdev of a layout loses with one failure beyond its parity."""
    if not tier.target.on_zfs or tier.target.on_raid:
        return
    for vdevs in parse_layout(tier.target.layout):
        if vdevs.is_draid:
            failed = vdevs.survives + 1  # the first ones are in different domains
            what = "drives" if vdevs.failure_groups == 1 else "drives of different domains"
            share = lost_share(vdevs, range(failed))
            yield StripesLost(str(replace(vdevs, count=1)), failed, what, share)


def create_script(results: Results, path: str) -> str:
    """Return the commands that create the pools of a block; empty without pools on drives."""
    tier = tier_named(results, path)
    if tier is None or not tier.target.on_zfs or tier.target.on_raid:
        return ""
    placed = slot_map(results, path, tier)
    if placed is None:
        return ""
    pool = f"{path}/pools:target"
    lines = create_lines(
        tier.target.layout,
        placed,
        tier.name,
        sector_size=_count(results, pool, "sector_size"),
        record_size=_count(results, pool, "record_size"),
    )
    head = f"# Tier {tier.name}: the pools of one block, by names of vdev_id.conf"
    return "\n".join((head, *lines)) + "\n"


def _key(verdict: Verdict) -> str:
    return "+".join(kind.replace(" ", "_") for kind in verdict.kinds)
