"""The bandwidth of a tier for a terminal: its chains, its states, its workloads."""

from __future__ import annotations

from model.answers.composition import above_bound, how_combined, uneven_split
from model.answers.results import WAYS, Results
from model.answers.states import Flow, states
from model.answers.views.written import VERDICTS
from model.commands.terminal import table
from model.units.figures import show

LEAST_LOSS = 5e-4
"""Smaller losses aren't printed."""
MET = {met: words for met, (words, _) in VERDICTS.items()}


def print_stages(results: Results, name: str, path: str) -> None:
    """Print the chain of each way, and how targets split where they don't split evenly."""
    for way in WAYS:
        _print_chain(results, name, path, way)
    if split := uneven_split(results, path):
        print(f"\n{name}, {split}")


def _print_chain(results: Results, name: str, path: str, way: str) -> None:
    rows = [
        (
            stage.label + (f" ({stage.evidence})" if stage.evidence else ""),
            show(stage.bandwidth, "byte/s"),
            show(stage.per_server, "byte/s"),
            "" if stage.amplification is None else f"{stage.amplification:.3f}",
            "" if stage.utilisation is None else f"{stage.utilisation:.0%}",
        )
        for stage in results.stages(path, way)
    ]
    bound = show(results[path, f"{way}_bandwidth_bound"], "byte/s")
    committed = show(results[path, f"{way}_bandwidth"], "byte/s")
    at_most = "at most " if results.unknown_stages(path, way) else ""
    title = f"{name}, {way}: commits {committed}, bound {at_most}{bound}"
    table(("stage", "tier", "one server's hardware", "bytes moved per byte", "used"), rows, title)
    if combined := how_combined(results, f"{path}/healthy:healthy", way):
        print(f"  {combined}")


def _flow(flow: Flow) -> tuple[str, str]:
    rates = (
        (flow.independent, flow.loss, flow.limit),
        (flow.striped, flow.striped_loss, flow.striped_limit),
    )
    at_most = "at most " if flow.at_most else ""
    first, second = (
        "unknown"
        if rate is None
        else f"{at_most}{show(rate, 'byte/s')}"
        + (f" (-{loss:.1%})" if loss and loss >= LEAST_LOSS else "")
        + (f" by {limit.label}" if limit else "")
        for rate, loss, limit in rates
    )
    return first, second


def print_states(results: Results, name: str, path: str) -> None:
    """Print what is committed in each state, and by what it is limited."""
    found = states(results, path)
    if len(found) < 2:
        return
    rows = [
        (state.name, *(text for way in WAYS for text in _flow(state.flows[way]))) for state in found
    ]
    heads = ("state", "read", "read, over all targets", "write", "write, over all targets")
    said = "committed in each state, lost against healthy, and limited by which stage"
    table(heads, rows, f"{name}: {said}")
    for state in found:
        if state.unproven:
            print(f"  {state.name}: {state.unproven}")


def print_workloads(results: Results, name: str, path: str) -> None:
    """Print what the tier gives under each workload, and what goals take."""
    rows, notes = [], []
    for one in results.plan.instances[path].children.get("workloads", ()):
        at = f"{path}/workloads:{one.name}"
        gives = show(results[at, "workload_bandwidth"], "byte/s")
        rows.append((one.name, gives, "", "", ""))
        if above := above_bound(results, path, at):
            notes.append(f"  {one.name}: {above}")
        for goal in one.children["goals"]:
            below = f"{at}/goals:{goal.name}"
            margin = results[below, "goal_margin"]
            racks = results.values.get((below, "racks_for_goal"))
            rows.append(
                (
                    f"  {goal.name}",
                    show(results[below, "goal_bandwidth"], "byte/s"),
                    MET[None if margin is None else margin >= 0],
                    show(results[below, "blocks_for_goal"], "1"),
                    "" if racks is None else show(racks, "1"),
                )
            )
    if rows:
        heads = ("workload, goal", "tier, or goal", "", "blocks", "racks")
        table(heads, rows, f"{name}: workloads as measured on one server, and what goals take")
    for note in notes:
        print(note)
