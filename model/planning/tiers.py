"""A tier of a scenario as an instance of the tree: its pools, its states, its lines, its years."""

from __future__ import annotations

from model.books import book
from model.design.targets import CephTarget, DeclusteredTarget
from model.design.tier import Piece, Tier
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.caches import of_state, of_tier, on_lanes
from model.planning.chain import chain_of, put_copies, tasks_of
from model.planning.checks import shares_drives
from model.planning.given import years_of
from model.planning.pools import is_on_zfs, zfs_target
from model.planning.states import healthy_of, states_of
from model.planning.supply import Draft, Supply
from model.planning.targets import check_fullness, other_target
from model.planning.workloads import single_files, workloads_of
from model.provenance import Provenance


def tier_instance(tier: Tier, at: str, supply: Supply) -> Instance:
    """Make the instance of a tier, which stands at that path of the scenario."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    target = tier.target
    ceph = isinstance(target, CephTarget)
    put_bound(draft, tier, at, **({"fill_limit": "stated_fill_limit"} if ceph else {}))
    put_copies(draft, tier)
    if isinstance(target, CephTarget):
        check_fullness(draft, target, at)
    chain = chain_of(tier, supply)
    one_group = isinstance(target, DeclusteredTarget)
    if one_group and target.per_block is None:
        rule = Provenance("default", "the servers of a block are one recovery group")
        draft.put("targets_per_block", 1.0, rule)
    healthy = of_state(book.state_book(chain), tier, spread=chain.spread)
    make = zfs_target if is_on_zfs(tier) else other_target
    children = {
        "pools": [make(tier, at, draft.path, supply)],
        "healthy": [healthy_of(chain, healthy, cached=bool(tier.cache and tier.cache.is_rated))],
        "workloads": workloads_of(tier, at, draft.path, supply),
        "single files": single_files(tier, at, draft.path, supply, chain),
        "tasks": tasks_of(tier, at, draft.path, supply),
        "states": states_of(tier, at, draft.path, supply, chain),
        "lines": _lines(tier, at, draft, supply),
        "years": years_of(book.TIER_YEAR, supply.scenario),
    }
    tier_book = book.tier_book(
        chain,
        drives_in_servers=tier.drives.per_server is not None,
        targets_given=target.per_block is not None or one_group,
        kind=_kind(tier),
        cached=tier.cache is not None,
        lanes_of_caches=on_lanes(tier, supply),
        with_files=is_on_zfs(tier) and bool(target.files),
        shared_drives=shares_drives(tier),
    )
    return Instance(role, tier.name, of_tier(tier_book, tier), draft.inputs, children)


def _kind(tier: Tier) -> book.TierKind:
    if isinstance(tier.target, CephTarget):
        return "ceph by block" if tier.target.failure_domain == "block" else "ceph by server"
    if tier.target.redundancy == "raid" and is_on_zfs(tier):
        return "zfs on raid"
    return tier.target.redundancy


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
        lines.append(Instance("lines", name, book.line_book(counted, per), draft.inputs))
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
    put_bound(draft, piece, at, of="lines")
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
