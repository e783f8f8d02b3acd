"""What a plan lacks is asked for in forms."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from store.patches import Patch
from tests.ui.visits import cards, opened, results, tables, went
from tests.ui.working import work_of
from ui.forms import demand as demands
from ui.forms import form as forms
from ui.forms import rows
from ui.forms.boxes import as_text
from ui.forms.form import Form


def key_of(at: AppTest, form: Form) -> str:
    """Give what the keys of a form's widgets begin with: what the scenario says is in it."""
    said = {path: as_text(results(at).plan.scenario.written_at(path)) for path in form.paths}
    return f"{form.button} in {work_of(at).choice} {hash(str(said))}"


def fill(at: AppTest, form: Form, **texts: str) -> AppTest:
    """Type texts into fields, each by the end of its path, and click the form's button."""
    key = key_of(at, form)
    for box in form.boxes():
        first = next(iter(box.paths))
        for path in box.paths:
            text = texts.get(path.rpartition(".")[2])
            if text is None:
                continue
            if len(box.paths) > 1:
                at.selectbox(key=f"{key} {first} by").set_value(path)
            boxes = at.selectbox if path in ("training.precision",) else at.text_input
            boxes(key=f"{key} {first}").set_value(text)
    return next(one for one in at.button if one.label == form.button).click().run()


MACHINE = {"compute_nodes": "1000", "node_memory": "192 GB", "fraction": "80 %", "job_mtti": "24 h"}


def test_checkpoints_are_planned_from_an_empty_page() -> None:
    at = opened("beluga", "checkpoint")
    at = fill(at, forms.CHECKPOINTS, **MACHINE, ratio="200")
    assert not at.exception
    assert not at.error
    assert "<small>required: 432 s</small>" in tables(at)
    assert "required_checkpoint_bandwidth" in results(at).plan.root.book
    assert work_of(at).of("beluga").figures["machine.compute_nodes"] == 1000


def test_what_is_wrong_in_a_form_is_told_by_its_label_and_stays() -> None:
    at = opened("beluga", "checkpoint")
    at = fill(at, forms.CHECKPOINTS, **{**MACHINE, "node_memory": "192"}, ratio="200")
    assert "**Node memory**" in at.error[0].value
    assert "has no unit" in at.error[0].value
    assert work_of(at).of("beluga").figures == {}
    assert "192" in [one.value for one in at.text_input]
    at = fill(at, forms.CHECKPOINTS, **dict.fromkeys((*MACHINE, "ratio"), ""))
    assert "Enter at least one value" in at.error[0].value


def test_what_a_dump_time_follows_from_is_chosen_anew() -> None:
    """Astra's is a wish: in its place a time, then nodes that fail; what stays keeps its source."""
    at = opened("astra", "machine")
    before = results(at).plan.scenario.written_at("machine.node_memory")
    at = fill(at, forms.CHECKPOINTS, dump_time="10 min", node_mtti="5 years")
    assert not at.exception
    assert not at.error
    said = results(at).plan.scenario.data["checkpoint"]
    assert said["dump_time"] == "10 min"
    assert said["node_mtti"] == "5 years"
    assert {"ratio", "bandwidth", "efficiency", "job_mtti"}.isdisjoint(said)
    assert results(at)["site", "dump_time"] == 600
    assert results(at).plan.scenario.written_at("machine.node_memory") == before
    at.button(key="undo an edit").click().run()
    assert "dump_time" not in results(at).plan.scenario.data["checkpoint"]


def test_a_machine_that_trains_takes_the_place_of_its_memory() -> None:
    at = opened("astra", "machine")
    at.segmented_control(key="form of the machine in astra").set_value("Trains a model").run()
    training = {"accelerators": "16384", "parameters": "405.9B", "precision": "bf16"}
    at = fill(at, forms.TRAINING, **training, job_mtti="3.09 h", efficiency="95 %", kept="3")
    assert not at.exception
    assert not at.error
    assert results(at)["site", "dump_size"] == pytest.approx(405.9e9 * 14)
    assert results(at)["site", "required_checkpoint_bandwidth"] == pytest.approx(395e9, rel=1e-3)
    assert "fraction" not in results(at).plan.scenario.data["checkpoint"]


def test_a_form_takes_its_sections_out_again() -> None:
    at = opened("beluga", "files")
    at = fill(at, forms.CLIENTS, nodes="1024", cores="32")
    assert results(at).plan.scenario.clients is not None
    went(at, "contents")
    at.button(key=f"{key_of(at, forms.CLIENTS)} removed").click().run()
    assert not at.exception
    assert results(at).plan.scenario.clients is None


def test_a_purge_policy_takes_the_place_of_groups() -> None:
    at = opened("cri", "demand")
    assert any("cri-departments.csv" in one.value for one in at.caption)
    at.segmented_control(key="what tells demand in cri").set_value("purge").run()
    form = demands.purge("demand")
    at = fill(at, form, after="28 days", growth="20 TB/day")
    assert not at.exception
    assert not at.error
    demand = results(at).plan.scenario.demand
    assert demand is not None
    assert (demand.source, demand.file) == ("purge", None)


def test_a_forecast_is_drawn_from_past_usage_that_is_brought() -> None:
    """The file comes along: into the plan, and with it into what is saved."""
    days = "".join(f"2026-01-{day:02},{day}e13\n" for day in range(1, 31))
    at = opened("astra", "demand")
    at.segmented_control(key="what tells demand in astra").set_value("history").run()
    form = demands.past("demand")
    key = f"{key_of(at, form)} demand.history.file"
    at.file_uploader(key=key).set_value(("usage.csv", f"date,bytes\n{days}".encode(), "text/csv"))
    at.selectbox(key=f"{key_of(at, form)} demand.history.purged").set_value("False")
    at = fill(at, form, quantile="80 %")
    assert not at.exception
    assert not at.error
    found = results(at).plan.scenario
    assert found.demand is not None
    assert found.demand.source == "history"
    assert found.data["demand"]["history"]["purged"] is False
    assert set(found.files_beside or {}) == {"usage.csv"}
    assert "Full, lower bound" in cards(went(at, "growth"))
    went(at, "cost")
    assert not any("Taken over" in one.value for one in at.markdown), "it is no quote"


def test_a_tier_of_metadata_is_added_where_files_ask_for_one() -> None:
    at = opened("cri", "contents")
    assert not any(one.label == forms.FILES.button for one in at.button)
    next(one for one in at.button if one.label == "Add this tier").click().run()
    assert not at.exception
    assert not at.error, at.error[0].value
    assert "metadata" in [tier.name for tier in results(at).plan.scenario.tiers]
    at = fill(at, forms.FILES, mean_size="2 MB")
    assert results(at).plan.scenario.files is not None
    went(at, "caches")
    rates = forms.rates(len(results(at).plan.scenario.tiers) - 1)
    at = fill(at, rates, create="30 kIOPS", mdts="1")
    assert not at.error, at.error[0].value
    assert any("create 30" in one.value for one in at.markdown)


def test_hit_rates_of_a_cache_are_asked_for() -> None:
    at = opened("astra", "caches")
    form = forms.cache(0)
    at = fill(at, form, name="NVMe", per_server="2", capacity="3.2 TB", per_drive="60 GB")
    at = fill(at, form, read_bandwidth="3 GB/s", write_bandwidth="2 GB/s", read_hit="30 %")
    assert not at.exception
    assert not at.error
    assert "cached_read_bandwidth" in results(at).plan.instances["site/tiers:scratch"].book


EMPTY = {
    "machine": "beluga",
    "demand": "astra",
    "contents": "astra",
    "measured": "astra",
    "growth": "astra",
    "files": "beluga",
    "checkpoint": "beluga",
    "caches": "astra",
    "racks": "astra",
    "overview": "beluga",
    "uncertainty": "astra",
}
"""Places, and a scenario of which they have nothing to show."""


@pytest.mark.parametrize("place", EMPTY)
def test_an_empty_page_is_a_form_with_a_button(place: str) -> None:
    at = opened(EMPTY[place], place)
    at.session_state["menu is open"] = False
    at.run()
    main = [one for one in at.main if one]  # the head has buttons, too
    assert main
    boxes = (*at.text_input, *at.selectbox, *at.number_input, *at.get("arrow_data_frame"))
    buttons = [one for one in at.button if one.label and one.key not in HEAD]
    assert boxes or buttons, place
    assert place == "racks" or buttons, place


HEAD = ("undo an edit", "redo an edit")


def test_groups_that_grow_are_entered() -> None:
    at = opened("astra", "demand")
    assert any(one.label == "Plan this growth" for one in at.button)

    def script() -> None:
        from ui.forms import rows
        from ui.frame import address

        address.prepare()
        groups = [
            {"name": "genomics", "volume": "100 TB", "growth": "40 %"},
            {"name": "", "volume": None},
        ]
        assert rows.take_rows(rows.groups(), groups) == ()
        bad = [{"name": "genomics", "volume": "100"}]
        assert "has no unit" in rows.take_rows(rows.groups(), bad)[0].what

    entered = AppTest.from_function(script, default_timeout=60).run()
    assert not entered.exception
    shapes = work_of(entered).of("astra").sections
    group = {"name": "genomics", "volume": "100 TB", "growth": "40 %"}
    assert shapes == {"demand": {"groups": [group]}}
    work_of(at).patch("astra", *(Patch(top, said) for top, said in shapes.items()))
    went(at, "growth")
    assert not at.exception
    assert cards(at)["Stored at purchase"] == "100 TB"


def taken(scenario: str, takes: str) -> AppTest:
    """Run a few lines with what of a list is entered, as a browser's table can't be here."""
    script = f"""
from ui.frame import address
from ui.forms import form as forms, rows
from ui.state import session

address.prepare()
measured, goals, extents = rows.of_tier(0)
{takes}
session.plan_anew()
address.prepare()
"""
    at = AppTest.from_string(script, default_timeout=60)
    at.query_params["scenario"] = scenario
    return at.run()


def test_measured_workloads_and_goals_are_entered_kept_and_taken_out() -> None:
    at = taken(
        "beluga",
        """
entered = [{"name": "IOR 4 MiB", "way": "write", "server_bandwidth": "7 GB/s"}, {"name": ""}]
assert rows.take_rows(measured, entered) == ()
address.prepare()
assert rows.take_rows(goals, [{"name": "production", "bandwidth": "20 GB/s"}]) == ()
address.prepare()
wrong = rows.take_rows(measured, [{"name": "IOR", "way": "write", "server_bandwidth": "7"}])
assert "has no unit" in wrong[0].what
""",
    )
    assert not at.exception
    tier = results(at).plan.scenario.data["tiers"][0]
    said = {"name": "IOR 4 MiB", "way": "write", "server_bandwidth": "7 GB/s"}
    assert tier["workloads"]["measured"] == [said]
    assert tier["workloads"]["goals"] == [{"name": "production", "bandwidth": "20 GB/s"}]
    gone = taken("beluga", "assert rows.take_rows(measured, []) == ()")
    assert "workloads" not in results(gone).plan.scenario.data["tiers"][0]


def test_stretches_of_a_file_are_counts_and_sizes() -> None:
    at = taken(
        "beluga",
        """
entered = [{"up_to": "1 GiB", "targets": "1"}, {"targets": "4"}]
assert rows.take_rows(extents, entered) == ()
""",
    )
    assert not at.exception
    layout = results(at).plan.scenario.data["tiers"][0]["file_layout"]
    assert layout == {"extents": [{"up_to": "1 GiB", "targets": 1}, {"targets": 4}]}


def test_the_columns_of_a_list_are_those_of_the_schema() -> None:
    for one in (rows.groups(), rows.SIZES, *rows.of_tier(0)):
        assert list(one.columns("EUR")) == list(one.shape.model_fields)
        assert set(one.first) <= set(one.shape.model_fields)
    assert rows.of_tier(0)[1].columns("EUR")["bandwidth"] == ("Bandwidth", "25 GB/s")


def test_each_figure_of_the_room_and_of_the_policy_has_a_widget() -> None:
    at = opened("beluga", "room")
    assert not at.exception
    key = "beluga:site.rack_units in its place"
    at.text_input(key=key).set_value("40").run()
    assert results(at).plan.scenario.site.rack_units.value == 40
    (more,) = [one for one in at.expander if one.label.endswith("more fields")][:1]
    assert not [one for one in at.text_input if "site.path" in (one.key or "")]
    at.session_state["all below site of beluga is open"] = True
    at.run()
    assert [one for one in at.text_input if "site.path" in (one.key or "")]
    assert more.label


def test_a_page_without_racks_asks_for_the_room() -> None:
    at = opened("astra", "racks")
    assert any("Add a rack or describe the room" in one.value for one in at.info)
    at.text_input(key="astra:site.rack_units in its place").set_value("40").run()
    assert not at.exception
    assert results(at).plan.scenario.site.rack_units.value == 40
