"""What formats keep and choose where a scenario says nothing: figures that reach the formulas."""

from __future__ import annotations

import pytest

from tests.one_tier import planned

KIB, MIB = 2.0**10, 2.0**20
RAID = "{{redundancy: raid, layout: 'raid6:10', {}}}"


def _input(target: str, file_system: str, holds: str, name: str) -> float | None:
    """Give an input of the planned tier, wherever in it."""
    results = planned(target, file_system, holds=holds)
    for path, instance in results.plan.root.walk():
        if path.startswith(("site/tiers:t", "site/metadata:t")) and name in instance.inputs:
            return instance.inputs[name]
    return None


@pytest.mark.parametrize(
    ("target", "file_system", "holds", "name", "value"),
    [
        # mdadm keeps 129 MiB of each drive: 128 MiB of headroom, superblock and bitmap.
        ("format: xfs, made_by: mdadm", "none", "data", "raid_kept_back", 129 * MIB),
        ("format: xfs", "none", "data", "raid_kept_back", None),
        ("format: xfs, made_by: mdadm, kept_back: 1 MiB", "none", "data", "raid_kept_back", MIB),
        # mkfs.lustre: an MDT has inodes of 1 KiB, one for each 2,560 bytes, and a journal of 4 GiB.
        ("format: ldiskfs", "lustre", "metadata", "ext_inode_size", KIB),
        ("format: ldiskfs", "lustre", "metadata", "ext_inode_ratio", 2560.0),
        ("format: ldiskfs, inode_ratio: 4 KiB", "lustre", "metadata", "ext_inode_ratio", 4 * KIB),
        ("format: ldiskfs", "lustre", "metadata", "ldiskfs_most_journal", 4096 * MIB),
        ("format: ldiskfs", "lustre", "data", "ldiskfs_most_journal", None),
        ("format: ldiskfs", "lustre", "data", "ext_inode_size", 512.0),
        ("format: ldiskfs, inode_size: 256 B", "lustre", "data", "ext_inode_size", 256.0),
        # Vendors keep 1 % for root; EXAScaler has an inode for each 128 KiB of an OST.
        ("format: ldiskfs", "lustre", "data", "ext_reserve", None),
        ("format: ldiskfs, made_by: clusterstor", "lustre", "data", "ext_reserve", 0.01),
        ("format: ldiskfs, made_by: exascaler", "lustre", "data", "ext_reserve", 0.01),
        (
            "format: ldiskfs, made_by: exascaler, reserve: 2 %",
            "lustre",
            "data",
            "ext_reserve",
            0.02,
        ),
        ("format: ldiskfs, made_by: clusterstor", "lustre", "data", "ext_inode_ratio", None),
        ("format: ldiskfs, made_by: exascaler", "lustre", "data", "ext_inode_ratio", 128 * KIB),
        ("format: ldiskfs, made_by: exascaler", "lustre", "metadata", "ext_inode_ratio", 2560.0),
    ],
)
def test_formats_of_raid_groups(
    target: str, file_system: str, holds: str, name: str, value: float | None
) -> None:
    assert _input(RAID.format(target), file_system, holds, name) == value


@pytest.mark.parametrize(
    ("layout", "name", "value"),
    [
        ("3 x raid6:4", "raid_groups", 3),
        ("raid60:2x6", "raid_groups", 2),
        ("raid60:2x6", "raid_drives", 6),
        ("raid60:2x6", "raid_data_drives", 4),
        ("raid6:12", "raid_survives", 2),
        ("raid10:12", "raid_survives", 1),
        ("declustered:4d+2p:12c:1s", "raid_spares", 1),
    ],
)
def test_figures_of_raid_groups(layout: str, name: str, value: float) -> None:
    target = f"{{redundancy: raid, layout: '{layout}', format: xfs}}"
    assert _input(target, "none", "data", name) == value
