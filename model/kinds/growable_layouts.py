"""Layouts that a pool of ZFS can grow to: wider RAIDZ, further vdevs, larger drives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model.kinds.layouts import says_raid
from model.units.figures import write
from model.zfs.vdevs import LayoutError, VdevGroup, parse_layout


def _groups(layout: str) -> Sequence[VdevGroup]:
    """Return the vdevs of a layout; none of what isn't one of vdevs."""
    if says_raid(layout):
        return ()
    try:
        return parse_layout(layout)
    except LayoutError:
        return ()


def _text(groups: Sequence[VdevGroup]) -> str:
    sizes = ("" if one.drive is None else write(float(one.drive), "byte") for one in groups)
    names = (str(one) if one.role == "data" else str(one).removesuffix(" disk") for one in groups)
    return " + ".join(
        f"{name} of {size}" if size else name for name, size in zip(names, sizes, strict=True)
    )


def _grows(one: VdevGroup) -> bool:
    return one.role == "data" and one.drive is None


def widened(layout: str, by: int) -> str | None:
    """Return a layout whose RAIDZ vdevs have more drives each; None without RAIDZ.

    >>> widened("2 x raidz2:10 + spare", 1), widened("mirror:2", 1), widened("raidz1:3", 0)
    ('2 x raidz2:11 + spare', None, 'raidz1:3')
    """
    groups = _groups(layout)
    if not any(_grows(one) and one.kind.startswith("raidz") for one in groups):
        return None
    return _text(
        [
            replace(one, width=one.width + by)
            if _grows(one) and one.kind.startswith("raidz")
            else one
            for one in groups
        ]
    )


def with_more_vdevs(layout: str, more: int, *, at_end: bool) -> str | None:
    """Return a layout with more data vdevs like the first one; None if it has no vdevs.

    With `at_end`, they follow all others, as those that are added to a pool that grew.

    >>> with_more_vdevs("2 x raidz2:10 + spare", 2, at_end=False)
    '4 x raidz2:10 + spare'
    >>> with_more_vdevs("raidz2:10 + spare", 1, at_end=True)
    'raidz2:10 + spare + raidz2:10'
    >>> with_more_vdevs("raid6:10", 1, at_end=False)
    """
    groups = list(_groups(layout))
    first = next((n for n, one in enumerate(groups) if _grows(one)), None)
    if first is None:
        return None
    if at_end and more:
        return _text([*groups, replace(groups[first], count=more)])
    grown = replace(groups[first], count=groups[first].count + more)
    return _text([*groups[:first], grown, *groups[first + 1 :]])


def of_drives(layout: str, size: float) -> str | None:
    """Return a layout whose drives of the tier have a size of their own; None without vdevs.

    >>> of_drives("2 x raidz2:10 + spare", 8e12), of_drives("raid6:10", 8e12)
    ('2 x raidz2:10 of 8 TB + spare of 8 TB', None)
    """
    groups = _groups(layout)
    if not groups:
        return None
    return _text([one if one.drive else replace(one, drive=int(size)) for one in groups])


def vdevs_of(layout: str) -> tuple[int, int]:
    """Return how many data vdevs of the tier's drives a layout has, and the drives of the first.

    >>> vdevs_of("2 x raidz2:10 + spare"), vdevs_of("raid6:10")
    ((2, 10), (0, 0))
    """
    grow = [one for one in _groups(layout) if _grows(one)]
    return sum(one.count for one in grow), grow[0].width if grow else 0


def raidz_vdevs_of(layout: str) -> int:
    """Return how many RAIDZ vdevs of the tier's drives a layout has.

    >>> raidz_vdevs_of("2 x raidz2:10 + special mirror:2")
    2
    """
    groups = _groups(layout)
    return sum(one.count for one in groups if _grows(one) and one.kind.startswith("raidz"))
