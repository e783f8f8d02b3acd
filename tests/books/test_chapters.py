"""Which chapters of formulas follow from a change of a scenario: all of them, and no others."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from model import load_scenario
from model.planning.plan import plan
from tests import planned
from tests.planned import Said, like, merged

CASES = yaml.safe_load(Path(__file__).with_name("chapters.yaml").read_text(encoding="utf-8"))


@cache
def _chapters(text: str) -> set[tuple[str, str]]:
    root = plan(load_scenario("x.yaml", text), planned._catalog()).root
    return {(instance.role, item.chapter) for _, instance in root.walk() for item in instance.book}


def chapters(tier: Said, site: Said) -> set[tuple[str, str]]:
    whole = {"tiers": [tier]}
    return _chapters(json.dumps(merged(merged(planned.EXAMPLES["site"], site), whole)))


def _listed(of: dict[str, str]) -> set[tuple[str, str]]:
    return {(role, chapter) for role, names in of.items() for chapter in names.split("; ")}


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{one['to']} {one.get('tier', '')}{one.get('site', '')}" for one in CASES]
)
def test_chapters_that_a_change_brings(case: dict[str, Any]) -> None:
    before = chapters(like(case["from"]), {})
    after = chapters(like(case["to"], **case.get("tier", {})), case.get("site", {}))
    assert after - before == _listed(case.get("new", {}))
    assert before - after == _listed(case.get("gone", {}))


@pytest.mark.parametrize(("groups", "when"), [("a", "one group"), ("ab", "all groups")])
def test_a_group_alone_is_full_by_its_own_growth(groups: str, when: str) -> None:
    """Of several, each has its growth, and only all together fill what was bought."""
    grown = [{"name": name, "volume": "1 PB", "added": "1 TB/year"} for name in groups]
    found = chapters(like("given"), {"demand": {"groups": grown}})
    full = {(role, chapter) for role, chapter in found if chapter.startswith("demand: when full,")}
    alone = {("demand", "demand: when full, steady growth")} if groups == "a" else set()
    assert full == {("site", f"demand: when full, {when}"), *alone}
