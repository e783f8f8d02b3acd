"""Dates of demands."""

from __future__ import annotations

import datetime

import pytest

from model.answers.needs import anniversary


@pytest.mark.parametrize(
    ("start", "years", "day"),
    [
        ((2028, 2, 29), 0, (2028, 2, 29)),
        ((2028, 2, 29), 1, (2029, 2, 28)),
        ((2028, 2, 29), 4, (2032, 2, 29)),
        ((2026, 11, 21), 5, (2031, 11, 21)),
    ],
)
def test_a_leap_day_has_its_anniversary_on_the_last_of_february(
    start: tuple[int, int, int], years: int, day: tuple[int, int, int]
) -> None:
    assert anniversary(datetime.date(*start), years) == datetime.date(*day)


def test_no_date_stands_after_the_last_of_the_calendar() -> None:
    assert anniversary(datetime.date(2026, 1, 1), 8000) is None
    assert anniversary(None, 1) is None
