"""Capacities: from raw to what users keep, each step a quantity, and the steps add up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.pools.pool import zfs_pool
from tests.planned import evaluated as evaluated_site
from tests.planned import like, of_tier, planned
from tests.strategies import groups

TIER = "site/tiers:t"
STEPS = (
    "spare_capacity",
    "distributed_spare_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "file_system_reserve",
    "headroom_capacity",
    "snapshot_capacity",
    "live_capacity",
)


def evaluated(
    layout: str = "raidz3:11", *, release: str = "2.4", lustre: bool = True, **given_: float
) -> dict[tuple[str, str], float]:
    file_system = "lustre" if lustre else "none"
    target = {"layout": layout, "release": release, "record_size": "1 MiB"}
    given_ = {"drives_per_enclosure": 106, **given_}
    room = {"per_enclosure": 1000}  # for any layout: what doesn't fit is refused by the plan
    return of_tier("disks cabled", given_, file_system=file_system, target=target, drives=room)


def test_belugas_target() -> None:
    """Béluga published 75 TB a target of 8+3 drives of 10 TB; release 0.7 gives 76.79."""
    values = evaluated(release="0.7", blocks=1.0)
    target = values[TIER, "usable_capacity"] / values[TIER, "targets"]
    assert target == pytest.approx(75e12, rel=0.03)
    assert target == pytest.approx(76.79e12, abs=5e9)
    assert values[TIER, "usable_capacity"] == pytest.approx(1.4e15, rel=0.05)


def test_a_tier_is_its_pools() -> None:
    """What the tier reports is so many pools, each as the pool alone says."""
    values = evaluated("2 x raidz2:10", release="2.1")
    pool = zfs_pool("2 x raidz2:10", "10 TB", release="2.1")
    targets = values[TIER, "targets"]
    assert targets == 4 * (212 // 20)
    assert values[TIER, "usable_capacity"] == pool.lustre * targets
    plain = evaluated("2 x raidz2:10", release="2.1", lustre=False)
    assert plain[TIER, "usable_capacity"] == pool.available * targets
    assert plain[TIER, "file_system_reserve"] == 0


@settings(max_examples=40)
@given(
    groups(widest=20),
    st.booleans(),
    st.floats(0.1, 1.0),
    st.integers(10**11, 3 * 10**13),
    st.floats(0, 1, allow_subnormal=False),
)
def test_the_way_down_adds_up(
    layout: object, lustre: bool, limit: float, drive: int, reserve: float
) -> None:
    """Spares, parity, formatting, reserves, headroom, snapshots and live files make the whole."""
    values = evaluated(
        str(layout),
        lustre=lustre,
        fill_limit=limit,
        drive_capacity=float(drive),
        snapshot_reserve=reserve,
    )
    raw = values[TIER, "raw_capacity"]
    assert sum(values[TIER, step] for step in STEPS) == pytest.approx(raw, rel=1e-12)
    assert values[TIER, "usable_capacity"] <= raw
    planned = values[TIER, "snapshot_capacity"] + values[TIER, "live_capacity"]
    assert planned == pytest.approx(values[TIER, "planned_capacity"], rel=1e-12)
    for step in STEPS:
        assert values[TIER, step] >= -1e-9 * raw, step


@pytest.mark.parametrize("layout", ["2 x raidz2:10", "draid2:8d:53c:3s", "raidz3:11 + mirror:2"])
@pytest.mark.parametrize("lustre", [True, False])
def test_each_answer_is_that_of_the_pools(layout: str, lustre: bool) -> None:
    """`zfs list` says the sum of the pools; 128 KiB records fit as the pool alone says."""
    values = evaluated(layout, release="2.1", lustre=lustre)
    pool = zfs_pool(layout, "10 TB", release="2.1")
    targets = values[TIER, "targets"]
    assert values[TIER, "listed_capacity"] == targets * pool.available
    for name, record in (("reference_capacity", "128 KiB"), ("stored_capacity", "1 MiB")):
        share = values[TIER, name] / values[TIER, "usable_capacity"]
        assert share == pytest.approx(pool.stored[record] / pool.available, rel=1e-9)


def test_snapshots_take_what_is_planned() -> None:
    """The reserve is a share of what is planned; users keep what is left, compressed."""
    plain, reserved = evaluated(), evaluated(snapshot_reserve=0.2, compression_ratio=1.5)
    planned = plain[TIER, "planned_capacity"]
    assert plain[TIER, "live_capacity"] == planned == reserved[TIER, "planned_capacity"]
    assert reserved[TIER, "live_capacity"] == pytest.approx(0.8 * planned)
    assert reserved[TIER, "compressed_capacity"] == pytest.approx(1.2 * planned)
    assert reserved["site", "live_capacity"] == reserved[TIER, "live_capacity"]


def test_compression_is_beside() -> None:
    """Compression multiplies what users keep, and changes no other capacity."""
    plain, squeezed = evaluated(), evaluated(compression_ratio=1.43)
    for name in ("usable_capacity", "planned_capacity", "stored_capacity"):
        assert squeezed[TIER, name] == plain[TIER, name]
    assert squeezed[TIER, "compressed_capacity"] == pytest.approx(
        1.43 * plain[TIER, "planned_capacity"]
    )


def test_a_partition_is_kept_back() -> None:
    """What ZFS isn't given of each drive is missing below, but not in the raw capacity."""
    numbers, whole = of_tier("disks cabled", target={"kept_back": "2 GB"}), evaluated()
    assert numbers[TIER, "raw_capacity"] == whole[TIER, "raw_capacity"]
    assert numbers[f"{TIER}/pools:target/groups:group 1", "leaf_capacity"] == 10e12 - 2e9


def test_metadata_is_apart() -> None:
    """The site's capacity is that of its data tiers."""
    tiers = like("disks", "a"), like("disks", "b"), like("disks metadata", "m")
    values = evaluated_site(planned(*tiers))
    for name in ("raw_capacity", "usable_capacity", "planned_capacity", "read_bandwidth"):
        parts = [values[f"site/tiers:{tier}", name] for tier in "ab"]
        assert values["site", name] == pytest.approx(sum(parts))
