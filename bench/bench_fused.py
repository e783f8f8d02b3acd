"""The fused kernel beside NumPy, on few axes: million designs a second of CPU, compiled before."""

import time

import numpy as np
import pytest

from model import evaluate, load_scenario
from model.engine.fused import fused_sweep
from model.engine.sweep import sweep

COUNT = 400_000
SITE = (
    *("total_cost_of_ownership", "known_total_cost_of_ownership"),
    *("usable_capacity", "planned_capacity", "read_bandwidth", "write_bandwidth"),
)
FEW = ("blocks", "servers_per_block", "drive_capacity", "nics_per_server")


def _case(name):
    """Give a plan with few axes of its first tier, around what is planned, and targets."""
    plan = evaluate(load_scenario(f"scenarios/{name}.yaml")).plan
    rng = np.random.default_rng(0)
    tier = next(path for path, one in plan.root.walk() if one.role == "tiers")
    known = dict(plan.root.walk())[tier].inputs
    axes = {}
    for at in FEW:
        if at in known:
            around = known[at] * rng.uniform(0.5, 2.0, COUNT)
            axes[tier, at] = np.ceil(around) if known[at] < 1000 else around
    return plan.root, axes, [("site", figure) for figure in SITE]


@pytest.mark.parametrize("name", ["astra", "beluga"])
def test_fused_and_numpy(benchmark, name):
    """The first call compiles, or takes what is on disk; NumPy's is kept, too."""
    pytest.importorskip("numba", reason="the extra ostimate[fast] isn't installed")
    root, axes, targets = _case(name)
    taken = {}
    for run in (sweep, fused_sweep):
        run(root, axes, targets)
        times = []
        for _ in range(5):
            begin = time.process_time()
            run(root, axes, targets)
            times.append(time.process_time() - begin)
        taken[run] = COUNT / min(times) / 1e6
    print(
        f"{name}, {len(axes)} axes: NumPy {taken[sweep]:.1f}, fused {taken[fused_sweep]:.1f} "
        f"million designs/s of CPU, {taken[fused_sweep] / taken[sweep]:.1f} times"
    )
    benchmark.pedantic(fused_sweep, (root, axes, targets), rounds=1)
