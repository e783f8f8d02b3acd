"""What a tier gives in each state, beside what it gives when healthy."""

from __future__ import annotations

from collections.abc import Callable

from model.answers.results import WAYS, Results, Stage
from model.records import dataclass

HEALTHY = "healthy"
AFFECTED = "affected_servers"
SAME = 1e-9
"""Rates nearer than this are the same one."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Bandwidth of a tier one way in one state; losses are shares of the healthy rates.

    `independent` is for files that each lie on few targets, `striped` for files over all targets;
    these go at the pace of the slowest target, which may be limited by another stage.
    """

    independent_bound: float | None
    independent: float | None
    striped_bound: float | None
    striped: float | None
    loss: float | None
    striped_loss: float | None
    limit: Stage | None
    striped_limit: Stage | None
    at_most: bool


@dataclass(frozen=True, slots=True)
class State:
    """One state of a tier."""

    name: str
    path: str
    flows: dict[str, Flow]
    is_partial: bool = False
    """Whether some servers are affected and others aren't."""
    unproven: str = ""
    """What nobody has shown of the servers that serve more targets than when healthy."""
    gone: str = ""
    """What can't be read, as targets are gone."""


def states(results: Results, tier: str) -> list[State]:
    """Return the states of the tier at a path, healthy first; a whole tier has only that one."""
    return [state(results, tier, name) for name in state_names(results, tier)]


def state_names(results: Results, tier: str) -> list[str]:
    """Return the names of the states of the tier at a path, healthy first."""
    children = results.plan.instances[tier].children
    return [HEALTHY, *(child.name for child in children.get("states", ()))]


def state(results: Results, tier: str, name: str) -> State:
    """Return one state of the tier at a path."""
    found: State = results.once(("state", tier, name), lambda: _state(results, tier, name))
    return found


def _state(results: Results, tier: str, name: str) -> State:
    if name == HEALTHY:
        return State(HEALTHY, f"{tier}/healthy:healthy", _both(results, tier, _healthy))
    path = f"{tier}/states:{name}"
    flows = _both(results, path, _degraded)
    unproven = _unproven(results, path, flows)
    lost = _gone(results, tier, path)
    return State(name, path, flows, is_partial(results, path), unproven, lost)


def _gone(results: Results, tier: str, path: str) -> str:
    """Return a text on unreachable targets and their files; empty if copies are elsewhere."""
    if results.values.get((path, "striped_read_reached")) != 0:
        return ""
    there, left = results.known(tier, "targets"), results.known(path, "targets_left")
    if there == 1:
        return "the only target can't be reached: files can be neither read nor written"
    lost = there - left
    those = "it" if lost == 1 else "them"
    others = f"; new files avoid {those}" if left else ""
    return (
        f"{lost:g} of {there:g} targets can't be reached: files on {those}, and files striped over "
        f"all targets, can't be read{others}"
    )


def is_partial(results: Results, path: str) -> bool:
    """Whether only some of the working servers are affected in the state at a path."""
    affected, working = (
        results.values.get((path, name)) or 0.0 for name in (AFFECTED, "working_servers")
    )
    return 0 < affected < working


def _unproven(results: Results, path: str, flows: dict[str, Flow]) -> str:
    """Say that survivors' rate isn't shown where it is that of targets measured with fewer."""
    at = results.chain_at(path)[0]
    served, healthy = (
        results[where, "served_targets"]
        for where in (at, f"{path.rpartition('/')[0]}/healthy:{HEALTHY}")
    )
    if served is None or healthy is None or served <= healthy or not results[path, AFFECTED]:
        return ""
    if not results[path, "servers_lost"]:
        return ""
    limits = [flow.limit for flow in flows.values() if flow.limit]
    moved = [s for s in limits if s.evidence and s.quantity.scope in ("drive", "array")]
    if not moved:
        return ""
    ways = (stage for way in WAYS for stage in results.stages_in(path, way))
    unknown = dict.fromkeys(stage.not_known for stage in ways if not stage.is_known)
    why = f"; no data on its {', '.join(unknown)}" if unknown else ""
    return (
        f"unproven: a remaining server serves {served:g} targets instead of {healthy:g}, each at "
        f"its {moved[0].evidence} rate{why}"
    )


def _both(
    results: Results, path: str, flow: Callable[[Results, str, str], Flow]
) -> dict[str, Flow]:
    return {way: flow(results, path, way) for way in WAYS}


def _healthy(results: Results, tier: str, way: str) -> Flow:
    stages = results.stages(tier, way)
    known = [stage for stage in stages if stage.bandwidth is not None]
    striped = results.values.get((tier, f"striped_{way}_bandwidth"))
    limit = known[0] if known else None
    return Flow(
        results[tier, f"{way}_bandwidth_bound"],
        results[tier, f"{way}_bandwidth"],
        results.values.get((tier, f"striped_{way}_bandwidth_bound")),
        striped,
        0.0 if results[tier, f"{way}_bandwidth"] is not None else None,
        0.0 if striped is not None else None,
        limit,
        None if striped is None else _slowest(results, tier, way, limit),
        not all(stage.is_known for stage in stages),
    )


def _degraded(results: Results, path: str, way: str) -> Flow:
    stages = results.stages_in(path, way)
    limit = _limit(results, path, way, stages)
    striped = results[path, f"degraded_striped_{way}_bandwidth"]
    return Flow(
        results[path, f"degraded_{way}_bandwidth_bound"],
        results[path, f"degraded_{way}_bandwidth"],
        results[path, f"degraded_striped_{way}_bandwidth_bound"],
        striped,
        results[path, f"{way}_loss"],
        results[path, f"striped_{way}_loss"],
        limit,
        None if not striped else _slowest_left(results, path, way, limit),
        not all(stage.is_known for stage in stages),
    )


def _limit(results: Results, path: str, way: str, stages: list[Stage]) -> Stage | None:
    """What limits the state: as when healthy, a stage that is shared, or one of the affected.

    Where no target is left, no stage does.
    """
    bound = results[path, f"degraded_{way}_bandwidth_bound"]
    if bound == 0:
        return None
    tier = path.rpartition("/")[0]
    healthy = results.stages(tier, way)
    if _is(results[tier, f"{way}_bandwidth"], results[path, f"degraded_{way}_bandwidth"]):
        return next((stage for stage in healthy if stage.bandwidth is not None), None)
    known = [stage for stage in stages if stage.bandwidth is not None]
    shared = [stage for stage in known if stage.quantity.scope == "tier"]
    if shared and _is(shared[0].bandwidth, bound):
        return shared[0]
    own = [stage for stage in known if stage.quantity.scope != "tier"]
    if not results[path, AFFECTED]:
        own = [s for s in healthy if s.quantity.scope != "tier"]
    return own[0] if own else None


def _is(rate: float | None, bound: float | None) -> bool:
    """Whether a rate is what a bound comes from, or below it."""
    return rate is not None and bound is not None and rate <= bound * (1 + SAME)


def _least_of(stages: list[Stage], *scopes: str) -> Stage | None:
    known = (s for s in stages if s.bandwidth is not None and s.quantity.scope in scopes)
    return next(known, None)


def _slowest(results: Results, tier: str, way: str, limit: Stage | None) -> Stage | None:
    """What limits files over all targets of a healthy tier: the slowest target, or its server."""
    bound = results[tier, f"striped_{way}_bandwidth_bound"]
    if _is(results[tier, f"{way}_bandwidth_bound"], bound):
        return limit
    stages = results.stages(tier, way)
    shared = _least_of(stages, "tier")
    if shared and _is(shared.bandwidth, bound):
        return shared
    slowest = results[tier, f"slowest_target_{way}_bandwidth_bound"]
    if _is(results[tier, f"single_target_{way}_bandwidth_bound"], slowest):
        return _least_of(stages, "drive", "array")
    return _least_of(stages, "path", "server")


def _slowest_left(results: Results, path: str, way: str, limit: Stage | None) -> Stage | None:
    """What limits files over all targets in a state: what limits the slowest target there."""
    tier, children = path.rpartition("/")[0], results.plan.instances[path].children
    bound = results[path, f"degraded_striped_{way}_bandwidth_bound"]
    if _is(results[path, f"degraded_{way}_bandwidth_bound"], bound):
        return limit
    left = results[path, f"degraded_striped_{way}_bandwidth"]
    healthy = next(iter(results.stages(tier, way)), None)
    if _is(results[tier, f"striped_{way}_bandwidth"], left):
        return _slowest(results, tier, way, healthy)
    if _is(results[path, f"degraded_{way}_bandwidth"], left):
        return limit
    shared = _least_of(results.stages_in(path, way), "tier")
    if shared and _is(shared.bandwidth, bound):
        return shared
    paces = {
        at: pace
        for case in children["cases"]
        if _is(results[f"{path}/cases:{case.name}", f"case_striped_{way}_bandwidth_bound"], bound)
        for servers in case.children["servers"]
        for at in [f"{path}/cases:{case.name}/servers:{servers.name}"]
        for pace in [results.values.get((at, f"pace_{way}_bandwidth_bound"))]
        if pace is not None and results[at, "alike_targets"]
    }
    slowest = min(paces, key=paces.__getitem__, default=path)
    if slowest not in paces or "drive_read_least" not in results.plan.instances[slowest].book:
        return _slowest(results, tier, way, healthy)
    stages = results.stages_at((slowest, path), way, path)
    for figure, scopes in (
        (f"server_{way}_least", ("path", "server")),
        (f"array_{way}_least", ("array",)),
    ):
        at = path if figure == f"server_{way}_least" else slowest
        least, served = results.values.get((at, figure)), results[slowest, "served_targets"]
        if least is not None and served and _is(least / served, paces[slowest]):
            return _least_of(stages, *scopes)
    return _least_of(stages, "drive")
