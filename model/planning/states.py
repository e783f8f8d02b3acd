"""States of a tier other than healthy, as instances of the tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.books.chain import Chain
from model.books.facts import HealthyClass, StateFacts, StateKind, TierFacts, cases_of, classes_of
from model.books.state import CASE, HEALTHY, HEALTHY_SERVERS, SERVERS, STATE, HealthyServers
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import replace

DOWN, CABLE, ADAPTER, MODULE, REBUILD, FULL = (
    "server down",
    "cable lost",
    "adapter lost",
    "enclosure module lost",
    "drive rebuilding",
    "nearly full",
)
_KINDS: dict[str, StateKind] = {
    DOWN: "server down",
    CABLE: "one server",
    ADAPTER: "one server",
    MODULE: "one block",
    REBUILD: "one server",
    FULL: "nearly full",
}
HEALTHY_CLASSES: tuple[HealthyClass, ...] = ("busy", "other")
"""Servers with the most targets, and with the fewest."""
_LOST = {
    DOWN: "servers_lost",
    CABLE: "cables_lost",
    ADAPTER: "hbas_lost",
    MODULE: "modules_lost",
    REBUILD: "rebuilding_targets",
}


def possible_states(tier: Tier, chain: Chain) -> Iterator[tuple[str, StateFacts]]:
    """Return the possible states of a tier, with the facts that determine their books."""
    for name in _possible(tier, chain):
        lost = replace(chain, controller_lost=chain.arrays and name == MODULE)
        yield (
            name,
            StateFacts(chain=lost, kind=_kind_of(name, tier, chain), module_lost=name == MODULE),
        )


def _kind_of(name: str, tier: Tier, chain: Chain) -> StateKind:
    if _fails_over(tier, name):
        return "server down"
    if name == REBUILD and tier.target.targets_per_array > 1:
        return "one block"  # whose servers share the targets of an array
    if name == REBUILD and chain.spread:  # all drives of a target take part in the rebuild
        return "all servers" if tier.target.failure_domain_name else "one block"
    return _KINDS[name]


def states_of(tier: Tier, facts: TierFacts, at: str, path: str, supply: Supply) -> list[Instance]:
    """Create the instance of each possible state of the tier."""
    states, chain = [], facts.chain
    for name, state in facts.states:
        draft = Draft(f"{path}/states:{name}", supply)
        known = Provenance("default", f"definition: the state: {name}")
        if state.kind == "server down" and name != DOWN:
            why = "definition: a server that reaches no drive counts as down"
            draft.put("servers_lost", 1.0, Provenance("default", why))
        elif name in _LOST:
            draft.put(_LOST[name], 1.0, known)
        if state.kind == "server down":
            _put_failover(draft, tier, at)
        if tier.has_copies_apart and not chain.spread:
            why = "assumption: the file system mirrors files between targets, on servers it chooses"
            draft.put("has_copies_apart", 1.0, Provenance("default", why))
        if name == REBUILD and chain.spread:
            why = "assumption: all drives of a recovery group, or of the cluster, rebuild together"
            served = tier.drives.per_server.value if tier.drives.per_server else 1
            draft.put("rebuilding_targets", float(served), Provenance("default", why))
        shared, servers = tier.target.targets_per_array, tier.servers.per_block.value
        if name == REBUILD and shared > 1:
            why = "assumption: the servers of a block share the targets of an array evenly"
            draft.put(
                "rebuilding_targets", float(-(-shared // servers)), Provenance("default", why)
            )
        if name == MODULE and tier.enclosures and tier.enclosures.part:
            figure = "controllers" if chain.arrays else "io_modules"
            modules, catalog = supply.figure(tier.enclosures.part, figure)
            if modules is not None:
                draft.put("modules_per_enclosure", modules, catalog)
        put_bound(draft, tier.states, f"{at}.states", of=f"states:{name}")
        states.append(state_of(name, state, draft.inputs))
    return states


def state_of(name: str, facts: StateFacts, inputs: Mapping[str, float]) -> Instance:
    """Create a state from its cases, and these from their classes of identical servers."""
    cases = []
    for case in cases_of(facts):
        of_case = replace(facts, case=case)
        servers = [
            Instance("servers", one, SERVERS.book(replace(of_case, servers=one)))
            for one in classes_of(of_case)
        ]
        cases.append(Instance("cases", case, CASE.book(of_case), {}, {"servers": servers}))
    return Instance("states", name, STATE.book(facts), inputs, {"cases": cases})


def healthy_of(facts: TierFacts) -> Instance:
    """Create the healthy state: an average server, and the classes of identical servers."""
    classes = (HealthyServers(facts.chain, one, facts.cache_rated) for one in HEALTHY_CLASSES)
    servers = [Instance("servers", one.servers, HEALTHY_SERVERS.book(one)) for one in classes]
    below = {} if facts.spread else {"servers": servers}
    return Instance("healthy", "healthy", HEALTHY.book(facts), {}, below)


def _possible(tier: Tier, chain: Chain) -> Iterator[str]:
    yield DOWN
    if tier.adapters:
        yield from (CABLE, ADAPTER) if tier.enclosures else (ADAPTER,)
    if tier.enclosures and (tier.adapters or chain.arrays):
        yield MODULE
    if tier.target.rebuilds:
        yield REBUILD
    yield FULL


def _fails_over(tier: Tier, name: str) -> bool:
    """Whether a server may lose all paths to its drives, with failover to others."""
    adapters = tier.adapters
    if adapters is None or adapters.per_server.value > 1:
        return False
    if tier.enclosures is None:
        return name == ADAPTER
    if not takes_over(tier):
        return False
    one_cable = adapters.cables is not None and adapters.cables.value == 1
    return name == ADAPTER or (name == CABLE and one_cable)


def takes_over(tier: Tier) -> bool:
    """Whether other servers of a block take over the targets of a failed one."""
    alone = tier.servers.per_block.value < 2
    stated = tier.states.failover
    return not alone and (tier.enclosures is not None if stated is None else stated.value)


def _put_failover(draft: Draft, tier: Tier, at: str) -> None:
    stated = tier.states.failover
    if stated is not None:
        known = draft.supply.stated(stated, f"{at}.states.failover")
    elif takes_over(tier):
        why = (
            "assumption: servers of a block share its enclosures and take over each other's targets"
        )
        known = Provenance("default", why)
    elif tier.servers.per_block.value < 2:
        known = Provenance(
            "default", "definition: a block has one server, so no other can take over its targets"
        )
    else:
        why = (
            "definition: drives are in the servers, so no other can take over the targets of a "
            "failed one"
        )
        known = Provenance("default", why)
    draft.put("takeover", float(takes_over(tier)), known)
