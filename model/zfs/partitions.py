"""Space that systems reserve on a whole disk, by partitioning scheme.

`linux`: libzfs partitions a disk of 512-byte logical blocks (512n, 512e): 1 MiB in front, 8 MiB
reserved behind, in whole MiB. Its constants count logical blocks, so that a 4Kn disk loses eight
times as much; the development branch fixes this (`linux-4kn-next`). TrueNAS makes partitions
itself, and so do the installers of FreeBSD and Proxmox on disks to boot from.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.records import dataclass

SECTOR, SECTOR_4KN = 512.0, 4096.0
MIB, GIB = 2.0**20, 2.0**30
ENTRIES = 16384.0
"""Bytes of the entries of a partition table."""
TABLE = ENTRIES + SECTOR
"""The second copy of the partition table, at the end of a disk of 512-byte blocks."""


@dataclass(frozen=True, slots=True)
class Partitioning:
    """A partitioning scheme: the inputs of its chapter, and their source."""

    name: str
    inputs: Mapping[str, float]
    source: str


def _scheme(
    name: str,
    source: str,
    ends: float = 0.0,
    grain: float = 1.0,
    *,
    block: float = SECTOR,
    gap: float = 0.0,
) -> Partitioning:
    inputs = {
        "logical_block": block,
        "partition_ends": ends,
        "partition_gap": gap,
        "partition_gap_divisor": 100.0,
        "partition_grain": grain,
    }
    return Partitioning(name, inputs, source)


def _linux(name: str, source: str, block: float, unit: float) -> Partitioning:
    """Create a libzfs scheme: 2048 units in front, 16384 behind, whole multiples of 2048 blocks."""
    ends = ENTRIES + block + (2048 + 16384) * unit
    return _scheme(name, source, ends, 2048 * block, block=block)


_LIBZFS = "document: OpenZFS lib/libefi/rdwr_efi.c, lib/libzfs: zpool_label_disk"
_TRUENAS = (
    "document: TrueNAS middleware plugins/disk_/format.py, its calls of sgdisk, parted run on files"
)

PARTITIONINGS: Mapping[str, Partitioning] = {
    scheme.name: scheme
    for scheme in (
        _scheme(
            "none",
            "definition: files, partitions, FreeBSD's raw disks: nothing is cut off",
            block=1.0,
        ),
        _linux("linux", f"{_LIBZFS} (compared with a real kernel)", SECTOR, SECTOR),
        _linux("linux-4kn", f"{_LIBZFS} (read in the source)", SECTOR_4KN, SECTOR_4KN),
        _linux("linux-4kn-next", f"{_LIBZFS}, after 2.4 (not run)", SECTOR_4KN, SECTOR),
        _scheme(
            "truenas-core",
            "document: TrueNAS middleware plugins/disk_/format_freebsd.py (FreeNAS 11 to TrueNAS "
            "CORE 13), its calls of gpart (read in the source, not run): 2 GiB of swap",
            65536 + 2 * GIB + TABLE,
            4096.0,
        ),
        _scheme(
            "freebsd",
            "document: github.com/freebsd/freebsd-src usr.sbin/bsdinstall/scripts/zfsboot, "
            "defaults on amd64 (read in the source, not run): a disk to boot from, with 260 MiB "
            "for EFI, 512 KiB of boot code and 2 GiB of swap; pools on other whole disks lose "
            "nothing: none",
            261 * MIB + 2 * GIB + TABLE,
            MIB,
        ),
        _scheme(
            "proxmox",
            "document: github.com/proxmox/pve-installer Proxmox/Sys/Block.pm, its call of sgdisk "
            "run on a file: a disk of more than 100 GiB to boot from, with 1 GiB for EFI; pools "
            "on other whole disks: linux",
            MIB + GIB + TABLE,
            SECTOR,
        ),
        _scheme("truenas-22.12", f"{_TRUENAS}: 2 GiB of swap", 65536 + 2 * GIB + TABLE, 4096.0),
        _scheme("truenas-23.10", f"{_TRUENAS}: 2 GiB of swap", 2 * MIB + 2 * GIB + TABLE, MIB),
        _scheme("truenas-24.04", f"{_TRUENAS}: 2 GiB of swap", 2 * MIB + 2 * GIB + TABLE, MIB),
        _scheme("truenas-24.10", f"{_TRUENAS}: one partition", MIB + TABLE, MIB),
        _scheme("truenas-25.04", f"{_TRUENAS}: 1 % or 2 GiB left free", 0.0, MIB, gap=2 * GIB),
        _scheme("truenas-25.10", f"{_TRUENAS}: same as 25.04", 0.0, MIB, gap=2 * GIB),
    )
}


def partitioning_of(name: str) -> Partitioning:
    """Return the scheme of a name.

    Raises
    ------
    ValueError
        If there is no such scheme; the message lists the schemes.
    """
    if name not in PARTITIONINGS:
        known = ", ".join(PARTITIONINGS)
        raise ValueError(f"no partitioning '{name}' is known: write one of {known}")
    return PARTITIONINGS[name]
