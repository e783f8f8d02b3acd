"""Where a plan begins in the app: boxes, cards, and what becomes of one."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model.search.wishes import Wishes
from ui import beginnings
from ui.beginnings import Searches

APP = Path(__file__).parents[2] / "app.py"
TASK = {
    "capacity": "20 PB",
    "write_bandwidth": "200 GB/s",
    "budget": "4 MEUR",
    "racks": "2",
    "rack_power": "40 kW",
}
ZFS = "Disks: Lustre on ZFS"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    monkeypatch.setattr("ui.begin.PATIENCE", 60.0)  # no test waits for a poll


def opened() -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["browser"] = "s" * 30
    return at.run()


def typed(at: AppTest, **texts: str) -> AppTest:
    for name, text in texts.items():
        at.text_input(key=f"wish {name}").set_value(text)
    return at.run()


def said(at: AppTest) -> str:
    every = (at.markdown, at.caption, at.warning, at.error, at.info, at.get("html"))
    return "\n".join(
        str(getattr(one, "value", "") or one.proto.body) for kind in every for one in kind
    )


def test_the_first_visit_shows_designs_that_do_what_stands_in_the_boxes() -> None:
    at = opened()
    assert not at.exception
    assert "do all that is asked" in said(at)
    assert "Cheapest" in said(at)
    assert at.button(key="take 0").label == "Begin with this design"


def test_a_design_becomes_the_scenario_with_the_wishes_as_requirements() -> None:
    at = typed(opened(), **TASK)
    at.button(key="take 0").click().run()
    assert not at.exception
    results = at.session_state["results"]
    assert {check.name: check.met for check in results.checks} == dict.fromkeys(
        ("capacity", "write_bandwidth", "budget", "racks", "rack_power"), True
    )
    assert at.session_state["choice"].endswith("(from Start)")
    again = opened()  # a reload: the scenario and what was typed are there
    assert at.session_state["choice"] in again.session_state["kept"]
    assert again.text_input(key="wish capacity").value == "20 PB"


def test_what_stands_in_the_way_is_said_and_the_nearest_designs_shown() -> None:
    at = opened()
    at.pills(key="wished kinds").set_value(["project-space"])
    at = typed(at, **TASK)
    assert not at.exception
    words = said(at).replace("\\", "")
    assert "None of 660 designs does all that is asked" in words
    assert "2 racks of 40 kW hold at most" in words
    assert "5 racks would do" in words
    assert "✗" in words


def test_what_cant_be_read_names_its_box_and_leaves_the_rest() -> None:
    at = typed(opened(), capacity="20 XB", racks="0")
    (error,) = at.error
    assert "Usable capacity" in error.value
    assert "Racks" in error.value
    assert not at.exception
    assert typed(at, capacity="20", racks="").error == []


def test_a_machine_that_checkpoints_takes_the_place_of_the_bandwidth() -> None:
    at = opened()
    at.segmented_control(key="wished bandwidth").set_value("A machine that checkpoints").run()
    assert "memory" in "".join(one.key or "" for one in at.text_input)
    at = typed(at, memory="1 PB", dump_time="30 min", budget="", racks="", capacity="")
    at.button(key="take 0").click().run()
    results = at.session_state["results"]
    assert results["site", "required_checkpoint_bandwidth"] == pytest.approx(0.8e15 / 1800)
    assert all(check.met for check in results.checks)


def test_a_template_is_chosen_by_a_click() -> None:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["A template is open"] = True  # what a click on it does
    at.run()
    at.button(key="begin with templates/flash-scratch").click().run()
    assert at.session_state["choice"] == "templates/flash-scratch"
    assert not at.exception


def test_what_is_asked_twice_is_searched_once_and_what_nobody_waits_for_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go = [], threading.Event()

    def begin(wishes: Wishes, kinds: tuple[str, ...], **_: object):
        begun.append(wishes)
        go.wait(10)
        yield from ()

    monkeypatch.setattr(beginnings, "begin", begin)
    searches = Searches()
    one = searches.ask(Wishes(1e15), (), "a")
    assert searches.ask(Wishes(1e15), (), "b") is one
    other = searches.ask(Wishes(2e15), (), "a")
    searches.leave(one, "a")
    assert not one.is_stopped  # b waits still
    searches.leave(other, "a")
    assert other.is_stopped
    go.set()
    assert one.ended.wait(10)
    assert other.ended.wait(10)
    assert begun[0] == Wishes(1e15)
    assert searches.ask(Wishes(2e15), (), "a") is not other


def test_a_search_that_fails_says_so_and_may_be_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def begin(wishes: Wishes, kinds: tuple[str, ...], **_: object):
        raise RuntimeError("secret 4711 EUR")

    monkeypatch.setattr(beginnings, "begin", begin)
    searches = Searches()
    one = searches.ask(Wishes(1e15), (), "a")
    assert one.ended.wait(10)
    assert one.problem
    assert "4711" not in one.problem
    assert searches.ask(Wishes(1e15), (), "a") is not one


def test_a_bare_number_says_what_it_is_read_as() -> None:
    """Nothing is understood in silence; a whole number and a figure with its unit say it all."""
    at = typed(opened(), write_bandwidth="20", budget="3", rack_power="15 kW", racks="3")
    captions = [one.value for one in at.caption]
    assert "read as 20 GB/s" in captions
    assert "read as 3 MEUR" in captions
    assert sum(one.startswith("read as") for one in captions) == 2
    assert not at.error
