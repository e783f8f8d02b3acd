"""What past usage foretells, and when several growths together pass a limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

DAYS_IN_A_YEAR = 365.25
FIRST_PARTS, FURTHER_PARTS = 2000, 32
"""Into how many parts time is cut in search of a passing, at first and then again and again."""


def daily_increments(
    days: Sequence[int], volumes: Sequence[float], *, purged: bool
) -> NDArray[np.float64]:
    """Give what was added on each day of the past, to draw a future's days from.

    Of days that nobody noted only the sum is known. Sharing it out evenly would hide how the days
    differ: each gets the mean of the whole past, and one of them all by which the sum differs from
    that. Drawn as often as a day is, that is as wide as the noted days would be on average.

    Parameters
    ----------
    days, volumes
        The days, ascending, and the bytes kept on each.
    purged
        Whether files are purged: days on which usage fell are left out then, so that what remains
        is what users add. Longer intervals are left out too: what came and went in them is unknown.

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
    """Draw many futures from the days of the past, and give quantiles of what is kept each year.

    The daily increments are drawn, not the level: a level would never leave the past's range.

    Parameters
    ----------
    increments
        What was added on each day of the past, at least one.
    last
        What is kept on the last day of the past.
    years
        How many years to look ahead.
    samples
        How many futures to draw.
    quantiles
        The quantiles that are wanted, as shares.
    rng
        Where chance comes from; the same state gives the same result.
    days_before
        Days from the past's last one to the purchase; they are drawn as those after it.

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
    for begun in range(0, days_before, 365):  # by years, so that no matrix of chance grows large
        levels[0] = later(levels[0], min(365, days_before - begun))
    for year in range(1, years + 1):
        days = round(year * DAYS_IN_A_YEAR) - round((year - 1) * DAYS_IN_A_YEAR)
        levels[year] = later(levels[year - 1], days)
    band: NDArray[np.float64] = np.quantile(levels, quantiles, axis=1).T
    return band


def time_reached(
    demand: Callable[[NDArray[np.float64]], Any], limit: float, longest: float
) -> float | None:
    """Give the first time at which a demand reaches a limit; None if it doesn't in that time.

    The time is cut into parts, the first part at whose end the limit is reached is cut again, and
    so on until nothing is between: a demand may fall before it rises.

    Parameters
    ----------
    demand
        The demand at many times, continuous.
    limit
        What it shall not reach.
    longest
        How far to look.

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
