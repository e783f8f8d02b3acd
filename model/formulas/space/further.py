"""Drives of another size in vdevs of their own: ZFS fills unequal vdevs by what is free in each."""

from model.engine.ops import Num
from model.engine.quantity import ANY_SIGN, Book

SOURCE = "arithmetic of the tier"

POOL = Book("drives of another size in a pool", topic="capacity")
POOL.input(
    "pool_further_drives",
    "1",
    r"n_\mathrm{drv2/pool}",
    "Drives of another size in the pool",
    whole=True,
    constant=True,
)
POOL.input(
    "pool_further_striped_drives",
    "1",
    r"n_\mathrm{str2/pool}",
    "Drives of another size in the pool that hold data, copies of files among it",
    whole=True,
    constant=True,
)


@POOL.quantity("1", r"n_\mathrm{data2/pool}", f"{SOURCE}; divided by the copies of each file")
def pool_further_data_drives(pool_further_striped_drives: Num, file_copies: Num) -> Num:
    """Drives of another size in the pool that hold data, each file counted once."""
    return pool_further_striped_drives / file_copies


DRIVES = Book("drives of another size", topic="capacity")
DRIVES.input(
    "further_drive_capacity",
    "byte",
    r"C_\mathrm{drv2}",
    "Nominal capacity of one drive of another size",
)
DRIVES.over(
    "total",
    "further_drives_per_target",
    "1",
    r"n_\mathrm{drv2/tgt}",
    "Drives of another size in one target, parity included",
    roles=("pools",),
    of="pool_further_drives",
)
DRIVES.over(
    "total",
    "further_data_drives_per_target",
    "1",
    r"n_\mathrm{data2/tgt}",
    "Drives of another size in one target that hold data, in a full stripe",
    roles=("pools",),
    of="pool_further_data_drives",
)


@DRIVES.quantity("1", r"n_\mathrm{drv2}", SOURCE)
def further_drives(targets: Num, further_drives_per_target: Num) -> Num:
    """Drives of another size in the tier: none of them is a spare."""
    return targets * further_drives_per_target


@DRIVES.quantity("1", r"n_\mathrm{drv1}", SOURCE)
def first_drives(drives: Num, further_drives: Num) -> Num:
    """Drives of the tier that are of the first size, spares included."""
    return drives - further_drives


RAW = Book("capacity of drives of two sizes", topic="capacity")


@RAW.quantity("byte", r"C_\mathrm{raw}", SOURCE, step="start")
def raw_capacity(
    first_drives: Num, drive_capacity: Num, further_drives: Num, further_drive_capacity: Num
) -> Num:
    """Nominal capacity of all drives, including spares."""
    return first_drives * drive_capacity + further_drives * further_drive_capacity


REDUNDANCY = Book("redundancy on drives of two sizes", topic="capacity")


@REDUNDANCY.quantity("byte", r"C_\mathrm{par}", SOURCE, step="loss", low=ANY_SIGN)
def redundancy_capacity(
    targets: Num,
    drives_per_target: Num,
    distributed_spares_per_target: Num,
    data_drives_per_target: Num,
    drive_capacity: Num,
    further_drives_per_target: Num,
    further_data_drives_per_target: Num,
    further_drive_capacity: Num,
) -> Num:
    """Capacity used by parity or copies, in full stripes."""
    redundant = drives_per_target - distributed_spares_per_target - data_drives_per_target
    further = further_drives_per_target - further_data_drives_per_target
    return targets * ((redundant - further) * drive_capacity + further * further_drive_capacity)
