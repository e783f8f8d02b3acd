"""The books of what a tier is used for: tasks of its cores, workloads, goals, single files."""

from __future__ import annotations

from model.books.facts import TierFacts, Way
from model.books.table import ALWAYS, Table, of
from model.formulas.chain import processor, workloads
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class WorkloadFacts:
    """Facts that select the books of a workload and of its goals."""

    way: Way = "read"
    racks: bool = False
    """Whether the blocks of a rack are stated."""


when = of(WorkloadFacts)
WORKLOAD = Table(
    "workload",
    (ALWAYS, workloads.WORKLOAD),
    (when.way("read"), workloads.READING),
    (when.way("write"), workloads.WRITING),
)
"""A workload that was measured on one server."""

GOAL = Table("goal", (ALWAYS, workloads.GOAL), (when.racks, workloads.RACKS))
"""A goal of bandwidth under a workload."""

TASK = Table("task", (ALWAYS, processor.TASK))
"""A task of the cores."""

when = of(TierFacts)
ONE_FILE = Table(
    "one file",
    (ALWAYS, workloads.ONE_FILE),
    (when.to_clients, workloads.FILE_TO_CLIENT),
    (~when.to_clients, workloads.FILE_ASIDE),
)
"""One file, written or read by one client."""

_alike = ~when.spread & ~when.targets_on_arrays
EXTENT = Table(
    "extent",
    (ALWAYS, workloads.EXTENT),
    (_alike & ~when.to_clients, workloads.EXTENT_TIME),
    (_alike & when.to_clients, workloads.EXTENT_TO_CLIENT),
    (when.targets_on_arrays & ~when.to_clients, workloads.EXTENT_ON_ARRAYS),
    (when.targets_on_arrays & when.to_clients, workloads.EXTENT_ON_ARRAYS_TO_CLIENT),
    (when.spread & ~when.to_clients, workloads.EXTENT_SPREAD),
    (when.spread & when.to_clients, workloads.EXTENT_SPREAD_TO_CLIENT),
)
"""A stretch of a file; what one client takes may limit it."""
