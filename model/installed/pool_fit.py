"""Which release, sector size and partitioning explain what a pool reports, to the last byte.

No output states these. What is reported narrows them: SIZE of `zpool list` to the partitioning and
the rule of metaslabs, USED + AVAIL of `zfs list` to the sector size and the slop space.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from model.installed.drive_sizes import WHOLE_DISK, partition, usual_sizes
from model.pools.pool import PoolFigures, zfs_pool
from model.records import dataclass, replace
from model.zfs.releases import NEWEST, RELEASES

Vdevs = tuple[tuple[str, tuple[int, ...]], ...]
ASHIFTS = (12, 9, 13)
SCHEMES = (WHOLE_DISK, "none", "linux-4kn", "truenas-24.10", "truenas-25.04", "truenas-22.12")
"""Schemes by which whole disks are partitioned, the most usual first."""
NEWEST_FIRST = tuple(name for name in list(RELEASES)[::-1] if name != "next")
LARGEST_DRIVE = 10**15
SOLD = (1000, 500, 480, 400, 100, 10)
"""Drives are sold in multiples of these GB, the most usual first: of whole TB, and of 480 GB."""
_WIDER = 1.004
"""By how much a drive is larger, at most, than what a vdev has of it."""


@dataclass(frozen=True)
class Fit:
    """What explains the figures of a pool best, and the figures that the model has of it."""

    release: str
    ashift: int
    partitioning: str
    figures: PoolFigures
    size_agrees: bool | None
    available_agrees: bool | None
    releases: tuple[str, ...] = ()
    """All releases that explain them as well."""
    created: str = ""
    """Layout at creation, of a pool that was expanded since."""


@lru_cache(4096)
def best_fit(vdevs: Vdevs, size: int | None, available: int | None, *, whole: bool) -> Fit | None:
    """Return the best explanation; None if no such pool is possible.

    `whole` tells that drives are known, not only their partitions.
    """
    best: Fit | None = None
    for fit in _tries(vdevs, size, available, SCHEMES if whole else ("none",)):
        if best is None or _score(fit) > _score(best):
            best = fit
        if _score(best) == 2:
            break
    if best is None:
        return None
    also = [
        each.release
        for each in _tries(vdevs, size, available, (best.partitioning,), (best.ashift,))
        if _score(each) == _score(best)
    ]
    return replace(best, releases=tuple(also[::-1]))


@lru_cache(4096)
def grown_fit(
    created: str, layout: str, drive: int, size: int | None, available: int | None, scheme: str
) -> Fit | None:
    """Return the explanation of a pool that was expanded; None if it can't have grown so."""
    best: Fit | None = None
    also: list[str] = []
    for ashift in ASHIFTS:
        for release in NEWEST_FIRST:
            try:
                figures = zfs_pool(
                    f"{created} -> {layout}",
                    drive,
                    release=release,
                    ashift=ashift,
                    partitioning=scheme,
                )
            except ValueError:  # a release without expansion, or no such way
                continue
            fit = _compared(release, ashift, scheme, figures, size, available)
            if best is None or _score(fit) > _score(best):
                best, also = fit, []
            if _score(fit) == _score(best) and ashift == best.ashift:
                also.append(release)
    return best and replace(best, releases=tuple(also[::-1]), created=created)


def _compared(
    release: str,
    ashift: int,
    scheme: str,
    figures: PoolFigures,
    size: int | None,
    available: int | None,
) -> Fit:
    return Fit(
        release,
        ashift,
        scheme,
        figures,
        None if size is None else figures.size == size,
        None if available is None else available in (figures.available, figures.available_filled),
    )


def _score(fit: Fit) -> int:
    return sum(x is not False for x in (fit.size_agrees, fit.available_agrees))


def _tries(
    vdevs: Vdevs,
    size: int | None,
    available: int | None,
    schemes: tuple[str, ...],
    ashifts: tuple[int, ...] = ASHIFTS,
) -> Iterator[Fit]:
    for scheme in schemes:
        for ashift in ashifts:
            for release in NEWEST_FIRST:
                figures = _figures(vdevs, release, ashift, scheme)
                if figures is not None:
                    yield _compared(release, ashift, scheme, figures, size, available)


def _figures(vdevs: Vdevs, release: str, ashift: int, scheme: str) -> PoolFigures | None:
    try:
        return zfs_pool(vdevs, release=release, ashift=ashift, partitioning=scheme)
    except ValueError:  # such a release has no such vdevs
        return None


def drive_of_size(kinds: tuple[tuple[str, int], ...], size: int, of_one: int) -> int | None:
    """Return the usual drive with which a pool of equal drives has a SIZE, to the byte.

    `kinds` are the vdevs with their numbers of drives, `of_one` is about what a vdev has of each.
    SIZE is in whole metaslabs, which may be as large as the difference of two drives: of several,
    that which is most likely sold counts.
    """
    if of_one > LARGEST_DRIVE:
        return None
    nominal = range(of_one // 10**10 * 10, int(of_one * _WIDER) // 10**9 + 10, 10)
    sold = sorted((n for n in nominal if n > 50), key=_rarity)
    for drive in dict.fromkeys(one for n in sold for one in usual_sizes(n)):
        vdevs = tuple((kind, (partition(drive),) * count) for kind, count in kinds)
        for release in (NEWEST, "0.7"):
            figures = _figures(vdevs, release, ASHIFTS[0], "none")
            if figures is not None and figures.size == size:
                return drive
    return None


def _rarity(nominal: int) -> int:
    """Return the place of a capacity in GB among those that are sold: 4000 before 3990."""
    return next(place for place, step in enumerate(SOLD) if nominal % step == 0)
