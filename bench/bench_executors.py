"""The same sweep here, on two processes, and on two workers of Dask: wall, on two quiet cores.

Two processes are meant to take 1 / 1.8 of the time, and Dask 1.2 of theirs at most. The load is
said beside, and the CPU that all took: what it comes to on cores that others use, too, shows there.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model import Grid, evaluate, load_scenario, sweep
from model.planning.plan import Plan

ROOT = Path(__file__).parents[1]
TIER = "site/tiers:project"
AXES = {
    "blocks": tuple(range(1, 101)),
    "servers_per_block": (1, 2, 3, 4),
    "drive_capacity": tuple(np.linspace(1e12, 20e12, 400)),
    "nics_per_server": (1, 2, 3, 4),
    "fill_limit": tuple(np.linspace(0.5, 0.9, 10)),
}
TARGETS = ("planned_capacity", "known_total_cost_of_ownership", "write_bandwidth")
ROUNDS = 5
LARGE = str(2**30)
ALLOCATOR = {"MALLOC_TRIM_THRESHOLD_": LARGE, "MALLOC_MMAP_THRESHOLD_": LARGE}
"""As docs/cluster.md says: a worker of Dask gives memory back at once, which sweeps ask for."""


@contextmanager
def processes() -> Iterator[tuple[Executor, Callable[[], float]]]:
    """Give two processes, and the CPU that they took so far."""
    with ProcessPoolExecutor(2) as pool:
        yield pool, lambda: sum(map(_cpu, [*pool._processes]))


@contextmanager
def dask() -> Iterator[tuple[Executor, Callable[[], float]]]:
    """Give two workers of Dask on this machine, and the CPU that they took so far."""
    distributed: Any = pytest.importorskip("distributed", reason="ostimate[cluster] isn't there")
    import dask as settings

    settings.config.set({"distributed.nanny.pre-spawn-environ": ALLOCATOR})
    with (
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = [*client.run(os.getpid).values()]
        yield client.get_executor(), lambda: sum(map(_cpu, pids))


def _cpu(pid: int) -> float:
    """Give the seconds of CPU of a process (Linux)."""
    figures = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


def _taken(
    plan: Plan, grid: Grid, executor: Executor | None, of_workers: Callable[[], float]
) -> tuple[float, float, Any]:
    """Give the least wall and the least CPU of some runs, and what they found."""
    walls, cpus, found = [], [], None
    targets = [("site", name) for name in TARGETS]
    for _ in range(ROUNDS):
        begin, own, others = time.perf_counter(), _own(), of_workers()
        found = sweep(plan, grid, targets, executor=executor)
        walls.append(time.perf_counter() - begin)
        cpus.append(_own() - own + of_workers() - others)
    return min(walls), min(cpus), found


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("where", [processes, dask], ids=["two processes", "Dask"])
def test_executors(benchmark: Any, where: Any) -> None:
    """Each beside the same here, in one run; the bits are the same."""
    plan = evaluate(load_scenario(ROOT / "scenarios/beluga.yaml")).plan
    grid = Grid({(TIER, name): figures for name, figures in AXES.items()})
    with where() as (executor, of_workers):
        sweep(plan, grid, [("site", TARGETS[0])], executor=executor)
        wall, cpu, here = _taken(plan, grid, None, lambda: 0.0)
        its_wall, its_cpu, there = _taken(plan, grid, executor, of_workers)
    assert all(here[at].tobytes() == there[at].tobytes() for at in here)
    print(
        f"{len(grid):,} designs: here {wall:.2f} s, {where.__name__} {its_wall:.2f} s, "
        f"{wall / its_wall:.2f} times; of CPU {cpu:.2f} and {its_cpu:.2f} s, which on two quiet "
        f"cores were {2 * cpu / its_cpu:.2f} times; load {os.getloadavg()[0]:.1f}"
    )
    benchmark.pedantic(lambda: None)
