"""Probability distributions given by quantiles, and sampling levels for them.

A distribution returns a figure for each level from 0 to 1. A distribution of zero width returns its
exact figure at every level.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

Vector = NDArray[np.float64]
Method = Literal["lhs", "sobol"]
BLOCK = 16_384
"""Samples per block; a power of two, as required by Sobol sequences."""
_NORMAL = NormalDist()
_FEW = 4096
"""Up to so many scores are computed without SciPy, which takes a third of a second to import."""


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
class TwoPiece:
    """Distribution with minimum, median and maximum: half of a triangle on each side.

    Half of all draws are below the median, however far the ends are from it.
    """

    low: float
    median: float
    high: float

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum."""
        return self.low, self.high

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""
        low, median, high = self.low, self.median, self.high
        below = median - (median - low) * (1.0 - np.sqrt(np.minimum(2.0 * levels, 1.0)))
        above = median + (high - median) * (1.0 - np.sqrt(np.minimum(2.0 * (1.0 - levels), 1.0)))
        found = np.where(levels < 0.5, below, above)
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
        width = math.log(self.spread)
        below, above = (
            0.0 if end <= 0 else _NORMAL.cdf(math.log(end / self.median) / width)
            for end in (self.least, self.most)
        )
        scores = normal_scores(below + levels * (above - below))
        found: Vector = self.median * np.exp(width * scores)
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


def normal_scores(levels: Vector) -> Vector:
    """Return the quantiles of the standard normal distribution at some levels from 0 to 1."""
    levels = np.clip(levels, 1e-300, 1 - 1e-16)
    if levels.size <= _FEW:
        return _few_scores(levels.tobytes())
    from scipy.special import ndtri

    found: Vector = ndtri(levels)
    return found


@lru_cache(maxsize=64)
def _few_scores(levels: bytes) -> Vector:
    """Return scores that stages of a column ask for one after another."""
    return np.array([_NORMAL.inv_cdf(level) for level in np.frombuffer(levels)])


class Law(Protocol):
    """A distribution: its ends, and its quantiles."""

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum possible value."""

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""


class SharedLaw(Law, Protocol):
    """A distribution that has a part in common with others."""

    def jointly(self, levels: Vector, common: Vector) -> Vector:
        """Return the quantiles at some levels of its own part, and of the common one."""


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
    draw = _kept_column if stop - start <= _FEW else _column
    return np.array([draw(name, start, stop, seed) for name in columns])


def _column(name: str, start: int, stop: int, seed: int) -> Vector:
    """Draw the samples of one column."""
    found: Vector = np.empty(stop - start)
    for block in range(start // BLOCK, -(-stop // BLOCK)):
        first = block * BLOCK
        size = min(stop - first, BLOCK)
        # Bits of a hash: NumPy's generators take longer to import than a plan to be made.
        bits = hashlib.shake_256(f"{seed} {block} {name}".encode()).digest(16 * size)
        order, within = np.frombuffer(bits, "<u8").reshape(2, size)
        strata = np.argsort(order, kind="stable") + (within >> np.uint64(11)) * 2.0**-53
        found[first - start : first - start + size] = strata / size
    return found


_kept_column = lru_cache(maxsize=256)(_column)
"""Few samples are the same for every plan that is looked at."""


def _sobol(columns: int, start: int, stop: int, seed: int) -> Vector:
    from scipy.stats import qmc  # half a second to import, so only on demand

    points = qmc.Sobol(columns, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():  # warns about sizes that are not powers of two
        warnings.simplefilter("ignore", UserWarning)
        if start:
            points.fast_forward(start)
        found: Vector = points.random(stop - start).T
    return found
