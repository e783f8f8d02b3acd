"""Lines of a table as spreadsheets write them: commas, semicolons or tabs between the fields."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

LARGEST_LIST = 5_000_000
"""Bytes of a list: a hundred thousand lines, more than anybody makes by hand or looks at."""
SEPARATORS = (",", ";", "\t")
_FIELDS = {
    mark: re.compile(rf'\s*(?:"(?:[^"]|"")*"|[^{mark}]*)(?:{mark}|$)') for mark in SEPARATORS
}


def fields_of(line: str, separator: str, *, strict: bool = True) -> list[str]:
    """Give the fields of a line, without the blanks around them.

    >>> fields_of('raidz2:8; "10 TB"', ";")
    ['raidz2:8', '10 TB']

    Raises
    ------
    csv.Error
        A quote isn't closed.
    """
    lines = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=strict)
    return [field.strip() for field in next(lines, [])]


def heads_of(line: str, separator: str) -> list[str]:
    """Give the names of the columns in small letters, but for empty ones at the end."""
    names = [name.lower() for name in fields_of(line, separator, strict=False)]
    while names and not names[-1]:
        names.pop()
    return names


def separator_of(head: str, column: str) -> str:
    """Give what separates the fields: the comma, unless only another makes a column of this name.

    >>> separator_of("Layout;Drive", "layout")
    ';'
    """
    found = [mark for mark in SEPARATORS if column in heads_of(head, mark)]
    return found[0] if found else SEPARATORS[0]


def places_of(line: str, separator: str) -> Iterator[int]:
    """Give where each field of a line begins, from 1."""
    at = 0
    while at <= len(line):
        match = _FIELDS[separator].match(line, at)
        yield at + 1
        if match is None or match.end() == at or not match[0].endswith(separator):
            return
        at = match.end()
