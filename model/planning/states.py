"""The states of a tier other than healthy, as instances of the tree."""

from __future__ import annotations

from collections.abc import Iterator

from model import book
from model.design.redundancy import parse_raid
from model.design.targets import RaidTarget
from model.design.tier import Tier
from model.design.zfs import Target
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.tree import Instance
from model.zfs.vdevs import parse_layout

DOWN, CABLE, ADAPTER, MODULE, REBUILD, FULL = (
    "server down",
    "cable lost",
    "adapter lost",
    "enclosure module lost",
    "drive rebuilding",
    "nearly full",
)
_KINDS: dict[str, book.StateKind] = {
    DOWN: "server down",
    CABLE: "one server",
    ADAPTER: "one server",
    MODULE: "one block",
    REBUILD: "one server",
    FULL: "nearly full",
}
_LOST = {
    DOWN: "servers_lost",
    CABLE: "cables_lost",
    ADAPTER: "hbas_lost",
    MODULE: "modules_lost",
    REBUILD: "rebuilding_targets",
}


def states_of(tier: Tier, at: str, path: str, supply: Supply, chain: book.Chain) -> list[Instance]:
    """Make the instance of each state that the tier can be in."""
    made = []
    for name in _possible(tier):
        draft = Draft(f"{path}/states:{name}", supply)
        if name in _LOST:
            draft.put(_LOST[name], 1.0, Provenance("default", f"the state: {name}"))
        if name == DOWN:
            _put_failover(draft, tier, at)
        if name == REBUILD:
            draft.state("rebuild_share", tier.states.rebuild_share, f"{at}.states.rebuild_share")
        if name == FULL:
            draft.state("aged_factor", tier.states.aged_factor, f"{at}.states.aged_factor")
        own = book.degraded_book(_KINDS[name], chain)
        made.append(Instance("states", name, own, draft.inputs))
    return made


def _possible(tier: Tier) -> Iterator[str]:
    yield DOWN
    if tier.adapters:
        yield from (CABLE, ADAPTER, MODULE)
    if _rebuilds(tier):
        yield REBUILD
    yield FULL


def _rebuilds(tier: Tier) -> bool:
    """Whether a lost drive is rebuilt: not where nothing is redundant."""
    if isinstance(tier.target, Target):
        return all(vdevs.survives > 0 for vdevs in parse_layout(tier.target.layout))
    return not isinstance(tier.target, RaidTarget) or parse_raid(tier.target.layout).survives > 0


def takes_over(tier: Tier) -> bool:
    """Whether servers of a block take over the targets of one that is down."""
    alone = tier.servers.per_block.value < 2
    stated = tier.states.failover
    return not alone and (tier.enclosures is not None if stated is None else stated.value)


def _put_failover(draft: Draft, tier: Tier, at: str) -> None:
    stated = tier.states.failover
    if stated is not None:
        known = draft.supply.stated(stated, f"{at}.states.failover")
    elif takes_over(tier):
        why = "the servers of a block share its enclosures: one takes over the other's targets"
        known = Provenance("default", why)
    elif tier.servers.per_block.value < 2:
        known = Provenance("default", "a block has one server: nobody takes over its targets")
    else:
        why = "the drives sit in the servers: nobody takes over the targets of one that is down"
        known = Provenance("default", why)
    draft.put("takeover", float(takes_over(tier)), known)
