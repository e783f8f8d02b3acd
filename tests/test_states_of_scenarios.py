"""States of the shipped scenarios, read as pages and programs read them."""

from __future__ import annotations

import pytest

from model import edited, evaluate, load_scenario
from model.states import states


def test_astra_loses_the_targets_of_a_lost_server() -> None:
    """No HA on the OSS: a twentieth of the bandwidth goes with a server, whatever is striped."""
    results = evaluate(load_scenario("scenarios/astra.yaml"))
    healthy, down, *_ = states(results, "site/tiers:scratch")
    assert healthy.name == "healthy"
    assert down.flows["write"].loss == pytest.approx(1 / 20)
    assert down.flows["write"].limit is not None
    assert down.flows["write"].limit.name == "nic"


def test_failover_can_be_chosen() -> None:
    """With failover the partner serves four targets through the one port that limits already."""
    scenario = edited(load_scenario("scenarios/astra.yaml"), {"tiers.0.states.failover": True})
    down = states(evaluate(scenario), "site/tiers:scratch")[1]
    assert down.flows["write"].loss == pytest.approx(1 / 20)
    assert down.flows["write"].striped_loss == pytest.approx(0.5)


def test_what_all_servers_share_limits_in_every_state() -> None:
    """A single slow uplink limits the tier healthy and degraded alike, and is named."""
    change = {"tiers.0.fabric.uplinks": {"count": 1, "bandwidth": "10 GB/s"}}
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    for state in states(results, "site/tiers:scratch"):
        assert state.flows["read"].limit is not None
        assert state.flows["read"].limit.name == "spine"
        assert state.flows["read"].independent_bound == pytest.approx(10e9)


def test_work_of_the_cores() -> None:
    """Tasks of the cores add their times: 1/4 and 1/4 s/GB a core are 2 GB/s a core."""
    change = {
        "tiers.0.processing": {
            "cores": 4,
            "tasks": [
                {"name": "checksum", "rate": "4 GB/s"},
                {"name": "parity", "rate": "4 GB/s", "read": 0},
            ],
            "memory_read_traffic": 1e-9,
            "memory_write_traffic": 1e-9,
        }
    }
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    at = "site/tiers:scratch/healthy:healthy"
    assert results[at, "cpu_memory_write_stage"] == pytest.approx(8e9, rel=1e-6)
    assert results[at, "cpu_memory_read_stage"] == pytest.approx(16e9, rel=1e-6)


def test_numa_and_amplification_of_ports() -> None:
    """Half of the bytes cross between processors; clients' 12+4 load ports by a third more."""
    change = {
        "tiers.0.numa": {"links": 2, "link_bandwidth": "10 GB/s"},
        "tiers.0.network.write_amplification": 4 / 3,
    }
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    at = "site/tiers:scratch/healthy:healthy"
    assert results[at, "numa_read_stage"] == pytest.approx(40e9)
    assert results[at, "nic_write_stage"] == pytest.approx(12.5e9 * 3 / 4)
