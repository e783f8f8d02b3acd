"""The several honest answers to what a pool holds, each with what is meant by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from model.pools.files import FilesFigures, zfs_files
from model.pools.growth_history import is_widened
from model.pools.layouts import Drive, Vdevs, before_and_after
from model.pools.mixes import Mix
from model.pools.pool import RECORD, PoolFigures, zfs_pool
from model.pools.use import PoolUse, pool_use
from model.records import dataclass
from model.units.figures import grouped, percent
from model.zfs.vdevs import parse_layout, size_counts

WIDENED = (
    "This pool grew, and AVAIL goes on counting as it was made: after a RAIDZ expansion too "
    "little. New files are charged less than their length, so that the full records named here "
    "fit; files written before take what they took until they are written again."
)
KEPT = (
    "This pool grew, and its vdevs keep the size of metaslab that they were made with: AVAIL isn't "
    "quite that of the same drives in a new pool."
)


class Answer(NamedTuple):
    """One answer: what it is, its bytes, what is meant by it."""

    what: str
    size: int
    meaning: str


@dataclass(frozen=True, slots=True)
class PoolAnswers:
    """What the tools report of a pool, how it may be used, what files it holds.

    `record` is the largest block of the files. Where the pool grew, `made_anew` is what `zfs list`
    would say of the same drives in a new one, and `grown` says why that differs.
    """

    pool: PoolFigures
    use: PoolUse
    files: FilesFigures | None
    record: str
    made_anew: int | None
    grown: str = ""

    def listed(self) -> list[Answer]:
        """List the answers, from the drives down."""
        return [*_reported(self.pool), *_used(self.use), *self._further()]

    def _further(self) -> list[Answer]:
        rows = []
        if self.files:
            count = grouped(self.files.files)
            held = f"{count} in records of {self.record}, with pointers and entries"
            held = held if self.files.files else "none: a file is longer than the pool"
            rows.append(Answer("Files of these sizes", self.files.stored, held))
        if self.made_anew is not None:
            anew = "the same drives in a new pool"
            rows.append(Answer("Made anew, `zfs list` would say", self.made_anew, anew))
        return rows


def _reported(pool: PoolFigures) -> list[Answer]:
    vdevs = parse_layout(" + ".join(vdev.layout for vdev in pool.vdevs))
    return [
        Answer("Drives as sold", pool.raw, "all drives of the layout"),
        Answer("`zpool list` says SIZE", pool.size, size_counts(vdevs)),
        Answer("`zfs list` says USED + AVAIL", pool.available, "as if all blocks had 128 KiB"),
        Answer("`lfs df` says, under Lustre", pool.lustre, "osd-zfs keeps back 1/128"),
        Answer("ZFS slop space", pool.slop, "reserved so that a full pool can still delete"),
        *(
            Answer(f"Full records of {text}", held, "incompressible")
            for text, held in pool.stored.items()
        ),
    ]


def _used(use: PoolUse) -> list[Answer]:
    fill, reserve = percent(use.fill_limit), percent(use.snapshot_reserve)
    compressed = f"live, compressed {use.compression_ratio:g} : 1"
    return [
        Answer("Planned", use.planned, f"`zfs list` up to a fill limit of {fill}"),
        Answer("Live, beside snapshots", use.live, f"planned less {reserve} for snapshots"),
        Answer("Stored by users", use.compressed, compressed),
    ]


def answers_of(
    pool: PoolFigures,
    options: Mapping[str, Any],
    *,
    policy: Mapping[str, float | str | None],
    mix: Mix | None = None,
) -> PoolAnswers:
    """Answer for a pool that was computed as `zfs_pool(**asked)`.

    `policy` are the parameters of `pool_use`, `mix` the files that are to be kept.
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
    return PoolAnswers(pool, use, files, str(record), anew, grown)


def zfs_answers(
    layout: str | Vdevs,
    drive: Drive | None = None,
    *,
    policy: Mapping[str, float | str | None],
    mix: Mix | None = None,
    **below: Any,
) -> PoolAnswers:
    """Give the several answers to what a pool holds; `below` are further parameters of `zfs_pool`.

    Raises
    ------
    LayoutError, UnitError, ValueError
        With one sentence that says what to write instead.
    """
    options = {"layout": layout, "drive": drive, **below}
    return answers_of(zfs_pool(**options), options, policy=policy, mix=mix)
