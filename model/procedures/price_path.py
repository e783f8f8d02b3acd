"""Trend of prices: a yearly change fitted to dated prices, and how far others are above it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.records import NamedTuple

ERRORS = 2.0
"""Standard errors on either side of the yearly change that its range spans."""


class Trend(NamedTuple):
    """A trend ln(price) = start + change x years, by least squares."""

    start: float
    change: float
    error: float
    """Standard error of the change; 0 if there are only two prices."""

    def decline(self, errors: float = 0.0) -> float:
        """Return the share by which prices fall in a year, so many errors from the estimate."""
        return float(-np.expm1(self.change - errors * self.error))

    def above(self, prices: Sequence[tuple[float, float]]) -> float:
        """Return how many times prices are above the trend: their geometric mean."""
        years, seen = np.array(prices, np.float64).T
        return float(np.exp(np.mean(np.log(seen) - self.start - self.change * years)))


def fit(prices: Sequence[tuple[float, float]]) -> Trend | None:
    """Fit a trend to (year, price); None if all are of one date.

    Examples
    --------
    >>> found = fit([(2018.0, 100.0), (2019.0, 80.0), (2020.0, 64.0)])
    >>> round(found.decline(), 6), round(found.above([(2021.0, 102.4)]), 6)
    (0.2, 2.0)
    """
    if len({year for year, _ in prices}) < 2:
        return None
    years, seen = np.array(prices, np.float64).T
    away, logs = years - years.mean(), np.log(seen)
    spread = float(away @ away)
    change = float(away @ logs) / spread
    start = float(logs.mean() - change * years.mean())
    rest = logs - start - change * years
    free = len(prices) - 2
    error = float(np.sqrt(rest @ rest / free / spread)) if free else 0.0
    return Trend(start, change, error)


def range_over(prices: Sequence[tuple[float, float]], span: float) -> tuple[float, float]:
    """Return the lowest and the highest yearly decline between values (year, price) that are at
    least so many years apart, and no further than needed; those of the whole, if it is shorter.

    For values of which each follows the last, as those of an index, standard errors of a trend
    claim too much.

    Examples
    --------
    >>> low, high = range_over([(2010.0, 100.0), (2012.0, 81.0), (2014.0, 81.0)], 2.0)
    >>> round(low, 6), round(high, 6)
    (0.0, 0.1)
    """
    ordered = sorted(prices)
    pairs = [
        (one, next((other for other in ordered if other[0] - one[0] >= span), None))
        for one in ordered
    ]
    ends = [(one, other) for one, other in pairs if other] or [(ordered[0], ordered[-1])]
    declines = [1 - (last / first) ** (1 / (end - begin)) for (begin, first), (end, last) in ends]
    return min(declines), max(declines)
