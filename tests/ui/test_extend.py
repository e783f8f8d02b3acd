"""The part *Extend*: the steps of a tier, and one of them taken over."""

from __future__ import annotations

from model.answers.extensions import extensions
from tests.ui.visits import opened, results, tables


def test_a_step_is_shown_and_taken_over() -> None:
    """Its figures are those of the plan after it."""
    at = opened("beluga", "extend")
    before = results(at)
    tier = extensions(before)[0]
    step = next(one for one in tier.steps if one.step == "add_enclosure" and one.is_possible)
    assert step.title in tables(at)
    at.selectbox(key="extension step").set_value(step.title).run()
    next(one for one in at.button if one.label == "Apply").click().run()
    assert not at.exception
    after = results(at)
    assert after[tier.path, "usable_capacity"] == step.after["usable"]
    assert after[tier.path, "usable_capacity"] != before[tier.path, "usable_capacity"]


def test_a_scenario_without_such_tiers_says_what_to_do() -> None:
    """Nothing is owned, and nothing is a pool."""
    at = opened("cri", "extend")
    assert extensions(results(at)) == ()
    assert any("entered as a whole" in one.value for one in at.info)
