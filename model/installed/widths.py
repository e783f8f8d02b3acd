"""The width of a RAIDZ vdev at creation: its ratio of usable space stays after an expansion."""

from __future__ import annotations

from functools import lru_cache

from model.installed.pool_tree import Size
from model.pools.pool import zfs_pool

UNIT = 512
"""Bytes of space that a ratio counts."""
WIDEST = 255
ASHIFTS = (12, 9, 13)
"""Binary logarithms of the usual sector sizes, the most usual first."""
EXACT, ROUNDED = 1e-6, 1e-3
"""Relative error of a ratio of two sizes: in bytes, or printed with a unit."""


def widths_at_creation(parity: int, width: int, size: Size, usable: Size) -> list[int]:
    """Return the widths by which a vdev may count its usable space, the widest first.

    Some neighbours have one ratio, as raidz2:6 and raidz2:7 do: then capacities are equal, too.
    """
    if not size.bytes or not usable.bytes or width > WIDEST:
        return []
    ratio = usable.bytes / size.bytes
    near = EXACT if size.exact and usable.exact else ROUNDED
    for ashift in ASHIFTS:
        errors = {
            one: abs(_ratio(parity, one, ashift) / ratio - 1)
            for one in range(max(parity + 1, 2), width + 1)
        }
        least = min(errors.values(), default=1.0)
        if least <= near:
            fit = [one for one, error in errors.items() if error <= least + EXACT]
            return fit[::-1] if errors.get(width, 1.0) > near else [width, *fit[::-1]]
    return []


@lru_cache(4096)
def _ratio(parity: int, width: int, ashift: int) -> float:
    """Return usable bytes per byte of a new vdev."""
    return zfs_pool(f"raidz{parity}:{width}", "10 TB", ashift=ashift).vdevs[0].ratio / UNIT
