"""What a scenario states is counted, be its parts in the catalog or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from tests.planned import like

TIER = "site/tiers:t"


def planned(words: str, **edits: Any) -> Results:
    """Evaluate a site of one tier, and nothing is known that its text doesn't say."""
    tiers = [like(words, **edits)]
    return evaluate(load_scenario("example.yaml", json.dumps({"name": "site", "tiers": tiers})))


def rates(results: Results, way: str = "write") -> dict[str, float | None]:
    return {stage.name: stage.bandwidth for stage in results.stages(TIER, way)}


RATED = {"part": None, "name": "array", "read_bandwidth": "6 GB/s", "write_bandwidth": "4 GB/s"}


@pytest.mark.parametrize(("way", "rate"), [("read", 6e9), ("write", 4e9)])
def test_rates_of_enclosures_make_them_arrays(way: str, rate: float) -> None:
    """Eight arrays of 6 and 4 GB/s, which the catalog doesn't have, limit the tier."""
    results = planned("disks raid", enclosures=RATED)
    assert rates(results, way)["array"] == pytest.approx(8 * rate)
    assert results[TIER, f"{way}_bandwidth_bound"] == pytest.approx(8 * rate)


def test_parity_that_servers_make_passes_what_is_before_the_drives() -> None:
    """Of 4 GB/s that an enclosure takes, RAIDZ3 of 8+3 leaves 8/11 to clients."""
    results = planned("disks", enclosures=RATED)
    assert rates(results)["array"] == pytest.approx(8 * 4e9 * 8 / 11)


@pytest.mark.parametrize(("made_by", "amplification"), [("array", 1.0), ("mdadm", 10 / 8)])
def test_who_makes_raid_groups_is_respected(made_by: str, amplification: float) -> None:
    """Controllers make parity behind cables and adapters; md makes it before them."""
    target = {"redundancy": "raid", "layout": "raid6:10", "format": "ldiskfs", "made_by": made_by}
    results = planned("disks cabled", enclosures={"part": "seagate-exos-e-4u106"}, target=target)
    assert ("array" in rates(results)) is (made_by == "array")
    adapters = 4 * 6e9 * 8
    assert rates(results)["hba"] == pytest.approx(adapters / amplification)


def test_a_port_that_the_catalog_lacks_has_a_rate() -> None:
    """Two adapters of 5 GB/s, with one port unless said otherwise, in each of eight servers."""
    own = {"part": None, "name": "own", "per_server": 2, "bandwidth": "5 GB/s"}
    assert rates(planned("disks", network=own))["nic"] == pytest.approx(8 * 2 * 5e9)
    twice = planned("disks", network={**own, "ports": 2})
    assert rates(twice)["nic"] == pytest.approx(8 * 4 * 5e9)
    faster = planned("disks", network={"bandwidth": "20 GB/s"})
    assert faster[TIER, "nic_port_bandwidth"] == 20e9


def test_own_drives_have_lanes() -> None:
    """24 drives on one lane each of PCIe 3: what they give is less than by their media."""
    drives = {"read_bandwidth": "3.2 GB/s", "write_bandwidth": "2 GB/s", "surface_factor": 1}
    results = planned("disks inside", drives={**drives, "lanes": 1})
    lane = 8e9 / 8 * 128 / 130
    assert results[TIER, "drive_pcie_bandwidth"] == pytest.approx(lane)
    assert rates(results)["drive_pcie"] is not None
    assert rates(planned("disks inside", drives=drives))["drive_pcie"] is None


def test_a_part_s_lanes_are_kept_beside_own_figures() -> None:
    rate = {"value": "3 GB/s", "because": "as measured"}
    results = planned("disks inside flash", drives={"read_bandwidth": rate})
    assert results[TIER, "drive_pcie_lanes"] == 4
    lanes = {"value": 2, "because": "two ports of two lanes"}
    less = planned("disks inside flash", drives={"lanes": lanes})
    assert less[TIER, "drive_pcie_bandwidth"] == pytest.approx(
        (results[TIER, "drive_pcie_bandwidth"] or 0.0) / 2
    )


@pytest.mark.parametrize("way", ["read", "write"])
def test_what_enclosures_hang_on_is_unknown_where_it_isnt_stated(way: str) -> None:
    """Drives in enclosures need adapters and cables: unstated, they are among the unknown."""
    unknown = {stage.name for stage in planned("disks").unknown_stages(TIER, way)}
    assert {"hba", "hba_pcie", "sas"} <= unknown
    arrays = {stage.name for stage in planned("disks arrays raid").unknown_stages(TIER, way)}
    assert {"hba", "hba_pcie", "sas"} <= arrays
    assert not {"hba", "sas"} & rates(planned("disks inside"), way).keys()
