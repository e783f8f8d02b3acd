"""Days as people and programs write them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

_DOTTED = r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4}|[0-9]{2})(?:,? +[0-9]{1,2}:[0-9]{2}.{0,12})?"
FIRST_DAY = datetime.date(1990, 1, 1)
"""No offer has an earlier day: spreadsheets show the number 0 as one of 1899 or 1904."""
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


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january jän jänner janvier",
            "feb februar february février fév",
            "mar mär mrz march märz mars",
            "apr april avril avr",
            "may mai",
            "jun june juni juin",
            "jul july juli juillet",
            "aug august août",
            "sep sept september septembre",
            "oct okt october oktober octobre",
            "nov november novembre",
            "dec dez december dezember décembre déc",
        ),
        1,
    )
    for name in names.split()
}
_NAMED = re.compile(
    r"(?:(\d{1,2})[ .-]{1,2})?([^\W\d_]{3,9})\.?[ .,'/-]{0,2}(?:(\d{1,2}),? )?(\d{4}|\d\d)"
)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)(?:,? .{1,20})?")
_NUMBERED_MONTH = re.compile(r"(?:(\d{4})[/.](\d{1,2})|(\d{1,2})[/.](\d{4}))")
_SPACED = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:[ T].{1,30})?")
_EPOCH = re.compile(r"(\d{9,10}|\d{12,13})(?:\.\d{1,9})?")
SECONDS, MILLISECONDS = 1, 1000
ORDER = "write days as 2026-08-04: it is unclear whether the month or the day comes first"


def days_of(texts: Sequence[str]) -> list[datetime.date]:
    """Read a column of days or months as programs and people write them; a month is its last day.

    >>> [str(day) for day in days_of(["8/31/2026", "9/30/2026"])]
    ['2026-08-31', '2026-09-30']
    >>> [str(day) for day in days_of(["Aug 2026", "Okt. 26", "03/2027", "1785801600", "20270401"])]
    ['2026-08-31', '2026-10-31', '2027-03-31', '2026-08-04', '2027-04-01']

    Raises
    ------
    ValueError
        One of them is no date, or all leave open whether month or day comes first.
    """
    different = {text: text.strip() for text in dict.fromkeys(texts)}
    slashed = [found for text in different.values() if (found := _SLASHED.fullmatch(text))]
    orders = [
        order
        for order in ((0, 1), (1, 0))
        if all(int(found.groups()[order[0]]) <= MONTHS for found in slashed)
    ]
    if not orders:
        raise ValueError(ORDER)
    if len(orders) > 1 and slashed:
        columns = list(zip(*(found.groups() for found in slashed), strict=True))
        if columns[0] != columns[1]:
            steady = [order for order in orders if set(map(int, columns[order[1]])) == {1}]
            if len(steady) != 1 or len(slashed) == 1:  # the first of each month, or nothing decides
                raise ValueError(ORDER)
            orders = steady
    month_first = orders[0][0] == 0
    days = {text: _written_day(bare, month_first) for text, bare in different.items()}
    return [days[text] for text in texts]


MONTHS = 12


def _written_day(text: str, month_first: bool) -> datetime.date:
    if found := _SLASHED.fullmatch(text):
        first, second, year = (int(part) for part in found.groups())
        month, day = (first, second) if month_first else (second, first)
        return datetime.date(_year(year), month, day)
    if found := _SPACED.fullmatch(text):
        year, month, day = (int(part) for part in found.groups())
        return datetime.date(year, month, day)
    if found := _NUMBERED_MONTH.fullmatch(text):
        year, month = int(found[1] or found[4]), int(found[2] or found[3])
        return _last_day(year, month)
    if found := _EPOCH.fullmatch(text):
        scale = SECONDS if len(found[1]) <= len("1785801600") else MILLISECONDS
        seconds = int(found[1]) / scale
        return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
    if (found := _NAMED.fullmatch(text)) and found[2].casefold() in _MONTHS:
        year, month = _year(int(found[4])), _MONTHS[found[2].casefold()]
        named = found[1] or found[3]
        return datetime.date(year, month, int(named)) if named else _last_day(year, month)
    return day_of(text)


def _year(year: int) -> int:
    return year if year > 99 else CENTURY + year


def _last_day(year: int, month: int) -> datetime.date:
    return day_of(f"{year:04}-{month:02}")
