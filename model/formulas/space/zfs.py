"""What OpenZFS makes of drives: from the bytes of a leaf to what `zfs list` reports.

The conversion to usable bytes always assumes 128 KiB blocks, by an integer ratio over 512; what
remains of a vdev after whole metaslabs is lost; since 2.1 one metaslab of each larger vdev becomes
an embedded log and lowers the slop. Releases differ in their constants (`model.zfs.releases`) and,
before 0.8, in the rule for the size of metaslabs. Mirrors and single drives are vdevs of one column
without parity; dRAID has a chapter of its own.
"""

from model.engine.ops import Num, ceil_quotient, floor_quotient, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.units.kinds import KIB, MIB

LABEL_SOURCE = "document: OpenZFS vdev_label.c, vdev.c: vdev_get_min_asize, vdev_metaslab_set_size"
SPACE_SOURCE = "document: OpenZFS vdev.c: vdev_set_deflate_ratio; spa_misc.c: spa_deflate"
RAIDZ_SOURCE = "document: OpenZFS vdev_raidz.c: vdev_raidz_asize"
LOG_SOURCE = "document: OpenZFS vdev.c: vdev_metaslab_init, embedded slog"

CONSTANTS = Book("constants of ZFS", topic="capacity")
CONSTANTS.input(
    "label_granularity",
    "byte",
    r"g_\mathrm{label}",
    "Alignment of a leaf",
    256 * KIB,
    source=LABEL_SOURCE,
    constant=True,
)
CONSTANTS.input(
    "label_space",
    "byte",
    r"C_\mathrm{label}",
    "Labels and boot block of a leaf",
    4.5 * MIB,
    source=LABEL_SOURCE,
    constant=True,
)
CONSTANTS.input(
    "space_unit",
    "byte",
    r"u",
    "Unit in which ZFS accounts space",
    512.0,
    source=SPACE_SOURCE,
    constant=True,
)
CONSTANTS.input(
    "reference_block",
    "byte",
    r"C_\mathrm{ref}",
    "Block size assumed for the conversion to usable bytes",
    128 * KIB,
    source=SPACE_SOURCE,
    constant=True,
)
CONSTANTS.input(
    "slab_minimum",
    "byte",
    r"S_\mathrm{min}",
    "Smallest metaslab",
    16 * MIB,
    source=LABEL_SOURCE,
    constant=True,
)
CONSTANTS.input(
    "slab_target",
    "1",
    r"k_\mathrm{slab}",
    "Target number of metaslabs of a vdev",
    200.0,
    source=LABEL_SOURCE,
    constant=True,
)

LEAF = Book("ZFS leaf", topic="capacity")
LEAF.input("vdevs", "1", r"n_\mathrm{vdev}", "Equal vdevs in one target", whole=True)
LEAF.input("vdev_drives", "1", r"w", "Drives of one vdev, parity included", whole=True)
LEAF.input("vdev_data_drives", "1", r"d", "Drives of one vdev that hold data", whole=True)
LEAF.input(
    "vdev_survives", "1", r"f", "Drives that one vdev can lose without data loss", whole=True
)
LEAF.input("vdev_parity", "1", r"p", "Parity columns of one vdev, or of a dRAID stripe", whole=True)
LEAF.input(
    "vdev_spares",
    "1",
    r"n_\mathrm{dsp}",
    "Distributed spares of one vdev",
    0.0,
    source="assumption: only dRAID has them",
    whole=True,
    constant=True,
)
LEAF.input(
    "embedded_log_metaslabs",
    "1",
    r"k_\mathrm{log}",
    "Metaslabs above which a vdev gives one to the log",
)

LEAF_AS_GIVEN = Book("leaf of entered size", topic="capacity")
LEAF_AS_GIVEN.input(
    "leaf_capacity", "byte", r"C_\mathrm{leaf}", "Bytes of a drive available to ZFS"
)

_LEAF_OF_DRIVE = Book("leaf of a drive", topic="capacity")
_LEAF_OF_DRIVE.input(
    "kept_back",
    "byte",
    r"C_\mathrm{back}",
    "Bytes of a drive not available to ZFS: partitions, LUKS header",
    0.0,
    source=(
        "assumption: whole drives, as files or FreeBSD's raw disks, unless the scenario says "
        "otherwise"
    ),
)


@_LEAF_OF_DRIVE.quantity("byte", r"C_\mathrm{leaf}", "arithmetic of the drive")
def leaf_capacity(which_drive_capacity: Num, kept_back: Num) -> Num:
    """Bytes of a drive available to ZFS."""
    return which_drive_capacity - kept_back


LEAF_OF_DRIVE = spell(_LEAF_OF_DRIVE, {"which": ""})
LEAF_OF_FURTHER = spell(_LEAF_OF_DRIVE, {"which": "further"})
"""Of the tier's drives, or of those of another size."""


@LEAF.quantity("byte", r"C_\mathrm{leaf}'", LABEL_SOURCE)
def leaf_space(leaf_capacity: Num, label_granularity: Num, label_space: Num) -> Num:
    """Bytes of one drive after ZFS's labels."""
    return floor_quotient(leaf_capacity, label_granularity) * label_granularity - label_space


@LEAF.quantity("1", r"n_\mathrm{drv/grp}", "arithmetic")
def group_drives(vdevs: Num, vdev_drives: Num) -> Num:
    """Drives of the group of equal vdevs."""
    return vdevs * vdev_drives


@LEAF.quantity("1", r"n_\mathrm{data/grp}", "arithmetic")
def group_data_drives(vdevs: Num, vdev_data_drives: Num) -> Num:
    """Drives of the group that hold data, in a full stripe."""
    return vdevs * vdev_data_drives


@LEAF.quantity("1", r"n_\mathrm{dsp/grp}", "arithmetic")
def group_distributed_spares(vdevs: Num, vdev_spares: Num) -> Num:
    """Distributed spares of the group's vdevs, in drives."""
    return vdevs * vdev_spares


RAIDZ = Book("RAIDZ, mirror and stripe", topic="capacity")
RAIDZ.input(
    "vdev_columns", "1", r"n_\mathrm{col}", "Columns of one vdev; 1 for mirrors", whole=True
)


@RAIDZ.quantity("byte", r"C_\mathrm{vdev}", "document: OpenZFS vdev_raidz.c: vdev_raidz_open")
def vdev_space(vdev_columns: Num, leaf_space: Num) -> Num:
    """Allocatable bytes of one vdev, parity included."""
    return vdev_columns * leaf_space


def with_parity(sectors: Num, parity: Num, columns: Num) -> Num:
    """Sectors of a block with parity: `parity` per row of data columns (vdev_raidz_asize)."""
    return sectors + parity * ceil_quotient(sectors, columns - parity)


def padded(sectors: Num, parity: Num) -> Num:
    """Sectors of a block, padded to a multiple of parity + 1 (vdev_raidz_asize)."""
    return ceil_quotient(sectors, parity + 1) * (parity + 1)


@RAIDZ.quantity("1", r"s_\mathrm{ref}", RAIDZ_SOURCE)
def reference_sectors(
    reference_block: Num, sector_size: Num, vdev_parity: Num, vdev_columns: Num
) -> Num:
    """Sectors of a 128 KiB block with parity, before padding."""
    return with_parity(ceil_quotient(reference_block, sector_size), vdev_parity, vdev_columns)


@RAIDZ.quantity("byte", r"a_\mathrm{ref}", RAIDZ_SOURCE)
def reference_allocation(reference_sectors: Num, vdev_parity: Num, sector_size: Num) -> Num:
    """Allocated bytes of a 128 KiB block, with parity and padding."""
    return padded(reference_sectors, vdev_parity) * sector_size


@RAIDZ.quantity("1", r"s_\mathrm{rec}", RAIDZ_SOURCE)
def record_sectors(record_size: Num, sector_size: Num, vdev_parity: Num, vdev_columns: Num) -> Num:
    """Sectors of a record with parity, before padding."""
    return with_parity(ceil_quotient(record_size, sector_size), vdev_parity, vdev_columns)


@RAIDZ.quantity("byte", r"a_\mathrm{rec}", RAIDZ_SOURCE)
def record_allocation(record_sectors: Num, vdev_parity: Num, sector_size: Num) -> Num:
    """Allocated bytes of a record, with parity and padding."""
    return padded(record_sectors, vdev_parity) * sector_size


@RAIDZ.quantity("1", r"f_\mathrm{rec}", f"{RAIDZ_SOURCE}; what only pads isn't written")
def record_stripe_fill(
    record_size: Num, record_sectors: Num, sector_size: Num, vdev_columns: Num, vdev_parity: Num
) -> Num:
    """Data among what is written for a record, as a share of a full stripe's."""
    full = (vdev_columns - vdev_parity) / vdev_columns
    return record_size / (record_sectors * sector_size) / full


@RAIDZ.quantity(
    "byte", r"C_\mathrm{vdev}^\mathrm{slabs}", "definition: zpool list -v: SIZE of the vdev"
)
def vdev_size(metaslabs: Num, metaslab_size: Num) -> Num:
    """Bytes of one vdev in whole metaslabs, parity included."""
    return metaslabs * metaslab_size


@RAIDZ.quantity("byte", r"C_\mathrm{log}", LOG_SOURCE)
def embedded_log_space(metaslabs: Num, metaslab_size: Num, embedded_log_metaslabs: Num) -> Num:
    """Bytes of the metaslab that a larger vdev gives to the embedded log; none before 2.1."""
    return where_less(embedded_log_metaslabs, metaslabs, metaslab_size, 0.0)


SPACE = Book("ZFS space", topic="capacity")


@SPACE.quantity("1", r"k", "document: OpenZFS vdev.c: vdev_metaslab_init")
def metaslabs(vdev_space: Num, metaslab_size: Num) -> Num:
    """Whole metaslabs of one vdev; what remains of the vdev is lost."""
    return floor_quotient(vdev_space, metaslab_size)


@SPACE.quantity("byte", r"r", SPACE_SOURCE)
def deflate_ratio(reference_block: Num, reference_allocation: Num, space_unit: Num) -> Num:
    """Usable bytes of each 512 allocated ones, by whole numbers."""
    return floor_quotient(reference_block, floor_quotient(reference_allocation, space_unit))


@SPACE.quantity("1", r"n_\mathrm{rec/grp}", "arithmetic")
def group_record_drives(group_data_drives: Num, record_stripe_fill: Num) -> Num:
    """Data of the group while it writes records, in drives."""
    return group_data_drives * record_stripe_fill


@SPACE.quantity("byte", r"C_\mathrm{grp}", "definition: zpool list: SIZE")
def group_size(vdevs: Num, vdev_size: Num) -> Num:
    """Bytes of the group in whole metaslabs, parity included."""
    return vdevs * vdev_size


@SPACE.quantity("byte", r"C_\mathrm{log}'", SPACE_SOURCE)
def group_embedded_log(
    vdevs: Num, embedded_log_space: Num, space_unit: Num, deflate_ratio: Num
) -> Num:
    """Usable bytes of the group's embedded logs."""
    return vdevs * floor_quotient(embedded_log_space, space_unit) * deflate_ratio


@SPACE.quantity("byte", r"C_\mathrm{grp}'", SPACE_SOURCE)
def group_space(
    vdevs: Num, vdev_size: Num, embedded_log_space: Num, space_unit: Num, deflate_ratio: Num
) -> Num:
    """Usable bytes of the group, before slop."""
    return vdevs * (floor_quotient(vdev_size - embedded_log_space, space_unit) * deflate_ratio)


def charged(allocation: Num, space_unit: Num, deflate_ratio: Num) -> Num:
    """Bytes that ZFS charges for an allocation: whole units times the deflate ratio."""
    return floor_quotient(allocation, space_unit) * deflate_ratio


@SPACE.quantity("1", r"x_\mathrm{rec}", SPACE_SOURCE)
def record_charge(
    record_allocation: Num, space_unit: Num, deflate_ratio: Num, record_size: Num
) -> Num:
    """Bytes that ZFS charges for each byte of a record; below 1 where wide records waste less."""
    return charged(record_allocation, space_unit, deflate_ratio) / record_size


@SPACE.quantity("1", r"x_\mathrm{ref}", SPACE_SOURCE)
def reference_charge(
    reference_allocation: Num, space_unit: Num, deflate_ratio: Num, reference_block: Num
) -> Num:
    """Bytes that ZFS charges for each byte of a 128 KiB record; 1 but for a rounded-down ratio."""
    return charged(reference_allocation, space_unit, deflate_ratio) / reference_block


@SPACE.quantity("byte", r"C_\mathrm{grp}^\mathrm{rec}", SPACE_SOURCE)
def group_stored_space(group_space: Num, record_charge: Num) -> Num:
    """Bytes of full records that the group's usable bytes hold, before slop."""
    return group_space / record_charge


@SPACE.quantity("byte", r"C_\mathrm{grp}^\mathrm{ref}", SPACE_SOURCE)
def group_reference_space(group_space: Num, reference_charge: Num) -> Num:
    """Bytes of full 128 KiB records that the group's usable bytes hold, before slop."""
    return group_space / reference_charge
