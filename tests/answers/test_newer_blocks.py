"""Blocks of newer servers beside old ones."""

from __future__ import annotations

import pytest

from model.answers.extension_tries import (
    AS_IN_TEMPLATE,
    NEWER_PARTS,
)
from model.answers.extensions import (
    extensions,
)
from model.answers.results import Results, evaluate
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from model.search.answers import yaml_of
from tests.answers.test_extensions import TEXT, planned

NEWER = TEXT.replace("{name: server,", "{name: server, alternatives: [dell-r7625],")


def steps(results: Results, word: str):
    return [one for one in extensions(results)[0].steps if word in one.title]


def test_stated_alternatives_make_a_further_block() -> None:
    (step,) = steps(planned(NEWER), "with Dell PowerEdge R7625")
    old, new = planned(NEWER).edited(step.changes).plan.scenario.tiers
    assert (old.is_owned, new.is_owned) == (True, False)
    assert (new.servers.part, new.servers.per_block.value) == ("dell-r7625", 2)
    assert new.servers.price is None
    assert new.drives.part == old.drives.part
    assert NEWER_PARTS in step.warnings
    assert not steps(planned(), "with Dell PowerEdge R7625")


def test_a_template_of_the_same_file_system_makes_one() -> None:
    results = planned()
    (step,) = steps(results, "as in the template")
    assert "project-space" in step.title  # flash-scratch has other media
    assert step.is_possible
    assert AS_IN_TEMPLATE in step.warnings
    assert step.after["usable"] > 2 * step.before["usable"]
    text = yaml_of(results.edited(step.changes).plan.scenario)
    again = evaluate(load_scenario("again.yaml", text), load_catalog())
    assert again["site", "usable_capacity"] == pytest.approx(step.after["usable"])
    assert again["site/tiers:project 2", "blocks"] == 1


@pytest.mark.parametrize(
    ("file_system", "names"),
    [("beegfs", ["ai-training-store"]), ("none", [])],
)
def test_only_those_of_the_same_file_system(file_system: str, names: list[str]) -> None:
    text = TEXT.replace("lustre", file_system).replace("part: seagate-st10000nm0096", "DRIVE")
    drive = "name: disk, capacity: 10 TB"
    found = steps(planned(text.replace("DRIVE", drive)), "as in the template")
    assert len(found) == len(names)
    assert all(name in one.title for name, one in zip(names, found, strict=True))


def test_another_currency_is_told() -> None:
    text = TEXT.replace("EUR", "USD")
    found = steps(planned(text.replace("OWNED", "owned: true")), "as in the template")
    assert found
    assert "USD" in found[0].why_not
