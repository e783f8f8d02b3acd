"""An edit planned on top of earlier results is the edited scenario planned from scratch.

Nothing else may know the difference: values, where each input is known from, lines, warnings,
prices, the order of them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import evaluate, load_catalog, load_scenario
from model.answers.results import Results
from model.design.scenario import Scenario, edited
from model.engine.incremental import IncrementalProgram
from model.engine.tree import Program
from model.errors import InputError

ROOT = Path(__file__).parents[2]
DESIGNS = [
    *sorted((ROOT / "scenarios").rglob("*.yaml")),
    ROOT / "tests" / "planning" / "every_figure.yaml",
]
DESIGNS = [path for path in DESIGNS if "schema: ostimate.scenario" in path.read_text()]
FIGURE = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit> .*)?")
BESIDE: list[tuple[str, Any]] = [
    ("economics.years", 3),
    ("economics.discount_rate", 0.04),
    ("economics.price_date", "2024-06-01"),
    ("economics.estimates", True),
    ("economics.maintenance_rate", 0.05),
    ("tiers.0.option", True),
    ("tiers.0.name", "renamed"),
    ("tiers.0.states.failover", False),
    ("requirements.racks", 4),
    ("site.pue", 1.7),
    ("sources", {}),
    ("common", []),
    ("services", [{"kind": "support", "price": "10 EUR"}]),
]
"""Edits of what isn't stated in all scenarios."""


def figures(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Give each value of a file with its path."""
    below = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in below:
        here = f"{path}.{key}".lstrip(".")
        if isinstance(value, dict | list):
            yield from figures(value, here)
        else:
            yield here, value


@cache
def loaded(path: Path) -> tuple[Results, list[tuple[str, Any]]]:
    """Read a design once, with what it comes to, and with all that it says."""
    scenario = load_scenario(path)
    return evaluate(scenario, load_catalog(needs=())), list(figures(scenario.data))


@st.composite
def edits(draw: st.DrawFn, written: list[tuple[str, Any]]) -> tuple[str, Any]:
    """Draw a path, and what may stand there: another figure, nothing, or what stands elsewhere."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(BESIDE))
    path, value = draw(st.sampled_from(written))
    match = FIGURE.fullmatch(str(value))
    if match is None or draw(st.integers(0, 5)) == 0:
        same_field = [v for p, v in written if p.rpartition(".")[2] == path.rpartition(".")[2]]
        return path, draw(st.sampled_from([None, *same_field]))
    number = float(match["number"]) * draw(st.sampled_from([0.5, 1, 2, 3]))
    unit = match["unit"] or ""
    return path, f"{number:.12g}{unit}" if unit else int(number) if number % 1 == 0 else number


def from_scratch(scenario: Scenario) -> Results:
    """Read all of an edited scenario, and evaluate it, without what was known before."""
    alone = Scenario.model_validate(scenario.data)
    alone._document, alone._folder = scenario._document, scenario.folder
    alone._files = scenario.files_beside
    return evaluate(alone, load_catalog(needs=()))


def afresh(before: Results, changes: Mapping[str, Any]) -> Results:
    """Evaluate an edit without what was known before."""
    return from_scratch(edited(before.plan.scenario, changes))


def everything(results: Results) -> dict[str, Any]:
    """Give all that a plan and its values are, in their order."""
    plan = results.plan
    return {
        "tree": [
            (path, one.role, one.book, sorted(one.inputs.items())) for path, one in plan.root.walk()
        ],
        "values": [(at, repr(value)) for at, value in results.values.items()],
        "provenance": list(plan.provenance.items()),
        "fields": list(plan.fields.items()),
        "lines": plan.lines,
        "warnings": (plan.warnings, results.warnings),
        "prices": list(plan.prices.items()),
        "amounts": list(plan.amounts.items()),
        "scenario": plan.scenario,
    }


def tried(worked_out: Callable[[], Results]) -> Results | str:
    """Give what comes out, or why it is refused."""
    try:
        return worked_out()
    except InputError as refused:
        return str(refused)


@settings(max_examples=20)
@given(st.data())
def test_an_edit_is_planned_as_if_from_scratch(data: st.DataObject) -> None:
    """Up to three edits, one after the other, each on top of the one before."""
    results, written = loaded(data.draw(st.sampled_from(DESIGNS)))
    for path, value in data.draw(st.lists(edits(written), min_size=1, max_size=3)):
        before, changes = results, {path: value}
        after = tried(partial(before.edited, changes))
        scratch = tried(partial(afresh, before, changes))
        if isinstance(after, str) or isinstance(scratch, str):
            assert after == scratch
        else:
            assert everything(after) == everything(scratch)
            results = after


def of_any_order(results: Results) -> dict[str, Any]:
    """Give the values, and what each is computed from, without their order."""
    program = results.plan.program
    return {
        "values": {at: repr(value) for at, value in results.values.items()},
        "operands": {
            at: (step.quantity, results.operands(step)) for at, step in results.steps.items()
        },
        "inputs": sorted((path, item.name) for _, path, item in program.inputs),
        "steps": len(program.steps),
    }


def in_order(program: Program) -> bool:
    """Whether each step comes after those that it reads."""
    at = {step.slot: n for n, step in enumerate(program.steps)}
    return all(at.get(one, -1) < at[step.slot] for step in program.steps for one in step.operands)


@settings(max_examples=20)
@given(st.data())
def test_an_edit_that_is_compared_once_has_the_same_values(data: st.DataObject) -> None:
    results, written = loaded(data.draw(st.sampled_from(DESIGNS)))
    path, value = data.draw(edits(written))
    after = tried(partial(results.edited, {path: value}, in_order=False))
    scratch = tried(partial(afresh, results, {path: value}))
    if isinstance(after, str) or isinstance(scratch, str):
        assert after == scratch
    else:
        assert of_any_order(after) == of_any_order(scratch)
        assert in_order(after.plan.program)


@pytest.mark.parametrize(
    ("design", "path", "value"),
    [
        ("scenarios/beluga.yaml", "tiers.1.adapters.per_server", 2),  # a state of one tier
        ("scenarios/beluga.yaml", "economics.years", 3),  # the site itself
        ("scenarios/beluga.yaml", "tiers.0.states.failover", False),
        ("tests/planning/every_figure.yaml", "tiers.0.states.failover", False),
    ],
)
def test_a_tree_of_another_shape_is_compiled_from_the_earlier_one(
    design: str, path: str, value: Any
) -> None:
    results, _ = loaded(ROOT / design)
    after = results.edited({path: value}, in_order=False)
    assert isinstance(after.plan.program, IncrementalProgram)
    assert of_any_order(after) == of_any_order(afresh(results, {path: value}))
    assert in_order(after.plan.program)
