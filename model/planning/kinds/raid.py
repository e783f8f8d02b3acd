"""Targets of RAID groups, or of single drives, as instances of the tree."""

from __future__ import annotations

from model.design.tier import Tier
from model.formulas.space.extfs import (
    EXT_FS,
    EXT_JOURNAL,
    EXT_RATIO,
    LDISKFS_JOURNAL,
    MKFS_LUSTRE,
    OSD_LDISKFS,
    OSD_RESERVE,
    OST_INODE,
    OST_RATIO,
    VENDOR_INODE_RATIO,
    VENDOR_RESERVE,
    VENDORS,
)
from model.kinds.layouts import parse_raid
from model.kinds.raid import LDISKFS, RaidTarget
from model.planning.kinds.kind import (
    KindPlan,
    Problems,
    drive_too_small,
    layout_provenance,
    pool_of,
)
from model.planning.kinds.scale import put_subblock
from model.planning.losses import losses_of
from model.planning.placements import put_most_in_enclosure
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.units.figures import show
from model.units.kinds import KIB, MIB

EXT_BLOCK = 4 * KIB
MD_OFFSET = 129 * MIB
MD = (
    "document: mdadm super1.c: validate_geometry1, drives from 128 GiB on: 128 MiB of headroom, "
    "superblock and bitmap, in whole MiB (since 4.1; before, 128 MiB)"
)
MDT_INODE = 1024.0
MDT_INODE_RATIO = 2560.0
MDT_JOURNAL = 4096 * MIB
SMALLEST_LDISKFS = 32384 * KIB
"""Size below which mkfs.lustre makes nothing."""


def put_md_offset(draft: Draft, name: str, target: RaidTarget) -> None:
    """Set the space that md reserves on each drive."""
    if target.by_mdadm:
        draft.put(name, MD_OFFSET, Provenance("constant", MD))


def _put_raid(tier: Tier, target: RaidTarget, at: str, draft: Draft) -> None:
    groups, supply = parse_raid(target.layout), draft.supply
    known = layout_provenance(target, at, supply)
    for name, figure in (
        ("raid_groups", groups.count * groups.spans),
        ("raid_drives", groups.drives),
        ("raid_data_drives", groups.data_drives),
        ("raid_survives", groups.survives),
        ("raid_spares", groups.spares),
        ("update_reads", groups.update_reads),
        ("update_writes", groups.update_writes),
    ):
        draft.put(name, figure, known)
    put_most_in_enclosure(draft, "raid_drives_in_enclosure", tier, at.removesuffix(".target"))
    if losses_of(tier) is not None:
        put_groups(draft, target, at)
    if target.kept_back is None:
        put_md_offset(draft, "raid_kept_back", target)
    metadata = tier.holds == "metadata"
    if target.format == LDISKFS:
        _put_ldiskfs(draft, target, metadata=metadata)
        _ask_who_formats(tier, target, draft.supply)
    if target.files and target.format == "scale":
        put_subblock(draft, target, target.file_block, at)
    elif target.files:
        unit = Provenance("constant", "definition: a block of the file system, 4 KiB")
        draft.put("allocation_unit", EXT_BLOCK, unit)


def put_groups(draft: Draft, target: RaidTarget, at: str) -> None:
    """Set the redundancy groups of a target of RAID groups."""
    groups = parse_raid(target.layout)
    count = groups.count * groups.spans * groups.sets
    known = layout_provenance(target, at, draft.supply)
    draft.put("redundancy_group_drives", groups.drives // groups.sets, known)
    draft.put("redundancy_groups", count / target.targets_per_array, known)
    if target.declustered:
        draft.put("rebuild_reads", float(groups.strips_of_data), known)


def _put_ldiskfs(draft: Draft, target: RaidTarget, *, metadata: bool) -> None:
    default = Provenance("default", MKFS_LUSTRE)
    if target.inode_size is None:
        draft.put("ext_inode_size", MDT_INODE if metadata else OST_INODE, default)
    if metadata:
        draft.put("ldiskfs_most_journal", MDT_JOURNAL, default)
        if target.inode_ratio is None:
            draft.put("ext_inode_ratio", MDT_INODE_RATIO, default)
    if target.vendor_formats:
        vendor = Provenance("published", VENDORS)
        if target.reserve is None:
            draft.put("ext_reserve", VENDOR_RESERVE, vendor)
        if target.vendor_counts_inodes and target.inode_ratio is None and not metadata:
            draft.put("ext_inode_ratio", VENDOR_INODE_RATIO, vendor)
    draft.put("ext_osd_reserve", OSD_RESERVE, Provenance("constant", OSD_LDISKFS))


def _ask_who_formats(tier: Tier, target: RaidTarget, supply: Supply) -> None:
    """Ask who formats the targets of what looks like an appliance: vendors keep less for root."""
    in_array = tier.enclosures is not None and supply.kind(tier.enclosures) == "array"
    if target.asks_who_formats and (target.declustered or in_array):
        supply.warn(
            f"{tier.name}: it is unknown who formats its targets. mkfs.lustre's defaults "
            "are assumed, with 5 % reserved for root; appliances reserve 1 %: write "
            "'target.made_by: exascaler', 'clusterstor' or 'mkfs', or a 'reserve' and an "
            "'inode_ratio'"
        )


def drive_of_group_too_small(tier: Tier, target: RaidTarget, size: float | None) -> Problems:
    """Return the problem of a drive without remaining capacity after the reserve of Linux md."""
    yield from drive_too_small(tier, target, size, MD_OFFSET if target.by_mdadm else 0.0)


def _journal(tier: Tier, target: RaidTarget, exported: float) -> float:
    """Return the size of a target's journal, before it is rounded."""
    if target.format != LDISKFS:
        return EXT_JOURNAL.inputs["ext_journal"].default or 0.0
    most, share = (
        LDISKFS_JOURNAL.inputs[name].default or 0.0
        for name in ("ldiskfs_most_journal", "ldiskfs_journal_share")
    )
    return min(MDT_JOURNAL if tier.holds == "metadata" else most, share * exported)


def _too_many_inodes(tier: Tier, target: RaidTarget, drive: float | None) -> Problems:
    """Return the problem of inodes that fill a whole file system, alone or with the journal."""
    if target.format not in ("ext4", LDISKFS):
        return
    size = EXT_FS.inputs["ext_inode_size"].default
    ratio = EXT_RATIO.inputs["usual_inode_ratio"].default
    if target.format == LDISKFS:
        size, ratio = OST_INODE, OST_RATIO.inputs["small_target_ratio"].default
        if tier.holds == "metadata":
            size, ratio = MDT_INODE, MDT_INODE_RATIO
    size = target.inode_size.value if target.inode_size else size
    ratio = target.inode_ratio.value if target.inode_ratio else ratio
    assert size is not None
    assert ratio is not None
    if size >= ratio:
        field = "inode_ratio" if target.inode_ratio else "inode_size"
        text = f"an inode of {size:.0f} B for each {ratio:.0f} B uses all of the space"
        yield f"target.{field}", f"{text}: write an 'inode_size' below the 'inode_ratio'"
        return
    groups, kept = parse_raid(target.layout), target.kept_back.value if target.kept_back else 0.0
    if drive is None or drive <= kept:
        return
    exported = groups.count * groups.spans * groups.data_drives * (drive - kept)
    left, journal = exported * (1 - size / ratio), _journal(tier, target, exported)
    field = "target.kept_back" if target.kept_back else "drives.capacity"
    if target.format == LDISKFS and exported < SMALLEST_LDISKFS:
        what = f"mkfs.lustre refuses targets below {show(SMALLEST_LDISKFS, 'byte')}"
        yield field, f"{what}, and these have {show(exported, 'byte')}: write larger drives"
    elif left < 2 * journal:
        what = f"this leaves {show(left, 'byte')} of a target for files and a journal"
        yield field, f"{what} of {show(journal, 'byte')}: write larger drives"


PLAN = KindPlan(
    instance=pool_of(_put_raid),
    checks=(drive_of_group_too_small, _too_many_inodes),
)
