"""What pools report beside what the model says, figure by figure, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator

from model.installed.installed_pools import InstalledPool
from model.installed.layout_texts import before, in_order, shapes_of
from model.installed.pool_fit import Fit, Vdevs, best_fit, grown_fit
from model.installed.pool_tree import Vdev
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
    size, available = _exact_size(pool), _exact_available(pool)
    is_whole = not any(leaf.is_partition for vdev in pool.vdevs for leaf in vdev.leaves)
    fit = best_fit(vdevs, size, available, whole=is_whole)
    was_expanded = any(one.was_expanded for one in pool.vdevs)
    if fit is None or not (was_expanded or fit.available_agrees is False):
        return fit
    usual = pool.usual.bytes
    layout = in_order(x for x in shapes_of(pool, usual) if x[0] not in ("spare", "log", "cache"))
    for widths, is_known in _first_widths(pool):
        created = before(pool, usual, widths)
        grown = grown_fit(created, layout, usual or 0, size, available, fit.partitioning)
        if grown is None:
            continue
        explains = grown.available_agrees is True and grown.size_agrees is not False
        if explains or is_known:
            return grown
    return fit


def _first_widths(pool: InstalledPool) -> Iterator[tuple[list[int], bool]]:
    """Return the widths that data vdevs may have had, and whether an output tells them."""
    data = [one for one in pool.vdevs if one.role == "data"]
    now = [len(one.leaves) for one in data]
    told = [one.width_before or n for one, n in zip(data, now, strict=True)]
    if told != now:
        yield told, True
        return
    told_of = [n for n, one in enumerate(data) if one.was_expanded]
    raidz = [n for n, one in enumerate(data) if one.kind.startswith("raidz")]
    which = told_of or (raidz if len(raidz) == len(data) and len(set(now)) == 1 else [])
    if not which:
        return
    least = int(data[which[0]].kind[-1]) + 1 if data[which[0]].kind.startswith("raidz") else 255
    for width in range(now[which[0]] - 1, max(least, 2) - 1, -1):
        yield [width if n in which else each for n, each in enumerate(now)], False


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
        if fit and fit.created and available == model:
            cause = (
                f"expanded since it was made as {fit.created}: AVAIL counts by the ratio of that "
                "width"
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
