"""Forecasts from past days, and the search for the time at which a limit is passed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.procedures.forecast import bootstrap, daily_increments, time_reached

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


def test_the_first_passing_is_found() -> None:
    """A demand that passes, falls and passes again is full the first time."""
    assert time_reached(lambda t: abs(3 - t), 2.5, 10.0) == 0
    assert time_reached(lambda t: np.sin(t), 0.5, 10.0) == pytest.approx(np.pi / 6)
    assert time_reached(lambda t: t, 11.0, 10.0) is None
