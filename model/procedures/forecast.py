"""Forecast of usage from its history, its backtest, and when growing demand reaches a limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

DAYS_IN_A_YEAR = 365.25
PARTS = 8
"""Parts of a history of which the mean growth is compared."""
LARGEST_LOG = 700.0
"""Largest exponent of e that is a float."""
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


@dataclass(frozen=True, slots=True)
class HalfForecast:
    """Forecast of the second half of a history from its first half, by its mean growth.

    `error` is the mean difference to what was recorded, as a share of it; `daily_error` that of the
    growth, in bytes a day; for growth by a share, in the logarithm of bytes.
    """

    records: int
    """Number of records in the first half."""
    days: int
    """Days from the end of the first half to the end of the history."""
    error: float
    daily_error: float


def forecast_half(
    days: Sequence[int], volumes: Sequence[float], *, exponential: bool
) -> HalfForecast | None:
    """Forecast the second half of a history from the first, along a line or an exponential curve.

    Parameters
    ----------
    days, volumes
        The days, ascending, and the stored bytes on each.
    exponential
        Whether usage grows by a share, instead of an amount.

    Returns
    -------
    HalfForecast or None
        None if a half has too few records, or if an empty system should grow by a share.

    Examples
    --------
    >>> found = forecast_half([0, 10, 20], [1.0, 2.0, 4.0], exponential=False)
    >>> found.error, found.daily_error
    (0.25, 0.1)
    >>> forecast_half([0, 10, 20], [1.0, 2.0, 4.0], exponential=True).error
    0.0
    """
    records = int(np.searchsorted(days, (days[0] + days[-1]) / 2, side="right"))
    recorded = np.asarray(volumes, np.float64)
    least = recorded.min() if exponential else recorded[records:].sum()
    if not 2 <= records < len(days) or least <= 0:
        return None
    levels = np.log(recorded) if exponential else recorded
    ahead = np.asarray(days[records:]) - days[records - 1]
    daily = (levels[records - 1] - levels[0]) / (days[records - 1] - days[0])
    forecast = levels[records - 1] + daily * ahead
    daily_error = abs(forecast[-1] - levels[-1]) / ahead[-1]
    shown = np.exp(np.minimum(forecast, LARGEST_LOG)) if exponential else forecast
    error = np.abs(shown - recorded[records:]).sum() / recorded[records:].sum()
    return HalfForecast(records, int(ahead[-1]), float(error), float(daily_error))


def growth_error(increments: NDArray[np.float64], daily_error: float = 0.0) -> float:
    """Return the standard error of the mean daily growth.

    It follows from the variation between parts of the history, or from the backtest if that is
    larger. Single days would tell too much where each rise is followed by a fall, and too little
    where growth differs from one season to the next. The difference of the means of two halves has
    twice the standard error of the mean of the whole.

    Examples
    --------
    >>> growth_error(np.array([1.0, 3.0])), growth_error(np.array([1.0, 3.0]), 6.0)
    (1.0, 3.0)
    """
    if increments.size < 2:
        return daily_error / 2
    means = [part.mean() for part in np.array_split(increments, min(PARTS, increments.size))]
    return float(max(np.std(means, ddof=1) / np.sqrt(len(means)), daily_error / 2))


def bootstrap(
    increments: NDArray[np.float64],
    last: float,
    years: int,
    samples: int,
    quantiles: Sequence[float],
    rng: np.random.Generator,
    days_before: int = 0,
    *,
    exponential: bool = False,
    ceiling: float = np.inf,
    mean_error: float = 0.0,
) -> NDArray[np.float64]:
    """Bootstrap future usage from daily increments, and return quantiles for each year.

    Increments are resampled, not levels: levels would never leave the range of the history. Each
    future has its own error of the mean growth.

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
    exponential
        Whether increments are those of the logarithm of the stored bytes.
    ceiling
        What can be stored at most, on any day.
    mean_error
        Standard error of the mean of the increments.

    Returns
    -------
    NDArray
        Of shape (years + 1, quantiles), never negative; year 0 is the purchase.
    """
    floor, top = (-np.inf, np.log(ceiling / last)) if exponential else (0.0, ceiling)
    shift = rng.normal(0.0, mean_error, samples) if mean_error else np.zeros(samples)
    if increments.min() >= 0:  # where usage never fell, its mean doesn't fall either
        shift = np.maximum(shift, -increments.mean())

    def later(level: NDArray[np.float64], days: int) -> NDArray[np.float64]:
        drawn = rng.choice(increments, (samples, days))
        if np.isfinite(top):
            for day in drawn.T:
                level = np.clip(level + day + shift, floor, top)
            return level
        left: NDArray[np.float64] = np.maximum(floor, level + drawn.sum(axis=1) + shift * days)
        return left

    levels = np.full((years + 1, samples), 0.0 if exponential else last)
    for begun in range(0, days_before, 365):  # year by year, to limit the size of the random matrix
        levels[0] = later(levels[0], min(365, days_before - begun))
    for year in range(1, years + 1):
        days = round(year * DAYS_IN_A_YEAR) - round((year - 1) * DAYS_IN_A_YEAR)
        levels[year] = later(levels[year - 1], days)
    if exponential:
        levels = last * np.exp(np.minimum(levels, LARGEST_LOG / 2))
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
