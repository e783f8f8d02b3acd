"""Targets of declustered RAID (IBM Storage Scale) as instances of the tree."""

from __future__ import annotations

from model.design.tier import Tier
from model.kinds.declustered import DeclusteredTarget
from model.kinds.layouts import parse_code
from model.kinds.scale import SCALE_BLOCK
from model.planning.kinds.kind import KindPlan, Problems, is_flash, pool_of, put_code
from model.planning.kinds.scale import put_subblock
from model.planning.supply import Draft
from model.provenance import Provenance
from model.units.kinds import KIB, MIB

FLASH_CHECKSUM = 8 * KIB
SMALL_BLOCK = {8: 4 * MIB, 4: 2 * MIB}
ESTIMATOR = (
    "document: github.com/IBM/SpectrumScaleTools, ece_capacity_estimator 1.3: "
    "get_checksum_granularity"
)
COPIED_BLOCK = (
    "document: IBM Storage Scale ECE 5.2.3 (ibm.com/docs), mmcrvdisk: blocksize of replication, "
    "2 MiB at most"
)


def _put_one_group(draft: Draft, target: DeclusteredTarget, _at: str) -> None:
    """Set one recovery group per block by default."""
    if target.per_block is None:
        rule = Provenance("default", "assumption: the servers of a block are one recovery group")
        draft.put("targets_per_block", 1.0, rule)


def _put(tier: Tier, target: DeclusteredTarget, at: str, draft: Draft) -> None:
    put_code(tier, target, at, draft)
    code, block = parse_code(target.layout), target.file_block
    if target.block_size is None and block < SCALE_BLOCK:
        draft.put("file_block", block, Provenance("constant", COPIED_BLOCK))
    small = block <= SMALL_BLOCK.get(code.data, 0.0)
    if target.checksum_granularity is None and small and is_flash(tier, draft.supply.catalog):
        draft.put("checksum_granularity", FLASH_CHECKSUM, Provenance("constant", ESTIMATOR))
    if target.files:
        put_subblock(draft, target, block, at)


def _too_many_spares(tier: Tier, target: DeclusteredTarget, _: float | None) -> Problems:
    """Return the problem of spare space that leaves too few drives for a stripe."""
    if target.spare_drives is None:
        return
    code, have = parse_code(target.layout), tier.drives_in_block
    most = have - code.data - code.parity
    if 0 <= most < target.spare_drives.value:
        what = f"of {have} drives in a block '{target.layout}' leaves {most} to spare"
        yield "target.spare_drives", f"{what}: write {most} at most"


PLAN = KindPlan(instance=pool_of(_put), put_of_tier=_put_one_group, checks=(_too_many_spares,))
