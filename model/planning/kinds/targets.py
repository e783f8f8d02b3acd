"""Targets of a tier as instances of the tree, where no ZFS is in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from model.books.facts import TierFacts
from model.books.target import FILES_OF_ONE_SIZE, POOL
from model.design.tier import AnyTarget, Tier
from model.engine.tree import Instance
from model.formulas.space.ceph import FULLNESS
from model.formulas.space.extfs import MKFS_LUSTRE, OSD_LDISKFS, OSD_RESERVE, OST_INODE
from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.files import SizedFiles
from model.kinds.layouts import parse_code, parse_raid
from model.kinds.raid import LDISKFS, RaidTarget
from model.kinds.scale import SCALE_BLOCK
from model.kinds.zfs import Target
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.units.kinds import KIB, MIB

EXT_BLOCK = 4 * KIB
MD_OFFSET = 129 * MIB
MD = (
    "mdadm super1.c: validate_geometry1, drives from 128 GiB on: 128 MiB of headroom, superblock "
    "and bitmap, in whole MiB (since 4.1; before, 128 MiB)"
)
MDT_INODE = 1024.0
MDT_INODE_RATIO = 2560.0
MDT_JOURNAL = 4096 * MIB


def file_instances(
    files: Sequence[SizedFiles], at: str, path: str, supply: Supply
) -> dict[str, list[Instance]]:
    """Make the instances of the files of each size."""
    made = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        put_bound(draft, one, f"{at}.files.{n}")
        made.append(Instance("files", f"files {n + 1}", FILES_OF_ONE_SIZE.book(), draft.inputs))
    return {"files": made} if made else {}


def other_target(tier: Tier, facts: TierFacts, at: str, tier_path: str, supply: Supply) -> Instance:
    """Make the instance of a target without ZFS."""
    at = f"{at}.target"
    draft = Draft(f"{tier_path}/pools:target", supply)
    put_bound(draft, tier.target, at, of="pools")
    _PUT[tier.target.kind](tier, tier.target, at, draft)
    files = file_instances(tier.target.files, at, draft.path, supply)
    return Instance("pools", "target", POOL.book(facts.target), draft.inputs, files)


def said_layout(target: AnyTarget, at: str, supply: Supply) -> Provenance:
    """Give the provenance of what the text of a layout says."""
    because = target.because
    return Provenance("stated", "", because, supply.place(f"{at}.layout"), f"{at}.layout")


def put_md_offset(draft: Draft, name: str, target: RaidTarget) -> None:
    """Put what md doesn't use of each drive."""
    if target.by_mdadm:
        draft.put(name, MD_OFFSET, Provenance("constant", MD))


def _put_raid(tier: Tier, target: RaidTarget, at: str, draft: Draft) -> None:
    groups, supply = parse_raid(target.layout), draft.supply
    said = said_layout(target, at, supply)
    for name, figure in (
        ("raid_groups", groups.count * groups.spans),
        ("raid_drives", groups.drives),
        ("raid_data_drives", groups.data_drives),
        ("raid_survives", groups.survives),
        ("raid_spares", groups.spares),
        ("update_reads", groups.update_reads),
        ("update_writes", groups.update_writes),
    ):
        draft.put(name, figure, said)
    if target.kept_back is None:
        put_md_offset(draft, "raid_kept_back", target)
    metadata = tier.holds == "metadata"
    if target.format == LDISKFS:
        _put_ldiskfs(draft, target, metadata=metadata)
    if target.files and target.format == "scale":
        _put_subblock(draft, target, target.file_block, at)
    elif target.files:
        unit = Provenance("constant", "a block of the file system, 4 KiB")
        draft.put("allocation_unit", EXT_BLOCK, unit)


def _put_ldiskfs(draft: Draft, target: RaidTarget, *, metadata: bool) -> None:
    made = Provenance("default", MKFS_LUSTRE)
    if target.inode_size is None:
        draft.put("ext_inode_size", MDT_INODE if metadata else OST_INODE, made)
    if metadata:
        draft.put("ext_journal", MDT_JOURNAL, made)
        if target.inode_ratio is None:
            draft.put("ext_inode_ratio", MDT_INODE_RATIO, made)
    draft.put("ext_osd_reserve", OSD_RESERVE, Provenance("constant", OSD_LDISKFS))


def _put_code(draft: Draft, target: CephTarget | CodeTarget | DeclusteredTarget, at: str) -> None:
    code, said = parse_code(target.layout), said_layout(target, at, draft.supply)
    draft.put("code_data", code.data, said)
    draft.put("code_parity", code.parity, said)


def _put_ceph(_tier: Tier, target: CephTarget, at: str, draft: Draft) -> None:
    _put_code(draft, target, at)


WEKA_KEEPS = 0.1
WEKA = "WEKA documentation, SSD net storage capacity: x 0.9, for WEKA's file system"


def _put_code_over_servers(tier: Tier, target: CodeTarget, at: str, draft: Draft) -> None:
    _put_code(draft, target, at)
    if tier.file_system == "weka" and target.kept_share is None:
        draft.put("kept_share", WEKA_KEEPS, Provenance("default", WEKA))


def put_of_tier(draft: Draft, tier: Tier, at: str) -> None:
    """Take over what the targets of a kind say of their whole tier."""
    if tier.target.kind in _PUT_OF_TIER:
        _PUT_OF_TIER[tier.target.kind](draft, tier.target, at)


def _put_special_drives(draft: Draft, target: Target, at: str) -> None:
    """Count the drives of vdevs that hold no data."""
    if target.special_drives:
        said = said_layout(target, f"{at}.target", draft.supply)
        draft.put("special_drives_per_target", float(target.special_drives), said)
        if target.hot_spares:
            draft.put("hot_spares_per_target", float(target.hot_spares), said)


def _put_one_group(draft: Draft, target: DeclusteredTarget, _at: str) -> None:
    """A block is one recovery group, unless it is said."""
    if target.per_block is None:
        rule = Provenance("default", "the servers of a block are one recovery group")
        draft.put("targets_per_block", 1.0, rule)


def _check_fullness(draft: Draft, target: CephTarget, at: str) -> None:
    """Complain of ratios of fullness, stated or usual, that don't rise."""
    names, inputs = ("nearfull_ratio", "backfillfull_ratio", "full_ratio"), FULLNESS.inputs
    near, back, full = (draft.inputs.get(name, inputs[name].default or 0.0) for name in names)
    if not near <= back <= full:
        stated = next(name for name in names if getattr(target, name) is not None)
        what = (
            f"nearfull {near:g}, backfillfull {back:g} and full {full:g} don't rise: "
            "write 'nearfull_ratio' <= 'backfillfull_ratio' <= 'full_ratio'"
        )
        draft.supply.complain(f"{at}.target.{stated}", what)


FLASH_CHECKSUM = 8 * KIB
SMALL_BLOCK = {8: 4 * MIB, 4: 2 * MIB}
SUBBLOCKS = (
    *((64 * KIB, 2 * KIB), (128 * KIB, 4 * KIB)),
    *((4 * MIB, 8 * KIB), (16 * MIB, 16 * KIB)),
)
ESTIMATOR = "IBM SpectrumScaleTools, ece_capacity_estimator 1.3: get_checksum_granularity"
COPIED_BLOCK = "IBM, Storage Scale ECE 5.2.3, mmcrvdisk: blocksize of replication, 2 MiB at most"
SUBBLOCK = (
    "IBM, Spectrum Scale variant sub-blocks (11 January 2018); Storage Scale 5.1.8, Block size: 2 "
    "KiB of 64 KiB, 8 KiB of 4 MiB; not verified: the other rows of mmcrfs's table"
)


def _put_declustered(tier: Tier, target: DeclusteredTarget, at: str, draft: Draft) -> None:
    _put_code(draft, target, at)
    code, block = parse_code(target.layout), target.file_block
    if target.block_size is None and block < SCALE_BLOCK:
        draft.put("file_block", block, Provenance("constant", COPIED_BLOCK))
    small = block <= SMALL_BLOCK.get(code.data, 0.0)
    if target.checksum_granularity is None and small and is_flash(tier, draft.supply):
        draft.put("checksum_granularity", FLASH_CHECKSUM, Provenance("constant", ESTIMATOR))
    if target.files:
        _put_subblock(draft, target, block, at)


def _put_subblock(
    draft: Draft, target: DeclusteredTarget | RaidTarget, block: float, at: str
) -> None:
    if target.subblock is None:
        unit = next((sub for most, sub in SUBBLOCKS if block <= most), SUBBLOCKS[-1][1])
        at = f"{at}.block_size" if target.block_size else ""
        draft.put("allocation_unit", unit, Provenance("constant", SUBBLOCK, field=at))


def requests_known(tier: Tier) -> bool:
    """Tell whether it may be known how many random requests the drives of a target serve.

    Drives of the catalog may have them, be they unknown of one, so that another can be chosen.
    """
    drives = tier.drives
    stated = drives.random_read_rate is not None and drives.random_write_rate is not None
    return tier.target.counts_requests and (drives.part is not None or stated)


def is_flash(tier: Tier, supply: Supply) -> bool:
    """Tell whether the drives are known to be flash."""
    part = tier.drives.part
    return part is not None and supply.catalog.part(part).kind == "ssd"


_PUT: dict[str, Callable[[Tier, Any, str, Draft], None]] = {
    "raid": _put_raid,
    "declustered": _put_declustered,
    "ceph": _put_ceph,
    "code": _put_code_over_servers,
}
"""What takes over a target of each kind without ZFS."""
_PUT_OF_TIER: dict[str, Callable[[Draft, Any, str], None]] = {
    "zfs": _put_special_drives,
    "declustered": _put_one_group,
    "ceph": _check_fullness,
}
"""What takes over what a kind says of the whole tier."""
