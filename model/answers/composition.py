"""What a tier's figures don't say alone, in words: how stages combine, and what they rest on."""

from __future__ import annotations

from model.answers.evidence import rests_on
from model.answers.results import WAYS, Results, Stage
from model.answers.summary import limiting
from model.engine.quantity import Quantity
from model.provenance import reason_of
from model.units.figures import show

ROUNDING = 5e-3
"""A workload that gives so little more than the bound gives what the bound says."""
FEW = 8
"""Servers of a block up to which the targets of each are listed."""


def how_combined(results: Results, path: str, way: str) -> str:
    """Return how the stages of the state at a path combine, as declared.

    Stages overlap; what one stage is made of may share a resource, and so may the tasks of its
    cores. A chain of one stage has nothing to combine.
    """
    stages = results.stages_in(path, way)
    if len(stages) < 2:
        return ""
    book = results.plan.instances[stages[0].path].book
    texts = [
        reason_of(q.source)
        for q in book.quantities.values()
        if q.kind == "stages" and q.stage == way
    ][:1]
    for stage in stages:
        if words := within(stage):
            texts += [f"{stage.label}: {words}", *_shared(results, stage)]
    return "".join(f"{words[:1].upper()}{words[1:]}. " for words in texts).strip()


def within(stage: Stage) -> str:
    """Return how the parts of a stage combine; empty if it has none."""
    return reason_of(stage.quantity.combines)


def _shared(results: Results, stage: Stage) -> list[str]:
    """Say what of a stage is a sum over things that share a resource, as tasks share cores."""
    texts = []
    for need in stage.quantity.needs:
        at, name = results.plan.program.address(stage.path, need)
        item, children = results.item(at, name), results.plan.instances[at].children
        if isinstance(item, Quantity) and item.kind == "total":
            parts = [child.name for role in item.roles for child in children.get(role, ())]
            texts.append(f"{item.title.rstrip('.')} ({', '.join(parts)})")
    return texts


def uneven_split(results: Results, tier: str) -> str:
    """Return how targets are divided among servers if unevenly; otherwise empty."""
    figures = (
        "busy_servers_per_block",
        "servers_per_block",
        "targets_per_block",
        "most_targets_per_server",
        "fewest_targets_per_server",
    )
    known = [results.values.get((tier, name)) for name in figures]
    whole = [int(number) for number in known if number is not None]
    if len(whole) < len(figures) or whole[0] <= 0:
        return ""
    busy, servers, targets, most, fewest = whole
    built = dict(results.designs)[tier].built
    if built is not None and built.target.fills_block:  # its vdisks are divided among them
        which = "both" if servers == 2 else f"all {servers}"
        return f"{which} servers of a block serve its recovery group: none is on standby"
    split = f"{busy} with {most}, {servers - busy} with {fewest}"
    if servers <= FEW:
        split = "+".join(map(str, [most] * busy + [fewest] * (servers - busy)))
    words = f"{targets} target{'s' * (targets != 1)} on the {servers} servers of a block: {split}"
    if most == 1 and fewest == 0:  # each target has a server of its own: none is slower
        return (
            f"{words}; servers without a target are on standby{_several_on_an_array(results, tier)}"
        )
    rates = " and ".join(filter(None, (_rates(results, tier, way) for way in WAYS)))
    pace = "servers with more targets limit files striped over all targets, which reach"
    return f"{words}; {pace} {rates}" if rates else words


def _several_on_an_array(results: Results, tier: str) -> str:
    """Return how to give each server a target of a declustered array; empty if there is none."""
    built = dict(results.designs)[tier].built
    if built is None or not built.target.declustered or built.target.on_zfs:
        return ""
    return ", unless an array carries several ('target.per_array')"


def _rates(results: Results, tier: str, way: str) -> str:
    rates = [results[tier, f"striped_{way}_bandwidth"], results[tier, f"{way}_bandwidth"]]
    striped, independent = (show(rate, "byte/s") for rate in rates)
    return f"{striped} {way} (independent files {independent})" if None not in rates else ""


def above_bound(results: Results, tier: str, workload: str) -> str:
    """Return why a workload exceeded the chain's upper bound; otherwise empty."""
    share = results[workload, "workload_delivery"]
    if share is None or share <= 1 + ROUNDING:
        return ""
    delivery = results.item(workload, "workload_delivery")
    needs = delivery.needs if isinstance(delivery, Quantity) else ()
    way = next(way for way in WAYS if f"{way}_bandwidth_bound" in needs)
    limit, _ = limiting(results, tier, way)
    if limit is None:
        return ""
    chain = _measured_by(results, f"{tier}/healthy:healthy", limit.quantity.name)
    reasons = "; ".join(chain) or rests_on(results, limit.path, limit.quantity)
    rests = reasons if limit.evidence else "figures of its parts"
    own = "; ".join(_measured_by(results, workload, "workload_server_bandwidth"))
    text = f"exceeds the data path's limit, {limit.in_sentence}, which is based on {rests}"
    return f"{text}. This workload: {own}" if own else text


def _measured_by(results: Results, path: str, name: str) -> list[str]:
    """Give the reasons of the figures behind a value that were measured or fitted."""
    program, known = results.plan.program, results.plan.provenance
    todo = [program.address(path, name)]
    sources: dict[str, None] = {}
    visited = set(todo)
    while todo:
        address = todo.pop()
        step = results.steps.get(address)
        source = known.get(address)
        if step is None and source and source.status in ("measured", "calibrated"):
            sources[source.because or source.source or f"a {source.status} value"] = None
        below = [program.addresses[slot] for slot in step.operands] if step else []
        todo += [operand for operand in below if operand not in visited]
        visited.update(below)
    return list(sources)
