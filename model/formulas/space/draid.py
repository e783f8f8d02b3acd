"""dRAID: stripes of data and parity, and spare space, spread over all drives of a vdev.

A stripe takes whole rows of every column, so that small blocks cost a whole stripe; metaslabs are
clipped to stripes, each of them by less than two. Spares are taken off the vdev's size, parity is
not.
"""

from model.engine.ops import Num, ceil_quotient, common_divisor, floor_quotient, where_less
from model.engine.quantity import Book
from model.formulas.space.zfs import LOG_SOURCE
from model.units.kinds import MIB

SIZE_SOURCE = "document: OpenZFS vdev_draid.c: vdev_draid_open, vdev_draid_min_asize"
BLOCK_SOURCE = "document: OpenZFS vdev_draid.c: vdev_draid_asize"
SLAB_SOURCE = "document: OpenZFS vdev_draid.c: vdev_draid_metaslab_init"

DRAID = Book("dRAID", topic="capacity")
DRAID.input("stripe_data", "1", r"d_\mathrm{str}", "Data columns of one stripe", whole=True)
DRAID.input(
    "draid_row",
    "byte",
    r"C_\mathrm{row}",
    "Height of a row on each drive",
    16 * MIB,
    source=f"{SIZE_SOURCE}: VDEV_DRAID_ROWHEIGHT",
)
DRAID.input(
    "draid_reserve",
    "byte",
    r"C_\mathrm{draid}",
    "Bytes of each drive that are kept for a later expansion",
    32 * MIB,
    source=f"{SIZE_SOURCE}: VDEV_DRAID_REFLOW_RESERVE",
)


@DRAID.quantity("1", r"G", SIZE_SOURCE)
def stripe_columns(stripe_data: Num, vdev_parity: Num) -> Num:
    """Columns of one stripe, parity included."""
    return stripe_data + vdev_parity


@DRAID.quantity("byte", r"C_\mathrm{leaf}^\mathrm{rows}", SIZE_SOURCE)
def leaf_rows_space(leaf_space: Num, draid_reserve: Num, draid_row: Num) -> Num:
    """Bytes of one drive in whole rows."""
    return floor_quotient(leaf_space - draid_reserve, draid_row) * draid_row


@DRAID.quantity("byte", r"C_\mathrm{vdev}", SIZE_SOURCE)
def vdev_space(
    leaf_rows_space: Num, vdev_drives: Num, vdev_spares: Num, stripe_columns: Num, draid_row: Num
) -> Num:
    """Allocatable bytes of one vdev in whole groups of rows, parity included."""
    return (
        floor_quotient(leaf_rows_space * (vdev_drives - vdev_spares), stripe_columns * draid_row)
        * stripe_columns
        * draid_row
    )


@DRAID.quantity("byte", r"C_\mathrm{str}", BLOCK_SOURCE)
def stripe_size(stripe_columns: Num, sector_size: Num) -> Num:
    """The least that is allocated: a sector of each column of a stripe."""
    return stripe_columns * sector_size


def in_stripes(block: Num, stripe_data: Num, sector_size: Num, stripe_size: Num) -> Num:
    """Allocated bytes of a block: whole stripes (OpenZFS vdev_draid_asize)."""
    return ceil_quotient(block, stripe_data * sector_size) * stripe_size


@DRAID.quantity("byte", r"a_\mathrm{ref}", BLOCK_SOURCE)
def reference_allocation(
    reference_block: Num, stripe_data: Num, sector_size: Num, stripe_size: Num
) -> Num:
    """Allocated bytes of a 128 KiB block, with parity and padding of the last stripe."""
    return in_stripes(reference_block, stripe_data, sector_size, stripe_size)


@DRAID.quantity("byte", r"a_\mathrm{rec}", BLOCK_SOURCE)
def record_allocation(
    record_size: Num, stripe_data: Num, sector_size: Num, stripe_size: Num
) -> Num:
    """Allocated bytes of a record, with parity and padding of the last stripe."""
    return in_stripes(record_size, stripe_data, sector_size, stripe_size)


@DRAID.quantity("1", r"f_\mathrm{rec}", f"{BLOCK_SOURCE}; zeros fill the last stripe")
def record_stripe_fill(
    record_size: Num, record_allocation: Num, stripe_data: Num, stripe_columns: Num
) -> Num:
    """Data among what is written for a record, as a share of a full stripe's."""
    return record_size / record_allocation / (stripe_data / stripe_columns)


@DRAID.quantity("1", r"k_\mathrm{str}", SLAB_SOURCE)
def aligned_metaslabs(stripe_size: Num, metaslab_size: Num) -> Num:
    """Metaslabs from one that begins with a stripe to the next that does."""
    return stripe_size / common_divisor(stripe_size, metaslab_size)


@DRAID.quantity("byte", r"C_\mathrm{vdev}^\mathrm{slabs}", SLAB_SOURCE)
def vdev_size(metaslabs: Num, metaslab_size: Num, stripe_size: Num, aligned_metaslabs: Num) -> Num:
    """Bytes of one vdev in metaslabs that are clipped to stripes, parity included.

    A stripe is lost at each border between two metaslabs that falls into it.
    """
    return (
        floor_quotient(metaslabs * metaslab_size, stripe_size)
        - (metaslabs - 1 - floor_quotient(metaslabs - 1, aligned_metaslabs))
    ) * stripe_size


@DRAID.quantity("byte", r"C_\mathrm{log}", LOG_SOURCE)
def embedded_log_space(
    metaslabs: Num, metaslab_size: Num, embedded_log_metaslabs: Num, stripe_size: Num
) -> Num:
    """Bytes of the first metaslab, which a larger vdev gives to the embedded log."""
    return where_less(
        embedded_log_metaslabs,
        metaslabs,
        floor_quotient(metaslab_size, stripe_size) * stripe_size,
        0.0,
    )
