"""A figure's derivation: its formula in names and in numbers, and the inputs that it ends at."""

from __future__ import annotations

from pathlib import Path

from model.answers.explain import as_declared, explain
from model.answers.results import evaluate
from model.design.scenario import load_scenario
from model.engine.ops import TIMES

ASTRA = Path(__file__).parents[2] / "scenarios/astra.yaml"
TEMPLATE = ASTRA.parent / "templates/project-space.yaml"


def test_a_formula_is_written_in_words_and_in_numbers() -> None:
    """Raw capacity is drives times what one holds: 320 of 1.6 TB."""
    found = explain(evaluate(load_scenario(ASTRA)), "site/tiers:scratch", "raw_capacity")
    assert found.formula == f"Drives {TIMES} Drive capacity"
    assert found.substituted == f"[320] {TIMES} [1.6 TB]"
    assert found.latex
    assert [operand.item.name for operand in found.operands] == ["drives", "drive_capacity"]


def test_a_compatibility_check_ends_in_a_verdict() -> None:
    """What it compares stays a number; the check itself, and that of the design, is in words."""
    results = evaluate(load_scenario(TEMPLATE))
    [(_, path), *_] = results.tiers()
    found = explain(results, path, "drives_fit")
    assert (found.value, found.shown) == (1, "fits")
    assert as_declared(0.0, found.item) == "doesn't fit"
    assert as_declared(None, found.item) == "unknown"
    assert as_declared(1.0, explain(results, "site", "design_fits").item) == "fits"


def test_an_input_has_no_formula() -> None:
    """It has a source instead, down to the line of the file."""
    found = explain(evaluate(load_scenario(ASTRA)), "site/tiers:scratch", "blocks")
    assert (found.formula, found.substituted, found.latex) == ("", "", "")
    assert "astra.yaml, line " in found.source


def test_a_margin_is_told_in_percent_and_put_in_as_a_number() -> None:
    """2,164,602 (1,818,993 and 19 % of it) of 3,000,000 EUR leave 27.8 %; formulas keep what can be
    computed with.
    """
    found = explain(evaluate(load_scenario(TEMPLATE)), "site", "budget_margin")
    assert found.shown == "+27.8 %"
    assert "%" not in found.substituted


def test_no_number_put_into_a_formula_is_in_percent() -> None:
    found = explain(evaluate(load_scenario(TEMPLATE)), "site", "capital_cost")
    nodes = [node for _, node, _ in found.walk()]
    assert any(node.shown.endswith(" %") for node in nodes)
    assert not any("%" in node.substituted for node in nodes)


def test_a_code_has_the_name_that_it_stands_for() -> None:
    """Sockets are compared as numbers; a reader wants to know which ones."""
    found = explain(evaluate(load_scenario(ASTRA)), "site/tiers:scratch", "cpu_family_fits")
    assert {one.shown for one in found.operands} == {"LGA 2011-3 (code 3)"}
