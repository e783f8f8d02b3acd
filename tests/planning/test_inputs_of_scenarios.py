"""Which inputs of the tree follow from what a scenario says, and how each is known."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from model import load_scenario
from model.planning.plan import plan
from tests import planned
from tests.planned import FILES, Said, like, merged

FITTED = re.compile(r"own_\w+_delivery|pooled_\w+_spread|most_measured_\w+|year_index")
"""What follows from measurements of many systems, and numbers of years."""
Inputs = dict[tuple[str, str], tuple[float, str]]


@cache
def _inputs(text: str) -> Inputs:
    made = plan(load_scenario("x.yaml", text, files=FILES), planned._catalog())
    return {
        (path.replace("site/tiers:t", "t"), name): (
            value,
            made.provenance[path, name].status if (path, name) in made.provenance else "",
        )
        for path, instance in made.root.walk()
        for name, value in instance.inputs.items()
        if not FITTED.fullmatch(name)
    }


def inputs(tier: Said, site: Said) -> Inputs:
    whole = {"tiers": [tier]}
    return _inputs(json.dumps(merged(merged(planned.EXAMPLES["site"], site), whole)))


def at(path: str, **values: float) -> dict[str, float]:
    return {f"{path}/{name}": value for name, value in values.items()}


TB, PB, DAY, YEAR = 1e12, 1e15, 86400.0, 31557600.0
VDEV = {"vdevs": 1, "vdev_drives": 2, "vdev_data_drives": 1, "vdev_parity": 0, "vdev_survives": 1,
        "vdev_spares": 0, "vdev_columns": 1}  # fmt: skip
"""A mirror of two drives."""
POOL, SPECIAL = "t/pools:target", "t/pools:target/special:group 2"
LAST = 1.02**23 * PB
"""The last of 24 months, each of which has 2 % more than the one before."""
JOBS = {"machine": {"compute_nodes": 1000, "node_memory": "1 TB"}}
OF_JOBS = at("site", compute_nodes=1000, node_memory=TB, mtti_to_dump_ratio=200)
OF_BEYOND = {"part": "seagate-exos-e-4u106", "per_block": 1, "drives": 9}
OWNED = {"owned": True}
LINES = ("servers", "processors", "memory", "network", "enclosures", "drives")
FREE = {f"t/lines:{line}/unit_price": 0.0 for line in LINES}
Case = tuple[str, str, Said, Said, dict[str, dict[str, float]], list[str]]
CASES: list[Case] = [
    # words of a tier before and after, its further fields, fields of the site; what is new or
    # other then, by how it is known; and what is gone
    ("disks", "disks cores", {}, {}, {
        "stated": {**at("t", cores_per_server=16), **at("t/tasks:checksum", task_rate=5e9),
                   **at("t/tasks:parity", task_rate=3e9, task_read_share=0)},
        "default": {**at("t/tasks:checksum", task_read_share=1, task_write_share=1),
                    **at("t/tasks:parity", task_write_share=1)}},
     ["t/processor_read_rate", "t/processor_write_rate", "t/wires_delivery"]),
    ("disks calibrated", "disks calibrated elsewhere", {}, {}, {
        "stated": at("t", measured_cpus=2),
        "catalog": at("t", cpu_cores=8, cpu_frequency=2.1e9, measured_cpu_cores=8,
                      measured_cpu_frequency=2.6e9, measured_cpu_transfer_rate=1.6e9,
                      measured_module_rate=1.6e9)}, []),
    ("disks", "disks alike", {}, {}, {
        "catalog": at("t", cpu_cores=8, cpu_frequency=2.1e9, measured_read_bandwidth=9.5e9,
                      measured_write_bandwidth=6.2e9, memory_time_share=0.24, measured_channels=12,
                      measured_module_rate=2.4e9, measured_cpus=2, measured_cpu_cores=8,
                      measured_cpu_frequency=2.1e9)},
     ["t/processor_read_rate", "t/processor_write_rate", "t/memory_read_traffic",
      "t/memory_write_traffic", "t/wires_delivery"]),
    ("disks", "disks measured", {}, {}, {
        "stated": at("t", target_read_bandwidth=1.2e9, target_write_bandwidth=1e9)},
     ["t/drive_read_bandwidth", "t/drive_write_bandwidth", "t/drive_surface_factor"]),
    ("disks raidz2", "disks unequal", {}, {}, {
        "stated": {
            **at("t", further_drive_capacity=20 * TB),
            **at(POOL, pool_further_drives=4, pool_further_striped_drives=2),
            **at(f"{POOL}/groups:group 2", **{**VDEV, "vdevs": 2}),
            **at("t/lines:further_drives", unit_price=5000, unit_power=10, unit_weight=1)},
        "constant": at(f"{POOL}/groups:group 2", embedded_log_metaslabs=64),
        "default": {**at("t", further_drive_recording=1),
                    **at("t/lines:further_drives", unit_rack_units=0)}}, []),
    ("disks raidz2", "disks special", {}, {}, {
        "stated": {
            **at("t", special_drives_per_target=5, hot_spares_per_target=1), **at(SPECIAL, **VDEV),
            **at("t/lines:hot spares", unit_price=5000, unit_power=10, unit_weight=1)},
        "constant": at(SPECIAL, embedded_log_metaslabs=64),
        "default": at("t/lines:hot spares", unit_rack_units=0)}, []),
    ("disks raidz2", "disks apart", {}, {}, {
        "stated": {**at(SPECIAL, **VDEV, leaf_capacity=1.6 * TB),
                   **at("t/lines:drives beside 1", pieces_per_target=2)},
        "constant": at(SPECIAL, embedded_log_metaslabs=64),
        "default": at("t/lines:drives beside 1", unit_power=25, unit_weight=1, unit_rack_units=0)},
     []),
    ("disks", "disks", {"further_enclosures": OF_BEYOND}, {}, {
        "stated": at("t", first_enclosures_per_block=2, further_enclosures_per_block=1,
                     drives_per_further_enclosure=9),
        "catalog": {**at("t", further_enclosure_bays=106, further_enclosure_bay_shape=2,
                         further_enclosure_interface=2),
                    **at("t/lines:further_enclosures", unit_rack_units=4)}},
     ["t/enclosures_per_block"]),
    ("disks arrays raid", "disks arrays raid",
     {"further_enclosures": {"name": "shelf", "per_block": 1, "drives": 9}}, {}, {
        "stated": at("t", first_enclosures_per_block=2, further_enclosures_per_block=1,
                     drives_per_further_enclosure=9),
        "default": at("t", has_way_of_its_own=0)}, ["t/enclosures_per_block"]),
    ("disks arrays raid", "disks arrays raid",
     {"further_enclosures": {"part": "netapp-e5460", "per_block": 1, "drives": 9}}, {}, {
        "stated": at("t", first_enclosures_per_block=2, further_enclosures_per_block=1,
                     drives_per_further_enclosure=9),
        "catalog": {**at("t", further_enclosure_bays=60),
                    **at("t/lines:further_enclosures", unit_rack_units=4)}},
     ["t/enclosures_per_block"]),
    ("disks", "disks truenas", {}, {}, {
        "stated": at(f"{POOL}/groups:group 1", encryption_header=2**24),
        "constant": at(f"{POOL}/groups:group 1", logical_block=512, partition_ends=0,
                       partition_gap=2**31, partition_gap_divisor=100, partition_grain=2**20)}, []),
    ("disks", "disks failing", {}, {}, {
        "stated": {**at("t", drive_failure_rate=0.014),
                   **at("t/lines:spares", unit_price=5000, unit_weight=1)},
        "default": {**at("t", spared_years=3),
                    **at("t/lines:spares", unit_power=0, unit_rack_units=0)}}, []),
    ("disks", "disks", {"states": {"failover": False}}, {},
     {"stated": at("t/states:server down", takeover=0)}, []),
    ("disks", "disks", {"servers": {"per_block": 1}}, {}, {
        "stated": at("t", servers_per_block=1),
        "default": at("t/states:server down", takeover=0)}, []),
    ("disks", "disks",
     {**OWNED, "installed": {"warranty_until": "2026-02-01"}}, {"date": "2026-01-01"},
     {"stated": {**FREE, **at("t", owned_warranty=31 * DAY)}}, []),
    ("disks", "disks",
     {**OWNED, "installed": {"warranty_until": "2025-02-01"}}, {"date": "2026-01-01"},
     {"stated": {**FREE, **at("t", owned_warranty=0)}}, []),
    ("given", "given", {}, {**JOBS, "checkpoint": {"ratio": 200, "restart": "5 min"}},
     {"stated": {**OF_JOBS, **at("site", fixed_restart_time=300)}}, []),
    ("given", "given", {}, {**JOBS, "checkpoint": {"ratio": 200, "restart": "checkpoint"}},
     {"stated": {**OF_JOBS, **at("site", restart_dumps=1)}}, []),
    ("disks", "disks", {}, {"clients": {"nodes": 10}},
     {"stated": at("site", client_nodes=10) | at("t", memory_module_capacity=2**34)}, []),
    ("disks", "disks", {}, {"clients": {}, **JOBS}, {
        "stated": at("site", compute_nodes=1000, node_memory=TB)
        | at("t", memory_module_capacity=2**34),
        "default": at("site", client_nodes=1000)}, []),
    ("disks", "disks", {}, {"clients": {"nodes": 10}, **JOBS},
     {"stated": at("site", compute_nodes=1000, node_memory=TB, client_nodes=10)
      | at("t", memory_module_capacity=2**34)}, []),
    ("given", "given", {}, {"economics": {
        "order_date": "2026-03-16",
        "payments": {"fiscal_year_starts": 4,
                     "milestones": [{"name": "m", "share": "100 %", "after": "2 months"}]}}}, {
        "stated": at("site", fiscal_offset=(11 + 15 / 31) / 12 * YEAR)
        | at("site/phases:purchase/milestones:m", milestone_share=1, milestone_time=YEAR / 6),
        "default": at("site/phases:purchase", phase_share=1, phase_time=0)}, []),
    ("given", "given", {}, {"economics": {
        "order_date": "2026-04-01",
        "payments": {"fiscal_year_starts": 4,
                     "milestones": [{"name": "m", "share": "100 %", "after": "0 months"}]}}}, {
        "stated": at("site", fiscal_offset=0)
        | at("site/phases:purchase/milestones:m", milestone_share=1, milestone_time=0),
        "default": at("site/phases:purchase", phase_share=1, phase_time=0)}, []),
    ("given", "given", {}, {"common": [{"part": "apc-ar3300", "count": 2}]}, {
        "stated": at("site/common:common/lines:1", line_count=2),
        "catalog": at("site", usable_rack_units=42, rack_load_limit=1701, rack_own_weight=134.09)
        | at("site/common:common/lines:1", unit_weight=134.09),
        "default": at("site/common:common/lines:1", unit_power=0, unit_rack_units=0)},
     ["site/common:common/lines:1/unit_price"]),
    ("given", "given", {},
     {"economics": {"currency": "USD", "exchange": {"EUR": {"rate": 1.1, "date": "2026-01-01"}}}},
     {"stated": at("site", energy_price=0.25 * 1.1 / 3.6e6, staff_cost=1.1e5 / YEAR)
      | at("site/common:common/lines:1", unit_price=5500)}, []),
    ("given", "given", {},
     {"demand": {"groups": [{"name": "a", "volume": "1 PB", "added": "10 TB/year"}]}},
     {"stated": at("site/demand:a", group_volume=PB, group_added=10 * TB / YEAR)}, []),
    ("given", "given", {}, {"services": [{"name": "s", "price": "1 EUR", "years": 3}]}, {
        "stated": at("site/services:services/lines:service 1", unit_price=1, service_years=3),
        "default": at("site/services:services/lines:service 1", unit_power=0, unit_weight=0,
                      unit_rack_units=0)}, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "words", "edits", "site", "new", "gone"),
    CASES,
    ids=[f"{case[1]} {[*case[2]]} {[*case[3]]}" for case in CASES],
)
def test_inputs_that_a_change_brings(
    before: str,
    words: str,
    edits: Said,
    site: Said,
    new: dict[str, dict[str, float]],
    gone: list[str],
) -> None:
    """All of them, with their values and how they are known; everything else stays as it was."""
    old, found = inputs(like(before), {}), inputs(like(words, **edits), site)
    changed = {"/".join(one): of for one, of in found.items() if old.get(one) != of}
    expected: dict[str, Any] = {
        one: (pytest.approx(value, rel=1e-9), status)
        for status, values in new.items()
        for one, value in values.items()
    }
    assert changed == expected
    assert {"/".join(one) for one in old.keys() - found.keys()} == set(gone)


def test_inputs_of_a_history() -> None:
    """Two percent more each month: the figures of the file, the growth and the backtest."""
    history = {"file": "growing.csv", "samples": 100, "purged": False}
    old, all_of = inputs(like("given"), {}), inputs(like("given"), {"demand": {"history": history}})
    found = {"/".join(one)[5:]: of for one, of in all_of.items() if one not in old}
    known = {
        "history_volume": LAST,
        "history_time": 700 * DAY,
        "history_growth": 1.02 ** (23 * 365.25 / 700) - 1,
    }
    for name, value in known.items():
        assert found.pop(name) == (pytest.approx(value, rel=1e-9), "measured")
    assert found.pop("history_gap") == (0, "stated")
    assert found["exponential_error"][0] < 0.001 < 0.02 < found["linear_error"][0] < 0.03
    assert found["backtest_recorded"] == (pytest.approx(LAST, rel=1e-9), "assumed")
    low, middle, high = (found[f"backtest_{end}"][0] for end in ("low", "forecast", "high"))
    assert low < middle < high
    assert (low, high) == (pytest.approx(LAST, rel=0.01), pytest.approx(LAST, rel=0.01))
    for year in range(4):
        ends = ("forecast_low", "forecast_demand", "forecast_high")
        low, planned_for, high = (found[f"years:year {year}/{end}"][0] for end in ends)
        assert low <= planned_for <= high
        grown = LAST * 1.02 ** (12 * year)
        assert planned_for == pytest.approx(grown, rel=0.02)
    assert len(found) == 2 + 4 + 4 * 3


@pytest.mark.parametrize(
    ("words", "served"),
    [
        ("disks inside ceph", 24),
        ("disks inside scale", 24),
        ("disks scale", 1),
        ("disks", 1),
        ("disks raid", 1),
        ("disks spread", 1),
    ],
)
def test_targets_that_rebuild_together(words: str, served: float) -> None:
    """All drives of a server, where a lost one is made again on all; else one target."""
    found = inputs(like(words), {})["t/states:drive rebuilding", "rebuilding_targets"]
    assert found == (served, "default")
