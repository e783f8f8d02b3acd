"""What a plan lacks is asked for in forms."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.test_pages import cards, opened, results, went
from ui import forms


def filled(at: AppTest, form: forms.Form, *texts: str) -> AppTest:
    key = f"{form.button} in {at.session_state['choice']}"
    for path, text in zip(form.paths, texts, strict=True):
        at.text_input(key=f"{key} {path}").set_value(text)
    return next(one for one in at.button if one.label == form.button).click().run()


def test_checkpoints_are_planned_from_an_empty_page() -> None:
    at = opened("beluga", "checkpoint")
    at = filled(at, forms.CHECKPOINTS, "1000", "192 GB", "80 %", "24 h", "200")
    assert not at.exception
    assert not at.error
    assert cards(at)["Dump time, allowed"] == "432 s"
    assert "required_checkpoint_bandwidth" in results(at).plan.root.book


def test_what_is_wrong_in_a_form_is_told_by_its_label_and_stays() -> None:
    at = opened("beluga", "checkpoint")
    at = filled(at, forms.CHECKPOINTS, "1000", "192", "80 %", "24 h", "200")
    assert "**Node memory**" in at.error[0].value
    assert "has no unit" in at.error[0].value
    assert at.session_state.edits["beluga"] == {}
    assert "192" in [one.value for one in at.text_input]
    at = filled(at, forms.CHECKPOINTS, "", "", "", "", "")
    assert "Nothing is entered yet" in at.error[0].value


def test_groups_that_grow_are_entered() -> None:
    at = opened("astra", "demand")
    assert any(one.label == "Plan this growth" for one in at.button)

    def script() -> None:
        from ui import forms, session

        session.prepare()
        rows = [
            {"name": "genomics", "volume": "100 TB", "growth": "40 %"},
            {"name": "", "volume": None},
        ]
        assert forms.take_groups({}, [], rows) == ()
        bad = [{"name": "genomics", "volume": "100"}]
        assert "has no unit" in forms.take_groups({}, [], bad)[0].what

    entered = AppTest.from_function(script, default_timeout=60).run()
    assert not entered.exception
    shapes = entered.session_state["shapes"]["astra"]
    group = {"name": "genomics", "volume": "100 TB", "growth": "40 %"}
    assert shapes == {"demand": {"groups": [group]}}
    at.session_state["shapes"] = {"astra": shapes}
    went(at, "growth")
    assert not at.exception
    assert cards(at)["Kept at the purchase"] == "100 TB"
