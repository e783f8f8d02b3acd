"""File systems on what RAID groups or drives export: none, XFS, ext4, Lustre's ldiskfs.

ext4 takes inode tables, bitmaps and a journal off at once (`df` leaves them out of its size), and
keeps a share for its administrator, which is neither used nor available.
"""

from model.ops import Num, ceil_quotient, floor_quotient, where_less
from model.quantity import Book

SOURCE = "e2fsprogs: mke2fs(8), mke2fs.conf; Linux fs/ext4/super.c: ext4_calculate_overhead"
MANUAL = "Lustre Operations Manual, ch. 5: Setting Formatting Options for an ldiskfs OST"

PLAIN = Book("no format")


@PLAIN.quantity("byte", r"C_\mathrm{fs}", "as exported; XFS makes its inodes when it needs them")
def formatted_capacity(target_exported: Num, file_copies: Num) -> Num:
    """What `df` calls the size of one empty target, its share of copies taken off."""
    return target_exported / file_copies


@PLAIN.quantity("byte", r"C_\mathrm{tgt}", "nothing is kept back")
def target_capacity(formatted_capacity: Num) -> Num:
    """What can be used of one empty target."""
    return formatted_capacity


EXT_FS = Book("ext4")
for _name, _symbol, _title, _value in (
    ("ext_inode_size", r"C_\mathrm{inode}", "Bytes of one inode", 256.0),
    ("ext_block", r"b_\mathrm{ext}", "Block of ext4", 4096.0),
    ("ext_group", r"g_\mathrm{ext}", "Bytes of one block group, under two bitmaps", 134217728.0),
    ("ext_journal", r"C_\mathrm{jrn}", "Journal of a file system from 128 GiB on", 1073741824.0),
):
    EXT_FS.input(_name, "byte", _symbol, _title, _value, source=SOURCE)
EXT_FS.input(
    "ext_reserve",
    "1",
    r"f_\mathrm{ext}",
    "Share that ext4 keeps for its administrator",
    0.05,
    source="mke2fs(8): -m, 5 % by default; Lustre Operations Manual, ch. 5",
    high=1.0,
)


@EXT_FS.quantity("1", r"n_\mathrm{inode}", SOURCE)
def target_inodes(target_exported: Num, ext_inode_ratio: Num) -> Num:
    """Inodes of one target: no more files than these can ever be made."""
    return floor_quotient(target_exported, ext_inode_ratio)


@EXT_FS.quantity("byte", r"C_\mathrm{itab}", SOURCE)
def inode_tables(target_inodes: Num, ext_inode_size: Num) -> Num:
    """Bytes of one target that its inode tables take."""
    return target_inodes * ext_inode_size


@EXT_FS.quantity("byte", r"C_\mathrm{bmap}", SOURCE)
def ext_bitmaps(target_exported: Num, ext_group: Num, ext_block: Num) -> Num:
    """Bytes of one target that bitmaps of blocks and inodes take."""
    return 2 * ceil_quotient(target_exported, ext_group) * ext_block


@EXT_FS.quantity("byte", r"C_\mathrm{fs}", SOURCE, name="formatted_capacity")
def ext_formatted_capacity(
    target_exported: Num, inode_tables: Num, ext_bitmaps: Num, ext_journal: Num, file_copies: Num
) -> Num:
    """What `df` calls the size of one empty target, its share of copies taken off."""
    return (target_exported - inode_tables - ext_bitmaps - ext_journal) / file_copies


@EXT_FS.quantity("byte", r"C_\mathrm{tgt}", SOURCE, name="target_capacity")
def ext_target_capacity(formatted_capacity: Num, ext_reserve: Num) -> Num:
    """What can be used of one empty target: `df`'s USED + AVAIL."""
    return formatted_capacity * (1 - ext_reserve)


EXT_RATIO = Book("ext4 inodes")
for _name, _symbol, _title, _value in (
    ("big_file_system", r"C_1", "Size from which mke2fs calls a file system big", 4398046511104.0),
    ("huge_file_system", r"C_2", "Size from which mke2fs calls it huge", 17592186044416.0),
    ("usual_inode_ratio", r"r_1", "Bytes for each inode, usually", 16384.0),
    ("big_inode_ratio", r"r_2", "Bytes for each inode of a big file system", 32768.0),
    ("huge_inode_ratio", r"r_3", "Bytes for each inode of a huge file system", 65536.0),
):
    EXT_RATIO.input(
        _name, "byte", _symbol, _title, _value, source="mke2fs.conf: big, huge; mke2fs(8): -T"
    )


@EXT_RATIO.quantity("byte", r"r_\mathrm{inode}", "mke2fs.conf: inode_ratio by usage type")
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


OST_RATIO = Book("ldiskfs inodes")
for _name, _symbol, _title, _value in (
    ("small_target", r"C_1", "Size below which an OST is small", 10737418240.0),
    ("medium_target", r"C_2", "Size below which an OST is of medium size", 1099511627776.0),
    ("large_target", r"C_3", "Size above which an OST is very large", 8796093022208.0),
    ("small_target_ratio", r"r_1", "Bytes for each inode of a small OST", 16384.0),
    ("medium_target_ratio", r"r_2", "Bytes for each inode of an OST of medium size", 69632.0),
    ("large_target_ratio", r"r_3", "Bytes for each inode of a large OST", 262144.0),
    ("huge_target_ratio", r"r_4", "Bytes for each inode of a very large OST", 1048576.0),
):
    OST_RATIO.input(_name, "byte", _symbol, _title, _value, source=MANUAL)


@OST_RATIO.quantity("byte", r"r_\mathrm{inode}", MANUAL, name="ext_inode_ratio")
def ost_inode_ratio(
    target_exported: Num,
    small_target: Num,
    medium_target: Num,
    large_target: Num,
    small_target_ratio: Num,
    medium_target_ratio: Num,
    large_target_ratio: Num,
    huge_target_ratio: Num,
) -> Num:
    """Bytes of an OST for each inode, by its size."""
    return where_less(
        target_exported,
        medium_target,
        where_less(target_exported, small_target, small_target_ratio, medium_target_ratio),
        where_less(large_target, target_exported, huge_target_ratio, large_target_ratio),
    )
