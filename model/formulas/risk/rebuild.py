"""How long a drive's data are without their full redundancy: the delay, and the rebuild itself."""

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


TIME = Book("rebuild time", topic="risk")


@TIME.quantity("second", r"t_\mathrm{reb}", "arithmetic: delay, then data over rate")
def rebuild_time(rebuild_delay: Num, rebuilt_data: Num, rebuild_bandwidth: Num) -> Num:
    """Time from a drive failure until its data are redundant again."""
    return rebuild_delay + rebuilt_data / rebuild_bandwidth
