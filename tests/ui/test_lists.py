"""Lists that a scenario lacks begin on a page: their rows are entered, kept, and taken out."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.design.scenario import Scenario, edited, load_scenario
from model.reading.fields import Strict
from tests.each import of_each
from tests.laws.test_bindings import models
from tests.ui.test_store import results
from tests.ui.visits import ROOT, opened, unfolded
from tests.ui.working import work_of
from ui.forms import figures, lists, rows, text_fields

TEMPLATE = "templates/flash-scratch"


def every_list() -> list[tuple[type[Strict], str]]:
    """Give each field of the schema that is a list of things."""
    return [
        (model, name)
        for model in models()
        if model.__name__ not in text_fields.UNSAID
        for name in model.model_fields
        if rows.element(model, name) is not None
    ]


@of_each(every_list, lambda one: f"{one[0].__name__}.{one[1]}")
def test_each_list_of_the_schema_can_be_begun_or_has_a_place_of_its_own(
    one: tuple[type[Strict], str],
) -> None:
    """Rows have a column for all that a thing of the list needs."""
    owner, name = one
    if text_fields.is_elsewhere(owner, name):
        return
    found = rows.rows_of(owner, name, name)
    needed = {key for key, field in found.shape.model_fields.items() if field.is_required()}
    assert needed <= set(found.columns("EUR"))
    assert found.about


def offered(scenario: Scenario) -> set[str]:
    tiers = [f"tiers.{n}" for n in range(len(scenario.tiers))]
    prefixes = [path for paths in figures.PAGES.values() for path in paths]
    return set(lists.lists(scenario, *prefixes, *tiers))


ENTERED: dict[str, list[dict[str, str]]] = {
    "latencies.levels": [{"name": "DRAM", "cycles": "240"}],
    "projections.alternatives": [
        {"of": "own", "name": "purchase", "cost": "2 M EUR", "year": "1"},
        {"of": "cloud", "name": "rent", "cost": "3 M EUR"},
        {"of": "cloud", "name": "egress", "cost": "20 k EUR"},
    ],
    "economics.lead_times": [{"parts": "disks", "time": "40 weeks"}],
    "excluded": [{"item": "boot drives", "because": "in the price of the servers"}],
    "services": [{"name": "support", "kind": "support", "share": "5 %", "years": "5"}],
    "tiers.0.network.cables": [{"name": "copper", "length": "3 m", "price": "100 EUR"}],
    "tiers.0.network.transceivers": [{"name": "optics", "price": "300 EUR"}],
    "tiers.0.in_servers": [{"name": "boot drive", "per_server": "2", "price": "200 EUR"}],
    "tiers.0.target.files": [
        {"size": "4 KiB", "share": "60 %"},
        {"size": "1 MiB", "share": "40 %"},
    ],
    "tiers.0.processing.tasks": [{"name": "checksum", "rate": "4 GB/s", "write": "1.25"}],
}


def taken(path: str, entered: list[dict[str, str]], **beside: str) -> AppTest:
    """Take rows for a list, as a browser's table can't be filled in here."""
    script = f"""
from ui.frame import address
from ui.forms import lists, rows
from ui.state import session

address.prepare()
scenario = session.current().plan.scenario
found = lists.lists(scenario, {path.rpartition(".")[0] or path!r})[{path!r}]
problems = rows.take_rows(found, {entered!r}, {beside!r})
assert problems == (), problems
session.plan_anew()
address.prepare()
"""
    at = AppTest.from_string(script, default_timeout=60)
    at.query_params["scenario"] = TEMPLATE
    return at.run()


@pytest.mark.parametrize("path", ENTERED)
def test_the_first_rows_are_entered_and_taken_out(path: str) -> None:
    beside = {"cores": "32"} if path.endswith("tasks") else {}
    at = taken(path, ENTERED[path], **beside)
    assert not at.exception
    said: Any = results(at).plan.scenario.written_at(path)
    if path.startswith("projections"):
        assert [(one["name"], len(one["costs"])) for one in said] == [("own", 1), ("cloud", 2)]
        assert said[0]["costs"] == [{"name": "purchase", "cost": "2 M EUR", "year": 1}]
    else:
        assert [{key: str(text) for key, text in row.items()} for row in said] == ENTERED[path]
    if path.endswith("tasks"):
        assert results(at).plan.scenario.written_at("tiers.0.processing.cores") == 32
        return  # what another server was measured to do went for them
    gone = taken(path, [])
    assert not gone.exception
    assert not results(gone).plan.scenario.written_at(path)


def test_what_is_wrong_in_a_row_is_said_by_its_column() -> None:
    """Also in rows that stand below what they belong to."""
    script = """
from ui.frame import address
from ui.forms import boxes, lists, rows
from ui.state import session

address.prepare()
found = lists.lists(session.current().plan.scenario, "projections")["projections.alternatives"]
entered = [{"of": one, "name": "rent", "cost": "3"} for one in ("own", "cloud")]
boxes.refuse("here", rows.take_rows(found, entered))
labels = {name: said for name, (said, _) in found.columns("EUR").items()}
boxes.complain("here", labels, "projections.alternatives.")
"""
    at = AppTest.from_string(script, default_timeout=60)
    at.query_params["scenario"] = TEMPLATE
    at.run()
    assert not at.exception
    lines = at.error[0].value.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("- **Cost**: '3' is not an amount of money") for line in lines), (
        lines
    )


def test_every_list_that_is_offered_is_tried() -> None:
    scenario = load_scenario(ROOT / f"scenarios/{TEMPLATE}.yaml")
    between_switches = {"fabric.cables", "fabric.transceivers"}
    of_first = {path for path in offered(scenario) if not path.startswith("tiers.1")}
    assert of_first == set(ENTERED) | between_switches


def test_drives_of_special_vdevs_are_offered_where_there_are_some() -> None:
    scenario = load_scenario(ROOT / "scenarios/templates/project-space.yaml")
    layout = f"{scenario.tiers[0].target.layout} + special mirror:2 of 1.6 TB"  # type: ignore[union-attr]
    with_some = edited(scenario, {"tiers.0.target.layout": layout})
    assert offered(with_some) - offered(scenario) == {"tiers.0.vdev_drives"}
    rows_there = lists.lists(with_some, "tiers.0")["tiers.0.vdev_drives"]
    assert {"part", "name", "price", "power"} <= set(rows_there.columns("EUR"))


def test_a_row_keeps_what_is_no_column_and_the_source_of_what_nobody_changed() -> None:
    scenario = load_scenario(ROOT / f"scenarios/{TEMPLATE}.yaml")
    (was,) = scenario.data["tiers"][0]["network"]["cables"]
    row = {"row": "0", "length": "5 m", "price": was["price"]["value"]}
    at = taken("tiers.0.network.cables", [row])
    assert not at.exception
    (said,) = results(at).plan.scenario.written_at("tiers.0.network.cables")
    assert said == {"length": "5 m", "price": was["price"]}


def test_a_list_is_chosen_and_filled_in_on_its_page() -> None:
    at = unfolded(opened(TEMPLATE, "design"), "for all tiers", "figures below fabric")
    box = at.selectbox(key=f"list of {TEMPLATE} fabric")
    assert "Licences, support, installation, training" in box.options
    box.select("services").run()
    assert not at.exception
    (take,) = (one for one in at.button if one.label == "Apply")
    take.click().run()  # of what is there already: nothing changes
    assert not at.exception
    assert not at.error


def test_a_list_that_nobody_filled_in_is_no_edit() -> None:
    at = unfolded(opened(TEMPLATE, "design"), "figures below tiers.0")
    at.selectbox(key=f"list of {TEMPLATE} tiers.0").select("tiers.0.in_servers").run()
    (take,) = (one for one in at.button if one.label == "Apply")
    take.click().run()
    assert "Enter at least one value" in at.error[0].value
    assert not work_of(at).of(TEMPLATE).sections
