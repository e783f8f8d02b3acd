"""What pools report beside what the model says, figure by figure, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator

from model.installed.installed_pools import InstalledPool
from model.installed.pool_fit import Fit, Vdevs, best_fit
from model.installed.pool_tree import Vdev
from model.pools.pool import zfs_pool
from model.records import dataclass

SIZE, AVAILABLE = "SIZE of zpool list", "USED + AVAIL of zfs list"
WITHIN = 1e-9


@dataclass(frozen=True)
class Check:
    """A figure of a pool in bytes: reported, by the model, and why they differ."""

    pool: str
    figure: str
    reported: int
    model: int | None
    cause: str = ""

    @property
    def agrees(self) -> bool | None:
        """Whether they are equal; None if the model has no figure."""
        return None if self.model is None else self.model == self.reported


def fit_of(pool: InstalledPool) -> Fit | None:
    """Return what explains the figures of a pool."""
    vdevs = vdevs_of(pool)
    if vdevs is None:
        return None
    is_whole = not any(leaf.is_partition for vdev in pool.vdevs for leaf in vdev.leaves)
    return best_fit(vdevs, _exact_size(pool), _exact_available(pool), whole=is_whole)


def vdevs_of(pool: InstalledPool) -> Vdevs | None:
    """Return the vdevs as `zpool create` sees them; None if a drive is unknown."""
    found = []
    for vdev in pool.vdevs:
        if vdev.role in ("cache", "log"):
            continue
        sizes = tuple(leaf.bytes or 0 for leaf in vdev.leaves)
        if 0 in sizes:
            return None
        found.append((vdev.kind if vdev.role == "data" else f"{vdev.role} {vdev.kind}", sizes))
    return tuple(found)


def _exact_size(pool: InstalledPool) -> int | None:
    return pool.size.bytes if pool.size and pool.size.exact else None


def _exact_available(pool: InstalledPool) -> int | None:
    space = pool.space
    if space is None or not (space.used.exact and space.available.exact):
        return None
    return space.used.bytes + space.available.bytes


def checks_of(pool: InstalledPool) -> Iterator[Check]:
    """Compare the figures of a pool."""
    fit = fit_of(pool)
    size, available = _exact_size(pool), _exact_available(pool)
    if size is not None:
        model = fit.figures.size if fit else None
        yield Check(pool.name, SIZE, size, model, _cause_of_size(pool, size, model))
    if available is not None:
        model = fit.figures.available if fit else None
        if fit and available == fit.figures.available_filled:
            model = fit.figures.available_filled
        grown = _grown(pool, fit)
        if grown is not None and grown == available:
            cause = (
                f"expanded from {pool.pool.width_before} drives: AVAIL counts by the ratio of the "
                f"first width, as the model does ({grown:,} bytes)"
            )
        else:
            cause = _cause_of_available(pool, available, model, fit)
        yield Check(pool.name, AVAILABLE, available, model, cause)


def _cause_of_size(pool: InstalledPool, size: int, model: int | None) -> str:
    if model is None:
        return "the size of a drive is unknown"
    if size == model:
        return ""
    if pool.pool.expanded:
        return "a vdev was expanded: its metaslabs keep their size"
    parts = [vdev.size.bytes for role, vdev in _listed(pool) if vdev.size and role != "cache"]
    if parts and sum(parts) < size:
        return "a vdev was removed, or stands in no output"
    return (
        "vdevs that were created with smaller drives keep the size of their metaslabs, or drives "
        "are partitioned in another way"
    )


def _listed(pool: InstalledPool) -> tuple[tuple[str, Vdev], ...]:
    return pool.listed.vdevs if pool.listed else ()


def _cause_of_available(
    pool: InstalledPool, available: int, model: int | None, fit: Fit | None
) -> str:
    if model is None:
        return "the size of a drive is unknown"
    if available == model:
        return ""
    if pool.pool.expanded or pool.pool.width_before:
        return "a vdev was expanded: AVAIL counts by the ratio of its first width"
    if fit and fit.figures.available_filled and model < available < fit.figures.available_filled:
        return "since 2.2.10, AVAIL has in it what is stored on special and dedup vdevs"
    if available < model:
        return "a quota on the root data set, or a release with another slop space"
    return "blocks that are cloned or deduplicated count once in ALLOC, but each time in USED"


def _grown(pool: InstalledPool, fit: Fit | None) -> int | None:
    """Return USED + AVAIL of a pool whose only RAIDZ vdev was expanded."""
    before, vdevs = pool.pool.width_before, vdevs_of(pool)
    if before is None or fit is None or vdevs is None:
        return None
    old = [(kind, sizes[:before] if kind.startswith("raidz") else sizes) for kind, sizes in vdevs]
    kinds = [kind for kind, _ in vdevs]
    if len(kinds) != 1:
        return None
    size = min(vdevs[0][1])
    kind = kinds[0]
    try:
        text = f"{kind}:{len(old[0][1])} -> {kind}:{len(vdevs[0][1])}"
        return zfs_pool(
            text, size, release=fit.release, ashift=fit.ashift, partitioning=fit.partitioning
        ).available
    except ValueError:
        return None
