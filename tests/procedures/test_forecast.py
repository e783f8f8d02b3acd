"""Forecasts from past days, and the search for the time at which a limit is passed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.procedures.forecast import (
    bootstrap,
    daily_increments,
    forecast_half,
    growth_error,
    time_reached,
)

DAYS = st.lists(st.floats(-1e12, 1e13), min_size=2, max_size=60)
QUANTILES = (0.1, 0.5, 0.9)


def drawn(increments: list[float], seed: int = 1, years: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return bootstrap(np.array(increments), 1e15, years, 100, QUANTILES, rng)


@given(DAYS, st.integers(0, 100))
def test_the_same_seed_gives_the_same_forecast(increments: list[float], seed: int) -> None:
    """Same input, same output, to the bit."""
    assert (drawn(increments, seed) == drawn(increments, seed)).all()


@given(DAYS)
def test_the_band_is_in_order(increments: list[float]) -> None:
    """Quantiles rise, nothing is negative, and year 0 is what is kept today."""
    band = drawn(increments)
    assert band.shape == (4, 3)
    assert (np.diff(band, axis=1) >= 0).all()
    assert (band >= 0).all()
    assert (band[0] == 1e15).all()


def test_a_constant_growth_has_no_band() -> None:
    """The same growth on every day is a straight line: 1,096 days in three years."""
    band = drawn([1e12, 1e12])
    assert band[:, 0] == pytest.approx(1e15 + 1e12 * np.array([0, 365, 730, 1096]))
    assert band[:, 2] == pytest.approx(band[:, 0])


def test_days_before_the_purchase_are_drawn_too() -> None:
    """500 days of the same growth stand before year 0; without them year 0 is the past's end."""
    rng = np.random.default_rng(1)
    band = bootstrap(np.array([1e12]), 1e15, 1, 100, QUANTILES, rng, 500)
    assert band[:, 1] == pytest.approx(1e15 + 1e12 * np.array([500, 865]))


def test_the_mean_is_that_of_the_past() -> None:
    """The median of many futures lies near the mean growth of the past's days."""
    increments = list(np.random.default_rng(5).normal(1e12, 3e12, 400))
    median = drawn(increments)[3, 1]
    assert median == pytest.approx(1e15 + 1096 * np.mean(increments), rel=0.1)


@given(DAYS)
def test_purged_systems_only_grow(increments: list[float]) -> None:
    """Days on which usage fell are left out, so that the forecast never falls."""
    volumes = list(np.maximum(0, 1e15 + np.cumsum(increments)))
    kept = daily_increments(range(len(volumes)), volumes, purged=True)
    assert (kept >= 0).all()
    if kept.size:
        assert (np.diff(drawn(list(kept)), axis=0) >= 0).all()


def test_what_is_kept_falls_to_nothing_at_most() -> None:
    """A system that is emptied by 10 TB a day holds nothing after 100 days, and never less."""
    band = drawn([-1e13])
    assert (band[0] == 1e15).all()
    assert (band[1:] == 0).all()


@given(DAYS, st.integers(0, 100))
def test_a_full_system_holds_no_more(increments: list[float], seed: int) -> None:
    """On no day more than the capacity is stored, so that it can be left again by a purge."""
    rng = np.random.default_rng(seed)
    band = bootstrap(
        np.array(increments), 1e15, 2, 50, QUANTILES, rng, 90, ceiling=1.2e15, mean_error=1e12
    )
    assert (band >= 0).all()
    assert (band <= 1.2e15).all()


def test_a_full_system_is_left_again() -> None:
    """A limit at the year's end alone would leave half of the futures at it: here it is daily."""
    increments = np.array([5e13, -5e13])
    rng = np.random.default_rng(1)
    band = bootstrap(increments, 1e15, 1, 500, (0.5,), rng, ceiling=1e15)
    free = bootstrap(increments, 1e15, 1, 500, (0.5,), np.random.default_rng(1))
    assert band[1, 0] < 0.7e15 < 0.9e15 < free[1, 0]


def test_exponential_growth_multiplies() -> None:
    """One tenth of a percent a day, for 365 days."""
    increments = np.full(40, np.log(1.001))
    rng = np.random.default_rng(1)
    band = bootstrap(increments, 1e15, 1, 100, QUANTILES, rng, exponential=True)
    assert band[1] == pytest.approx(np.full(3, 1e15 * 1.001**365))
    assert (band[0] == 1e15).all()


def test_the_error_of_the_mean_widens_the_band() -> None:
    """Days that are alike leave no doubt of themselves; the error of their mean does."""
    increments = np.full(40, 1e12)
    rng = np.random.default_rng(1)
    band = bootstrap(
        increments, 1e15, 1, 4000, (0.05, 0.95), rng, mean_error=growth_error(increments, 4e11)
    )
    assert np.diff(band[1])[0] == pytest.approx(2 * 1.645 * 365 * 2e11, rel=0.05)


@pytest.mark.parametrize(
    ("days", "volumes"),
    [([0, 1], [1.0, 2.0]), ([0, 90, 100], [1.0, 2.0, 3.0]), ([0, 1, 2], [0.0, 0.0, 0.0])],
)
def test_too_few_records_have_no_backtest(days: list[int], volumes: list[float]) -> None:
    """A half without two records has no growth; of nothing, nothing is a share."""
    assert forecast_half(days, volumes, exponential=False) is None


def test_the_first_passing_is_found() -> None:
    """A demand that passes, falls and passes again is full the first time."""
    assert time_reached(lambda t: abs(3 - t), 2.5, 10.0) == 0
    assert time_reached(lambda t: np.sin(t), 0.5, 10.0) == pytest.approx(np.pi / 6)
    assert time_reached(lambda t: t, 11.0, 10.0) is None


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.integers(0, 10**6))
def test_days_that_nobody_noted_keep_the_sum(lengths: list[int], seed: int) -> None:
    """Whatever days are left out, there is an increment for each, and their sum is what was added.

    Each interval's difference from the mean stays whole: shared out, it would shrink.
    """
    days = np.concatenate([[0], np.cumsum(lengths)])
    volumes = np.random.default_rng(seed).uniform(0, 1e15, days.size)
    found = daily_increments(list(days), list(volumes), purged=False)
    assert found.size == days[-1]
    assert found.sum() == pytest.approx(volumes[-1] - volumes[0], rel=1e-9, abs=10)
    mean = (volumes[-1] - volumes[0]) / days[-1]
    differs = np.diff(volumes) - mean * np.diff(days)
    assert ((found - mean) ** 2).sum() == pytest.approx((differs**2).sum(), rel=1e-6, abs=1e12)


@pytest.mark.parametrize("step", [7, 30, 91])
def test_a_thinned_file_keeps_the_width_of_the_band(step: int) -> None:
    """Each seventh, thirtieth or ninety-first day of independent days gives as wide a band.

    The width from n intervals scatters by 1 / sqrt(2 n), and lies below by 3 / (4 n) on average;
    the mean over many histories must lie within four of its standard errors.
    """
    rng, histories = np.random.default_rng(11), 200
    days, ratios = list(range(1093)), []
    for _ in range(histories):
        volumes = np.concatenate([[0], np.cumsum(rng.normal(3e11, 3e12, 1092))])
        daily, thinned = (
            daily_increments(days[::n], list(volumes[::n]), purged=False) for n in (1, step)
        )
        ratios.append(thinned.std() / daily.std())
    count = 1092 // step
    error = 1 / np.sqrt(2 * count * histories)
    assert np.mean(ratios) == pytest.approx(1 - 3 / (4 * count), abs=4 * error)


def test_the_band_of_a_monthly_file() -> None:
    """Drawn, too: the band after a year is as wide as that of the days, within what 40 months tell.

    The quantiles of 2,000 futures scatter by some 4 % of the width.
    """
    volumes = np.concatenate([[0], np.cumsum(np.random.default_rng(3).normal(3e11, 3e12, 1200))])
    widths = []
    for step in (1, 30):
        found = daily_increments(range(0, 1201, step), list(volumes[::step]), purged=False)
        rng = np.random.default_rng(1)
        low, high = bootstrap(found, 1e15, 1, 2000, (0.1, 0.9), rng)[1]
        widths.append(high - low)
    assert widths[1] == pytest.approx(widths[0], rel=3 * (1 / np.sqrt(80) + 0.04))


def test_purged_days_are_those_that_were_noted() -> None:
    """What came and went between days that are far apart is unknown: the interval is left out."""
    found = daily_increments([1, 2, 5, 6, 7], [10.0, 16.0, 80.0, 70.0, 71.0], purged=True)
    assert found == pytest.approx([6, 1])
