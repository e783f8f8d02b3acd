"""The size of a drive, by that of the partition which ZFS made on it.

Drives are sold in multiples of 10^9 bytes, and hold slightly more: by the rule of IDEMA, those of
10 TB and more often in whole GiB. `zpool` makes a partition of a whole disk by a rule, too; a
partition that fits both to the byte tells the drive.
"""

from __future__ import annotations

import math
from functools import lru_cache

from model.formulas.space.partition import partition_capacity
from model.zfs.partitions import PARTITIONINGS

WHOLE_DISK = "linux"
"""The scheme by which `zpool` partitions a whole disk under Linux."""
GB, GIB, SECTOR = 10**9, 2**30, 512
_IDEMA_FIRST, _IDEMA_STEP, _IDEMA_FROM = 97_696_368, 1_953_504, 50
"""Sectors of a drive of 50 GB, and further ones for each GB (IDEMA LBA1-03)."""


def usual_sizes(nominal: int) -> tuple[int, ...]:
    """Return the bytes that drives of so many GB usually have."""
    idema = (_IDEMA_FIRST + _IDEMA_STEP * (nominal - _IDEMA_FROM)) * SECTOR
    return idema, math.ceil(nominal * GB / GIB) * GIB


@lru_cache(4096)
def of_partition(size: int) -> int | None:
    """Return the bytes of the drive that a partition of a whole disk lies on, if it is a usual one.

    >>> of_partition(16_000_890_175_488)
    16000900661248
    """
    of_idema = (size // SECTOR - _IDEMA_FIRST) // _IDEMA_STEP + _IDEMA_FROM
    of_gib = size // GB
    nominal = {*range(of_idema - 1, of_idema + 3), *range(of_gib - 2, of_gib + 3)}
    found = {
        drive
        for one in nominal
        if one >= _IDEMA_FROM
        for drive in usual_sizes(one)
        if partition(drive) == size
    }
    return min(found) if len(found) == 1 else None


def partition(drive: int) -> int:
    """Return the bytes of the partition for data of a whole disk."""
    return int(partition_capacity(float(drive), **PARTITIONINGS[WHOLE_DISK].inputs))
