"""What files need beside their bytes: inodes, space on metadata targets, memory for their units.

The rules are those of each file system's makers. Their worked examples often multiply decimal
counts with binary units and round generously: 100 million inodes x 2 KiB x 2 are 381.5 GiB, which
the Lustre manual prints as "400 GiB". The formulas here give the exact number.
"""

import numpy as np

from model.ops import Num, at_least, floor_quotient, where_less, whole_up
from model.quantity import Book

LUSTRE = "Lustre Operations Manual, chapter 5: Determining Space Requirements"
BEEGFS = (
    "doc.beegfs.io, System Requirements, Metadata nodes: 0.3 to 0.5 % of the capacity; 500 GB hold "
    "about 150 million files"
)
GPFS = "storagebuddhist.wordpress.com, NAS Metadata, 2013, quoting IBM (IBM's own text not read)"
WEKA = "WEKA as resold: Hitachi CSF User Guide MK-HCSF000-03, Metadata units calculation"
NERSC = "Lockwood et al., ISC-W 2019: bytes on the MDT for a threshold of Data-on-MDT"

FILES = Book("metadata: files")
FILES.input("mean_file_size", "byte", r"\bar s", "Mean size of a file", low=1.0)


@FILES.quantity("1", r"n_\mathrm{file}", "planned capacity over the mean size")
def files_expected(planned_capacity: Num, mean_file_size: Num) -> Num:
    """Files that fill the planned capacity of the data tiers."""
    return planned_capacity / mean_file_size


FILES.over(
    "total",
    "metadata_capacity",
    "byte",
    r"C_\mathrm{md}",
    "What `df` reports of the empty metadata tiers, after mirroring",
    roles=("metadata",),
    of="usable_capacity",
)

SIZING = Book("metadata: sizing of an MDT")
SIZING.input("data_capacity", "byte", r"C_\mathrm{data}", "Space for the data of the files")
SIZING.input("mean_file_size", "byte", r"\bar s", "Mean size of a file", low=1.0)
SIZING.input(
    "mdt_space_per_inode",
    "byte",
    r"b_\mathrm{ino}",
    "Space on the MDT for each inode",
    2048.0,
    source=f"{LUSTRE}: at least 2 KiB for each inode of ldiskfs",
)
SIZING.input(
    "inode_headroom",
    "1",
    r"k_\mathrm{ino}",
    "Inodes planned for over those that are expected",
    2.0,
    source=f"{LUSTRE}: twice the minimum, for growth",
    low=1.0,
)


@SIZING.quantity("1", r"n_\mathrm{file}", LUSTRE, name="files_expected")
def sized_files(data_capacity: Num, mean_file_size: Num) -> Num:
    """Files that fill the space for data."""
    return data_capacity / mean_file_size


@SIZING.quantity("byte", r"C_\mathrm{mdt}", LUSTRE)
def mdt_space_needed(files_expected: Num, mdt_space_per_inode: Num, inode_headroom: Num) -> Num:
    """Space that the MDT needs, exactly: the manual prints it rounded up."""
    return files_expected * mdt_space_per_inode * inode_headroom


ON_ZFS = Book("metadata: inodes on ZFS")
ON_ZFS.input(
    "zfs_space_per_inode",
    "byte",
    r"b_\mathrm{ino}^\mathrm{zfs}",
    "Space for an inode, before mirroring",
    4096.0,
    source=f"{LUSTRE}: at least 4 kB of usable space, before mirroring, for each inode on ZFS",
)
ON_ZFS.input(
    "mdt_reserve",
    "1",
    r"f_\mathrm{mdt}",
    "Share of an MDT that ZFS keeps for itself",
    0.03,
    source=f"{LUSTRE}: about 3 % on ZFS for internal and redundant metadata",
    high=0.5,
)


@ON_ZFS.quantity("1", r"n_\mathrm{ino}", LUSTRE, name="inodes_available")
def zfs_inodes(metadata_capacity: Num, mdt_reserve: Num, zfs_space_per_inode: Num) -> Num:
    """Inodes that all MDTs together hold; ZFS has no limit of its own that matters."""
    return floor_quotient(metadata_capacity * (1 - mdt_reserve), zfs_space_per_inode)


MIRRORS = Book("metadata: mirrored targets")
MIRRORS.input("mdts", "1", r"n_\mathrm{mdt}", "Metadata targets of the name space (DNE)", 1.0,
              source="one, unless the scenario says otherwise", low=1.0, whole=True)  # fmt: skip
MIRRORS.input("mdt_raw_capacity", "byte", r"C_\mathrm{mdt}^\mathrm{raw}", "Drives of one MDT")
MIRRORS.input("mdt_copies", "1", r"n_\mathrm{cp}", "Copies that mirrors keep", low=1.0, whole=True)


@MIRRORS.quantity("byte", r"C_\mathrm{mdt}^\mathrm{one}", "one copy of a mirror counts")
def mdt_capacity(mdt_raw_capacity: Num, mdt_copies: Num) -> Num:
    """Capacity of one MDT after mirroring."""
    return mdt_raw_capacity / mdt_copies


@MIRRORS.quantity("byte", r"C_\mathrm{md}", "sum of the targets")
def metadata_capacity(mdts: Num, mdt_capacity: Num) -> Num:
    """Capacity of all MDTs after mirroring."""
    return mdts * mdt_capacity


ON_LDISKFS = Book("metadata: inodes on ldiskfs")
ON_LDISKFS.input(
    "ldiskfs_inode_ratio",
    "byte",
    r"r_\mathrm{ino}",
    "Bytes of an MDT for each inode that mkfs makes",
    2560.0,
    source="Lustre lustre/utils/libmount_utils_ldiskfs.c: an inode of 1024 bytes + 1536",
)
ON_LDISKFS.input(
    "ldiskfs_most_inodes",
    "1",
    r"n_\mathrm{ino}^\mathrm{max}",
    "The most inodes of one ldiskfs file system",
    4294967295.0,
    source="e2fsprogs misc/mke2fs.c: MAX_32_NUM; Lustre's manual: 4 billion for each MDT",
)


@ON_LDISKFS.quantity("1", r"n_\mathrm{ino}", LUSTRE, name="inodes_available")
def ldiskfs_inodes(
    mdts: Num, mdt_capacity: Num, ldiskfs_inode_ratio: Num, ldiskfs_most_inodes: Num
) -> Num:
    """Inodes that all MDTs together hold: fixed when they are formatted."""
    return mdts * np.minimum(ldiskfs_most_inodes, floor_quotient(mdt_capacity, ldiskfs_inode_ratio))


MET = Book("metadata: inodes and bytes")


@MET.quantity("1", r"\mathrm{met}_\mathrm{ino}", "inodes against files")
def inodes_suffice(inodes_available: Num, files_expected: Num) -> Num:
    """Whether bytes run out before inodes do: 1 yes, 0 no."""
    return at_least(inodes_available, files_expected)


@MET.quantity("1", r"\mathrm{margin}_\mathrm{ino}", "inodes against files")
def inodes_margin(inodes_available: Num, files_expected: Num) -> Num:
    """Inodes beyond the files that are expected, as a share of these; negative: missing ones."""
    return inodes_available / files_expected - 1


@MET.quantity("byte", r"C_\mathrm{ino}", "inodes x mean size")
def inode_limited_capacity(inodes_available: Num, mean_file_size: Num) -> Num:
    """Bytes of data at which the inodes run out."""
    return inodes_available * mean_file_size


DOM_BIN = Book("metadata: files of a size")
DOM_BIN.input("bin_files", "1", r"n_b", "Files of this size")
DOM_BIN.input("bin_size", "byte", r"s_b", "Their mean size")


@DOM_BIN.quantity("byte", r"C_b", NERSC)
def bin_on_mdt(bin_files: Num, bin_size: Num, dom_size: Num) -> Num:
    """Data of these files on the MDT: each file's begin, up to the threshold."""
    return bin_files * np.minimum(bin_size, dom_size)


DOM = Book("metadata: Data-on-MDT")
DOM.input("dom_size", "byte", r"s_\mathrm{dom}", "How much of each file stands on the MDT")
DOM.input(
    "dom_space_per_inode",
    "byte",
    r"b_\mathrm{ino}^\mathrm{dom}",
    "Space of a file's inode",
    4096.0,
    source=NERSC,
)
for _name, _unit, _symbol, _title, _of in (
    ("dom_files", "1", r"n_\mathrm{file}", "Files of all sizes", "bin_files"),
    ("dom_data", "byte", r"C_\mathrm{dom}", "Data of all files on the MDT", "bin_on_mdt"),
):
    DOM.over("total", _name, _unit, _symbol, _title, roles=("bins",), of=_of)


@DOM.quantity("byte", r"C_\mathrm{mdt}^\mathrm{dom}", NERSC)
def dom_capacity(dom_data: Num, dom_files: Num, dom_space_per_inode: Num) -> Num:
    """Space that the MDT needs with Data-on-MDT: inodes and the begin of each file."""
    return dom_data + dom_files * dom_space_per_inode


OTHERS = Book("metadata: other file systems")
OTHERS.input("file_count", "1", r"n_\mathrm{file}", "Files")
OTHERS.input("directory_count", "1", r"n_\mathrm{dir}", "Directories")
for _name, _unit, _symbol, _title, _default, _source in (
    (
        "beegfs_metadata_share",
        "1",
        r"f_\mathrm{bee}",
        "Metadata of BeeGFS over data",
        0.005,
        BEEGFS,
    ),
    ("beegfs_reference_space", "byte", r"C_\mathrm{bee}", "Space of the example", 500e9, BEEGFS),
    ("beegfs_reference_files", "1", r"n_\mathrm{bee}", "Files of the example", 150e6, BEEGFS),
    (
        "gpfs_space_per_file",
        "byte",
        r"b_\mathrm{gpfs}",
        "Metadata of a file in GPFS, typically",
        1024.0,
        f"{GPFS}: 1 KiB for each file and copy",
    ),
    (
        "gpfs_worst_space",
        "byte",
        r"b_\mathrm{gpfs}^\mathrm{max}",
        "Metadata of a file in GPFS, at worst",
        16896.0,
        f"{GPFS}: 16.5 KiB for each file and directory",
    ),
    ("gpfs_copies", "1", r"n_\mathrm{cp}", "Copies of metadata in GPFS", 2.0, GPFS),
    ("weka_step", "byte", r"s_\mathrm{weka}", "Data of a further metadata unit", 1e6, WEKA),
    ("weka_unit_space", "byte", r"b_\mathrm{weka}", "Flash of a metadata unit", 4096.0, WEKA),
    ("weka_unit_memory", "byte", r"m_\mathrm{weka}", "Memory of a metadata unit", 20.0, WEKA),
):
    OTHERS.input(_name, _unit, _symbol, _title, _default, source=_source)


@OTHERS.quantity("byte", r"C_\mathrm{md}^\mathrm{bee}", BEEGFS)
def beegfs_metadata(
    data_capacity: Num,
    beegfs_metadata_share: Num,
    file_count: Num,
    beegfs_reference_space: Num,
    beegfs_reference_files: Num,
) -> Num:
    """Space for BeeGFS's metadata: by the data or by the files, whichever needs more."""
    return np.maximum(
        data_capacity * beegfs_metadata_share,
        file_count * (beegfs_reference_space / beegfs_reference_files),
    )


@OTHERS.quantity("byte", r"C_\mathrm{md}^\mathrm{gpfs}", GPFS)
def gpfs_metadata(file_count: Num, gpfs_space_per_file: Num, gpfs_copies: Num) -> Num:
    """Space for GPFS's metadata, typically."""
    return file_count * gpfs_space_per_file * gpfs_copies


@OTHERS.quantity("byte", r"C_\mathrm{md}^\mathrm{gpfs,max}", GPFS)
def gpfs_worst_metadata(
    file_count: Num, directory_count: Num, gpfs_worst_space: Num, gpfs_copies: Num
) -> Num:
    """Space for GPFS's metadata, at worst."""
    return gpfs_worst_space * (file_count + directory_count) * gpfs_copies


@OTHERS.quantity("1", r"u_\mathrm{weka}", WEKA)
def weka_units_per_file(mean_file_size: Num, weka_step: Num) -> Num:
    """Metadata units of a file: 1 below half a step, else 2 and one for each further step."""
    return where_less(
        mean_file_size,
        weka_step / 2,
        1.0,
        2 + whole_up(np.maximum(0, mean_file_size - weka_step) / weka_step),
    )


@OTHERS.quantity("1", r"n_\mathrm{weka}", WEKA)
def weka_units(file_count: Num, weka_units_per_file: Num, directory_count: Num) -> Num:
    """Metadata units of all files, and two for each directory."""
    return file_count * weka_units_per_file + 2 * directory_count


@OTHERS.quantity("byte", r"C_\mathrm{md}^\mathrm{weka}", WEKA)
def weka_metadata(weka_units: Num, weka_unit_space: Num) -> Num:
    """Flash that WEKA's metadata takes."""
    return weka_units * weka_unit_space


@OTHERS.quantity("byte", r"M_\mathrm{weka}", WEKA)
def weka_memory(weka_units: Num, weka_unit_memory: Num) -> Num:
    """Memory of all servers that WEKA's metadata takes."""
    return weka_units * weka_unit_memory
