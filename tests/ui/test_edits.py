"""What is edited counts at once, is refused at its box, and outlives a reload by its address."""

from __future__ import annotations

import pytest

from model.answers.sensitivity import ranked
from model.calibration.fit import shares
from tests.ui.visits import (
    SCENARIOS,
    change,
    field,
    opened,
    results,
    tables,
    unfolded,
    usable_exactly,
    went,
)
from tests.ui.working import work_of
from ui.base.error_marks import BOX
from ui.base.fields import Reader


def test_an_edit_changes_the_result_and_can_be_reset() -> None:
    at = opened("astra", "capacity", menu=True)
    before = results(at)["site", "usable_capacity"]
    change(at, "tiers.0.blocks", 20)
    assert results(at)["site", "usable_capacity"] == pytest.approx(2 * (before or 0))
    assert usable_exactly(at) == results(at)["site", "usable_capacity"]
    went(at, "design")
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 20
    next(button for button in at.button if button.label == "Reset edits").click().run()
    assert results(at)["site", "usable_capacity"] == before
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 10


def test_a_fraction_of_a_block_is_refused_at_its_box_and_not_cut() -> None:
    at = opened("beluga", "design")
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(1.5).run()
    assert "found 1.5: write a whole number" in at.error[0].value
    assert results(at).plan.scenario.tiers[0].blocks.value == 1
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 1.5
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(2.0).run()
    assert not at.error
    assert work_of(at).of("beluga").figures == {"tiers.0.blocks": 2}
    assert results(at).plan.scenario.tiers[0].blocks.value == 2


def test_an_edit_plans_anew_only_what_it_touches() -> None:
    at = opened("beluga", "design")
    before = results(at).plan.root.children
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(9).run()
    after = results(at).plan.root.children
    assert after["tiers"][0] is not before["tiers"][0]
    assert after["metadata"][0] is before["metadata"][0]


def test_edits_of_a_scenario_wait_while_another_one_is_shown() -> None:
    at = unfolded(opened(page="design", menu=True), "how 0")
    at.text_input(key=field(at, "tiers.0.drives.capacity")).set_value("3.2 TB").run()
    edited = results(at)["site", "raw_capacity"]
    at.selectbox(key="chosen scenario").select("beluga").run()
    at.selectbox(key="chosen scenario").select("astra").run()
    assert results(at)["site", "raw_capacity"] == edited
    unfolded(at, "how 0")
    assert at.text_input(key=field(at, "tiers.0.drives.capacity")).value == "3.2 TB"


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("tiers.0.drives.capacity", "3.2", "has no unit"),
        ("tiers.0.drives.capacity", "3.2 Tb", "bits or bytes"),
        ("tiers.0.target.layout", "raidz9:8", "is not a layout"),
        ("tiers.0.target.layout", "draid1:40d:8c:0s", "leave 7 for data"),
        ("economics.energy_price", "0.2 EUR/kWh", "the scenario counts in USD"),
    ],
)
def test_a_wrong_edit_is_said_and_the_plan_stays(path: str, text: str, words: str) -> None:
    at = opened(page="cost" if path.startswith("economics.") else "design")
    unfolded(at, "economics", "how 0")
    before = results(at)["site", "usable_capacity"]
    at.text_input(key=field(at, path)).set_value(text).run()
    assert words in at.error[0].value
    assert not at.exception
    assert results(at)["site", "usable_capacity"] == before
    assert at.text_input(key=field(at, path)).value == text
    at.text_input(key=field(at, path)).set_value("").run()
    assert not at.error


def test_the_address_brings_edits_and_never_money() -> None:
    at = opened(edit=["tiers.0.blocks=12", "tiers.9.nothing=1", "nonsense"])
    assert results(at)["site/tiers:scratch", "blocks"] == 12
    change(at, "requirements.budget", "1 MUSD")
    change(at, "economics.energy_price", "0.2 USD/kWh")
    change(at, "economics.pue", "1.3")
    assert at.query_params["edit"] == ["tiers.0.blocks=12", "economics.pue=1.3"]
    assert at.query_params["scenario"] in ("astra", ["astra"])


def test_an_address_may_name_a_scenario_in_capitals() -> None:
    at = opened("Sequoia", edit=["tiers.0.blocks=12"])
    assert results(at).plan.scenario.name.startswith("Sequoia")
    assert results(at).plan.scenario.tiers[0].blocks.value == 12


@pytest.mark.parametrize(
    "edit",
    [
        "tiers.0.blocks=-3",
        "tiers.0.blocks=many",
        "tiers.0.blocks=9007199254740993",
        "tiers.0.policy.fill_limit=x",
        "economics.years=25",
        "a=b",
    ],
)
def test_nonsense_in_the_address_is_no_traceback(edit: str) -> None:
    at = opened(edit=[edit])
    assert not at.exception
    assert results(at)["site/tiers:scratch", "blocks"] == 10


@pytest.mark.parametrize(
    ("scenario", "path"),
    [("lcpq", "tiers.0.drives.surface_factor"), ("sequoia", "tiers.1.drives.surface_factor")],
)
def test_every_figure_that_a_page_offers_outlives_a_reload(scenario: str, path: str) -> None:
    """Those of the largest assumptions, and those that a calibration takes over, too."""
    at = opened(scenario, edit=[f"{path}=0.55", "nope=2"])
    assert work_of(at).of(scenario).figures == {path: 0.55}
    assert "'nope'" in at.warning[0].value
    assert not at.exception


def test_what_pages_offer_can_stand_in_an_address() -> None:
    for scenario in SCENARIOS:
        at = opened(scenario)
        fields = Reader(results(at)).everywhere()
        offered = {one.path for one in shares(results(at))}
        offered |= {one.provenance.field for one in ranked(results(at)) if one.provenance.field}
        assert offered <= fields.keys()


def test_an_edit_in_the_address_that_changes_nothing_is_none() -> None:
    at = opened(edit=["tiers.0.blocks=10", "tiers.0.policy.fill_limit=0.7"])
    assert work_of(at).of("astra").figures == {"tiers.0.policy.fill_limit": 0.7}
    went(at, "design")
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(12).run()
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(10).run()
    assert work_of(at).of("astra").figures == {"tiers.0.policy.fill_limit": 0.7}


def test_a_figure_is_set_back_while_another_is_wrong() -> None:
    at = opened(page="design")
    blocks, layout = field(at, "tiers.0.blocks"), field(at, "tiers.0.target.layout")
    at.number_input(key=blocks).set_value(20).run()
    at.text_input(key=layout).set_value("raidz9:8").run()
    assert at.error
    at.number_input(key=blocks).set_value(10).run()
    assert at.number_input(key=blocks).value == 10
    at.number_input(key=blocks).set_value(20).run()
    at.text_input(key=layout).set_value("").run()
    assert not at.error
    assert work_of(at).of("astra").figures == {"tiers.0.blocks": 20}
    assert results(at)["site/tiers:scratch", "blocks"] == 20


def test_a_refused_edit_is_told_by_its_label() -> None:
    at = opened("astra")
    change(at, "tiers.0.target.layout", "raidz9:4")
    assert "Layout of a target: 'raidz9" in at.error[0].value
    field = '[class~="st-key-astra-tiers-0-target-layout-in-its-place"]'
    assert f"{field} {BOX} {{ outline" in tables(at), "and its field is marked"
    assert f'{field}::after {{ content: "\\27 raidz9\\3a 4\\27  is not a layout' in tables(at)


def test_no_text_leaves_the_style_that_says_it() -> None:
    """What somebody typed stands in a complaint, and is neither a rule nor a tag."""
    at = opened("astra")
    change(at, "tiers.0.target.layout", '8"} </style><script>x()</script> \\" é')
    (said,) = (one for one in tables(at).split("<style>") if "::after" in one)
    assert "<script>x" not in tables(at)
    assert said.partition('content: "')[2].partition('"')[2].startswith("; color")


@pytest.mark.parametrize(
    ("edit", "path", "value"),
    [
        ("tiers.0.target.release=2.1", "release", "2.1"),
        ("tiers.0.target.layout=raidz2:16", "layout", "raidz2:16"),
    ],
)
def test_a_text_in_the_address_stays_a_text(edit: str, path: str, value: str) -> None:
    """A release looks like a number, and a reload must not make it one."""
    at = opened(edit=[edit])
    assert not at.error
    assert getattr(results(at).plan.scenario.tiers[0].target, path) == value


def test_every_edit_of_the_address_comes_back_as_it_was_made() -> None:
    at = opened()
    change(at, "tiers.0.target.release", "2.1")
    change(at, "checkpoint.ratio", "150")
    change(at, "tiers.0.policy.fill_limit", 0.7)
    change(at, "tiers.0.blocks", 11)
    shared = at.query_params["edit"]
    again = opened(edit=shared)
    assert not again.error
    assert results(again).values == results(at).values
    assert work_of(again).of("astra").figures == work_of(at).of("astra").figures


def test_a_pasted_figure_is_read_and_one_that_may_be_two_is_asked_about() -> None:
    """As on Start: 20 000 TB are 20 PB; of 30.000 TB nobody knows."""
    at = opened("cri", "design")
    box = field(at, "tiers.0.given.capacity")
    at.text_input(key=box).set_value("20 000 TB").run()
    assert results(at)["site", "usable_capacity"] == 20e15
    at.text_input(key=box).set_value("30.000 TB").run()
    assert results(at)["site", "usable_capacity"] == 20e15
    assert any("write '30 TB' or '30000 TB'" in one.value for one in at.error)
