"""A tier of a scenario as an instance of the tree: its pools, its states, its lines, its years."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.tier import LINE, TIER, TIER_YEAR, LineFacts
from model.design.tier import Piece, Tier
from model.engine.tree import Instance
from model.planning.caches import put_caches, put_rates
from model.planning.chain import put_chain, tasks_of
from model.planning.demand import grown
from model.planning.given import put_policy
from model.planning.memory import put_memory
from model.planning.metadata import put_inodes
from model.planning.pools import zfs_target
from model.planning.states import healthy_of, states_of
from model.planning.supply import Draft, Supply
from model.planning.targets import other_target, put_of_tier
from model.planning.workloads import single_files, workloads_of
from model.provenance import Provenance


def tier_instance(tier: Tier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier, which stands at that path of the scenario."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    draft.state("blocks", tier.blocks, f"{at}.blocks")
    draft.state("servers_per_block", tier.servers.per_block, f"{at}.servers.per_block")
    _put_drives(draft, tier, at)
    put_chain(draft, tier, at)
    _put_room(draft, tier)
    put_caches(draft, tier, at)
    put_rates(draft, tier, at)
    put_policy(draft, tier, at)
    if tier.policy.partial_stripes:
        for field in ("share", "amplification"):
            stated = getattr(tier.policy.partial_stripes, field)
            draft.state(f"partial_stripe_{field}", stated, f"{at}.policy.partial_stripes.{field}")
    target = tier.target
    put_of_tier(draft, tier, at)
    draft.state("targets_per_block", target.per_block, f"{at}.target.per_block")
    draft.state("reserved_spares_per_block", target.reserved_spares, f"{at}.target.reserved_spares")
    make = zfs_target if facts.on_zfs else other_target
    children = {
        "pools": [make(tier, facts, at, draft.path, supply)],
        "healthy": [healthy_of(facts)],
        "workloads": workloads_of(tier, at, draft.path, supply),
        "single files": single_files(tier, facts, at, draft.path, supply),
        "tasks": tasks_of(tier, at, draft.path, supply),
        "states": states_of(tier, facts, at, draft.path, supply),
        "lines": _lines(tier, at, draft, supply),
        **put_inodes(draft, tier, facts, at),
    }
    if facts.memory:
        put_memory(draft, tier, at)
    children |= grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft)
    return Instance(role, tier.name, TIER.book(facts), draft.inputs, children)


def _put_drives(draft: Draft, tier: Tier, at: str) -> None:
    at = f"{at}.drives"
    drives = tier.drives
    draft.state("drives_per_enclosure", drives.per_enclosure, f"{at}.per_enclosure")
    draft.state("drives_per_server", drives.per_server, f"{at}.per_server")
    if tier.enclosures:
        place = at.replace("drives", "enclosures.per_block")
        draft.state("enclosures_per_block", tier.enclosures.per_block, place)
    draft.choose("drive_capacity", drives.capacity, drives, at, "capacity")
    if tier.measured_target is None:
        draft.choose("drive_read_bandwidth", drives.read_bandwidth, drives, at, "read_bandwidth")
        draft.choose("drive_write_bandwidth", drives.write_bandwidth, drives, at, "write_bandwidth")
        if not draft.state("drive_surface_factor", drives.surface_factor, f"{at}.surface_factor"):
            draft.put("drive_surface_factor", *draft.supply.surface_factor(drives.part))


_ROOM = (
    ("enclosure_bays", "enclosures", "bays"),
    ("enclosure_ports", "enclosures", "host_ports"),
    ("server_bays", "servers", "drive_bays"),
    ("server_sockets", "servers", "sockets"),
    ("server_memory_slots", "servers", "memory_slots"),
    ("server_slots", "servers", "pcie_slots"),
    ("nodes_per_chassis", "servers", "nodes"),
    ("cpu_channels", "processors", "memory_channels"),
    ("cpu_pcie_lanes", "processors", "pcie_lanes"),
    ("nic_ports_there", "network", "ports"),
)
"""What parts have room for: the input, the piece, the catalog's figure."""


def _put_room(draft: Draft, tier: Tier) -> None:
    for name, piece, figure in _ROOM:
        part = getattr(tier, piece)
        if part is not None and part.part is not None:
            value, known = draft.supply.figure(part.part, figure)
            if value is not None or name != "nodes_per_chassis":
                draft.put(name, value, known)


_LINES = (
    ("servers", "server_chassis", ""),
    ("processors", "cpus_per_server", "servers"),
    ("memory", "memory_modules_per_server", "servers"),
    ("adapters", "hbas_per_server", "servers"),
    ("network", "nics_per_server", "servers"),
    ("enclosures", "enclosures", ""),
    ("drives", "drives", ""),
    ("cache", "cache_drives_per_server", "servers"),
    ("cables", "sas_cables_per_block", "blocks"),
)
"""Each kind of piece, what counts it, and in what."""


def _lines(tier: Tier, at: str, tier_draft: Draft, supply: Supply) -> list[Instance]:
    lines = []
    for name, counted, per in _LINES:
        piece = getattr(tier, name)
        if piece is None:
            continue
        draft = Draft(f"{tier_draft.path}/lines:{name}", supply)
        inside = name in ("processors", "memory", "adapters", "network")
        put_line(
            draft,
            piece,
            f"{at}.{name}",
            tier.servers if inside else None,
            name in ("drives", "cache"),
        )
        supply.line(draft.path, name, tier.name, piece)
        lines.append(Instance("lines", name, LINE.book(LineFacts(counted, per)), draft.inputs))
    return lines


NOTHING = {
    ("rack", "rack_units"): "holds the others",
    ("rack", "power"): "a rack draws nothing; its PDUs are lines of their own",
    ("cable", "rack_units"): "cables take no rack units",
}
"""What kinds of part take nothing of a measure, and why."""


def put_line(
    draft: Draft, piece: Piece, at: str, holder: Piece | None = None, in_bay: bool = False
) -> None:
    """Gather the inputs of a line; `holder` is the server that the piece sits in."""
    if not draft.state("unit_price", piece.price, f"{at}.price"):
        draft.put("unit_price", *draft.supply.price(piece.part))
    for name in ("power", "weight", "rack_units"):
        if draft.state(f"unit_{name}", getattr(piece, name), f"{at}.{name}"):
            continue
        reason = NOTHING.get((draft.supply.kind(piece), name), "")
        if name == "rack_units" and (holder or in_bay):
            reason = "sits inside another part"
        elif holder and getattr(holder, name) is not None:
            reason = f"inside the {name} stated for the server"
        if reason:
            draft.put(f"unit_{name}", 0.0, Provenance("default", reason))
        else:
            draft.put(f"unit_{name}", *draft.supply.figure(piece.part, name))
