"""The drive of a pool of which only SIZE is known."""

from __future__ import annotations

import pytest

from model.installed.drive_sizes import partition, usual_sizes
from model.installed.pool_fit import LARGEST_DRIVE, drive_of_size
from model.pools.pool import zfs_pool

Kinds = tuple[tuple[str, int], ...]


@pytest.mark.parametrize("sold", [4000, 22_000, 6_400, 960])
@pytest.mark.parametrize("kinds", [(("mirror", 2),) * 3, (("raidz2", 8),) * 2, (("disk", 1),)])
def test_the_drive_follows_from_the_size_of_a_pool(sold: int, kinds: Kinds) -> None:
    """Of several drives with one SIZE, as in mirrors, that which is sold; of a byte more, none."""
    for drive in usual_sizes(sold):
        vdevs = tuple((kind, (partition(drive),) * count) for kind, count in kinds)
        size = zfs_pool(vdevs, release="2.4", ashift=12, partitioning="none").size
        of_one = size // (len(kinds) * (1 if kinds[0][0] == "mirror" else kinds[0][1]))
        assert drive_of_size(kinds, size, of_one) in usual_sizes(sold)
        assert drive_of_size(kinds, size + 1, of_one) is None
    assert drive_of_size(kinds, LARGEST_DRIVE, LARGEST_DRIVE + 1) is None
