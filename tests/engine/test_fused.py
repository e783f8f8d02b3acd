"""The fused kernel gives what NumPy gives, to the bit; and nothing needs it."""

from functools import cache

import numpy as np
import pytest

from model import evaluate, load_scenario
from model import sweep as plan_sweep
from model.engine import fused
from model.engine.fused import fused_sweep
from model.engine.ops import TABLE
from model.engine.rules.loops import HEAD, POWER_OF_TWO, literal
from model.engine.rules.table import RULES
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


@pytest.mark.long
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
    assert _is_from_disk(tmp_path / "kernels")


def _is_from_disk(folder):
    """Say whether another process would find text and machine code, and compile nothing."""
    [file] = folder.glob("kernel_*.py")
    fused._kernel.cache_clear()
    kernel = fused._kernel(file.read_text(encoding="utf-8"))
    return sum(kernel.stats.cache_hits.values()) == 1 and not kernel.stats.cache_misses


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


NASTY = (np.nan, 0.0, 1.0, -1.5, 2.0, 3.0, 0.125, 7e-10, 1e9 + 0.5, 2.0**52, -(2.0**31), np.inf)
WRITTEN = ("common_divisor", "power")  # what calls a library: Python's raises where numba's doesn't
ARITY = {
    **dict.fromkeys(("where", "total", "least", "least_known", "all_met"), 3),
    **dict.fromkeys(("known_total", "unknown_count"), 3),
    **dict.fromkeys(("negative", "absolute", "exp2", "whole_up", "whole_down"), 1),
    **dict.fromkeys(("bit_length", "sqrt"), 1),
    "where_less": 4,
}


@cache
def _head():
    place = {"njit": lambda **_: lambda function: function}
    exec(HEAD.replace("from numba import njit", ""), place)
    return place


def _computed(rule, xs, known):
    """Run a rule's lines as Python; operands that are `known` are called as constants are."""
    names = [
        (literal(x) or f"c{n}") if n in known and x == x else "nan" if n in known else f"v{n}"
        for n, x in enumerate(xs)
    ]
    place = {**_head(), **{f"{kind}{n}": np.float64(x) for n, x in enumerate(xs) for kind in "cv"}}
    exec("\n".join(rule("found", names)), place)
    return float(place["found"])


@pytest.mark.parametrize(
    "op", [op for op, rules in RULES.items() if rules.loop and op not in WRITTEN]
)
def test_a_rule_is_what_numpy_computes(op):
    """Of figures that varied, or were known when the text was written; unknown ones among them."""
    rng = np.random.default_rng(0)
    for _ in range(60):
        xs = rng.choice(NASTY, ARITY.get(op, 2))
        if op in ("sqrt", "bit_length"):
            xs = abs(xs)
        if op == "rounded":
            xs[1] = rng.integers(0, 4)
        known = set(np.flatnonzero(rng.random(len(xs)) < 0.4).tolist())
        with np.errstate(all="ignore"):
            wanted = float(TABLE[op].vector(*map(np.float64, xs)))
            found = _computed(RULES[op].loop, [float(x) for x in xs], known)
        assert found == wanted or (found != found and wanted != wanted), (op, xs, known)


def test_a_power_of_two_is_its_exponent():
    """As NumPy has it, of all whole numbers that come out of `bit_length`."""
    whole = np.r_[np.arange(1025.0), np.nan]
    found = [_computed(POWER_OF_TWO, [x], set()) for x in whole.tolist()]
    with np.errstate(all="ignore"):
        assert np.array_equal(found, np.exp2(whole), equal_nan=True)
