"""The pages of certainty and comparison: bands are written, drawn from, and taken back."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from model import sample
from tests.ui.test_pages import opened, results, tables, went

KEY = "bands astra"
BANDS = "deliveries: true\ntiers.0.policy.fill_limit: {values: [0.7, 0.8]}\n"


def banded() -> AppTest:
    at = opened("astra", "certainty")
    at.text_area(key=KEY).set_value(BANDS).run()
    pressed(at, "Take over these bands")
    assert not at.exception
    assert not at.error
    return at


def pressed(at: AppTest, label: str) -> AppTest:
    return next(button for button in at.button if button.label == label).click().run()


def test_bands_are_drawn_from() -> None:
    """The chance on the page is that of the library; charts and tables are there."""
    at = opened("astra", "certainty")
    assert "No figure has a band yet" in at.info[0].value
    at = banded()
    drawn = sample(results(at))
    text = tables(at)
    assert len(at.get("plotly_chart")) == 2
    assert f"{drawn.chance_met().met:.0%}" in text
    assert "two humps, at" in text
    assert "What has no band, and matters" in {one.value for one in at.subheader}
    assert results(at).plan.scenario.data["bands"]["deliveries"] is True


def test_wrong_bands_are_said_and_nothing_is_lost() -> None:
    """The plan from before stays, and so does what was typed."""
    at = banded()
    typed = BANDS + "economics.energy_prise: {values: [1]}\n"
    at.text_area(key=KEY).set_value(typed).run()
    pressed(at, "Take over these bands")
    assert "did you mean 'economics.energy\\_price'" in at.error[0].value
    assert at.text_area(key=KEY).value == typed
    assert len(results(at).plan.bands) > 1


def test_a_further_figure_begins_at_the_plan() -> None:
    """Its band has no width; the figures stay what they are until it is widened."""
    at = opened("astra", "certainty")
    chooser = at.selectbox(key=f"{KEY} further")
    chooser.select(next(one for one in chooser.options if "fill_limit" in one)).run()
    pressed(at, "Add it")
    assert "fill_limit: {low: 0.8, likely: 0.8, high: 0.8}" in at.text_area(key=KEY).value
    pressed(at, "Take over these bands")
    assert not at.error
    assert "No band moves any of these figures." in {one.value for one in at.info}


def test_indices_and_other_points() -> None:
    """Shares of the variance are worked out when they are asked for."""
    at = banded()
    at.toggle(key="indices").set_value(True).run()
    assert "100 %" in tables(at)
    at.selectbox(key="points").select("sobol").run()
    assert not at.exception
    assert any("Sobol points" in one.value for one in at.markdown)


def test_designs_stand_beside_each_other() -> None:
    """With the edits of the one that is shown; beside itself as it came."""
    at = opened("astra", "compare", edit="tiers.0.blocks=20")
    assert "Choose one to five scenarios" in at.info[0].value
    at.checkbox(key="compared with itself").check().run()
    at.multiselect(key="compared scenarios").select("beluga").run()
    text = tables(at)
    assert not at.exception
    for said in ("Astra (1)", "Astra (2)", "Béluga", "827.4 TB", "tiers.0.blocks"):
        assert said in text
    assert any("unlike currencies" in one.value for one in at.warning)


def test_regret_is_said_where_all_have_bands() -> None:
    """Of the same scenario with and without an edit."""
    at = banded()
    went(at, "compare")
    at.checkbox(key="compared with itself").check().run()
    assert any("page *Certainty*" in one.value for one in at.caption)
    assert not at.exception
