"""Space that a mix of files takes on a pool, and the amount that fits."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

from model.engine.tree import Instance
from model.pools.growth_history import grown_groups
from model.pools.instances import pool_tree, setup_of
from model.pools.layouts import Drive, Vdevs, before_and_after, bytes_of, with_drives
from model.pools.mixes import check_count
from model.pools.pool import check_ashift, check_record
from model.pools.program import Fixed, Question
from model.records import dataclass
from model.zfs.releases import NEWEST
from model.zfs.vdevs import VdevGroup


@dataclass(frozen=True, slots=True)
class FilesFigures:
    """Space taken by files, in bytes.

    `length` and `charged` are totals of the given files: their length and the increase of USED,
    with its parts `data` and `metadata`. `stored` is the length of such files that fits on the
    empty pool, `files` their number.
    """

    length: int
    charged: int
    data: int
    metadata: int
    available: int
    stored: int
    files: int


def zfs_files(
    layout: str | Vdevs,
    files: Mapping[Drive, float],
    drive: Drive | None = None,
    *,
    ashift: int = 12,
    recordsize: str | int = "128 KiB",
    compression: bool = True,
    release: str = NEWEST,
    partitioning: str = "none",
    luks: str | int | None = None,
) -> FilesFigures:
    """Compute the space that files take, and how many of them fit.

    Parameters
    ----------
    files
        Number of files of each length, `{"4 KiB": 10**6, "1 GiB": 1000}`, or their shares.
    recordsize
        Largest block of a file.
    compression
        Whether the property is on; compression of the data itself is not included, only that of
        the zeros that fill the last record of a file.
    layout, drive, ashift, release, partitioning, luks
        As in `zfs_pool`.

    Notes
    -----
    With vdevs of several kinds, files are distributed in proportion to the space of each.

    Examples
    --------
    >>> found = zfs_files("draid2:8d:53c:3s", {"4 KiB": 1}, "10 TB")
    >>> round(found.data / found.length, 1)
    8.0
    """
    setup = setup_of(release, partitioning, luks)
    before, layout = before_and_after(layout)
    groups: Sequence[VdevGroup] = with_drives(layout, drive, setup.release)
    kept: Fixed = ()
    if before is not None:
        made = with_drives(before, drive, setup.release)
        groups, kept = grown_groups(made, groups, setup, ashift)
    mix = [(float(bytes_of(length)), check_count(float(count))) for length, count in files.items()]
    if min(map(min, mix), default=0.0) < 0 or not any(map(min, mix)):
        what = (
            "write how many files there are of each size, at least one of them of at least 1 byte"
        )
        raise ValueError(what)
    root = pool_tree(
        groups,
        setup,
        sector_size=float(1 << check_ashift(ashift)),
        record_size=check_record(recordsize),
        files=mix,
        fixed=[dict(figures) for figures in kept],
    )
    root.inputs = {**root.inputs, "has_compression": float(compression)}
    return _figures(root, mix)


def _figures(root: Instance, mix: list[tuple[float, float]]) -> FilesFigures:
    paths = [f"pool/groups:{child.name}" for child in root.children["groups"]]
    sizes = [(path, f"{path}/files:size {n + 1}") for path in paths for n in range(len(mix))]
    targets = [("pool", "pool_available"), ("pool", "pool_files_capacity")]
    targets += [(path, "group_space") for path in paths]
    targets += [(at, f"file_{part}_charge") for part in ("data", "metadata") for _, at in sizes]
    available, capacity, *found = Question(root, targets, []).ask([])
    space, charges = dict(zip(paths, found, strict=False)), found[len(paths) :]
    counts = [count for _ in paths for _, count in mix]
    weights = [
        count * space[path] / sum(space.values())
        for (path, _), count in zip(sizes, counts, strict=True)
    ]
    data = sum(map(operator.mul, weights, charges))
    metadata = sum(map(operator.mul, weights, charges[len(weights) :]))
    length = sum(size * count for size, count in mix)
    number = capacity / length * sum(count for _, count in mix)
    if number < 1:  # not a single file fits
        capacity = number = 0.0
    return FilesFigures(
        int(length),
        int(data + metadata),
        int(data),
        int(metadata),
        int(available),
        int(capacity),
        int(number),
    )
