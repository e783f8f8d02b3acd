"""What the vdevs of a pool that grew keep from the day that they were made.

A vdev keeps the size of its metaslabs and its conversion to usable bytes. After an expansion AVAIL
is therefore too low: new records cost less than they are long, and only USED shows it. Records that
were written before keep their old cost until they are written again.
"""

from __future__ import annotations

from collections.abc import Sequence

from model.pools.instances import STORING, Setup
from model.pools.program import Fixed, pool_program
from model.zfs.vdevs import LayoutError, VdevGroup

KEPT = ("metaslab_size", "deflate_ratio")
"""What a vdev keeps from the day that it was made."""


def _check(before: VdevGroup, after: VdevGroup, setup: Setup) -> None:
    """Refuse a change that no vdev can make."""
    change = f"'{before}' can't become '{after}'"
    alike = (before.kind, before.role, before.parity, before.data, before.spares)
    if alike != (after.kind, after.role, after.parity, after.data, after.spares):
        raise LayoutError(f"{change}: a vdev keeps its kind; write further vdevs behind it")
    widened = after.width != before.width
    if widened and not (before.kind.startswith("raidz") and after.width > before.width):
        raise LayoutError(f"{change}: only RAIDZ takes more drives, and none gives some back")
    if widened and not setup.release.has_expansion:
        what = f"OpenZFS {setup.release.name} has no RAIDZ expansion; 2.3 is the first"
        raise LayoutError(f"{change}: {what}")
    if (after.drive or 0) < (before.drive or 0):
        raise LayoutError(f"{change}: its drives would be smaller than they were")
    if before.count != after.count and (widened or after.drive != before.drive):
        raise LayoutError(f"{change}: write the vdevs that grow apart from those that don't")


def _figures(before: Sequence[VdevGroup], setup: Setup, ashift: int) -> list[dict[str, float]]:
    program = pool_program(tuple(before), setup)
    figures = iter(program.groups_of_pool(None, float(1 << ashift)))
    return [
        {name: found[name] for name in KEPT} if group.role in STORING else {}
        for group in before
        for found in [next(figures) if group.role in STORING else {}]
    ]


def kept_of(
    before: Sequence[VdevGroup], after: Sequence[VdevGroup], setup: Setup, ashift: int
) -> Fixed:
    """Compute what each vdev of a pool that grew keeps; nothing for those that were added.

    Raises
    ------
    LayoutError
        No pool grows like this; says what to write instead.
    """
    if len(after) < len(before):
        raise LayoutError("vdevs are missing after the growth: write all of them")
    for was, became in zip(before, after, strict=False):
        _check(was, became, setup)
    added = len(after) - len(before)
    kept = _figures(before, setup, ashift) + [{}] * added
    return tuple(tuple(figures.items()) for figures in kept)
