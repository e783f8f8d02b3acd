"""Which drives share the stripes of a dRAID vdev: OpenZFS's own permutation maps.

For each number of children OpenZFS has a seed, from which a fixed generator shuffles rows of a map,
and the checksum of that map (`draid_maps` in module/zfs/vdev_draid.c). Seeds and checksums stand in
`draid_seeds.csv`, from 2 children on. Each row serves as many slices as there are children, each
time rotated by one more. With failure domains, rows are shuffled among failure groups once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from math import gcd

import numpy as np
from numpy.typing import NDArray

from model.zfs.vdevs import VdevGroup

SEED = 0xD7A1D5EED
"""VDEV_DRAID_SEED."""
FEWEST = 2
_WORD = 2**64 - 1
_LARGE = 32
"""Children from which on a map has 512 rows in place of 256."""


class MapError(ValueError):
    """A map isn't the one of OpenZFS: its checksum differs."""


def _random(seed: int) -> Iterator[int]:
    """Return the numbers of `vdev_draid_rand`: xoroshiro128++ 1.0."""
    s0, s1 = SEED, seed

    def rotated(x: int, by: int) -> int:
        return (x << by | x >> (64 - by)) & _WORD

    while True:
        yield (rotated((s0 + s1) & _WORD, 17) + s0) & _WORD
        s1 ^= s0
        s0, s1 = rotated(s0, 49) ^ s1 ^ (s1 << 21 & _WORD), rotated(s1, 28)


@lru_cache(1)
def _published() -> tuple[tuple[int, int], ...]:
    """Return the seed and the checksum of each map, from 2 children on."""
    text = files("model.zfs").joinpath("draid_seeds.csv").read_text("ascii")
    rows = (line.split(",") for line in text.splitlines()[1:])
    return tuple((int(seed, 16), int(found, 16)) for seed, found in rows)


def checksum(rows: Iterable[bytes]) -> int:
    """Return the first word of fletcher_4 of a map: the sum of its 32-bit words."""
    words = np.frombuffer(b"".join(rows), "<u4")
    return int(words.sum(dtype=np.uint64))


@lru_cache(16)
def permutations(children: int) -> tuple[bytes, ...]:
    """Return the rows of the map of so many children.

    >>> len(permutations(4)), list(permutations(4)[0])
    (256, [0, 1, 3, 2])

    Raises
    ------
    MapError
        If its checksum isn't that of OpenZFS.
    """
    seed, published = _published()[children - FEWEST]
    draws, row, rows = _random(seed), bytearray(range(children)), []
    for _ in range(256 if children < _LARGE else 512):
        for j in range(children - 1, 0, -1):
            k = next(draws) % (j + 1)
            row[j], row[k] = row[k], row[j]
        rows.append(bytes(row))
    if checksum(rows) != published:
        raise MapError(f"the map of {children} children has another checksum")
    return tuple(rows)


@lru_cache(16)
def shuffled(children: int, width: int) -> tuple[bytes, ...]:
    """Return the rows of a map whose drives of one domain were swapped among failure groups.

    So many rows as there are failure groups stand side by side (`vdev_draid_shuffle_perms`).
    """
    rows = [bytearray(row) for row in permutations(children)]
    groups = width // children
    whole = len(rows) // groups * groups
    if groups == 1:
        return permutations(children)
    draws = _random(_published()[children - FEWEST][0])
    for i in range(0, whole, groups):
        for j in range(children):
            child = rows[i][j]
            places = [j] + [rows[i + k].index(child) for k in range(1, groups)]
            for k in range(groups - 1, 0, -1):
                rows[i + k][places[k]] += k * children
            for k in range(groups - 1, 0, -1):
                n = next(draws) % (k + 1)
                a, b = rows[i + k], rows[i + n]
                a[places[k]], b[places[n]] = b[places[n]], a[places[k]]
    return tuple(bytes(row) for row in rows[:whole])


def _spares(group: VdevGroup, failure_group: int) -> int:
    """Return the distributed spares of a failure group: the first ones have one more."""
    each, more = divmod(group.spares, group.failure_groups)
    return each + (failure_group < more)


def _stripes_of_row(group: VdevGroup, failure_group: int) -> NDArray[np.intp]:
    """Return the columns of each stripe of a slice of one failure group."""
    width = group.data + group.parity
    disks = group.failure_domains - _spares(group, failure_group)
    count = disks // gcd(disks, width)
    starts = np.arange(count)[:, None] * width
    return (starts + np.arange(width)) % disks


def stripes(group: VdevGroup) -> Iterator[NDArray[np.intp]]:
    """Return the drives of all stripes, by their position in `zpool create`, row by row of the map.

    A stripe is a row of each array; positions count from 0.
    """
    children, groups = group.failure_domains, group.failure_groups
    rows = shuffled(children, group.width)
    turns = np.arange(children)
    for n, row in enumerate(rows):
        columns = _stripes_of_row(group, n % groups)
        base = np.frombuffer(row, np.uint8).astype(np.intp)
        if groups == 1:
            drives = (base[columns][None] + turns[:, None, None]) % children
        else:
            drives = base[(columns[None] + turns[:, None, None]) % children]
        yield drives.reshape(-1, columns.shape[1])


def lost_share(group: VdevGroup, failed: Iterable[int]) -> float:
    """Return the share of stripes that lose data with drives, by their position, from 0.

    >>> from model.zfs.vdevs import parse_layout
    >>> one = parse_layout("draid2:4d:11c:1s")[0]
    >>> lost_share(one, [0, 1]), round(lost_share(one, [0, 1, 2]), 3)
    (0.0, 0.119)
    """
    is_failed = np.zeros(group.width, np.uint8)
    is_failed[list(failed)] = 1
    lost = total = 0
    for drives in stripes(group):
        lost += int((is_failed[drives].sum(axis=1) > group.survives).sum())
        total += len(drives)
    return lost / total
