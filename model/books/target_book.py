"""Which chapters make the books of targets: pools and vdevs, RAID groups, declustered, Ceph."""

from __future__ import annotations

from functools import cache

from model.engine.quantity import Book
from model.formulas.files import file_tails, files, small_files
from model.formulas.space import (
    capacity,
    ceph,
    declustered,
    draid,
    metaslabs,
    partition,
    raid,
    zfs,
    zpool,
)
from model.formulas.space import extfs as extfs_chapters


@cache
def group_book(
    *,
    metaslab_limit: bool = True,
    is_draid: bool = False,
    partitioned: bool = False,
    with_files: bool = False,
    in_tier: bool = False,
    in_enclosures: bool = False,
) -> Book:
    """The book of a group of equal vdevs: dRAID, or RAIDZ, mirrors and single drives."""
    placement = [zpool.PLACEMENT] if in_enclosures else []
    leaf = [zfs.LEAF_OF_DRIVE if in_tier else zfs.LEAF_AS_GIVEN]
    if partitioned:
        leaf = [partition.PARTITION, *([] if in_tier else [partition.DRIVE_AS_GIVEN])]
    rule = metaslabs.METASLABS if metaslab_limit else metaslabs.OLD_METASLABS
    vdevs = draid.DRAID if is_draid else zfs.RAIDZ
    ends = [*placement, *([files.FILES_OF_GROUP] if with_files else [])]
    return Book("group", zfs.CONSTANTS, *leaf, zfs.LEAF, rule, vdevs, zfs.SPACE, *ends)


@cache
def file_book(*, is_draid: bool = False) -> Book:
    """The book of files of one length on a group of equal vdevs."""
    kind = files.DRAID_FILE if is_draid else files.RAIDZ_FILE
    tail = file_tails.DRAID_TAIL if is_draid else file_tails.RAIDZ_TAIL
    return Book("file", files.FILE, tail, file_tails.TAIL, kind, files.FILE_CHARGE)


@cache
def pool_book(
    *,
    lustre: bool = False,
    with_files: bool = False,
    with_use: bool = False,
    in_tier: bool = False,
    in_enclosures: bool = False,
) -> Book:
    """The book of one ZFS pool: alone, with how full it may be, or as the target of a tier."""
    system = capacity.LUSTRE_ON_ZFS if lustre else capacity.PLAIN_ZFS
    placement = [zpool.PLACEMENT_IN_POOL] if in_enclosures else []
    tier = [raid.COPIES, zpool.TARGET_POOL] if in_tier else []
    ends = [files.FILES_OF_POOL] if with_files else []
    ends += [files.FILES_OF_TARGETS] if with_files and in_tier else []
    ends += [capacity.USE_OF_POOL, capacity.PLANNED] if with_use else []
    return Book("pool", zpool.POOL, system, *tier, *placement, *ends)


@cache
def lun_group_book(*, metaslab_limit: bool, in_enclosures: bool, with_files: bool = False) -> Book:
    """The book of equal RAID groups that ZFS takes for drives."""
    rule = metaslabs.METASLABS if metaslab_limit else metaslabs.OLD_METASLABS
    placement = [raid.LUN_PLACEMENT] if in_enclosures else []
    chapters = zfs.CONSTANTS, raid.LEAF_OF_LUN, zfs.LEAF, rule, zfs.RAIDZ, zfs.SPACE
    ends = [*placement, *([files.FILES_OF_GROUP] if with_files else [])]
    return Book("group", *chapters, *ends)


@cache
def lun_pool_book(*, lustre: bool, in_enclosures: bool, with_files: bool = False) -> Book:
    """The book of a ZFS pool on RAID groups."""
    pool = pool_book(
        lustre=lustre, in_tier=True, in_enclosures=in_enclosures, with_files=with_files
    )
    return Book("pool", pool, raid.POOL_OF_LUNS, raid.EXPORTED)


def _stored(*, sized: bool, unit: Book = small_files.UNIT) -> list[Book]:
    sizes = [small_files.SIZES, unit] if sized else [small_files.LARGE_FILES]
    return [small_files.TARGET, *sizes]


@cache
def raid_book(
    *,
    extfs: bool,
    by_size_of_target: bool,
    sized: bool,
    in_enclosures: bool,
    xfs: bool = False,
) -> Book:
    """The book of a target of RAID groups or single drives under ext4, XFS, or nothing."""
    ratio = extfs_chapters.OST_RATIO if by_size_of_target else extfs_chapters.EXT_RATIO
    form = [extfs_chapters.XFS if xfs else extfs_chapters.PLAIN]
    if extfs:
        form = [extfs_chapters.EXT_FS, ratio]
    placement = [raid.PLACEMENT] if in_enclosures else []
    return Book(
        "pool", raid.COPIES, raid.RAID, *form, raid.EXPORTED, *_stored(sized=sized), *placement
    )


@cache
def declustered_book(*, spares_given: bool, sized: bool, in_enclosures: bool = False) -> Book:
    """The book of a recovery group of IBM Storage Scale."""
    spares = [declustered.GIVEN_SPARES if spares_given else declustered.SPARES]
    if in_enclosures:
        shared = [] if spares_given else [declustered.SHARED_DRIVES]
        spares = [declustered.PLACEMENT, *shared, *spares]
    return Book("pool", ceph.CODE, declustered.GNR, *spares, *_stored(sized=sized))


@cache
def ceph_book(*, sized: bool) -> Book:
    """The book of a drive of Ceph."""
    return Book(
        "pool", ceph.CODE, ceph.STRIPS, ceph.OSD, *_stored(sized=sized, unit=ceph.OBJECT_UNIT)
    )
