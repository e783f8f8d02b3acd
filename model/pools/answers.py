"""The capacity figures of a pool, each with its definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.pools.files import FilesFigures, zfs_files
from model.pools.growth_history import is_widened
from model.pools.layouts import Drive, Vdevs, before_and_after
from model.pools.mixes import Mix
from model.pools.pool import RECORD, PoolFigures, zfs_pool
from model.pools.use import PoolUse, pool_use
from model.records import NamedTuple, dataclass
from model.units.figures import grouped, percent
from model.zfs.failure_domains import placement
from model.zfs.vdevs import VdevGroup, parse_layout, size_counts

WIDENED = (
    "This pool was expanded. After a RAIDZ expansion, AVAIL still uses the ratio of the original "
    "width and is too low. New files are charged less than their length, so the full records "
    "listed here fit; existing files keep their allocation until they are rewritten."
)
KEPT = (
    "This pool was expanded. Its vdevs keep their original metaslab size, so AVAIL differs "
    "slightly from that of a new pool of the same drives."
)


class Answer(NamedTuple):
    """A capacity figure: its title, its bytes, and its definition."""

    what: str
    size: int
    meaning: str


@dataclass(frozen=True, slots=True)
class PoolAnswers:
    """Capacities of a pool as reported by tools, as usable under a policy, and as stored in files.

    `record` is the largest block of the files. For a pool that grew, `made_anew` is the figure of
    `zfs list` for a new pool of the same drives, and `grown` explains the difference. `placements`
    describe the vdevs with failure domains.
    """

    pool: PoolFigures
    use: PoolUse
    files: FilesFigures | None
    record: str
    made_anew: int | None
    grown: str = ""
    placements: tuple[str, ...] = ()

    def listed(self) -> list[Answer]:
        """Return the figures, starting with the drives."""
        return [*_reported(self.pool), *_used(self.use), *self._further()]

    def _further(self) -> list[Answer]:
        rows = []
        if self.files:
            count = grouped(self.files.files)
            held = f"{count} in records of {self.record}, with pointers and entries"
            held = held if self.files.files else "none: a file is larger than the pool"
            rows.append(Answer("Files of these sizes", self.files.stored, held))
        if self.made_anew is not None:
            anew = "the same drives in a new pool"
            rows.append(Answer("`zfs list` for a new pool", self.made_anew, anew))
        return rows


def _vdevs(pool: PoolFigures) -> tuple[VdevGroup, ...]:
    return parse_layout(" + ".join(vdev.layout for vdev in pool.vdevs))


def _reported(pool: PoolFigures) -> list[Answer]:
    return [
        Answer("Raw capacity", pool.raw, "all drives of the layout"),
        Answer("`zpool list` SIZE", pool.size, size_counts(_vdevs(pool))),
        Answer("`zfs list` USED + AVAIL", pool.available, "assumes blocks of 128 KiB"),
        Answer("`lfs df` under Lustre", pool.lustre, "osd-zfs reserves 1/128"),
        Answer("ZFS slop space", pool.slop, "reserved so that a full pool can still delete"),
        *_filled(pool),
        *(
            Answer(f"Full records of {text}", held, "incompressible")
            for text, held in pool.stored.items()
        ),
    ]


def _filled(pool: PoolFigures) -> list[Answer]:
    if pool.available_filled is None:
        return []
    what = "USED + AVAIL, special vdevs full"
    meaning = "special and dedup vdevs count as they fill, not while they are empty"
    return [Answer(what, pool.available_filled, meaning)]


def _used(use: PoolUse) -> list[Answer]:
    fill, reserve = percent(use.fill_limit), percent(use.snapshot_reserve)
    compressed = f"live, compressed {use.compression_ratio:g} : 1"
    return [
        Answer("Planned", use.planned, f"`zfs list` up to a fill limit of {fill}"),
        Answer("Live", use.live, f"planned less {reserve} for snapshots"),
        Answer("Stored by users", use.compressed, compressed),
    ]


def answers_of(
    pool: PoolFigures,
    options: Mapping[str, Any],
    *,
    policy: Mapping[str, float | str | None],
    mix: Mix | None = None,
) -> PoolAnswers:
    """Return the figures of a pool that was computed as `zfs_pool(**asked)`.

    `policy` contains the parameters of `pool_use`, `mix` the files to store.
    """
    before, today = before_and_after(options["layout"])
    anew, grown = None, ""
    if before is not None:
        anew = zfs_pool(**{**options, "layout": today}).available
        if is_widened(parse_layout(before), parse_layout(str(today))):
            grown = WIDENED
        elif anew != pool.available:
            grown = KEPT
    record = options.get("recordsize", RECORD)
    files = zfs_files(**{**options, "recordsize": record}, files=mix) if mix else None
    use = pool_use(pool.available, **policy)
    placements = tuple(placement(vdev) for vdev in _vdevs(pool) if vdev.failure_groups > 1)
    return PoolAnswers(pool, use, files, str(record), anew, grown, placements)


def zfs_answers(
    layout: str | Vdevs,
    drive: Drive | None = None,
    *,
    policy: Mapping[str, float | str | None],
    mix: Mix | None = None,
    **below: Any,
) -> PoolAnswers:
    """Compute all capacity figures of a pool; `below` are further parameters of `zfs_pool`.

    Raises
    ------
    LayoutError, UnitError, ValueError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    options = {"layout": layout, "drive": drive, **below}
    return answers_of(zfs_pool(**options), options, policy=policy, mix=mix)
