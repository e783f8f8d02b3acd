"""Sliders over cost and verdict: nothing of the plan changes until they are applied."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from model.answers.levers import Levers, tried
from model.units.brief import about
from store.patches import Patch
from tests.ui.visits import opened, results, tables, unfolded
from tests.ui.working import work_of

CHOICE = "templates/project-space"


def panel(choice: str = CHOICE) -> AppTest:
    return unfolded(opened(choice, "cost"), "levers")


def move(at: AppTest, choice: str = CHOICE, **levers: int) -> AppTest:
    for name, value in levers.items():
        at.slider(key=f"lever {name} of {choice}").set_value(value)
    at.run()
    assert not at.exception
    return at


def test_a_lever_shows_cost_and_verdict_and_leaves_the_plan_alone() -> None:
    at = panel()
    before = results(at)
    move(at, prices=100)
    dearer = tried(before, Levers(prices=1.0))
    assert about(dearer["site", "gross_capital_cost"] or 0.0, "EUR") in tables(at)
    assert "5 of 6 at expected values" in tables(at)
    assert any("✗ no longer met: budget" in one.value.replace("\\", "") for one in at.markdown)
    assert results(at)["site", "capital_cost"] == before["site", "capital_cost"]
    assert not work_of(at).of(CHOICE).whole


def test_without_any_price_there_is_nothing_to_try() -> None:
    assert not [one for one in panel("astra").slider if "lever" in str(one.key)]


def test_levers_are_applied_as_edits_that_are_undone_at_once() -> None:
    at = move(panel(), prices=20, energy=50)
    before = results(at)
    at.button(key="apply levers").click().run()
    assert not at.exception
    found = tried(before, Levers(prices=0.2, energy=0.5))
    for name in ("capital_cost", "total_cost_of_ownership", "high_capital_cost"):
        assert results(at)["site", name] == pytest.approx(found["site", name], rel=1e-12)
    assert at.slider(key=f"lever prices of {CHOICE}").value == 0
    at.button(key="undo an edit").click().run()
    assert results(at)["site", "capital_cost"] == before["site", "capital_cost"]


def test_a_rate_is_applied_with_its_status() -> None:
    at = move(panel(), exchange=10)
    at.button(key="apply levers").click().run()
    rate = results(at).plan.scenario.economics.exchange["USD"]
    assert (rate.rate, rate.status) == (pytest.approx(0.957), "assumed")


def test_levers_are_reset_and_those_without_a_figure_say_what_they_lack() -> None:
    at = move(panel(), flash=50)
    at.button(key="reset levers").click().run()
    assert at.slider(key=f"lever flash of {CHOICE}").value == 0
    assert not at.slider(key=f"lever months of {CHOICE}").disabled


def test_the_later_order_says_what_its_prices_follow() -> None:
    at = panel()
    said = "\n".join(one.value for one in at.caption).replace("\\", "")
    assert "Prices follow the price paths: unchanged until December 2027" in said
    assert "Networks and racks have no price path" in said
    move(at, months=30)
    before = results(at)["site", "gross_capital_cost"] or 0.0
    after = tried(results(at), Levers(months=30))["site", "gross_capital_cost"] or 0.0
    assert after < before
    assert about(after, "EUR") in tables(at)


def test_a_plan_of_earlier_prices_asks_for_its_decline() -> None:
    at = panel()
    work_of(at).patch(CHOICE, Patch("economics.price_date", "2023-06-01"))
    at.run()
    later = at.slider(key=f"lever months of {CHOICE}")
    assert later.disabled
    assert "annual price decline" in later.help
