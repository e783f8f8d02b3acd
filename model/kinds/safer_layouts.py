"""Layouts of the same drives that lose data less often: more parity, narrower groups, spares."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from model.kinds.layouts import parse_code, parse_raid, says_raid
from model.zfs.vdevs import STORING, VdevGroup, VdevKind, parse_layout

_RAID_UP = {"0": "5", "5": "6", "50": "60"}
"""The RAID level with one more drive of parity in each group."""
_RAID = r"(?i)(?:\d+\s*\S?\s*)?raid-?(?P<level>10|50|60|0|1|5|6):.*"
_MORE_PARITY: dict[VdevKind, VdevKind] = {
    "raidz1": "raidz2",
    "raidz2": "raidz3",
    "draid1": "draid2",
    "draid2": "draid3",
}
_FEWEST_DATA = 2
"""Data drives of the narrowest group that is proposed."""


def more_parity(layout: str) -> str | None:
    """Return a layout with one more drive of parity, or copy, in each group; None if none exists.

    >>> more_parity("2 x raidz2:10"), more_parity("raid5:8+1"), more_parity("6 x mirror:2")
    ('2 x raidz3:10', 'raid6:9', '4 x mirror:3')
    >>> more_parity("raidz3:11"), more_parity("8 x disk")
    (None, '4 x mirror:2')
    """
    if not says_raid(layout):
        return _of_vdevs(layout, _with_more_parity)
    match = re.fullmatch(_RAID, layout.strip())
    if match is None:
        return None
    groups, level = parse_raid(layout), match["level"]
    if level == "1":
        width = groups.drives + 1
        return _raid_text(max(1, groups.all_drives // width), level, 1, width)
    if level not in _RAID_UP:
        return None
    return _raid_text(groups.count, _RAID_UP[level], groups.spans, groups.drives)


def narrower(layout: str) -> str | None:
    """Return a layout of groups with half the data drives, and more groups; None if none exists.

    >>> narrower("raidz2:10"), narrower("2 x raidz2:12"), narrower("raid60:2x10")
    ('raidz2:6', '3 x raidz2:7', 'raid60:3x6')
    >>> narrower("draid2:8d:53c:3s"), narrower("mirror:2")
    ('draid2:4d:53c:3s', None)
    """
    if not says_raid(layout):
        return _of_vdevs(layout, _with_half_the_data)
    match = re.fullmatch(_RAID, layout.strip())
    if match is None or match["level"] not in ("5", "6", "50", "60"):
        return None
    groups = parse_raid(layout)
    data = (int(groups.data_drives) + 1) // 2
    if data < _FEWEST_DATA:
        return None
    width = data + groups.survives
    if groups.spans > 1:
        spans = groups.spans * groups.drives // width
        return _raid_text(groups.count, match["level"], spans, width)
    return _raid_text(groups.count * groups.drives // width, match["level"], 1, width)


def safer_codes(layout: str) -> tuple[tuple[str, str], ...]:
    """Return codes with one more strip of parity, or copy, and with half the data strips.

    >>> safer_codes("8+2p")
    (('one more strip of parity', '8+3p'), ('half the data strips', '4+2p'))
    >>> safer_codes("3-way")
    (('one more copy', '4-way'),)
    """
    code = parse_code(layout)
    if code.data == 1:
        return (("one more copy", f"{code.parity + 2}-way"),)
    end = "p" if layout.strip().lower().endswith("p") else ""
    found = [("one more strip of parity", f"{code.data}+{code.parity + 1}{end}")]
    if code.parity and code.data >= 2 * _FEWEST_DATA:
        found.append(("half the data strips", f"{code.data // 2}+{code.parity}{end}"))
    return tuple(found)


def more_distributed_spares(layout: str) -> str | None:
    """Return a layout with one more distributed spare in each dRAID vdev; None without dRAID.

    >>> more_distributed_spares("draid2:8d:53c"), more_distributed_spares("raidz2:10")
    ('draid2:8d:53c:1s', None)
    """
    return None if says_raid(layout) else _of_vdevs(layout, _with_one_more_spare)


def drives_of(layout: str) -> int:
    """Return the drives of a layout of vdevs or RAID groups.

    >>> drives_of("2 x raidz2:10 + spare"), drives_of("raid60:2x10")
    (21, 20)
    """
    if says_raid(layout):
        return parse_raid(layout).all_drives
    return sum(one.count * one.width for one in parse_layout(layout))


def _raid_text(count: int, level: str, spans: int, width: int) -> str:
    groups = f"raid{level}:{f'{spans}x' if spans > 1 else ''}{width}"
    return f"{count} x {groups}" if count > 1 else groups


def _of_vdevs(layout: str, changed: Callable[[VdevGroup], VdevGroup | None]) -> str | None:
    """Change the vdevs that store data; None if none can be, or some have drives of their own."""
    before = parse_layout(layout)
    if any(one.drive is not None for one in before):
        return None
    after = [(changed(one) if one.role in STORING else None) or one for one in before]
    text = " + ".join(map(str, after))
    try:
        return text if list(before) != after and parse_layout(text) else None
    except ValueError:  # a dRAID vdev without room for it
        return None


def _with_more_parity(one: VdevGroup) -> VdevGroup | None:
    if one.kind == "disk":
        return replace(one, kind="mirror", width=2, count=max(1, one.count // 2))
    if one.kind == "mirror":
        width = one.width + 1
        return replace(one, width=width, count=max(1, one.count * one.width // width))
    kind: VdevKind | None = _MORE_PARITY.get(one.kind)
    return kind and replace(one, kind=kind, parity=one.parity + 1)


def _with_half_the_data(one: VdevGroup) -> VdevGroup | None:
    data = one.data if one.is_draid else one.width - one.parity
    half = (data + 1) // 2
    if not one.parity or half < _FEWEST_DATA or half == data:
        return None
    if one.is_draid:
        return replace(one, data=half)
    width = half + one.parity
    return replace(one, width=width, count=max(1, one.count * one.width // width))


def _with_one_more_spare(one: VdevGroup) -> VdevGroup | None:
    return replace(one, spares=one.spares + 1) if one.is_draid else None
