"""Caches, rates of metadata and latencies: from the scenario's text to the plan's figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.answers.summary import caches_sentence, metadata_sentence
from model.design.scenario import Scenario, edited
from model.errors import InputError

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CACHE = "tiers.0.cache"
TIER = "site/tiers:beegfs"
MDS = "site/metadata:metadata"


@pytest.fixture(scope="module")
def lcpq() -> Scenario:
    return load_scenario(SCENARIOS / "lcpq.yaml")


@pytest.fixture(scope="module")
def beluga() -> Scenario:
    return load_scenario(SCENARIOS / "beluga.yaml")


def planned(scenario: Scenario, changes: dict[str, Any]) -> Results:
    return evaluate(edited(scenario, changes))


def test_caches_change_nothing_but_their_own_figures(lcpq: Scenario) -> None:
    """The chain of stages doesn't count on caches, whether hit rates are stated or not."""
    rated = evaluate(lcpq)
    rates = ("read_hit", "write_hit", "read_bandwidth", "write_bandwidth", "mode")
    plain = planned(lcpq, {f"{CACHE}.{name}": None for name in rates})
    assert (TIER, "cached_write_bandwidth") not in plain.values
    assert {address: rated.values[address] for address in plain.values} == plain.values


def shares(results: Results) -> tuple[float, float]:
    """Give what caches and drives deliver of their rate when clients write."""
    cache, drives = results[TIER, "cache_delivery"], results[TIER, "drives_write_delivery"]
    assert cache is not None
    assert drives is not None
    return cache, drives


def test_lcpq(lcpq: Scenario) -> None:
    """94 % at 6.3 GB/s and 6 % at 5.6, of which caches and drives deliver a share; what drains."""
    results = evaluate(lcpq)
    cache, drives = shares(results)
    bound = 1 / (0.94 / 6.3e9 + 0.06 / 5.6e9)
    assert results[TIER, "cached_write_bandwidth_bound"] == pytest.approx(bound)
    committed = results[TIER, "cached_write_bandwidth"]
    assert committed == pytest.approx(1 / (0.94 / (cache * 6.3e9) + 0.06 / (drives * 5.6e9)))
    caches = 28 * 1.1 * 2**40
    assert results[TIER, "caches_capacity"] == pytest.approx(caches)
    full = results[TIER, "time_to_fill"]
    assert full == pytest.approx(caches / (committed - drives * 5.6e9))
    assert results[TIER, "time_to_drain"] == pytest.approx(caches / (drives * 5.6e9))
    assert "more than fits in the tier" in caches_sentence(results, TIER)


PROVEN = {
    "measured": {
        "tiers.0.measured_target": {"read_bandwidth": "200 MB/s", "write_bandwidth": "200 MB/s"}
    },
    "calibrated": {
        f"tiers.0.drives.{way}_bandwidth": {
            "value": "200 MB/s",
            "status": "calibrated",
            "because": "fitted",
        }
        for way in ("read", "write")
    },
}


@pytest.mark.parametrize("evidence", PROVEN)
def test_drives_that_are_proven_deliver_their_rate_behind_caches(
    lcpq: Scenario, evidence: str
) -> None:
    """28 targets of 200 MB/s, measured, take 5.6 GB/s of full caches and of misses, too."""
    results = planned(lcpq, PROVEN[evidence])
    assert results[TIER, "write_bandwidth"] == pytest.approx(5.6e9)
    assert results[TIER, "cache_drain_bandwidth"] == pytest.approx(5.6e9)
    cache = results[TIER, "cache_delivery"]
    assert cache is not None
    for way, hit in (("read", 0.99), ("write", 0.94)):
        committed = 1 / (hit / (cache * 6.3e9) + (1 - hit) / 5.6e9)
        assert results[TIER, f"cached_{way}_bandwidth"] == pytest.approx(committed)
    assert results[TIER, "caches_hold"] == 1
    said = caches_sentence(results, TIER)
    assert "without them 5.6 GB/s write: that figure is measured, whereas the one with" in said
    through = planned(lcpq, {**PROVEN[evidence], f"{CACHE}.mode": "writethrough"})
    assert through[TIER, "cached_write_bandwidth"] == pytest.approx(cache * 6.3e9 / 0.94)


def test_ports_that_are_fitted_deliver_their_rate_before_caches(lcpq: Scenario) -> None:
    """Caches that outrun ports of a fitted rate are committed what these ports were fitted to."""

    def planned_with(efficiency: float) -> tuple[Results, float]:
        fitted = {"value": efficiency, "status": "calibrated", "because": "fitted"}
        results = planned(lcpq, {"tiers.0.network.efficiency": fitted})
        ports = results[f"{TIER}/healthy:healthy", "nic_write_stage"]
        assert ports is not None
        return results, 2 * ports

    results, ports = planned_with(0.2)
    cache, drives = shares(results)
    committed = 1 / (0.94 / (cache * 6.3e9) + 0.06 / (drives * 5.6e9))
    assert cache * ports < committed < ports
    assert results[TIER, "cached_write_bandwidth"] == pytest.approx(committed)
    slow, ports = planned_with(0.1)
    assert slow[TIER, "cached_write_bandwidth"] == pytest.approx(ports)
    assert "without them" not in caches_sentence(slow, TIER)


def test_hits_and_misses_at_once(lcpq: Scenario) -> None:
    """Overlapped, the SSDs limit: 6.3 GB/s take 94 % of what clients write."""
    results = planned(lcpq, {f"{CACHE}.combine": "overlapped"})
    assert results[TIER, "cached_write_bandwidth_bound"] == pytest.approx(6.3e9 / 0.94)


def test_the_network_limits_what_fills_the_caches(lcpq: Scenario) -> None:
    """SSDs that are faster than the ports fill at the rate of the ports: 25 GB/s."""
    fast = {f"{CACHE}.write_bandwidth": "7 GB/s", f"{CACHE}.write_hit": 1.0}
    results = planned(lcpq, fast)
    assert results[TIER, "cached_write_bandwidth_bound"] == pytest.approx(25e9)
    _, drives = shares(results)
    ports = results[TIER, "nic_write_delivery"]
    assert ports is not None
    filling = ports * 25e9 - drives * 5.6e9
    assert results[TIER, "filling_bandwidth"] == pytest.approx(filling)


def test_writethrough_absorbs_nothing(lcpq: Scenario) -> None:
    """Every byte goes to the drives: writing is no faster, and there is no burst."""
    results = planned(lcpq, {f"{CACHE}.mode": "writethrough"})
    assert results[TIER, "cached_write_bandwidth_bound"] == pytest.approx(5.6e9)
    assert results[TIER, "cached_read_bandwidth_bound"] == pytest.approx(
        1 / (0.99 / 6.3e9 + 0.01 / 5.6e9)
    )
    assert (TIER, "time_to_fill") not in results.values
    assert "fills" not in caches_sentence(results, TIER)


def test_drives_that_keep_up(lcpq: Scenario) -> None:
    """Where the drives are faster than the caches, these never fill."""
    results = planned(lcpq, {"tiers.0.drives.write_bandwidth": "400 MB/s"})
    assert results[TIER, "caches_hold"] == 1
    assert "the drives keep up" in caches_sentence(results, TIER)


@pytest.mark.parametrize("measured", [1.3, 3.0])
@pytest.mark.parametrize("adapter", [1.22, 6.0])
@pytest.mark.parametrize(("servers", "drives"), [(2, 30), (2, 10), (3, 50), (2, 40)])
def test_drives_behind_caches_are_counted_server_by_server(
    lcpq: Scenario, servers: int, drives: int, measured: float, adapter: float
) -> None:
    """3 targets on 2 servers: one is held back by its adapters, the other by its one target."""
    tier = {
        "name": "disk",
        "file_system": "lustre",
        "blocks": 2,
        "servers": {"name": "server", "per_block": servers},
        "adapters": {
            "part": "broadcom-9300-8e",
            "per_server": 2,
            "bandwidth": {"value": f"{adapter} GB/s", "because": "tried"},
        },
        "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1, "ports": 1},
        "enclosures": {"part": "wd-data102", "per_block": 1},
        "drives": {"part": "seagate-exos-x18-18tb", "per_enclosure": drives},
        "target": {"layout": "raidz2:10"},
        "measured_target": {f"{way}_bandwidth": f"{measured} GB/s" for way in ("read", "write")},
        "cache": {
            "name": "ssd",
            "capacity": "1 TB",
            "per_server": 2,
            "per_drive": "10 GB",
            "read_hit": 0,
            "write_hit": 0,
            "read_bandwidth": "30 GB/s",
            "write_bandwidth": "30 GB/s",
        },
    }
    results = planned(lcpq, {"published": [], "tiers": [tier]})
    whole = drives // 10
    split = [whole // servers + (n < whole % servers) for n in range(servers)]
    carried = {"read": 2 * adapter, "write": 2 * adapter / (10 / 8)}
    behind = {
        way: 2e9 * sum(min(n * measured, most) for n in split) for way, most in carried.items()
    }
    at = "site/tiers:disk"
    for way, most in behind.items():
        assert results[at, f"cached_{way}_bandwidth_bound"] == pytest.approx(most)
        assert results[at, f"{way}_bandwidth_bound"] == pytest.approx(most)
    assert (results[at, "cache_drain_bandwidth"] or 0.0) <= behind["write"] * (1 + 1e-9)


def test_a_burst(lcpq: Scenario) -> None:
    """A burst that the caches hold is written at their rate, a longer one is slower."""
    small = planned(lcpq, {f"{CACHE}.burst": "10 TB", f"{CACHE}.drain_share": 0})
    assert small[TIER, "burst_fits"] == 1
    assert small[TIER, "burst_bandwidth"] == pytest.approx(small[TIER, "cached_write_bandwidth"])
    large = planned(lcpq, {f"{CACHE}.burst": "50 TB", f"{CACHE}.drain_share": 0})
    assert large[TIER, "burst_fits"] == 0
    fast, slow = (large[TIER, n] for n in ("cached_write_bandwidth", "write_bandwidth_after_burst"))
    assert (slow or 0) < (large[TIER, "burst_bandwidth"] or 0) < (fast or 0)


def test_what_is_unknown_stays_so(lcpq: Scenario) -> None:
    """Without a hit rate for writes nothing is said of them; reads are known."""
    results = planned(lcpq, {f"{CACHE}.write_hit": None})
    assert results[TIER, "cached_write_bandwidth"] is None
    assert results[TIER, "time_to_fill"] is None
    assert results[TIER, "cached_read_bandwidth"]
    assert "is unknown" in caches_sentence(results, TIER)


def test_mean_latency(lcpq: Scenario) -> None:
    """1 % of 8 ms on top of each look into the cache."""
    times = {f"{CACHE}.read_latency": "100 us", f"{CACHE}.drive_latency": "8 ms"}
    results = planned(lcpq, times)
    assert results[TIER, "mean_read_latency"] == pytest.approx(180e-6)


def test_cache_drives_take_bays(lcpq: Scenario) -> None:
    """14 disks and 5 SSDs need 19 bays: 16 have room for the disks alone, 24 for both."""
    assert evaluate(lcpq)[TIER, "cache_drives_fit"] is None
    for server, both in (("supermicro-ssg-121e-ne316r", 0), ("dell-r7615", 1)):
        results = planned(lcpq, {"tiers.0.servers.part": server})
        assert results[TIER, "drives_fit"] == 1
        assert results[TIER, "cache_drives_fit"] == both
        said = [w for w in results.warnings if "fewer bays than drives and cache drives" in w]
        assert len(said) == 1 - both


NVME, SATA = "samsung-pm9a3-7680gb", "samsung-pm893-7680gb"


@pytest.mark.parametrize(
    ("drives", "cache", "adapters", "lanes"),
    [
        ("seagate-exos-x18-18tb", NVME, 0, 16 + 12 * 4),
        ("seagate-exos-x18-18tb", NVME, 1, 16 + 12 * 4 + 8),
        ("seagate-exos-x18-18tb", SATA, 0, 16),
        (NVME, NVME, 0, 16 + 2 * 12 * 4),
    ],
)
def test_cache_drives_take_pcie_lanes(
    lcpq: Scenario, drives: str, cache: str, adapters: int, lanes: int
) -> None:
    """12 NVMe drives as a cache take 48 lanes beside a card of 16; those on SATA take none."""
    tier: dict[str, Any] = {
        "name": "disk",
        "blocks": 1,
        "servers": {"part": "dell-r740", "per_block": 2},
        "processors": {"part": "intel-xeon-gold-6248", "per_server": 1},
        "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1},
        "drives": {"part": drives, "per_server": 12},
        "target": {"layout": "raidz2:12"},
        "cache": {"part": cache, "per_server": 12, "per_drive": "1 TB"},
    }
    if adapters:
        tier["adapters"] = {"part": "broadcom-9300-8i", "per_server": adapters}
    results = planned(lcpq, {"published": [], "tiers": [tier]})
    assert results["site/tiers:disk", "pcie_lanes_taken"] == lanes
    assert results["site/tiers:disk", "pcie_lanes_fit"] == (lanes <= 48)
    said = any("more PCIe lanes than the processors have" in line for line in results.warnings)
    assert said == (lanes > 48)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({f"{CACHE}.read_hit": 1.2}, "at most 1"),
        ({f"{CACHE}.mode": "write-back"}, "writeback"),
        ({f"{CACHE}.mode": "writethrough", f"{CACHE}.burst": "1 TB"}, "absorbs no writes"),
        ({f"{CACHE}.write_hit": None, f"{CACHE}.burst": "1 TB"}, "requires 'write_hit'"),
        (
            {f"{CACHE}.write_hit": None, f"{CACHE}.read_hit": None},
            "needs 'read_hit' or 'write_hit'",
        ),
        ({f"{CACHE}.background_share": 1}, "leaves no rate"),
        ({f"{CACHE}.write_bandwidth": "0 MB/s"}, "above 0"),
        ({"tiers.0.rates": {"create": "1 kIOPS"}}, "are metadata rates"),
        ({"tiers.1.rates": {"mdts": 2}}, "at least one of create"),
        ({"tiers.1.rates": {"create": "1 kIOPS", "scaling": 2}}, "at most 1"),
        ({"latencies": {"levels": []}}, "levels"),
        ({"latencies": {"clock": "0 GHz", "levels": [{"name": "a", "cycles": 1}]}}, "above 0"),
        ({"latencies": {"levels": [{"name": "a", "cycles": 1}] * 2}}, "names must differ"),
    ],
)
def test_what_cannot_be_is_refused(lcpq: Scenario, changes: dict[str, Any], words: str) -> None:
    """One clear line says what to write instead."""
    with pytest.raises(InputError) as refused:
        edited(lcpq, changes)
    assert words in str(refused.value)


def test_rates_of_beluga(beluga: Scenario) -> None:
    """71,000 creations on 4 targets are at most 142,000 on 8; what isn't measured is unknown."""
    results = evaluate(beluga)
    assert results[MDS, "metadata_create_rate"] == pytest.approx(142e3)
    assert results[MDS, "metadata_remove_rate"] is None
    said = metadata_sentence(results, MDS)
    assert "measured on 4" in said
    assert "an upper bound" in said
    assert "remove" not in said


def test_rates_with_less_than_proportion(beluga: Scenario) -> None:
    """A share of 0.5: 4 targets do 2.5 times one, 8 do 4.5 times."""
    results = planned(beluga, {"tiers.1.rates.scaling": 0.5})
    assert results[MDS, "metadata_create_rate"] == pytest.approx(71e3 / 2.5 * 4.5)
    assert "adds 50 % of the first" in metadata_sentence(results, MDS)
    same = planned(beluga, {"tiers.1.rates.mdts": 8})
    assert metadata_sentence(same, MDS).endswith("on 8 targets; measured on 8")


def test_latencies_of_cri() -> None:
    """The talk's table is cycles over 3 GHz; another clock moves all levels alike."""
    scenario = load_scenario(SCENARIOS / "cri.yaml")
    results = evaluate(scenario)
    path = "site/latencies:ladder/levels:DRAM"
    assert results[path, "access_time"] == pytest.approx(80e-9)
    slower = planned(scenario, {"latencies.clock": "1.5 GHz"})
    assert slower[path, "access_time"] == pytest.approx(160e-9)
    assert len(scenario.latencies.levels if scenario.latencies else ()) == 12
