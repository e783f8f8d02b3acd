"""Golden files: what scenarios come to, and all formulas; a change is a readable diff."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.results import WAYS
from model.engine.quantity import parameters
from model.engine.trace import name, text
from tests.trees import cases

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[1]
DIGITS = 12


def rounded(value: object) -> object:
    """Keep 12 digits: the last ones differ between processors."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


@pytest.mark.parametrize("scenario", sorted(p.name for p in (ROOT / "scenarios").glob("*.yaml")))
def test_golden_results(scenario, golden, monkeypatch):
    """A scenario's results stay what they are, unless somebody means it."""
    monkeypatch.chdir(ROOT)
    results = evaluate(load_scenario(f"scenarios/{scenario}"))
    text = json.dumps(rounded(plan_json(results)), indent=1, ensure_ascii=False) + "\n"
    golden(GOLDEN / scenario.replace(".yaml", ".json"), text)


def measured(scenario):
    """Write what a measured system comes to: capacities, and each way what limits and commits."""
    results = evaluate(load_scenario(scenario))
    ((_, path),) = results.tiers()
    of_tier = {n: results[path, n] for n in ("drives", "raw_capacity", "usable_capacity")}
    lines = [scenario.stem, *(f"  {n} {x:.{DIGITS}g}" for n, x in of_tier.items())]
    for way in WAYS:
        rates = (results[path, f"{way}_bandwidth{end}"] for end in ("", "_bound"))
        limit = results.stages(path, way)[0].name
        lines.append(f"  {way} {' of '.join(f'{x:.{DIGITS}g}' for x in rates)} by {limit}")
    return "\n".join(lines)


def test_golden_measured_systems(golden):
    """What the model says of measured systems stays what it is, unless somebody means it."""
    files = sorted((ROOT / "scenarios" / "measured").glob("*.yaml"))
    golden(GOLDEN / "measured.txt", "\n".join(map(measured, files)) + "\n")


def line_of(quantity):
    """Write a formula as people read it; twins show once, in the words of their template."""
    operands = parameters(quantity.function) if quantity.template else quantity.needs
    written = text(quantity.function(*map(name, operands)))
    return f"  {quantity.template or quantity.name} [{quantity.unit}] = {written}"


def test_golden_formulas(golden):
    """Every formula stays what it is, unless somebody means it."""
    chapters = defaultdict(set)
    for quantity in {case.quantity for case in cases() if case.quantity.kind == "formula"}:
        chapters[quantity.chapter].add(line_of(quantity))
    lines = (line for chapter in sorted(chapters) for line in (chapter, *sorted(chapters[chapter])))
    golden(GOLDEN / "formulas.txt", "\n".join(lines) + "\n")
