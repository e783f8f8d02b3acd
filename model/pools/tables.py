"""Lines of spreadsheet tables, with fields separated by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

LARGEST_LIST = 5_000_000
"""Upper limit of a list in bytes: about a hundred thousand lines."""
SEPARATORS = (",", ";", "\t")
_FIELDS = {
    mark: re.compile(rf'\s*(?:"(?:[^"]|"")*"|[^{mark}]*)(?:{mark}|$)') for mark in SEPARATORS
}


def fields_of(line: str, separator: str, *, strict: bool = True) -> list[str]:
    """Return the fields of a line, without surrounding blanks.

    >>> fields_of('raidz2:8; "10 TB"', ";")
    ['raidz2:8', '10 TB']

    Raises
    ------
    csv.Error
        If a quote isn't closed.
    """
    lines = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=strict)
    return [field.strip() for field in next(lines, [])]


def heads_of(line: str, separator: str) -> list[str]:
    """Return the column names in lower case, without empty ones at the end."""
    names = [name.lower() for name in fields_of(line, separator, strict=False)]
    while names and not names[-1]:
        names.pop()
    return names


def separator_of(head: str, column: str) -> str:
    """Return the field separator: the comma, unless only another one yields a column of this name.

    >>> separator_of("Layout;Drive", "layout")
    ';'
    """
    found = [mark for mark in SEPARATORS if column in heads_of(head, mark)]
    return found[0] if found else SEPARATORS[0]


def notice_of_commas(column: str, cells: Sequence[str]) -> str:
    """Return the notice that decimal commas of a column are converted, with the first example.

    It is empty where commas may be something else.

    >>> notice_of_commas("drive", ["3,840 TB"]), notice_of_commas("drive", ["10,5 TB", "3.84 TB"])
    ('', '')
    """
    from model.reading.tables import decimal_mark_of, plain_number  # slow to import

    if decimal_mark_of(cells) != ",":
        return ""
    pairs = ((cell, plain_number(cell, ",")) for cell in cells)
    first = next((pair for pair in pairs if "," in pair[0] and "." in pair[1]), None)
    if first is None:
        return ""
    return f"{column}: '{first[0]}' is read as '{first[1]}', and so are its other decimal commas"


def places_of(line: str, separator: str) -> Iterator[int]:
    """Return the column, from 1, at which each field of a line begins."""
    at = 0
    while at <= len(line):
        match = _FIELDS[separator].match(line, at)
        yield at + 1
        if match is None or match.end() == at or not match[0].endswith(separator):
            return
        at = match.end()
