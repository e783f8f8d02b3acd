"""What the vdevs of a pool that grew keep from the day that they were made.

A vdev keeps the size of its metaslabs and its conversion to usable bytes. After an expansion AVAIL
is therefore too low: new records cost less than they are long, and only USED shows it. Records that
were written before keep their old cost until they are written again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from model.pools.instances import Setup
from model.pools.layouts import check_size
from model.pools.program import Fixed, pool_program
from model.zfs.vdevs import STORING, LayoutError, VdevGroup

KEPT = ("metaslab_size", "deflate_ratio")
"""What a vdev keeps from the day that it was made."""
ATTACHED = ("disk", "mirror")
"""The kinds that `zpool attach` and `zpool detach` make of one another."""


def pairs(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup]
) -> Iterator[tuple[VdevGroup | None, VdevGroup, int]]:
    """Give what each vdev was and became, one vdev each, and for how many that holds.

    The vdevs of `before` stand first in `after`, in their order; what was added was nothing.

    Raises
    ------
    LayoutError
        Vdevs are missing after the growth; says what to write instead.
    """
    old, new = (list(accumulate(group.count for group in side)) for side in (before, after))
    if new[-1] < old[-1]:
        counts = f"the pool had {old[-1]} vdevs, but after the growth it has {new[-1]}"
        raise LayoutError(f"{counts}: write those that are missing too, in their order")
    at = 0
    for end in sorted({*old, *new}):
        was = replace(before[bisect_right(old, at)], count=1) if at < old[-1] else None
        yield was, replace(after[bisect_right(new, at)], count=1), end - at
        at = end


def is_widened(before: Sequence[VdevGroup], after: Sequence[VdevGroup]) -> bool:
    """Whether a RAIDZ took more drives: from then on new records cost less than AVAIL counts."""
    return any(
        was.width != became.width
        for was, became, _ in pairs(before, after)
        if was is not None and was.kind not in ATTACHED
    )


def _check(before: VdevGroup, after: VdevGroup, setup: Setup) -> None:
    """Refuse a change that no vdev can make."""
    change = f"'{before}' can't become '{after}'"
    smaller = (after.drive or 0) < (before.drive or 0)
    if smaller:
        raise LayoutError(f"{change}: its drives would be smaller than they were")
    attached = before.kind in ATTACHED and after.kind in ATTACHED
    if attached and before.role == after.role:
        return
    alike = (before.kind, before.role, before.parity, before.data, before.spares)
    if alike != (after.kind, after.role, after.parity, after.data, after.spares):
        what = "a vdev keeps its kind, and its place: write further vdevs behind all others"
        raise LayoutError(f"{change}: {what}")
    if after.width == before.width:
        return
    if not before.kind.startswith("raidz") or after.width < before.width:
        what = "only RAIDZ and mirrors take more drives, and only mirrors give some back"
        raise LayoutError(f"{change}: {what}")
    if not setup.release.has_expansion:
        what = f"OpenZFS {setup.release.name} has no RAIDZ expansion; 2.3 is the first"
        raise LayoutError(f"{change}: {what}")


def _figures(
    made: Sequence[VdevGroup], setup: Setup, ashift: int
) -> Mapping[VdevGroup, Mapping[str, float]]:
    """Compute what each vdev keeps, as it was made."""
    program = pool_program(tuple(made), setup)
    found = program.groups_of_pool(None, float(1 << ashift))
    storing = [group for group in made if group.role in STORING]
    for figures in found:
        check_size(figures["leaf_capacity"])
    return {
        group: {name: figures[name] for name in KEPT}
        for group, figures in zip(storing, found, strict=True)
    }


def grown_groups(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup], setup: Setup, ashift: int
) -> tuple[tuple[VdevGroup, ...], Fixed]:
    """Give the groups of a pool that grew, and what the vdevs of each keep.

    Vdevs are one group where they are equal and keep equal figures. Those that were added keep what
    they were made with, too.

    Raises
    ------
    LayoutError
        No pool grows like this; says what to write instead.
    """
    changes = list(pairs(before, after))
    for was, became, _ in changes:
        if was is not None:
            _check(was, became, setup)
    made = dict.fromkeys(was or became for was, became, _ in changes)
    kept = _figures(list(made), setup, ashift)
    counts: dict[tuple[VdevGroup, tuple[tuple[str, float], ...]], int] = {}
    for was, became, count in changes:
        group = became, tuple(kept.get(was or became, {}).items())
        counts[group] = counts.get(group, 0) + count
    groups = tuple(replace(vdev, count=count) for (vdev, _), count in counts.items())
    return groups, tuple(figures for _, figures in counts)
