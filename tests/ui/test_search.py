"""The page that searches: what is left open, what is found, and what becomes of a design."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model import evaluate, load_scenario
from model.errors import InputError, Place, Problem
from model.units.figures import show
from store.patches import Patch
from tests.ui.working import work_of
from ui.search.best_designs import doubts
from ui.state.search_queue import GONE, Line, Question
from ui.state.search_slots import Slot, Slots

ROOT = Path(__file__).parents[2]
TEMPLATE = "templates/flash-scratch"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    for page in ("ui.search.best_designs", "ui.state.search_queue"):
        monkeypatch.setattr(f"{page}.PATIENCE", 60.0)  # no test waits for a poll


def opened(scenario: str = TEMPLATE) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["scenario"] = scenario
    at.switch_page("ui/pages/needs.py").run()
    at.session_state["compare_part"] = "Search"
    return at.switch_page("ui/pages/compare.py").run()


def pressed(at: AppTest, label: str) -> AppTest:
    return next(button for button in at.button if button.label == label).click().run()


def said(at: AppTest) -> str:
    every = (at.markdown, at.caption, at.warning, at.error, at.info, at.get("html"))
    found = "\n".join(
        str(getattr(one, "value", "") or one.proto.body) for kind in every for one in kind
    )
    return found.replace("\\", "")


def is_idle(at: AppTest) -> bool:
    """Whether the page shows that nothing is worked out any more."""
    (search,) = (button for button in at.button if button.label == "Search")
    return not search.disabled and not any(button.label == "Stop" for button in at.button)


def test_a_design_of_shingled_drives_is_warned_of() -> None:
    results = evaluate(load_scenario(ROOT / f"scenarios/{TEMPLATE}.yaml"))
    assert doubts(results) == ""
    shingled = results.edited({"tiers.0.drives.part": "seagate-exos-x28-28tb"})
    assert '<div class="bad">! scratch: the drives are SMR, unsuitable' in doubts(shingled)


@pytest.mark.long
def test_what_is_found_is_taken_undone_and_asked_about() -> None:
    at = pressed(opened(), "Search")
    assert not at.exception
    assert is_idle(at)
    assert "132 designs: the lowest capital cost is" in said(at)
    assert "proven" in said(at)
    before = work_of(at).results["site", "capital_cost"]
    at.button(key="take best").click().run()
    assert not at.exception
    now = work_of(at).results
    cost = now["site", "capital_cost"]
    assert f"the lowest capital cost is {show(cost, 'currency', currency='EUR')}" in said(at)
    assert all(check.met is not False for check in now.checks)
    assert now.plan.scenario.choices  # it may be searched again
    assert "has changed. Search again" not in said(at)
    at.button(key="undo an edit").click().run()
    assert work_of(at).results["site", "capital_cost"] == before != cost
    pressed(at, "Show the Pareto front")
    assert is_idle(at)
    (chart,) = at.get("plotly_chart")
    assert "No design is better in both" in chart.proto.spec
    at.selectbox(key="why not field").select("tiers.0.blocks").run()
    at.selectbox(key="why not tiers.0.blocks").select("1").run()
    assert not at.exception
    assert "Best design, with this option instead: Required usable capacity" in said(at)
    assert "Any design with this option, at best: " in said(at)


def test_what_would_do_is_said_where_no_design_does_all() -> None:
    at = opened()
    next(one for one in at.text_input if one.label == "Budget, net").set_value("100 kEUR").run()
    pressed(at, "Search")
    assert not at.exception
    assert is_idle(at)
    assert "none meets all requirements" in said(at)
    assert "Feasible requirements" in [one.value for one in at.subheader]
    reached = at.session_state["asked of a scenario"][TEMPLATE].ways.answer[-1]
    assert reached.needed == 100e3 < reached.figure
    figure = show(reached.figure, "currency", currency="EUR").replace("\u202f", "\xa0")
    assert figure in said(at)


@pytest.mark.long
def test_options_are_named_and_their_keys_are_under_the_pointer() -> None:
    at = pressed(opened("templates/ai-training-store"), "Search")
    (box,) = (one for one in at.multiselect if "Solidigm D5-P5336, 122.88 TB" in one.options[0])
    assert box.options[0] == "Solidigm D5-P5336, 122.88 TB, 8 per server"
    key = "solidigm-d5-p5336-122880gb, per_server "
    at.selectbox(key="why not field").select("tiers.0.drives").run()
    shown = [*at.selectbox(key="why not tiers.0.drives").options, *box.options, said(at)]
    assert not at.exception
    assert f'title="{key}' in shown[-1]
    assert not any(key in re.sub('title="[^"]*"', "", text) for text in shown)


def test_a_field_is_left_open_in_a_scenario_that_has_no_choices() -> None:
    at = opened("astra")
    assert "No variables yet" in said(at)
    further = next(one for one in at.selectbox if one.label == "Add a variable")
    further.set_value("tiers.0.blocks").run()
    assert work_of(at).results.plan.scenario.data["choices"] == {
        "tiers.0.blocks": {"from": 5, "to": 20, "step": 1}
    }
    to = next(one for one in at.number_input if one.label.startswith("to"))
    to.set_value(3).run()
    assert "Blocks: from 5 to 3 is empty: write the smaller number first" in said(at)
    (box,) = (one.value for one in at.error)
    assert box.count("\n- ") == 1, "one line, of the way in which it is written"
    assert work_of(at).results.plan.scenario.choices["tiers.0.blocks"].to == 20  # what was stays
    assert not at.exception


PHASES = [
    {"name": "first", "share": "40 %", "after": "0 months"},
    {"name": "second", "share": "60 %", "after": "12 months"},
]


def test_each_phase_buys_under_a_budget_of_its_own() -> None:
    """As the command does; what is found opens as a scenario, and is what was found."""
    at = opened()
    assert not any(one.label == "Purchase" for one in at.get("button_group"))
    economics = work_of(at).results.plan.scenario.data["economics"]
    choices = {"tiers.0.blocks": [1, 2, 12, 13, 14]}
    phases = Patch("economics", {**economics, "phases": PHASES})
    work_of(at).patch(TEMPLATE, phases, Patch("choices", choices))
    at.session_state[f"{TEMPLATE} is bought"] = "in phases"
    at.run()
    box = next(one for one in at.text_input if one.label == "Budget, net: first")
    box.set_value("1 EUR").run()
    assert "no purchase meets all requirements in these phases" in said(pressed(at, "Search"))
    at.text_input(key=box.key).set_value("1.25 MEUR").run()
    assert "has changed. Search again" in said(at)
    pressed(at, "Search")
    assert not at.exception
    assert is_idle(at)
    found = at.session_state["asked of purchases in phases"][TEMPLATE].best.answer
    assert 1e6 < found.phases[0].cost < 1.25e6  # of twelve servers
    assert show(found.figure, "currency", currency="EUR") in said(at)
    assert "Purchases per phase" in [one.value for one in at.subheader]
    pressed(at, "Open as a new scenario")
    assert not at.exception
    now = work_of(at).results
    assert now["site/phases:first", "phase_cost"] == pytest.approx(found.phases[0].cost)
    assert all(check.met for check in now.checks)


def test_a_budget_that_cant_be_read_is_said() -> None:
    at = opened()
    box = next(one for one in at.text_input if one.label == "Budget, net")
    box.set_value("much").run()
    assert at.error
    assert "Budget, net" in at.error[0].value
    assert "objective.budget" not in at.error[0].value
    assert not at.exception


def answered(make: Callable[..., object]) -> Question[object]:
    question = Question(make)
    question.run(Slots())
    return question


def test_questions_follow_each_other_and_are_stopped_together() -> None:
    go, runs = threading.Event(), []

    def slow(progress: Callable[[float, float | None], bool]) -> str:
        runs.append("slow")
        go.wait(10)
        return "all" if progress(0.5, 1.0) else "some"

    line = Line(Slots(), "somebody")
    first, second = line.ask(Question(slow)), line.ask(Question(slow))
    assert not second.slot.is_running
    line.clear()
    go.set()
    assert first.ended.wait(10)
    assert second.was_left
    third = line.ask(Question(slow))
    assert third.ended.wait(10)
    assert (first.answer, third.answer, runs) == ("some", "all", ["slow", "slow"])


def endless(progress: Callable[[float, float | None], bool]) -> str:
    while progress(0.5, None):
        time.sleep(0.001)
    return "stopped"


def test_long_searches_of_one_person_leave_others_their_turn() -> None:
    """Two slots, and five tabs that search for ever: whoever comes then gets an answer at once."""
    slots = Slots(turn=0.05)
    tabs = [Line(slots, "first") for _ in range(5)]
    long = [line.ask(Question(endless)) for line in tabs]
    try:
        for who in ("second", "third"):
            short = Line(slots, who).ask(Question(lambda progress: progress(0.5, 1.0) and "done"))
            assert short.ended.wait(5)
            assert short.answer == "done"
        assert not any(question.ended.is_set() for question in long)
    finally:
        for line in tabs:
            line.clear()
    for question in long:
        assert question.ended.wait(5)
    assert [question.answer for question in long if not question.was_left]


def test_the_turn_goes_to_whoever_has_the_fewest_searches_running() -> None:
    slots, one, two, other = Slots(turn=0), Slot("first"), Slot("first"), Slot("second")

    def wanted() -> bool:
        return True

    with ThreadPoolExecutor(3) as threads:
        assert slots.enter(one, wanted)
        assert slots.enter(two, wanted)
        entered = threads.submit(slots.enter, other, wanted)
        wait_until(lambda: bool(slots._waiting))
        paused = threads.submit(slots.pause, one, wanted)
        assert entered.result(5)
        assert slots.pause(other, wanted), "it goes on at once: the first person has one running"
        assert (one.is_running, two.is_running, other.is_running) == (False, True, True)
        paused_too = threads.submit(slots.pause, two, wanted)
        assert paused.result(5)
        assert (one.is_running, two.is_running, other.is_running) == (True, False, True)
        slots.leave(other)
        assert paused_too.result(5)
        slots.leave(one)
        slots.leave(two)
    assert not slots._running


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_search_that_waits_is_stopped() -> None:
    slots = Slots(count=1, turn=60)
    line, other = Line(slots, "first"), Line(slots, "second")
    runs, waits = line.ask(Question(endless)), other.ask(Question(endless))
    other.clear()
    assert waits.ended.wait(5)
    assert waits.was_left
    line.clear()
    assert runs.ended.wait(5)


def test_what_a_closed_tab_asked_ends_and_a_short_absence_doesnt_end_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, here = 100.0, True
    monkeypatch.setattr("ui.state.search_queue.time.monotonic", lambda: now)
    question = Question(lambda _: None)
    question.is_here = lambda: here
    now += 2 * GONE
    assert question.is_wanted()
    here = False
    now += GONE / 2
    assert question.is_wanted(), "as while a network is away"
    here = True
    assert question.is_wanted()
    here = False
    now += GONE + 1
    assert not question.is_wanted()
    assert question.is_stopped


def test_what_is_wrong_is_said_and_what_fails_tells_no_secret() -> None:
    def wrong(_: object) -> None:
        raise InputError([Problem(Place("a.yaml", 1, 1), "choices", "write others")])

    def fails(_: object) -> None:
        raise RuntimeError("secret 4711 EUR")

    assert "write others" in str(answered(wrong).problems[0])
    assert "4711" not in str(answered(fails).problems[0])
