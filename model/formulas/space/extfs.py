"""File systems on what RAID groups or drives export: none, XFS, ext4, Lustre's ldiskfs.

ext4 takes inode tables, bitmaps and a journal off at once (`df` leaves them out of its Size), and
keeps a share for root, which is in the Size, but neither used nor available to users. Copies of the
superblock and of group descriptors, and inodes rounded up to whole blocks of a group, are left out:
mke2fs 1.47 leaves up to 0.02 % less (from 0.5 to 100 TB), and makes up to 0.5 % more inodes.

XFS takes its log off at once. What it keeps back when it is mounted, for trees that may have to
grow, is left out: its capacity is one at most.
"""

import numpy as np

from model.engine.ops import Num, ceil_quotient, floor_quotient, where_less
from model.engine.quantity import Book
from model.units.kinds import KIB, MIB, TIB

SOURCE = (
    "document: e2fsprogs lib/ext2fs/initialize.c; Linux fs/ext4/super.c: ext4_calculate_overhead"
)
DEFAULTS = "document: e2fsprogs misc/mke2fs.conf.in: [defaults]"
JOURNAL = "document: e2fsprogs lib/ext2fs/mkjournal.c: ext2fs_default_journal_size"
RESERVE = "document: e2fsprogs misc/mke2fs.c: reserved_ratio, 5 % of all blocks; mke2fs(8): -m"
MKFS_LUSTRE = "document: Lustre lustre/utils/libmount_utils_ldiskfs.c: ldiskfs_make_lustre"
OST_RATIOS = (
    f"{MKFS_LUSTRE}, since 2.1; the Lustre Operations Manual, ch. 5, table 3, has 68 KiB up to "
    "1 TiB and 1 MiB from 8 TiB on instead"
)
OSD_LDISKFS = (
    "document: Lustre lustre/osd-ldiskfs/osd_handler.c: osd_statfs (read in the source, not run)"
)
OST_INODE = 512.0
"""Bytes of an inode that mkfs.lustre gives an OST."""
OSD_RESERVE = 1 / 128
"""Share that Lustre's OSD keeps back on ldiskfs."""

VENDORS = (
    "document: `lctl get_param osd-ldiskfs.*` of DDN AI400 and AI400X2 (fixtures of "
    "whamcloud/lustrefs-exporter), `lfs df` of Sonexion 1600 and 2000 at NERSC (tests/inputs of "
    "NERSC/pytokio)"
)
VENDOR_RESERVE = 0.01
"""Share for root on the targets of appliances: 1.000 % of the device on AI400 and AI400X2."""
VENDOR_INODE_RATIO = 128 * KIB
"""Bytes for each inode of an OST of EXAScaler: exactly so on AI400 and AI400X2.

What `statfs` counts in IO500's submissions agrees, from AI400 to Leonardo (44, 63, 66, 37, 645,
657, 658, 709): 126.4 to 126.6 KiB of Size for each, after inode tables and Lustre's reserve. OSTs
of ClusterStor have mkfs.lustre's inodes: Cray's and HPE's (472, 708) have 1015.4 KiB for each,
which is 1 MiB less the same; 691 and 212 have 1004 and 990.
"""

PLAIN = Book("no format", topic="capacity")


@PLAIN.quantity("byte", r"C_\mathrm{fs}", "definition: as exported")
def formatted_capacity(target_exported: Num, file_copies: Num) -> Num:
    """`df` Size of one empty target, less its share of replicas."""
    return target_exported / file_copies


PLAIN.alias(
    "target_capacity",
    "byte",
    r"C_\mathrm{tgt}",
    "Usable capacity of one empty target.",
    of="formatted_capacity",
    source="arithmetic: nothing is kept back",
)


XFS_LOG = "document: xfsprogs mkfs/xfs_mkfs.c: calculate_log_size, since 5.18"
XFS = Book("XFS", topic="capacity")
XFS.input("xfs_block", "byte", r"b_\mathrm{xfs}", "Block of XFS", 4096.0, source=XFS_LOG)
XFS.input(
    "xfs_least_log",
    "byte",
    r"C_\mathrm{log}^\mathrm{min}",
    "The smallest log of XFS",
    2.0**26,
    source=XFS_LOG,
)
XFS.input(
    "xfs_most_log",
    "byte",
    r"C_\mathrm{log}^\mathrm{max}",
    "The largest log of XFS",
    2038 * MIB,
    source=XFS_LOG,
)
XFS.input(
    "xfs_log_divisor",
    "1",
    r"k_\mathrm{log}",
    "Share of the file system that XFS's log takes, as a divisor",
    2048.0,
    source=XFS_LOG,
)


@XFS.quantity("byte", r"C_\mathrm{log}", XFS_LOG)
def xfs_log(
    target_exported: Num,
    xfs_log_divisor: Num,
    xfs_block: Num,
    xfs_least_log: Num,
    xfs_most_log: Num,
) -> Num:
    """Bytes of one target used by XFS's log."""
    return np.minimum(
        xfs_most_log,
        np.maximum(
            xfs_least_log, floor_quotient(target_exported, xfs_log_divisor * xfs_block) * xfs_block
        ),
    )


@XFS.quantity("byte", r"C_\mathrm{fs}", XFS_LOG, name="formatted_capacity")
def formatted_capacity_xfs(target_exported: Num, xfs_log: Num, file_copies: Num) -> Num:
    """`df` Size of one empty target, less its share of replicas."""
    return np.maximum(0, target_exported - xfs_log) / file_copies


XFS.alias(
    "target_capacity",
    "byte",
    r"C_\mathrm{tgt}",
    "Usable capacity of one empty target, an upper bound: XFS's space for B-trees isn't deducted.",
    of="formatted_capacity",
    source="assumption: the space that XFS reserves for its trees is unknown",
)


XFS_MAXPCT = "document: mkfs.xfs(8), -i maxpct; xfsprogs mkfs/xfs_mkfs.c: calc_default_imaxpct"
for name, symbol, title, default in (
    ("xfs_inode_size", r"C_\mathrm{inode}", "Bytes of one inode of XFS", 512.0),
    ("xfs_large", r"C_1", "Size from which XFS makes fewer inodes", TIB),
    ("xfs_huge", r"C_2", "Size from which XFS makes the fewest inodes", 50 * TIB),
):
    XFS.input(name, "byte", symbol, title, default, source=XFS_MAXPCT, constant=True)
for name, symbol, title, default in (
    ("xfs_small_share", r"f_1", "Share for inodes of a small XFS", 0.25),
    ("xfs_large_share", r"f_2", "Share for inodes of a large XFS", 0.05),
    ("xfs_huge_share", r"f_3", "Share for inodes of a huge XFS", 0.01),
):
    XFS.input(
        name,
        "1",
        symbol,
        title,
        default,
        source=XFS_MAXPCT,
        high=1.0,
        constant=True,
        shown="percent",
    )


@XFS.quantity("1", r"f_\mathrm{inode}", XFS_MAXPCT)
def xfs_inode_share(
    target_exported: Num,
    xfs_large: Num,
    xfs_huge: Num,
    xfs_small_share: Num,
    xfs_large_share: Num,
    xfs_huge_share: Num,
) -> Num:
    """Share of a target that inodes of XFS may take, by its size."""
    return where_less(
        target_exported,
        xfs_large,
        xfs_small_share,
        where_less(target_exported, xfs_huge, xfs_large_share, xfs_huge_share),
    )


@XFS.quantity("1", r"n_\mathrm{inode}", XFS_MAXPCT, name="target_inodes")
def target_inodes_xfs(target_exported: Num, xfs_inode_share: Num, xfs_inode_size: Num) -> Num:
    """Inodes of one empty target, as `df -i` shows; XFS makes them as files need them."""
    return floor_quotient(target_exported * xfs_inode_share, xfs_inode_size)


EXT_FS = Book("ext4", topic="capacity")
EXT_FS.input(
    "ext_inode_size",
    "byte",
    r"C_\mathrm{inode}",
    "Bytes of one inode",
    256.0,
    source=DEFAULTS,
    constant=True,
)
EXT_FS.input(
    "ext_block", "byte", r"b_\mathrm{ext}", "Block of ext4", 4096.0, source=DEFAULTS, constant=True
)
EXT_FS.input(
    "ext_group",
    "byte",
    r"g_\mathrm{ext}",
    "Bytes of a block group, under two bitmaps",
    2.0**27,
    source=SOURCE,
    constant=True,
)
EXT_FS.input(
    "ext_most_inodes",
    "1",
    r"n_\mathrm{inode}^\mathrm{max}",
    "Maximum inodes of one file system",
    4294967295.0,
    source="document: e2fsprogs misc/mke2fs.c: MAX_32_NUM",
    constant=True,
)
EXT_FS.input(
    "ext_reserve",
    "1",
    r"f_\mathrm{ext}",
    "Share reserved for root by ext4",
    0.05,
    source=RESERVE,
    high=1.0,
    constant=True,
    shown="percent",
)
EXT_FS.input(
    "ext_osd_reserve",
    "1",
    r"f_\mathrm{osd}",
    "Share reserved by Lustre's OSD",
    0.0,
    source="assumption: none but under Lustre",
    high=1.0,
    constant=True,
    shown="percent",
)


@EXT_FS.quantity("1", r"n_\mathrm{inode}", SOURCE)
def target_inodes(target_exported: Num, ext_inode_ratio: Num, ext_most_inodes: Num) -> Num:
    """Inodes of one target: no more files than these can ever be made."""
    return np.minimum(ext_most_inodes, floor_quotient(target_exported, ext_inode_ratio))


@EXT_FS.quantity("byte", r"C_\mathrm{itab}", SOURCE)
def inode_tables(target_inodes: Num, ext_inode_size: Num) -> Num:
    """Bytes of one target used by its inode tables."""
    return target_inodes * ext_inode_size


@EXT_FS.quantity("byte", r"C_\mathrm{bmap}", SOURCE)
def ext_bitmaps(target_exported: Num, ext_group: Num, ext_block: Num) -> Num:
    """Bytes of one target used by block and inode bitmaps."""
    return 2 * ceil_quotient(target_exported, ext_group) * ext_block


@EXT_FS.quantity("byte", r"C_\mathrm{fs}", SOURCE, name="formatted_capacity")
def formatted_capacity_ext(
    target_exported: Num,
    inode_tables: Num,
    ext_bitmaps: Num,
    ext_journal: Num,
    ext_osd_reserve: Num,
    file_copies: Num,
) -> Num:
    """`df` Size of one empty target, less its share of replicas."""
    return (
        (target_exported - inode_tables - ext_bitmaps - ext_journal)
        * (1 - ext_osd_reserve)
        / file_copies
    )


@EXT_FS.quantity("byte", r"C_\mathrm{tgt}", RESERVE)
def target_capacity(
    formatted_capacity: Num, ext_reserve: Num, target_exported: Num, file_copies: Num
) -> Num:
    """Usable capacity of one empty target: `df` Used + Available."""
    return np.maximum(0, formatted_capacity - ext_reserve * target_exported / file_copies)


EXT_JOURNAL = Book("ext4 journal", topic="capacity")
EXT_JOURNAL.input(
    "ext_journal",
    "byte",
    r"C_\mathrm{jrn}",
    "Journal; from 128 GiB on a GiB",
    2.0**30,
    source=JOURNAL,
    constant=True,
)

LDISKFS_JOURNAL = Book("ldiskfs journal", topic="capacity")
LDISKFS_JOURNAL.input(
    "ldiskfs_most_journal",
    "byte",
    r"C_\mathrm{jrn}^\mathrm{max}",
    "Largest journal that mkfs.lustre makes",
    2.0**30,
    source=MKFS_LUSTRE,
    constant=True,
)
LDISKFS_JOURNAL.input(
    "ldiskfs_journal_share",
    "1",
    r"f_\mathrm{jrn}",
    "Share of the device that mkfs.lustre's journal takes at most",
    0.04,
    source=MKFS_LUSTRE,
    high=1.0,
    constant=True,
    shown="percent",
)
LDISKFS_JOURNAL.input(
    "ldiskfs_journal_grain",
    "byte",
    r"g_\mathrm{jrn}",
    "What mkfs.lustre gives the size of a journal in",
    MIB,
    source=MKFS_LUSTRE,
    constant=True,
)


@LDISKFS_JOURNAL.quantity("byte", r"C_\mathrm{jrn}", MKFS_LUSTRE)
def ext_journal(
    target_exported: Num,
    ldiskfs_journal_share: Num,
    ldiskfs_journal_grain: Num,
    ldiskfs_most_journal: Num,
) -> Num:
    """Journal of a target of Lustre: a share of it, up to a limit."""
    return np.minimum(
        ldiskfs_most_journal,
        floor_quotient(target_exported * ldiskfs_journal_share, ldiskfs_journal_grain)
        * ldiskfs_journal_grain,
    )


USAGE = "document: e2fsprogs misc/mke2fs.c: parse_fs_type; misc/mke2fs.conf.in: big, huge"
EXT_RATIO = Book("ext4 inodes", topic="capacity")
EXT_RATIO.input(
    "big_file_system",
    "byte",
    r"C_1",
    "Size from which mke2fs calls a file system big",
    4 * TIB,
    source=USAGE,
    constant=True,
)
EXT_RATIO.input(
    "huge_file_system",
    "byte",
    r"C_2",
    "Size from which mke2fs calls it huge",
    16 * TIB,
    source=USAGE,
    constant=True,
)
EXT_RATIO.input(
    "usual_inode_ratio",
    "byte",
    r"r_1",
    "Bytes for each inode, usually",
    16 * KIB,
    source=USAGE,
    constant=True,
)
EXT_RATIO.input(
    "big_inode_ratio",
    "byte",
    r"r_2",
    "Bytes for each inode of a big file system",
    32 * KIB,
    source=USAGE,
    constant=True,
)
EXT_RATIO.input(
    "huge_inode_ratio",
    "byte",
    r"r_3",
    "Bytes for each inode of a huge file system",
    64 * KIB,
    source=USAGE,
    constant=True,
)


@EXT_RATIO.quantity("byte", r"r_\mathrm{inode}", USAGE)
def ext_inode_ratio(
    target_exported: Num,
    big_file_system: Num,
    huge_file_system: Num,
    usual_inode_ratio: Num,
    big_inode_ratio: Num,
    huge_inode_ratio: Num,
) -> Num:
    """Bytes of the file system for each inode, by its size."""
    return where_less(
        target_exported,
        big_file_system,
        usual_inode_ratio,
        where_less(target_exported, huge_file_system, big_inode_ratio, huge_inode_ratio),
    )


OST_RATIO = Book("ldiskfs inodes", topic="capacity")
OST_RATIO.input(
    "small_target",
    "byte",
    r"C_1",
    "Size up to which an OST is small",
    10 * 2.0**30,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "medium_target",
    "byte",
    r"C_2",
    "Size up to which an OST is of medium size",
    2.0**40,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "large_target",
    "byte",
    r"C_3",
    "Size up to which an OST is large",
    4 * 2.0**40,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "huge_target",
    "byte",
    r"C_4",
    "Size above which an OST is huge",
    16 * 2.0**40,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "small_target_ratio",
    "byte",
    r"r_1",
    "Bytes for each inode of a small OST",
    16 * KIB,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "medium_target_ratio",
    "byte",
    r"r_2",
    "Bytes for each inode of an OST of medium size",
    69905.0,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "large_target_ratio",
    "byte",
    r"r_3",
    "Bytes for each inode of a large OST",
    256 * KIB,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "larger_target_ratio",
    "byte",
    r"r_4",
    "Bytes for each inode of an OST beyond large",
    512 * KIB,
    source=OST_RATIOS,
    constant=True,
)
OST_RATIO.input(
    "huge_target_ratio",
    "byte",
    r"r_5",
    "Bytes for each inode of a huge OST",
    MIB,
    source=OST_RATIOS,
    constant=True,
)


@OST_RATIO.quantity("byte", r"r_\mathrm{inode}", OST_RATIOS, name="ext_inode_ratio")
def ext_inode_ratio_ost(
    target_exported: Num,
    small_target: Num,
    medium_target: Num,
    large_target: Num,
    huge_target: Num,
    small_target_ratio: Num,
    medium_target_ratio: Num,
    large_target_ratio: Num,
    larger_target_ratio: Num,
    huge_target_ratio: Num,
) -> Num:
    """Bytes of an OST for each inode, by its size."""
    return where_less(
        medium_target,
        target_exported,
        where_less(
            large_target,
            target_exported,
            where_less(huge_target, target_exported, huge_target_ratio, larger_target_ratio),
            large_target_ratio,
        ),
        where_less(small_target, target_exported, medium_target_ratio, small_target_ratio),
    )
