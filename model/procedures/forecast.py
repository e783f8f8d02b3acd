"""Forecast of usage from its history, and the time at which growing demand reaches a limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

DAYS_IN_A_YEAR = 365.25
FIRST_PARTS, FURTHER_PARTS = 2000, 32
"""Number of intervals of the search, on the first pass and on each further pass."""


def daily_increments(
    days: Sequence[int], volumes: Sequence[float], *, purged: bool
) -> NDArray[np.float64]:
    """Return the increments of each day of the history, for bootstrapping.

    Between recorded days, only the sum is known. Distributing it evenly would hide the variation
    between days: each day has the mean of the whole history instead, and one of them the difference
    to the sum. In a bootstrap, the spread is then the same as that of recorded days on average.

    Parameters
    ----------
    days, volumes
        The days, ascending, and the stored bytes on each.
    purged
        Whether files are purged: days on which usage fell are then omitted, so that the rest is
        the growth by users. Longer intervals are omitted too, as their changes are unknown.

    Examples
    --------
    >>> daily_increments([1, 2, 4], [10.0, 16.0, 8.0], purged=False)
    array([ 6.        , -7.33333333, -0.66666667])
    >>> daily_increments([1, 2, 4], [10.0, 16.0, 8.0], purged=True)
    array([6.])
    """
    lengths = np.diff(days)
    sums: NDArray[np.float64] = np.diff(np.asarray(volumes, np.float64))
    if purged or (lengths == 1).all():
        grown: NDArray[np.float64] = sums[(lengths == 1) & (sums >= 0)] if purged else sums
        return grown
    mean = sums.sum() / lengths.sum()
    increments: NDArray[np.float64] = np.full(int(lengths.sum()), mean)
    increments[np.cumsum(lengths) - lengths] += sums - mean * lengths
    return increments


def bootstrap(
    increments: NDArray[np.float64],
    last: float,
    years: int,
    samples: int,
    quantiles: Sequence[float],
    rng: np.random.Generator,
    days_before: int = 0,
) -> NDArray[np.float64]:
    """Bootstrap future usage from daily increments, and return quantiles for each year.

    Increments are resampled, not levels: levels would never leave the range of the history.

    Parameters
    ----------
    increments
        Increment of each day of the history, at least one.
    last
        Stored bytes on the last day of the history.
    years
        Number of years to forecast.
    samples
        Number of simulated futures.
    quantiles
        Quantiles to return, as shares.
    rng
        Random generator; the same state yields the same result.
    days_before
        Days from the end of the history to the purchase; they are simulated, too.

    Returns
    -------
    NDArray
        Of shape (years + 1, quantiles), never negative; year 0 is the purchase.
    """

    def later(level: NDArray[np.float64], days: int) -> NDArray[np.float64]:
        drawn = rng.choice(increments, (samples, days)).sum(axis=1)
        left: NDArray[np.float64] = np.maximum(0, level + drawn)
        return left

    levels = np.full((years + 1, samples), last)
    for begun in range(0, days_before, 365):  # year by year, to limit the size of the random matrix
        levels[0] = later(levels[0], min(365, days_before - begun))
    for year in range(1, years + 1):
        days = round(year * DAYS_IN_A_YEAR) - round((year - 1) * DAYS_IN_A_YEAR)
        levels[year] = later(levels[year - 1], days)
    band: NDArray[np.float64] = np.quantile(levels, quantiles, axis=1).T
    return band


def time_reached(
    demand: Callable[[NDArray[np.float64]], Any], limit: float, longest: float
) -> float | None:
    """Return the first time at which a demand reaches a limit; None if it doesn't within the range.

    The range is divided into intervals, and the first one at whose end the limit is reached is
    divided again, down to the resolution of floats: a demand may fall before it rises.

    Parameters
    ----------
    demand
        Continuous function that returns the demand at an array of times.
    limit
        The limit.
    longest
        End of the time range.

    Examples
    --------
    >>> round(time_reached(lambda t: 1 + t * t, 5.0, 10.0), 12)
    2.0
    """
    before, end = 0.0, longest
    times = np.linspace(before, end, FIRST_PARTS + 1)
    while True:
        reached = np.flatnonzero(demand(times) >= limit)
        if not reached.size:
            return None
        first = int(reached[0])
        if first == 0:
            return 0.0
        narrower = float(times[first - 1]), float(times[first])
        if narrower == (before, end):
            return end
        before, end = narrower
        times = np.linspace(before, end, FURTHER_PARTS + 1)
