"""How fast a scenario is planned: on the command line, in a program, as a workbook."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from model import evaluate, load_catalog, load_scenario
from report.workbook import workbook_bytes

ROOT = Path(__file__).parents[1]
BASE = [sys.executable, "-c", "import numpy; from pydantic import BaseModel"]
"""What such a program takes to start; `plan --json` is meant to take 2.3 times it at most.

Counted is the CPU time of the whole process, the least of some, with bytecode cached.
"""
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("*.yaml"))


def run(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.benchmark(group="command line")
def test_base(benchmark):
    benchmark.pedantic(run, (BASE,), rounds=7, warmup_rounds=1)


@pytest.mark.benchmark(group="command line")
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


@pytest.mark.benchmark(group="a running program")
@pytest.mark.parametrize("name", NAMES)
def test_load(benchmark, name):
    benchmark(load_scenario, ROOT / "scenarios" / f"{name}.yaml")


@pytest.mark.benchmark(group="workbook")
@pytest.mark.parametrize("name", NAMES)
def test_workbook(benchmark, name):
    """Write the workbook: meant to stay under 0.5 s."""
    benchmark(workbook_bytes, evaluate(load_scenario(ROOT / "scenarios" / f"{name}.yaml")))
