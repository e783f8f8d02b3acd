"""How far a figure may be off, as its quantiles; and the points at which quantiles are drawn.

A law gives a figure for each level from 0 to 1. One whose band has no width gives its figure to the
bit at every level.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Sequence
from typing import Literal, Union

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

Vector = NDArray[np.float64]
Method = Literal["lhs", "sobol"]
BLOCK = 16_384
"""Samples that are drawn at a time; a power of two, as Sobol's points come best."""


@dataclass(frozen=True, slots=True)
class Triangle:
    """From the least over what is likely to the most."""

    low: float
    likely: float
    high: float

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most."""
        return self.low, self.high

    def at(self, levels: Vector) -> Vector:
        """Give the quantiles at some levels."""
        low, likely, high = self.low, self.likely, self.high
        width = high - low
        if not width:
            return np.full_like(levels, low)
        rising = low + np.sqrt(levels * width * (likely - low))
        falling = high - np.sqrt((1.0 - levels) * width * (high - likely))
        found = np.where(levels * width < likely - low, rising, falling)
        return np.clip(found, low, high)  # roots of large figures may end a bit beside


@dataclass(frozen=True, slots=True)
class Factor:
    """By a factor from the median: its logarithm is normal; cut where no such figure can be."""

    median: float
    spread: float
    least: float = 0.0
    most: float = math.inf

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most that can be."""
        return (self.median, self.median) if self.spread == 1 else (self.least, self.most)

    def at(self, levels: Vector) -> Vector:
        """Give the quantiles at some levels."""
        if self.spread == 1 or not self.median:
            return np.full_like(levels, self.median)
        from scipy.special import ndtr, ndtri  # a third of a second, and few bands are such

        width = math.log(self.spread)
        below, above = (
            0.0 if end <= 0 else float(ndtr(math.log(end / self.median) / width))
            for end in (self.least, self.most)
        )
        found: Vector = self.median * np.exp(width * ndtri(below + levels * (above - below)))
        return np.clip(found, self.least, self.most)


@dataclass(frozen=True, slots=True)
class Listed:
    """As it was seen: each figure as likely as the others. They are in order."""

    values: tuple[float, ...]

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most that was seen."""
        return self.values[0], self.values[-1]

    def at(self, levels: Vector) -> Vector:
        """Give the quantiles at some levels."""
        count = len(self.values)
        places = np.minimum((levels * count).astype(np.intp), count - 1)
        found: Vector = np.array(self.values)[places]
        return found


Law = Union[Triangle, Factor, Listed]  # noqa: UP007  # a name for types


def is_fixed(law: Law) -> bool:
    """Whether a band has no width."""
    low, high = law.ends
    return low == high


def levels(columns: Sequence[str], start: int, stop: int, seed: int, method: Method) -> Vector:
    """Give the levels of the samples from one number up to another, a row for each column.

    A Latin hypercube draws each column by itself, from the seed and the column's name: whatever
    else a design has a band for, its samples are the same. It is stratified in blocks, so that any
    range can be drawn without the others. Sobol's points are scrambled by the seed.
    """
    if method == "sobol":
        return _sobol(len(columns), start, stop, seed)
    found: Vector = np.empty((len(columns), stop - start))
    for block in range(start // BLOCK, -(-stop // BLOCK)):
        first = block * BLOCK
        size = min(stop - first, BLOCK)
        for row, name in zip(found, columns, strict=True):
            drawn = np.random.default_rng((seed, block, _number(name)))
            strata = drawn.permutation(size) + drawn.random(size)
            row[first - start : first - start + size] = strata / size
    return found


def _number(name: str) -> int:
    """Give a column the same number everywhere."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def _sobol(columns: int, start: int, stop: int, seed: int) -> Vector:
    from scipy.stats import qmc  # half a second: loaded by who asks for it

    points = qmc.Sobol(columns, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():  # that a power of two is best
        warnings.simplefilter("ignore", UserWarning)
        if start:
            points.fast_forward(start)
        found: Vector = points.random(stop - start).T
    return found
