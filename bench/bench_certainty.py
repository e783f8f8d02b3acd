"""How fast worlds are drawn and planned; and the same on two processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from model import Grid, evaluate, load_scenario, regret, sample, sweep
from model.answers.results import Results

ROOT = Path(__file__).parents[1]
BANDS = """
bands:
  deliveries: true
  prices: true
  tiers.0.policy.fill_limit: {low: 0.7, likely: 0.8, high: 0.85}
  tiers.0.drives.power: {low: 8 W, likely: 9 W, high: 11 W}
"""
NAMES = ("astra", "beluga", "templates/project-space")
TIER = "site/tiers:scratch"
TARGETS = [("site", "planned_capacity"), ("site", "write_bandwidth")]


def results_of(name: str) -> Results:
    text = (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")
    said, _, _ = text.partition("\nbands:")
    return evaluate(load_scenario("a.yaml", f"{said}\n{BANDS}"))


@pytest.mark.benchmark(group="512 worlds")
@pytest.mark.parametrize("name", NAMES)
def test_figures_of_the_site(benchmark, name):
    """Meant to stay under 20 ms."""
    benchmark(sample, results_of(name))


@pytest.mark.benchmark(group="512 worlds")
@pytest.mark.parametrize("name", NAMES)
def test_all_figures(benchmark, name):
    """Meant to stay under 100 ms."""
    benchmark(sample, results_of(name), figures="all")


@pytest.mark.benchmark(group="512 worlds")
def test_indices(benchmark):
    """With the interval that resampling gives."""
    results = results_of("templates/project-space")

    def run():
        sample(results).indices("total_cost_of_ownership")

    benchmark(run)


@pytest.mark.benchmark(group="512 worlds")
def test_regret_of_six(benchmark):
    results = results_of("templates/project-space")
    designs = {str(n): results for n in range(6)}
    benchmark(regret, designs, sample(results))


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2) as executor:
        yield executor


@pytest.mark.benchmark(group="3.2 million designs")
@pytest.mark.parametrize("where", ["here", "two processes"])
def test_grid(benchmark, where, pool):
    """Two processes are meant to take 1 / 1.8 of the time, on two quiet cores."""
    plan = evaluate(load_scenario(ROOT / "scenarios/astra.yaml")).plan
    grid = Grid(
        {
            (TIER, "blocks"): range(1, 201),
            (TIER, "drive_capacity"): tuple(np.linspace(1e12, 20e12, 200)),
            (TIER, "nics_per_server"): (1, 2, 3, 4),
            (TIER, "fill_limit"): tuple(np.linspace(0.5, 0.9, 20)),
        }
    )
    executor = None if where == "here" else pool
    benchmark.pedantic(sweep, (plan, grid, TARGETS), {"executor": executor}, rounds=3)
