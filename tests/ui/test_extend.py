"""The part *Extend*: the steps of a tier, and one of them taken over."""

from __future__ import annotations

import datetime

import pytest

from model.answers.extensions import extensions
from tests.ui.visits import opened, results, tables

DAY = datetime.date(2021, 3, 1)


def test_a_step_is_shown_and_taken_over() -> None:
    """Its figures are those of the plan after it."""
    at = opened("beluga", "extend")
    before = results(at)
    tier = extensions(before)[0]
    step = next(one for one in tier.steps if one.step == "add_enclosure" and one.is_possible)
    assert step.title[1:] in tables(at)
    at.selectbox(key="extension step").set_value(step.title).run()
    next(one for one in at.button if one.label == "Apply").click().run()
    assert not at.exception
    after = results(at)
    assert after[tier.path, "usable_capacity"] == step.after["usable"]
    assert after[tier.path, "usable_capacity"] != before[tier.path, "usable_capacity"]


def test_a_step_becomes_a_phase_with_its_order() -> None:
    """The phases are then shown below the steps."""
    at = opened("beluga", "extend")
    tier = extensions(results(at))[0]
    step = next(one for one in tier.steps if one.step == "add_enclosure" and one.is_possible)
    at.selectbox(key="extension step").set_value(step.title).run()
    next(one for one in at.date_input if one.label == "Order date").set_value(DAY).run()
    next(one for one in at.button if one.label == "Add as phase").click().run()
    assert not at.exception
    found = results(at).plan.scenario.economics.phases
    assert found[-1].name == f"Add enclosures - {tier.name}"
    assert str(DAY) in tables(at)


def test_a_tier_entered_as_a_whole_has_steps() -> None:
    """Another one, a new one, or none."""
    at = opened("cri", "extend")
    kinds = {step.step for one in extensions(results(at)) for step in one.steps}
    assert {"add_block", "replace_tier", "retire_block"} <= kinds
    assert "Add another tier with the same figures" in tables(at)


def test_a_scenario_without_such_tiers_says_what_to_do() -> None:
    """Nothing is owned, and nothing is a pool."""
    at = opened("lcpq", "extend")
    assert extensions(results(at)) == ()
    assert any("No tier can be extended" in one.value for one in at.info)


def test_the_cheapest_way_is_found_and_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its capacity is that of the plan after it."""
    monkeypatch.setattr("ui.state.search_queue.PATIENCE", 100.0)
    at = opened("beluga", "extend")
    before = results(at)
    tier = extensions(before)[0]
    at.text_input(key="needed capacity").set_value("nothing").run()
    next(one for one in at.button if one.label == "Find").click().run()
    assert any("nothing" in one.value for one in at.error)
    need = 1.05 * before[tier.path, "usable_capacity"]
    at.text_input(key="needed capacity").set_value(f"{need:.0f} B").run()
    at.date_input(key="needed by").set_value(datetime.date(2023, 3, 1)).run()
    next(one for one in at.button if one.label == "Find").click().run()
    assert not at.exception
    assert any("way" in one.value for one in at.markdown)
    assert "Order by" in tables(at)
