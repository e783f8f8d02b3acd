"""Volumes of RAID controllers, as a layout in this program's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from model.records import dataclass

_PARITY = {"raid0": 0, "raid5": 1, "raid6": 2, "raid50": 1, "raid60": 2}
_KNOWN = re.compile(r"raid(?:0|1|5|6|10|50|60)")


@dataclass(frozen=True)
class Volume:
    """A volume: its level as the tool names it, its drives and size, and its spans if known."""

    level: str
    size: int
    drives: int
    spans: int | None = None
    drive: int | None = None
    """Size of its drives, if it is known."""


def layout(volume: Volume, drive: int | None) -> str | None:
    """Write the layout of a volume; None where its level or its drives are unknown.

    Controllers that don't state the spans of RAID 50 and 60 state the size: what the drives have
    more than it is parity, one or two drives of each span.
    """
    level = re.sub(r"[^a-z0-9]", "", volume.level.lower())
    level = {"raid00": "raid0", "raid1e": "raid10", "r0": "raid0", "raid01": "raid10"}.get(
        level, level
    )
    if not _KNOWN.fullmatch(level) or volume.drives < 1:
        return None
    if level in ("raid50", "raid60"):
        spans = volume.spans or _spans(volume, drive, _PARITY[level])
        if not spans or volume.drives % spans:
            return None
        return f"{level}:{spans}x{volume.drives // spans}"
    if level == "raid0" and volume.drives == 1:
        return "drive"
    return f"{level}:{volume.drives}"


def _spans(volume: Volume, drive: int | None, parity: int) -> int | None:
    if not drive or not volume.size:
        return None
    spans = round((volume.drives - volume.size / drive) / parity)
    return spans if 2 <= spans <= volume.drives // (parity + 2) else None


def level_of(volume: Volume, drive: int | None) -> str:
    """Tell RAID 5 from 6 where only 'striped with parity' is known, by the size."""
    if not drive:
        return volume.level
    missing = volume.drives - volume.size / drive
    if volume.level == "StripedWithParity":
        return "raid6" if missing > 1.5 else "raid5"
    if volume.level == "SpannedStripesWithParity" and volume.drives:
        return "raid60" if missing >= 4 else "raid50"
    return {
        "Mirrored": "raid1",
        "SpannedMirrors": "raid10",
        "NonRedundant": "raid0",
    }.get(volume.level, volume.level)


def together(
    volumes: Sequence[Volume], drive: int | None
) -> tuple[str | None, int | None, int | None]:
    """Return the layout of the volumes that hold most, the size of one, and that of its drives.

    `drive` is the size where a volume doesn't know that of its own.
    """
    counts: Counter[tuple[str | None, int, int | None]] = Counter()
    for one in volumes:
        own = one.drive or drive
        counts[layout(one, own), one.size, own] += 1
    if not counts:
        return None, None, drive
    (text, size, own), count = max(counts.items(), key=lambda one: one[0][1] * one[1])
    return (f"{count} x {text}" if text and count > 1 else text), size, own
