"""Golden files: what scenarios come to, and all formulas; a change is a readable diff."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.output import plan_json
from model.engine.trace import excel, name
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


def test_golden_formulas(golden):
    """Every formula's text stays what it is, unless somebody means it."""
    lines = {
        f"{q.chapter}: {q.name} [{q.unit}] = {excel(q.function(*map(name, q.needs)))}"
        for q in {case.quantity for case in cases()}
        if q.kind == "formula"
    }
    golden(GOLDEN / "formulas.txt", "\n".join(sorted(lines)) + "\n")
