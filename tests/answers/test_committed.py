"""What tiers are committed to: each bound by the evidence of the stage that limits it."""

from __future__ import annotations

import pytest

from model import edited, evaluate, load_scenario
from model.answers.results import Results
from model.answers.states import states


def test_a_fitted_fabric_counts_fully_in_every_state() -> None:
    """A fabric whose rate was fitted to a measurement delivers it: no state that it limits loses.

    Béluga's two servers write more than 10 GB/s; but for the one that takes over alone.
    """
    link = {"value": "10 GB/s", "status": "calibrated", "because": "fitted to ior.txt"}
    fabric = {"tiers.0.fabric": {"links": 1, "link_bandwidth": link}}
    results = evaluate(edited(load_scenario("scenarios/beluga.yaml"), fabric))
    for state in states(results, "site/tiers:project"):
        flow = state.flows["write"]
        if state.name != "server down":
            assert (flow.limit and flow.limit.quantity.scope) == "tier", state.name
            assert flow.independent == pytest.approx(10e9), state.name
            assert flow.loss == pytest.approx(0.0), state.name


def sas_tier(blocks: int, drives: int, adapter: str, read: str = "1.3 GB/s") -> dict[str, object]:
    """Blocks of two servers, each with two adapters, on targets that were measured."""
    return {
        "name": "disk",
        "file_system": "lustre",
        "blocks": blocks,
        "servers": {"name": "server", "per_block": 2},
        "adapters": {
            "part": "broadcom-9300-8e",
            "per_server": 2,
            "bandwidth": {"value": adapter, "because": "tried"},
        },
        "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1, "ports": 1},
        "enclosures": {"part": "wd-data102", "per_block": 1},
        "drives": {"part": "seagate-exos-x18-18tb", "per_enclosure": drives},
        "target": {"layout": "raidz2:10"},
        "measured_target": {"read_bandwidth": read, "write_bandwidth": "1.0 GB/s"},
    }


def planned(tier: dict[str, object]) -> Results:
    """Evaluate a site of one tier."""
    base = load_scenario("scenarios/lcpq.yaml")
    return evaluate(edited(base, {"published": [], "tiers": [tier]}))


def test_each_server_is_committed_to_by_its_own_limit() -> None:
    """Three targets and two: 3.5 x 0.75 by adapters, 2 x 1.3 as measured; 5 x 3.5 x 0.75 / 3."""
    tier = sas_tier(blocks=1, drives=50, adapter="1.75 GB/s")
    results = planned(tier | {"policy": {"delivery_factor": 0.75}})
    assert results["site/tiers:disk", "read_bandwidth_bound"] == pytest.approx(6.1e9)
    assert results["site/tiers:disk", "read_bandwidth"] == pytest.approx(5.225e9)
    assert results["site/tiers:disk", "striped_read_bandwidth"] == pytest.approx(4.375e9)


def test_files_over_all_targets_are_committed_to_by_what_limits_them_in_the_state() -> None:
    """One adapter left for five targets: 50 x 4.5 / 5, although targets were measured."""
    tier = sas_tier(blocks=5, drives=100, adapter="6 GB/s")
    results = planned(tier | {"policy": {"delivery_factor": 0.75}})
    state = next(s for s in states(results, "site/tiers:disk") if s.name == "adapter lost")
    flow = state.flows["read"]
    assert flow.striped == pytest.approx(45e9)
    assert (flow.striped_limit and flow.striped_limit.label) == "HBA"


@pytest.mark.parametrize("way", ["read", "write"])
def test_rebuilding_targets_that_were_measured_count_fully(way: str) -> None:
    """What Astra's rebuilding targets carry is above what its ports are committed to."""
    results = evaluate(load_scenario("scenarios/astra.yaml"))
    state = next(s for s in states(results, "site/tiers:scratch") if s.name == "drive rebuilding")
    flow = state.flows[way]
    assert flow.striped == results["site/tiers:scratch", f"{way}_bandwidth"]
    assert flow.striped_loss == pytest.approx(0.0)
    assert (flow.striped_limit and flow.striped_limit.label) == "NIC"
