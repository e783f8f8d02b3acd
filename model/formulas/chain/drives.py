"""The drives' stage: what their media give, and what parity leaves of it."""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN
from model.formulas.ways import WAYS

TIER = Book("tier bandwidth", topic="performance")
TIER.input(
    "read_amplification",
    "1",
    r"a_\mathrm{r}",
    "Bytes read from drives for each byte of a client",
    1.0,
    source="assumption: data columns only, in whole records",
    low=1.0,
)
TIER.input(
    "partial_stripe_share",
    "1",
    r"s_\mathrm{part}",
    "Share of client writes in partial stripes",
    0.0,
    source="assumption: none: large, aligned writes; ZFS writes no stripe in place",
    high=1.0,
    shown="percent",
)
TIER.input(
    "partial_stripe_amplification",
    "1",
    r"a_\mathrm{part}",
    "Bytes that drives move for each byte written in a partial stripe",
    1.0,
    source=(
        "assumption: counts only with a share; old data and parity are read and written: RAID 5 4, "
        "RAID 6 6"
    ),
    low=1.0,
)


@TIER.quantity(
    "1", r"a_\mathrm{w}^\mathrm{mix}", "arithmetic: whole and partial stripes by their shares"
)
def mixed_write_amplification(
    write_amplification: Num, partial_stripe_share: Num, partial_stripe_amplification: Num
) -> Num:
    """Bytes that drives move for each byte that clients write, partial stripes included."""
    return (
        write_amplification * (1 - partial_stripe_share)
        + partial_stripe_amplification * partial_stripe_share
    )


DRIVES = Book("drives", topic="performance")
DRIVES.input(
    "drive_read_bandwidth", "byte/s", r"b_\mathrm{drv,r}", "Read bandwidth of one drive, outer zone"
)
DRIVES.input(
    "drive_write_bandwidth",
    "byte/s",
    r"b_\mathrm{drv,w}",
    "Write bandwidth of one drive, outer zone",
)
DRIVES.input(
    "drive_surface_factor",
    "1",
    r"\phi",
    "Mean rate over the drive's surface, as a share of the outer zone",
    high=1.0,
    shown="percent",
)


MOVED = Book("what drives move", topic="performance")
_MOVED = Book("what drives move each way", topic="performance")


@_MOVED.quantity("byte/s", r"R_\mathrm{drv,<w>}", CHAIN)
def drives_way_rate(
    moving_targets: Num,
    drives_per_target: Num,
    drive_way_bandwidth: Num,
    drive_surface_factor: Num,
    way_condition: Num,
) -> Num:
    """{Way} bandwidth of the drives of a server's targets, including parity."""
    return (
        moving_targets
        * drives_per_target
        * drive_way_bandwidth
        * drive_surface_factor
        * way_condition
    )


spell(_MOVED, *WAYS, into=MOVED)


@DRIVES.quantity(
    "byte/s", r"B_\mathrm{drv,r}", CHAIN, stage="read", scope="drive", carries="drives_read_rate"
)
def drives_read_stage(drives_read_rate: Num, read_amplification: Num) -> Num:
    """Read bandwidth of the drives of a server's targets."""
    return drives_read_rate / read_amplification


@DRIVES.quantity(
    "byte/s", r"B_\mathrm{drv,w}", CHAIN, stage="write", scope="drive", carries="drives_write_rate"
)
def drives_write_stage(drives_write_rate: Num, mixed_write_amplification: Num) -> Num:
    """Write bandwidth of the drives of a server's targets, less parity."""
    return drives_write_rate / mixed_write_amplification


MEASURED_TARGETS = Book("measured targets", topic="performance")
MEASURED_TARGETS.input(
    "target_read_bandwidth", "byte/s", r"b_\mathrm{tgt,r}", "Measured read bandwidth of one target"
)
MEASURED_TARGETS.input(
    "target_write_bandwidth",
    "byte/s",
    r"b_\mathrm{tgt,w}",
    "Measured write bandwidth of one target",
)


@MEASURED_TARGETS.quantity(
    "byte/s",
    r"B_\mathrm{tgt,r}",
    "arithmetic: measured at one target",
    stage="read",
    scope="drive",
    evidence="measured",
)
def targets_read_stage(moving_targets: Num, target_read_bandwidth: Num, read_condition: Num) -> Num:
    """The targets of a server, at the rate measured on one: drives and parity together."""
    return moving_targets * target_read_bandwidth * read_condition


@MEASURED_TARGETS.quantity(
    "byte/s",
    r"B_\mathrm{tgt,w}",
    "arithmetic: measured at one target",
    stage="write",
    scope="drive",
    evidence="measured",
)
def targets_write_stage(
    moving_targets: Num, target_write_bandwidth: Num, write_condition: Num
) -> Num:
    """The targets of a server, at the rate measured on one: drives and parity together."""
    return moving_targets * target_write_bandwidth * write_condition
