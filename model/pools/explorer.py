"""All RAIDZ layouts of a drive at once: the usable share of raw capacity, and the good widths.

A width is marked as good if a block takes less space, including parity and padding, than in any
narrower vdev of the same parity. The widths in between use more drives without any gain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from model.engine.sweep import sweep
from model.engine.tree import Address
from model.pools.instances import tree_of
from model.pools.layouts import Drive, bytes_of, check_size
from model.records import dataclass
from model.zfs.releases import NEWEST

Shares = NDArray[np.float64]
Marks = NDArray[np.bool_]

GROUP = "pool/groups:group 1"
PARITIES = (1, 2, 3)
RECORDS = tuple(2.0**n for n in range(12, 25))
AVAILABLE, STORED, DRIVES = (
    ("pool", name) for name in ("pool_available", "stored_per_available", "pool_drives")
)
LEAF: Address = (GROUP, "leaf_capacity")
REFERENCE, RECORD = ((GROUP, f"{block}_allocation") for block in ("reference", "record"))


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """Shares of raw capacity by parity and width; `stored` also by record size. NaN: no such vdev.

    `usable` is USED + AVAIL of `zfs list`, `stored` the capacity for files of full records.
    """

    parities: tuple[int, ...]
    widths: tuple[int, ...]
    records: tuple[float, ...]
    usable: Shares
    usable_marked: Marks
    stored: Shares
    stored_marked: Marks


def _marks(allocated: Shares) -> Marks:
    """Mark the values along the second axis that are lower than all previous ones."""
    before = np.fmin.accumulate(allocated, axis=1)
    known = np.where(np.isnan(before), np.inf, before)
    first = np.full_like(known[:, :1], np.inf)
    marks: Marks = allocated < np.concatenate([first, known[:, :-1]], axis=1)
    return marks


def explore(
    drive: Drive,
    *,
    widest: int = 24,
    vdevs: int = 1,
    ashift: int = 12,
    records: Sequence[float] = RECORDS,
    release: str = NEWEST,
    partitioning: str = "none",
    luks: Drive | None = None,
) -> Layouts:
    """Evaluate the pool's quantities for every parity, width and record size in one run.

    Parameters
    ----------
    drive
        Capacity of each drive: a text ("24 TB"), whole bytes, or a part of the catalog.
    widest
        Drives of the widest vdev; the narrowest has 2.
    vdevs
        Number of equal vdevs of the pool.
    ashift, release, partitioning, luks
        As in `model.pools.pool.zfs_pool`.
    records
        Record sizes in bytes.

    Raises
    ------
    LayoutError, UnitError, ValueError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    size = bytes_of(drive)
    root = tree_of("raidz1:3", size, release=release, partitioning=partitioning, luks=luks)
    widths = range(2, widest + 1)
    grid = np.meshgrid(PARITIES, widths, records, indexing="ij")
    exists = grid[0] < grid[1]
    parity, width, record = (values[exists].astype(np.float64) for values in grid)
    axes: dict[Address, Shares | float] = {
        ("pool", "record_size"): record,
        ("pool", "sector_size"): float(1 << ashift),
        (GROUP, "vdevs"): float(vdevs),
        (GROUP, "vdev_parity"): parity,
        (GROUP, "vdev_columns"): width,
        (GROUP, "vdev_drives"): width,
    }
    found = sweep(root, axes, [AVAILABLE, STORED, DRIVES, LEAF, REFERENCE, RECORD])
    check_size(float(found[LEAF][0]))

    def spread(values: Shares) -> Shares:
        cube = np.full(exists.shape, np.nan)
        cube[exists] = values
        return cube

    usable = found[AVAILABLE] / (found[DRIVES] * size)
    return Layouts(
        PARITIES,
        tuple(widths),
        tuple(records),
        spread(usable)[:, :, 0],
        _marks(spread(found[REFERENCE])[:, :, 0]),
        spread(usable * found[STORED]),
        _marks(spread(found[RECORD])),
    )
