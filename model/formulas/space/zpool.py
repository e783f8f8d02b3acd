"""A pool of vdevs: what it keeps back, what is left, and whether an enclosure may be lost."""

import numpy as np

from model.engine.ops import Num, at_least, floor_quotient, whole_up
from model.engine.quantity import Book
from model.units.kinds import KIB

SOURCE = "arithmetic of the tier"
COPIED = f"{SOURCE}; divided by the copies of each file"
SPACE_SOURCE = "document: OpenZFS spa_misc.c: spa_deflate"
SLOP_SOURCE = "document: OpenZFS spa_misc.c: spa_get_slop_space"

SPREAD = Book("vdevs spread over enclosures", topic="capacity")


@SPREAD.quantity(
    "1",
    r"w_\mathrm{enc}",
    "assumption: each vdev is spread over a block's enclosures, as evenly as their bays allow",
)
def vdev_drives_in_enclosure(vdev_drives: Num, spread_share: Num) -> Num:
    """The most drives of one vdev that share an enclosure."""
    return whole_up(vdev_drives * spread_share)


PACKED = Book("vdevs within enclosures", topic="capacity")


@PACKED.quantity(
    "1",
    r"w_\mathrm{enc}",
    "assumption: each vdev or RAID group is within one enclosure as far as it has room",
    name="vdev_drives_in_enclosure",
)
def vdev_drives_in_enclosure_packed(
    vdev_drives: Num, fullest_enclosure_share: Num, drives_per_block: Num
) -> Num:
    """The most drives of one vdev that share an enclosure."""
    return np.minimum(vdev_drives, fullest_enclosure_share * drives_per_block)


STATED = Book("vdevs in stated bays", topic="capacity")
STATED.input(
    "vdev_drives_in_enclosure",
    "1",
    r"w_\mathrm{enc}",
    "The most drives of one vdev that share an enclosure",
    whole=True,
)

PLACEMENT = Book("placement in enclosures", topic="capacity")


@PLACEMENT.quantity(
    "1", r"\mathrm{ok}_\mathrm{enc}", "arithmetic: parity against the drives in one enclosure"
)
def survives_enclosure_loss(vdev_survives: Num, vdev_drives_in_enclosure: Num) -> Num:
    """Whether a vdev survives the loss of an enclosure: 1 yes, 0 no."""
    return at_least(vdev_survives, vdev_drives_in_enclosure)


BESIDE = Book("vdevs beside enclosures", topic="capacity")
BESIDE.input(
    "vdev_stands_elsewhere",
    "1",
    r"\kappa_\mathrm{else}",
    "Whether the drives of a vdev are outside the tier's enclosures: 1 yes, 0 no",
    1.0,
    source="assumption: drives beside the tier's aren't in its enclosures",
)
BESIDE.alias(
    "survives_enclosure_loss",
    "1",
    r"\mathrm{ok}_\mathrm{enc}",
    "Whether a vdev survives the loss of an enclosure: 1 yes, 0 no.",
    of="vdev_stands_elsewhere",
    source="definition: what isn't in an enclosure isn't lost with it",
)

PLACEMENT_IN_POOL = Book("placement of the pool", topic="capacity")
PLACEMENT_IN_POOL.over(
    "least",
    "pool_survives_enclosure_loss",
    "1",
    r"\mathrm{ok}_\mathrm{enc/pool}",
    "Whether the pool survives the loss of an enclosure: 1 yes, 0 no",
    roles=("groups", "special"),
    of="survives_enclosure_loss",
)

POOL = Book("ZFS pool", topic="capacity")
POOL.input(
    "sector_size",
    "byte",
    r"b",
    "Smallest allocation, 2 to the ashift",
    4096.0,
    source="assumption: ashift 12, OpenZFS's choice for drives of 4 KiB physical sectors",
    constant=True,
)
POOL.input(
    "record_size",
    "byte",
    r"L",
    "Largest block of a file",
    128 * KIB,
    source="assumption: OpenZFS's default; mkfs.lustre sets 1 MiB on OSTs, with ZFS from 0.6.5 on",
    constant=True,
)
POOL.input(
    "slop_divisor", "1", r"k_\mathrm{slop}", "Share of the pool reserved as slop, as a divisor"
)
POOL.input(
    "slop_floor_divisor",
    "1",
    r"k_\mathrm{floor}",
    "Largest share of the pool that the smallest slop may be, as a divisor",
)
POOL.input("slop_limit", "byte", r"C_\mathrm{slop}^\mathrm{max}", "Largest slop")
POOL.input("slop_floor", "byte", r"C_\mathrm{slop}^\mathrm{min}", "Smallest slop")
POOL.over(
    "total",
    "pool_size",
    "byte",
    r"C_\mathrm{pool}",
    "`zpool list` SIZE",
    roles=("groups", "special"),
    of="group_size",
)
POOL.over(
    "total",
    "pool_embedded_log",
    "byte",
    r"C_\mathrm{pool}^\mathrm{log}",
    "Usable bytes of the embedded logs",
    roles=("groups", "special"),
    of="group_embedded_log",
)
POOL.over(
    "total",
    "pool_drives",
    "1",
    r"n_\mathrm{drv/pool}",
    "Drives of the pool",
    roles=("groups",),
    of="group_drives",
)
POOL.over(
    "total",
    "pool_groups",
    "1",
    r"n_\mathrm{grp/pool}",
    "Vdevs of the pool that hold data",
    roles=("groups",),
    of="vdevs",
)
POOL.over(
    "total",
    "pool_distributed_spares",
    "1",
    r"n_\mathrm{dsp/pool}",
    "Distributed spares, in drives",
    roles=("groups",),
    of="group_distributed_spares",
)
POOL.over(
    "total",
    "pool_space",
    "byte",
    r"C_\mathrm{pool}'",
    "Usable bytes before slop",
    roles=("groups",),
    of="group_space",
)
POOL.over(
    "total",
    "pool_stored_space",
    "byte",
    r"C_\mathrm{pool}^\mathrm{rec}",
    "Bytes of full records that fit before slop",
    roles=("groups",),
    of="group_stored_space",
)
POOL.over(
    "total",
    "pool_reference_space",
    "byte",
    r"C_\mathrm{pool}^\mathrm{ref}",
    "Bytes of full 128 KiB records that fit before slop",
    roles=("groups",),
    of="group_reference_space",
)


@POOL.quantity("byte", r"C_\mathrm{slop}^0", SLOP_SOURCE)
def slop_before_log(pool_space: Num, slop_divisor: Num, slop_limit: Num) -> Num:
    """Slop before the embedded logs are counted as part of it."""
    return np.minimum(floor_quotient(pool_space, slop_divisor), slop_limit)


@POOL.quantity("byte", r"C_\mathrm{slop}", SLOP_SOURCE)
def pool_slop(
    slop_before_log: Num,
    pool_embedded_log: Num,
    pool_space: Num,
    slop_floor: Num,
    slop_floor_divisor: Num,
) -> Num:
    """ZFS slop space, reserved so that files can still be deleted from a full pool."""
    return np.maximum(
        slop_before_log - np.minimum(pool_embedded_log, floor_quotient(slop_before_log, 2)),
        np.minimum(floor_quotient(pool_space, slop_floor_divisor), slop_floor),
    )


@POOL.quantity("byte", r"C_\mathrm{avail}", "definition: zfs list: USED + AVAIL of the empty pool")
def pool_available(pool_space: Num, pool_slop: Num) -> Num:
    """`zfs list` USED + AVAIL of the empty pool."""
    return pool_space - pool_slop


@POOL.quantity("1", r"x_\mathrm{pool}", SPACE_SOURCE)
def stored_per_available(pool_stored_space: Num, pool_space: Num) -> Num:
    """Bytes of full records that one byte of AVAIL holds."""
    return pool_stored_space / pool_space


@POOL.quantity("1", r"x_\mathrm{pool}^\mathrm{ref}", SPACE_SOURCE)
def reference_per_available(pool_reference_space: Num, pool_space: Num) -> Num:
    """Bytes of full 128 KiB records that one byte of AVAIL holds."""
    return pool_reference_space / pool_space


SPECIAL_IN_AVAILABLE = Book("special and dedup vdevs in AVAIL", topic="capacity")
SPECIAL_IN_AVAILABLE.over(
    "total",
    "pool_special_space",
    "byte",
    r"C_\mathrm{pool}^\mathrm{spec}",
    "Usable bytes of special and dedup vdevs",
    roles=("special",),
    of="group_space",
)


@SPECIAL_IN_AVAILABLE.quantity(
    "byte",
    r"C_\mathrm{avail}^\mathrm{spec}",
    "document: OpenZFS spa_misc.c: spa_update_dspace, since 2.2.10, 2.3.7 and 2.4.1",
)
def pool_available_filled(pool_available: Num, pool_special_space: Num) -> Num:
    """`zfs list` USED + AVAIL once special and dedup vdevs are full.

    Their bytes count as they are allocated, and their embedded log doesn't. Slop doesn't grow.
    """
    return pool_available + pool_special_space


TARGET_POOL = Book("target", topic="capacity")
TARGET_POOL.over(
    "total",
    "pool_striped_drives",
    "1",
    r"n_\mathrm{str/pool}",
    "Drives of the pool that hold data, copies of files among it",
    roles=("groups",),
    of="group_data_drives",
)


@TARGET_POOL.quantity("1", r"n_\mathrm{data/pool}", COPIED)
def pool_data_drives(pool_striped_drives: Num, file_copies: Num) -> Num:
    """Drives of the pool that hold data, each file counted once."""
    return pool_striped_drives / file_copies


TARGET_POOL.over(
    "total",
    "pool_striped_record_drives",
    "1",
    r"n_\mathrm{rec,str/pool}",
    "Data of the pool while it writes records, including copies of files, in drives",
    roles=("groups",),
    of="group_record_drives",
)


@TARGET_POOL.quantity("1", r"n_\mathrm{rec/pool}", COPIED)
def pool_record_drives(pool_striped_record_drives: Num, file_copies: Num) -> Num:
    """Data of the pool while it writes records, each file counted once, in drives."""
    return pool_striped_record_drives / file_copies


@TARGET_POOL.quantity("byte", r"C_\mathrm{use/pool}", COPIED)
def pools_usable_capacity(targets: Num, target_capacity: Num, file_copies: Num) -> Num:
    """Usable capacity of all targets of this kind, each file counted once."""
    return targets * target_capacity / file_copies


@TARGET_POOL.quantity("byte", r"C_\mathrm{rec/pool}", SOURCE)
def pools_stored_capacity(pools_usable_capacity: Num, stored_per_available: Num) -> Num:
    """Bytes of full records that all targets of this kind hold."""
    return pools_usable_capacity * stored_per_available


@TARGET_POOL.quantity("byte", r"C_\mathrm{ref/pool}", SOURCE)
def pools_reference_capacity(pools_usable_capacity: Num, reference_per_available: Num) -> Num:
    """Bytes of full 128 KiB records that all targets of this kind hold."""
    return pools_usable_capacity * reference_per_available


@TARGET_POOL.quantity("byte", r"C_\mathrm{avail/pool}", SOURCE)
def pools_available(targets: Num, pool_available: Num) -> Num:
    """USED + AVAIL of all targets of this kind."""
    return targets * pool_available


@TARGET_POOL.quantity("byte", r"C_\mathrm{slop/pool}", COPIED)
def pools_slop(targets: Num, pool_slop: Num, file_copies: Num) -> Num:
    """Slop of all targets of this kind, each file counted once."""
    return targets * pool_slop / file_copies


@TARGET_POOL.quantity("byte", r"C_\mathrm{space/pool}", COPIED)
def pools_space(targets: Num, pool_space: Num, file_copies: Num) -> Num:
    """Usable bytes of all targets of this kind, before slop, each file counted once."""
    return targets * pool_space / file_copies
