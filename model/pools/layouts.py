"""Conversion of user layouts, text or a list of vdevs, to groups of equal vdevs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeAlias

from model.errors import quoted
from model.units.figures import UnitError, parse
from model.zfs.releases import Release
from model.zfs.spellings import usual_kind
from model.zfs.vdevs import (
    SMALLEST,
    LayoutError,
    VdevGroup,
    check_group,
    in_role,
    parse_layout,
    read_shape,
    some_bytes,
    vdev,
    whole_bytes,
)

Drive: TypeAlias = Any
"""A capacity as text ("10 TB"), whole bytes, or a part with a `capacity`."""
Vdevs: TypeAlias = Sequence[tuple[str, Sequence[Drive]]]
"""The vdevs as in `zpool create`: pairs of the kind, including its role, and its drives."""

_ARROW = "->|\N{RIGHTWARDS ARROW}"
_KIND = (
    r"(?i)(?:(special|dedup|log|cache|spare)\b\s*)?(disk|stripe|mirror|raidz[123]?|draid[123]?)?"
    r"((?::\w+)*)"
)
KINDS = "disk, mirror, raidz1 to raidz3, draid1 to draid3; before it special, dedup, log, cache"


@lru_cache(1024)
def _parsed(text: str) -> int:
    return whole_bytes(parse(text, "byte"))


def bytes_of(drive: Drive) -> int:
    """Return the capacity of a drive: a text, a whole number, or a part of the catalog.

    Raises
    ------
    UnitError
        If it is none of these; the message shows the correct form.
    """
    if isinstance(drive, str):
        return _parsed(drive)
    size = getattr(drive, "capacity", drive)
    if isinstance(size, bool) or not isinstance(size, int | float) or size != size // 1:
        raise UnitError(f"{drive!r} is not a drive size: write '10 TB', or whole bytes")
    return whole_bytes(size)


def drive_bytes(drive: Drive) -> int:
    """Return the capacity of a drive, which must be positive.

    Raises
    ------
    UnitError, LayoutError
        If it is not a drive, or has no capacity; the message shows the correct form.
    """
    if isinstance(drive, str) and is_part_key(drive):
        drive = _of_catalog(drive.strip())
    return some_bytes(bytes_of(drive), drive)


_KEY = r"[A-Za-z]\w*(?:-\w+)+"
"""Pattern of a part key."""


def is_part_key(text: str) -> bool:
    """Whether a drive is written as a key of the catalog.

    >>> is_part_key("seagate-st10000nm0096"), is_part_key("10 TB")
    (True, False)
    """
    return re.fullmatch(_KEY, text.strip()) is not None


@lru_cache(64)
def _of_catalog(key: str) -> int:
    """Return the capacity of a drive of the catalog."""
    from model.parts.catalog import load_catalog  # slow to import, and rarely needed

    catalog = load_catalog(needs=[key])
    if wrong := catalog.problem_with(key, "hdd", "ssd"):
        raise LayoutError(wrong)
    return bytes_of(catalog.part(key))


def before_and_after(layout: str | Vdevs) -> tuple[str | None, str | Vdevs]:
    """Split the text of a pool that grew, "raidz2:6 -> raidz2:8"; without an arrow, the first is
    None.

    Raises
    ------
    LayoutError
        If there is more than one arrow, or one without a layout on either side.
    """
    if not isinstance(layout, str) or (layout.isascii() and ">" not in layout):
        return None, layout
    first, *others = (part.strip() for part in re.split(_ARROW, layout))
    if not others:
        return None, layout
    if len(others) > 1 or not first or not others[0]:
        what = "write the layout that it was made with and that of today: 'raidz2:6 -> raidz2:8'"
        raise LayoutError(
            f"{quoted(layout)} has {len(others)} arrows or nothing beside one: {what}"
        )
    return first, others[0]


def with_drives(
    layout: str | Vdevs, drive: Drive | None, release: Release, *, in_order: bool = False
) -> list[VdevGroup]:
    """Return the groups of a layout with their drives; groups of a list in order, if required.

    Raises
    ------
    LayoutError, UnitError
        If the pool is not possible, or a drive is missing; the message shows the correct form.
    """
    size = None if drive is None else drive_bytes(drive)
    found = groups_of(layout, release, in_order=in_order)
    groups = [replace(group, drive=group.drive or size) for group in found]
    if any(group.drive is None for group in groups):
        raise LayoutError(f"{quoted(layout)} names no drive: give the drive, as in '10 TB'")
    return groups


def _vdev(item: Any) -> VdevGroup:
    try:
        text, drives = item
        match = re.fullmatch(_KIND, usual_kind(text.strip()))
        sizes = [drive_bytes(drive) for drive in drives]
    except (UnitError, LayoutError):  # a ValueError with a better message
        raise
    except (TypeError, ValueError, AttributeError):
        raise LayoutError(f'{quoted(item)} is not a vdev: write ("raidz2", [drives])') from None
    if match is None or not text.strip():
        raise LayoutError(f"{quoted(text)} is not a vdev: write one of {KINDS} or spare")
    if not sizes:
        raise LayoutError(f"{quoted(text)} has no drives: write [bytes, bytes, ...]")
    role, kind, shape = match[1] or "data", match[2] or "disk", read_shape(text, match[3])
    letter = "w" if kind.lower().startswith("draid") else "drives"
    domains = shape.get("c", 1) or 1  # of several failure groups, where there are more drives
    if shape.setdefault(letter, len(sizes)) != len(sizes) or len(sizes) % domains:
        said = domains if len(sizes) % domains else shape[letter]
        raise LayoutError(f"{quoted(text)} has {len(sizes)} drives, not {said}")
    group = in_role(text, vdev(text, kind.lower(), shape), role.lower())
    return replace(group, drive=min(sizes), sold=sum(sizes))


def _of_list(vdevs: Iterable[Any], *, in_order: bool) -> list[VdevGroup]:
    """Parse a list of vdevs, single drives separately; equal vdevs form a group.

    If their order matters, only adjacent ones are grouped.
    """
    single: list[VdevGroup] = []
    seen: dict[Any, VdevGroup] = {}
    for item in vdevs:
        try:
            key = (item[0], *item[1])
            group = seen[key] if key in seen else seen.setdefault(key, _vdev(item))
        except (TypeError, LookupError):  # wrong, or of what has no hash
            group = _vdev(item)
        if group.kind == "disk":
            disks = [bytes_of(drive) for drive in item[1]]
            single += [replace(group, count=1, drive=size, sold=size) for size in disks]
        else:
            single.append(group)
    if in_order:
        return [replace(group, count=len(list(equal))) for group, equal in groupby(single)]
    counts: dict[VdevGroup, int] = {}
    for group in single:
        counts[group] = counts.get(group, 0) + 1
    return [replace(group, count=count) for group, count in counts.items()]


def check_size(size: float) -> None:
    """Reject a device whose size ZFS doesn't accept."""
    if size <= 0:
        what = "header and partitions use the whole drive: write a larger drive, or smaller ones"
        raise LayoutError(what)
    if size < SMALLEST:
        raise LayoutError(f"a drive of {size:.0f} bytes is too small for ZFS: at least 64 MiB")


def groups_of(
    layout: str | Vdevs, release: Release, *, in_order: bool = False
) -> tuple[VdevGroup, ...]:
    """Return the groups of equal vdevs of a layout, as supported by a release of OpenZFS.

    Raises
    ------
    LayoutError, UnitError
        If the pool is not possible; the message shows the correct form.
    """
    if isinstance(layout, str):
        groups = parse_layout(layout)
    else:
        groups = tuple(_of_list(layout, in_order=in_order))
        if all(group.role != "data" for group in groups):
            raise LayoutError("the layout has no vdev for data: write one without a role")
    for group in groups:
        check_group(group, release)
    return groups
