"""How fast pools are: one at a time from Python, and a million layouts as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.engine.sweep import sweep
from model.engine.tree import Address, Program
from model.pools.instances import tree_of
from model.pools.pool import zfs_pool

LAYOUTS = 1_000_000
GROUP = "pool/groups:group 1"
FIGURES: list[Address] = [("pool", name) for name in ("pool_size", "pool_available")]
TEXTS = ("19 x raidz3:11", "2 x draid2:8d:53c:3s", "raidz2:10 + raidz2:8")


@pytest.mark.parametrize("layout", TEXTS)
def test_a_pool(benchmark: Any, layout: str) -> None:
    """All figures of a pool whose layout was met before, for a drive of another size each time."""
    drives = iter(range(10**13, 10**14, 10**6))
    assert benchmark(lambda: zfs_pool(layout, next(drives))).available > 0


@pytest.mark.parametrize("layout", TEXTS)
def test_a_pool_step_by_step(benchmark: Any, layout: str) -> None:
    """The same pool by the steps of its program, as the base to compare with."""
    root = tree_of(layout, "10 TB")
    program, instances = Program(root), dict(root.walk())
    assert benchmark(lambda: program.run(program.start(instances)))


def axes(draid: bool) -> dict[Address, np.ndarray]:
    """Draw a million layouts: vdevs, widths, parity, drives."""
    rng = np.random.default_rng(0)
    parity = rng.integers(1, 4, LAYOUTS)
    data = rng.integers(2, 17, LAYOUTS)
    drawn = {
        "vdevs": rng.integers(1, 65, LAYOUTS),
        "leaf_capacity": rng.integers(10**12, 3 * 10**13, LAYOUTS),
        "vdev_parity": parity,
    }
    if draid:
        drawn |= {"stripe_data": data, "vdev_drives": data + parity + rng.integers(2, 60, LAYOUTS)}
        drawn["vdev_spares"] = rng.integers(0, 3, LAYOUTS)
    else:
        drawn["vdev_columns"] = data + parity
    return {(GROUP, name): column.astype(float) for name, column in drawn.items()}


@pytest.mark.parametrize("layout", ["raidz3:11", "draid2:8d:53c:3s"])
def test_a_million_layouts(benchmark: Any, layout: str) -> None:
    """SIZE and USED + AVAIL of a million layouts at once."""
    root, varied = tree_of(layout, "10 TB"), axes("draid" in layout)
    found = benchmark.pedantic(sweep, (root, varied, FIGURES), rounds=5, warmup_rounds=1)
    assert (found["pool", "pool_available"] > 0).all()
