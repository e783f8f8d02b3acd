"""The fused kernel gives what NumPy gives, to the bit; and nothing needs it."""

import numpy as np
import pytest

from model import evaluate, load_scenario
from model import sweep as plan_sweep
from model.engine import fused
from model.engine.fused import fused_sweep
from model.engine.ops import TABLE
from model.engine.readers.fused import RULES
from model.engine.sweep import sweep

COUNT = 5_000
SITE = (
    *("total_cost_of_ownership", "known_total_cost_of_ownership"),
    *("usable_capacity", "planned_capacity", "read_bandwidth", "write_bandwidth"),
)
FEW = ("blocks", "servers_per_block", "drive_capacity", "nics_per_server")


def _axes(plan, rng):
    """Give four axes of the first tier, unknown figures among them."""
    tier = next(path for path, one in plan.root.walk() if one.role == "tiers")
    known = dict(plan.root.walk())[tier].inputs
    axes = {}
    for at in FEW:
        around = known[at] * rng.uniform(0.5, 2.0, COUNT)
        axes[tier, at] = np.ceil(around) if known[at] < 1000 else around
    axes[tier, "drive_capacity"][::97] = np.nan
    return axes


def _same(one, other):
    return np.array_equal(one, other, equal_nan=True)


def test_each_operator_has_a_rule():
    assert RULES.keys() == TABLE.keys()


@pytest.mark.parametrize("name", ["astra", "beluga"])
def test_every_bit_is_that_of_numpy(name, monkeypatch, tmp_path):
    pytest.importorskip("numba", reason="the extra ostimate[fast] isn't installed")
    monkeypatch.setenv("OSTIMATE_CACHE", str(tmp_path))
    plan = evaluate(load_scenario(f"scenarios/{name}.yaml")).plan
    axes = _axes(plan, np.random.default_rng(3))
    targets = [("site", figure) for figure in SITE]
    slow = sweep(plan.root, axes, targets)
    monkeypatch.setattr(fused, "sweep", lambda *_: {at: slow[at][: fused.PROVED] for at in targets})
    fast = plan_sweep(plan, axes, targets, reader="fused")
    for at in targets:
        unknown = np.isnan(slow[at])
        assert len(fast[at]) == COUNT
        assert np.array_equal(np.isnan(fast[at]), unknown)
        assert fast[at][~unknown].tobytes() == slow[at][~unknown].tobytes()
    assert list((tmp_path / "kernels").glob("kernel_*.py"))


def test_without_numba_it_is_numpy(monkeypatch):
    monkeypatch.setattr(fused, "is_there", lambda: False)
    plan = evaluate(load_scenario("scenarios/astra.yaml")).plan
    axes = _axes(plan, np.random.default_rng(3))
    at = ("site", "usable_capacity")
    assert _same(fused_sweep(plan.root, axes, [at])[at], sweep(plan.root, axes, [at])[at])


def test_where_a_bit_differs_numpy_computes(monkeypatch):
    """A C library that rounds otherwise is found out by the first designs."""
    plan = evaluate(load_scenario("scenarios/astra.yaml")).plan
    axes = _axes(plan, np.random.default_rng(3))
    at = ("site", "usable_capacity")

    def wrong(given, figures, out, low, high):
        out[:] = 1.0

    monkeypatch.setattr(fused, "is_there", lambda: True)
    monkeypatch.setattr(fused, "_kernel", lambda text: wrong)
    assert _same(fused_sweep(plan.root, axes, [at])[at], sweep(plan.root, axes, [at])[at])
