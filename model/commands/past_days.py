"""A remark on days that are over, such as that of an order: it may be a slip."""

from __future__ import annotations

import datetime
import sys

from model.answers.results import Results
from model.clock import today


def remark_if_past(option: str, day: datetime.date | None, results: Results) -> None:
    """Say that a day is before the plan's date, or before today if the plan has none."""
    date = results.plan.scenario.date
    if day is not None and day < (date or today()):
        what = f"before the plan's date, {date}" if date else "in the past"
        print(f"! {option}: {day} is {what}: check it", file=sys.stderr)
