"""Least squares: known values come back, and what the data can't say is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.procedures.calibrate import fit

shares = st.floats(0.05, 0.95)


def test_a_line_through_noise_as_textbooks_do_it():
    """Standard error and interval of a slope through the origin, by the closed form."""
    x = np.array([1.0, 2.0, 3.0, 4.0])
    y = np.array([2.1, 3.9, 6.2, 7.8])
    found = fit(lambda v: v[0] * x - y, [1.0], [0.0], [100.0])
    slope = float(x @ y / (x @ x))
    error = np.sqrt(float(np.sum((slope * x - y) ** 2)) / 3 / (x @ x))
    reach = 3.18244630528 * error  # Student's t of 3 degrees at 97.5 %, from a table
    assert found.values[0] == pytest.approx(slope, rel=1e-8)
    assert found.freedom == 3
    assert found.errors[0] == pytest.approx(error, rel=1e-5)
    assert found.intervals[0] == pytest.approx((slope - reach, slope + reach), rel=1e-6)


def test_two_values_and_their_correlation():
    """Intercept and slope: correlation -mean(x) / sqrt(mean(x^2))."""
    x = np.arange(1.0, 7.0)
    y = 3 + 0.5 * x + np.array([0.1, -0.1, 0.05, -0.05, 0.1, -0.1])
    found = fit(lambda v: v[0] + v[1] * x - y, [1.0, 1.0], [0.0, 0.0], [10.0, 10.0])
    assert found.values == pytest.approx(tuple(np.polyfit(x, y, 1)[::-1]), rel=1e-7)
    wanted = -x.mean() / np.sqrt((x**2).mean())
    assert found.correlation[0][1] == pytest.approx(wanted, rel=1e-5)
    assert found.correlation[0][0] == pytest.approx(1)
    assert not found.tangled
    assert not found.without_effect


def test_three_values_have_the_errors_and_correlations_of_numpy():
    """A parabola through noise, by `numpy.polyfit`: each pair has a correlation of its own."""
    x = np.array([0.5, 1.0, 2.0, 3.0, 5.0, 6.0, 8.0])
    y = 3 + 2 * x + 0.3 * x**2 + np.array([0.1, -0.1, 0.05, -0.05, 0.1, -0.1, 0.02])
    found = fit(lambda v: v[0] + v[1] * x + v[2] * x**2 - y, [1.0] * 3, [0.0] * 3, [10.0] * 3)
    values, covered = np.polyfit(x, y, 2, cov=True)
    covered = covered[::-1, ::-1]
    assert found.values == pytest.approx(tuple(values[::-1]), rel=1e-6)
    assert found.errors == pytest.approx(tuple(np.sqrt(np.diag(covered))), rel=1e-4)
    correlation = covered / np.sqrt(np.outer(np.diag(covered), np.diag(covered)))
    assert np.array(found.correlation) == pytest.approx(correlation, rel=1e-4)
    assert (found.freedom, found.on_bound) == (4, (False, False, False))
    assert found.without_effect == found.tangled == ()


@given(st.tuples(shares, shares), st.tuples(shares, shares))
def test_known_values_come_back_from_wherever_it_begins(truth, start):
    """Two times that add, measured at three loads: 1/B = a/x + k m/y."""
    loads = np.array([0.5, 1.0, 2.0])

    def model(values):
        return 1 / (1 / values[0] + loads / values[1])

    measured = model(truth)
    found = fit(lambda v: model(v) / measured - 1, start, [0.01, 0.01], [1.0, 1.0])
    assert found.values == pytest.approx(truth, rel=1e-5)
    assert found.freedom == 1
    assert max(map(abs, found.residuals)) < 1e-7


@given(shares)
def test_a_plain_least_is_found_though_it_is_flat_at_the_start(truth):
    """Behind a stage that limits, a value has no slope: the search begins elsewhere too."""
    limit = truth * 1.05
    found = fit(lambda v: np.array([min(v[0], limit) / truth - 1]), [1.0], [0.0], [1.0])
    assert found.without_effect == ()
    assert found.values[0] == pytest.approx(truth, rel=1e-5)


def test_a_value_without_effect_keeps_where_it_began():
    found = fit(lambda v: np.array([v[0] - 2.0, v[0] - 2.2]), [1.0, 0.7], [0, 0], [9.0, 1.0])
    assert found.without_effect == (1,)
    assert found.values[1] == 0.7
    assert found.errors[1] is None
    assert found.intervals[1] is None
    assert found.correlation[1][1] is None
    assert found.errors[0] is not None
    assert found.freedom == 1


@given(shares, shares)
def test_a_product_is_not_told_apart(a, b):
    """Only a x b is in the data: both are named, and a third value is still known."""
    rows = np.array([1.0, 2.0, 3.0])

    def residuals(v):
        return np.append(v[0] * v[1] * rows / (a * b * rows) - 1, v[2] - 0.3)

    found = fit(residuals, [0.97, 0.96, 0.5], [0.0] * 3, [1.0] * 3)
    assert found.tangled == ((0, 1),)
    assert found.errors[0] is None
    assert found.errors[1] is None
    assert found.errors[2] is not None
    assert found.values[2] == pytest.approx(0.3, abs=1e-6)
    assert found.values[0] * found.values[1] == pytest.approx(a * b, rel=1e-4)


def test_fewer_measurements_than_values():
    found = fit(lambda v: np.array([v[0] + v[1] - 1]), [0.2, 0.2], [0, 0], [1, 1])
    assert found.tangled == ((0, 1),)
    assert found.freedom == 0
    assert found.errors == (None, None)


def test_as_many_values_as_measurements_have_no_uncertainty():
    found = fit(lambda v: np.array([v[0] - 0.5, v[1] - 0.25]), [0.1, 0.1], [0, 0], [1, 1])
    assert found.values == pytest.approx((0.5, 0.25))
    assert found.freedom == 0
    assert found.errors == (None, None)
    assert found.correlation[0][1] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("wanted", "bound"), [(1.4, 1.0), (-0.4, 0.0)])
def test_a_value_that_would_leave_its_bounds_sits_on_one(wanted, bound):
    found = fit(lambda v: np.array([v[0] - wanted, v[0] - wanted - 0.1]), [0.5], [0.0], [1.0])
    assert found.on_bound == (True,)
    assert found.values[0] == pytest.approx(bound, abs=1e-4)
    assert found.intervals == (None,)


def test_an_interval_ends_at_the_bounds():
    noisy = np.array([0.5, 0.9, 1.2, 0.95])
    found = fit(lambda v: v[0] - noisy, [0.5], [0.0], [1.0])
    assert found.intervals[0] is not None
    assert found.intervals[0][1] == 1.0


def test_no_highest_value_and_unknown_results():
    """The search is open above; where the model has no answer it turns back."""

    def residuals(v):
        return np.array([np.log(v[0]) - 9 if v[0] > 1 else np.nan, np.inf if v[0] < 0.1 else 0.0])

    found = fit(residuals, [2.0], [0.0], [np.inf])
    assert found.values[0] == pytest.approx(np.exp(9), rel=1e-5)


def test_the_same_question_gets_the_same_answer():
    def residuals(v):
        return np.array([np.minimum(v[0], v[1]) - 0.3, v[0] * v[1] - 0.2])

    arguments = (residuals, [0.9, 0.9], [0.0, 0.0], [1.0, 1.0])
    assert fit(*arguments) == fit(*arguments)


@given(shares, shares)
def test_a_plateau_is_kept_where_leaving_it_costs(corner, start):
    """Above a corner nothing changes: the corner is a lower limit, wherever the search began."""
    found = fit(lambda v: np.minimum(v, corner) / (1.1 * corner) - 1, [start], [0.0], [1.0], [0.01])
    assert found.values[0] == pytest.approx(corner, rel=1e-3)
    assert (found.at_least, found.at_most, found.without_effect) == ((0,), (), ())
    assert found.errors == (None,)


def test_a_plateau_below_is_an_upper_limit():
    found = fit(lambda v: np.maximum(v, 0.4) - 0.3, [0.9], [0.0], [1.0])
    assert found.values[0] == pytest.approx(0.4, rel=1e-3)
    assert (found.at_least, found.at_most) == ((), (0,))
