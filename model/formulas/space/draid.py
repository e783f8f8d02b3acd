"""dRAID: stripes of data and parity, and spare space, spread over all drives of a vdev.

A stripe takes whole rows of every column, so that small blocks cost a whole stripe; metaslabs are
clipped to stripes, each of them by less than two. Spares are taken off the vdev's size, parity is
not. With failure domains (after OpenZFS 2.4) a vdev consists of several failure groups, each with
one drive of every domain: its stripes stay within a failure group, and its size is in whole slices.
"""

from model.engine.ops import (
    Num,
    at_least,
    ceil_quotient,
    common_divisor,
    floor_quotient,
    where_less,
    whole_up,
)
from model.engine.quantity import Book
from model.formulas.space.zfs import LOG_SOURCE
from model.units.kinds import MIB

SIZE_SOURCE = "document: OpenZFS vdev_draid.c: vdev_draid_open, vdev_draid_min_asize"
SLICE_SOURCE = (
    "document: OpenZFS after 2.4, zpool_vdev.c: draid_config_by_type; vdev_draid.c: vdev_draid_open"
)
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


ONE_FAILURE_GROUP = Book("dRAID without failure domains", topic="capacity")


@ONE_FAILURE_GROUP.quantity("byte", r"C_\mathrm{vdev}", SIZE_SOURCE)
def vdev_space(
    leaf_rows_space: Num, vdev_drives: Num, vdev_spares: Num, stripe_columns: Num, draid_row: Num
) -> Num:
    """Allocatable bytes of one vdev in whole groups of rows, parity included."""
    return (
        floor_quotient(leaf_rows_space * (vdev_drives - vdev_spares), stripe_columns * draid_row)
        * stripe_columns
        * draid_row
    )


FAILURE_DOMAINS = Book("dRAID with failure domains", topic="capacity")
FAILURE_DOMAINS.input(
    "vdev_failure_groups",
    "1",
    r"n_\mathrm{fgrp}",
    "Failure groups of one vdev, each with one drive of every failure domain",
    whole=True,
)


@FAILURE_DOMAINS.quantity("1", r"n_\mathrm{fdom}", SLICE_SOURCE)
def vdev_failure_domains(vdev_drives: Num, vdev_failure_groups: Num) -> Num:
    """Failure domains of one vdev, such as enclosures: the drives of each failure group."""
    return vdev_drives / vdev_failure_groups


@FAILURE_DOMAINS.quantity("1", r"n_\mathrm{dsp/fgrp}", SLICE_SOURCE)
def failure_group_spares(vdev_spares: Num, vdev_failure_groups: Num) -> Num:
    """Distributed spares that every failure group has at least."""
    return floor_quotient(vdev_spares, vdev_failure_groups)


@FAILURE_DOMAINS.quantity("1", r"k_\mathrm{row}", SLICE_SOURCE)
def slice_rows(
    vdev_failure_domains: Num,
    failure_group_spares: Num,
    vdev_failure_groups: Num,
    vdev_spares: Num,
    stripe_columns: Num,
) -> Num:
    """Rows of a slice, after which drives are permuted: the fewest that hold whole stripes.

    If some failure groups have one spare more than others, no fewer than the columns of a stripe
    are whole in both.
    """
    return where_less(
        failure_group_spares * vdev_failure_groups,
        vdev_spares,
        stripe_columns,
        stripe_columns
        / common_divisor(stripe_columns, vdev_failure_domains - failure_group_spares),
    )


@FAILURE_DOMAINS.quantity("byte", r"C_\mathrm{vdev}", SLICE_SOURCE, name="vdev_space")
def vdev_space_in_slices(
    leaf_rows_space: Num, slice_rows: Num, draid_row: Num, vdev_drives: Num, vdev_spares: Num
) -> Num:
    """Allocatable bytes of one vdev in whole slices, parity included."""
    return (
        floor_quotient(leaf_rows_space, slice_rows * draid_row)
        * slice_rows
        * draid_row
        * (vdev_drives - vdev_spares)
    )


SPREAD_DOMAINS = Book("failure domains spread over enclosures", topic="capacity")


@SPREAD_DOMAINS.quantity(
    "1",
    r"n_\mathrm{fdom/enc}",
    "assumption: failure domains are enclosures, or equal parts of them where there are fewer",
)
def failure_domains_in_enclosure(vdev_failure_domains: Num, spread_share: Num) -> Num:
    """The most failure domains of one vdev that share an enclosure."""
    return whole_up(vdev_failure_domains * spread_share)


STATED_DOMAINS = Book("failure domains in stated bays", topic="capacity")
STATED_DOMAINS.input(
    "failure_domains_in_enclosure",
    "1",
    r"n_\mathrm{fdom/enc}",
    "The most failure domains of one vdev that share an enclosure",
    whole=True,
)

DOMAINS_IN_ENCLOSURES = Book("failure domains in enclosures", topic="capacity")


@DOMAINS_IN_ENCLOSURES.quantity(
    "1", r"\mathrm{ok}_\mathrm{enc}", "arithmetic: parity against the domains in one enclosure"
)
def survives_enclosure_loss(vdev_survives: Num, failure_domains_in_enclosure: Num) -> Num:
    """Whether a vdev survives the loss of an enclosure: 1 yes, 0 no."""
    return at_least(vdev_survives, failure_domains_in_enclosure)
