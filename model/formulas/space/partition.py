"""What is cut off a whole disk before ZFS is given it: partition tables, gaps, LUKS headers."""

import numpy as np

from model.engine.ops import Num, floor_quotient
from model.engine.quantity import Book
from model.engine.spelling import spell

SOURCE = "definition: by scheme, model.zfs.partitions"
LUKS = (
    "document: cryptsetup: data follow the header, 16 MiB for LUKS2 (lib/luks2/luks2.h, since "
    "2.1), 2 MiB for LUKS1 (FAQ.md)"
)

DRIVE_AS_GIVEN = Book("drive of entered size", topic="capacity")
DRIVE_AS_GIVEN.input("drive_capacity", "byte", r"C_\mathrm{drv}", "Nominal capacity of one drive")

_PARTITION = Book("partition of a drive", topic="capacity")
_PARTITION.input("logical_block", "byte", r"b_\mathrm{log}", "Logical block of a drive")
_PARTITION.input(
    "partition_ends",
    "byte",
    r"C_\mathrm{ends}",
    "Bytes before and after the data partition: tables, alignment, reserved partition",
)
_PARTITION.input(
    "partition_gap",
    "byte",
    r"C_\mathrm{gap}",
    "Maximum space left free for smaller replacement drives",
)
_PARTITION.input(
    "partition_gap_divisor",
    "1",
    r"k_\mathrm{gap}",
    "Largest share of a drive that is left free, as a divisor",
)
_PARTITION.input("partition_grain", "byte", r"g_\mathrm{part}", "Alignment of the data partition")
_PARTITION.input(
    "encryption_header",
    "byte",
    r"C_\mathrm{luks}",
    "Header of the encryption below ZFS (LUKS)",
    0.0,
    source="assumption: no encryption below ZFS, unless it is stated",
)


@_PARTITION.quantity("byte", r"C_\mathrm{part}", SOURCE)
def partition_capacity(
    which_drive_capacity: Num,
    logical_block: Num,
    partition_ends: Num,
    partition_gap: Num,
    partition_gap_divisor: Num,
    partition_grain: Num,
) -> Num:
    """Bytes of the data partition of a drive."""
    return (
        floor_quotient(
            floor_quotient(which_drive_capacity, logical_block) * logical_block
            - partition_ends
            - np.minimum(partition_gap, which_drive_capacity / partition_gap_divisor),
            partition_grain,
        )
        * partition_grain
    )


@_PARTITION.quantity("byte", r"C_\mathrm{leaf}", LUKS)
def leaf_capacity(partition_capacity: Num, encryption_header: Num) -> Num:
    """Bytes of a drive available to ZFS."""
    return partition_capacity - encryption_header


PARTITION = spell(_PARTITION, {"which": ""})
OF_FURTHER = spell(_PARTITION, {"which": "further"})
"""Of the tier's drives, or of those of another size."""
