"""How fast cases are drawn and planned."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import evaluate, load_scenario, regret, sample
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


def results_of(name: str) -> Results:
    text = (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")
    said, _, _ = text.partition("\nbands:")
    return evaluate(load_scenario("a.yaml", f"{said}\n{BANDS}"))


@pytest.mark.benchmark(group="512 cases")
@pytest.mark.parametrize("name", NAMES)
def test_figures_of_the_site(benchmark, name):
    """Meant to stay under 20 ms."""
    benchmark(sample, results_of(name))


@pytest.mark.benchmark(group="512 cases")
@pytest.mark.parametrize("name", NAMES)
def test_all_figures(benchmark, name):
    """Meant to stay under 100 ms."""
    benchmark(sample, results_of(name), figures="all")


@pytest.mark.benchmark(group="512 cases")
def test_indices(benchmark):
    """With the interval that resampling gives."""
    results = results_of("templates/project-space")

    def run():
        sample(results).indices("total_cost_of_ownership")

    benchmark(run)


@pytest.mark.benchmark(group="512 cases")
def test_regret_of_six(benchmark):
    results = results_of("templates/project-space")
    designs = {str(n): results for n in range(6)}
    benchmark(regret, designs, sample(results))
