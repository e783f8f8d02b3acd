"""Workloads against goals, and the bandwidth of one file."""

from __future__ import annotations

import pytest

from model import edited, evaluate, load_scenario


@pytest.mark.parametrize(
    ("workload", "goal", "met", "racks"),
    [
        ("XDD 1 MiB random read", "asked for", False, 50),
        ("XDD 4 MiB sequential write", "wanted", True, 41),
        ("ZPIOS write", "asked for", True, 27),
        ("ZPIOS write", "wanted", False, 53),
    ],
)
def test_sequoias_racks(workload: str, goal: str, met: bool, racks: int) -> None:
    """Sequoia's 48 racks meet 500 GB/s by ZPIOS, not by random reads; 1 TB/s by 4 MiB writes."""
    results = evaluate(load_scenario("scenarios/sequoia.yaml"))
    at = f"site/tiers:grove/workloads:{workload}/goals:{goal}"
    assert ((results[at, "goal_margin"] or 0) >= 0) is met
    assert results[at, "racks_for_goal"] == racks


def test_sequoias_projections() -> None:
    """The owners project 1535 MB/s a node to 1.178 TB/s, and 635 MB/s to 487 GB/s."""
    results = evaluate(load_scenario("scenarios/sequoia.yaml"))
    at = "site/tiers:grove/workloads:XDD {}"
    for name, rate in (("4 MiB sequential write", 1.178e12), ("1 MiB random read", 487e9)):
        projected = results[at.format(name), "workload_bandwidth"]
        assert projected == pytest.approx(rate, rel=0.005)


def test_one_file_of_beluga() -> None:
    """Small files lie on one target; larger ones are faster, as later stretches have more."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    at = "site/tiers:project/single files:"
    one = results["site/tiers:project", "slowest_target_write_bound"] or 0.0
    assert results[f"{at}128 MB", "one_file_write_bandwidth"] == pytest.approx(one)
    time = 128e6 / one + (4e9 - 128e6) / (4 * one)
    assert results[f"{at}4 GB", "one_file_write_time"] == pytest.approx(time)
    rates = [
        results[f"{at}{size}", "one_file_write_bandwidth"] or 0.0
        for size in ("128 MB", "4 GB", "16 GB", "64 GB")
    ]
    assert rates == sorted(rates)


def test_one_client_limits_one_file() -> None:
    """However many targets a file lies on, its client's port is not exceeded."""
    scenario = edited(
        load_scenario("scenarios/beluga.yaml"),
        {"tiers.0.fabric": {"clients": {"count": 100, "bandwidth": "1 GB/s"}}},
    )
    results = evaluate(scenario)
    at = "site/tiers:project/single files:64 GB"
    assert (results[at, "one_file_read_bandwidth"] or 0.0) <= 1e9
