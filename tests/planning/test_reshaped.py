"""Tiers that come, go and change their names: all that names them follows."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.design.tier_edits import copied, free_name, removed, renamed, with_tier, without
from model.errors import InputError
from model.planning.loading import edited
from model.reading.documents import read_document
from model.reading.yaml_edits import rewritten
from store.link import link, published_of, text_of

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "scenarios/templates/project-space.yaml"
SYSTEMS = ["beluga", "sequoia", "lcpq", "cri", "astra", "templates/flash-scratch"]


def data_of(name: str) -> dict[str, Any]:
    text = (ROOT / f"scenarios/{name}.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = read_document(text, name).data
    return data


def planned(changes: dict[str, Any], path: Path = TEMPLATE) -> Results:
    return evaluate(edited(load_scenario(path), changes))


def site(results: Results, name: str) -> float:
    value = results["site", name]
    assert value is not None
    return value


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_copied_and_removed_is_as_before(name: str) -> None:
    data = data_of(name)
    before = copy.deepcopy(data)
    twice = {**data, **copied(data, 0)}
    assert len(twice["tiers"]) == len(data["tiers"]) + 1
    assert {**twice, **removed(twice, 1)} == data == before
    there = {**data, **renamed(data, 0, "another")}
    assert there != data
    assert {**there, **renamed(there, 0, data["tiers"][0]["name"])} == data == before


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_system_can_be_planned_with_a_copy_of_its_tier_and_by_another_name(name: str) -> None:
    path = ROOT / f"scenarios/{name}.yaml"
    data = data_of(name)
    one, two = planned({}, path), planned(copied(data, 0), path)
    if one["site", "raw_capacity"] is not None:
        own = one[next(path for _, path in one.tiers()), "raw_capacity"] or 0.0
        assert site(two, "raw_capacity") == pytest.approx(site(one, "raw_capacity") + own)
    other = planned(renamed(data, 0, "another"), path)
    assert other["site", "usable_capacity"] == one["site", "usable_capacity"]
    assert next(other.tiers())[0] == "another"


def test_a_second_data_tier_counts_twice_and_has_a_name_of_its_own() -> None:
    data = data_of("templates/project-space")
    one, two = planned({}), planned(copied(data, 0))
    assert [tier.name for tier in two.plan.scenario.tiers] == ["project", "project 2", "metadata"]
    assert site(two, "usable_capacity") == 2 * site(one, "usable_capacity")
    three = {**data, **copied(data, 0)}
    assert free_name(three, "project") == "project 3"


def test_a_tier_of_another_scenario_is_put_in_with_a_free_name() -> None:
    flash = data_of("templates/flash-scratch")["tiers"][0]
    both = planned(with_tier(data_of("templates/project-space"), flash, 1))
    assert [tier.name for tier in both.plan.scenario.tiers] == [
        "project",
        flash["name"],
        "metadata",
    ]
    again = with_tier(data_of("templates/project-space"), {**flash, "name": "project"}, 0)
    assert [tier["name"] for tier in again["tiers"]] == ["project 2", "project", "metadata"]


def test_what_names_figures_by_the_place_of_a_tier_follows() -> None:
    band = {"low": 5, "likely": 6, "high": 7}
    row = {"figure": "x", "quantity": "tiers.b.raw_capacity", "change": {"tiers.1.blocks": 2}}
    data = {
        "tiers": [{"name": "a"}, {"name": "b", "drains_into": "a"}],
        "bands": {"prices": True, "tiers.0.blocks": band, "tiers.1.blocks": {"values": [1]}},
        "choices": {"tiers.1.drives.part": ["x"]},
        "published": [row, {"figure": "y", "change": {"tiers.0.blocks": 1}}],
        "services": [{"kind": "support", "tier": "a"}, {"kind": "shipping"}],
    }
    went = removed(data, 0)
    assert went["bands"] == {"prices": True, "tiers.0.blocks": {"values": [1]}}
    assert went["choices"] == {"tiers.0.drives.part": ["x"]}
    assert went["published"] == [{**row, "change": {"tiers.0.blocks": 2}}]
    assert went["services"] == [{"kind": "shipping"}]
    assert "published" not in removed({**data, "published": [{"figure": "z"}]}, 0)
    assert removed(data, 1)["published"] == [data["published"][1]]
    twice = copied(data, 0)
    assert twice["bands"]["tiers.1.blocks"] == band == twice["bands"]["tiers.0.blocks"]
    assert twice["bands"]["tiers.2.blocks"] == {"values": [1]}
    assert twice["published"][0]["change"] == {"tiers.2.blocks": 2}
    called = renamed(data, 0, "c")
    assert called["tiers"][1]["drains_into"] == "c"
    assert called["services"][0]["tier"] == "c"
    assert renamed(data, 1, "c")["published"][0]["quantity"] == "tiers.c.raw_capacity"


def test_one_that_others_share_servers_of_keeps_its_name_there() -> None:
    data = {"tiers": [{"name": "a", "servers": {}}, {"name": "b", "servers": {"shared_with": "a"}}]}
    assert renamed(data, 0, "c")["tiers"][1]["servers"]["shared_with"] == "c"
    assert "drains_into" not in with_tier(data, {"name": "d", "drains_into": "x"}, 0)["tiers"][0]


def test_what_cant_be_without_a_tier_is_said() -> None:
    data = data_of("templates/project-space")
    with pytest.raises(InputError, match="at least one tier must store data"):
        planned(removed(data, 0))


def test_a_section_of_a_tier_and_one_of_a_list_are_taken_out() -> None:
    data = data_of("templates/project-space")
    assert "spares" not in without(data, "tiers.0.spares")["tiers"][0]
    assert without(data, "common.0") == {"common": data["common"][1:]}
    deep = without(data, "tiers.0.network.cables.0")["tiers"][0]["network"]
    assert deep == {**data["tiers"][0]["network"], "cables": []}
    assert "spares" in data["tiers"][0]


@pytest.mark.parametrize("n", [0, 1])
def test_comments_stay_where_they_were_when_a_tier_comes_or_goes(n: int) -> None:
    """A file whose first tier goes still has the second one as its author wrote it."""
    text = TEMPLATE.read_text(encoding="utf-8").replace(
        "  - name: metadata", "  - name: metadata # MDS"
    )
    data = read_document(text, "").data
    twice = rewritten(text, {**data, **copied(data, n)})
    assert "name: metadata # MDS" in twice
    assert text.partition("tiers:")[0] in twice
    assert read_document(twice, "").data == {**data, **copied(data, n)}
    once = rewritten(text, {**data, **removed(data, n)})
    assert ("# MDS" in once) == (n == 0)
    assert once.endswith(text[text.index("objective:") :])


def test_a_link_knows_what_is_public_of_a_tier_that_moved() -> None:
    """Its prices were published with the scenario, wherever the tier stands now."""
    data = data_of("templates/project-space")
    moved = {**data, **with_tier(data, data["tiers"][1], 0)}
    found = link(moved, published_of([data], bare=True), lambda _: None)
    assert read_document(text_of(found.text), "").data == moved
