"""Probability distributions given by quantiles, and sampling levels for them.

A distribution returns a figure for each level from 0 to 1. A distribution of zero width returns its
exact figure at every level.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

Vector = NDArray[np.float64]
Method = Literal["lhs", "sobol"]
BLOCK = 16_384
"""Samples per block; a power of two, as required by Sobol sequences."""


@dataclass(frozen=True, slots=True)
class Triangle:
    """Triangular distribution with minimum, mode and maximum."""

    low: float
    likely: float
    high: float

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum."""
        return self.low, self.high

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""
        low, likely, high = self.low, self.likely, self.high
        width = high - low
        if not width:
            return np.full_like(levels, low)
        rising = low + np.sqrt(levels * width * (likely - low))
        falling = high - np.sqrt((1.0 - levels) * width * (high - likely))
        found = np.where(levels * width < likely - low, rising, falling)
        return np.clip(found, low, high)  # roots of large figures may be off by rounding


@dataclass(frozen=True, slots=True)
class Factor:
    """Lognormal distribution around the median, truncated to the possible range."""

    median: float
    spread: float
    least: float = 0.0
    most: float = math.inf

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum possible value."""
        return (self.median, self.median) if self.spread == 1 else (self.least, self.most)

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""
        if self.spread == 1 or not self.median:
            return np.full_like(levels, self.median)
        from scipy.special import ndtr, ndtri  # a third of a second to import, and rarely needed

        width = math.log(self.spread)
        below, above = (
            0.0 if end <= 0 else float(ndtr(math.log(end / self.median) / width))
            for end in (self.least, self.most)
        )
        found: Vector = self.median * np.exp(width * ndtri(below + levels * (above - below)))
        return np.clip(found, self.least, self.most)


@dataclass(frozen=True, slots=True)
class Listed:
    """Empirical distribution of sorted figures, each equally likely."""

    values: tuple[float, ...]

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum of the observations."""
        return self.values[0], self.values[-1]

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""
        count = len(self.values)
        places = np.minimum((levels * count).astype(np.intp), count - 1)
        found: Vector = np.array(self.values)[places]
        return found


class Law(Protocol):
    """A distribution: its ends, and its quantiles."""

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum possible value."""

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""


def is_fixed(law: Law) -> bool:
    """Whether a distribution has zero width."""
    low, high = law.ends
    return low == high


def levels(columns: Sequence[str], start: int, stop: int, seed: int, method: Method) -> Vector:
    """Return the sampling levels of a range of sample numbers, with a row for each column.

    With Latin hypercube sampling, each column is drawn independently from the seed and its name:
    its samples don't depend on the other columns of a design. Samples are stratified in blocks, so
    that any range can be drawn separately. Sobol points are scrambled by the seed.
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
    """Return the same number for a column on all systems."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def _sobol(columns: int, start: int, stop: int, seed: int) -> Vector:
    from scipy.stats import qmc  # half a second to import, so only on demand

    points = qmc.Sobol(columns, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():  # warns about sizes that are not powers of two
        warnings.simplefilter("ignore", UserWarning)
        if start:
            points.fast_forward(start)
        found: Vector = points.random(stop - start).T
    return found
