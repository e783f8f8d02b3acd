"""The pages of risk and comparison: bands are written, drawn from, and taken back."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from model import sample
from model.answers.losses import chance_of_loss
from model.answers.ranges import chance_text
from model.units.brief import share
from store.patches import Patch
from tests.ui.visits import change, opened, results, tables, unfolded, went
from tests.ui.working import work_of
from ui.results import comparison

FILL = "tiers.0.policy.fill_limit"
CHOOSER = "figure with a band in astra"


def entered(at: AppTest, path: str, way: str, **texts: str) -> AppTest:
    """Fill in the form of a band, and take it."""
    key = f"band of {path} in astra"
    at.selectbox(key=CHOOSER).set_value(path).run()
    at.segmented_control(key=f"{key} by").set_value(way).run()
    for name, text in texts.items():
        at.text_input(key=f"{key} {name}").set_value(text)
    return at.button(key=f"take {key}").click().run()


def banded() -> AppTest:
    at = opened("astra", "uncertainty")
    at = entered(at, FILL, "Measured values", values="0.7; 0.8")
    assert not at.exception
    assert not at.error
    return at


def shows(at: AppTest, part: str) -> AppTest:
    at.session_state["uncertainty shows"] = part
    return at.run()


def said(at: AppTest) -> dict[str, object]:
    found: dict[str, object] = results(at).plan.scenario.data["bands"]
    return found


def pressed(at: AppTest, label: str) -> AppTest:
    return next(button for button in at.button if button.label == label).click().run()


def test_bands_are_drawn_from() -> None:
    """The chance on the page is that of the library; charts and tables are there."""
    at = banded()
    drawn = sample(results(at))
    assert len(at.get("plotly_chart")) == 1
    said = f"All requirements are met in **{chance_text(drawn.chance_met().met)}** of cases"
    assert any(one.value.startswith(said) for one in at.markdown)
    assert "All requirements" in tables(unfolded(at, "chances"))
    shows(at, "Sensitivity")
    assert len(at.get("plotly_chart")) == 1
    assert "two peaks, at" in tables(unfolded(at, "quantiles"))
    shows(at, "Assumptions")
    assert "Significant figures without an uncertainty range" in {one.label for one in at.expander}


def test_wrong_bands_are_said_and_nothing_is_lost() -> None:
    """The plan from before stays, and so does what was typed."""
    at = entered(
        banded(), "economics.energy_price", "Low, likely, high", low="0.1", likely="0.2", high="0.3"
    )
    assert at.error[0].value.startswith("**Low**: ")
    assert "EUR/kWh" in at.error[0].value or "USD/kWh" in at.error[0].value
    assert at.text_input(key="band of economics.energy_price in astra low").value == "0.1"
    assert set(said(at)) == {FILL}


def test_a_band_is_changed_grouped_and_taken_out() -> None:
    """It begins at the plan's own figure; what moves together is named."""
    at = banded()
    at.button(key=f"change the band of {FILL} in astra").click().run()
    assert at.text_input(key=f"band of {FILL} in astra values").value == "0.7; 0.8"
    at.segmented_control(key=f"band of {FILL} in astra by").set_value("Low, likely, high").run()
    assert at.text_input(key=f"band of {FILL} in astra likely").value == "80 %"
    at = entered(at, FILL, "Low, likely, high", low="70 %", high="85 %", because="as seen")
    assert not at.error
    assert said(at)[FILL] == {"low": "70 %", "likely": "80 %", "high": "85 %", "because": "as seen"}
    at.button(key=f"no band of {FILL} in astra").click().run()
    assert not results(at).plan.scenario.data.get("bands")
    at.toggle(key="deliveries have bands in astra").set_value(False).run()
    assert said(at) == {"deliveries": False}
    assert "no figure has an uncertainty range" in at.error[0].value


def test_figures_are_picked_by_names_that_differ() -> None:
    at = opened("astra", "uncertainty")
    options = at.selectbox(key=CHOOSER).options
    assert len(set(options)) == len(options)
    assert "Energy price" in options
    assert not any(option.startswith("tiers.") for option in options)


def test_indices_and_other_points() -> None:
    """Shares of the variance are worked out when they are asked for."""
    at = unfolded(shows(banded(), "Sensitivity"), "swings")
    at.toggle(key="indices").set_value(True).run()
    assert "100 %" in tables(at)
    at.selectbox(key="points").select("sobol").run()
    assert not at.exception
    assert any("Sobol points" in one.value for one in at.markdown)


def test_designs_stand_beside_each_other() -> None:
    """With the edits of the one that is shown; beside itself without edits."""
    at = opened("astra", "compare", edit="tiers.0.blocks=20")
    assert "Choose one to five scenarios" in at.info[0].value
    at.checkbox(key="compared with itself").check().run()
    at.multiselect(key="compared scenarios").select("beluga").run()
    text = tables(at)
    assert not at.exception
    for said in ("Astra (edited)", "Astra (original)", "Béluga", "827.4 TB"):
        assert said in text
    drawn = len(at.get("plotly_chart"))
    for angle, said, charts in (
        ("Differences", "tiers.0.blocks", -1),
        ("Bill of materials", "Bill of materials", -1),
        ("Data paths", "Figures", 1),
        ("Cost over years", "Year", -1),
    ):
        at.segmented_control(key=comparison.ANGLE).set_value(angle).run()
        assert not at.exception
        assert said in f"{tables(at)} {[one.value for one in at.subheader]}"
        assert len(at.get("plotly_chart")) == drawn + charts
    assert any("different currencies" in one.value for one in at.warning)


def test_regret_is_said() -> None:
    """Of the same scenario with and without an edit."""
    at = banded()
    went(at, "compare")
    at.checkbox(key="compared with itself").check().run()
    assert any("Least regret among the designs" in one.value for one in at.caption)
    assert not at.exception


def test_the_head_says_the_range_that_the_chance_of_the_budget_is_of() -> None:
    """Not the sum of all low prices, nor of all high ones: those don't come together."""
    at = opened("templates/project-space", "uncertainty")
    head = next(one.value for one in at.get("html") if "ost sums" in one.value)
    cost = head.partition("Estimated cost, net")[2].partition("</div>")[0]
    assert "<small>likely 1.55 to 2.31 M EUR</small>" in cost


def test_of_a_purchase_that_is_known_in_part_the_head_says_the_part_and_its_band() -> None:
    """ "At least" would be wrong: what is known is an estimate, and may come to less."""
    at = opened("templates/flash-scratch", "overview")
    nobodys = {"name": "cooling door", "count": 2, "power": "0 W"}
    work_of(at).patch("templates/flash-scratch", Patch("common.0", nobodys))
    at.run()
    head = next(one.value for one in at.get("html") if "ost sums" in one.value)
    assert ">Cost, known part, net</span>" in head
    part = head.partition("Cost, known part, net")[2].partition("</div>")[0]
    assert "at least" not in part
    assert 'data-why="site.low_capital_cost"' in part
    assert "at all low to all high prices" in part


def test_the_table_of_losses_has_a_part_of_its_own() -> None:
    """The probability there is that of the results."""
    at = opened("beluga", "loss")
    assert not at.exception
    assert f"Data loss within {results(at)['site', 'years_of_service']:g} years" in {
        one.value for one in at.subheader
    }
    found = results(at)
    for name, path in found.tiers():
        if (path, "loss_probability") in found.values:
            assert chance_of_loss(found.values[path, "loss_probability"]) in tables(at), name


def test_what_would_lower_the_loss_is_a_click_away() -> None:
    """Open where the required loss isn't met."""
    at = unfolded(opened("beluga", "loss"), "loss remedies")
    assert not at.exception
    assert "hot spare" in tables(at)
    missed = opened("beluga", "loss", edit="requirements.loss=1e-9")
    assert not missed.exception
    assert "hot spare" in tables(missed)


def test_other_models_stand_beside_the_chain() -> None:
    at = unfolded(opened("beluga", "loss"), "closed forms")
    assert not at.exception
    for name in ("Markov chain of this model", "Chen 1994", "Angus 1988", "Window of Backblaze"):
        assert name in tables(at)


def test_correlated_failures_raise_the_loss_on_the_page() -> None:
    at = unfolded(opened("beluga", "loss"), "loss conditions", "loss rates")
    before = results(at)["site/tiers:project", "drive_loss_rate"] or 0.0
    change(at, "tiers.0.states.correlated_failures", "10")
    assert not at.exception
    after = results(at)["site/tiers:project", "drive_loss_rate"] or 0.0
    assert after > 500 * before
    assert "10 times as many failures" in tables(at)


def test_early_failures_raise_the_loss_on_the_page() -> None:
    """Three times as many in the first of five years: (81 - 1) / 5 more losses of triple parity."""
    at = unfolded(opened("beluga", "loss"), "loss conditions", "loss rates")
    before = results(at)["site/tiers:project", "drive_loss_rate"] or 0.0
    change(at, "tiers.0.states.early_failures", "3")
    assert not at.exception
    after = results(at)["site/tiers:project", "drive_loss_rate"] or 0.0
    assert after == pytest.approx(before * (1 + 365 / 365.25 / 5 * 80), rel=1e-9)
    assert "new drives fail 3 times as often" in tables(at)


def test_availability_says_its_causes_and_follows_an_edit() -> None:
    """The figure is that of the results, and what is entered is no longer assumed."""
    at = opened("beluga", "availability")
    assert not at.exception
    assert "servers that fail" in tables(at)
    assert share(results(at)["site", "availability"] or 0.0) in tables(at)
    before = results(at)["site", "availability"]
    change(at, "availability.support", "depot")
    assert not at.exception
    assert (results(at)["site", "availability"] or 1.0) < (before or 0.0)
    assert share(results(at)["site", "availability"] or 0.0) in tables(at)


def test_spares_of_each_part_stand_on_their_part_of_the_page() -> None:
    at = opened("beluga", "spares")
    assert not at.exception
    assert "enclosure modules" in tables(at)
    assert any("Poisson" in one.value for one in at.caption)


def test_spares_are_split_for_an_amount() -> None:
    at = unfolded(opened("templates/project-space", "spares"), "spares budget")
    assert "Waiting per year" not in tables(at)
    at.text_input(key="amount for spares").set_value("20000 XXX").run()
    assert [one.value for one in at.error] == [
        "write the budget in EUR, the currency of the scenario"
    ]
    at.text_input(key="amount for spares").set_value("40000 EUR").run()
    assert not at.exception
    assert not at.error
    assert "Waiting per year" in tables(at)


def test_restores_are_asked_for_and_known_from_their_bandwidth() -> None:
    at = unfolded(opened("templates/project-space", "loss"), "restores")
    assert "enter the restore bandwidth" in tables(at)
    change(at, "tiers.0.restore_bandwidth", "2 GB/s")
    change(at, "tiers.1.backup", False)
    assert not at.exception
    assert "as entered" in tables(at)
    assert "none: lost data are gone" in tables(at)


def test_boxes_of_several_tiers_say_whose_they_are() -> None:
    at = opened("templates/project-space", "wear")
    assert len([box for box in at.text_input if box.label == "Daily writes"]) == 2
    assert {"project", "metadata"} <= {one.value for one in at.caption}
