"""A single ZFS pool without a scenario: `zfs_pool("19 x raidz3:11", drive="10 TB")`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from model.errors import quoted
from model.pools.growth_history import grown_groups
from model.pools.instances import Setup, setup_of
from model.pools.layouts import (
    Drive,
    Vdevs,
    before_and_after,
    bytes_of,
    check_size,
    drive_bytes,
    groups_of,
    with_drives,
)
from model.pools.program import GROUP, POOL, PoolProgram, pool_program
from model.records import dataclass
from model.units.kinds import KIB, MIB
from model.zfs.releases import NEWEST
from model.zfs.vdevs import LayoutError

SECTORS = range(9, 17)
RECORD = "1 MiB"
"""The default record size."""
RECORDS = frozenset(2.0**n for n in range(9, 25))


@dataclass(frozen=True, slots=True)
class VdevFigures:
    """Figures that ZFS reports of a group of equal vdevs."""

    layout: str
    asize: int
    metaslab_shift: int
    metaslabs: int
    ratio: int


@dataclass(frozen=True, slots=True)
class PoolFigures:
    """Capacities of an empty pool in bytes, as reported by the tools of ZFS and Lustre.

    `raw` is the nominal capacity of all drives, `size` the SIZE of `zpool list -p`, `available`
    USED + AVAIL of `zfs list -p`, `lustre` the capacity after the reserve of Lustre's osd-zfs, and
    `stored` the capacity for files, by record size. `available_filled` is USED + AVAIL once special
    and dedup vdevs are full; None if there are none, or the release doesn't count them.
    """

    raw: int
    size: int
    available: int
    slop: int
    lustre: int
    vdevs: tuple[VdevFigures, ...]
    stored: Mapping[str, int]
    available_filled: int | None = None


@lru_cache(1024)
def _program_of(
    layout: str, release: str, partitioning: str, luks: str | int | None
) -> PoolProgram:
    setup = setup_of(release, partitioning, luks)
    return pool_program(groups_of(layout, setup.release), setup)


def program_of(
    layout: str | Vdevs, release: str, partitioning: str, luks: Drive | None
) -> PoolProgram:
    """Return the program of a layout; texts are cached."""
    if isinstance(layout, str):
        return _program_of(layout, release, partitioning, luks)
    setup = setup_of(release, partitioning, luks)
    return pool_program(groups_of(layout, setup.release), setup)


def figures_of(program: PoolProgram, drive: int | None, ashift: int, record: float) -> PoolFigures:
    """Evaluate the program of a layout for all reported figures of the pool."""
    sector = float(1 << ashift)
    found = program.pool(drive, sector, record)
    size, available, slop, lustre = found[: len(POOL)]
    vdevs = []
    for n, layout in enumerate(program.names):
        at = len(POOL) + n * len(GROUP)
        leaf, space, slab, slabs, ratio = found[at : at + len(GROUP)]
        check_size(leaf)
        shift = int(slab).bit_length() - 1
        vdevs.append(VdevFigures(layout, int(space), shift, int(slabs), int(ratio)))
    sizes = {"128 KiB": 128 * KIB, "1 MiB": MIB, _kib(record): record}
    stored = {
        text: int(available * program.stored(found, sector, length))
        for text, length in sizes.items()
    }
    filled = program.filled(drive, sector)
    return PoolFigures(
        program.raw(drive),
        int(size),
        int(available),
        int(slop),
        int(lustre),
        tuple(vdevs),
        stored,
        None if filled is None else int(filled),
    )


def check_ashift(ashift: int) -> int:
    """Reject an ashift that OpenZFS doesn't support."""
    if ashift not in SECTORS:
        raise ValueError(f"ashift {ashift} is not supported: write 9 to 16")
    return ashift


def check_record(recordsize: str | int) -> float:
    """Parse a record size; reject sizes that OpenZFS doesn't support."""
    record = float(bytes_of(recordsize))
    if record not in RECORDS:
        raise ValueError(f"recordsize {recordsize}: write a power of two from 512 B to 16 MiB")
    return record


def grown_pool(
    before: str | Vdevs,
    after: str | Vdevs,
    drive: Drive | None,
    setup: Setup,
    ashift: int,
    record: float,
) -> PoolFigures:
    """Evaluate all reported figures of a pool that grew."""
    old, new = (
        with_drives(layout, drive, setup.release, in_order=True) for layout in (before, after)
    )
    groups, kept = grown_groups(old, new, setup, ashift)
    program = pool_program(groups, setup, kept)
    return figures_of(program, None, ashift, record)


def zfs_pool(
    layout: str | Vdevs,
    drive: Drive | None = None,
    *,
    ashift: int = 12,
    recordsize: str | int = RECORD,
    release: str = NEWEST,
    partitioning: str = "none",
    luks: str | int | None = None,
) -> PoolFigures:
    """Compute what OpenZFS reports of a pool.

    Parameters
    ----------
    layout
        The vdevs as text: "19 x raidz3:11", "12 x mirror:2", "2 x draid2:8d:53c:3s",
        "raidz2:10 of 10 TB + special mirror:2 of 960 GB"; or as in `zpool create`: a list
        of pairs such as `("raidz2", [10 * 10**12] * 8)` or `("special mirror", ["960 GB"] * 2)`.
        For a pool that grew, the original and the present layout: "raidz2:6 -> raidz2:8".
    drive
        Capacity of drives for which the layout has none: a text ("10 TB"), whole bytes, or a
        part of the catalog.
    ashift
        Binary logarithm of the sector size, 9 to 16.
    recordsize
        A record size for `stored`, in addition to 128 KiB and 1 MiB.
    release
        Release of OpenZFS, such as "2.1" or "2.1.11".
    partitioning
        Scheme by which each drive is partitioned, a key of
        `model.zfs.partitions.PARTITIONINGS`: "none" for files and partitions, "linux" or
        "linux-4kn" for whole disks, "truenas-25.04" …
    luks
        Size of the encryption header below ZFS, such as "16 MiB"; none by default.

    Raises
    ------
    LayoutError, UnitError, ValueError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    check_ashift(ashift)
    record = check_record(recordsize)
    before, layout = before_and_after(layout)
    if before is not None:
        setup = setup_of(release, partitioning, luks)
        return grown_pool(before, layout, drive, setup, ashift, record)
    program = program_of(layout, release, partitioning, luks)
    if drive is None and any(group.drive is None for group in program.groups):
        raise LayoutError(f"{quoted(layout)} names no drive: give the drive, as in '10 TB'")
    return figures_of(program, None if drive is None else drive_bytes(drive), ashift, record)


def _kib(length: float) -> str:
    return f"{length / MIB:g} MiB" if length >= MIB else f"{length / KIB:g} KiB"
