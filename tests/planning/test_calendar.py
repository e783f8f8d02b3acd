"""Days and fiscal years: months by the calendar, shares of a year in equal months."""

from __future__ import annotations

import calendar
import datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.planning.payments import day_after, fiscal_offset, fiscal_start

MONTH, DAY = 31_557_600 / 12, 86_400.0
days = st.dates(datetime.date(2000, 1, 1), datetime.date(2060, 12, 31))


@given(days, st.integers(0, 300), st.integers(0, 27))
def test_months_go_by_the_calendar_and_the_rest_in_days(
    day: datetime.date, months: int, more: int
) -> None:
    year, month = day.year, day.month
    for _ in range(months):
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    last = calendar.monthrange(year, month)[1]
    expected = datetime.date(year, month, min(day.day, last)) + datetime.timedelta(more)
    assert day_after(day, months * MONTH + more * DAY) == expected


@pytest.mark.parametrize(
    ("day", "seconds", "after"),
    [
        ("2026-01-31", MONTH, "2026-02-28"),
        ("2024-02-29", 12 * MONTH, "2025-02-28"),
        ("2026-12-15", MONTH, "2027-01-15"),
        ("2026-11-30", 0.0, "2026-11-30"),
        ("2026-11-30", DAY * 0.999, "2026-11-30"),
        ("2026-11-30", MONTH - 1.0, "2026-12-30"),
    ],
)
def test_days_after_a_day(day: str, seconds: float, after: str) -> None:
    found = day_after(datetime.date.fromisoformat(day), seconds)
    assert found == datetime.date.fromisoformat(after)


@pytest.mark.parametrize(
    ("ordered", "starts", "begins", "offset"),
    [
        ("2026-04-01", 4, "2026-04-01", 0.0),
        ("2026-03-31", 4, "2025-04-01", (11 + 30 / 31) / 12),
        ("2026-03-01", 4, "2025-04-01", 11 / 12),
        ("2026-01-01", 1, "2026-01-01", 0.0),
        ("2026-12-31", 1, "2026-01-01", (11 + 30 / 31) / 12),
        ("2024-02-15", 10, "2023-10-01", (4 + 14 / 29) / 12),
        ("2026-10-16", 10, "2026-10-01", 15 / 31 / 12),
    ],
)
def test_fiscal_years(ordered: str, starts: int, begins: str, offset: float) -> None:
    economics = cast(
        Any,
        SimpleNamespace(
            payments=SimpleNamespace(fiscal_year_starts=starts),
            order_date=datetime.date.fromisoformat(ordered),
        ),
    )
    assert fiscal_start(economics) == datetime.date.fromisoformat(begins)
    assert fiscal_offset(economics) == pytest.approx(offset, abs=1e-15)
