"""Lines of a table as spreadsheets write them: commas, semicolons or tabs between the fields."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator

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


_COMMA = re.compile(r"(?<=\d),(?=\d)")
_FRACTION = re.compile(r"\d,(?:\d{1,2}|\d{4,})(?!\d)")


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Tell whether the commas in a column can only be decimal ones: some stand in no thousands.

    >>> has_decimal_commas(["10,5 TB", "3,840 TB"]), has_decimal_commas(["3,840 TB"])
    (True, False)
    """
    found = list(cells)
    doubtful = any("." in cell or len(_COMMA.findall(cell)) > 1 for cell in found)
    return not doubtful and any(_FRACTION.search(cell) for cell in found)


def pointed(cell: str) -> str:
    """Write a number with a decimal comma as one with a point."""
    return _COMMA.sub(".", cell)


def asks(column: str, cells: Iterable[str]) -> str:
    """Ask whether decimal commas were meant, by the first of them."""
    first = next(cell for cell in cells if _FRACTION.search(cell))
    return f"{column}: '{first}' is read as '{pointed(first)}', and so are its other decimal commas"


def places_of(line: str, separator: str) -> Iterator[int]:
    """Give where each field of a line begins, from 1."""
    at = 0
    while at <= len(line):
        match = _FIELDS[separator].match(line, at)
        yield at + 1
        if match is None or match.end() == at or not match[0].endswith(separator):
            return
        at = match.end()
