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
        assert forms.take_rows(forms.GROUPS, rows) == ()
        bad = [{"name": "genomics", "volume": "100"}]
        assert "has no unit" in forms.take_rows(forms.GROUPS, bad)[0].what

    entered = AppTest.from_function(script, default_timeout=60).run()
    assert not entered.exception
    shapes = entered.session_state["shapes"]["astra"]
    group = {"name": "genomics", "volume": "100 TB", "growth": "40 %"}
    assert shapes == {"demand": {"groups": [group]}}
    at.session_state["shapes"] = {"astra": shapes}
    went(at, "growth")
    assert not at.exception
    assert cards(at)["Kept at the purchase"] == "100 TB"


def taken(scenario: str, takes: str) -> AppTest:
    """Run a few lines with what of a list is entered, as a browser's table can't be here."""
    script = f"""
from ui import forms, session

session.prepare()
measured, goals, extents = forms.of_tier(0)
{takes}
session.plan_anew()
session.prepare()
"""
    at = AppTest.from_string(script, default_timeout=60)
    at.query_params["scenario"] = scenario
    return at.run()


def test_measured_workloads_and_goals_are_entered_kept_and_taken_out() -> None:
    at = taken(
        "beluga",
        """
rows = [{"name": "IOR 4 MiB", "way": "write", "server_bandwidth": "7 GB/s"}, {"name": ""}]
assert forms.take_rows(measured, rows) == ()
session.prepare()
assert forms.take_rows(goals, [{"name": "production", "bandwidth": "20 GB/s"}]) == ()
session.prepare()
wrong = forms.take_rows(measured, [{"name": "IOR", "way": "write", "server_bandwidth": "7"}])
assert "has no unit" in wrong[0].what
""",
    )
    assert not at.exception
    tier = results(at).plan.scenario.data["tiers"][0]
    said = {"name": "IOR 4 MiB", "way": "write", "server_bandwidth": "7 GB/s"}
    assert tier["workloads"]["measured"] == [said]
    assert tier["workloads"]["goals"] == [{"name": "production", "bandwidth": "20 GB/s"}]
    gone = taken("beluga", "assert forms.take_rows(measured, []) == ()")
    assert "workloads" not in results(gone).plan.scenario.data["tiers"][0]


def test_stretches_of_a_file_are_counts_and_sizes() -> None:
    at = taken(
        "beluga",
        """
rows = [{"up_to": "1 GiB", "targets": "1"}, {"targets": "4"}]
assert forms.take_rows(extents, rows) == ()
""",
    )
    assert not at.exception
    layout = results(at).plan.scenario.data["tiers"][0]["file_layout"]
    assert layout == {"extents": [{"up_to": "1 GiB", "targets": 1}, {"targets": 4}]}


def test_the_columns_of_a_list_are_those_of_the_schema() -> None:
    lists = (forms.GROUPS, forms.SIZES, *forms.of_tier(0))
    for rows in lists:
        assert list(rows.columns("EUR")) == list(rows.shape.model_fields)
        assert set(rows.first) <= set(rows.shape.model_fields)
    assert forms.of_tier(0)[1].columns("EUR")["bandwidth"] == ("Bandwidth", "25 GB/s")


def test_each_figure_of_the_room_and_of_the_policy_has_a_widget() -> None:
    at = opened("beluga", "room")
    assert not at.exception
    key = "beluga:site.rack_units in its place"
    at.text_input(key=key).set_value("40").run()
    assert results(at).plan.scenario.site.rack_units.value == 40
    (more,) = [one for one in at.expander if one.label.endswith("more figures")][:1]
    assert not [one for one in at.text_input if "site.path" in (one.key or "")]
    at.session_state["all below site in beluga"] = True
    at.run()
    assert [one for one in at.text_input if "site.path" in (one.key or "")]
    assert more.label


def test_pages_without_racks_or_metadata_ask_for_them() -> None:
    """A room is described where racks are missing; files need a tier for their inodes."""
    at = opened("astra", "contents")
    assert any("there is none yet" in one.value for one in at.info)
    assert not any(one.label == forms.FILES.button for one in at.button)
    at = opened("astra", "racks")
    assert any("add a rack, or describe the room" in one.value for one in at.info)
    at.text_input(key="astra:site.rack_units in its place").set_value("40").run()
    assert not at.exception
    assert results(at).plan.scenario.site.rack_units.value == 40
