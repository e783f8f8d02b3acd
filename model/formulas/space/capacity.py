"""From what one target's file system reports to the capacity of the tier and the site.

raw → usable (what `df` reports) → planned (below the fill limit); beside them stored (full
records). Each step of the way down is a quantity of its own, and the steps sum to the whole.
"""

import numpy as np

from model.engine.ops import Num, floor_quotient, where_less
from model.engine.quantity import ANY_SIGN, Book
from model.records import replace
from model.units.kinds import MIB

SOURCE = "arithmetic of the tier"
LUSTRE_SOURCE = (
    "document: Lustre lustre/osd-zfs/osd_handler.c: osd_objset_statfs; osd_internal.h: "
    "OSD_STATFS_RESERVED_* (read in the source, not run)"
)

LUSTRE_ON_ZFS = Book("Lustre on ZFS", topic="capacity")
LUSTRE_ON_ZFS.input(
    "osd_reserve_divisor",
    "1",
    r"k_\mathrm{osd}",
    "Share of the pool reserved by osd-zfs, as a divisor",
    128.0,
    source=LUSTRE_SOURCE,
    constant=True,
)
LUSTRE_ON_ZFS.input(
    "osd_reserve_least",
    "byte",
    r"C_\mathrm{osd}^\mathrm{min}",
    "Minimum reserve of osd-zfs",
    16 * MIB,
    source=LUSTRE_SOURCE,
    constant=True,
)


@LUSTRE_ON_ZFS.quantity("1", r"n_\mathrm{osd}", LUSTRE_SOURCE)
def osd_blocks(pool_available: Num, record_size: Num) -> Num:
    """Blocks of the record size that osd-zfs counts."""
    return floor_quotient(pool_available, record_size)


@LUSTRE_ON_ZFS.quantity("1", r"n_\mathrm{osd}^\mathrm{res}", LUSTRE_SOURCE)
def osd_reserved_blocks(
    osd_blocks: Num, osd_reserve_divisor: Num, osd_reserve_least: Num, record_size: Num
) -> Num:
    """Blocks reserved by osd-zfs: 1/128, at least 16 MiB."""
    return np.maximum(
        floor_quotient(osd_blocks, osd_reserve_divisor), osd_reserve_least / record_size
    )


@LUSTRE_ON_ZFS.quantity("byte", r"C_\mathrm{tgt}", LUSTRE_SOURCE)
def target_capacity(osd_blocks: Num, osd_reserved_blocks: Num, record_size: Num) -> Num:
    """Capacity of one empty target as reported by the file system."""
    return (osd_blocks - osd_reserved_blocks) * record_size


PLAIN_ZFS = Book("ZFS alone", topic="capacity")


PLAIN_ZFS.alias(
    "target_capacity",
    "byte",
    r"C_\mathrm{tgt}",
    "Capacity of one empty target as reported by the file system.",
    of="pool_available",
    source="definition: zfs list: USED + AVAIL of the empty pool",
)


ROUNDING = 1e-13
"""Share of a capacity below which a difference is a rounding rest of thirds and the like."""


def left_over(whole: Num, taken: Num) -> Num:
    """Return the difference; 0 if only a rounding error is left."""
    return where_less(np.abs(whole - taken), whole * ROUNDING, 0, whole - taken)


def _as_nothing(chapter: Book) -> Book:
    """Give a chapter to those of which its quantity is always 0: a figure, but no step."""
    nothing = Book(f"no {chapter.name}", topic=chapter.topic)
    for quantity in chapter.quantities.values():
        nothing.add(replace(quantity, step=""))
    return nothing


DRIVES = Book("capacity of drives", topic="capacity")
DRIVES.input("drive_capacity", "byte", r"C_\mathrm{drv}", "Nominal capacity of one drive")

RAW = Book("capacity of equal drives", topic="capacity")


@RAW.quantity("byte", r"C_\mathrm{raw}", SOURCE, step="start")
def raw_capacity(drives: Num, drive_capacity: Num) -> Num:
    """Nominal capacity of all drives, including spares."""
    return drives * drive_capacity


SPARES = Book("spare drives", topic="capacity")


@SPARES.quantity("byte", r"C_\mathrm{spare}", SOURCE, step="loss", low=ANY_SIGN)
def spare_capacity(blocks: Num, spare_drives_per_block: Num, drive_capacity: Num) -> Num:
    """Capacity of drives outside targets (hot spares)."""
    return blocks * spare_drives_per_block * drive_capacity


SPECIAL = Book("special vdevs", topic="capacity")


@SPECIAL.quantity("byte", r"C_\mathrm{special}", SOURCE, step="loss")
def special_capacity(targets: Num, special_drives_per_target: Num, drive_capacity: Num) -> Num:
    """Capacity of drives in vdevs without data: special, dedup, log, cache, spare."""
    return targets * special_drives_per_target * drive_capacity


NO_SPECIAL = _as_nothing(SPECIAL)

SPARE_SPACE = Book("spare space inside targets", topic="capacity")


@SPARE_SPACE.quantity("byte", r"C_\mathrm{dsp}", SOURCE, step="loss")
def distributed_spare_capacity(distributed_spares: Num, drive_capacity: Num) -> Num:
    """Capacity of the spare space inside the targets."""
    return distributed_spares * drive_capacity


NO_SPARE_SPACE = _as_nothing(SPARE_SPACE)

REDUNDANCY = Book("redundancy", topic="capacity")


@REDUNDANCY.quantity("byte", r"C_\mathrm{par}", SOURCE, step="loss", low=ANY_SIGN)
def redundancy_capacity(
    targets: Num,
    drives_per_target: Num,
    distributed_spares_per_target: Num,
    data_drives_per_target: Num,
    drive_capacity: Num,
) -> Num:
    """Capacity used by parity or copies, in full stripes."""
    return (
        targets
        * (drives_per_target - distributed_spares_per_target - data_drives_per_target)
        * drive_capacity
    )


FORMATTED = Book("capacity of formatted targets", topic="capacity")
FORMATTED.over(
    "total",
    "space_before_reserves",
    "byte",
    r"C_\mathrm{space}",
    "Usable bytes before any reserve",
    roles=("pools",),
    of="pools_space",
)


@FORMATTED.quantity(
    "byte", r"C_\mathrm{fmt}", SOURCE, coefficients=(ROUNDING,), step="loss", low=ANY_SIGN
)
def formatting_capacity(
    raw_capacity: Num,
    spare_capacity: Num,
    special_capacity: Num,
    distributed_spare_capacity: Num,
    redundancy_capacity: Num,
    space_before_reserves: Num,
) -> Num:
    """Format overhead: labels, metaslab rounding, padding, integer deflate ratio, embedded logs."""
    return left_over(
        raw_capacity - spare_capacity - special_capacity - distributed_spare_capacity,
        redundancy_capacity + space_before_reserves,
    )


SIZE = Book("size beside what is kept for root", topic="capacity")


SIZE.alias(
    "formatted_capacity",
    "byte",
    r"C_\mathrm{fs}^\mathrm{tier}",
    "`df` Size of the empty file system, including the reserve for root.",
    of="space_before_reserves",
    source="definition: df: Size",
    step="total",
)


KEPT_BACK = Book("space that targets keep back", topic="capacity")
KEPT_BACK.over(
    "total",
    "slop_capacity",
    "byte",
    r"C_\mathrm{slop}",
    "ZFS slop space",
    roles=("pools",),
    of="pools_slop",
    step="loss",
)
NOT_KEPT_BACK = _as_nothing(KEPT_BACK)

ON_POOLS = Book("reserve of the file system on pools", topic="capacity")


@ON_POOLS.quantity("byte", r"C_\mathrm{res}", SOURCE, coefficients=(ROUNDING,), step="loss")
def file_system_reserve(
    space_before_reserves: Num, slop_capacity: Num, usable_capacity: Num
) -> Num:
    """Reserve of the file system on top of the pools."""
    return left_over(space_before_reserves, slop_capacity + usable_capacity)


NOT_ON_POOLS = _as_nothing(ON_POOLS)

TIER = Book("tier capacity", topic="capacity")
TIER.over(
    "total",
    "usable_capacity",
    "byte",
    r"C_\mathrm{use}",
    "Capacity of the empty file system, as measured or given",
    roles=("pools",),
    of="pools_usable_capacity",
    step="total",
)
TIER.over(
    "total",
    "stored_capacity",
    "byte",
    r"C_\mathrm{rec}",
    "Capacity for files of full records",
    roles=("pools",),
    of="pools_stored_capacity",
)

FILL_LIMIT = Book("fill limit", topic="capacity")
FILL_LIMIT.input(
    "fill_limit",
    "1",
    r"f_\mathrm{fill}",
    "Planned fill limit",
    0.8,
    source="document: Oracle, Current ZFS Pool Capacity Recommendations (2016): below 90 %; with "
    "small blocks that are rewritten, watch from 80 %",
    high=1.0,
    shown="percent",
)

PLANNED = Book("planned capacity", topic="capacity")
PLANNED.input(
    "compression_ratio",
    "1",
    r"r_\mathrm{compr}",
    "Logical bytes per stored byte; shown separately, never part of a capacity",
    1.0,
    source=(
        "assumption: none is assumed without a measurement; at most a record of 16 MiB in a "
        "512-byte sector"
    ),
    low=1.0,
    high=32768.0,
)
PLANNED.input(
    "snapshot_reserve",
    "1",
    r"f_\mathrm{snap}",
    "Share of the planned capacity reserved for snapshots",
    0.0,
    source="assumption: none, unless the scenario states how much snapshots need",
    high=1.0,
    shown="percent",
)


@PLANNED.quantity("byte", r"C_\mathrm{free}", SOURCE, step="loss")
def headroom_capacity(usable_capacity: Num, fill_limit: Num) -> Num:
    """Usable capacity above the fill limit, deliberately left free."""
    return usable_capacity * (1 - fill_limit)


@PLANNED.quantity("byte", r"C_\mathrm{plan}", SOURCE, step="total")
def planned_capacity(usable_capacity: Num, fill_limit: Num) -> Num:
    """Usable capacity below the fill limit."""
    return usable_capacity * fill_limit


@PLANNED.quantity("byte", r"C_\mathrm{snap}", SOURCE, step="loss")
def snapshot_capacity(planned_capacity: Num, snapshot_reserve: Num) -> Num:
    """Planned capacity reserved for snapshots of deleted or changed data."""
    return planned_capacity * snapshot_reserve


@PLANNED.quantity("byte", r"C_\mathrm{live}", SOURCE, step="total")
def live_capacity(planned_capacity: Num, snapshot_capacity: Num) -> Num:
    """Capacity for current files: planned capacity less the snapshot reserve."""
    return planned_capacity - snapshot_capacity


@PLANNED.quantity("byte", r"C_\mathrm{user}", SOURCE)
def compressed_capacity(live_capacity: Num, compression_ratio: Num) -> Num:
    """Logical data within the live capacity, at the stated compression."""
    return live_capacity * compression_ratio


ZFS_TIER = Book("ZFS in a tier", topic="capacity")
ZFS_TIER.over(
    "total",
    "listed_capacity",
    "byte",
    r"C_\mathrm{list}",
    "`zfs list` USED + AVAIL of all empty pools",
    roles=("pools",),
    of="pools_available",
)
ZFS_TIER.over(
    "total",
    "reference_capacity",
    "byte",
    r"C_\mathrm{ref}^\mathrm{tier}",
    "Bytes that files of full 128 KiB records can hold",
    roles=("pools",),
    of="pools_reference_capacity",
)

USE_OF_POOL = Book("use of a pool", topic="capacity")


USE_OF_POOL.alias(
    "usable_capacity",
    "byte",
    r"C_\mathrm{use}",
    "Reported capacity of a single empty pool.",
    of="pool_available",
    source="definition: zfs list: USED + AVAIL of the empty pool",
    step="start",
)


SITE = Book("site capacity", topic="capacity")
SITE.over(
    "total",
    "raw_capacity",
    "byte",
    r"C_\mathrm{raw}^\mathrm{site}",
    "Nominal capacity of all data drives",
    roles=("tiers",),
    of="raw_capacity",
)
SITE.over(
    "total",
    "usable_capacity",
    "byte",
    r"C_\mathrm{use}^\mathrm{site}",
    "Capacity of the empty data tiers",
    roles=("tiers",),
    of="usable_capacity",
)
SITE.over(
    "total",
    "stored_capacity",
    "byte",
    r"C_\mathrm{rec}^\mathrm{site}",
    "Capacity for full records",
    roles=("tiers",),
    of="stored_capacity",
)
SITE.over(
    "total",
    "planned_capacity",
    "byte",
    r"C_\mathrm{plan}^\mathrm{site}",
    "Usable capacity below the fill limits",
    roles=("tiers",),
    of="planned_capacity",
)
SITE.over(
    "total",
    "live_capacity",
    "byte",
    r"C_\mathrm{live}^\mathrm{site}",
    "Planned capacity without the snapshot reserve",
    roles=("tiers",),
    of="live_capacity",
)
