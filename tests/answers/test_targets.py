"""A figure with a minimum and a target: both are judged, and only the first one is mandatory."""

from __future__ import annotations

from typing import Any

import pytest

from model import InputError, edited, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.verdict import as_expected, verdict_json
from model.answers.views.requirements import verdicts
from model.design.needs import Requirements
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.search.search import search
from report.workbook.sheets import SUMMARY
from report.workbook.workbook import build
from tests.report.books import sheet_of

FLASH = "scenarios/templates/flash-scratch.yaml"


def required(**stated: Any) -> Results:
    changes = {f"requirements.{name}": value for name, value in stated.items()}
    return evaluate(edited(load_scenario(FLASH), changes))


def both(results: Results) -> dict[str, Any]:
    return {one.name: one for one in results.checks}


@pytest.mark.parametrize("name", [name for name in Requirements.model_fields if "target" in name])
def test_a_target_needs_no_minimum(name: str) -> None:
    """It counts what it is of, as a limit does: racks alone, where nothing else asks for them."""
    small = load_scenario("scenarios/first/minimal.yaml")
    unit = REQUIREMENTS[name].unit
    value = {"byte": "1 PB", "byte/s": "1 GB/s", "currency": "1 M EUR", "watt": "1 kW"}.get(
        unit, "900 kg" if unit == "kilogram" else 2 if name == "racks_target" else 0.5
    )
    results = evaluate(edited(small, {f"requirements.{name}": value}))
    assert name in {one.name for one in results.checks}


def test_a_figure_has_a_minimum_and_a_target() -> None:
    """Usable 2.314 PB meet the minimum of 2 PB, and miss a target of 3 PB."""
    found = both(results := required(capacity_target="3 PB"))
    assert (found["capacity"].met, found["capacity_target"].met) == (True, False)
    assert found["capacity_target"].required == 3e15
    assert verdicts(results)["must"] == [True] * 6
    assert verdicts(results)["should"] == [False]


@pytest.mark.parametrize(
    ("name", "figure", "target"),
    [
        ("capacity", {"at_least": "2 PB", "target": "3 PB"}, "3 PB"),
        ("capacity", {"value": "2 PB", "because": "users", "target": "3 PB"}, "3 PB"),
        ("capacity", ["2 PB", "3 PB"], "3 PB"),
        ("racks", {"at_most": 2, "target": 1}, 1),
        ("racks", [2, {"value": 1, "because": "room for growth"}], {"value": 1}),
    ],
)
def test_both_can_be_written_in_one_field(name: str, figure: Any, target: Any) -> None:
    """They are read as two fields, so that everything else has one way to look at them."""
    results = required(**{name: figure})
    apart = required(**{f"{name}_target": target})
    assert [(c.name, c.required, c.met) for c in results.checks] == [
        (c.name, c.required, c.met) for c in apart.checks
    ]
    data = results.plan.scenario.data["requirements"]
    assert f"{name}_target" in data
    again = edited(results.plan.scenario, {f"requirements.{name}_target": None})
    assert f"{name}_target" not in both(evaluate(again))


def test_a_target_doesnt_change_the_verdict_on_what_is_mandatory() -> None:
    plain, aimed = required(), required(write_bandwidth_target="900 GB/s", racks_target=1)
    assert as_expected(plain).replace(";", "; 0 of 2 targets;", 1) == as_expected(aimed)
    one, other = verdict_json(plain), verdict_json(aimed)
    assert one is not None
    assert other is not None
    assert {**one, "targets_met": 0, "targets": 2} == other


def test_targets_stand_in_json_and_workbook() -> None:
    results = required(capacity_target="2.2 PB")
    found = plan_json(results)["requirements"]["capacity_target"]
    assert (found["class"], found["required"], found["met"]) == ("should", 2.2e15, True)
    sheet = sheet_of(build(results)[0], SUMMARY)
    rows = {row[0]: row for row in sheet.iter_rows(values_only=True)}
    assert "desired" in rows["Target usable capacity"]
    assert str(rows["Target usable capacity"][3]).startswith("=")


def test_a_target_excludes_no_design() -> None:
    """A search meets what is mandatory: no design of the template has an exabyte."""
    plain, aimed = (
        search(edited(load_scenario(FLASH), changes))
        for changes in ({}, {"requirements.capacity_target": "1 EB"})
    )
    assert plain.best is not None
    assert aimed.best is not None
    assert plain.best.picks == aimed.best.picks


@pytest.mark.parametrize(
    ("stated", "what"),
    [
        ({"capacity_target": "1 PB"}, "write more than in 'capacity', its minimum"),
        ({"racks_target": 2}, "write less than in 'racks', its limit"),
        ({"budget_target": "3 M EUR"}, "write less than in 'budget', its limit"),
    ],
)
def test_a_target_goes_beyond(stated: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError, match=what):
        required(**stated)
