"""What a tier gives in each state, beside what it gives when healthy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.results import WAYS, Results, Stage

HEALTHY = "healthy"


@dataclass(frozen=True, slots=True)
class Flow:
    """What a tier gives one way in one state; losses are shares of the healthy rates.

    `independent` is for files that each lie on few targets, `striped` for files over all targets.
    """

    independent_bound: float | None
    independent: float | None
    striped: float | None
    loss: float | None
    striped_loss: float | None
    limit: Stage | None
    at_most: bool


@dataclass(frozen=True, slots=True)
class State:
    """One state of a tier."""

    name: str
    path: str
    flows: dict[str, Flow]


def states(results: Results, tier: str) -> list[State]:
    """Give the states of the tier at that path, healthy first; a tier given whole has only that."""
    children = results.plan.instances[tier].children
    found = [State(HEALTHY, f"{tier}/healthy:healthy", _both(results, tier, _healthy))]
    for child in children.get("states", ()):
        path = f"{tier}/states:{child.name}"
        found.append(State(child.name, path, _both(results, path, _degraded)))
    return found


def _both(
    results: Results, path: str, flow: Callable[[Results, str, str], Flow]
) -> dict[str, Flow]:
    return {way: flow(results, path, way) for way in WAYS}


def _healthy(results: Results, tier: str, way: str) -> Flow:
    stages = results.stages(tier, way)
    known = [stage for stage in stages if stage.bandwidth is not None]
    striped = results.values.get((tier, f"striped_{way}_bandwidth"))
    return Flow(
        results[tier, f"{way}_bandwidth_bound"],
        results[tier, f"{way}_bandwidth"],
        striped,
        0.0 if results[tier, f"{way}_bandwidth"] is not None else None,
        0.0 if striped is not None else None,
        known[0] if known else None,
        len(known) < len(stages),
    )


def _degraded(results: Results, path: str, way: str) -> Flow:
    stages = results.stages_in(path, way)
    return Flow(
        results[path, f"degraded_{way}_bandwidth_bound"],
        results[path, f"degraded_{way}_bandwidth"],
        results[path, f"degraded_striped_{way}_bandwidth"],
        results[path, f"{way}_loss"],
        results[path, f"striped_{way}_loss"],
        _limit(results, path, way, stages),
        any(stage.bandwidth is None for stage in stages),
    )


def _limit(results: Results, path: str, way: str, stages: list[Stage]) -> Stage | None:
    """What limits the state: a stage that servers share, or one of the affected servers."""
    bound = results[path, f"degraded_{way}_bandwidth_bound"]
    known = [stage for stage in stages if stage.bandwidth is not None]
    shared = [stage for stage in known if stage.quantity.scope == "tier"]
    if shared and bound is not None and (shared[0].bandwidth or 0) <= bound * (1 + 1e-9):
        return shared[0]
    own = [stage for stage in known if stage.quantity.scope != "tier"]
    if not results[path, "affected_servers"]:
        tier = path.rpartition("/")[0]
        own = [s for s in results.stages(tier, way) if s.quantity.scope != "tier"]
    return own[0] if own else None
