"""Which fields of a plan follow from its saved version."""

from __future__ import annotations

import datetime

import pytest

from model.answers.results import evaluate
from model.planning.loading import edited, load_scenario
from report.statement import statement
from report.web.page import page
from store.signature import UNSAVED, file_stem, signature
from store.versions import Saved

AT = datetime.datetime(2026, 11, 25, 9, 5, tzinfo=datetime.UTC)
SAVED = Saved("Ostsee 2027", 3, "Ada Lovelace", AT, "two racks")
TEMPLATE = load_scenario("scenarios/templates/project-space.yaml")


def test_a_saved_plan_of_a_template_carries_what_it_was_saved_as() -> None:
    fields = signature(TEMPLATE, SAVED, {TEMPLATE.title})
    assert fields == {
        "name": "Ostsee 2027",
        "title": "Ostsee 2027",
        "version": "3",
        "author": "Ada Lovelace",
        "date": datetime.date(2026, 11, 25),
    }
    signed, before = evaluate(edited(TEMPLATE, fields)), evaluate(TEMPLATE)
    text = page(signed)
    assert "<h1>Ostsee 2027</h1>" in text
    assert "Version: 3; Date: 2026-11-25" in text
    assert "Author: Ada Lovelace" in text
    assert statement(signed).title == "Ostsee 2027"
    assert signed["site", "capital_cost"] == before["site", "capital_cost"]


def test_what_the_planner_wrote_stays() -> None:
    own = {"title": "Mine", "version": "2.1", "author": "Bob", "date": datetime.date(2026, 1, 2)}
    assert signature(edited(TEMPLATE, own), SAVED, {TEMPLATE.title}) == {"name": "Ostsee 2027"}


def test_a_version_with_edits_says_so() -> None:
    fields = signature(TEMPLATE, SAVED, {TEMPLATE.title}, is_edited=True)
    assert fields["version"] == f"3{UNSAVED}"


def test_a_date_never_becomes_the_date_of_prices() -> None:
    undated = edited(TEMPLATE, {"economics.price_date": None})
    assert "date" not in signature(undated, SAVED, ())


@pytest.mark.parametrize("name", ["Ostsee: scratch", "x" * 41])
def test_a_name_that_no_scenario_may_have_is_its_title(name: str) -> None:
    fields = signature(TEMPLATE, Saved(name, 1, "", None, ""), {TEMPLATE.title})
    assert fields == {"title": name, "version": "1"}


def test_a_file_is_called_as_the_plan_is_saved() -> None:
    assert file_stem("Ostsee 2027", 3) == "Ostsee 2027 3"
    assert file_stem("../a/b: c?", 1, is_edited=True) == "_a_b_ c_ 1 edited"
    assert file_stem("Astra") == "Astra"
