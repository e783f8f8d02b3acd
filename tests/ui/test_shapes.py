"""A scenario whose tiers came or went: undone, kept over a reload, saved, and not in an address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.design.tier_edits import copied, removed
from store.patches import Patch
from tests.ui.test_store import edit, results, tab
from tests.ui.working import work_of

TEMPLATE = "templates/project-space"


@pytest.fixture(autouse=True)
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def names(at: AppTest) -> list[str]:
    return [tier.name for tier in results(at).plan.scenario.tiers]


def shape(at: AppTest, sections: dict[str, Any]) -> AppTest:
    work_of(at).patch(TEMPLATE, *(Patch(top, said) for top, said in sections.items()))
    return at.run()


def test_a_tier_more_is_undone_kept_and_edited() -> None:
    at = tab(scenario=TEMPLATE)
    data = results(at).plan.scenario.data
    shape(at, copied(data, 0))
    assert names(at) == ["project", "project 2", "metadata"]
    edit(at, "tiers.1.blocks", 3)
    assert results(at)["site/tiers:project 2", "blocks"] == 3
    assert at.query_params.get("edit", []) == []
    again = tab(scenario=TEMPLATE)
    assert names(again) == ["project", "project 2", "metadata"]
    assert results(again)["site/tiers:project 2", "blocks"] == 3
    at.button(key="undo an edit").click().run()
    assert results(at)["site/tiers:project 2", "blocks"] == 6
    at.button(key="undo an edit").click().run()
    assert names(at) == ["project", "metadata"]
    at.button(key="redo an edit").click().run()
    assert names(at) == ["project", "project 2", "metadata"]


def test_a_section_that_cant_be_planned_leaves_the_plan_from_before() -> None:
    at = tab(scenario=TEMPLATE)
    shape(at, removed(results(at).plan.scenario.data, 0))
    assert names(at) == ["project", "metadata"]
    assert "at least one tier must store data" in at.error[0].value


def test_tiers_that_came_are_told_and_reset_with_the_edits() -> None:
    at = tab(scenario=TEMPLATE)
    shape(at, copied(results(at).plan.scenario.data, 0))
    assert any("Tiers replaced" in one.value for one in at.caption)
    next(button for button in at.button if button.label == "Reset edits").click().run()
    assert names(at) == ["project", "metadata"]
