"""Where a plan begins in the app: boxes, cards, and what becomes of one."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from model.answers.ranges import GROSS, likely, range_of
from model.reading.yaml_edits import to_take_away
from model.search.wishes import Wishes
from model.units.brief import about
from store.patches import Patch
from tests.ui.working import work_of
from ui.start import template_search
from ui.start.template_search import Searches, searches

APP = Path(__file__).parents[2] / "app.py"
TASK = {
    "capacity": "20 PB",
    "write_bandwidth": "200 GB/s",
    "budget": "8 M EUR",
    "racks": "2",
    "rack_power": "40 kW",
}


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    monkeypatch.setattr("ui.start.start_page.PATIENCE", 60.0)  # no test waits for a poll


def opened() -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    work_of(at).browser = "s" * 30
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


def take(at: AppTest) -> Button:
    """Give the button of the first card."""
    return next(one for one in at.button if one.label == "Begin with this design")


def of_machine(at: AppTest) -> AppTest:
    return at.toggle(key="wished bandwidth").set_value(True).run()


def test_nothing_is_asked_at_first_and_an_example_is_a_click_away() -> None:
    at = opened()
    assert not at.exception
    assert [one.value for one in at.text_input if (one.key or "").startswith("wish ")] == [""] * 6
    assert "Enter what you know" in said(at)
    at.button(key="example").click().run()
    assert {name: at.text_input(key=f"wish {name}").value for name in TASK} == TASK
    assert "meet all requirements" in said(at)
    assert "Cheapest" in said(at)
    at.button(key="empty").click().run()
    assert "Enter what you know" in said(at)
    assert not at.exception


def test_a_newcomer_is_told_what_this_is_and_not_that_an_example_is_not_met() -> None:
    at = opened()
    assert "Ostimate computes usable capacity" in said(at)
    assert "not met" not in said(at)
    assert "scenario" not in at.query_params
    at.switch_page("ui/pages/library/glossary.py").run()
    assert "413.7 TB" not in said(at)
    at.switch_page("ui/pages/capacity.py").run()
    assert "This is Astra, an example" in said(at)
    assert "not met" in said(at)
    assert "scenario" not in at.query_params


def test_a_link_that_cant_be_opened_shows_no_example() -> None:
    at = AppTest.from_file(str(APP), default_timeout=60).switch_page("ui/pages/capacity.py")
    at.query_params["plan"] = "v1.abc"
    at.run()
    assert "copy the whole link again" in at.error[0].value
    assert "Astra" not in said(at)


def test_an_example_that_was_edited_or_opened_is_one_no_more() -> None:
    at = opened().switch_page("ui/pages/capacity.py").run()
    work_of(at).patch("astra", Patch("tiers.0.blocks", 12))
    at.run()
    assert "an example" not in said(at)
    assert at.query_params["scenario"] in ("astra", ["astra"])
    at.switch_page("ui/pages/start.py").run()
    assert "Ostimate computes usable capacity" not in said(at)
    chosen = AppTest.from_file(str(APP), default_timeout=60).switch_page("ui/pages/capacity.py")
    chosen.query_params["scenario"] = "astra"
    assert "an example" not in said(chosen.run())


def test_a_request_in_place_of_the_way_on_loses_no_design(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run that leads to Needs was lost to another request: the next run leads there."""
    at = typed(opened(), **TASK)
    with monkeypatch.context() as lost:
        lost.setattr("streamlit.switch_page", lambda *_, **__: None)
        take(at).click().run()
    assert work_of(at).request.leads_on
    at.run()
    assert [one.value for one in at.title][-1:] == ["Needs"]
    assert not work_of(at).request.leads_on


def test_a_click_right_after_typing_takes_no_design_of_what_was_asked_before() -> None:
    """The card that was clicked is that of the older wishes: it isn't taken, and that is said."""
    at = typed(opened(), **TASK)
    at.text_input(key="wish capacity").set_value("3 PB")
    take(at).click().run()
    assert work_of(at).choice == "astra"
    assert "before this design was applied" in said(at)
    take(at).click().run()
    assert work_of(at).choice.endswith("(from Start)")
    results = work_of(at).results
    assert results.plan.scenario.requirements.capacity.value == 3e15
    assert all(check.met for check in results.checks)


def test_a_kind_of_storage_is_one_click() -> None:
    at = typed(opened(), capacity="3 PB")
    at.pills(key="wished kind").set_value("flash-scratch").run()
    assert "NVMe: Lustre on ldiskfs" in said(at)
    assert "Lustre on ZFS" not in said(at)
    assert "BeeGFS" not in said(at)


def test_a_design_becomes_the_scenario_with_the_wishes_as_requirements() -> None:
    at = typed(opened(), **TASK)
    take(at).click().run()
    assert not at.exception
    results = work_of(at).results
    assert {check.name: check.met for check in results.checks} == dict.fromkeys(
        ("capacity", "write_bandwidth", "budget", "racks", "rack_power"), True
    )
    assert work_of(at).choice.endswith("(from Start)")
    again = opened()  # a reload: the scenario and what was typed are there
    assert work_of(at).choice in work_of(again).draft_choices
    assert again.text_input(key="wish capacity").value == "20 PB"


def test_what_stands_in_the_way_is_said_and_the_nearest_designs_shown() -> None:
    at = opened()
    at.pills(key="wished kind").set_value("project-space")
    at = typed(at, **TASK)
    assert not at.exception
    words = said(at).replace("\\", "")
    assert "None of 660 designs meets all requirements" in words
    assert "Of the compared designs, in 2 racks of 40 kW the largest holds" in words
    assert "at least 5 racks needed" in words
    assert "CPU and memory: 6.2 GB/s per server, assumed; you can change it on Design" in words
    assert "✗" in words


def test_the_range_of_a_price_has_tax_as_the_price_has_and_says_if_it_passes_the_budget() -> None:
    """The likely ends of the net price times 1.19; the dearer card may cost more than asked."""
    above = []
    for budget, limit in (("8 M EUR", 8e6), ("30 M EUR", 30e6)):
        at = typed(opened(), **{**TASK, "budget": budget})
        beside = [one.proto.body for one in at.get("html") if "begun beside" in one.proto.body]
        asked = searches().ask(at.session_state["asked search"].wishes, (), "test")
        assert len(beside) == len(asked.shown) > 1
        for text, shown in zip(beside, asked.shown, strict=True):
            results = shown.card.results
            low, high = range_of(results, *GROSS) or ()
            assert low <= results["site", "gross_capital_cost"] <= high
            assert f"with VAT {likely(results, *GROSS)}" in text
            above.append(high > limit)
            assert (f"{about(high, 'EUR')}, the upper end above the budget" in text) == above[-1]
            assert text.count(about(high, "EUR")) == 1
    assert set(above) == {True, False}


def test_an_empty_box_says_what_the_templates_assume() -> None:
    """It is a limit, too: no rack of a card draws more."""
    at = typed(opened(), capacity="20 PB")
    captions = [one.value for one in at.caption if one.value.startswith("Default")]
    assert captions == ["Default: 3 kW or 15 kW", "Default: 5 years"]
    take(at).click().run()
    results = work_of(at).results
    assert results["site", "rack_power_limit"] == 15e3
    assert results.plan.scenario.economics.years == 5
    at = typed(opened(), rack_power="20 kW")
    captions = [one.value for one in at.caption if one.value.startswith("Default")]
    assert captions == ["Default: 5 years"]


def test_racks_that_take_no_design_or_few_are_said() -> None:
    at = typed(opened(), capacity="20 PB", rack_power="1 W")
    assert not at.exception
    assert "No design fits racks of 1 W" in said(at)
    assert "meet all requirements" not in said(at)
    at = typed(at, rack_power="1 kW")
    assert "296 designs were compared" in said(at)
    assert "627 further designs don't fit racks of 1 kW" in said(at).replace("\\", "")


def test_what_cant_be_read_names_its_box_and_leaves_the_rest() -> None:
    at = typed(opened(), capacity="20 XB", racks="0")
    (error,) = at.error
    assert "Usable capacity" in error.value
    assert "Racks" in error.value
    (marked,) = (one.proto.body for one in at.get("html") if "<style>[class" in one.proto.body)
    assert "wish-capacity" in marked
    assert "wish-racks" in marked
    assert "wish-years" not in marked
    assert not at.exception
    assert typed(at, capacity="20", racks="").error == []


def test_a_dump_has_the_bandwidth_that_is_asked_for() -> None:
    """4,000 nodes of 256 GiB, of which 80 % are dumped at 200 GB/s: 880 TB in 73 minutes."""
    at = typed(of_machine(typed(opened(), **TASK)), nodes="4,000", node_memory="256")
    assert "880 TB; at 200 GB/s it takes 1.22 h" in said(at)
    assert "nodes are interrupted every 5.97 h" in said(at)
    take(at).click().run()
    results = work_of(at).results
    assert results["site", "required_checkpoint_bandwidth"] == pytest.approx(200e9)
    assert results["site", "dump_time"] == pytest.approx(0.8 * 4000 * 256 * 2**30 / 200e9)
    assert {check.name: check.met for check in results.checks} == dict.fromkeys(
        ("capacity", "checkpoint_bandwidth", "budget", "racks", "rack_power"), True
    )
    again = opened()
    assert again.text_input(key="wish nodes").value == "4,000"
    assert again.text_input(key="wish write_bandwidth").value == "200 GB/s"
    again.toggle(key="wished bandwidth").set_value(False).run()
    assert "880 TB" not in said(again)


@pytest.mark.parametrize(("written", "beyond"), [("", 0.96), ("7 GB/s", 0.96), ("250 GB/s", 0.53)])
def test_the_time_of_a_dump_asks_for_its_bandwidth_beside_what_is_written(
    written: str, beyond: float
) -> None:
    """Both are required; a card shows the margin of the harder: 195 GB/s of the dump, or 250."""
    at = of_machine(typed(opened(), **{**TASK, "write_bandwidth": written}))
    at = typed(at, nodes="4,000", node_memory="256", dump_time="75 min")
    words = said(at).replace("\\", "")
    assert "880 TB; writing it in 1.25 h requires 195 GB/s" in words
    assert (f"The entered write bandwidth is {written}" in words) == bool(written)
    rows = [one.proto.body for one in at.get("html") if "GB/s</b> write" in one.proto.body]
    assert (
        f"\N{CHECK MARK} +{100 * beyond:.0f} %"
        in rows[0].split("GB/s</b> write")[1].split("</tr>")[0]
    )
    take(at).click().run()
    results = work_of(at).results
    wanted = 0.8 * 4000 * 256 * 2**30 / 4500
    assert results["site", "required_checkpoint_bandwidth"] == pytest.approx(wanted)
    names = {check.name for check in results.checks}
    assert ("write_bandwidth" in names) == bool(written)
    assert "checkpoint_bandwidth" in names
    assert all(check.met for check in results.checks)


def test_a_machine_that_trains_is_one_switch_away() -> None:
    """One machine at most: its switch turns the other off, and what was typed stays."""
    at = typed(of_machine(opened()), nodes="4000", node_memory="256 GiB", write_bandwidth="9 GB/s")
    at.toggle(key="wished training").set_value(True).run()
    assert not at.toggle(key="wished bandwidth").value
    at = typed(at, accelerators="1024", parameters="405B", efficiency="95")
    assert not at.exception
    words = said(at).replace("\\", "")
    assert "5.67 TB" in words
    assert "To compute 95 % of the time, checkpoints need 24.9 GB/s" in words
    at = at.selectbox(key="wish workload").set_value("resnet50-h100").run()
    assert "To train ResNet-50 on H100, they read 189 GB/s, 184 MB/s each." in said(at)
    take(at).click().run()
    results = work_of(at).results
    assert results.plan.scenario.data["training"] == {
        "accelerators": 1024,
        "parameters": "405B",
        "workload": "resnet50-h100",
    }
    met = {check.name: check.met for check in results.checks}
    assert met["training_bandwidth"]
    again = opened()
    assert again.toggle(key="wished training").value
    assert again.selectbox(key="wish workload").value == "resnet50-h100"
    again.toggle(key="wished bandwidth").set_value(True).run()
    assert again.text_input(key="wish nodes").value == "4000"


def test_of_a_whole_machine_the_interval_is_unknown_and_said_so() -> None:
    at = typed(of_machine(opened()), write_bandwidth="200 GB/s", memory="1 PB")
    assert "800 TB; at 200 GB/s it takes 1.11 h" in said(at)
    assert "The checkpoint interval is unknown" in said(at)


def test_half_a_machine_is_asked_for_the_rest_without_an_error() -> None:
    """Nobody types three boxes at once: what is empty yet is a hint, what is wrong an error."""
    at = typed(of_machine(opened()), nodes="4000")
    assert not at.error
    (hint,) = (one for one in at.info if "need this too" in one.value)
    assert "Memory per node: checkpoints of the machine need this too" in hint.value
    assert "Maximum checkpoint time: write it, as in 75 min, or the write bandwidth" in hint.value
    assert not any("<style>[class" in one.proto.body for one in at.get("html"))
    at = typed(at, node_memory="256 GiB", dump_time="soon")
    assert not any("need this too" in one.value for one in at.info)
    assert "Maximum checkpoint time" in at.error[0].value
    assert not at.exception


def test_half_a_machine_stops_no_design_where_the_bandwidth_is_said() -> None:
    """What a dump takes is another matter: it isn't computed, and that is said."""
    at = typed(of_machine(typed(opened(), **TASK)), nodes="4000")
    assert not any("need this too" in one.value for one in at.info)
    assert "can't be computed: enter the memory per node as well" in said(at).replace("\\", "")
    take(at).click().run()
    assert "write_bandwidth" in {check.name for check in work_of(at).results.checks}


def test_a_template_is_chosen_by_a_click() -> None:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["A template is open"] = True  # what a click on it does
    at.run()
    at.button(key="begin with templates/flash-scratch").click().run()
    assert work_of(at).choice == "Flash scratch (from Start)"
    assert work_of(at).results.plan.scenario.title == ""
    assert not at.exception


def test_an_empty_plan_is_begun_with_and_taken_away_whole() -> None:
    """What leads an editor to the schema leads nowhere on the machine that a file is taken to."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["A template is open"] = True
    at.run()
    (button,) = (one for one in at.button if one.label == "An empty plan")
    button.click().run()
    assert not at.exception
    assert work_of(at).choice == "My storage (from Start)"
    text = (APP.parent / "scenarios/first/minimal.yaml").read_text(encoding="utf-8")
    assert "$schema" in text
    assert to_take_away(text) == text.partition("\n")[2]
    assert to_take_away(to_take_away(text)) == to_take_away(text)


def test_templates_are_planned_before_anybody_asks() -> None:
    """So the first answer is quick: whoever comes to the page has it done, and it isn't stopped."""
    searches = Searches()
    searches.prepare()
    one = searches.ask(Wishes(), (), "a")
    searches.leave(one, "a")
    assert one.ended.wait(60)
    assert one.done == 1
    assert not one.is_stopped


def test_what_is_asked_twice_is_searched_once_and_what_nobody_waits_for_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go = [], threading.Event()

    def begin(wishes: Wishes, kinds: tuple[str, ...], **_: object):
        begun.append(wishes)
        go.wait(10)
        yield from ()

    monkeypatch.setattr(template_search, "begin", begin)
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

    monkeypatch.setattr(template_search, "begin", begin)
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
    assert "Read as 20 GB/s" in captions
    assert "Read as 3 M EUR" in captions
    assert sum(one.startswith("Read as") for one in captions) == 2
    assert not at.error


def test_what_is_pasted_is_taken_or_refused_and_never_dropped() -> None:
    at = typed(opened(), capacity="20 000 TB", budget="4 Mio EUR")
    captions = [one.value for one in at.caption]
    assert {"Read as 20000 TB", "Read as 4 M EUR"} <= set(captions)
    assert not at.error
    assert not at.text_input(key="wish capacity").max_chars  # a browser drops a longer paste
    at = typed(at, capacity="9" * 10_000)
    assert "too long" in at.error[0].value
    assert len(at.error[0].value) < 300


def chosen_on_start(at: AppTest, choice: str, menu: str = "A template is open") -> AppTest:
    at.session_state[menu] = True
    at.switch_page("ui/pages/start.py").run()
    at.button(key=f"begin with {choice}").click().run()
    assert not at.exception
    return at


def test_a_template_that_is_chosen_again_begins_anew_and_keeps_the_draft() -> None:
    at = chosen_on_start(opened(), "templates/flash-scratch")
    first = work_of(at).choice
    chosen_on_start(at, "templates/flash-scratch")
    assert work_of(at).choice == first  # nobody edited it
    work_of(at).patch(first, Patch("tiers.0.blocks", 3))
    at.run()
    for visit in (at, opened()):  # in this tab, and after a reload
        chosen_on_start(visit, "templates/flash-scratch")
        assert work_of(visit).choice == "Flash scratch (from Start 2)"
        assert not work_of(visit).of(work_of(visit).choice).whole
        (told,) = (one.value.replace("\\", "") for one in visit.success)
        assert "on Start under Your own, as Flash scratch (from Start)." in told
    assert first in work_of(at).draft_choices or first in work_of(at).uploads


def test_a_real_system_that_is_chosen_again_is_opened_as_it_came() -> None:
    at = chosen_on_start(opened(), "astra", "A real system is open")
    work_of(at).patch("astra", Patch("tiers.0.blocks", 12))
    at.run()
    assert work_of(at).results["site/tiers:scratch", "blocks"] == 12
    chosen_on_start(at, "astra", "A real system is open")
    assert work_of(at).choice == "astra"
    assert work_of(at).results["site/tiers:scratch", "blocks"] != 12
    assert any(one.startswith("astra (unsaved copy, ") for one in work_of(at).draft_choices)
    assert "Opened in its original state" in at.success[0].value
    at.button(key="undo an edit").click().run()
    assert work_of(at).results["site/tiers:scratch", "blocks"] == 12


def test_a_plan_that_is_begun_counts_the_prices_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_TODAY", "2027-03-01")
    for choice in ("templates/flash-scratch", "first/minimal"):
        at = chosen_on_start(opened(), choice)
        assert str(work_of(at).results.plan.scenario.economics.price_date) == "2027-03-01"


@pytest.mark.long
def test_levers_act_on_the_cards_and_begin_nothing_else() -> None:
    at = typed(opened(), **TASK)
    before = said(at)
    unfold = "levers of cards"
    at.session_state[f"{unfold} of {work_of(at).choice} is open"] = True
    at.run()
    at.slider(key="lever prices of cards").set_value(100).run()
    assert not at.exception
    after = said(at)
    assert "Designs are compared with: all prices +100.0 %" in after
    assert "These meet all requirements." in before
    assert "requirements: all met in" in before
    assert "These meet all requirements" not in after
    assert "has today's prices" in after
    at.slider(key="lever prices of cards").set_value(0)
    at.slider(key="lever months of cards").set_value(30).run()
    assert "unchanged until December 2027" in said(at)
    take(at).click().run()
    assert not at.exception
    stated = work_of(at).of(work_of(at).choice)
    assert "ordered 30 months later" not in str(stated)
