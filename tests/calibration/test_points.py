"""How exact a measured figure is, by the digits that somebody wrote; when two are of one run."""

from __future__ import annotations

import pytest

from model.calibration.points import CLEAR, DIGITS, Point


def of(value: str | float) -> Point:
    return Point("tier.write_bandwidth", value, "a talk")


@pytest.mark.parametrize(
    ("value", "digits", "half"),
    [
        ("6.2 GB/s", 2, 0.05 / 6.2),
        ("12 GB/s", 2, 0.5 / 12),
        ("0.062 GB/s", 2, 0.0005 / 0.062),
        ("150.50 GB/s", 5, 0.005 / 150.5),
    ],
)
def test_half_of_the_last_digit_is_open(value: str, digits: int, half: float) -> None:
    assert of(value).precision == (digits, pytest.approx(half))


@pytest.mark.parametrize("value", ["0 B/s", "about 6 GB/s", "1e9 B/s"])
def test_what_tells_no_digits_is_taken_as_clear(value: str) -> None:
    """Nothing can be said of zero, of words, and of powers of ten."""
    assert of(value).precision == (CLEAR, 10.0**-DIGITS)


def test_figures_without_a_benchmark_are_no_one_run() -> None:
    assert not of("6 GB/s").repeats(of("6 GB/s"))
