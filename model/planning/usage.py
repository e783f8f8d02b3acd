"""Reads tables next to a scenario: usage history by day, and user groups.

Lines that begin with `#` are comments, such as the source of the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from model.design.demand import DemandGroup
from model.errors import MOST_JUDGED, InputError, Place, Problem
from model.planning.named_files import Named
from model.reading.dates import day_of
from model.reading.documents import Document, validate
from model.records import dataclass
from model.units.figures import UnitError, parse

FIELDS = ("name", "volume", "added", "growth", "ceiling")
DATE, BYTES = "date", "bytes"
USAGE_NAMES = {
    "datum": DATE,
    "day": DATE,
    "timestamp": DATE,
    "used": BYTES,
    "usage": BYTES,
    "belegt": BYTES,
}
"""What others call the columns of a usage history."""


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


def _rows(
    file: Named, field_of: Callable[[str], str], needed: frozenset[str]
) -> tuple[int, list[str], list[tuple[int, list[str]]]]:
    """Read a table: the line of its head, the head, and the rows with their lines."""
    from model.reading.tables import read_table, text_rows  # slow to import, and rarely needed

    content = file.content()
    if not content.strip():
        what = "the file is empty: write a line of column names first"
        _refuse(Place(str(file.path), 1, 1), "", what)
    table = read_table(content, str(file.path), field_of, (needed,))
    head = [str(name).strip().lower() for _, name in sorted(table.head.cells.items())]
    rows = text_rows(table)
    for number, _, what in rows:
        if what:
            _refuse(Place(str(file.path), number, 1), "", what)
    return table.head.number, head, [(number, cells) for number, cells, _ in rows]


def _check_head(
    place: Place, head: Sequence[str], needed: frozenset[str], possible: frozenset[str]
) -> None:
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
    needed = frozenset({DATE, BYTES})
    line, head, rows = _rows(file, lambda name: _usage_column(name)[0], needed)
    columns = [_usage_column(name) for name in head]
    unit = next((unit for field, unit in columns if field == BYTES), "B")
    head = [field or name for (field, _), name in zip(columns, head, strict=True)]
    _check_head(Place(str(path), line, 1), head, needed, needed)
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


def _usage_column(name: str) -> tuple[str, str]:
    """Return the field of a column of a usage history, and the unit of its numbers."""
    from model.reading.tables import unit_in  # slow to import, and rarely needed

    name = name.strip().lower()
    if name in (DATE, BYTES):
        return name, "B"
    if (found := unit_in(name))[1]:
        return BYTES, found[1]
    return USAGE_NAMES.get(name, ""), ""


def _bytes(text: str, unit: str) -> float:
    """Parse a bare number in the column's unit, or a figure with its own unit."""
    from model.reading.tables import plain_number  # slow to import, and rarely needed

    text = plain_number(text)
    try:
        number = parse(float(text), "1")
    except ValueError:
        volume = parse(text, "byte")
    else:
        volume = number if unit == "B" else parse(f"{number!r} {unit}".strip(), "byte")
    if volume < 0:
        raise UnitError(f"must be at least 0, is {text}")
    return volume


def _group_column(name: str) -> str:
    name = name.strip().lower()
    return name if name in FIELDS else ""


def read_groups(file: Named) -> tuple[DemandGroup, ...]:
    """Read user groups: one per line, with the columns name, volume, and growth.

    Raises
    ------
    InputError
        With all problems of the file, each with its line.
    """
    path = file.path
    needed = frozenset({"name", "volume"})
    line, head, rows = _rows(file, _group_column, needed)
    _check_head(Place(str(path), line, 1), head, needed, frozenset(FIELDS))
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
