"""A pool that grew by RAIDZ expansion, larger drives, or added vdevs.

AVAIL is still computed from the original layout; `stored` is the real capacity (see
`model.pools.growth_history`).
"""

from __future__ import annotations

from model.pools.instances import setup_of
from model.pools.layouts import Drive, Vdevs
from model.pools.pool import PoolFigures, check_ashift, check_record, grown_pool
from model.zfs.releases import NEWEST


def zfs_growth(
    before: str | Vdevs,
    after: str | Vdevs,
    drive: Drive | None = None,
    *,
    ashift: int = 12,
    recordsize: str | int = "1 MiB",
    release: str = NEWEST,
    partitioning: str = "none",
    luks: str | int | None = None,
) -> PoolFigures:
    """Compute what OpenZFS reports of a pool that grew, and the real capacity for new files.

    >>> grown = zfs_growth("raidz1:3", "raidz1:5", "1 TB")
    >>> f"{grown.stored['128 KiB'] / grown.available:.2f}"
    '1.20'

    Parameters
    ----------
    before, after
        The layouts. `after` starts with the vdevs of `before`, in the same order, followed by
        the added ones. Drives that were replaced are spelled out: "raidz1:3 of 4 TB".
    drive, ashift, recordsize, release, partitioning, luks
        As in `zfs_pool`.

    Raises
    ------
    LayoutError, UnitError, ValueError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    check_ashift(ashift)
    record = check_record(recordsize)
    return grown_pool(before, after, drive, setup_of(release, partitioning, luks), ashift, record)
