"""The drives' stages: what their media give, and what is left of it after parity."""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.formulas.chain.links import CHAIN

TIER = Book("tier bandwidth", topic="performance")
TIER.input(
    "read_amplification",
    "1",
    r"a_\mathrm{r}",
    "Bytes read from drives for each byte of a client",
    1.0,
    source="data columns only, in whole records",
    low=1.0,
)
TIER.input(
    "delivery_factor",
    "1",
    r"\eta",
    "What systems deliver of their bound",
    0.75,
    source="ZPIOS over XDD at Sequoia 0.73 and 0.78, IO500 at LCPQ 0.77; band 0.6 to 0.9",
    high=1.0,
)


TIER.input(
    "partial_stripe_share",
    "1",
    r"s_\mathrm{part}",
    "Share of the bytes that clients write in less than whole stripes",
    0.0,
    source="none: large, aligned writes; ZFS writes no stripe in place",
    high=1.0,
)
TIER.input(
    "partial_stripe_amplification",
    "1",
    r"a_\mathrm{part}",
    "Bytes that drives move for each byte written in a partial stripe",
    1.0,
    source="counts only with a share; old data and parity are read and written: RAID 5 4, RAID 6 6",
    low=1.0,
)


@TIER.quantity("1", r"a_\mathrm{w}^\mathrm{mix}", "whole and partial stripes by their shares")
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
    "drive_read_bandwidth", "byte/s", r"b_\mathrm{drv,r}", "Reading rate of one drive, outer zone"
)
DRIVES.input(
    "drive_write_bandwidth", "byte/s", r"b_\mathrm{drv,w}", "Writing rate of one drive, outer zone"
)
DRIVES.input(
    "drive_surface_factor",
    "1",
    r"\phi",
    "Mean over the drive's surface, as a share of its outer zone",
    high=1.0,
)


@DRIVES.quantity("byte/s", r"B_\mathrm{drv,r}", CHAIN, stage="read", scope="drive")
def drives_read_stage(
    moving_targets: Num,
    drives_per_target: Num,
    drive_read_bandwidth: Num,
    drive_surface_factor: Num,
    read_condition: Num,
) -> Num:
    """The drives of a server's targets, all reading."""
    return (
        moving_targets
        * drives_per_target
        * drive_read_bandwidth
        * drive_surface_factor
        * read_condition
    )


@DRIVES.quantity("byte/s", r"B_\mathrm{drv,w}", CHAIN, stage="write", scope="drive")
def drives_write_stage(
    moving_targets: Num,
    drives_per_target: Num,
    drive_write_bandwidth: Num,
    drive_surface_factor: Num,
    write_condition: Num,
) -> Num:
    """The drives of a server's targets, all writing, parity not yet taken off."""
    return (
        moving_targets
        * drives_per_target
        * drive_write_bandwidth
        * drive_surface_factor
        * write_condition
    )


@DRIVES.quantity(
    "byte/s", r"B_\mathrm{par,r}", CHAIN, stage="read", scope="drive", carries="drives_read_stage"
)
def parity_read_stage(drives_read_stage: Num, read_amplification: Num) -> Num:
    """What the targets of a server give to readers."""
    return drives_read_stage / read_amplification


@DRIVES.quantity(
    "byte/s", r"B_\mathrm{par,w}", CHAIN, stage="write", scope="drive", carries="drives_write_stage"
)
def parity_write_stage(drives_write_stage: Num, mixed_write_amplification: Num) -> Num:
    """What the targets of a server take from writers."""
    return drives_write_stage / mixed_write_amplification


MEASURED_TARGETS = Book("measured targets", topic="performance")
MEASURED_TARGETS.input(
    "target_read_bandwidth", "byte/s", r"b_\mathrm{tgt,r}", "Measured reading rate of one target"
)
MEASURED_TARGETS.input(
    "target_write_bandwidth", "byte/s", r"b_\mathrm{tgt,w}", "Measured writing rate of one target"
)


@MEASURED_TARGETS.quantity(
    "byte/s",
    r"B_\mathrm{tgt,r}",
    "measured at one target",
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
    "measured at one target",
    stage="write",
    scope="drive",
    evidence="measured",
)
def targets_write_stage(
    moving_targets: Num, target_write_bandwidth: Num, write_condition: Num
) -> Num:
    """The targets of a server, at the rate measured on one: drives and parity together."""
    return moving_targets * target_write_bandwidth * write_condition
