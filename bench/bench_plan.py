"""How fast a scenario is planned: on the command line, in a program, as a workbook."""

from __future__ import annotations

import resource
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest
import yaml

from model import evaluate, load_catalog, load_scenario
from model.answers.remedies import remedies
from model.design.scenario import edited
from report.workbook.workbook import workbook_bytes

ROOT = Path(__file__).parents[1]
BASE = [sys.executable, "-c", "import numpy, pydantic"]
"""What a program with both libraries takes to start; `plan --json` is meant to take 2.3 times it.

Counted is the CPU time of the whole process, the least of some, with bytecode cached. Béluga takes
2.5 to 3.7 times it, the more the busier the machine is: NumPy's threads, which a plan doesn't
start, then spin less in the base. Of a plan, 63 % are imports (10 % classes of pydantic, 27 %
libraries), 6 % reading the scenario, 11 % planning and evaluating it, 18 % what JSON adds to
that: 10 % trial upgrades, 2 % ranges.
"""
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("*.yaml"))


def cpu_time() -> float:
    """Seconds of CPU that all processes took that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.benchmark(group="command line", timer=cpu_time)
def test_base(benchmark):
    benchmark.pedantic(run, (BASE,), rounds=7, warmup_rounds=1)


@pytest.mark.benchmark(group="command line", timer=cpu_time)
@pytest.mark.parametrize("name", NAMES)
def test_plan_on_the_command_line(benchmark, name):
    command = [sys.executable, "-m", "model", "plan", f"scenarios/{name}.yaml", "--json", "-"]
    benchmark.pedantic(run, (command,), rounds=7, warmup_rounds=1)


@pytest.mark.benchmark(group="a running program")
@pytest.mark.parametrize("name", NAMES)
def test_plan(benchmark, name):
    """Resolve and evaluate, the tree's program cached: meant to stay under 5 ms."""
    scenario, catalog = load_scenario(ROOT / "scenarios" / f"{name}.yaml"), load_catalog(needs=())
    benchmark(evaluate, scenario, catalog)


EDITED = {"cri": "tiers.0.given.capacity"}
"""A figure that is edited, of scenarios whose first tier has no blocks."""


@pytest.mark.benchmark(group="a running program")
@pytest.mark.parametrize("name", NAMES)
def test_edit(benchmark, name):
    """Edit a figure of a tier, plan and evaluate: meant to stay under 1 ms Astra, 3 ms Béluga."""
    catalog = load_catalog(needs=())
    results = evaluate(load_scenario(ROOT / "scenarios" / f"{name}.yaml"), catalog)
    path = EDITED.get(name, "tiers.0.blocks")
    figures = cycle(["1 PB", "2 PB"] if name in EDITED else range(2, 40))
    benchmark(lambda: results.edited({path: next(figures)}))


def text_with_tiers(count: int) -> str:
    """Give Béluga with so many tiers of data, and its one of metadata."""
    data = yaml.safe_load((ROOT / "scenarios" / "beluga.yaml").read_text())
    first, *others = data["tiers"]
    data["tiers"] = [{**first, "name": f"tier {n}"} for n in range(count)] + others
    return yaml.safe_dump(data)


def with_tiers(count: int):
    """Load Béluga with so many tiers of data."""
    return load_scenario(ROOT / "scenarios" / "beluga.yaml", text_with_tiers(count))


@pytest.mark.benchmark(group="command line, many tiers", timer=cpu_time)
@pytest.mark.parametrize("way", ["--json", "--xlsx"])
@pytest.mark.parametrize("tiers", [5, 20])
def test_many_tiers_on_the_command_line(benchmark, tmp_path, tiers, way):
    """20 tiers are meant to cost at most 2.5 times as much as 5: no tier asks all others.

    Counted is CPU time, as on a busy machine the clock says nothing: 2.2 to 2.4 times (both).
    """
    scenario = tmp_path / "tiers.yaml"
    scenario.write_text(text_with_tiers(tiers))
    command = [sys.executable, "-m", "model", "plan", str(scenario), way, str(tmp_path / "out")]
    benchmark.pedantic(run, (command,), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="remedies")
@pytest.mark.parametrize("tiers", [5, 20])
def test_remedies(benchmark, tiers):
    """What could be bought for each of many tiers: meant to be linear in their number."""
    scenario = with_tiers(tiers)
    catalog = load_catalog(needs=())

    def all_tried() -> int:
        results = evaluate(scenario, catalog)
        return sum(len(remedies(results, name)) for name, _ in results.tiers())

    assert benchmark.pedantic(all_tried, rounds=1) > tiers


@pytest.mark.benchmark(group="a running program")
@pytest.mark.parametrize("name", NAMES)
def test_load(benchmark, name):
    benchmark(load_scenario, ROOT / "scenarios" / f"{name}.yaml")


@pytest.mark.benchmark(group="workbook")
@pytest.mark.parametrize("name", NAMES)
def test_workbook(benchmark, name):
    """Write the workbook: meant to stay under 0.5 s."""
    benchmark(workbook_bytes, evaluate(load_scenario(ROOT / "scenarios" / f"{name}.yaml")))


@pytest.mark.benchmark(group="workbook")
@pytest.mark.parametrize("tiers", [5, 20])
def test_many_tiers(benchmark, tiers):
    """Linear in the number of tiers: 20 are meant to come below 3 s of a core of its own."""
    benchmark.pedantic(workbook_bytes, (evaluate(with_tiers(tiers)),), rounds=1, warmup_rounds=0)


@pytest.mark.benchmark(group="workbook")
def test_a_long_bill(benchmark):
    """5,000 lines, planned and exported: meant to come below 5 s of a core of its own."""
    scenario = load_scenario(ROOT / "tests/report/priced.yaml")
    things = [
        {"name": f"thing {n}", "count": n % 7 + 1, "price": f"{n % 90 + 10} EUR"}
        for n in range(5000)
    ]
    long = edited(scenario, {"common": things})
    benchmark.pedantic(lambda: workbook_bytes(evaluate(long)), rounds=1)
