"""Few streams limit a tier: by their clients' ports, and by what one stream got elsewhere."""

from __future__ import annotations

import json
from statistics import median
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import InputError, edited, evaluate, load_catalog, load_scenario
from model.answers.evidence import known_by
from model.answers.ranges import range_of
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.streams import one_stream
from model.answers.views.requirements import requirements
from model.commands.bandwidth import print_stages
from model.engine.sweep import sweep
from report.web.page import page
from tests.planned import like

NAS = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: zfs
    blocks: 1
    servers: {name: NAS, per_block: 1}
    drives: {name: HDD, per_server: 24, capacity: 4 TB, read_bandwidth: &rate 150 MB/s,
             write_bandwidth: *rate}
    target: {layout: "raidz2:24"}
"""
TIER = "site/tiers:t"
SAME = 1 + 1e-9
CLIENTS = {"count": 4, "bandwidth": "1 GB/s"}


def nas(**edits: Any) -> Results:
    scenario = load_scenario("s.yaml", NAS)
    return evaluate(edited(scenario, {f"tiers.0.{name}": value for name, value in edits.items()}))


def lustre(**edits: Any) -> Results:
    tier = like("disks cabled", fabric={"clients": CLIENTS}, **edits)
    return evaluate(load_scenario("s.yaml", json.dumps({"name": "s", "tiers": [tier]})))


def names(results: Results, way: str = "read") -> set[str]:
    return {stage.name for stage in results.stages(TIER, way)}


def test_one_stream_of_a_nas_by_hand() -> None:
    """Medians of systems with ZFS on disks, each counted once; the highest counts of any media."""
    catalog = load_catalog()
    calomel = [f"calomel-{layout}-2019" for layout in ("mirrors", "raidz", "raidz2", "raidz3")]
    reads, writes = (
        median(catalog.figures(key)[f"{way}_bandwidth"] for key in calomel)
        for way in ("read", "write")
    )
    results = nas(streams={"count": 1})
    assert (reads, writes) == (1.09e9, 500.5e6)
    assert results[TIER, "read_bandwidth"] == pytest.approx(median([reads, 1.579e9, 0.4e9]))
    assert results[TIER, "write_bandwidth"] == pytest.approx(writes)
    assert results[TIER, "write_bandwidth_bound"] == pytest.approx(1.62e9)
    assert results.stages(TIER, "write")[0].name == "streams"
    reached = range_of(results, TIER, "write_bandwidth")
    assert reached is not None
    assert reached.low < 405e6 < 696e6 < reached.high < 1.62e9


def test_where_nothing_is_said_of_streams_they_are_no_stage() -> None:
    """The plan says in one line how much less one of them gets."""
    results = nas()
    assert "streams" not in names(results)
    assert one_stream(results, TIER) == (
        "Single streams are slower: 400 MB/s to 1.6 GB/s reading and 405 to 696 MB/s writing "
        "with ZFS, as measured."
    )
    assert one_stream(nas(streams={"count": 1}), TIER) == ""


def test_a_requirement_says_with_how_many_streams_it_is_judged() -> None:
    """One stream can't write 1 GB/s; without streams, the tier can."""
    wants = {"requirements.write_bandwidth": "1 GB/s", "requirements.capacity": "10 TB"}
    few = evaluate(edited(nas(streams={"count": 1}).plan.scenario, wants))
    many = evaluate(edited(nas().plan.scenario, wants))
    said, free = (
        {row.key: sentence_text(one, row.note) for row in requirements(one).rows}
        for one in (few, many)
    )
    assert said["write_bandwidth"] == "no failover while a server is down: t; with 1 stream"
    assert said["capacity"] == ""
    assert not any("stream" in text for text in free.values())
    assert [check.met for check in few.checks if check.name == "write_bandwidth"] == [False]
    assert [check.met for check in many.checks if check.name == "write_bandwidth"] == [True]


def test_where_the_plan_says_what_one_stream_gets(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the bandwidth of the terminal and in the report."""
    print_stages(nas(), "t", TIER)
    assert "t: Single streams are slower: 400 MB/s to 1.6 GB/s" in capsys.readouterr().out
    assert "Single streams are slower: 400 MB/s" in page(nas())
    assert "Single streams are slower" not in page(nas(streams={"count": 1}))


def test_what_is_read_over_a_network_is_read_by_nfs_or_as_with_other_file_systems() -> None:
    """Only reading by NFS was measured."""
    network = {"name": "NIC", "per_server": 1, "bandwidth": "12.5 GB/s"}
    assert one_stream(nas(network=network), TIER) == (
        "Single streams are slower: 1.3 GB/s reading with NFS; 623 MB/s to 1.5 GB/s writing with "
        "other file systems, as measured."
    )


def test_a_nas_that_is_used_on_the_machine_itself_has_no_port_and_no_fabric() -> None:
    """With a network, or several servers, it has."""
    ways_out = {"nic", "nic_pcie", "fabric"}
    network = {"name": "NIC", "per_server": 1, "bandwidth": "12.5 GB/s"}
    assert names(nas()).isdisjoint(ways_out)
    assert names(nas(blocks=2)).isdisjoint(ways_out)
    words = "t: used on its server itself, as no network is stated: write tiers.0.network if"
    assert any(warning.startswith(words) for warning in nas().warnings)
    assert not any("used on its server" in warning for warning in nas(network=network).warnings)
    assert names(nas(network=network)) >= ways_out
    assert names(nas(**{"servers.per_block": 2})) >= ways_out
    assert names(nas(fabric={"links": 1, "link_bandwidth": "1 GB/s"})) >= ways_out
    assert names(nas(file_system="lustre")) >= ways_out


@pytest.mark.parametrize(
    ("count", "rate", "given"),
    [(2, "0.9 GB/s", 1.8e9), (8, "0.9 GB/s", 4e9), (2, "3 GB/s", 2e9), (1, "3 GB/s", 1e9)],
)
def test_streams_share_the_ports_of_their_clients(count: int, rate: str, given: float) -> None:
    """Four clients of 1 GB/s: each stream runs on one of them; what is stated is a bound.

    Ports deliver what ports of clients did, however fast the streams are.
    """
    results = lustre(streams={"count": count, "read_bandwidth": rate})
    assert results[TIER, "read_bandwidth_bound"] == pytest.approx(given)
    streams, ports = (
        next(one for one in results.stages(TIER, "read") if one.name == name)
        for name in ("streams", "clients")
    )
    assert ports.bandwidth == pytest.approx(min(count, 4) * 1e9)
    assert ports.delivery == results[TIER, "clients_read_delivery"]
    assert streams.committed == pytest.approx(count * float(rate.split()[0]) * 1e9)
    expected = min(streams.committed or 0, ports.committed or 0)
    assert results[TIER, "read_bandwidth"] == pytest.approx(expected)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 200),
    st.integers(1, 64),
    st.sampled_from(["0.1 GB/s", "1 GB/s", "12.5 GB/s"]),
    st.sampled_from([None, "0.1 GB/s", "1 GB/s", "5 GB/s"]),
    st.sampled_from(["disks cabled", "disks inside weka daos", "disks inside scale"]),
)
def test_what_is_expected_of_streams_on_clients_lies_in_its_range(
    count: int, clients: int, port: str, rate: str | None, words: str
) -> None:
    """Whatever limits: the streams, the ports that they run on, or the servers.

    Runs of what is stated of a stream differ, so that its range may pass it.
    """
    streams = {"count": count, "read_bandwidth": rate, "write_bandwidth": rate}
    fabric = {"clients": {"count": clients, "bandwidth": port}}
    tier = like(words, fabric=fabric, streams={k: v for k, v in streams.items() if v})
    results = evaluate(load_scenario("s.yaml", json.dumps({"name": "s", "tiers": [tier]})))
    for way in ("read", "write"):
        name = f"{way}_bandwidth"
        found, expected = range_of(results, TIER, name), results[TIER, name]
        assert found is not None
        assert expected is not None
        assert found.low <= expected <= found.high
        assert rate or found.high <= (results[TIER, f"{name}_bound"] or 0) * SAME


@pytest.mark.parametrize(
    ("file_system", "access", "sent"),
    [
        ("daos", "direct", 6 / 4),
        ("quobyte", "direct", 6 / 4),
        ("daos", "gateways", 1),
        ("vast", "direct", 1),  # gateways before the servers make the code
        ("weka", "direct", 1),  # nobody says who does
        ("minio", "direct", 1),
    ],
)
def test_clients_that_make_the_code_send_all_strips(
    file_system: str, access: str, sent: float
) -> None:
    """Ten ports of 1 GB/s write 10 GB/s, or 6.7 of data with two strips of parity beside four."""
    fabric = {"clients": {"count": 10, "bandwidth": "1 GB/s"}}
    target = {"access": access}
    tier = like("disks inside weka", file_system=file_system, fabric=fabric, target=target)
    results = evaluate(load_scenario("s.yaml", json.dumps({"name": "s", "tiers": [tier]})))
    rates = {
        way: one.bandwidth
        for way in ("read", "write")
        for one in results.stages(TIER, way)
        if one.name == "clients"
    }
    assert rates == {"read": pytest.approx(10e9), "write": pytest.approx(10e9 / sent)}


def test_the_rate_of_a_stream_is_stated_with_its_reason_or_found_in_the_catalog() -> None:
    """One way may be stated, and the other not."""
    assumed = {"value": "2 GB/s", "status": "assumed", "because": "a newer release"}
    results = lustre(streams={"count": 1, "write_bandwidth": assumed})
    known = {
        way: known_by(results, next(s for s in results.stages(TIER, way) if s.name == "streams"))
        for way in ("read", "write")
    }
    assert known == {"read": "other systems", "write": "assumed"}
    found = results.plan.provenance
    assert found[TIER, "typical_stream_read_bandwidth"].because == (
        "assumption: the median of 1 measured system with Lustre, where one stream got 926 MB/s to "
        "1.5 GB/s"
    )
    assert found[TIER, "highest_stream_read_bandwidth"].because == (
        "assumption: above what one stream in twenty gets, by how far streams of one file system "
        "differ; 1 measured system with Lustre had less"
    )
    with pytest.raises(InputError, match=r"streams\.count"):
        lustre(streams={"count": 0})


@pytest.mark.parametrize("file_system", ["lustre", "beegfs", "zfs", "none"])
@pytest.mark.parametrize("way", ["read", "write"])
def test_what_is_expected_of_a_stream_lies_in_its_range(file_system: str, way: str) -> None:
    """What one measured system got is no bound: another one's streams may get more."""
    results = nas(file_system=file_system, streams={"count": 1})
    found, expected = range_of(results, TIER, f"{way}_bandwidth"), results[TIER, f"{way}_bandwidth"]
    assert found is not None
    assert expected is not None
    assert found.low < expected < found.high <= (results[TIER, f"{way}_bandwidth_bound"] or 0)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 1000), min_size=2, max_size=8), st.integers(1, 64))
def test_more_streams_never_lower_a_bandwidth(counts: list[int], clients: int) -> None:
    """Nor does the bound of a tier exceed the ports of the clients that they run on."""
    root = lustre(streams={"count": 1}).plan.root
    streams = np.array(sorted(counts), float)
    axes = {(TIER, "streams"): streams, (TIER, "clients"): np.full(len(streams), float(clients))}
    for way in ("read", "write"):
        expected, bound = (TIER, f"{way}_bandwidth"), (TIER, f"{way}_bandwidth_bound")
        found = sweep(root, axes, [expected, bound])
        assert (np.diff(found[expected]) >= -1e-3).all()
        assert (found[expected] <= found[bound] * (1 + 1e-9)).all()
        assert (found[bound] <= np.minimum(streams, clients) * 1e9 * (1 + 1e-9)).all()
