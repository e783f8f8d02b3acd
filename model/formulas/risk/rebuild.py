"""How long a drive's data are without their full redundancy: the delay, and the rebuild itself."""

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book
from model.units.kinds import DAY, HOUR

AT_RATE = (
    "assumption: the rebuilt drive limits: its mean write bandwidth over the surface x the share "
    "that the rebuild takes"
)
USED = "document: openzfs.github.io/openzfs-docs, zpool-resilver(8): space in use is rebuilt"
OF_ALL = (
    "document: openzfs.github.io/openzfs-docs, dRAID Howto: data are read from the data drives of "
    "their stripe and written once, by all remaining drives"
)

_DELAY = (
    "rebuild_delay",
    "second",
    r"t_\mathrm{wait}",
    "Time from a drive failure until its rebuild starts",
)
SPARE_AT_ONCE = Book("delay of a rebuild onto a spare", topic="risk")
SPARE_AT_ONCE.input(
    *_DELAY, HOUR, source="assumption: spares are in place: an hour until the drive is given up"
)
REPLACED = Book("delay of a rebuild onto a new drive", topic="risk")
REPLACED.input(
    *_DELAY, 3 * DAY, source="assumption: no spare in place: replaced within a weekend, three days"
)

OF_SPECIAL = Book("rebuild time of special vdevs as entered", topic="risk")
OF_SPECIAL.input(
    "special_rebuild_time",
    "second",
    r"t_\mathrm{reb}^\mathrm{spec}",
    "Time from a drive failure in a special or dedup vdev until its data are redundant again",
    low=1.0,
)
OF_SPECIAL.alias(
    "rebuild_time",
    "second",
    r"t_\mathrm{reb}",
    "Time from a drive failure until its data are redundant again.",
    of="special_rebuild_time",
    source="definition: drives beside the tier's have a time of their own",
)

RESILVERED = Book("what ZFS rebuilds", topic="risk")


@RESILVERED.quantity("byte", r"C_\mathrm{reb}", USED)
def rebuilt_data(leaf_capacity: Num, fill_limit: Num) -> Num:
    """Data of a failed drive that are rebuilt."""
    return leaf_capacity * fill_limit


WHOLE = Book("what RAID rebuilds", topic="risk")
WHOLE.alias(
    "rebuilt_data",
    "byte",
    r"C_\mathrm{reb}",
    "Data of a failed drive that are rebuilt.",
    of="drive_capacity",
    source="assumption: controllers and md rebuild the whole drive",
)

ONTO_A_DRIVE = Book("rebuild onto one drive", topic="risk")


@ONTO_A_DRIVE.quantity("byte/s", r"b_\mathrm{reb}", AT_RATE)
def rebuild_bandwidth(
    drive_write_bandwidth: Num, drive_surface_factor: Num, rebuild_share: Num
) -> Num:
    """Rate at which a failed drive's data are rebuilt."""
    return drive_write_bandwidth * drive_surface_factor * rebuild_share


ONTO_ALL_DRIVES = Book("rebuild onto distributed spares", topic="risk")


@ONTO_ALL_DRIVES.quantity(
    "byte/s",
    r"b_\mathrm{reb}",
    OF_ALL,
    name="rebuild_bandwidth",
)
def rebuild_bandwidth_of_all_drives(
    drive_write_bandwidth: Num,
    drive_surface_factor: Num,
    rebuild_share: Num,
    vdev_drives: Num,
    stripe_data: Num,
) -> Num:
    """Rate at which a failed drive's data are rebuilt."""
    of_one = drive_write_bandwidth * drive_surface_factor * rebuild_share
    return of_one * (vdev_drives - 1) / (stripe_data + 1)


USED_OF_DRIVE = Book("what codes over servers rebuild", topic="risk")


@USED_OF_DRIVE.quantity(
    "byte",
    r"C_\mathrm{reb}",
    "assumption: strips of objects only, as full as the fill limit allows",
    name="rebuilt_data",
)
def rebuilt_data_of_objects(drive_capacity: Num, fill_limit: Num) -> Num:
    """Data of a failed drive that are rebuilt."""
    return drive_capacity * fill_limit


STATED_READS = Book("strips read in a rebuild", topic="risk")
STATED_READS.input(
    "rebuild_reads",
    "1",
    r"k_\mathrm{reb}",
    "Strips read for each strip that is rebuilt",
    low=1.0,
    whole=True,
)
READS_OF_CODE = Book("strips of a code read in a rebuild", topic="risk")
READS_OF_CODE.alias(
    "rebuild_reads",
    "1",
    r"k_\mathrm{reb}",
    "Strips read for each strip that is rebuilt.",
    of="code_data",
    source="definition: the data strips of its stripe, or one of the copies",
)
ALL_DRIVES = (
    "arithmetic: each lost strip is read from the data strips of its stripe and written once, by "
    "all remaining drives"
)
ONTO_ALL_OF_GROUP = Book("rebuild onto all drives of a group", topic="risk")


@ONTO_ALL_OF_GROUP.quantity("byte/s", r"b_\mathrm{reb}", ALL_DRIVES, name="rebuild_bandwidth")
def rebuild_bandwidth_of_group(
    drive_write_bandwidth: Num,
    drive_surface_factor: Num,
    rebuild_share: Num,
    redundancy_group_drives: Num,
    rebuild_reads: Num,
) -> Num:
    """Rate at which a failed drive's data are rebuilt."""
    of_one = drive_write_bandwidth * drive_surface_factor * rebuild_share
    return of_one * (redundancy_group_drives - 1) / (rebuild_reads + 1)


OVER_NETWORK = Book("rebuild over the network", topic="risk")


@OVER_NETWORK.quantity(
    "byte/s",
    r"b_\mathrm{reb}",
    "assumption: a rebuild reads and writes as many strips in a second as clients can write, or as "
    "all remaining drives can, x the share that it takes",
    name="rebuild_bandwidth",
)
def rebuild_bandwidth_over_network(
    drive_write_bandwidth: Num,
    drive_surface_factor: Num,
    rebuild_share: Num,
    redundancy_group_drives: Num,
    drives_per_failure: Num,
    rebuild_reads: Num,
    code_data: Num,
    code_parity: Num,
    write_bandwidth: Num,
) -> Num:
    """Rate at which a failed drive's data are rebuilt."""
    of_one = drive_write_bandwidth * drive_surface_factor
    of_drives = of_one * (redundancy_group_drives - drives_per_failure)
    of_servers = write_bandwidth * (code_data + code_parity) / code_data
    return rebuild_share * np.minimum(of_drives, of_servers) / (rebuild_reads + 1)


TIME = Book("rebuild time", topic="risk")


@TIME.quantity("second", r"t_\mathrm{reb}", "arithmetic: delay, then data over rate")
def rebuild_time(rebuild_delay: Num, rebuilt_data: Num, rebuild_bandwidth: Num) -> Num:
    """Time from a drive failure until its data are redundant again."""
    return rebuild_delay + rebuilt_data / rebuild_bandwidth
