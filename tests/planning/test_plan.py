"""A plan says of each input how it is known."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from model import InputError, edited, evaluate, load_scenario
from model.answers.explain import Explanation, explain
from model.answers.results import Results
from model.answers.sensitivity import ranked
from model.engine.quantity import Input
from model.search.search import search

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def beluga() -> Results:
    return evaluate(load_scenario(SCENARIOS / "beluga.yaml"))


def inputs(node: Explanation) -> dict[str, Explanation]:
    """Give the inputs that a derivation comes down to, by name."""
    if not node.operands:
        return {node.item.name: node}
    return {name: found for part in node.operands for name, found in inputs(part).items()}


def test_what_a_format_keeps_back_is_a_constant(beluga: Results) -> None:
    """The share that osd-zfs keeps back is compiled in: nobody chose it, and nobody guesses it."""
    known = inputs(explain(beluga, "site/tiers:project", "usable_capacity"))
    for name in ("osd_reserve_divisor", "osd_reserve_least", "space_unit", "reference_block"):
        provenance = known[name].provenance
        assert provenance is not None
        assert provenance.status == "constant", name
    assert not {one.item.name for one in ranked(beluga)} & {"osd_reserve_divisor", "space_unit"}


def test_a_default_is_no_constant(beluga: Results) -> None:
    """Which of both a figure is follows from its declaration alone."""
    plan = beluga.plan
    for path, instance in plan.instances.items():
        for item in instance.book:
            known = (path, item.name) in plan.provenance
            if isinstance(item, Input) and item.default is not None and not known:
                wanted = "constant" if item.constant else "default"
                assert plan.source_of(path, item).status == wanted, item.name


def test_a_known_figure_has_a_known_source(beluga: Results) -> None:
    """The number of a year, too, which is entered nowhere: the plan counts the years."""
    plan = beluga.plan
    sources = {
        name: plan.source_of(path, item)
        for (path, name), value in beluga.values.items()
        if value is not None and isinstance(item := beluga.item(path, name), Input)
    }
    assert len(sources) > 100
    assert [name for name, known in sources.items() if known.status == "unknown"] == []
    assert sources["year_index"].text == "Constant (definition): set by the plan itself"


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (
            {"choices": {"tiers.0.drives": [{"part": "wd-hc580-24tbb", "per_enclosure": 102}]}},
            "tiers.0.drives.part: no part 'wd-hc580-24tbb' is in the catalog (did you mean 'wd-",
        ),
        (
            {"choices": {"tiers.0.drives.part": ["wd-hc580-24tb", "dell-r7625"]}},
            "tiers.0.drives.part: 'dell-r7625' is of kind 'server': write the key of a part of",
        ),
        (
            {"objective": {"minimise": "capital_kost"}},
            "'capital_kost' is not a figure of this site",
        ),
    ],
)
def test_what_a_search_will_refuse_is_warned_of(changes: dict[str, Any], what: str) -> None:
    """A plan needs none of it; a search says it in a line, and searches for nothing."""
    scenario = load_scenario(SCENARIOS / "templates/project-space.yaml")
    wrong = edited(scenario, changes)
    assert [text for text in evaluate(wrong).plan.warnings if what in text]
    assert not [text for text in evaluate(scenario).plan.warnings if "objective" in text]
    with pytest.raises(InputError, match=re.escape(what)):
        search(wrong)
