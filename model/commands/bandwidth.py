"""Terminal output of a tier's bandwidth: chains, states, workloads."""

from __future__ import annotations

from dataclasses import replace

from model.answers.composition import above_bound, how_combined, uneven_split
from model.answers.ranges import likely, of_mean_run
from model.answers.results import WAYS, Results
from model.answers.states import states
from model.answers.streams import one_stream
from model.answers.summary import committing
from model.answers.views import remedy_table
from model.answers.views import state_table as views
from model.answers.views.chain import chain
from model.answers.views.view_text import VERDICTS
from model.commands.drawn import draw
from model.commands.terminal import Cell, paragraph, table
from model.units.figures import show


def print_stages(results: Results, name: str, path: str, printed: set[str] | None = None) -> None:
    """Print the chain of each direction, and any uneven distribution of targets.

    How stages combine isn't repeated: `printed` holds the texts that stand above.
    """
    printed = set() if printed is None else printed
    for way in WAYS:
        _print_chain(results, name, path, way, printed)
    if stream := one_stream(results, path):
        print()
        paragraph(f"{name}: {stream}")
    if asked := results.server_load(path):
        print()
        paragraph(f"{name}: {asked}")
    if split := uneven_split(results, path):
        print()
        paragraph(f"{name}, {split}")


def _print_chain(results: Results, name: str, path: str, way: str, printed: set[str]) -> None:
    bound = show(results[path, f"{way}_bandwidth_bound"], "byte/s")
    committed = show(results[path, f"{way}_bandwidth"], "byte/s")
    is_known = results[path, f"{way}_bandwidth_bound"] is not None
    is_most = is_known and results.unknown_stages(path, way)
    most = "at most" if is_most else "upper bound"
    text = likely(results, path, f"{way}_bandwidth")
    range_ = f", {text}" if text else ""
    why = f" ({words})" if (words := committing(results, path, way)) else ""
    title = f"{name}, {way}: expected {committed}{range_}{why}, {most} {bound}"
    title += of_mean_run(results, path, way)
    view = chain(results, f"{path}/healthy:healthy", way)
    draw(results, replace(view, title=title))
    combined = how_combined(results, f"{path}/healthy:healthy", way)
    if combined and combined not in printed:
        printed.add(combined)
        paragraph(combined, "  ")


def print_states(results: Results, path: str) -> None:
    """Print the expected bandwidth in each state, and its limiting stage."""
    found = states(results, path)
    if len(found) < 2:
        return
    view = views.states(results, path)
    title = "change from healthy, and limiting stage"
    draw(results, replace(view, title=f"{view.title}, {title}"))
    if ranges := views.ranges_text(results, path):
        paragraph(ranges, "  ")
    for state in found:
        for said in filter(None, (state.gone, state.unproven)):
            paragraph(f"{state.name}: {said}", "  ")


def print_remedies(results: Results, name: str) -> None:
    """Print the gain of each purchase option, and its open questions."""
    view = remedy_table.remedies(results, name)
    if not view.rows:
        return
    title = f"{view.title} (change of the expected bandwidth; likely range)"
    draw(results, replace(view, title=title).only(*remedy_table.BRIEF))
    notes: dict[str, list[str]] = {}
    for row in view.rows:
        for said in filter(None, map(str, row.note)):
            notes.setdefault(said, []).append(row.label)
    for said, labels in notes.items():
        paragraph(f"{'; '.join(labels)}: {said}", "  ")


def print_workloads(results: Results, name: str, path: str) -> None:
    """Print the bandwidth of the tier under each workload, and the blocks required for goals."""
    rows: list[tuple[Cell, ...]] = []
    notes: list[str] = []
    for one in results.plan.instances[path].children.get("workloads", ()):
        at = f"{path}/workloads:{one.name}"
        gives = show(results[at, "workload_bandwidth"], "byte/s")
        rows.append((one.name, gives, "", "", ""))
        if above := above_bound(results, path, at):
            notes.append(f"{one.name}: {above}")
        for goal in one.children["goals"]:
            below = f"{at}/goals:{goal.name}"
            margin = results[below, "goal_margin"]
            racks = results.values.get((below, "racks_for_goal"))
            rows.append(
                (
                    f"  {goal.name}",
                    show(results[below, "goal_bandwidth"], "byte/s"),
                    VERDICTS[None if margin is None else margin >= 0],
                    show(results[below, "blocks_for_goal"], "1"),
                    "" if racks is None else show(racks, "1"),
                )
            )
    if rows:
        heads = ("workload, goal", "tier, or goal", "", "blocks", "racks")
        table(
            heads,
            rows,
            f"{name}: workloads measured on one server, and the servers that goals require",
        )
    for note in notes:
        paragraph(note, "  ")
