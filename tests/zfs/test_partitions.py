"""What systems cut off whole disks: each scheme from the sizes of its partitions."""

from __future__ import annotations

import pytest

from model.zfs.partitions import PARTITIONINGS, partitioning_of

KIB, MIB, GIB = 2**10, 2**20, 2**30
GPT = 33 * 512
"""The second table at the end of a disk of 512-byte blocks: a header and 32 blocks of entries."""
GPT_4KN = 5 * 4096
SCHEMES = {
    # name: ends, grain, logical block, gap
    "none": (0, 1, 1, 0),
    "linux": (MIB + 8 * MIB + GPT, MIB, 512, 0),
    "linux-4kn": (8 * (MIB + 8 * MIB) + GPT_4KN, 8 * MIB, 4096, 0),
    "linux-4kn-next": (MIB + 8 * MIB + GPT_4KN, 8 * MIB, 4096, 0),
    "truenas-core": (64 * KIB + 2 * GIB + GPT, 4096, 512, 0),
    "freebsd": (512 * KIB + 512 * KIB + 260 * MIB + 2 * GIB + GPT, MIB, 512, 0),
    "proxmox": (MIB + GIB + GPT, 512, 512, 0),
    "truenas-22.12": (64 * KIB + 2 * GIB + GPT, 4096, 512, 0),
    "truenas-23.10": (2 * MIB + 2 * GIB + GPT, MIB, 512, 0),
    "truenas-24.04": (2 * MIB + 2 * GIB + GPT, MIB, 512, 0),
    "truenas-24.10": (MIB + GPT, MIB, 512, 0),
    "truenas-25.04": (0, MIB, 512, 2 * GIB),
    "truenas-25.10": (0, MIB, 512, 2 * GIB),
}


@pytest.mark.parametrize("name", SCHEMES)
def test_schemes(name: str) -> None:
    ends, grain, block, gap = SCHEMES[name]
    assert partitioning_of(name).inputs == {
        "partition_ends": ends,
        "partition_grain": grain,
        "logical_block": block,
        "partition_gap": gap,
        "partition_gap_divisor": 100,  # 1 %, where less is left free than the gap
    }
    assert partitioning_of(name).name == name


def test_there_are_no_other_schemes() -> None:
    assert list(PARTITIONINGS) == list(SCHEMES)
    with pytest.raises(ValueError, match="no partitioning 'windows' is known: write one of none, "):
        partitioning_of("windows")
