"""Workloads against goals, and the bandwidth of one file."""

from __future__ import annotations

import pytest

from model import InputError, edited, evaluate, load_scenario
from model.answers.views.plan_charts import file_curve, file_words


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
    """Small files lie on one target; larger ones are faster, until servers limit."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    tier = "site/tiers:project"
    at = f"{tier}/single files:"
    one = results[tier, "single_target_write_bandwidth_bound"] or 0.0
    assert one == pytest.approx(8 * 200e6 * 0.75)  # 8 + 3 drives
    assert results[f"{at}128 MB", "one_file_write_bandwidth"] == pytest.approx(one)
    time = 128e6 / one + (4e9 - 128e6) / (4 * one)
    assert results[f"{at}4 GB", "one_file_write_time"] == pytest.approx(time)
    rates = [
        results[f"{at}{size}", "one_file_write_bandwidth"] or 0.0
        for size in ("128 MB", "4 GB", "16 GB", "64 GB")
    ]
    assert rates == sorted(rates)
    last = f"{at}64 GB/extents:stretch 4"
    assert results[last, "used_targets"] == 19  # 64 by the layout, but there are 19
    for way in ("read", "write"):  # as 10 and 9 on its two servers: as files over all targets
        striped = results[tier, f"striped_{way}_bandwidth_bound"]
        assert results[last, f"extent_{way}_bandwidth"] == pytest.approx(striped)
    assert results[last, "extent_write_bandwidth"] == pytest.approx(6.2e9 * 19 / 10)


ON_ENCLOSURES = {
    "array": (
        {"part": "netapp-e5760", "read_bandwidth": "4 GB/s", "write_bandwidth": "4 GB/s"},
        {"redundancy": "raid", "layout": "raid6:10", "format": "ldiskfs"},
    ),
    "expanders": (
        {"part": "wd-data102", "expander_bandwidth": "4 GB/s"},
        {"layout": "raidz2:10"},
    ),
}


@pytest.mark.parametrize("used", [1, 2, 3, 6, 12])
@pytest.mark.parametrize("enclosures", [1, 2])
@pytest.mark.parametrize("middle", ON_ENCLOSURES)
def test_one_file_has_its_enclosures_to_itself(middle: str, enclosures: int, used: int) -> None:
    """A target's drives read 1.5 GB/s; 4 GB/s of its enclosure are for it alone."""
    enclosure, target = ON_ENCLOSURES[middle]
    tier = {
        "name": "disk",
        "file_system": "lustre",
        "blocks": 1,
        "servers": {"name": "server", "per_block": 2},
        "adapters": {"part": "broadcom-9300-8e", "per_server": 2, "bandwidth": "6 GB/s"},
        "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1, "ports": 1},
        "enclosures": {**enclosure, "per_block": enclosures},
        "drives": {
            "part": "seagate-exos-x18-18tb",
            "per_enclosure": 60,
            "read_bandwidth": {"value": "200 MB/s", "because": "tried"},
            "write_bandwidth": {"value": "200 MB/s", "because": "tried"},
            "surface_factor": 0.75,
        },
        "target": target,
        "file_layout": {"extents": [{"targets": used}], "sizes": ["1 GB"]},
    }
    scenario = edited(load_scenario("scenarios/lcpq.yaml"), {"published": [], "tiers": [tier]})
    results = evaluate(scenario)
    there = min(used, 6 * enclosures)
    # a group lies in one array; the drives of one target may lie behind expanders of all
    boxes = min(there, enclosures) if middle == "array" else enclosures
    most = min(1.5e9 * there, 4e9 * boxes)
    found = results["site/tiers:disk/single files:1 GB", "one_file_read_bandwidth"]
    assert found == pytest.approx(most)


@pytest.mark.parametrize("link", ["1 GB/s", "10 GB/s", "100 GB/s"])
def test_one_file_is_never_faster_than_its_tier(link: str) -> None:
    """What all servers share limits a single file as well."""
    change = {"tiers.0.fabric": {"links": 1, "link_bandwidth": link}}
    results = evaluate(edited(load_scenario("scenarios/beluga.yaml"), change))
    tier = "site/tiers:project"
    for child in results.plan.instances[tier].children["single files"]:
        for way in ("read", "write"):
            rate = results[f"{tier}/single files:{child.name}", f"one_file_{way}_bandwidth"]
            assert (rate or 0.0) <= (results[tier, f"{way}_bandwidth_bound"] or 0.0) * (1 + 1e-12)


def test_the_last_stretch_has_no_end() -> None:
    """A file beyond the last end must lie on something."""
    layout = {"extents": [{"targets": 3, "up_to": "1 GB"}], "sizes": ["10 GB"]}
    with pytest.raises(InputError, match="leave 'up_to' out of the last of 'extents'"):
        edited(load_scenario("scenarios/beluga.yaml"), {"tiers.0.file_layout": layout})


def test_one_client_limits_one_file() -> None:
    """However many targets a file lies on, its client's port is not exceeded."""
    scenario = edited(
        load_scenario("scenarios/beluga.yaml"),
        {"tiers.0.fabric": {"clients": {"count": 100, "bandwidth": "1 GB/s"}}},
    )
    results = evaluate(scenario)
    at = "site/tiers:project/single files:64 GB"
    assert (results[at, "one_file_read_bandwidth"] or 0.0) <= 1e9
    assert "1 GB/s, are included" in file_words(results, "site/tiers:project")


def test_a_client_that_nobody_knows_is_not_claimed_to_be_counted() -> None:
    """Béluga's clients aren't stated: what one of them gets may be less, and that is said."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    tier = "site/tiers:project"
    assert "is unknown ('fabric.clients')" in file_words(results, tier)
    for size in ("128 MB", "64 GB"):
        book = dict(results.plan.instances)[f"{tier}/single files:{size}"].book
        assert "as if its own ports were no limit" in book["one_file_read_bandwidth"].title
    figure = file_curve(results, tier)
    assert figure is not None
    assert "upper bound" in figure.figures.title
