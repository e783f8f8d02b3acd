"""What enclosures and disks have left, worked out by hand."""

from __future__ import annotations

import math

import pytest

from model.formulas.space import partition, racks, raid
from model.zfs.partitions import PARTITIONINGS


@pytest.mark.parametrize(("supplies", "left"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_supplies_of_an_enclosure_on_the_feed_that_is_left(supplies: int, left: int) -> None:
    """One of two feeds is lost: of three supplies one may be all that is left."""
    assert racks.enclosure_power_left(supplies, 800.0, 1.0, 2.0) == left * 800


@pytest.mark.parametrize(
    ("deepest", "known", "closes"), [(1.0, 1.0, 1), (1.001, 1.001, 0), (math.nan, 1.001, 0)]
)
def test_doors_close_behind_what_just_fits(deepest: float, known: float, closes: int) -> None:
    """A device of a metre in a metre; one that is deeper keeps them open, whatever is unknown."""
    assert racks.doors_close(1.0, deepest, known) == closes


def test_doors_may_close_where_a_depth_is_unknown() -> None:
    assert math.isnan(racks.doors_close(1.0, math.nan, 1.0))


def test_a_group_in_one_enclosure_is_lost_with_it() -> None:
    assert raid.pool_survives_enclosure_loss(2.0, 10.0) == 0
    assert raid.pool_survives_enclosure_loss(2.0, 2.0) == 1


GIB, MIB, KIB, SECTORS = 2.0**30, 2.0**20, 2.0**10, 33 * 512
"""A copy of the partition table: 32 sectors of entries and one of its header."""


@pytest.mark.parametrize(
    ("scheme", "cut", "grain", "block"),
    [
        ("none", 0, 1, 1),
        ("linux", MIB + 8 * MIB + SECTORS, MIB, 512),
        ("linux-4kn", 8 * MIB + 64 * MIB + 5 * 4096, 8 * MIB, 4096),
        ("linux-4kn-next", MIB + 8 * MIB + 5 * 4096, 8 * MIB, 4096),
        ("truenas-core", 64 * KIB + 2 * GIB + SECTORS, 4 * KIB, 512),
        ("freebsd", 261 * MIB + 2 * GIB + SECTORS, MIB, 512),
        ("proxmox", MIB + GIB + SECTORS, 512, 512),
        ("truenas-22.12", 64 * KIB + 2 * GIB + SECTORS, 4 * KIB, 512),
        ("truenas-23.10", MIB + 2 * GIB + MIB + SECTORS, MIB, 512),
        ("truenas-24.04", MIB + 2 * GIB + MIB + SECTORS, MIB, 512),
        ("truenas-24.10", MIB + SECTORS, MIB, 512),
        ("truenas-25.04", 2 * GIB, MIB, 512),
        ("truenas-25.10", 2 * GIB, MIB, 512),
    ],
)
def test_what_is_cut_off_a_disk(scheme: str, cut: float, grain: float, block: float) -> None:
    """Tables, alignment, reserve and swap to the byte: one block less, and a grain goes.

    libzfs: 1 MiB in front, 8 MiB reserved, eight times that where it counts blocks of 4 KiB.
    TrueNAS: 64 KiB or 1 MiB in front, 2 GiB of swap up to 24.04 with 1 MiB to align it, 2 GiB free
    since 25.04. FreeBSD's installer: 260 MiB and 512 KiB, aligned to 261 MiB, and 2 GiB; Proxmox's
    1 MiB and 1 GiB.
    """
    inputs = PARTITIONINGS[scheme].inputs
    disk = cut + 10**6 * grain
    assert partition.partition_capacity(disk, **inputs) == 10**6 * grain
    assert partition.partition_capacity(disk + block - 1, **inputs) == 10**6 * grain
    assert partition.partition_capacity(disk - block, **inputs) == 10**6 * grain - grain


def test_of_a_small_disk_one_hundredth_is_left_free() -> None:
    """2 GiB of 100 GiB would be more than 1 %: 1 GiB is left free."""
    inputs = PARTITIONINGS["truenas-25.04"].inputs
    assert partition.partition_capacity(100 * GIB, **inputs) == 99 * GIB
