"""The day on which plans are begun. Results never depend on it; only the plan's price date does."""

from __future__ import annotations

import datetime
import os

VARIABLE = "OSTIMATE_TODAY"
"""Environment variable with the day to use as today, such as 2026-11-22, to repeat a beginning."""


def today() -> datetime.date:
    """Return today's date, or the day in the environment variable."""
    day = os.environ.get(VARIABLE, "")
    return datetime.date.fromisoformat(day) if day else datetime.date.today()


def now() -> datetime.datetime:
    """Return the time in UTC, or the first second of the day in the environment variable."""
    day = os.environ.get(VARIABLE, "")
    if day:
        return datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
    return datetime.datetime.now(datetime.UTC)
