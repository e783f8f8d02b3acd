"""RAID groups without a scenario: exported capacity, and the capacity of each file system on them.

Layouts and formulas are those of a tier's targets.
"""

from __future__ import annotations

from model.books.calculators import RAID
from model.books.facts import TargetFacts
from model.books.target import POOL
from model.engine.tree import Instance
from model.formulas.space.extfs import OSD_RESERVE, OST_INODE, VENDOR_RESERVE
from model.kinds.layouts import RaidGroups, parse_raid, says_raid
from model.pools.answers import Answer
from model.pools.calculators import run
from model.pools.layouts import Drive, drive_bytes
from model.pools.pool import zfs_pool
from model.records import dataclass, replace

LUSTRE = {"ext_inode_size": OST_INODE, "ext_osd_reserve": OSD_RESERVE}
GROUPS = TargetFacts(kind="raid", on_zfs=False, on_raid=True, spares_inside=False, keeps_back=False)
EXT = replace(GROUPS, format="ext", keeps_for_root=True, keeps_back=True)
OST = replace(EXT, inodes_by_size=True, lustre=True)
XFS = replace(GROUPS, format="xfs")
OF_VENDOR = "ldiskfs of ClusterStor: users may fill"
"""An answer for declustered arrays, which appliances have."""
AS_VENDORS = "1 % kept for root, with `made_by: clusterstor`"


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Capacities of RAID groups in bytes: nominal, spare, exported; further answers."""

    layout: str
    raw: int
    spare: int
    exported: int
    answers: tuple[Answer, ...]


def is_raid(layout: str) -> bool:
    """Whether a layout consists of RAID groups, not of vdevs."""
    return says_raid(layout)


def groups_tree(groups: RaidGroups, size: int, facts: TargetFacts, **more: float) -> Instance:
    """Create the tree of one target of RAID groups, with drives of a given size."""
    inputs = {
        "raid_groups": float(groups.count * groups.spans),
        "raid_drives": float(groups.drives),
        "raid_data_drives": groups.data_drives,
        "raid_survives": float(groups.survives),
        "raid_spares": float(groups.spares),
        **more,
    }
    target = Instance("pools", "target", POOL.book(facts), inputs)
    drive = {"drive_capacity": float(size)}
    return Instance("groups", "groups", RAID.book(), drive, {"pools": [target]})


def _figures(groups: RaidGroups, size: int, facts: TargetFacts, **more: float) -> dict[str, int]:
    found = run(groups_tree(groups, size, facts, **more))["groups/pools:target"]
    return {name: int(answer.value) for name, answer in found.items() if answer.value is not None}


def raid_groups(layout: str, drive: Drive) -> GroupFigures:
    """Compute the exported capacity of RAID groups, and the capacity that file systems report.

    >>> raid_groups("gridraid:41", "4 TB").exported
    124800000000000

    Raises
    ------
    LayoutTextError, UnitError, LayoutError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    groups, size = parse_raid(layout), drive_bytes(drive)
    ext, xfs = _figures(groups, size, EXT), _figures(groups, size, XFS)
    ost = _figures(groups, size, OST, **LUSTRE)
    lun = round(groups.data_drives * groups.spans * size)
    pool = zfs_pool([("disk", [lun] * groups.count)])
    raw, spare = groups.all_drives * size, groups.count * groups.spares * size
    exported = ext["target_exported"]
    root = "5 % kept for root: mke2fs's default"
    vendor = _figures(groups, size, OST, **LUSTRE, ext_reserve=VENDOR_RESERVE) if spare else {}
    rows = [
        Answer("Raw capacity", raw, "all drives of the groups"),
        *([Answer("Spare space inside", spare, "spread over all drives")] if spare else []),
        Answer("The groups export", exported, "less parity, copies and spare space"),
        Answer("ldiskfs under Lustre: df's Size", ost["formatted_capacity"], "as an OST"),
        Answer("ldiskfs: users may fill", ost["target_capacity"], root),
        *([Answer(OF_VENDOR, vendor["target_capacity"], AS_VENDORS)] if vendor else []),
        Answer("ext4: df's Size", ext["formatted_capacity"], "mke2fs's inodes and journal"),
        Answer("ext4: users may fill", ext["target_capacity"], root),
        Answer(
            "XFS: df's Size",
            xfs["formatted_capacity"],
            "at most: the space that XFS reserves is unknown",
        ),
        Answer("ZFS on the groups: zfs list", pool.available, "USED + AVAIL, each group a disk"),
        Answer("ZFS on the groups, under Lustre", pool.lustre, "osd-zfs reserves 1/128"),
    ]
    return GroupFigures(layout, raw, spare, exported, tuple(rows))
