"""A pool that grew: by RAIDZ expansion, by larger drives, by more vdevs.

A vdev keeps the metaslab size and the conversion to usable bytes that it was made with. After an
expansion AVAIL is therefore too low: new records cost less than they are long, and only USED shows
it. `stored` says what is really there. Records that were written before keep their old cost until
they are written again.
"""

from __future__ import annotations

from model.pools.instances import STORING, Setup, setup_of
from model.pools.layouts import Vdevs, groups_of
from model.pools.pool import PoolFigures, check_ashift, check_record, figures_of
from model.pools.program import Fixed, pool_program
from model.zfs.releases import NEWEST
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


def _kept(before: tuple[VdevGroup, ...], setup: Setup, ashift: int) -> list[dict[str, float]]:
    """Compute what each vdev keeps."""
    program = pool_program(before, setup)
    figures = iter(program.groups_of_pool(None, float(1 << ashift)))
    return [
        {name: found[name] for name in KEPT} if group.role in STORING else {}
        for group in before
        for found in [next(figures) if group.role in STORING else {}]
    ]


def zfs_growth(
    before: str | Vdevs,
    after: str | Vdevs,
    *,
    ashift: int = 12,
    recordsize: str | int = "1 MiB",
    release: str = NEWEST,
    partitioning: str = "none",
) -> PoolFigures:
    """Compute what OpenZFS reports of a pool that grew, and what new files can really hold.

    >>> grown = zfs_growth("raidz1:3 of 1 TB", "raidz1:5 of 1 TB")
    >>> f"{grown.stored['128 KiB'] / grown.available:.2f}"
    '1.20'

    Parameters
    ----------
    before, after
        The layouts, with their drives: "raidz1:3 of 4 TB". The vdevs of `before` stand first in
        `after`, in their order, those that were added behind them.
    ashift, recordsize, release, partitioning
        As in `zfs_pool`.

    Raises
    ------
    LayoutError, UnitError, ValueError
        With one sentence that says what to write instead.
    """
    setup = setup_of(release, partitioning)
    old, new = (groups_of(layout, setup.release) for layout in (before, after))
    if any(group.drive is None for group in (*old, *new)):
        raise LayoutError("a layout says no drives: write it as in 'raidz1:3 of 4 TB'")
    if len(new) < len(old):
        raise LayoutError("vdevs are missing after the growth: write all of them")
    for was, became in zip(old, new, strict=False):
        _check(was, became, setup)
    kept = _kept(old, setup, check_ashift(ashift)) + [{}] * (len(new) - len(old))
    fixed: Fixed = tuple(tuple(figures.items()) for figures in kept)
    program = pool_program(new, setup, fixed)
    return figures_of(program, None, ashift, check_record(recordsize))
