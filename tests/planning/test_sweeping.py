"""Sweeps and samples on executors: the same bits; a plan is sent as what it is planned from."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from model import Grid, edited, evaluate, load_scenario, sample, sweep
from model.answers.results import Results
from model.engine.sweep import sweep as swept
from model.planning import sweeping
from model.procedures import draws

ASTRA = Path("scenarios/astra.yaml")
BANDS = (
    "\nbands: {deliveries: true, tiers.0.policy.fill_limit: {low: 0.7, likely: 0.8, high: 0.9}}\n"
)
TIER = "site/tiers:scratch"
GRID = Grid(
    {
        (TIER, "blocks"): range(1, 41),
        (TIER, "drive_capacity"): (1.6e12, 3.2e12, 6.4e12),
        (TIER, "fill_limit"): (0.7, 0.8),
    }
)
TARGETS = [("site", "planned_capacity"), ("site", "write_bandwidth")]


@cache
def results() -> Results:
    return evaluate(load_scenario("a.yaml", ASTRA.read_text(encoding="utf-8") + BANDS))


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2) as executor:
        yield executor


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let work of a test have several pieces."""
    monkeypatch.setattr(sweeping, "BLOCK", 16)


def test_a_grid_is_all_combinations() -> None:
    """In their order; a range of them is that of the whole."""
    whole = GRID.columns(0, len(GRID))
    rows = list(zip(*whole.values(), strict=True))
    assert len(set(rows)) == len(rows) == len(GRID) == 240
    assert rows == sorted(rows)
    part = GRID.columns(7, 99)
    assert all((part[at] == whole[at][7:99]).all() for at in part)


def test_a_sweep_has_the_same_bits_everywhere(pool: Executor) -> None:
    """Of a grid and of arrays, here and in processes; as of the tree itself."""
    plan = results().plan
    columns = GRID.columns(0, len(GRID))
    expected = swept(plan.root, columns, TARGETS)
    for found in (
        sweep(plan, GRID, TARGETS),
        sweep(plan.root, columns, TARGETS),
        sweep(plan, GRID, TARGETS, executor=pool),
        sweep(plan, columns, TARGETS, executor=pool),
    ):
        assert all(np.array_equal(found[at], expected[at]) for at in TARGETS)


def test_a_sample_has_the_same_bits_everywhere(pool: Executor) -> None:
    """Whatever draws a piece."""
    for method in ("lhs", "sobol"):
        here = sample(results(), 17_000, 5, method)  # type: ignore[arg-type]
        there = sample(results(), 17_000, 5, method, executor=pool)  # type: ignore[arg-type]
        for at in here.shown:
            assert np.array_equal(here.of(at), there.of(at), equal_nan=True)
    assert draws.BLOCK < 17_000


def test_a_sweep_is_continued_only_if_it_is_the_same(tmp_path: Path) -> None:
    """Another tree, other axes or targets have pieces of their own."""
    plan, told = results().plan, list[int]()

    def tell(done: int, _: int) -> None:
        told.append(done)

    first = sweep(plan, GRID, TARGETS, kept=tmp_path, told=tell)
    files = len(list(tmp_path.iterdir()))
    assert files == len(told) > 3
    again = sweep(plan, GRID, TARGETS, kept=tmp_path, told=tell)
    assert len(told) == files
    assert all(np.array_equal(first[at], again[at]) for at in TARGETS)
    other = evaluate(edited(plan.scenario, {"tiers.0.policy.fill_limit": 0.6}))
    sweep(other.plan, GRID, TARGETS, kept=tmp_path)
    sweep(plan, GRID, TARGETS[:1], kept=tmp_path)
    assert len(list(tmp_path.iterdir())) == 3 * files


def test_a_plan_is_sent_as_what_it_is_planned_from() -> None:
    """Small, and planned to the same figures, edits and files included."""
    scenario = edited(results().plan.scenario, {"tiers.0.blocks": 12})
    sent = pickle.dumps(evaluate(scenario).plan)
    assert len(sent) < 100_000
    there = evaluate(pickle.loads(sent))
    here = evaluate(scenario)
    assert there.values == here.values
    assert there.plan.bands == here.plan.bands
    assert there.plan.provenance == here.plan.provenance
    assert there.plan.catalog is here.plan.catalog


def test_a_sample_continues_from_disk(tmp_path: Path) -> None:
    """A finished one is read; another seed is drawn."""
    done: list[int] = []
    for seed in (1, 1, 2):
        sample(results(), 20_000, seed, kept=tmp_path, told=lambda n, _: done.append(n))
    assert done == [1, 2, 1, 2]
