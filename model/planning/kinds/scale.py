"""Blocks of IBM Storage Scale, on its own RAID and on other storage."""

from __future__ import annotations

from model.kinds.declustered import DeclusteredTarget
from model.kinds.raid import RaidTarget
from model.planning.supply import Draft
from model.provenance import Provenance
from model.units.kinds import KIB, MIB

SUBBLOCKS = (
    *((64 * KIB, 2 * KIB), (128 * KIB, 4 * KIB)),
    *((4 * MIB, 8 * KIB), (16 * MIB, 16 * KIB)),
)
SUBBLOCK = (
    "document: IBM, Spectrum Scale variant sub-blocks (11 January 2018); Storage Scale 5.1.8, "
    "Block size: 2 KiB of 64 KiB, 8 KiB of 4 MiB; not verified: the other rows of mmcrfs's table"
)


def put_subblock(
    draft: Draft, target: DeclusteredTarget | RaidTarget, block: float, at: str
) -> None:
    """Set the subblock size that belongs to the block size of a file system."""
    if target.subblock is None:
        unit = next((sub for most, sub in SUBBLOCKS if block <= most), SUBBLOCKS[-1][1])
        at = f"{at}.block_size" if target.block_size else ""
        draft.put("allocation_unit", unit, Provenance("constant", SUBBLOCK, field=at))
