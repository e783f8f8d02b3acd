"""How many drives to hold: Poisson's quantile, as tables and scipy have it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.ops import poisson_quantile
from model.formulas.risk import spares

PUBLISHED = (0.1353, 0.2707, 0.2707, 0.1804, 0.0902, 0.0361, 0.0120)
"""Probabilities of 0 to 6 failures at a rate of 2 (Backblaze, erasure-coding-durability)."""
DAY = 86400.0
YEAR = 365.25 * DAY


@pytest.mark.parametrize("most", range(len(PUBLISHED)))
def test_published_probabilities(most: int) -> None:
    """Just below the sum of the first ones, so many suffice; just above it, one more is needed."""
    reached = sum(PUBLISHED[: most + 1])
    assert poisson_quantile(2.0, reached - 1e-3) == most
    assert poisson_quantile(2.0, reached + 1e-3) == most + 1


@given(st.floats(0.0, 3000.0), st.floats(0.001, 0.9999))
def test_scipy_says_the_same(mean: float, level: float) -> None:
    from scipy.stats import poisson  # nothing else of the tests needs its distributions

    found = poisson_quantile(mean, level)
    assert abs(poisson.cdf(poisson.ppf(level, mean), mean) - level) < 1e-9 or found == poisson.ppf(
        level, mean
    )


def test_arrays_and_what_is_unknown() -> None:
    """What nobody knows, or more than is counted to, stays unknown."""
    found = poisson_quantile(np.array([2.0, math.nan, 2e4, 0.0]), 0.99)
    np.testing.assert_array_equal(found, [6.0, math.nan, math.nan, 0.0])


def test_shelf_and_replacements_by_hand() -> None:
    """1,000 drives, 1.46 % of them fail in a year, a month to wait: 1.2 failures, 4 to hold."""
    in_lead = spares.failures_in_lead_time(1000.0, 0.0146, 30 * DAY, YEAR)
    assert in_lead == pytest.approx(1.1992, abs=1e-4)
    assert spares.shelf_drives(in_lead, 0.99) == 4
    expected = spares.expected_replacements(1000.0, 0.0146, 5.0)
    assert spares.replacement_drives(expected) == 73
    assert spares.datasheet_failure_rate(2.5e6 * 3600, YEAR) == pytest.approx(0.0035064)


@given(st.floats(0, 500), st.floats(0, 500), st.floats(0.5, 0.9999), st.floats(0.5, 0.9999))
def test_more_failures_or_more_safety_never_ask_for_fewer(
    one: float, two: float, low: float, high: float
) -> None:
    (one, two), (low, high) = sorted((one, two)), sorted((low, high))
    assert spares.shelf_drives(one, low) <= spares.shelf_drives(two, low)
    assert spares.shelf_drives(one, low) <= spares.shelf_drives(one, high)
