"""Compiled formulas of a pool: one cached function for each shape of layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from model.engine.compiled import Plain, compile_plain
from model.engine.tree import Address, Instance, Program
from model.pools.instances import Setup, pool_tree
from model.zfs.vdevs import STORING, VdevGroup

POOL = ("pool_size", "pool_available", "pool_slop", "target_capacity")
FILLED = "pool_available_filled"
GROUP = ("leaf_capacity", "vdev_space", "metaslab_size", "metaslabs", "deflate_ratio")
KNOWN = ("deflate_ratio", "group_space")
"""Figures of the pool that are inputs of the record computation."""

Fixed = tuple[tuple[tuple[str, float], ...], ...]
"""Figures of each group that replace its formulas."""

_PLAIN: dict[tuple[Any, ...], Plain] = {}
_KEPT = 256


def _plain(root: Instance, targets: Sequence[Address]) -> Plain:
    """Return the function of a tree's shape, compiled on the first call and cached."""
    given = tuple(tuple(instance.inputs) for _, instance in root.walk())
    key = root.shape(), given, tuple(targets)  # the formulas not replaced are part of the function
    if key not in _PLAIN:
        if len(_PLAIN) >= _KEPT:
            _PLAIN.pop(next(iter(_PLAIN)), None)
        _PLAIN[key] = compile_plain(Program(root, targets), targets)
    return _PLAIN[key]


class Question:
    """A compiled function with its constant figures, and the positions of its arguments."""

    __slots__ = ("figures", "function", "places")

    def __init__(
        self, root: Instance, targets: Sequence[Address], varied: Sequence[Address]
    ) -> None:
        self.function = _plain(root, targets)
        instances = dict(root.walk())
        self.figures = [float(instances[p].inputs[name]) for p, name in self.function.addresses]
        at = {address: n for n, address in enumerate(self.function.addresses)}
        self.places = [(at[address], n) for n, address in enumerate(varied) if address in at]

    def ask(self, varied: Sequence[float]) -> tuple[float, ...]:
        """Compute the targets for the arguments."""
        figures = self.figures.copy()
        for place, n in self.places:
            figures[place] = varied[n]
        return self.function(*figures)


def _path(group: VdevGroup, n: int) -> str:
    return f"pool/{'groups' if group.role == 'data' else 'special'}:group {n + 1}"


class PoolProgram:
    """A layout, compiled for any drive capacity, sector size and record size."""

    def __init__(self, groups: Sequence[VdevGroup], setup: Setup, fixed: Fixed = ()) -> None:
        storing = [(n, group) for n, group in enumerate(groups) if group.role in STORING]
        paths = [_path(group, n) for n, group in storing]
        known = [
            (_path(group, n), name)
            for n, group in storing
            if group.role == "data"
            for name in KNOWN
        ]
        shared: list[Address] = [("pool", "sector_size"), ("pool", "record_size")]
        drive = "drive_capacity" if setup.is_partitioned else "leaf_capacity"
        given = [dict(figures) for figures in fixed]
        targets = [*(("pool", name) for name in POOL), *((p, n) for p in paths for n in GROUP)]
        self.groups = tuple(groups)
        self.storing = [group for _, group in storing]
        self.names = [str(group) for group in self.storing]
        self.first_known = len(targets)
        root = pool_tree(groups, setup, fixed=given)
        varied = [*shared, *((path, drive) for path in paths)]
        self._pool = Question(root, [*targets, *known], varied)
        self._filled = Question(root, [("pool", FILLED)], varied) if FILLED in root.book else None
        taken: list[Mapping[str, float]] = [
            {**(given[n] if given else {}), **dict.fromkeys(KNOWN, 1.0)} for n in range(len(groups))
        ]
        self._records = Question(
            pool_tree(groups, setup, fixed=taken),
            [("pool", "stored_per_available")],
            [*shared, *known],
        )

    def pool(self, drive: int | None, sector: float, record: float) -> tuple[float, ...]:
        """Compute `POOL`, then `GROUP` of each group, then `KNOWN` of each data group."""
        drives = [float(group.drive or drive or 0) for group in self.storing]
        return self._pool.ask([sector, record, *drives])

    def filled(self, drive: int | None, sector: float) -> float | None:
        """Compute AVAIL once special and dedup vdevs are full; None if they don't count."""
        if self._filled is None:
            return None
        drives = [float(group.drive or drive or 0) for group in self.storing]
        return self._filled.ask([sector, sector, *drives])[0]

    def groups_of_pool(self, drive: int | None, sector: float) -> list[dict[str, float]]:
        """Compute `GROUP` of each group by name."""
        found = self.pool(drive, sector, sector)[len(POOL) : self.first_known]
        return [
            dict(zip(GROUP, found[at : at + len(GROUP)], strict=True))
            for at in range(0, len(found), len(GROUP))
        ]

    def stored(self, found: Sequence[float], sector: float, record: float) -> float:
        """Compute the capacity for files per byte of AVAIL for a record size, from pool figures."""
        [share] = self._records.ask([sector, record, *found[self.first_known :]])
        return share

    def raw(self, drive: int | None) -> int:
        """Return the nominal capacity of all drives in bytes."""
        return sum(g.capacity or g.count * g.width * (drive or 0) for g in self.groups)


@lru_cache(256)
def pool_program(groups: tuple[VdevGroup, ...], setup: Setup, fixed: Fixed = ()) -> PoolProgram:
    """Return the program of a layout, created on the first call and cached."""
    return PoolProgram(groups, setup, fixed)
