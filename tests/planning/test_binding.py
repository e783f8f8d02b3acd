"""What the schema binds reaches its input, as stated or as the part has it, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from model import edited, evaluate, load_scenario
from model.answers.results import Results
from model.design.chain import Fabric
from model.design.equipment import Adapters
from model.reading.binding import bindings, bound_values, gives

TIER = "site/tiers:project"


def planned(**changes: Any) -> Results:
    scenario = load_scenario(Path("scenarios/beluga.yaml"))
    return evaluate(edited(scenario, {at.replace("__", "."): v for at, v in changes.items()}))


def test_what_is_stated_goes_before_what_the_part_has() -> None:
    other = {"value": "9 GB/s", "because": "tried"}
    of_part, stated = planned(), planned(tiers__0__adapters__bandwidth=other)
    known = of_part.plan.provenance[TIER, "hba_bandwidth"]
    assert (known.status, known.figure, known.field) == ("catalog", "bandwidth", "")
    known = stated.plan.provenance[TIER, "hba_bandwidth"]
    assert (known.status, known.part, known.field) == ("stated", "", "tiers.0.adapters.bandwidth")
    assert stated[TIER, "hba_bandwidth"] == 9e9


def test_the_plan_says_where_a_figure_may_be_stated() -> None:
    """Also where nothing is stated, and where nothing asks for it as yet."""
    plan = planned().plan
    assert plan.fields[TIER, "active_paths"] == "tiers.0.adapters.active_paths"
    assert plan.fields[TIER, "expander_bandwidth"] == "tiers.0.enclosures.expander_bandwidth"
    assert "expander_bandwidth" not in plan.instances[TIER].book
    assert plan.fields["site", "price_decline"] == "economics.price_decline"


def test_nothing_is_kept_that_no_book_asks_for() -> None:
    plan = planned().plan
    assert all(name in plan.instances[path].book for path, name in plan.provenance)
    assert all(set(one.inputs) <= {i.name for i in one.book} for one in plan.instances.values())


def test_a_default_stands_where_the_catalog_is_silent() -> None:
    """A part without the figure says nothing against it; without a default it is said."""
    plan = planned().plan
    unknown = {address for address, known in plan.provenance.items() if known.status == "unknown"}
    assert unknown
    for path, name in unknown:
        assert getattr(plan.instances[path].book[name], "default", None) is None


def test_what_is_used_under_several_names_is_bound_where_it_is_used() -> None:
    shared = {"count": 4, "bandwidth": "10 GB/s"}
    fabric = Fabric.model_validate({"routers": shared, "clients": shared})
    named = {
        path: (bound.name, stated and stated.value)
        for path, bound, stated, _ in bound_values(fabric)
    }
    assert named["routers.count"] == ("routers", 4)
    assert named["clients.bandwidth"] == ("client_bandwidth", 10e9)
    assert named["links"] == ("fabric_links", None)
    assert not any(path.startswith("uplinks") for path in named)


def test_a_model_has_the_bindings_of_its_bases() -> None:
    bound = {one.field: one.input for one in bindings(Adapters)}
    assert bound["cables"] == gives("hba_cables", figure="ports", uses=True)
    assert bound["power"] == gives("unit_power", figure="power", of="lines")
    assert "sas_signalling" in Adapters.of_part
