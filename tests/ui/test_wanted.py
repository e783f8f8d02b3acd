"""What is required is added, changed, made less binding, and removed in a form."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from model.design.needs import Required
from tests.ui.test_store import tab
from tests.ui.visits import opened as with_scenario
from tests.ui.visits import results, tables, unfolded
from tests.ui.working import work_of
from ui.forms import requirements


def opened(scenario: str) -> AppTest:
    """Open what is required of a scenario, with the form that changes it."""
    return unfolded(with_scenario(scenario), "required")


def required(at: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = results(at).plan.scenario.data.get("requirements", {})
    return found


def adds(at: AppTest, name: str, text: str, level: str = "must") -> AppTest:
    key = f"another requirement in {work_of(at).choice}"
    at.selectbox(key=key).set_value(name).run()
    at.text_input(key=f"{key}: {name}").set_value(text)
    at.segmented_control(key=f"level of {key}").set_value(level)
    return at.button(key=f"add {key}").click().run()


def test_each_figure_that_can_be_required_has_a_box() -> None:
    assert set(requirements.labels()) <= set(requirements.NAMED)
    assert set(requirements.labels()) >= {"capacity", "budget", "racks", "weight", "power"}
    assert Required.__args__ == requirements.NAMED


def test_a_requirement_is_added_made_less_binding_and_removed() -> None:
    at = opened("cri")
    assert "racks" not in required(at)
    at = adds(at, "racks", "3")
    assert not at.exception
    assert not at.error
    assert required(at)["racks"] == 3
    assert [check.name for check in results(at).checks if check.name == "racks"]
    at.segmented_control(key="level of racks in cri").set_value("should").run()
    assert required(at)["should"] == ["racks"]
    assert results(at).plan.scenario.requirements.level("racks") == "should"
    at.button(key="no more racks in cri").click().run()
    assert not at.exception
    assert "racks" not in required(at)
    assert "should" not in required(at)


def test_a_wish_is_added_at_its_level() -> None:
    at = adds(opened("cri"), "write_bandwidth", "20 GB/s", "may")
    assert not at.error
    assert results(at).plan.scenario.requirements.level("write_bandwidth") == "may"
    offered = at.selectbox(key="another requirement in cri").options
    assert "Required write bandwidth" not in offered


def test_the_head_counts_what_is_met_of_each_class() -> None:
    """Whether what must be met is, in colour; below it wishes that are missed, too."""
    at = opened("beluga")
    assert "none entered" in tables(at)
    at = adds(at, "capacity", "1 PB")
    at = adds(at, "raw_capacity", "2 PB")
    assert '<b class="good">✓ met</b><small>2 of 2 mandatory' in tables(at)
    at = adds(at, "write_bandwidth", "1 TB/s", "should")
    at = adds(at, "read_bandwidth", "1 GB/s", "should")
    at = adds(at, "racks", "3", "may")
    said = "2 of 2 mandatory, 1 of 2 desired, 0 of 1 optional (1 unknown)"
    assert f"<small>{said}" in tables(at)
    at.button(key="no more capacity in beluga").click().run()
    at.segmented_control(key="level of raw_capacity in beluga").set_value("should").run()
    assert '<b class="faint">none mandatory</b><small>2 of 3 desired, ' in tables(at)
    assert '<b class="bad">✗ not met</b><small>1 of 2 mandatory' in tables(opened("astra"))


def test_what_cant_be_built_is_said_in_the_head() -> None:
    """Its requirements are met or not by nothing; the way leads to what doesn't fit."""
    at = tab(scenario="beluga", edit=["tiers.0.drives.per_enclosure=107"])
    assert 'data-why="site.design_fits">✗ doesn&#x27;t fit</button></b><small>' in tables(at)
    assert "✗ doesn&#x27;t fit" not in tables(opened("beluga"))


def test_a_wrong_figure_is_told_by_its_label_and_stays() -> None:
    at = adds(opened("cri"), "write_bandwidth", "20")
    assert at.error[0].value.startswith("**Required write bandwidth**: ")
    assert "has no unit" in at.error[0].value
    assert "write_bandwidth" not in required(at)
    assert at.text_input(key="another requirement in cri: write_bandwidth").value == "20"
    assert "enter a value" in adds(at, "write_bandwidth", "").error[0].value


def test_what_the_bandwidths_are_judged_with_is_said() -> None:
    at = opened("cri")
    at.text_input(key="workload that is judged in cri").set_value("IOR, 4 MiB transfers").run()
    assert required(at)["workload"] == "IOR, 4 MiB transfers"


def test_the_form_stays_open_while_what_is_required_first_is_entered() -> None:
    at = with_scenario("beluga")
    assert not results(at).checks
    at = adds(at, "capacity", "1 PB")
    assert results(at).checks
    at = adds(at, "racks", "3")
    assert required(at) == {"capacity": "1 PB", "racks": 3}
