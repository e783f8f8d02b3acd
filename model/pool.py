"""One ZFS pool without a scenario: `zfs_pool("19 x raidz3:11", drive="10 TB")`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model import book
from model.releases import NEWEST, RELEASES
from model.tree import Instance, compiled
from model.units import parse
from model.vdevs import LayoutError, VdevGroup, parse_layout

KIB = 2.0**10
MIB = 2.0**20
SECTORS = range(9, 17)


@dataclass(frozen=True, slots=True)
class VdevFigures:
    """What ZFS makes of one group of equal vdevs."""

    layout: str
    asize: int
    metaslab_shift: int
    metaslabs: int
    ratio: int


@dataclass(frozen=True, slots=True)
class PoolFigures:
    """A pool in bytes, as the tools of ZFS and Lustre report it when it is empty.

    `size` is what `zpool list -p` says, `available` USED + AVAIL of `zfs list -p`, `lustre` what
    Lustre's osd-zfs leaves of that, `stored` what files of a record size can hold.
    """

    raw: int
    size: int
    available: int
    slop: int
    lustre: int
    vdevs: tuple[VdevFigures, ...]
    stored: Mapping[str, int]


def _instances(
    groups: tuple[VdevGroup, ...], drive: float, record: float, sector: float, release: str
) -> Instance:
    rules = RELEASES[release]
    children = [
        Instance(
            "groups",
            f"group {n + 1}",
            book.group_book(metaslab_limit=rules.has_metaslab_limit),
            {
                "vdevs": group.count,
                "vdev_drives": group.width,
                "vdev_data_drives": group.data_drives,
                "vdev_columns": group.columns,
                "vdev_parity": group.parity,
                "leaf_capacity": drive,
            },
        )
        for n, group in enumerate(groups)
    ]
    inputs = {**rules.inputs, "record_size": record, "sector_size": sector}
    return Instance("pool", "pool", book.pool_book(lustre=True), inputs, {"groups": children})


def zfs_pool(
    layout: str,
    drive: str | int | float,
    *,
    ashift: int = 12,
    recordsize: str | int = "1 MiB",
    release: str = NEWEST,
) -> PoolFigures:
    """Compute what OpenZFS reports of a pool.

    Parameters
    ----------
    layout
        The vdevs, as in "19 x raidz3:11", "12 x mirror:2", "raidz2:10 + raidz2:8".
    drive
        Capacity of each drive: a text ("10 TB") or whole bytes.
    ashift
        Binary logarithm of the sector, 9 to 16.
    recordsize
        A record size to answer `stored` for, beside 128 KiB and 1 MiB.
    release
        Release of OpenZFS, a key of `model.releases.RELEASES`.

    Raises
    ------
    LayoutError, UnitError, ValueError
        With one sentence that says what to write instead.
    """
    if ashift not in SECTORS:
        raise ValueError(f"ashift {ashift} is not supported: write 9 to 16")
    if release not in RELEASES:
        raise ValueError(f"no release '{release}' is known: write one of {', '.join(RELEASES)}")
    groups = parse_layout(layout)
    size = float(drive) if isinstance(drive, int | float) else parse(drive, "byte")
    if size < 64 * MIB:
        raise LayoutError(f"a drive of {size:.0f} bytes is too small for ZFS: at least 64 MiB")
    record = float(recordsize) if isinstance(recordsize, int) else parse(recordsize, "byte")
    stored = {}
    for text, length in {"128 KiB": 128 * KIB, "1 MiB": MIB, _kib(record): record}.items():
        root = _instances(groups, size, length, 2.0**ashift, release)
        program, instances = compiled(root), dict(root.walk())
        numbers = program.run(program.start(instances))
        value = {
            address: number for address, number in zip(program.addresses, numbers, strict=True)
        }
        stored[text] = int(value["pool", "pool_available"] * value["pool", "stored_per_available"])
    vdevs = tuple(
        VdevFigures(
            str(group),
            int(value[path, "vdev_space"]),
            int(value[path, "metaslab_size"]).bit_length() - 1,
            int(value[path, "metaslabs"]),
            int(value[path, "deflate_ratio"]),
        )
        for n, group in enumerate(groups)
        for path in [f"pool/groups:group {n + 1}"]
    )
    return PoolFigures(
        raw=int(value["pool", "pool_drives"] * size),
        size=int(value["pool", "pool_size"]),
        available=int(value["pool", "pool_available"]),
        slop=int(value["pool", "pool_slop"]),
        lustre=int(value["pool", "target_capacity"]),
        vdevs=vdevs,
        stored=stored,
    )


def _kib(length: float) -> str:
    return f"{length / MIB:g} MiB" if length >= MIB else f"{length / KIB:g} KiB"
