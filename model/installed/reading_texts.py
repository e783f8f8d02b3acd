"""Readings of installed systems as people read them: labels, units, and yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.units.figures import grouped, percent, show
from model.units.words import in_prose, label

LABELS = {
    "added_bytes_per_year": "Growth per year",
    "added_inodes_per_year": "Growth in inodes per year",
    "allocated_bytes": "Allocated",
    "avail_bytes": "Available",
    "db_bytes_inside": "Database within the OSD",
    "device_bytes": "Device size",
    "drive_bytes": "Drive capacity",
    "drives_failed_or_being_replaced": "Drives failed or being replaced",
    "inodes_known": "Inodes reported",
    "inodes_of_an_ost": "Inodes per OST",
    "kept_for_root_share": "Reserved for root",
    "leaf_sizes": "Sizes of vdev members",
    "max_inodes": "Maximum number of inodes",
    "memory_bytes": "Memory",
    "meta_targets": "Metadata targets",
    "most_full_share": "Fullest OSD, share of its size",
    "nsd_bytes": "NSD size",
    "nsds": "NSDs",
    "osd_bytes": "OSD size",
    "osds": "OSDs",
    "osds_in": "OSDs that are 'in'",
    "osts_here": "OSTs on this server",
    "osts_listed": "OSTs listed",
    "osts_of_the_file_system": "OSTs of the file system",
    "paths_to_a_drive": "Paths per drive",
    "pool_code": "Erasure code",
    "pool_row": "Row of the pool",
    "raid": "RAID layout",
    "raw_bytes": "Raw capacity",
    "raw_used_bytes": "Raw capacity used",
    "rounded": "Figures are rounded",
    "size_bytes": "Size",
    "size_bytes_of_an_ost": "Size of an OST",
    "size_bytes_total": "Total size",
    "subblock": "Subblock size",
    "target_bytes": "Target capacity",
    "used_bytes": "Used",
    "used_plus_avail_bytes": "Used + available",
    "users_may_fill_bytes": "Usable capacity",
    "vdev_bytes": "Vdev size",
    "volume_bytes": "Volume size",
    "width_before_expansion": "Vdev width before expansion",
}
"""Labels of readings whose key is none."""
SIZES = ("block_size", "subblock", "memory_bytes")
"""Figures that are powers of two by custom."""
PLAIN = ("bytes", "class", "media", "model", "name", "pool", "product", "type", "vendor")
"""Fields of a listed piece that need no label."""


def reading_rows(reading: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the label and the value of each figure that an output states.

    >>> reading_rows({"target_bytes": 120_000_000_000_000, "inodes_known": True})[1]
    ('Inodes reported', 'yes')
    >>> reading_rows({"drives": [{"count": 4, "bytes": 18_000_000_000_000, "media": "disk"}]})
    [('Drives', '4 x 18 TB, disk')]
    """
    return [(_label(name), _text(name, value)) for name, value in reading.items()]


def _label(name: str) -> str:
    return LABELS.get(name) or label(name.removesuffix("_bytes").removesuffix("_share"))


def _text(name: str, value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "; ".join(_text(name, one) for one in value) or "none"
    if isinstance(value, Mapping):
        return _piece(value, in_memory="memory" in name)
    if not isinstance(value, int | float):
        return str(value)
    if "bytes" in name.split("_") or name in SIZES:
        text = show(value, "byte", binary=name in SIZES)
        return text if name == "bytes" else f"{text} ({grouped(value)} byte)"
    if name.endswith("_share"):
        return percent(value, 1)
    return grouped(value) if isinstance(value, int) else str(value)


def _piece(fields: Mapping[str, Any], *, in_memory: bool) -> str:
    """Write one of several pieces, such as equal drives: how many, then what each is."""
    texts = []
    for name, one in fields.items():
        if name == "bytes" and in_memory:
            texts.append(show(one, "byte", binary=True))
        elif name != "count":
            text = _text(name, one)
            texts.append(text if name in PLAIN else f"{in_prose(_label(name))} {text}")
    count = f"{grouped(fields['count'])} x " if "count" in fields else ""
    return f"{count}{', '.join(texts)}"
