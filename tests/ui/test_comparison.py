"""Designs beside each other in the app: those that are worked on, as they are by now."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.working import work_of

APP = Path(__file__).parents[2] / "app.py"
KEY = "compared scenarios"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    monkeypatch.setattr("ui.start.start_page.PATIENCE", 60.0)  # no test waits for a poll


def opened(page: str, **params: Any) -> AppTest:
    """A tab of one browser, newly opened."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    if page:
        at.switch_page(f"ui/pages/{page}.py")
    work_of(at).browser = "c" * 30
    for name, value in params.items():
        at.query_params[name] = value
    return at.run()


def said(at: AppTest) -> str:
    return "\n".join(str(getattr(one, "value", "") or one.proto.body) for one in at.get("html"))


def begun_on_start() -> str:
    """Begin with a design on Start; gives what it is called there."""
    at = opened("")
    at.text_input(key="wish capacity").set_value("3 PB").run()
    next(one for one in at.button if one.label == "Begin with this design").click().run()
    begun: str = work_of(at).choice
    return begun


@pytest.mark.long
def test_a_design_that_was_begun_before_a_reload_is_compared() -> None:
    begun = begun_on_start()
    again = opened("compare", scenario="astra")
    again.multiselect(key=KEY).set_value([begun, "beluga"]).run()
    assert not again.exception
    assert not again.error
    assert work_of(again).choice == "astra"
    assert "413.7 TB" in said(again)


def test_a_tier_of_a_design_that_was_begun_before_a_reload_is_offered() -> None:
    begun = begun_on_start()
    again = opened("design", scenario="lcpq")
    again.button(key="add a tier").click().run()
    assert not again.exception
    again.selectbox(key="source of a new tier").set_value(begun).run()
    assert not again.exception
    assert again.selectbox(key=f"new tier of {begun}").options


def test_another_design_is_compared_with_its_edits_and_this_one_without() -> None:
    """Béluga's usable capacity is that of its blocks: 1.459 PB of one, 2.918 of two."""
    at = opened("compare", scenario="beluga", edit="tiers.0.blocks=2")
    other = at.multiselect(key=KEY)
    other.set_value(["astra"]).run()
    at.checkbox(key="compared with itself").check().run()
    assert re.search(r'data-why="site.usable_capacity">2.918.PB</button>', said(at))
    assert "1.459 PB" in said(at)
    assert "1.459 PB</button>" not in said(at)
    assert "Click a number of Béluga (edited)" in "".join(one.value for one in at.caption)
    other = opened("compare", scenario="astra")
    other.multiselect(key=KEY).set_value(["beluga"]).run()
    assert "2.918 PB" in said(other)
    assert "1.459 PB" not in said(other)


def test_six_designs_of_unlike_currencies_stand_beside_each_other_and_no_seventh() -> None:
    at = opened("compare", scenario="astra")
    five = ["beluga", "cri", "lcpq", "sequoia", "templates/flash-scratch"]
    at.multiselect(key=KEY).set_value(five).run()
    assert not at.exception
    assert any("different currencies" in one.value for one in at.warning)
    assert at.multiselect(key=KEY).proto.max_selections == 5


def test_regret_is_judged_by_what_is_asked_of_the_plan_that_is_shown() -> None:
    at = opened("compare", scenario="templates/project-space")
    at.multiselect(key=KEY).set_value(["templates/flash-scratch"]).run()
    assert not at.exception
    told = next(one.value for one in at.caption if "Least regret" in one.value)
    assert "miss least often: Project space" in told
    assert "judged by the requirements of Project space" in told


def test_designs_of_one_name_say_what_tells_them_apart() -> None:
    begun_on_start()
    at = opened("compare", scenario="templates/project-space", edit="tiers.0.blocks=7")
    begun = next(one for one in at.multiselect(key=KEY).options if "from Start" in one)
    at.multiselect(key=KEY).set_value([begun]).run()
    at.checkbox(key="compared with itself").check().run()
    assert not at.exception
    for told in ("template, edited", "template, original", "from Start"):
        assert f"Project space ({told})" in said(at)
