"""RAID groups below a file system: what an array, md or a single drive exports.

A target is a number of equal groups (LUNs) with one file system on them. Where files are mirrored
between targets (BeeGFS's buddy mirror, n copies), each target holds its share of all of them.
"""

import numpy as np

from model.engine.ops import Num, at_least, whole_up
from model.engine.quantity import Book

COPIES = Book("copies of files", topic="capacity")
COPIES.input(
    "file_copies",
    "1",
    r"n_\mathrm{copy}",
    "Copies of each file, on different targets, or on one by ZFS",
    1.0,
    source="assumption: one, unless files are mirrored between targets, or copied by ZFS",
    low=1.0,
    whole=True,
)

SOURCE = "document: Patterson, Gibson, Katz 1988 (RAID): drives less those of parity or copies"

RAID = Book("RAID groups", topic="capacity")
RAID.input("raid_groups", "1", r"n_\mathrm{lun}", "Equal RAID groups in one target", whole=True)
RAID.input(
    "raid_drives", "1", r"w_\mathrm{lun}", "Drives of one RAID group, parity included", whole=True
)
RAID.input(
    "raid_data_drives",
    "1",
    r"d_\mathrm{lun}",
    "Data of one RAID group, in drives",
)
RAID.input(
    "raid_survives",
    "1",
    r"f_\mathrm{lun}",
    "Drives that one RAID group can lose without data loss",
    whole=True,
)
RAID.input(
    "raid_kept_back",
    "byte",
    r"C_\mathrm{back}",
    "Bytes of a drive that its group doesn't use",
    0.0,
    source=(
        "assumption: whole drives, unless the scenario says; not verified: what a RAID controller "
        "keeps"
    ),
)
RAID.input(
    "raid_spares",
    "1",
    r"s_\mathrm{lun}",
    "Spare space of one RAID group, in drives",
    0.0,
    source="assumption: only declustered arrays have it",
    whole=True,
)


RAID.input(
    "targets_per_array",
    "1",
    r"n_\mathrm{tgt/lun}",
    "Targets (LUNs, vdisks) that share one declustered array",
    1.0,
    source="assumption: an array carries one target, unless the scenario says otherwise",
    low=1.0,
    whole=True,
)


@RAID.quantity("1", r"n_\mathrm{grp/pool}", "arithmetic of the target")
def pool_groups(raid_groups: Num, targets_per_array: Num) -> Num:
    """RAID groups of the target; a share of one where targets share a declustered array."""
    return raid_groups / targets_per_array


@RAID.quantity("1", r"n_\mathrm{dsp/pool}", SOURCE)
def pool_distributed_spares(pool_groups: Num, raid_spares: Num) -> Num:
    """Distributed spares, in drives."""
    return pool_groups * raid_spares


@RAID.quantity("1", r"n_\mathrm{drv/pool}", SOURCE)
def pool_drives(pool_groups: Num, raid_drives: Num) -> Num:
    """Drives of the target."""
    return pool_groups * raid_drives


@RAID.quantity("1", r"n_\mathrm{data/pool}", SOURCE)
def pool_data_drives(pool_groups: Num, raid_data_drives: Num, file_copies: Num) -> Num:
    """Drives of the target that hold data, each file counted once."""
    return pool_groups * raid_data_drives / file_copies


@RAID.quantity("byte", r"C_\mathrm{lun}", SOURCE)
def lun_capacity(raid_data_drives: Num, drive_capacity: Num, raid_kept_back: Num) -> Num:
    """Exported capacity of one RAID group."""
    return raid_data_drives * (drive_capacity - raid_kept_back)


@RAID.quantity("byte", r"C_\mathrm{exp/tgt}", SOURCE)
def target_exported(pool_groups: Num, lun_capacity: Num) -> Num:
    """Exported capacity of the RAID groups of one target."""
    return pool_groups * lun_capacity


ALONE = Book("RAID groups by themselves", topic="capacity")
ALONE.input("drive_capacity", "byte", r"C_\mathrm{drv}", "Nominal capacity of one drive")
ALONE.input(
    "targets", "1", r"n_\mathrm{tgt}", "Targets of these groups", 1.0, source="assumption: one"
)

EXPORTED = Book("RAID capacity exported", topic="capacity")


@EXPORTED.quantity("byte", r"C_\mathrm{exp/pool}", SOURCE)
def pools_exported_capacity(targets: Num, target_exported: Num) -> Num:
    """Exported capacity of the RAID groups of all targets."""
    return targets * target_exported


TIER = Book("tier capacity exported", topic="capacity")
TIER.over(
    "total",
    "exported_capacity",
    "byte",
    r"C_\mathrm{exp}",
    "Exported capacity of RAID groups, before any file system",
    roles=("pools",),
    of="pools_exported_capacity",
)

PACKED = Book("RAID groups within enclosures", topic="capacity")


@PACKED.quantity(
    "1",
    r"w_\mathrm{enc}",
    "assumption: each RAID group is within one enclosure as far as it has room",
)
def raid_drives_in_enclosure(
    raid_drives: Num, fullest_enclosure_share: Num, drives_per_block: Num
) -> Num:
    """The most drives of one RAID group that share an enclosure."""
    return np.minimum(raid_drives, fullest_enclosure_share * drives_per_block)


SPREAD = Book("RAID groups spread over enclosures", topic="capacity")


@SPREAD.quantity(
    "1",
    r"w_\mathrm{enc}",
    "assumption: each RAID group is spread over a block's enclosures, as evenly as bays allow",
    name="raid_drives_in_enclosure",
)
def raid_drives_in_enclosure_spread(raid_drives: Num, spread_share: Num) -> Num:
    """The most drives of one RAID group that share an enclosure."""
    return whole_up(raid_drives * spread_share)


STATED_BAYS = Book("RAID groups in stated bays", topic="capacity")
STATED_BAYS.input(
    "raid_drives_in_enclosure",
    "1",
    r"w_\mathrm{enc}",
    "The most drives of one RAID group that share an enclosure",
    whole=True,
)

PLACEMENT = Book("placement of RAID groups", topic="capacity")


@PLACEMENT.quantity(
    "1", r"\mathrm{ok}_\mathrm{enc/pool}", "arithmetic: parity against the drives in one enclosure"
)
def pool_survives_enclosure_loss(raid_survives: Num, raid_drives_in_enclosure: Num) -> Num:
    """Whether RAID groups survive the loss of an enclosure: 1 yes, 0 no."""
    return at_least(raid_survives, raid_drives_in_enclosure)


LEAF_OF_LUN = Book("ZFS leaf on a RAID group", topic="capacity")
LEAF_OF_LUN.input(
    "kept_back",
    "byte",
    r"C_\mathrm{back}",
    "Bytes of a drive that its RAID group doesn't use",
    0.0,
    source=(
        "assumption: whole drives, unless the scenario says; not verified: what a RAID controller "
        "keeps"
    ),
    constant=True,
)


@LEAF_OF_LUN.quantity("byte", r"C_\mathrm{leaf}", SOURCE)
def leaf_capacity(vdev_data_drives: Num, drive_capacity: Num, kept_back: Num) -> Num:
    """Exported capacity of one RAID group, which ZFS treats as a drive."""
    return vdev_data_drives * (drive_capacity - kept_back)


@LEAF_OF_LUN.quantity("byte", r"C_\mathrm{exp/grp}", SOURCE)
def group_exported(vdevs: Num, leaf_capacity: Num) -> Num:
    """Exported capacity of the identical RAID groups."""
    return vdevs * leaf_capacity


POOL_OF_LUNS = Book("RAID capacity under ZFS", topic="capacity")
POOL_OF_LUNS.over(
    "total",
    "target_exported",
    "byte",
    r"C_\mathrm{exp/tgt}",
    "Exported capacity of the RAID groups of one target",
    roles=("groups",),
    of="group_exported",
)
