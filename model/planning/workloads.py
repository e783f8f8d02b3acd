"""Workloads with goals, and example files of several sizes, as instances of the tree."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.workloads import EXTENT, GOAL, ONE_FILE, WORKLOAD, WorkloadFacts
from model.design.tier import Tier
from model.design.workloads import FileLayout
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.units.figures import show

EXAMPLES = 4
"""Size of an example file relative to the last end, so that the last extent dominates."""


def workloads_of(tier: Tier, at: str, path: str, supply: Supply) -> list[Instance]:
    """Create the instance of each workload, with its goals below it."""
    instances = []
    workloads = tier.workloads
    for n, workload in enumerate(workloads.measured if workloads else ()):
        assert workloads is not None
        draft = Draft(f"{path}/workloads:{workload.name}", supply)
        put_bound(draft, workload, f"{at}.workloads.measured.{n}")
        goals = []
        for m, goal in enumerate(workloads.goals):
            below = Draft(f"{draft.path}/goals:{goal.name}", supply)
            put_bound(below, goal, f"{at}.workloads.goals.{m}")
            put_bound(below, workloads, f"{at}.workloads", of="goals")
            facts = WorkloadFacts(workload.way, workloads.blocks_per_rack is not None)
            goals.append(Instance("goals", goal.name, GOAL.book(facts), below.inputs))
        own = WORKLOAD.book(WorkloadFacts(workload.way))
        instances.append(Instance("workloads", workload.name, own, draft.inputs, {"goals": goals}))
    return instances


def single_files(
    tier: Tier, facts: TierFacts, at: str, path: str, supply: Supply
) -> list[Instance]:
    """Create the instance of an example file of each size, with its extents below it."""
    if tier.file_layout is None:
        return []
    layout = tier.file_layout
    instances = []
    for size in _sizes(layout):
        name = show(size, "byte")
        draft = Draft(f"{path}/single files:{name}", supply)
        draft.put("one_file_size", size, Provenance("default", "definition: an example size"))
        extents = []
        for n, extent in enumerate(layout.extents):
            below = Draft(f"{draft.path}/extents:stretch {n + 1}", supply)
            here = f"{at}.file_layout.extents.{n}"
            known = supply.stated(extent.targets, f"{here}.targets")
            below.put("extent_end", float(extent.up_to.value) if extent.up_to else size, known)
            put_bound(below, extent, here)
            extents.append(
                Instance("extents", f"stretch {n + 1}", EXTENT.book(facts), below.inputs)
            )
        own = ONE_FILE.book(facts)
        instances.append(Instance("single files", name, own, draft.inputs, {"extents": extents}))
    return instances


def _sizes(layout: FileLayout) -> list[float]:
    if layout.sizes:
        return sorted({float(size.value) for size in layout.sizes})
    ends = [float(extent.up_to.value) for extent in layout.extents if extent.up_to]
    return [*ends, EXAMPLES * ends[-1]] if ends else []
