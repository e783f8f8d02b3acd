"""A tier of a scenario as an instance of the tree: its pools, its states, its lines, its years."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.tier import LINE, TIER, TIER_YEAR, LineFacts
from model.design.tier import Piece, Tier
from model.engine.tree import Instance
from model.parts.catalog import Catalog
from model.planning.binding import put_bound
from model.planning.chain import put_measured, put_ports, tasks_of
from model.planning.checks import other_figures
from model.planning.demand import grown
from model.planning.memory import warn_of_modules
from model.planning.metadata import put_inodes
from model.planning.pools import zfs_target
from model.planning.servers import put_alike
from model.planning.states import healthy_of, states_of
from model.planning.supply import Draft, Supply
from model.planning.targets import other_target, put_of_tier, said_layout
from model.planning.workloads import single_files, workloads_of
from model.provenance import Provenance


def tier_instance(tier: Tier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier, which stands at that path of the scenario."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    by_ceph = {"fill_limit": "stated_fill_limit"} if tier.file_system == "ceph" else {}
    others = dict(by_ceph)
    if facts.unlike_enclosures:
        others["enclosures_per_block"] = "first_enclosures_per_block"
    if facts.targets_stated:
        others["targets_per_block"] = "stated_targets_per_block"
    put_bound(draft, tier, at, **others)
    _put_behind(draft, tier, facts)
    put_ports(draft, tier)
    put_measured(draft, tier, at)
    put_alike(draft, tier)
    put_of_tier(draft, tier, at)
    _put_further_drives(draft, tier, at)
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
        warn_of_modules(draft, tier)
    children |= grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft)
    return Instance(role, tier.name, TIER.book(facts), draft.inputs, children)


_LINES = (
    ("servers", "server_chassis", ""),
    ("processors", "cpus_per_server", "servers"),
    ("memory", "memory_modules_per_server", "servers"),
    ("adapters", "hbas_per_server", "servers"),
    ("network", "nics_per_server", "servers"),
    ("enclosures", "enclosures", ""),
    ("further_enclosures", "further_enclosures", ""),
    ("drives", "drives", ""),
    ("further_drives", "further_drives", ""),
    ("cache", "cache_drives_per_server", "servers"),
    ("cables", "sas_cables_per_block", "blocks"),
)
"""Each kind of piece, what counts it, and in what."""


ON_SERVERS = ("servers", "processors", "memory", "network")
"""What is billed once where tiers are on the same servers."""


def _lines(tier: Tier, at: str, tier_draft: Draft, supply: Supply) -> list[Instance]:
    lines = []
    for name, counted, per in _LINES:
        piece = getattr(tier, name)
        if piece is None or (tier.shares_servers_of and name in ON_SERVERS):
            continue
        draft = Draft(f"{tier_draft.path}/lines:{name}", supply)
        inside = name in ("processors", "memory", "adapters", "network")
        put_line(
            draft,
            piece,
            f"{at}.{name}",
            tier.servers if inside else None,
            name in ("drives", "further_drives", "cache"),
        )
        supply.line(draft.path, name, tier.name, piece)
        if name == "enclosures" and tier.further_enclosures is not None:
            counted = "first_enclosures"
        if name == "drives" and tier.further_drives is not None:
            counted = "first_drives"
        lines.append(Instance("lines", name, LINE.book(LineFacts(counted, per)), draft.inputs))
    return lines


def _put_behind(draft: Draft, tier: Tier, facts: TierFacts) -> None:
    """Put whether further enclosures hang behind the controllers of the first ones."""
    first, further = tier.enclosures, tier.further_enclosures
    if first is None or further is None or not facts.chain.arrays:
        return
    alike = (first.part, first.name) == (further.part, further.name)
    if not alike and draft.supply.kind(further) != "array":
        why = "the controllers of the arrays reach them: servers don't"
        draft.put("has_way_of_its_own", 0.0, Provenance("default", why))


def _put_further_drives(draft: Draft, tier: Tier, at: str) -> None:
    """Take over the size of further drives from the layout, where nothing else says it."""
    if tier.further_drives is None:
        return
    size, supply = tier.target.further_drive, draft.supply
    if "further_drive_capacity" not in draft.inputs and size is not None:
        said = said_layout(tier.target, f"{at}.target", supply)
        draft.put("further_drive_capacity", float(size), said)
    supply.warn(f"{tier.name}: 'further_drives' count with the rates of the tier's drives")


NOTHING = {
    ("rack", "rack_units"): "holds the others",
    ("rack", "power"): "a rack draws nothing; its PDUs are lines of their own",
    ("cable", "rack_units"): "cables take no rack units",
}
"""What kinds of part take nothing of a measure, and why."""


NOUNS = {"hdd": "drive", "ssd": "drive", "cpu": "processor", "hba": "adapter", "nic": "adapter"}
"""What a piece of a kind is called, where it isn't called a part."""


def noun_of(kind: str) -> str:
    """Give what a piece of a kind of part is called."""
    return NOUNS.get(kind, "part")


OF_THE_SAME = ("measured", "calibrated")
"""How figures are known that were found at the part itself, whatever its data sheet says."""


def is_another(piece: Piece, catalog: Catalog) -> bool:
    """Tell whether a piece is made another one than its part by what is stated of it."""
    others = other_figures(piece, catalog)
    return any(stated.status not in OF_THE_SAME for _, _, stated in others)


def put_line(
    draft: Draft, piece: Piece, at: str, holder: Piece | None = None, in_bay: bool = False
) -> None:
    """Gather the inputs of a line; `holder` is the server that the piece sits in."""
    put_bound(draft, piece, at, of="lines")
    priced = piece.price is None and "unit_price" in draft.inputs
    if priced and is_another(piece, draft.supply.catalog):
        noun = noun_of(draft.supply.kind(piece))
        why = f"the price is of another {noun}: figures of '{piece.part}' are replaced"
        known = Provenance("unknown", because=why, part=piece.part or "", figure="price")
        draft.forget("unit_price", known)
        draft.supply.warn(f"{at}: {why}")
    for measure in ("power", "weight", "rack_units"):
        if getattr(piece, measure) is not None:
            continue
        reason = NOTHING.get((draft.supply.kind(piece), measure), "")
        if measure == "rack_units" and (holder or in_bay):
            reason = "sits inside another part"
        elif holder and getattr(holder, measure) is not None:
            reason = f"inside the {measure} stated for the server"
        if reason:
            draft.put(f"unit_{measure}", 0.0, Provenance("default", reason))
