"""Inodes of metadata targets, and the files that they must hold.

Each target has as many inodes as its file system can make in the bytes that are left to it: what
ZFS keeps back (the "approximately 3 %" of Lustre's manual) is in its usable capacity already. The
targets of a name space add up (DNE), and so do the metadata tiers of a site.
"""

import numpy as np

from model.engine.ops import Num, at_least, floor_quotient
from model.engine.quantity import ANY_SIGN, Book

LUSTRE = (
    "document: Lustre Operations Manual (doc.lustre.org), chapter 5: Determining Space Requirements"
)
LDISKFS = (
    "document: Lustre Operations Manual (doc.lustre.org), chapter 5: Setting Formatting Options "
    "for an ldiskfs MDT"
)
BEEGFS = (
    "document: doc.beegfs.io, System Requirements, Metadata nodes: 500 GB suffice for about "
    "150 million files on ext4 as they format it"
)
GPFS = (
    "document: storagebuddhist.wordpress.com, NAS Metadata, 2013, quoting IBM (IBM's own text not "
    "read)"
)
NERSC = "document: Lockwood et al., ISC-W 2019: bytes on the MDT for a threshold of Data-on-MDT"
SPREAD = "assumption: the files of the site, spread over its tiers as their inodes are"

MEAN = Book("metadata: mean size of files", topic="capacity")
MEAN.input("mean_file_size", "byte", r"\bar s", "Mean size of a file", low=1.0)

FILES = Book("metadata: files", topic="capacity")


FILES.alias(
    "data_capacity",
    "byte",
    r"C_\mathrm{data}",
    "Usable capacity of the data tiers, whose files the metadata tiers describe.",
    of="usable_capacity",
    source="definition: the data tiers",
)


@FILES.quantity("1", r"n_\mathrm{full}", "arithmetic: planned capacity over the mean size")
def files_when_full(planned_capacity: Num, mean_file_size: Num) -> Num:
    """Files that fill the planned capacity of the data tiers."""
    return planned_capacity / mean_file_size


FILES.over(
    "total",
    "metadata_capacity",
    "byte",
    r"C_\mathrm{md}",
    "Capacity of the empty metadata tiers as reported by `df`, after mirroring",
    roles=("metadata",),
    of="usable_capacity",
)
FILES.over(
    "total",
    "inodes_available",
    "1",
    r"n_\mathrm{ino}",
    "Inodes of all metadata tiers together",
    roles=("metadata",),
    of="inodes",
)


@FILES.quantity("1", r"\mathrm{met}_\mathrm{ino}", "definition: inodes against files")
def inodes_suffice(inodes_available: Num, files_expected: Num) -> Num:
    """Whether there are enough inodes for all expected files: 1 yes, 0 no."""
    return at_least(inodes_available, files_expected)


@FILES.quantity(
    "1",
    r"\mathrm{margin}_\mathrm{ino}",
    "definition: inodes against files",
    low=ANY_SIGN,
    shown="change",
)
def inodes_margin(inodes_available: Num, files_expected: Num) -> Num:
    """Inodes beyond the expected files, as a share of these; negative: a shortfall."""
    return inodes_available / files_expected - 1


@FILES.quantity("byte", r"C_\mathrm{ino}", "arithmetic: inodes x mean size")
def inode_limited_capacity(inodes_available: Num, mean_file_size: Num) -> Num:
    """Bytes of data at which the inodes run out."""
    return inodes_available * mean_file_size


@FILES.quantity(
    "1", r"\mathrm{met}_\mathrm{byte}", "arithmetic: inodes x mean size against planned bytes"
)
def bytes_fill_first(inode_limited_capacity: Num, planned_capacity: Num) -> Num:
    """Whether the planned bytes are full before the inodes run out: 1 yes, 0 no."""
    return at_least(inode_limited_capacity, planned_capacity)


FILLING = Book("metadata: files that fill the data tiers", topic="capacity")


FILLING.alias(
    "files_expected",
    "1",
    r"n_\mathrm{file}",
    "Expected files: as many as fill the data tiers.",
    of="files_when_full",
    source="arithmetic: planned capacity over the mean size",
)


COUNTED = Book("metadata: files as counted", topic="capacity")
COUNTED.input("file_count", "1", r"n_\mathrm{cnt}", "Stated number of files")


COUNTED.alias(
    "files_expected",
    "1",
    r"n_\mathrm{file}",
    "Expected files.",
    of="file_count",
    source="definition: the scenario's count",
)


TARGETS = Book("metadata: inodes of targets", topic="capacity")


@TARGETS.quantity("1", r"n_\mathrm{ino/pool}", "arithmetic: targets add up (DNE)")
def pools_inodes(targets: Num, files_per_target: Num) -> Num:
    """Inodes of all targets of this kind."""
    return targets * files_per_target


INODES = Book("metadata: inodes of the tier", topic="capacity")
INODES.over(
    "total",
    "inodes",
    "1",
    r"n_\mathrm{ino/tier}",
    "Inodes that the tier can hold",
    roles=("pools",),
    of="pools_inodes",
)
GIVEN = Book("metadata: inodes as entered", topic="capacity")
GIVEN.input("given_inodes", "1", r"n_\mathrm{ino,given}", "Inodes of the tier")


GIVEN.alias(
    "inodes",
    "1",
    r"n_\mathrm{ino/tier}",
    "Inodes that the tier can hold.",
    of="given_inodes",
    source="definition: as entered",
)


TIER = Book("metadata: files of the tier", topic="capacity")


@TIER.quantity("1", r"n_\mathrm{file/tier}", SPREAD)
def tier_files(files_expected: Num, inodes: Num, inodes_available: Num) -> Num:
    """Expected files on the tier; 0 if there are no inodes at all."""
    return files_expected * inodes / np.maximum(inodes_available, 1)


@TIER.quantity("byte", r"C_\mathrm{ino/tier}", "arithmetic: inodes x mean size")
def tier_inode_limited_capacity(inodes: Num, mean_file_size: Num) -> Num:
    """Bytes of data at which the inodes of the tier run out."""
    return inodes * mean_file_size


NO_DATA = Book("metadata: no data on the MDT", topic="capacity")
NO_DATA.input("mdt_data_per_file", "byte", r"\bar s_\mathrm{dom}",
              "Data on the MDT for a file, on average", 0.0,
              source=(
                  "assumption: Data-on-MDT is off unless the scenario says "
                  "'data_on_mdt'"
              ))  # fmt: skip

ON_MDT = Book("metadata: files of a class on the MDT", topic="capacity")


@ON_MDT.quantity("byte", r"\bar s_\mathrm{dom,i}", NERSC)
def sized_on_mdt(file_share: Num, file_size: Num, data_on_mdt: Num) -> Num:
    """Data on the MDT of files of this size, per file of the mix: up to the threshold of each."""
    return file_share * np.minimum(file_size, data_on_mdt)


DATA = Book("metadata: data on the MDT", topic="capacity")
DATA.input("data_on_mdt", "byte", r"s_\mathrm{dom}", "Data of each file stored on the MDT")
DATA.over(
    "total",
    "mdt_data_per_file",
    "byte",
    r"\bar s_\mathrm{dom}",
    "Data on the MDT for a file, on average",
    roles=("files",),
    of="sized_on_mdt",
)


@DATA.quantity("byte", r"C_\mathrm{dom}", NERSC)
def mdt_data(tier_files: Num, mdt_data_per_file: Num) -> Num:
    """Data of all expected files stored on the MDTs."""
    return tier_files * mdt_data_per_file


ZFS_SPACE = Book("metadata: space of an inode on ZFS", topic="capacity")
LDISKFS_SPACE = Book("metadata: space of an inode on ldiskfs", topic="capacity")
ZFS_SPACE.input(
    "mdt_space_per_inode",
    "byte",
    r"b_\mathrm{ino}",
    "Space on the MDT for an inode",
    4096.0,
    source=f"{LUSTRE}: at least 4 kB before mirroring, for each inode on ZFS",
    low=1.0,
)
LDISKFS_SPACE.input(
    "mdt_space_per_inode",
    "byte",
    r"b_\mathrm{ino}",
    "Space on the MDT for an inode",
    2048.0,
    source=f"{LUSTRE}: at least 2 KiB for each inode on ldiskfs",
    low=1.0,
)

ON_ZFS = Book("metadata: inodes on ZFS", topic="capacity")


@ON_ZFS.quantity("1", r"n_\mathrm{ino/tgt}", LUSTRE, name="files_per_target")
def files_per_target_zfs(
    target_capacity: Num, file_copies: Num, mdt_space_per_inode: Num, mdt_data_per_file: Num
) -> Num:
    """Inodes that one target holds, its share of data on the MDT with them.

    The manual's 3 % for ZFS's own use is the pool's slop, which the target's capacity has lost.
    """
    return floor_quotient(target_capacity / file_copies, mdt_space_per_inode + mdt_data_per_file)


ON_LDISKFS = Book("metadata: inodes on ldiskfs", topic="capacity")


ON_LDISKFS.alias(
    "files_per_target",
    "1",
    r"n_\mathrm{ino/tgt}",
    "Inodes of one target, fixed at formatting.",
    of="target_inodes",
    source=LDISKFS,
)


LDISKFS_DATA = Book("metadata: inodes on ldiskfs with data", topic="capacity")
LDISKFS_DATA.input(
    "ldiskfs_space_beside",
    "byte",
    r"b_\mathrm{beside}",
    "Space in addition to the inode, for directories, layouts and logs",
    1536.0,
    source=f"{LDISKFS}: at least 1536 bytes more than the inode",
)


@LDISKFS_DATA.quantity("1", r"n_\mathrm{ino/tgt}", LDISKFS, name="files_per_target")
def files_per_target_ldiskfs_with_data(
    target_inodes: Num, target_capacity: Num, ldiskfs_space_beside: Num, mdt_data_per_file: Num
) -> Num:
    """Files of one target, limited by its inodes or by the space left by their data."""
    return np.minimum(
        target_inodes, floor_quotient(target_capacity, ldiskfs_space_beside + mdt_data_per_file)
    )


ON_EXT = Book("metadata: inodes on ext4 or XFS", topic="capacity")


@ON_EXT.quantity(
    "1",
    r"n_\mathrm{ino/tgt}",
    "document: mke2fs(8), -i; mkfs.xfs(8), -i maxpct",
    name="files_per_target",
)
def files_per_target_ext(target_inodes: Num, file_copies: Num) -> Num:
    """Inodes of one target, less its share of replicas."""
    return target_inodes / file_copies


ON_BEEGFS = Book("metadata: inodes of BeeGFS", topic="capacity")


@ON_BEEGFS.quantity("1", r"n_\mathrm{ino/tgt}", BEEGFS, name="files_per_target")
def files_per_target_beegfs(
    target_inodes: Num, target_exported: Num, beegfs_space_per_file: Num, file_copies: Num
) -> Num:
    """Files of one target: by ext4's inodes, or by BeeGFS's space rule if fewer."""
    return (
        np.minimum(target_inodes, floor_quotient(target_exported, beegfs_space_per_file))
        / file_copies
    )


ON_SCALE = Book("metadata: inodes of Scale", topic="capacity")


@ON_SCALE.quantity("1", r"n_\mathrm{ino/tgt}", GPFS, name="files_per_target")
def files_per_target_scale(target_capacity: Num, gpfs_space_per_file: Num, gpfs_copies: Num) -> Num:
    """Files whose metadata fit on one target, typically."""
    return floor_quotient(target_capacity, gpfs_space_per_file * gpfs_copies)
