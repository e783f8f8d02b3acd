"""Days as people and programs write them."""

from __future__ import annotations

import datetime
import re

_DOTTED = r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4}|[0-9]{2})(?:,? +[0-9]{1,2}:[0-9]{2}.{0,12})?"
CENTURY = 2000
"""The century of years of two digits."""
_MONTH = r"([0-9]{4})-([0-9]{1,2})"


def day_of(text: str) -> datetime.date:
    """Read a day, a time of a day, or a month, which counts as its last day.

    >>> [str(day_of(text)) for text in ("2026-08-04 00:00:00", "4.8.26 14:30", "2026-02")]
    ['2026-08-04', '2026-08-04', '2026-02-28']

    Raises
    ------
    ValueError
        It is none of these.
    """
    text = text.strip()
    if dotted := re.fullmatch(_DOTTED, text):
        day, month, year = map(int, dotted.groups())
        return datetime.date(year if year > 99 else CENTURY + year, month, day)
    if month_only := re.fullmatch(_MONTH, text):
        after = datetime.date(int(month_only[1]), int(month_only[2]), 28) + datetime.timedelta(
            days=4
        )
        return after - datetime.timedelta(days=after.day)
    return datetime.datetime.fromisoformat(text).date()
