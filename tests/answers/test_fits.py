"""A design that can't be built is a result that says so, and meets nothing."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.fits import checks, compared, misfit
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.sentences import written
from model.answers.summary import headline
from model.answers.views.fit import fit
from model.answers.views.requirements import requirements
from model.answers.views.written import written as table
from model.design.scenario import Scenario
from model.formulas.space.fitting import MISFITS
from tests import trees

REFERENCES = ("astra", "beluga", "cri", "lcpq", "sequoia")
PROJECT = "site/tiers:project"
MODEST = {"requirements.capacity": "1 PB", "requirements.racks": 100}


@cache
def scenario(name: str) -> Scenario:
    return load_scenario(f"scenarios/{name}.yaml")


def beluga(per_enclosure: int) -> Results:
    """Plan Béluga with so many drives in each of its enclosures, which have 106 bays."""
    return evaluate(
        edited(scenario("beluga"), {"tiers.0.drives.per_enclosure": per_enclosure, **MODEST})
    )


@pytest.mark.parametrize("name", REFERENCES)
def test_systems_that_were_built_can_be_built(name: str) -> None:
    """What stands in a machine room fits, as far as data sheets tell."""
    results = evaluate(scenario(name))
    assert results.truth("site", "design_fits") is not False
    assert written(results, misfit(results)) == ""


@given(st.integers(1, 250))
def test_a_drive_more_than_bays_doesnt_fit(per_enclosure: int) -> None:
    """Up to 106 drives go into 106 bays, and not one more."""
    results = beluga(max(per_enclosure, 11))
    fits = results.truth(PROJECT, "drives_fit")
    assert fits is (per_enclosure <= 106)
    assert (results.truth("site", "design_fits") is False) is not fits


def test_what_cant_be_built_meets_nothing() -> None:
    """130 drives in 106 bays: no verdict is "met" anywhere, and the sentence begins with why."""
    before, results = beluga(106), beluga(130)
    assert plan_json(before)["requirements"]["capacity"]["met"] is True
    document = plan_json(results)
    assert document["design_fits"] is False
    assert document["requirements"]["capacity"]["met"] is False
    assert document["requirements"]["capacity"]["planned"] > 1e15
    flags = [v for v in document["checks"].values() if not isinstance(v, dict)]
    assert True not in flags
    assert all(True not in found.values() for found in document["verdicts"].values())
    for cells in table(results, requirements(results)).rows:
        assert all("✓" not in cell.text for cell in cells)
    said = "Can't be built: there are more drives than bays in project; "
    assert headline(results).startswith(said)


def test_checks_have_stable_keys() -> None:
    """Each check of fit says its name, whether it is met, by how much, why not, what to ask."""
    found = plan_json(beluga(130))["checks"]
    assert found["tiers.project.drives_fit"] == {
        "name": "drives_fit",
        "status": "doesn't fit",
        "needs": 130.0,
        "has": 106.0,
        "margin": pytest.approx(106 / 130 - 1),
        "reason": "there are more drives than bays",
        "ask": [],
    }
    unknown = found["tiers.project.memory_fits"]
    assert (unknown["status"], unknown["margin"]) == ("unknown", None)
    assert unknown["ask"] == ["Memory slots of one server"]


def test_every_check_compares_what_there_is_with_what_is_needed() -> None:
    """The table of fit shows both sides of each check of every tree, and words for each."""
    found = set()
    for root in trees.examples().values():
        for _, instance in root.walk():
            for check in instance.book.parts("parts_fit"):
                assert len(check.needs) >= 2, check.name  # type: ignore[union-attr]
                found.add(check.name)
    assert found == set(MISFITS)


def test_the_table_of_fit() -> None:
    """A row for each check, with what to ask where a data sheet is silent."""
    results = beluga(130)
    rows = {
        row[0].text: [cell.text for cell in row[1:]] for row in table(results, fit(results)).rows
    }
    assert rows["project: Drives fit"] == [
        "130", "106", "✗ doesn't fit", "there are more drives than bays",
    ]  # fmt: skip
    question = "ask the vendor: memory slots of one server?"
    assert rows["project: Memory fits"] == ["12", "unknown", "unknown", question]
    assert rows["= The whole design"][2] == "✗ doesn't fit"
    assert len(rows) == len(list(checks(results))) + 1
    for path, check in checks(results):
        assert all(at in results.values for at in compared(results, path, check))
