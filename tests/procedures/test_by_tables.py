"""Small procedures by tables: trends of prices, quantiles, counts, peaks at their limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtri, stdtrit

from model.procedures.draws import Listed, Triangle, TwoPiece
from model.procedures.largest import largest
from model.procedures.loss_window import window_loss_time
from model.procedures.peaks import two_peaks
from model.procedures.pooling import student
from model.procedures.price_path import fit, range_over

PRICES = [(2018.0, 100.0), (2019.0, 70.0), (2019.5, 80.0), (2021.0, 50.0), (2022.0, 55.0)]


def test_a_trend_of_prices_is_that_of_numpy() -> None:
    found = fit(PRICES)
    assert found is not None
    years, logs = np.array([(year, math.log(price)) for year, price in PRICES]).T
    (slope, at_2020), covered = np.polyfit(years - 2020, logs, 1, cov=True)
    error = math.sqrt(covered[0, 0])
    assert found.change == pytest.approx(slope)
    assert found.start == pytest.approx(at_2020 - 2020 * slope)
    assert found.error == pytest.approx(error)
    assert found.decline() == pytest.approx(1 - math.exp(slope))
    assert found.decline(2) == pytest.approx(1 - math.exp(slope - 2 * error))
    assert found.decline(-2) < found.decline() < found.decline(2)
    on_it = math.exp(at_2020 + 3 * slope)
    assert found.above([(2023.0, on_it * 2), (2023.0, on_it * 8)]) == pytest.approx(4)


@pytest.mark.parametrize(
    ("prices", "decline"),
    [
        ([], None),
        ([(2018.0, 9.0)], None),
        ([(2018.0, 9.0), (2018.0, 5.0)], None),
        ([(2018.0, 100.0), (2020.0, 81.0)], 0.1),
    ],
)
def test_a_trend_needs_two_dates(prices: list[tuple[float, float]], decline: float | None) -> None:
    found = fit(prices)
    assert (found is None) == (decline is None)
    if found is not None:
        assert (found.decline(), found.error) == (pytest.approx(decline), 0.0)


@pytest.mark.parametrize(
    ("prices", "span", "expected"),
    [
        ([(2010.0, 100.0), (2012.0, 81.0), (2014.0, 81.0)], 2.0, (0.0, 0.1)),
        ([(2014.0, 81.0), (2010.0, 100.0), (2012.0, 81.0)], 2.0, (0.0, 0.1)),
        ([(2010.0, 100.0), (2012.0, 81.0), (2014.0, 81.0)], 2.5, (1 - 0.9**0.5,) * 2),
        ([(2010.0, 100.0), (2011.0, 50.0), (2012.0, 25.0)], 1.0, (0.5, 0.5)),
        ([(2010.0, 100.0), (2012.0, 81.0)], 5.0, (0.1, 0.1)),
        ([(2010.0, 100.0), (2011.0, 110.0), (2012.0, 99.0)], 1.0, (-0.1, 0.1)),
    ],
)
def test_yearly_declines_are_those_between_prices_far_enough_apart(
    prices: list[tuple[float, float]], span: float, expected: tuple[float, float]
) -> None:
    assert range_over(prices, span) == pytest.approx(expected)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 7, 8, 9])
def test_the_largest_number_is_found_wherever_it_is(most: int) -> None:
    for limit in range(12):
        asked: list[int] = []

        def holds(n: int, limit: int = limit, asked: list[int] = asked) -> bool:
            asked.append(n)
            return n <= limit

        assert largest(holds, most) == min(limit, most)
        assert not asked or 1 <= min(asked) <= max(asked) <= most


@pytest.mark.parametrize(
    ("drives", "tolerated", "share", "lost"),
    [
        (2, 1, 0.1, 0.01),
        (3, 1, 0.1, 3 * 0.01 * 0.9 + 0.001),
        (3, 0, 0.1, 1 - 0.9**3),
        (4, 2, 0.5, 5 / 16),
    ],
)
def test_windows_in_which_more_fail_than_are_tolerated(
    drives: int, tolerated: int, share: float, lost: float
) -> None:
    """Windows follow each other: the mean time is a window over -ln(1 - p)."""
    rate = -math.log(1 - share) / 100
    time = window_loss_time(drives, tolerated, rate, 100.0)
    assert time == pytest.approx(100 / -math.log(1 - lost))


def test_a_group_that_each_window_takes_lasts_no_time() -> None:
    assert window_loss_time(3, 0, 1.0, 1e6) == 0


@pytest.mark.parametrize("freedom", [40.0, 80.0])
def test_students_quantiles_leave_the_next_term_of_the_expansion(freedom: float) -> None:
    """Abramowitz and Stegun, 26.7.5, with its g4."""
    z = ndtri(np.array([0.02, 0.2, 0.7, 0.99]))
    fourth = (79 * z**8 + 776 * z**6 + 1482 * z**4 - 1920 * z**2 - 945) * z / 92160
    exact = stdtrit(freedom, np.array([0.02, 0.2, 0.7, 0.99]))
    rest = np.abs(student(z, freedom) + fourth / freedom**4 - exact)
    assert (rest < 8 / freedom**5).all()


LEVELS = np.array([0.0, 0.02, 0.125, 0.3, 0.5, 0.68, 0.875, 1.0])


@pytest.mark.parametrize("points", [(1, 2, 6), (1, 1, 6), (1, 6, 6), (-3, -2, 5)])
def test_as_much_of_a_triangle_is_below_a_quantile(points: tuple[float, float, float]) -> None:
    """Its area below x is (x - low)^2 / ((high - low) (likely - low)), and so from above."""
    low, likely, high = points
    for level, x in zip(LEVELS, Triangle(low, likely, high).at(LEVELS), strict=True):
        if x < likely:
            assert (x - low) ** 2 / ((high - low) * (likely - low)) == pytest.approx(level)
        elif x > likely:
            assert (high - x) ** 2 / ((high - low) * (high - likely)) == pytest.approx(1 - level)
        else:
            assert level * (high - low) == pytest.approx(likely - low)
    assert Triangle(low, likely, high).ends == (low, high)


def test_quantiles_of_two_pieces_are_those_of_half_triangles() -> None:
    """A quarter of what is below the median has a half of the way to it behind it."""
    expected = [1.0, 1 + 2 * 0.2, 1 + 2 * 0.5, 3, 3 + 8 * 0.5, 3 + 8 * 0.8, 11.0]
    found = TwoPiece(1, 3, 11).at(np.array([0.0, 0.02, 0.125, 0.5, 0.875, 0.98, 1.0]))
    assert found == pytest.approx(expected)


def test_listed_figures_share_the_levels() -> None:
    levels = np.array([0.0, 0.24, 0.26, 0.49, 0.51, 0.74, 0.76, 0.999])
    assert list(Listed((1.0, 2.0, 4.0, 8.0)).at(levels)) == [1, 1, 2, 2, 4, 4, 8, 8]


@pytest.mark.parametrize(
    ("fewer", "count", "are_two"),
    [(105, 1000, True), (95, 1000, False), (128, 256, True), (127, 255, False)],
)
def test_a_peak_holds_at_least_a_tenth(fewer: int, count: int, are_two: bool) -> None:
    values = np.concatenate((np.linspace(0, 1, fewer), np.linspace(9, 10, count - fewer)))
    for one in (values, 10 - values):
        found = two_peaks(one)
        assert (found is not None) is are_two
        if found is not None:
            assert 1 < found.valley < 9
            assert min(found.below, 1 - found.below) == pytest.approx(fewer / count)
