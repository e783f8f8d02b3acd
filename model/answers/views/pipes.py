"""The data path of a tier in one state: what each stage lets through, from clients to drives.

Where a state affects some servers only, a stage lets through what those and the others do together;
what comes out in the end is that of the results, which take the least of each server alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import WAYS, WRITE, Results, Stage
from model.answers.states import AFFECTED, HEALTHY, State
from model.answers.views.view import Value, figure, number
from model.answers.views.view_formulas import computed, rate_of_servers, rate_with_others
from model.engine.quantity import Quantity
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import STAGES, STREAMS, committed
from model.records import dataclass

PLACES = {stage.name: stage.place for stage in reversed((*STAGES, STREAMS))} | dict.fromkeys(
    ("targets", "given"), "Drives"
)
"""Where each stage stands, in the order in which bytes pass them when they are written.

What was measured of targets, or given of the tier, stands for its drives.
"""


@dataclass(frozen=True, slots=True)
class Pipe:
    """One stage of the whole tier: its bound, and what of it is committed."""

    stage: Stage
    bound: Value
    committed: Value
    limits: bool
    """Whether it limits the bound of the tier."""

    @property
    def place(self) -> str:
        """Where it stands on the way."""
        return PLACES[self.stage.name]


@dataclass(frozen=True, slots=True)
class Path:
    """One way through a tier, clients first: its pipes, and what comes out of all of them."""

    way: str
    pipes: tuple[Pipe, ...]
    bound: Value
    committed: Value

    def commits_least(self, results: Results) -> Pipe | None:
        """Give the pipe that commits least; None where nothing is known, or nothing is left."""
        rates = {n: number(results, pipe.committed) for n, pipe in enumerate(self.pipes)}
        known = {n: rate for n, rate in rates.items() if rate}
        return self.pipes[min(known, key=known.__getitem__)] if known else None


def paths(results: Results, tier: str, state: State) -> tuple[Path, ...]:
    """Give both ways through the tier at that path in a state, writing first."""
    return tuple(_path(results, tier, state, way) for way in (WRITE, *WAYS[:1]))


def _path(results: Results, tier: str, state: State, way: str) -> Path:
    stages = results.stages_in(state.path, way)
    if state.name == HEALTHY:
        path, prefix = tier, ""
    else:
        path, prefix = state.path, "degraded_"
    flow, servers = state.flows[way], _servers(results, state.path, way)
    order = list(PLACES)
    return Path(
        way,
        tuple(
            Pipe(stage, *rates, limits=flow.limit is not None and flow.limit.name == stage.name)
            for stage in sorted(stages, key=lambda stage: order.index(stage.name))
            if (rates := _rates(results, tier, state.path, stage, servers))
        ),
        figure(results, path, f"{prefix}{way}_bandwidth_bound", at_most=flow.at_most),
        figure(results, path, f"{prefix}{way}_bandwidth"),
    )


def _servers(results: Results, path: str, way: str) -> list[str]:
    """Give the classes of servers in the case that costs most, where a state has cases."""
    found = []
    for case in results.plan.instances[path].children.get("cases", ()):
        at = f"{path}/cases:{case.name}"
        ends = (results[at, f"case_{way}_bandwidth{end}"] for end in ("", "_bound"))
        costs = tuple(float("inf") if rate is None else rate for rate in ends)
        found.append((costs, [f"{at}/servers:{one.name}" for one in case.children["servers"]]))
    return min(found, key=lambda case: case[0])[1] if found else []


def _rates(
    results: Results, tier: str, path: str, stage: Stage, servers: list[str]
) -> tuple[Value, Value] | tuple[()]:
    """Give the bound of a stage over all servers, and what it commits; nothing if some lack it."""
    pair = stage.quantity, committed(stage.quantity)
    found = [_rate(results, tier, path, quantity, servers) for quantity in pair]
    bound, expected = found
    return (bound, expected) if bound and expected else ()


def _rate(
    results: Results, tier: str, path: str, quantity: Quantity, servers: list[str]
) -> Value | None:
    name, healthy = quantity.name, f"{tier}/healthy:{HEALTHY}"
    working = (path, "working_servers")
    if path == healthy or quantity.scope == "tier":
        carrying = results.carrying(path, quantity)
        return computed(results, rate_of_servers, carrying, (path, name))
    spared = (healthy, name)
    if (path, name) in results.values:
        affected = (path, AFFECTED)
        if spared in results.values:
            return computed(results, rate_with_others, affected, (path, name), working, spared)
        everyone = results[affected] == results[working]
        return computed(results, rate_of_servers, affected, (path, name)) if everyone else None
    counted = list(_of_classes(results, name, spared, servers))
    return (
        computed(results, rate_of_servers, *(at for pair in counted for at in pair))
        if counted
        else None
    )


def _of_classes(
    results: Results, name: str, spared: Address, servers: list[str]
) -> Iterator[tuple[Address, Address]]:
    """Give how many servers each class has, and its rate: its own, or that of a healthy one."""
    for at in servers:
        rate = (at, name) if (at, name) in results.values else spared
        if rate in results.values:
            yield (at, "alike_servers"), rate
