"""Whether racks are counted: what says so, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from model import evaluate, load_scenario
from model.design.scenario import edited

TEXT = """
schema: ostimate.scenario/1
name: plain
tiers:
- name: t
  blocks: 1
  servers: {name: server, per_block: 2, price: 1 EUR, power: 9 W, weight: 9 kg, rack_units: 2}
  drives: {name: drive, per_server: 12, capacity: 10 TB, price: 1 EUR, power: 9 W}
  target: {layout: "raidz2:6"}
"""
COUNTED: list[tuple[dict[str, Any], bool]] = [
    ({}, False),
    ({"requirements.racks": 2}, True),
    ({"requirements.rack_power": "9 kW"}, True),
    ({"requirements.racks_target": 2}, True),
    ({"requirements.rack_power_target": "9 kW"}, True),
    ({"requirements.power": "9 kW"}, False),
    ({"economics.space": {"price_per_rack": "100 EUR/year"}}, True),
    ({"economics.years": 4}, False),
    ({"site.power": "9 kW"}, False),
    ({"site.other_power": "1 kW"}, False),
    ({"site.racks": 4}, True),
    ({"site.rack_units": 42}, True),
    ({"site.floor_load": "900 kg/m2"}, True),
    ({"site.feeds": 2}, True),
]


@pytest.mark.parametrize(("changes", "counted"), COUNTED, ids=lambda one: str(one)[:40])
def test_racks_are_counted_where_something_says_so(changes: dict[str, Any], counted: bool) -> None:
    results = evaluate(edited(load_scenario("plain.yaml", TEXT), changes))
    assert ("racks" in results.plan.root.book) is counted
