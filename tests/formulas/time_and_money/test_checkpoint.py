"""Checkpointing: Daly's published optima, the rule of 200, and the optimum to twelve digits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.books.site_facts import CheckpointRule
from model.engine.tree import Instance, compiled
from tests import trees

HOUR, MINUTE = 3600.0, 60.0


def values(rule: CheckpointRule, **given_: float) -> dict[str, float]:
    """Evaluate a machine that checkpoints, without restart times unless they are given."""
    root = trees.machine(rule, memory_given=True)
    free = {"fixed_restart_time": 0.0, "restart_dumps": 0.0}
    root = Instance(root.role, root.name, root.book, {**root.inputs, **free, **given_})
    program = compiled(root)
    numbers = program.run(program.start({root.name: root}))
    return {name: float(x) for (_, name), x in zip(program.addresses, numbers, strict=True)}


def by_time(mtti: float, dump: float, **more: float) -> dict[str, float]:
    return values("time", job_mtti=mtti, dump_time=dump, **more)


def reference_ratio(x: float) -> Decimal:
    """Solve t + x + ln(1 - t) = 0 for 0 < t < 1 by halving, with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        wanted = Decimal(x)
        # In u = -ln(1 - t) the equation is u + exp(-u) - 1 = x, which rises with u.
        low, high = Decimal(0), Decimal(x) + (2 * Decimal(x)).sqrt() + 1
        for _ in range(190):
            middle = (low + high) / 2
            if middle + (-middle).exp() - 1 < wanted:
                low = middle
            else:
                high = middle
        return 1 - (-low).exp()


@pytest.mark.parametrize(
    ("hours", "published", "higher", "exact", "young", "wall"),
    [
        (24, 117, 116.68981, 116.69007, 120.0, 1.095764),
        (6, 57, 56.71296, 56.71400, 60.0, 1.220433),
    ],
)
def test_dalys_figures(
    hours: float, published: int, higher: float, exact: float, young: float, wall: float
) -> None:
    """Daly 2006, captions of figures 3 to 5 (dump 5 min, restart 10 min): 117 and 57 minutes.

    The further digits are recomputed from his formulas.
    """
    found = by_time(hours * HOUR, 5 * MINUTE, fixed_restart_time=10 * MINUTE)
    assert round(found["interval_daly"] / MINUTE) == published
    assert round(found["checkpoint_interval"] / MINUTE) == published
    assert found["interval_daly"] / MINUTE == pytest.approx(higher, abs=6e-6)
    assert found["checkpoint_interval"] / MINUTE == pytest.approx(exact, abs=6e-6)
    assert found["interval_young"] / MINUTE == pytest.approx(young, rel=1e-12)
    assert 1 / found["job_efficiency"] == pytest.approx(wall, abs=6e-7)


RATIOS = [
    (10, 0.383183, 0.616817, 0.558119, 0.505007),
    (50, 0.186895, 0.813105, 0.797005, 0.781223),
    (100, 0.134835, 0.865165, 0.856557, 0.848034),
    (200, 0.096695, 0.903305, 0.898800, 0.894317),
    (500, 0.061919, 0.938081, 0.936206, 0.934336),
    (1000, 0.044057, 0.955943, 0.954987, 0.954033),
]


@pytest.mark.parametrize(("ratio", "interval", "free", "one", "two"), RATIOS)
def test_what_a_ratio_gives(
    ratio: float, interval: float, free: float, one: float, two: float
) -> None:
    """The interval over the MTTI, and the efficiency with a restart of none, one and two dumps."""
    for dumps, efficiency in ((0, free), (1, one), (2, two)):
        found = values(
            "ratio", job_mtti=24 * HOUR, mtti_to_dump_ratio=ratio, restart_dumps=float(dumps)
        )
        assert found["interval_ratio"] == pytest.approx(interval, abs=6e-7)
        assert found["job_efficiency"] == pytest.approx(efficiency, abs=6e-7)
        assert found["achieved_mtti_ratio"] == pytest.approx(ratio)


def test_astra() -> None:
    """Astra's request: 72 h / 200 is 1296 s, and 80 % of 331,776 GB in that time 204.8 GB/s."""
    found = values("ratio", job_mtti=72 * HOUR, mtti_to_dump_ratio=200.0, memory_capacity=331_776e9)
    assert found["dump_time"] == 1296
    assert found["required_checkpoint_bandwidth"] == pytest.approx(204.8e9, rel=1e-14)
    assert found["job_efficiency"] == pytest.approx(0.903, abs=5e-4)


@pytest.mark.parametrize(
    ("mtti", "dump", "minutes"),
    [(180, 2, 26.8), (600, 5, 1.29 * 60)],
)
def test_young(mtti: float, dump: float, minutes: float) -> None:
    """Published examples of Young's interval: 26.8 min, and 1.29 h."""
    found = by_time(mtti * MINUTE, dump * MINUTE)
    assert found["interval_young"] / MINUTE == pytest.approx(minutes, rel=2e-3)


@pytest.mark.parametrize("x", [10.0**n * m for n in range(-9, 1) for m in (1.0, 3.0)] + [2.0, 10.0])
def test_the_optimum_to_twelve_digits(x: float) -> None:
    """From x = 1e-9 to 10 the interval is the root of t + x + ln(1 - t) to 1e-12, relatively."""
    found = by_time(1e6, x * 1e6)
    reference = reference_ratio(found["dump_ratio"])
    error = abs(Decimal(found["interval_ratio"]) / reference - 1)
    assert error < Decimal("1e-12"), f"{x}: {error:.1e}"


@given(st.floats(-9, 1))
def test_the_optimum_anywhere(exponent: float) -> None:
    """The same for any x, on both sides of where Daly's formula takes over."""
    found = by_time(1e6, 10.0**exponent * 1e6)
    reference = reference_ratio(found["dump_ratio"])
    assert abs(Decimal(found["interval_ratio"]) / reference - 1) < Decimal("1e-12")


@given(st.floats(-6, 1), st.floats(0.3, 3.0).filter(lambda f: abs(f - 1) > 1e-3))
def test_the_optimum_is_one(exponent: float, factor: float) -> None:
    """No other interval does better by the expected wall time."""
    mtti = 1e5
    dump = 10.0**exponent * mtti
    best = by_time(mtti, dump)
    tried = by_time(mtti, dump, tried_interval=best["checkpoint_interval"] * factor)
    same = by_time(mtti, dump, tried_interval=best["checkpoint_interval"])
    assert tried["efficiency_at_interval"] <= best["job_efficiency"] * (1 + 1e-12)
    assert same["efficiency_at_interval"] == pytest.approx(best["job_efficiency"], rel=1e-9)


@given(
    st.floats(0.05, 0.99), st.floats(1e3, 1e7), st.floats(0, 0.01), st.sampled_from([0.0, 1.0, 3.0])
)
def test_efficiency_round_trip(
    efficiency: float, mtti: float, restart: float, dumps: float
) -> None:
    """The dump time that a wanted efficiency allows gives just that efficiency."""
    found = values(
        "efficiency",
        wanted_efficiency=efficiency,
        job_mtti=mtti,
        fixed_restart_time=restart * mtti,
        restart_dumps=dumps,
    )
    if efficiency * math.exp(restart) < 1:
        assert found["dump_time"] >= 0
        assert found["job_efficiency"] == pytest.approx(efficiency, rel=1e-9)


def test_rules_agree() -> None:
    """The dump time by ratio, as given, from a bandwidth and from an efficiency is one."""
    by_ratio = values("ratio", mtti_to_dump_ratio=200.0)
    bandwidth, efficiency = (
        by_ratio[n] for n in ("required_checkpoint_bandwidth", "job_efficiency")
    )
    others = (
        values("time", dump_time=by_ratio["dump_time"]),
        values("bandwidth", checkpoint_bandwidth=bandwidth),
        values("efficiency", wanted_efficiency=efficiency),
    )
    for other in others:
        assert other["dump_time"] == pytest.approx(by_ratio["dump_time"], rel=1e-9)
        assert other["checkpoint_interval"] == pytest.approx(
            by_ratio["checkpoint_interval"], rel=1e-9
        )


@pytest.mark.long
@given(st.floats(-6, 0.3), st.floats(1.01, 10))
def test_a_longer_dump_costs(exponent: float, factor: float) -> None:
    """A longer dump is written less often, and costs efficiency."""
    mtti = 1e5
    short, long = (by_time(mtti, 10.0**exponent * mtti * f) for f in (1, factor))
    assert long["checkpoint_interval"] > short["checkpoint_interval"]
    assert long["job_efficiency"] < short["job_efficiency"]


def test_first_order_is_young_without_the_dump() -> None:
    """For small dumps all three intervals meet."""
    found = by_time(1e9, 1.0)
    assert found["checkpoint_interval"] == pytest.approx(found["interval_young"], rel=1e-4)
    assert np.isclose(found["interval_daly"], found["checkpoint_interval"], rtol=1e-12)


def test_beyond_twice_the_mtti() -> None:
    """Daly's formula is the MTTI itself for a dump of twice that; the optimum stays below."""
    found = by_time(1000.0, 2000.0)
    assert found["interval_daly"] == 1000
    assert found["checkpoint_interval"] < 1000


@pytest.mark.parametrize(("efficiency", "ratio"), [(0.797005, 50), (0.8988, 200), (0.954987, 1000)])
def test_an_efficiency_where_a_restart_reads_the_dump(efficiency: float, ratio: float) -> None:
    """Daly's model with R = dump: MTTI over dump 50, 200 and 1000 leave these shares."""
    found = values("efficiency", wanted_efficiency=efficiency, restart_dumps=1.0)
    assert found["achieved_mtti_ratio"] == pytest.approx(ratio, rel=2e-4)


def test_interrupts_of_nodes() -> None:
    """Lockwood, MTBF.md: 41,900 failures in 1e9 h are 23,866 h a node, 23.3 h for 1024 of them."""
    root = trees.machine("ratio", memory_given=True, mtti="node")
    inputs = {name: x for name, x in root.inputs.items() if name != "node_mtti"}
    root = Instance(root.role, root.name, root.book, {**inputs, "compute_nodes": 1024.0})
    program = compiled(root)
    numbers = program.run(program.start({root.name: root}))
    assert numbers[program.slots[root.name, "job_mtti"]] / HOUR == pytest.approx(23.307, rel=1e-4)
