"""Reads CSV files next to a scenario: usage history by day, and user groups.

Lines that begin with `#` are comments, such as the source of the figures. Cells are separated by
commas, semicolons or tabs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from model.design.demand import DemandGroup
from model.errors import MOST_JUDGED, InputError, Place, Problem
from model.planning.named_files import Named
from model.reading.dates import day_of
from model.reading.documents import Document, table_text, validate
from model.records import dataclass
from model.units.figures import UNITS, UnitError, parse

FIELDS = ("name", "volume", "added", "growth", "ceiling")
BYTES = "bytes"
_LAST_WORD = r"(?:.*[ _(\[])?([a-z]+)[)\]]?"
_UNITS = {
    symbol.casefold(): symbol
    for symbol in UNITS["byte"].symbols
    if symbol.endswith("B") and symbol not in ("B", "kB")  # 'kbytes' are 1024 or 1000 bytes
}
"""Units that the name of a column may end in, as in 'used_kib' and 'Used (TiB)'."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage on some days, in chronological order."""

    file: str
    days: tuple[int, ...]
    """Days, counted from 1 January of the year 1."""
    volumes: tuple[float, ...]
    """Stored bytes."""


def _refuse(place: Place, field: str, what: str) -> NoReturn:
    raise InputError([Problem(place, field, what)])


def _rows(file: Named) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Read the header and the lines of a CSV file, with line numbers; skip comments."""
    import csv  # slow to import, and rarely needed

    from model.reading.spreadsheets import is_workbook

    path, content = file.path, file.content()
    if is_workbook(content):
        _refuse(Place(str(path)), "", "this is a workbook: save its sheet as CSV")
    text = table_text(content, str(path))
    lines = [
        (n, line)
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    mark = max(",;\t", key=lines[0][1].count) if lines else ","
    try:
        rows = [
            (n, [cell.strip() for cell in next(csv.reader([line], delimiter=mark, strict=True))])
            for n, line in lines
        ]
    except csv.Error as error:
        _refuse(Place(str(path)), "", f"not a CSV text ({error}): save it as plain CSV")
    if not rows:
        _refuse(Place(str(path), 1, 1), "", "the file is empty: write a line of column names first")
    head = [name.strip().lower() for name in rows[0][1]]
    for number, row in rows[1:]:
        if len(row) != len(head):
            what = f"has {len(row)} cells, but the head has {len(head)}: write one for each column"
            _refuse(Place(str(path), number, 1), "", what)
    return head, rows[1:]


def _check_head(path: Path, head: Sequence[str], needed: set[str], possible: set[str]) -> None:
    place = Place(str(path), 1, 1)
    twice = sorted({name for name in head if head.count(name) > 1})
    if twice:
        _refuse(place, "", f"the column '{twice[0]}' occurs twice: keep one of them")
    if missing := sorted(needed - set(head)):
        what = f"no column is called '{missing[0]}'"
        what += ", or ends in a unit such as 'TiB'" * (missing[0] == BYTES)
        _refuse(place, "", f"{what}: name the columns in the first line")
    if unknown := sorted(set(head) - possible):
        wanted = ", ".join(sorted(possible))
        _refuse(place, "", f"unknown column '{unknown[0]}' (write some of: {wanted})")


def read_usage(file: Named) -> Usage:
    """Read a usage history: a line per day, with the columns date and bytes.

    A column in another unit ends in it, as in 'used_kib'.

    Raises
    ------
    InputError
        With all problems of the file, each with its line.
    """
    path = file.path
    head, rows = _rows(file)
    head, unit = _usage_head(head)
    _check_head(path, head, {"date", BYTES}, {"date", BYTES})
    problems: list[Problem] = []
    measured: list[tuple[int, float]] = []
    for number, row in rows:
        if len(problems) > MOST_JUDGED:
            break
        here = Place(str(path), number, 1)
        cells = dict(zip(head, row, strict=True))
        try:
            day = day_of(cells["date"]).toordinal()
        except (ValueError, OverflowError):
            what = f"'{cells['date']}' is not a date: write one such as 2026-08-04"
            problems.append(Problem(here, "date", what))
            continue
        if measured and day <= measured[-1][0]:
            what = f"{cells['date']} doesn't come after the line before: sort by date, each once"
            problems.append(Problem(here, "date", what))
        try:
            measured.append((day, _bytes(cells[BYTES], unit)))
        except UnitError as error:
            problems.append(Problem(here, BYTES, str(error)))
    if problems:
        raise InputError(problems)
    if len(measured) < 3:
        _refuse(
            Place(str(path)), "", f"growth requires at least 3 days; the file has {len(measured)}"
        )
    days, volumes = zip(*measured, strict=True)
    return Usage(str(path), days, volumes)


def _usage_head(head: Sequence[str]) -> tuple[list[str], str]:
    """Rename the column of the usage to 'bytes'; return its unit, too."""
    units = {name: _UNITS.get(word[1]) for name in head if (word := re.fullmatch(_LAST_WORD, name))}
    found = [(name, unit) for name, unit in units.items() if unit]
    if BYTES in head or len(found) != 1:
        return list(head), "B"
    [(column, unit)] = found
    return [BYTES if name == column else name for name in head], unit


def _bytes(text: str, unit: str) -> float:
    """Parse a bare number in the column's unit, or a figure with its own unit."""
    from model.reading.price_lists import plain_number  # slow to import, and rarely needed

    text = plain_number(text)
    try:
        number = parse(float(text), "1")
    except ValueError:
        volume = parse(text, "byte")
    else:
        volume = number if unit == "B" else parse(f"{number!r} {unit}", "byte")
    if volume < 0:
        raise UnitError(f"must be at least 0, is {text}")
    return volume


def read_groups(file: Named) -> tuple[DemandGroup, ...]:
    """Read user groups: one per line, with the columns name, volume, and growth.

    Raises
    ------
    InputError
        With all problems of the file, each with its line.
    """
    path = file.path
    head, rows = _rows(file)
    _check_head(path, head, {"name", "volume"}, set(FIELDS))
    problems: list[Problem] = []
    groups: dict[str, DemandGroup] = {}
    for number, row in rows:
        if len(problems) > MOST_JUDGED:
            break
        cells = {key: cell for key, cell in zip(head, row, strict=True) if cell}
        try:
            group = validate(DemandGroup, Document(cells, str(path), "", number))
        except InputError as error:
            problems.extend(
                Problem(Place(str(path), number, 1), p.field, p.what) for p in error.problems
            )
            continue
        if group.name in groups:
            what = f"the group '{group.name}' is already listed above: names must differ"
            problems.append(Problem(Place(str(path), number, 1), "name", what))
        groups[group.name] = group
    if problems:
        raise InputError(problems)
    if not groups:
        _refuse(Place(str(path)), "", "there are no groups: write a line for each")
    return tuple(groups.values())
