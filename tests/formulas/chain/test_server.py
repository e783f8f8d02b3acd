"""The server as a stage: what is known of its processors, memory and ports limits, in any case."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.results import Results, Stage
from model.engine.tree import Instance
from tests.planned import Said, like, merged, of_tier
from tests.planned import planned as of_site

TIER = "site/tiers:t"


def planned(tier: Said) -> Results:
    """Evaluate a site of one tier, and nothing is known that its text doesn't say."""
    said = {"name": "example", "tiers": [tier]}
    return evaluate(load_scenario("example.yaml", json.dumps(said)))


def served(**edits: Any) -> Results:
    """Evaluate 16 servers with 24 flash drives each, two ports, and what is said of the rest."""
    tier = {
        "name": "t",
        "file_system": "beegfs",
        "blocks": 16,
        "servers": {"name": "server", "per_block": 1},
        "network": {"part": "mellanox-mcx653106a-hdat", "per_server": 2, "ports": 1},
        "drives": {"part": "samsung-pm9a3-7680gb", "per_server": 24},
        "target": {"redundancy": "raid", "layout": "drive", "format": "xfs"},
    }
    return planned(merged(tier, edits))


def stage(results: Results, name: str, way: str = "write") -> Stage:
    return next(one for one in results.stages(TIER, way) if one.name == name)


def test_a_stated_rate_limits_though_memory_is_unknown() -> None:
    """16 servers whose CPUs serve 5 GB/s take 80 GB/s at the most, whatever memory does."""
    results = served(processing={"write_rate": "5 GB/s"})
    assert results[TIER, "write_bandwidth_bound"] == pytest.approx(80e9)
    cpu = stage(results, "cpu_memory")
    assert (cpu.bandwidth, cpu.is_known) == (pytest.approx(80e9), False)
    assert cpu.not_known == "CPU and memory (Memory write traffic, Memory bandwidth)"
    assert results.is_at_most("site", "write_bandwidth_bound")


def test_tasks_of_cores_limit_though_memory_is_unknown() -> None:
    """8 cores that encrypt 1 GB/s each: 16 x 8 GB/s at the most."""
    tasks = {"cores": 8, "tasks": [{"name": "encryption", "rate": "1 GB/s"}]}
    results = served(processing=tasks)
    assert results[TIER, "read_bandwidth_bound"] == pytest.approx(128e9)


@pytest.mark.parametrize("combine", ["shared", "overlapped"])
def test_each_byte_crosses_memory_twice(combine: str) -> None:
    """Two channels of DDR4-2400 move 38.4 GB/s: 19.2 GB/s of clients a server, at the most."""
    results = served(
        memory={"part": "ddr4-2400-rdimm-16gb", "per_server": 2, "channels": 2},
        processing={"combine": combine},
    )
    memory = stage(results, "cpu_memory")
    assert memory.per_server == pytest.approx(19.2e9)
    assert memory.left_out == ("Processor write time", "Memory write traffic")
    assert results[TIER, "write_bandwidth_bound"] == pytest.approx(16 * 19.2e9)


def test_what_servers_are_known_for_adds_up() -> None:
    """5 GB/s by the CPUs and 19.2 by memory at the least traffic: their times add."""
    results = served(
        memory={"part": "ddr4-2400-rdimm-16gb", "per_server": 2, "channels": 2},
        processing={"write_rate": "5 GB/s"},
    )
    assert stage(results, "cpu_memory").per_server == pytest.approx(1 / (1 / 5e9 + 2 / 38.4e9))


PORT_OF_POD = {"part": "intel-i350-t4", "per_server": 1, "ports": 1}


def pods(target: Said, file_system: str, servers: int = 1) -> Results:
    """Evaluate 20 servers of one port of 1 Gbit/s (2.5 GB/s in all) with their own disks."""
    tier = like("disks inside ceph", processing=None, fabric=None, workloads=None)
    edits = {"blocks": 20 // servers, "servers": {"per_block": servers}, "network": PORT_OF_POD}
    return planned(merged(tier, edits) | {"target": target, "file_system": file_system})


@pytest.mark.parametrize(
    ("target", "file_system", "read", "write"),
    [
        ({"redundancy": "ceph", "layout": "6+2"}, "ceph", 11 / 6, 13 / 6),
        ({"redundancy": "ceph", "layout": "3-way"}, "ceph", 1, 3),
        (
            {"redundancy": "ceph", "layout": "2+2", "access": "gateways"},
            "ceph",
            1.5 + 19 / 20,
            2.5 + 19 / 20,
        ),
        ({"redundancy": "code", "layout": "8+2"}, "daos", 1, 10 / 8),
        ({"redundancy": "code", "layout": "3-way"}, "daos", 1, 3),
        ({"redundancy": "code", "layout": "8+2"}, "minio", 1.95, 1 + 0.95 * 10 / 8),
        (
            {"redundancy": "code", "layout": "8+2", "access": "gateways"},
            "none",
            1.95,
            1 + 0.95 * 10 / 8,
        ),
        ({"redundancy": "declustered", "layout": "4+2p"}, "scale", 1.9, 1 + 0.9 * 6 / 4),
        ({"redundancy": "declustered", "layout": "3-way"}, "scale", 1.9, 3.7),
        ({"redundancy": "raid", "layout": "drive", "format": "xfs", "copies": 2}, "beegfs", 1, 2),
    ],
)
def test_codes_and_copies_over_servers_load_ports(
    target: Said, file_system: str, read: float, write: float
) -> None:
    """Ports send and receive at once: what their busier direction carries, each byte counted.

    Ceph's primary gathers 5 of 6 strips and sends 7 of 8, each a sixth of the object. Of what a
    server makes of its own, one part in as many as there are servers stays with it.
    """
    results = pods(target, file_system, servers=10 if file_system == "scale" else 1)
    for way, moved in (("read", read), ("write", write)):
        ports = stage(results, "nic", way)
        assert ports.amplification == pytest.approx(moved)
        assert ports.bandwidth == pytest.approx(2.5e9 / moved)
        assert ports.left_out == ()


def test_servers_that_reach_all_drives_pass_no_strips() -> None:
    """The canisters of an enclosure of NVMe drives, as an ESS 3200's, take over from each other.

    Two servers are such a pair anyway: a recovery group over servers needs more.
    """
    target = {"redundancy": "declustered", "layout": "8+2p"}
    tier = like("disks inside ceph", processing=None, fabric=None, workloads=None)
    for servers, failover, passed in ((4, True, False), (4, False, True), (2, False, False)):
        edits = {
            "servers": {"per_block": servers},
            "network": PORT_OF_POD,
            "states": {"failover": failover},
        }
        reached = {**merged(tier, edits), "target": target, "file_system": "scale"}
        for way in ("read", "write"):
            assert (stage(planned(reached), "nic", way).amplification != 1) is passed


@pytest.mark.parametrize("way", ["read", "write"])
def test_stated_bytes_on_ports_count(way: str) -> None:
    """A scenario that states what ports carry, of one direction, leaves the other to the code."""
    target = {"redundancy": "ceph", "layout": "6+2"}
    tier = like("disks inside ceph", blocks=20, processing=None, fabric=None, workloads=None)
    port = PORT_OF_POD | {f"{way}_amplification": 5}
    results = planned(
        merged(tier, {"servers": {"per_block": 1}, "network": port}) | {"target": target}
    )
    derived = {"read": 11 / 6, "write": 13 / 6} | {way: 5}
    for one, moved in derived.items():
        assert stage(results, "nic", one).amplification == pytest.approx(moved)


def test_what_is_left_out_is_said() -> None:
    """A server of which something is unknown is named with that, wherever unknown stages are."""
    warnings = " ".join(served(processing={"write_rate": "5 GB/s"}).warnings)
    assert "CPU and memory (Memory write traffic, Memory bandwidth)" in warnings


BELUGA = "site/tiers:project"


def beluga(**changes: Any) -> Results:
    """Evaluate Béluga with some figures changed."""
    scenario = load_scenario("scenarios/beluga.yaml")
    return evaluate(edited(scenario, {"published": [], **changes}))


FASTER = {"tiers.0.processors.frequency": {"value": "3.15 GHz", "because": "1.5 x 2.1 GHz"}}
WIDER = {"tiers.0.memory.channels": 24, "tiers.0.memory.per_server": 24}


@pytest.mark.parametrize(
    ("changes", "rate"),
    [({}, 6.2), (FASTER, 8.30), (WIDER, 7.05), (FASTER | WIDER, 9.89)],
)
def test_a_calibration_scales_with_processors_and_memory(
    changes: dict[str, Any], rate: float
) -> None:
    """By hand: 24 % of the time is memory's; CPU x 1.5 gives 8.30, memory x 2 7.05, both 9.89."""
    results = beluga(**changes)
    assert results[BELUGA, "server_write_bandwidth_bound"] == pytest.approx(rate * 1e9, rel=1e-3)


def test_a_calibration_scales_with_other_parts() -> None:
    """20 cores at 2.4 GHz for 8 at 2.1: x 2.857; modules of DDR3-1600 for DDR4-2400: x 2/3."""
    part = {"tiers.0.processors.part": "intel-xeon-gold-6148"}
    assert beluga(**part)[BELUGA, "processor_gain"] == pytest.approx(20 * 2.4 / (8 * 2.1))
    slow = beluga(**{"tiers.0.memory.part": "ddr3-1600-rdimm-8gb"})
    assert slow[BELUGA, "memory_gain"] == pytest.approx(2 / 3)


def test_a_calibration_without_parts_says_that_others_change_nothing() -> None:
    bare = {"tiers.0.calibration.processors": None, "tiers.0.calibration.memory": None}
    results = beluga(**bare, **FASTER)
    assert results[BELUGA, "server_write_bandwidth"] == pytest.approx(6.2e9)
    said = " ".join(results.warnings)
    assert "write tiers.0.calibration.processors and tiers.0.calibration.memory" in said


def test_memory_is_that_of_the_measurement_where_none_is_said() -> None:
    """A fit needs no memory beside it: what was measured is what the server gives."""
    results = beluga(**{"tiers.0.memory": None})
    assert results[BELUGA, "server_write_bandwidth"] == pytest.approx(6.2e9)


@settings(max_examples=30)
@given(st.floats(1.0, 8.0), st.floats(1.0, 8.0))
def test_faster_parts_never_make_a_slower_server(processor: float, memory: float) -> None:
    """What a fit gives rises with both, and never by more than the one that rises most."""
    words = "disks calibrated elsewhere"
    at_hand = planned_tier(words).inputs
    faster = {
        "cpu_frequency": at_hand["cpu_frequency"] * processor,
        "memory_channels": at_hand["memory_channels"] * memory,
    }
    name = ("site/tiers:t/healthy:healthy", "cpu_memory_write_stage")
    before, after = (of_tier(words, figures)[name] for figures in ({}, faster))
    most = max(processor, memory)
    assert before * (1 - 1e-12) <= after <= before * most * (1 + 1e-12)


def planned_tier(words: str) -> Instance:
    """Give the tier of an example as the planner makes it."""
    return of_site(like(words)).children["tiers"][0]


@pytest.mark.parametrize(
    ("processors", "memory", "transfers"),
    [
        ("intel-xeon-silver-4110", "ddr3-1600-rdimm-8gb", 1600e6),
        ("intel-xeon-e5-2670", "ddr4-2400-rdimm-16gb", 1600e6),
        ("intel-xeon-silver-4110", "ddr4-2400-rdimm-16gb", 2400e6),
    ],
)
def test_memory_of_the_measurement_is_as_fast_as_module_and_processor(
    processors: str, memory: str, transfers: float
) -> None:
    """Twelve channels of 8 bytes, at the rate of the module or of the processor: the lower one."""
    calibration = {"processors": {"part": processors}, "memory": {"part": memory}}
    values = of_tier("disks calibrated elsewhere", calibration=calibration)
    assert values["site/tiers:t", "measured_memory_bandwidth"] == 12 * 8 * transfers
