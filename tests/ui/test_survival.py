"""The part Survival of the page Risk: what is lost, the picture of bays, and the commands."""

from __future__ import annotations

from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.failures import failures
from model.answers.placement import survival_of
from model.placement.verdicts import Tier
from report.charts.bays import bay_chart
from tests.ui.visits import opened, tables, unfolded
from ui.results import survival
from ui.results.survival import _names

BELUGA = "site/tiers:project"


def test_the_page_shows_what_the_tier_survives() -> None:
    at = opened("beluga", "survival")
    assert not at.exception
    shown = tables(at)
    assert "access lost" in shown
    assert "enclosure module" in shown


def test_a_failed_part_is_chosen_and_said() -> None:
    at = opened("beluga", "survival")
    at.selectbox(key="failed part").set_value("enclosure 1").run()
    said = [one.value for one in at.markdown if one.value.startswith("Without")]
    assert len(said) == 1
    assert "106 drives out of reach, access lost in target 1, 2" in said[0]
    at.selectbox(key="failed part").set_value("server 1").run()
    assert any("no target stops" in one.value for one in at.markdown)


def test_bays_and_commands_are_folded() -> None:
    at = unfolded(opened("beluga", "survival"), f"wiring of {BELUGA}")
    assert "1:1-6 2:1-5" in tables(at)
    assert {"Pools (zpool create)", "vdev_id.conf"} <= {
        one.label for one in at.get("download_button")
    }


@pytest.mark.parametrize("scenario", ["cri", "sequoia", "lcpq", "astra"])
def test_other_tiers_have_a_page_too(scenario: str) -> None:
    assert not opened(scenario, "survival").exception


def test_the_picture_has_a_bay_for_each_drive_and_crosses_out_what_is_gone() -> None:
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    found = survival_of(results, BELUGA)
    assert isinstance(found, Tier)
    known = {one.name: one for one in failures(found.block)}

    def drawn(name: str = "") -> Any:
        return bay_chart(found.block.placed, "enclosure", 2, known.get(name))

    bays, parts, crossed = drawn().data
    assert len(bays.x) == 212
    assert [name for name, _ in parts.customdata] == [
        *("enclosure 1", "enclosure 2"),
        *("server 1", "server 2"),
    ]
    assert len(crossed.x) == 0
    assert len(drawn("enclosure 2").data[2].x) == 106 + 1  # and itself
    assert len(drawn("drive 1:7").data[2].x) == 1
    assert {name for name, _ in (*bays.customdata, *parts.customdata)} <= {
        *known,
        *(f"drive {slot}" for slot in found.block.placed.spares),
    }


def test_a_click_in_the_picture_names_the_part() -> None:
    assert [*_names(None)] == []
    points = [{"customdata": ["server 2", "Server 2, channel B"]}, {"x": 1}]
    assert [*_names({"selection": {"points": points}})] == ["server 2"]


def test_the_box_follows_a_click(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clicked part is the chosen one; a click that is taken back, or on a gap, chooses none."""
    state: dict[str, Any] = {}
    monkeypatch.setattr(survival.st, "session_state", state)

    def clicked(*names: str) -> str:
        points = [{"customdata": [name]} for name in names]
        state["bays"] = {"selection": {"points": points}}
        survival._follow("bays", {"server 1"})
        return str(state["failed part"])

    assert clicked("server 1") == "server 1"
    assert clicked() == "nothing"
    assert clicked("server 9") == "nothing"
