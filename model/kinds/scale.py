"""What IBM Storage Scale takes: codes of its own RAID, and blocks of its file systems."""

from __future__ import annotations

from typing import Any

from model.errors import quoted
from model.kinds.layouts import Code, parse_code
from model.units.figures import show
from model.units.kinds import KIB, MIB

_BLOCKS = {1: (256 * KIB, 2 * MIB), 4: (256 * KIB, 8 * MIB)}
SCALE_BLOCKS = {
    Code(data, parity): _BLOCKS.get(data, (512 * KIB, 16 * MIB))
    for data in (1, 4, 8, 16)
    for parity in (2, 3)
}
"""Codes of Storage Scale RAID, with the least and the largest block that it takes for each.

IBM, Storage Scale ECE 5.2.3, mmcrvdisk: blocksize; the codes are those of its capacity estimator.
"""
SCALE_CODES = "'4+2p', '4+3p', '8+2p', '8+3p', '16+2p', '16+3p', '3-way' or '4-way'"
ANY_BLOCK = (64 * KIB, 16 * MIB)
"""Blocks of Storage Scale on other storage: mmcrfs, -B."""
SCALE_BLOCK = 4 * MIB
"""The block of a file system that doesn't say its own."""
LEAST_CHECKSUM = 4 * KIB
"""The alignment of a strip: less under one checksum makes no sense."""


def is_declustered(text: str) -> str:
    """Refuse a code that Storage Scale RAID doesn't have."""
    if parse_code(text) not in SCALE_BLOCKS:
        raise ValueError(f"Storage Scale has no code {quoted(text)}: write {SCALE_CODES}")
    return text


def check_blocks(target: Any, bounds: tuple[float, float], of: str = "") -> None:
    """Refuse blocks that Storage Scale doesn't have, and what is smaller than a part of one."""
    (least, most), stated = bounds, target.block_size
    block = int(stated.value if stated else min(most, SCALE_BLOCK))
    if block & (block - 1) or not least <= block <= most:
        blocks = f"{show(least, 'byte', binary=True)} to {show(most, 'byte', binary=True)}"
        raise ValueError(f"'block_size'{of} must be a power of two from {blocks}")
    if target.subblock is not None and target.subblock.value > block:
        whole = show(block, "byte", binary=True)
        raise ValueError(f"'subblock' must be at most the block, {whole}")
