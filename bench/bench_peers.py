"""Beside Netflix's planner (`pip install service-capacity-modeling`), which nothing else needs.

Not the same problem: it plans a Cassandra cluster, and chooses its instances anew in each
simulation; here, cases are drawn for one design. So a search stands beside it, too.
"""

import time
from pathlib import Path

import pytest

from model import evaluate, load_scenario, sample
from model.search.search import choices, search

CALLS, SIMULATIONS, CASES = 3, 16, 512
OPEN = Path("tests/search/space.yaml")
pytestmark = pytest.mark.filterwarnings("ignore")  # theirs


def _least(function, calls=CALLS):
    """Give the least seconds of CPU of some calls."""
    taken = []
    for _ in range(calls):
        begin = time.process_time()
        function()
        taken.append(time.process_time() - begin)
    return min(taken)


def _theirs():
    """Give their planner, and what is asked of it."""
    reason = "service-capacity-modeling isn't installed"
    planning = pytest.importorskip("service_capacity_modeling.capacity_planner", reason=reason)
    said = pytest.importorskip("service_capacity_modeling.interface", reason=reason)
    models = pytest.importorskip("service_capacity_modeling.models.org.netflix", reason=reason)
    if not planning.planner.models:
        planning.planner.register_group(models.models)

    def between(low, mid, high):
        return said.Interval(low=low, mid=mid, high=high, confidence=0.9)

    desires = said.CapacityDesires(
        service_tier=1,
        query_pattern=said.QueryPattern(
            estimated_read_per_second=between(1_000, 10_000, 100_000),
            estimated_write_per_second=between(1_000, 100_000, 500_000),
        ),
        data_shape=said.DataShape(estimated_state_size_gib=between(10, 100, 1_000)),
    )
    model = "org.netflix.cassandra"
    return planning.planner, {"model_name": model, "region": "us-east-1", "desires": desires}


def test_plans_worlds_and_searches(benchmark):
    """Seconds of CPU of one run: a certain plan, and many cases."""
    planner, asked = _theirs()
    scenario = load_scenario("scenarios/templates/project-space.yaml")
    results = evaluate(scenario)
    opened = choices(load_scenario(OPEN))
    certain = _least(lambda: planner.plan_certain(**asked))
    simulated = _least(lambda: planner.plan(simulations=SIMULATIONS, **asked), 1)
    planned = _least(lambda: evaluate(scenario))
    drawn = _least(lambda: sample(results, CASES))
    found = _least(lambda: search(opened))
    print(
        f"Netflix: certain plan {certain * 1e3:.0f} ms, "
        f"{SIMULATIONS} simulations {simulated:.1f} s\n"
        f"Ostimate: plan {planned * 1e3:.1f} ms, {CASES} cases {drawn * 1e3:.1f} ms, "
        f"best of {opened.designs:,} designs {found * 1e3:.0f} ms"
    )
    benchmark.pedantic(evaluate, (scenario,), rounds=3)
