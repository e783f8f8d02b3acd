"""The bandwidth chain: rates of links, Béluga's servers, and the laws of a least."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import planned, trees

PATH = "site/tiers:t"
HEALTHY = f"{PATH}/healthy:healthy"
WAYS = ("read", "write")
WITH_ADAPTERS = "disks cabled"
CALIBRATED = "disks cabled calibrated"
MEASURED = "disks measured"


def evaluated(words: str, **given_: float) -> dict[tuple[str, str], float]:
    """Evaluate a site of one tier, and give its values by the name of the instance."""
    return planned.of_tier(words, given_)


def stages(values: Mapping[tuple[str, str], float], way: str) -> dict[str, float]:
    """Give the rates of a chain's stages, by name."""
    suffix = f"_{way}_stage"
    return {
        name.removesuffix(suffix): x
        for (path, name), x in values.items()
        if path == HEALTHY and name.endswith(suffix)
    }


LINKS = [
    # lanes, line rate in Gbit/s (or GT/s), payload, block, published GB/s
    ("SDR", 4, 2.5, 8, 10, 1.0),
    ("DDR", 4, 5.0, 8, 10, 2.0),
    ("QDR", 4, 10.0, 8, 10, 4.0),
    ("FDR10", 4, 10.3125, 64, 66, 5.0),
    ("FDR", 4, 14.0625, 64, 66, 6.818),
    ("EDR", 4, 25.78125, 64, 66, 12.5),
    ("PCIe 1 x8", 8, 2.5, 8, 10, 2.0),
    ("PCIe 2 x8", 8, 5.0, 8, 10, 4.0),
    ("PCIe 3 x8", 8, 8.0, 128, 130, 7.877),
    ("PCIe 3 x16", 16, 8.0, 128, 130, 15.754),
    ("PCIe 4 x16", 16, 16.0, 128, 130, 31.508),
    ("PCIe 5 x16", 16, 32.0, 128, 130, 63.015),
    ("SAS-2 lane", 1, 6.0, 8, 10, 0.6),
    ("SAS-3 lane", 1, 12.0, 8, 10, 1.2),
    ("SAS-3 cable", 4, 12.0, 8, 10, 4.8),
    ("SAS-4 lane", 1, 22.5, 128, 150, 2.4),
]


@pytest.mark.parametrize(("link", "lanes", "rate", "payload", "block", "published"), LINKS)
def test_link_rates(
    link: str, lanes: float, rate: float, payload: float, block: float, published: float
) -> None:
    """Rates after the line code, as standards and vendors print them: SAS-3 is 1.2, not 1.5."""
    values = evaluated(
        WITH_ADAPTERS,
        nic_lanes=lanes,
        nic_signalling=rate * 1e9 / 8,
        nic_code_payload=payload,
        nic_code_block=block,
    )
    assert values[PATH, "nic_port_bandwidth"] / 1e9 == pytest.approx(published, abs=5e-4)


def test_belugas_cables() -> None:
    """Béluga: 4 adapters of 2 ports and 8 lanes are 8 cables and 38.4 GB/s a server; 848 paths."""
    values = evaluated(WITH_ADAPTERS)
    assert values[PATH, "sas_lanes"] == 4
    assert values[PATH, "sas_cable_bandwidth"] == pytest.approx(4.8e9)
    assert values[PATH, "sas_rate"] == pytest.approx(38.4e9)
    assert values[PATH, "sas_cables_per_block"] == 16
    assert values[PATH, "sas_paths_per_server"] == 848
    assert values[PATH, "hba_rate"] == pytest.approx(24e9)
    assert values[PATH, "hba_pcie_rate"] == pytest.approx(4 * 7.877e9, rel=1e-4)


@pytest.mark.parametrize(("channels", "write", "read"), [(12.0, 6.2, 9.5), (6.0, 5.0, 7.66)])
def test_belugas_processors(channels: float, write: float, read: float) -> None:
    """Béluga's servers write 6.2 and read 9.5 GB/s; with half the channels 5.0 and 7.66."""
    values = evaluated(CALIBRATED, memory_channels=channels)
    assert stages(values, "write")["cpu_memory"] / 1e9 == pytest.approx(write, rel=1e-3)
    assert stages(values, "read")["cpu_memory"] / 1e9 == pytest.approx(read, rel=1e-3)
    assert values[PATH, "memory_time_share"] == pytest.approx(0.24, rel=1e-12)


def test_belugas_limit_is_the_processor() -> None:
    """Adapters and cables allow far more than a server writes; what is calibrated is committed."""
    values = evaluated(CALIBRATED)
    write = stages(values, "write")
    assert min(write, key=write.__getitem__) == "cpu_memory"
    assert values[HEALTHY, "server_write_bandwidth"] == pytest.approx(6.2e9)
    assert values[HEALTHY, "server_write_delivery"] == 1


def test_times_of_one_resource_add() -> None:
    """1/B = a + k/M: neither CPU nor memory alone is the limit."""
    values = evaluated(WITH_ADAPTERS, processor_write_time=1e-10, memory_write_traffic=16.0)
    memory = values[PATH, "memory_bandwidth"]
    stage = stages(values, "write")["cpu_memory"]
    assert 1 / stage == pytest.approx(1e-10 + 16 / memory)
    assert stage < min(1e10, memory / 16)


def test_astras_port() -> None:
    """Astra: a server's targets could write 14.4 GiB/s, its port carries 12.5 GB/s, 20: 250."""
    gib = 2.0**30
    figures = {
        "blocks": 10.0,
        "drives_per_server": 16.0,
        "target_read_bandwidth": 7.5 * gib,
        "target_write_bandwidth": 7.2 * gib,
        "fabric_links": 36.0,
        "delivery_factor": 0.75,
        "processor_read_time": math.nan,
        "processor_write_time": math.nan,
        "nic_pcie_lanes": math.nan,
    }
    values = planned.of_tier("disks inside measured", figures, target={"layout": "raidz1:8"})
    assert values[PATH, "targets_per_server"] == 2
    assert stages(values, "write")["targets"] == pytest.approx(14.4 * gib)
    assert values[HEALTHY, "server_write_bandwidth_bound"] == pytest.approx(12.5e9)
    assert values["site", "write_bandwidth_bound"] == pytest.approx(250e9)
    assert values["site", "write_bandwidth"] == pytest.approx(0.75 * 250e9)


@pytest.mark.parametrize("words", trees.CHAINS)
@pytest.mark.parametrize("way", WAYS)
def test_the_bound_is_the_least_stage(words: str, way: str) -> None:
    """No stage raises the bandwidth: the bound is the least of them, the tier so many servers."""
    values = evaluated(words)
    rates = stages(values, way)
    assert len(rates) >= 3
    bound = values[HEALTHY, f"server_{way}_bandwidth_bound"]
    assert bound == min(rates.values())
    servers = values[HEALTHY, "working_servers"]
    assert values[PATH, f"{way}_bandwidth_bound"] == pytest.approx(bound * servers)
    assert values[PATH, f"{way}_bandwidth"] <= values[PATH, f"{way}_bandwidth_bound"]


LIFTS = {
    "cpu_memory": ("processor_write_time", 0.0),
    "nic": ("nic_ports", 1e3),
    "nic_pcie": ("nic_pcie_lanes", 1e6),
    "fabric": ("fabric_links", 1e6),
    "hba": ("hba_bandwidth", 1e13),
    "hba_pcie": ("hba_pcie_lanes", 1e6),
    "sas": ("hba_lanes", 1e6),
    "drives": ("drive_write_bandwidth", 1e13),
}


def test_lifting_the_limit_lifts_the_bound() -> None:
    """Lift the limiting stage again and again: the bound rises each time to the next one."""
    lifted: dict[str, float] = {"memory_write_traffic": 1e-3}
    bounds, limits = [], []
    for _ in range(6):
        values = evaluated(WITH_ADAPTERS, **lifted)
        rates = stages(values, "write")
        limit = min(rates, key=rates.__getitem__)
        bounds.append(rates[limit])
        limits.append(limit)
        name, value = LIFTS[limit]
        lifted[name] = value
    assert all(later > sooner for sooner, later in pairwise(bounds)), limits
    assert len(set(limits)) == len(limits)


@settings(max_examples=30)
@given(
    st.sampled_from(
        ["fabric_links", "nic_ports", "nic_signalling", "hba_bandwidth", "drive_write_bandwidth",
         "memory_channels", "delivery_factor", "hba_efficiency"]
    ),
    st.floats(0.05, 1.0),
)  # fmt: skip
def test_less_of_anything_is_never_more(name: str, share: float) -> None:
    """A slower part never makes a faster tier."""
    at_hand = {
        **planned.planned(planned.like(WITH_ADAPTERS)).children["tiers"][0].inputs,
        "delivery_factor": 0.75,
        "hba_efficiency": 1.0,
    }
    whole, less = (evaluated(WITH_ADAPTERS, **{name: at_hand[name] * f}) for f in (1, share))
    for way in WAYS:
        assert less[PATH, f"{way}_bandwidth"] <= whole[PATH, f"{way}_bandwidth"] * (1 + 1e-15)


def test_an_unknown_stage_is_left_out() -> None:
    """What isn't known limits nothing: the bound is that of the known stages, "at most"."""
    known = evaluated(WITH_ADAPTERS, fabric_link_bandwidth=1.0)
    unknown = evaluated(WITH_ADAPTERS, fabric_link_bandwidth=math.nan)
    assert known[HEALTHY, "server_write_bandwidth_bound"] == pytest.approx(18 / 8)
    rates = stages(unknown, "write")
    assert math.isnan(rates["fabric"])
    least = min(x for x in rates.values() if not math.isnan(x))
    assert unknown[HEALTHY, "server_write_bandwidth_bound"] == least


def test_what_is_measured_is_committed_whole() -> None:
    """Where a measured stage limits, all of it is committed; else the delivery factor counts."""
    slow = evaluated(MEASURED, target_write_bandwidth=1e6, delivery_factor=0.75)
    fast = evaluated(MEASURED, target_write_bandwidth=1e12, delivery_factor=0.75)
    assert slow[HEALTHY, "server_write_delivery"] == 1
    assert fast[HEALTHY, "server_write_delivery"] == 0.75


def test_a_lost_server() -> None:
    """Without failover, what is left of the servers serves; the fabric is shared by fewer."""
    values = planned.of_tier(WITH_ADAPTERS, states={"failover": False})
    lost = f"{PATH}/states:server down"
    assert values[lost, "working_servers"] == values[PATH, "servers"] - 1
    assert values[lost, "fabric_write_stage"] > values[HEALTHY, "fabric_write_stage"]
    assert values[lost, "degraded_write_bandwidth"] < values[PATH, "write_bandwidth"]


def test_parity_is_written_and_not_read() -> None:
    """8+3 writes 11/8 bytes for each of a client, and reads one."""
    values = evaluated(WITH_ADAPTERS)
    assert values[PATH, "write_amplification"] == pytest.approx(11 / 8)
    write, read = stages(values, "write"), stages(values, "read")
    assert values[HEALTHY, "drives_read_rate"] == read["drives"]
    assert values[HEALTHY, "drives_write_rate"] / write["drives"] == pytest.approx(11 / 8)


def test_overlapped_cpu_and_memory_take_the_slower() -> None:
    """Where CPU and memory overlap, the slower one limits; where they share, both cost time."""
    figures = {"processor_write_rate": 8e9, "memory_write_traffic": 16.0}
    shared = evaluated(WITH_ADAPTERS, **figures)
    overlapped = evaluated("disks cabled overlapped", **figures)
    memory = shared[PATH, "memory_bandwidth"] / 16.0
    assert stages(shared, "write")["cpu_memory"] == pytest.approx(1 / (1 / 8e9 + 1 / memory))
    assert stages(overlapped, "write")["cpu_memory"] == pytest.approx(min(8e9, memory))


def test_partial_stripes_move_more_bytes() -> None:
    """RAID 6 moves 6 bytes for each of a small write: it reads old ones and writes new ones."""
    small = {"partial_stripe_share": 1.0, "partial_stripe_amplification": 6.0}
    values = evaluated(WITH_ADAPTERS, **small)
    write = stages(values, "write")
    assert values[HEALTHY, "drives_write_rate"] / write["drives"] == pytest.approx(6)
    assert write["hba"] == pytest.approx(24e9 / 6)
    half = evaluated(WITH_ADAPTERS, **{**small, "partial_stripe_share": 0.5})
    assert half[PATH, "mixed_write_amplification"] == pytest.approx((6 + 11 / 8) / 2)
