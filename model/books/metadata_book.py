"""Which chapters say how many files a site can hold, and how much memory its servers need."""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.engine.quantity import Book
from model.formulas.files import metadata, metadata_space, server_memory, small_files

InodeRule = Literal["zfs", "ldiskfs", "ext4", "beegfs", "scale", "given"]
"""What decides on the inodes of a metadata target."""
Server = Literal["mds", "oss"]

_TARGETS = {
    "zfs": metadata.ON_ZFS,
    "ldiskfs": metadata.ON_LDISKFS,
    "ext4": metadata.ON_EXT,
    "beegfs": metadata.ON_BEEGFS,
    "scale": metadata.ON_SCALE,
}
_LUSTRE = ("zfs", "ldiskfs")
_TIER: dict[str, list[Book]] = {
    "zfs": [metadata.ZFS_SPACE],
    "ldiskfs": [metadata.LDISKFS_SPACE],
    "ext4": [],
    "beegfs": [metadata_space.BEEGFS_RULE],
    "scale": [metadata_space.SCALE_RULE],
    "given": [metadata.GIVEN],
}
_SPACE: dict[str, list[Book]] = {
    "zfs": [metadata_space.ON_LUSTRE],
    "ldiskfs": [metadata_space.ON_LUSTRE],
    "beegfs": [metadata_space.ON_BEEGFS],
    "scale": [metadata_space.ON_SCALE],
}

FILES_OF_A_CLASS = Book("files", small_files.CLASS)
FILES_ON_MDT = Book("files", small_files.CLASS, metadata.ON_MDT)
CLIENTS = server_memory.CLIENTS
WEKA = Book("metadata of WEKA", metadata.MEAN, metadata.COUNTED, metadata_space.ON_WEKA)


@cache
def site_files(*, by_size: bool, counted: bool) -> tuple[Book, ...]:
    """The chapters of a site that says its files: by a histogram or a mean, and their count."""
    mean = small_files.MEAN if by_size else metadata.MEAN
    expected = metadata.COUNTED if counted else metadata.FILLING
    return mean, metadata.FILES, expected


@cache
def target_inodes(rule: InodeRule, *, with_data: bool) -> tuple[Book, ...]:
    """The chapters of a target that holds metadata, and perhaps the data of small files."""
    inodes = _TARGETS[rule]
    if with_data and rule == "ldiskfs":
        inodes = metadata.LDISKFS_DATA
    return inodes, metadata.TARGETS


@cache
def tier_inodes(rule: InodeRule, *, with_data: bool, files: bool) -> tuple[Book, ...]:
    """The chapters of a metadata tier; `files`: the site says which files it must hold."""
    found = list(_TIER[rule])
    if rule != "given":
        found.append(metadata.INODES)
    if rule in _LUSTRE:
        found.append(metadata.DATA if with_data else metadata.NO_DATA)
    if files:
        found += [metadata.TIER, *_SPACE.get(rule, [])]
    return tuple(found)


@cache
def tier_memory(server: Server, *, failover: bool) -> tuple[Book, ...]:
    """The chapters of a Lustre tier whose servers need memory."""
    served = [server_memory.SERVED, *([server_memory.FAILOVER] if failover else [])]
    if server == "mds":
        needed = server_memory.MDS_PAIR if failover else server_memory.MDS_ALONE
        return *served, server_memory.MDS, needed, server_memory.INSTALLED
    needed = server_memory.OSS_PAIR if failover else server_memory.OSS_ALONE
    return *served, server_memory.OSS, needed, server_memory.INSTALLED
