"""What files cost: their blocks, the blocks that point to these, and their entries (dnodes).

A file of at most a record is one block of its own size. A longer one is made of whole records; what
its last one lacks is zeros, which cost a record without compression and nearly nothing with it: as
long as that saves an eighth of the record, in whole allocations. Else the record stays as it is.
Pointers are compressed whatever the property says, and kept twice.
"""

import numpy as np

from model.engine.ops import Num, ceil_quotient, floor_quotient, where_less
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.files.file_tails import SAVED
from model.formulas.space.draid import BLOCK_SOURCE, in_stripes
from model.formulas.space.zfs import RAIDZ_SOURCE, SPACE_SOURCE, padded, with_parity
from model.units.kinds import KIB

SOURCE = "document: OpenZFS dbuf.c, dnode.c; compared with files on real kernels"
MEASURED = (
    "arithmetic: a fit to files on OpenZFS 2.3.2: the blocks of pointers of 64 to 4096 records"
)

FILE = Book("files of a size", topic="capacity")
FILE.input("file_size", "byte", r"l", "Length of each of these files")
FILE.input("file_count", "1", r"n_l", "Files of this length")

FILES_OF_POOL = Book("files of a pool", topic="capacity")
FILES_OF_POOL.input(
    "indirect_block", "byte", r"C_\mathrm{ind}", "Block of pointers", 128 * KIB, source=SOURCE
)
FILES_OF_POOL.input(
    "block_pointer", "byte", r"C_\mathrm{bp}", "Pointer to a block", 128.0, source=SOURCE
)
FILES_OF_POOL.input(
    "stored_pointer",
    "byte",
    r"c_\mathrm{bp}",
    "Pointer to a block, compressed",
    42.0,
    source=MEASURED,
)
FILES_OF_POOL.input(
    "metadata_copies", "1", r"n_\mathrm{cp}", "Copies of metadata in a pool", 2.0, source=SOURCE
)
FILES_OF_POOL.input(
    "entry_block", "byte", r"c_\mathrm{dn}", "Block of entries, compressed", 4096.0, source=MEASURED
)
FILES_OF_POOL.input(
    "entries_per_block", "1", r"n_\mathrm{dn}", "Entries of files in one block", 32.0, source=SOURCE
)
FILES_OF_POOL.input(
    "zero_run",
    "1",
    r"n_0",
    "Zeros that a compressed byte stands for",
    255.0,
    source="document: lz4 doc/lz4_Block_format.md",
)
FILES_OF_POOL.input(
    "saving_divisor",
    "1",
    r"k_\mathrm{save}",
    "Parts of a block of which one is saved",
    8.0,
    source=SAVED,
)
FILES_OF_POOL.input(
    "has_compression",
    "1",
    r"\kappa",
    "Whether data are compressed: 1, 0",
    1.0,
    source="assumption: a pool of OpenZFS 2.2 compresses unless it is told not to",
)


@FILE.quantity("1", r"n_\mathrm{rec}", SOURCE)
def file_records(file_size: Num, record_size: Num) -> Num:
    """Blocks of data in a file."""
    return where_less(record_size, file_size, ceil_quotient(file_size, record_size), 1)


@FILE.quantity("byte", r"c_\mathrm{blk}", SOURCE)
def file_block(file_size: Num, record_size: Num, space_unit: Num) -> Num:
    """Length of a file's whole blocks: the record, or the file if that is shorter."""
    return where_less(
        record_size, file_size, record_size, ceil_quotient(file_size, space_unit) * space_unit
    )


@FILE.quantity("1", r"n_\mathrm{tail}", SOURCE)
def file_tails(file_size: Num, record_size: Num, file_records: Num, has_compression: Num) -> Num:
    """Blocks of a file that are compressed because zeros fill them up: the last one, or none."""
    return where_less(
        record_size,
        file_size,
        (file_records - floor_quotient(file_size, record_size)) * has_compression,
        0.0,
    )


@FILE.quantity("1", r"n_\mathrm{bp}", SOURCE)
def file_pointers(file_records: Num) -> Num:
    """Pointers in the blocks of pointers above the data; a file of one block needs none."""
    return where_less(1, file_records, file_records, 0.0)


@FILE.quantity("1", r"n_\mathrm{ind}", SOURCE)
def full_pointer_blocks(file_pointers: Num, indirect_block: Num, block_pointer: Num) -> Num:
    """Blocks of pointers that are full."""
    return floor_quotient(file_pointers * block_pointer, indirect_block)


@FILE.quantity("byte", r"c_\mathrm{ind}", SOURCE)
def full_pointer_block(indirect_block: Num, block_pointer: Num, stored_pointer: Num) -> Num:
    """Length of a full block of pointers, compressed."""
    return indirect_block / block_pointer * stored_pointer


@FILE.quantity("1", r"n_\mathrm{rest}", SOURCE)
def last_pointers(
    file_pointers: Num, full_pointer_blocks: Num, indirect_block: Num, block_pointer: Num
) -> Num:
    """Pointers in the last block of pointers, which isn't full."""
    return file_pointers - full_pointer_blocks * indirect_block / block_pointer


@FILE.quantity("1", r"n_\mathrm{top}", SOURCE)
def top_pointers(file_pointers: Num, indirect_block: Num, block_pointer: Num) -> Num:
    """Pointers to blocks of pointers; none where one block is enough."""
    return where_less(
        indirect_block,
        file_pointers * block_pointer,
        ceil_quotient(file_pointers * block_pointer, indirect_block),
        0.0,
    )


def compressed_pointers(
    pointers: Num, indirect_block: Num, block_pointer: Num, stored_pointer: Num, zero_run: Num
) -> Num:
    """Length of a block of this many pointers, compressed with the zeros behind them."""
    return where_less(
        0,
        pointers,
        pointers * stored_pointer
        + np.maximum(indirect_block - pointers * block_pointer, 0) / zero_run,
        0.0,
    )


@FILE.quantity("byte", r"c_\mathrm{rest}", SOURCE)
def last_pointer_block(
    last_pointers: Num, indirect_block: Num, block_pointer: Num, stored_pointer: Num, zero_run: Num
) -> Num:
    """Length of a block of this many pointers, compressed with the zeros behind them."""
    return compressed_pointers(
        last_pointers, indirect_block, block_pointer, stored_pointer, zero_run
    )


@FILE.quantity("byte", r"c_\mathrm{top}", SOURCE)
def top_pointer_block(
    top_pointers: Num, indirect_block: Num, block_pointer: Num, stored_pointer: Num, zero_run: Num
) -> Num:
    """Length of a block of this many pointers, compressed with the zeros behind them."""
    return compressed_pointers(
        top_pointers, indirect_block, block_pointer, stored_pointer, zero_run
    )


BLOCKS: tuple[Variant, ...] = (
    {"piece": "file_block", "p": "blk"},
    {"piece": "file_tail", "p": "tail"},
    {"piece": "full_pointer_block", "p": "ind"},
    {"piece": "last_pointer_block", "p": "rest"},
    {"piece": "top_pointer_block", "p": "top"},
    {"piece": "entry_block", "p": "dn"},
)
"""The blocks of a file: of data, of pointers, of entries."""
_IN_RAIDZ = Book("files on RAIDZ", topic="capacity")


@_IN_RAIDZ.quantity("1", r"s_\mathrm{<p>}", RAIDZ_SOURCE)
def piece_sectors(piece: Num, sector_size: Num, vdev_parity: Num, vdev_columns: Num) -> Num:
    """Sectors of a block of the file with parity, before padding."""
    return with_parity(ceil_quotient(piece, sector_size), vdev_parity, vdev_columns)


@_IN_RAIDZ.quantity("byte", r"a_\mathrm{<p>}", RAIDZ_SOURCE)
def piece_allocation(piece_sectors: Num, vdev_parity: Num, sector_size: Num) -> Num:
    """Bytes that a block of the file takes, with parity and padding."""
    return padded(piece_sectors, vdev_parity) * sector_size


RAIDZ_FILE = spell(_IN_RAIDZ, *BLOCKS)
_IN_DRAID = Book("files on dRAID", topic="capacity")


@_IN_DRAID.quantity("byte", r"a_\mathrm{<p>}", BLOCK_SOURCE, name="piece_allocation")
def piece_allocation_in_stripes(
    piece: Num, stripe_data: Num, sector_size: Num, stripe_size: Num
) -> Num:
    """Bytes that a block of the file takes, in whole stripes."""
    return in_stripes(piece, stripe_data, sector_size, stripe_size)


DRAID_FILE = spell(_IN_DRAID, *BLOCKS)

FILE_CHARGE = Book("charge of files", topic="capacity")


@FILE_CHARGE.quantity("byte", r"x_\mathrm{data}", SPACE_SOURCE)
def file_data_charge(
    file_records: Num,
    file_tails: Num,
    file_block_allocation: Num,
    file_tail_allocation: Num,
    space_unit: Num,
    deflate_ratio: Num,
) -> Num:
    """Bytes that ZFS charges for the data of one file."""
    return (
        (file_records - file_tails) * floor_quotient(file_block_allocation, space_unit)
        + file_tails * floor_quotient(file_tail_allocation, space_unit)
    ) * deflate_ratio


@FILE_CHARGE.quantity("byte", r"x_\mathrm{meta}", SPACE_SOURCE)
def file_metadata_charge(
    full_pointer_blocks: Num,
    full_pointer_block_allocation: Num,
    last_pointer_block_allocation: Num,
    top_pointer_block_allocation: Num,
    entry_block_allocation: Num,
    entries_per_block: Num,
    metadata_copies: Num,
    space_unit: Num,
    deflate_ratio: Num,
) -> Num:
    """Bytes that ZFS charges for the pointers and the entry of one file."""
    return (
        full_pointer_blocks * full_pointer_block_allocation
        + last_pointer_block_allocation
        + top_pointer_block_allocation
        + entry_block_allocation / entries_per_block
    ) * (metadata_copies * deflate_ratio / space_unit)


@FILE_CHARGE.quantity("byte", r"l_\mathrm{sum}", "arithmetic")
def files_length(file_count: Num, file_size: Num) -> Num:
    """Length of all files of this length."""
    return file_count * file_size


@FILE_CHARGE.quantity("byte", r"x_\mathrm{sum}", "arithmetic")
def files_charge(file_count: Num, file_data_charge: Num, file_metadata_charge: Num) -> Num:
    """Bytes that ZFS charges for all files of this length."""
    return file_count * (file_data_charge + file_metadata_charge)


FILES_OF_GROUP = Book("files of a group", topic="capacity")
FILES_OF_GROUP.over(
    "total",
    "group_files_length",
    "byte",
    r"l_\mathrm{grp}",
    "Length of the files that are mixed",
    roles=("files",),
    of="files_length",
)
FILES_OF_GROUP.over(
    "total",
    "group_files_charge",
    "byte",
    r"x_\mathrm{grp}",
    "What ZFS charges for them",
    roles=("files",),
    of="files_charge",
)


@FILES_OF_GROUP.quantity("byte", r"C_\mathrm{grp}^\mathrm{files}", SPACE_SOURCE)
def group_files_space(group_space: Num, group_files_length: Num, group_files_charge: Num) -> Num:
    """Bytes of files of this mix that the group's usable bytes hold, before slop."""
    return group_space * (group_files_length / group_files_charge)


FILES_OF_POOL.over(
    "total",
    "pool_files_space",
    "byte",
    r"C_\mathrm{pool}^\mathrm{files}",
    "Bytes of files of this mix that fit before slop",
    roles=("groups",),
    of="group_files_space",
)


@FILES_OF_POOL.quantity("1", r"x_\mathrm{files}", SPACE_SOURCE)
def files_per_available(pool_files_space: Num, pool_space: Num) -> Num:
    """Bytes of files of this mix that one byte of AVAIL holds."""
    return pool_files_space / pool_space


@FILES_OF_POOL.quantity("byte", r"C_\mathrm{files}", SPACE_SOURCE)
def pool_files_capacity(pool_available: Num, files_per_available: Num) -> Num:
    """Bytes of files of this mix that the empty pool holds."""
    return pool_available * files_per_available


FILES_OF_TARGETS = Book("files of targets", topic="capacity")


@FILES_OF_TARGETS.quantity("byte", r"C_\mathrm{files/pool}", "arithmetic of the tier")
def pools_files_capacity(pools_usable_capacity: Num, files_per_available: Num) -> Num:
    """Bytes of files of this mix that all targets of this kind hold."""
    return pools_usable_capacity * files_per_available


FILES_OF_TIER = Book("files of a tier", topic="capacity")
FILES_OF_TIER.over(
    "total",
    "files_capacity",
    "byte",
    r"C_\mathrm{files}^\mathrm{tier}",
    "Capacity for files of the stated sizes",
    roles=("pools",),
    of="pools_files_capacity",
)
