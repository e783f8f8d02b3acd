"""Properties that the vdevs of an expanded pool retain from their creation.

A vdev retains its metaslab size and its deflate ratio. AVAIL is therefore too low after an
expansion: new records cost less than their length, which shows only in USED. Existing records
retain their cost until they are rewritten.
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
"""Properties that a vdev retains from its creation."""
ATTACHED = ("disk", "mirror")
"""The kinds that `zpool attach` and `zpool detach` convert into each other."""


def pairs(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup]
) -> Iterator[tuple[VdevGroup | None, VdevGroup, int]]:
    """Return pairs of each vdev before and after the growth, with their number.

    `after` starts with the vdevs of `before`, in the same order; added vdevs have no counterpart.

    Raises
    ------
    LayoutError
        If vdevs are missing after the growth; the message shows the correct form.
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
    """Whether a RAIDZ was expanded: new records then cost less than AVAIL assumes."""
    return any(
        was.width != became.width
        for was, became, _ in pairs(before, after)
        if was is not None and was.kind not in ATTACHED
    )


def _check(before: VdevGroup, after: VdevGroup, setup: Setup) -> None:
    """Reject a change that is not possible for a vdev."""
    change = f"'{before}' can't become '{after}'"
    smaller = (after.drive or 0) < (before.drive or 0)
    if smaller:
        raise LayoutError(f"{change}: its drives would be smaller than they were")
    attached = before.kind in ATTACHED and after.kind in ATTACHED
    if attached and before.role == after.role:
        return
    alike = (before.kind, before.role, before.parity, before.data, before.spares)
    if alike != (after.kind, after.role, after.parity, after.data, after.spares):
        what = "a vdev can't change its kind or position: write further vdevs after all others"
        raise LayoutError(f"{change}: {what}")
    if after.width == before.width:
        return
    if after.width < before.width:
        raise LayoutError(
            f"{change}: only mirrors can be reduced; a {before.kind} keeps its drives"
        )
    if not before.kind.startswith("raidz"):
        raise LayoutError(f"{change}: only RAIDZ and mirrors can be expanded")
    if not setup.release.has_expansion:
        what = f"OpenZFS {setup.release.name} has no RAIDZ expansion; 2.3 is the first"
        raise LayoutError(f"{change}: {what}")


def _figures(
    made: Sequence[VdevGroup], setup: Setup, ashift: int
) -> Mapping[VdevGroup, Mapping[str, float]]:
    """Compute the retained properties of each vdev, as it was created."""
    program = pool_program(tuple(made), setup)
    found = program.groups_of_pool(None, float(1 << ashift))
    storing = [group for group in made if group.role in STORING]
    for figures in found:
        check_size(figures["leaf_capacity"])
    return {
        group: {name: figures[name] for name in KEPT}
        for group, figures in zip(storing, found, strict=True)
    }


def grown_in_order(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup], setup: Setup, ashift: int
) -> list[tuple[VdevGroup, Mapping[str, float]]]:
    """Return the vdevs of a pool that grew in their order, with the retained properties of each.

    Raises
    ------
    LayoutError
        If no pool can grow in this way; the message shows the correct form.
    """
    changes = list(pairs(before, after))
    for was, became, _ in changes:
        if was is not None:
            _check(was, became, setup)
    made = dict.fromkeys(was or became for was, became, _ in changes)
    kept = _figures(list(made), setup, ashift)
    return [
        (replace(became, count=count), kept.get(was or became, {}))
        for was, became, count in changes
    ]


def grown_groups(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup], setup: Setup, ashift: int
) -> tuple[tuple[VdevGroup, ...], Fixed]:
    """Return the groups of a pool that grew, and the retained properties of each.

    Vdevs form a group if they are equal and have equal retained properties. Added vdevs retain
    their own properties, too.

    Raises
    ------
    LayoutError
        If no pool can grow in this way; the message shows the correct form.
    """
    counts: dict[tuple[VdevGroup, tuple[tuple[str, float], ...]], int] = {}
    for vdevs, kept in grown_in_order(before, after, setup, ashift):
        group = replace(vdevs, count=1), tuple(kept.items())
        counts[group] = counts.get(group, 0) + vdevs.count
    groups = tuple(replace(vdev, count=count) for (vdev, _), count in counts.items())
    return groups, tuple(figures for _, figures in counts)
