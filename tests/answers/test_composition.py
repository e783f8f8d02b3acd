"""How stages act together and targets split: what is said is what is declared and computed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model import edited, evaluate, load_scenario
from model.answers.composition import above_bound, how_combined, uneven_split, within
from model.answers.results import Results, data_tiers
from model.answers.summary import limiting
from model.answers.views.chain import chain
from model.answers.views.view import numbers

ASTRA, PROJECT = "site/tiers:scratch", "site/tiers:project"
CORES = {
    "cores": 4,
    "tasks": [
        {"name": "checksum", "rate": "4 GB/s"},
        {"name": "parity", "rate": "4 GB/s", "read": 0},
    ],
    "memory_read_traffic": 2,
    "memory_write_traffic": 2,
}


def planned(name: str, **changes: object) -> Results:
    scenario = load_scenario(Path("scenarios") / f"{name}.yaml")
    return evaluate(edited(scenario, {**changes, "published": []}) if changes else scenario)


@pytest.mark.parametrize(("combine", "adds"), [("shared", True), ("overlapped", False)])
def test_what_is_said_of_a_stage_is_what_it_does(combine: str, adds: bool) -> None:
    """With 4 cores of 2 GB/s each and memory of 153.6/2 GB/s, times add, or the slower limits."""
    results = planned("astra", **{"tiers.0.processing": {**CORES, "combine": combine}})
    state = f"{ASTRA}/healthy:healthy"
    said = how_combined(results, state, "write")
    assert said.startswith("Stages overlap, so the slowest known one limits.")
    assert (
        "CPU and memory: processors and memory share one resource, so their times add up" in said
    ) is adds
    assert (
        "CPU and memory: processors and memory work at the same time, so the slower one limits"
        in said
    ) is not adds
    assert "its tasks one after the other (checksum, parity)." in said
    rate, memory = results[state, "cpu_memory_write_stage"], 153.6e9 / 2
    assert rate == pytest.approx(1 / (1 / 8e9 + 1 / memory) if adds else min(8e9, memory))


def test_how_a_stage_combines_is_declared_and_not_read_out_of_its_source() -> None:
    """Another source changes nothing; and a source that says so doesn't make parts."""
    results = planned("astra")
    stages = {s.name: s for s in results.stages_in(f"{ASTRA}/healthy:healthy", "write")}
    whole, ports = stages["cpu_memory"], stages["nic"]
    said = within(whole)
    assert said
    elsewhere = replace(whole.quantity, source="a paper that says the same in other words")
    assert within(replace(whole, quantity=elsewhere)) == said
    assert within(replace(ports, quantity=replace(ports.quantity, source=said))) == ""


def test_every_state_says_how_its_stages_combine() -> None:
    """The chain of affected servers combines as that of healthy ones; one stage doesn't."""
    results = planned("beluga")
    healthy = how_combined(results, f"{PROJECT}/healthy:healthy", "write")
    assert how_combined(results, f"{PROJECT}/states:server down", "write") == healthy
    assert "tasks" not in healthy
    given = planned("cri")
    for _, tier in given.tiers():
        assert how_combined(given, f"{tier}/healthy:healthy", "read") == ""


def test_an_odd_split_is_said_with_what_it_costs() -> None:
    """19 on two servers are 10 + 9: striped files get 19/20 of what 19 and 12.4 GB/s are."""
    said = uneven_split(planned("beluga"), PROJECT)
    assert said.startswith("19 targets on the 2 servers of a block: 10+9; ")
    assert "18.05 GB/s read (independent files 19 GB/s)" in said
    assert "11.78 GB/s write (independent files 12.4 GB/s)" in said
    three = uneven_split(planned("beluga", **{"tiers.0.servers.per_block": 3}), PROJECT)
    assert three.startswith("19 targets on the 3 servers of a block: 7+6+6; ")
    twelve = uneven_split(planned("beluga", **{"tiers.0.servers.per_block": 12}), PROJECT)
    assert twelve.startswith("19 targets on the 12 servers of a block: 7 with 2, 5 with 1; ")


@pytest.mark.parametrize("name", ["astra", "sequoia", "lcpq", "cri"])
def test_an_even_split_needs_no_words(name: str) -> None:
    """Two, one and 14 targets a server, and tiers without servers."""
    results = planned(name)
    for _, tier in data_tiers(results):
        assert uneven_split(results, tier) == ""


def test_rates_that_nobody_knows_are_left_out() -> None:
    """Sequoia's pair of metadata servers serve one target, whose drives nobody named."""
    results = planned("sequoia")
    tier = dict(results.tiers())["metadata"]
    assert uneven_split(results, tier) == (
        "1 target on the 2 servers of a block: 1+0; servers without a target are on standby"
    )


@pytest.mark.parametrize("name", ["ess3200-guacolda", "ess3500-arches", "alpine"])
def test_all_servers_of_a_recovery_group_serve_it(name: str) -> None:
    """Both servers of an ESS have vdisks: their ports count, and none waits for the other's end."""
    results = evaluate(load_scenario(f"scenarios/measured/{name}.yaml"))
    (_, tier), *_ = results.tiers()
    assert uneven_split(results, tier) == (
        "both servers of a block serve its recovery group: none is on standby"
    )
    for way in ("read", "write"):
        (ports,) = (one for one in results.stages(tier, way) if one.name == "nic")
        assert ports.bandwidth == pytest.approx((ports.per_server or 0) * results[tier, "servers"])


GROVE = "site/tiers:grove"
XDD = f"{GROVE}/workloads:XDD 4 MiB sequential write"


def test_a_workload_above_the_bound_says_what_each_rests_on() -> None:
    """XDD's 1535 MB/s a server over ZPIOS's 1197 are 128 %: both measured, at different places."""
    results = planned("sequoia")
    assert results[XDD, "workload_delivery"] == pytest.approx(1535 / 1197)
    said = above_bound(results, GROVE, XDD)
    assert "limit, targets, which is based on ZPIOS, through ZFS" in said
    assert "This workload: after the drive swap; on the arrays' LUNs, below ZFS" in said
    for name in ("ZPIOS write", "ZPIOS read", "XDD 1 MiB random read"):
        assert above_bound(results, GROVE, f"{GROVE}/workloads:{name}") == ""


def test_a_workload_above_datasheets_says_so() -> None:
    """A port of an assumed efficiency isn't evidence: the words don't claim a measurement."""
    change = {
        "tiers.0.network.efficiency": 0.25,
        "tiers.0.workloads.measured.2.server_bandwidth": "1600 MB/s",
    }
    said = above_bound(planned("sequoia", **change), GROVE, XDD)
    assert said == "exceeds the data path's limit, NIC, which is based on figures of its parts"


ONE_TARGET = """
schema: ostimate.scenario/1
name: one target
tiers:
  - name: flash
    file_system: lustre
    blocks: 3
    servers: {name: server, per_block: 2}
    network: {name: ports, per_server: 1, ports: 2, bandwidth: 25 GB/s}
    enclosures: {name: array, per_block: 1, bays: 24}
    drives: {name: NVMe, per_enclosure: 24, capacity: 4 TB, read_bandwidth: 4 GB/s,
             write_bandwidth: 4 GB/s, surface_factor: 1}
    target: {redundancy: raid, layout: "declustered:8d+2p:24c:1s", format: ldiskfs}
    fabric: {links: 4, link_bandwidth: 50 GB/s}
"""


def test_idle_servers_carry_nothing() -> None:
    """3 blocks of one target each: 3 servers of 50 GB/s carry it, not 6; drives would do 230.

    Their fabric of 200 GB/s is next; what all servers share isn't less for those that are idle.
    """
    results = evaluate(load_scenario("one.yaml", ONE_TARGET))
    tier = "site/tiers:flash"
    stages = results.stages(tier, "write")
    rates = {stage.name: stage.bandwidth for stage in stages if stage.bandwidth is not None}
    assert rates == pytest.approx({"nic": 150e9, "fabric": 200e9, "drives": 230.4e9})
    assert results[tier, "write_bandwidth_bound"] == pytest.approx(150e9)
    first, second = limiting(results, tier, "write")
    assert (first and first.name, second and second.name) == ("nic", "fabric")
    assert [stage.utilisation for stage in stages[:3]] == pytest.approx([1, 0.75, 150 / 230.4])
    assert [stage.limits for stage in stages[:3]] == [True, False, False]
    shown = chain(results, f"{tier}/healthy:healthy", "write")
    rows = [numbers(results, shown, row, "tier", "used", "limits") for row in shown.rows[:3]]
    for row, stage in zip(rows, stages, strict=False):
        assert row == pytest.approx([stage.bandwidth, stage.utilisation, float(stage.limits)])
    committed = [stage.committed for stage in stages if stage.committed is not None]
    assert min(committed) == pytest.approx(results[tier, "write_bandwidth"])
