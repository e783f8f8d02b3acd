"""Tables of usage over time as programs write them: a column of days or months, a column a group.

Also long tables, with a line for each day and group. Names of groups are kept only where they are
those of a pool or file system: others may be of people, and become numbers.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from model.errors import InputError, Place, Problem
from model.installed.reading import Reading
from model.reading.dates import ORDER, days_of
from model.reading.spreadsheets import is_workbook
from model.reading.tables import (
    OF_WORKBOOKS,
    Table,
    decimal_mark_of,
    plain_number,
    read_table,
    text_rows,
    unit_in,
)
from model.records import dataclass
from model.units.figures import UnitError, parse

KIND = "usage-table"
DATE, GROUP, USED, OTHER = "date", "group", "used", "other"
DATES = {
    *("date", "datum", "day", "tag", "month", "monat", "period"),
    *("time", "timestamp", "datetime", "zeit", "zeitpunkt"),
}
GROUPS = {
    *("group", "gruppe", "project", "projekt", "user", "benutzer", "account", "name"),
    *("fileset", "filesystem", "file system", "file_system", "dateisystem", "fs", "pool", "volume"),
}
TOTALS = {"total", "sum", "all", "gesamt", "summe", "insgesamt"}
USES = {"used", "usage", "belegt", "bytes", "verbrauch", "in use", "stored", "data"}
_OTHERS = re.compile(
    r"inode|files?\b|objects?\b|count|quota|limit|free|frei|avail|capacity|kapazit|size|größe|%|"
    r"share|percent|prozent|anteil",
    re.IGNORECASE,
)
"""Columns that aren't bytes in use."""
_SHORT = re.compile(r"([\d.]+) ?([KMGTPE])(i?)")
_BYTES_FROM = 1e9
"""Numbers without a unit from here on are bytes: nobody has as many KiB in such a table."""
LARGEST_TABLE = 5_000_000
MOST_GROUPS = 400
WRONG_DATE = "a cell of the column of dates is none: write one such as 2026-08-04, or Aug 2026"
FEWEST = 3
DAYS_IN_A_YEAR = 365.25


@dataclass(frozen=True)
class Series:
    """The usage of a group: days, ascending, and bytes on each."""

    name: str
    days: tuple[datetime.date, ...]
    volumes: tuple[float, ...]

    @property
    def last(self) -> float:
        """Bytes on the last day."""
        return self.volumes[-1]

    @property
    def added(self) -> float | None:
        """Bytes added each year: the slope of the line through all days; None for one day."""
        days = [day.toordinal() for day in self.days]
        middle = sum(days) / len(days)
        spread = sum((day - middle) ** 2 for day in days)
        if not spread:
            return None
        level = sum(self.volumes) / len(self.volumes)
        pairs = zip(days, self.volumes, strict=True)
        return sum((d - middle) * (v - level) for d, v in pairs) / spread * DAYS_IN_A_YEAR


@dataclass(frozen=True)
class UsageTable:
    """Usage of the groups of a table."""

    groups: tuple[Series, ...]
    total: Series | None
    """Of all groups, on the days on which each is known."""
    stem: str = ""
    """Name of the file: used in memory, to find its system."""


def _wrong(place: Place, what: str) -> InputError:
    return InputError([Problem(place, "", what)])


def _column(name: str) -> str:
    """Return what a column has; empty if the name doesn't tell."""
    bare, unit = unit_in(" ".join(name.split()))
    bare = bare.strip(" _-:([")
    if not unit and bare in DATES:
        return DATE
    if _OTHERS.search(bare):
        return OTHER
    if not unit and bare in GROUPS:
        return GROUP
    return USED if unit or bare in USES or bare in TOTALS else ""


def table_of(content: bytes | str, name: str) -> list[Reading]:
    """Return the usage in a table; nothing if it has no column of days."""
    raw = content.encode() if isinstance(content, str) else content
    is_book = is_workbook(raw)
    if len(raw) > LARGEST_TABLE or (not is_book and name.casefold().endswith(OF_WORKBOOKS)):
        return []
    try:
        table = read_table(raw, name, _column, (frozenset({DATE}),), most=LARGEST_TABLE)
    except InputError:
        if is_book:
            raise
        return []
    if not table.has_known_head or len(table.head.cells) < 2:
        return []
    return [_read(table, name)]


def _read(table: Table, name: str) -> Reading:
    heads = [str(head) for _, head in sorted(table.head.cells.items())]
    kinds = [_column(head) for head in heads]
    at = kinds.index(DATE)

    head = Place(name, table.head.number, 1)
    found = [(number, cells) for number, cells, wrong in text_rows(table) if not wrong]
    rows = [(number, cells) for number, cells in found if cells[at].strip()]
    if not rows:
        raise _wrong(head, "no row has a date: write a column of days, such as 2026-08-04")
    try:
        days = days_of([cells[at] for _, cells in rows])
    except (ValueError, OverflowError) as error:
        what = str(error) if str(error) == ORDER else WRONG_DATE
        line = _line_of_wrong_date(rows, at) or head.line
        raise _wrong(Place(name, line, 1), what) from None
    notes: list[str] = []
    if others := kinds.count(OTHER):
        notes.append(f"columns that aren't bytes in use are left out: {others}")
    used = [n for n, kind in enumerate(kinds) if kind in (USED, "")]
    of_groups = [n for n, kind in enumerate(kinds) if kind == GROUP]
    above = " ".join(str(cell) for row in table.above for cell in row.cells.values())
    default = unit_in(above)[1]
    columns: dict[str, dict[datetime.date, float]] = {}
    total: dict[datetime.date, float] | None = None
    for n in used:
        if of_groups and _column(heads[n]) != USED:
            continue
        values = _values(rows, n, heads[n], default, head, notes)
        if values is None:
            continue
        if of_groups:
            for (_, cells), day, volume in zip(rows, days, values, strict=True):
                if volume is not None:
                    group = columns.setdefault(cells[of_groups[0]].strip(), {})
                    group[day] = group.get(day, 0.0) + volume
            break
        pairs = zip(days, values, strict=True)
        series = {day: volume for day, volume in pairs if volume is not None}
        bare = unit_in(heads[n])[0].strip(" _-:([")
        if bare in TOTALS and len(used) > 1:
            total = series
        elif series:
            columns[heads[n]] = {**columns.get(heads[n], {}), **series}
    if not columns and total is not None:
        columns, total = {"total": total}, None
    if not columns:
        raise _wrong(
            head, "no column has bytes in use: write one a group, with its unit in the name"
        )
    if len(columns) > MOST_GROUPS:
        what = f"{len(columns)} groups: at most {MOST_GROUPS} are read; sum some of them"
        raise _wrong(head, what)
    groups = tuple(_series(unit_in(head)[0], one) for head, one in columns.items())
    whole = _series("total", total) if total else _sum(groups)
    if whole is not None and len(whole.days) < FEWEST:
        notes.append(f"growth from {len(whole.days)} days is uncertain: import more months")
    if whole is None:
        notes.append("on no day all groups are known: there is no total")
    usage = UsageTable(groups, whole, name.rpartition(".")[0] or name)
    last = whole or groups[0]
    reading = {
        "groups": len(groups),
        "days": len({day for one in groups for day in one.days}),
        "from": min(one.days[0] for one in groups).isoformat(),
        "to": max(one.days[-1] for one in groups).isoformat(),
        "used_bytes": round(last.last) if whole else None,
        "added_bytes_per_year": None
        if whole is None or whole.added is None
        else round(whole.added),
    }
    return Reading(KIND, reading, tuple(notes), usage)


def _line_of_wrong_date(rows: Sequence[tuple[int, list[str]]], at: int) -> int:
    for number, cells in rows:
        try:
            days_of([cells[at]])
        except (ValueError, OverflowError) as error:
            if str(error) != ORDER:
                return number
    return 0


def _values(
    rows: Sequence[tuple[int, list[str]]],
    n: int,
    head: str,
    default: str,
    place: Place,
    notes: list[str],
) -> list[float | None] | None:
    """Return the bytes of a column; None if it has other things."""
    unit = unit_in(head)[1] or default
    if unit_in(head)[0].strip() == "bytes":
        unit = "B"
    cells = [cells[n].strip() for _, cells in rows]
    mark = decimal_mark_of(cells)
    scale = parse(f"1 {unit}", "byte") if unit else 1.0
    values: list[float | None] = []
    bare: list[float] = []
    for (number, _), cell in zip(rows, cells, strict=True):
        plain = plain_number(cell, mark)
        if plain in ("", "-", "n/a", "NaN", "nan", "null", "None", "N/A", "unknown"):
            values.append(None)
            continue
        if short := _SHORT.fullmatch(plain):
            plain = f"{short[1]} {short[2]}iB"
        try:
            value = float(plain)
        except ValueError:
            try:
                values.append(parse(plain, "byte"))
                continue
            except UnitError:
                if _column(head) != USED:
                    return None  # a column of texts
                what = "not a size: write a number with its unit, such as '12.5 TiB'"
                raise _wrong(Place(place.file, number, 1), what) from None
        if not 0 <= value < float("inf"):
            what = "a size below 0 or without end: write the bytes in use"
            raise _wrong(Place(place.file, number, 1), what)
        bare.append(value)
        values.append(value * scale)
    if bare and not unit:
        if max(bare) < _BYTES_FROM:
            what = f"column {n + 1} has no unit: write it in its name, as in 'used (TiB)'"
            raise _wrong(place, what)
        notes.append(f"column {n + 1} has no unit: read as bytes")
    return values if any(value is not None for value in values) else None


def _series(name: str, volumes: dict[datetime.date, float]) -> Series:
    days = tuple(sorted(volumes))
    return Series(name.strip(" _-:(["), days, tuple(volumes[day] for day in days))


def _sum(groups: Sequence[Series]) -> Series | None:
    shared = set.intersection(*(set(one.days) for one in groups))
    if not shared:
        return None
    by_group = [dict(zip(one.days, one.volumes, strict=True)) for one in groups]
    return _series("total", {day: sum(one[day] for one in by_group) for day in shared})
