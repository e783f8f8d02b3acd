"""Laws of bands and of the points at which they are drawn."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import truncnorm

from model.procedures.draws import BLOCK, Factor, Listed, Triangle, TwoPiece, levels
from model.procedures.peaks import two_peaks

LEVELS = np.linspace(0, 1, 101)
FIGURES = st.floats(1e-3, 1e15)


@given(st.tuples(FIGURES, FIGURES, FIGURES))
def test_three_points_hold_their_ends(points: tuple[float, float, float]) -> None:
    """Quantiles rise from the least to the most; half of the area below is where it must be."""
    law = Triangle(*sorted(points))
    found = law.at(LEVELS)
    assert (np.diff(found) >= 0).all()
    assert found[0] == pytest.approx(law.low, abs=1e-7 * law.high)
    assert found[-1] == law.high


def test_three_points_have_the_mean_that_books_give() -> None:
    """The mean of a triangle is that of its three points."""
    middle = (np.arange(10_000) + 0.5) / 10_000
    assert Triangle(1, 2, 6).at(middle).mean() == pytest.approx(3, rel=1e-4)


@given(st.tuples(FIGURES, FIGURES, FIGURES))
def test_half_of_two_pieces_is_below_the_median(points: tuple[float, float, float]) -> None:
    """However skewed: quantiles rise from the least over the median to the most."""
    law = TwoPiece(*sorted(points))
    found = law.at(LEVELS)
    assert (np.diff(found) >= 0).all()
    assert (found[50], law.ends) == (law.median, (law.low, law.high))
    assert found[[0, -1]] == pytest.approx(law.ends, abs=1e-7 * law.high)
    assert max((found < law.median).sum(), (found > law.median).sum()) <= 50


def test_two_pieces_are_half_of_a_triangle_each() -> None:
    """A triangle whose mode is in the middle is the same distribution."""
    assert TwoPiece(1, 3, 5).at(LEVELS) == pytest.approx(Triangle(1, 3, 5).at(LEVELS))
    middle = (np.arange(10_000) + 0.5) / 10_000
    assert TwoPiece(1, 2, 6).at(middle).mean() == pytest.approx((5 / 3 + 10 / 3) / 2, rel=1e-3)


@given(FIGURES, st.floats(1.001, 3))
def test_a_factor_is_what_two_of_three_keep_to(median: float, spread: float) -> None:
    """68.27 % of a normal distribution lie within one standard deviation."""
    below, middle, above = Factor(median, spread).at(np.array([0.158655, 0.5, 0.841345]))
    assert middle == pytest.approx(median)
    assert below == pytest.approx(median / spread, rel=1e-4)
    assert above == pytest.approx(median * spread, rel=1e-4)


def test_a_factor_is_cut_where_no_such_figure_can_be() -> None:
    """A share stays one; what is cut away is spread over the rest, and heaps up nowhere."""
    found = Factor(0.9, 1.5, 0.0, 1.0).at(LEVELS)
    assert found.max() <= 1.0
    assert (found == 1.0).mean() < 0.02


@given(FIGURES)
def test_a_band_without_width_is_its_figure(figure: float) -> None:
    """To the bit, however it is written."""
    for law in (
        Triangle(figure, figure, figure),
        TwoPiece(figure, figure, figure),
        Factor(figure, 1.0),
        Listed((figure,)),
    ):
        assert set(law.at(LEVELS)) == {figure}


def test_each_figure_that_was_seen_is_as_likely() -> None:
    """A stratified sample of a list has each of its figures equally often."""
    drawn = Listed((1.0, 2.0, 4.0)).at(levels(["a"], 0, 300, 0, "lhs")[0])
    assert [int((drawn == value).sum()) for value in (1.0, 2.0, 4.0)] == [100, 100, 100]


@given(st.integers(2, 400), st.integers(0, 2**32), st.text(min_size=1))
def test_a_latin_hypercube_has_one_point_in_each_stratum(n: int, seed: int, name: str) -> None:
    """For each column by itself; and what else is drawn changes nothing."""
    (alone,) = levels([name], 0, n, seed, "lhs")
    assert sorted((alone * n).astype(int)) == list(range(n))
    assert (levels(["other", name], 0, n, seed, "lhs")[1] == alone).all()


@pytest.mark.parametrize("method", ["lhs", "sobol"])
def test_a_range_is_that_of_the_whole(method: str) -> None:
    """A piece of the samples can be drawn without the others, to the bit."""
    n = 2 * BLOCK + 100
    whole = levels(["a", "b"], 0, n, 3, method)  # type: ignore[arg-type]
    for start, stop in ((0, BLOCK), (BLOCK, 2 * BLOCK), (2 * BLOCK, n), (BLOCK, n)):
        part = levels(["a", "b"], start, stop, 3, method)  # type: ignore[arg-type]
        assert (part == whole[:, start:stop]).all()


NORMAL = np.random.default_rng(0).normal(size=(40, 512))


def test_one_peak_is_one() -> None:
    """Of normal, uniform and triangular samples none has two; nor have whole numbers."""
    even = levels([f"{n}" for n in range(40)], 0, 512, 0, "lhs")
    for values in (*NORMAL, *even, *(Triangle(0, 0.2, 1).at(row) for row in even)):
        assert two_peaks(values) is None
    assert two_peaks(np.round(even[0] * 10)) is None
    assert two_peaks(np.ones(512)) is None
    assert two_peaks(NORMAL[0][:100] * 0) is None


def test_two_peaks_are_found_where_they_are() -> None:
    """Two normal peaks six deviations apart: the valley lies between, with the share below it."""
    for row in NORMAL[:10]:
        found = two_peaks(np.where(np.arange(512) < 150, row, row + 6))
        assert found is not None
        assert 1.5 < found.valley < 4.5
        assert found.below == pytest.approx(150 / 512, abs=0.02)
        assert found.lower < found.valley < found.upper


@pytest.mark.parametrize(("apart", "are_two"), [(3.37, False), (3.41, True)])
def test_peaks_are_two_where_the_valley_is_half_as_high(apart: float, are_two: bool) -> None:
    """Two normal peaks d deviations apart, worked out by hand.

    Smoothed by a Gaussian of width w each has a deviation s of sqrt(1 + w^2); the valley is
    2 e / (1 + e^4) as high as the peaks, where e = exp(-(d / s)^2 / 8), which is a half at
    d = 3.33 s. For 2,000 samples w = 0.45 x 1.95 x 2000^-0.2 = 0.19, so s = 1.018, d = 3.39.
    """
    one = np.array([NormalDist().inv_cdf((n + 0.5) / 1000) for n in range(1000)])
    assert (two_peaks(np.concatenate((one, one + apart))) is not None) is are_two


def test_two_values_are_two_peaks_where_they_are() -> None:
    """500 times 0 and as often 10: each within half of one of the 142 bins of Silverman's rule."""
    peaks = two_peaks(np.repeat((0.0, 10.0), 500))
    assert peaks is not None
    assert (peaks.lower, peaks.upper) == pytest.approx((5 / 142, 10 - 5 / 142))
    assert peaks.below == 0.5
    assert 2 < peaks.valley < 8


@given(
    st.floats(0.1, 100.0),
    st.floats(1.05, 3.0),
    st.floats(0.0, 0.95),
    st.floats(1.05, 5.0) | st.just(math.inf),
)
def test_a_factor_within_limits_is_scipys_truncated_normal_of_logarithms(
    median: float, spread: float, least: float, most: float
) -> None:
    low, high, levels = least * median, most * median, np.linspace(0.05, 0.95, 7)
    width = math.log(spread)
    ends = (math.log(least) / width if least > 0 else -math.inf, math.log(most) / width)
    expected = median * np.exp(width * truncnorm.ppf(levels, *ends))
    found = Factor(median, spread, low, high).at(levels)
    assert found == pytest.approx(expected, rel=1e-6)
    assert Factor(median, spread, low, high).ends == (low, high)
    assert Factor(median, 1.0, low, high).ends == (median, median)
