"""Tables of usage over time as programs write them: a column of days or months, a column a group.

Also long tables, with a line for each day and group. Names of groups are kept only where they are
those of a pool or file system: others may be of people, and become numbers.
"""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import linear_regression, pvariance

from model.errors import InputError, Place, Problem
from model.installed.reading import Reading
from model.reading.dates import ORDER, days_of
from model.reading.spreadsheets import is_workbook
from model.reading.tables import (
    OF_WORKBOOKS,
    Columns,
    decimal_mark_of,
    plain_number,
    read_columns,
    unit_in,
)
from model.records import dataclass, replace
from model.units.figures import UnitError, parse

KIND = "usage-table"
DATE, GROUP, USED, INODES, OTHER = "date", "group", "used", "inodes", "other"
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
FREE = {"free", "frei", "avail", "available", "verfügbar"}
SPACES = {*TOTALS, "capacity", "size", "kapazität", "größe"}
"""Words of columns of what there is, beside one of what is in use."""
_INODES = re.compile(
    r"(?:\w[\w -]{0,60}[ _])?(?:inodes?|files|objects|dateien)"
    r"(?:[ _](?:used|in use|count|belegt))?",
    re.IGNORECASE,
)
"""Columns of inodes in use."""
_OTHERS = re.compile(
    r"inode|files?\b|objects?\b|count|quota|limit|free|frei|avail|capacity|kapazit|size|größe|%|"
    r"share|percent|prozent|anteil",
    re.IGNORECASE,
)
"""Columns that aren't bytes in use."""
_LIMITS = re.compile(r"quota|limit|max|free|frei|avail|%|percent|prozent", re.IGNORECASE)
_UNIT = re.compile(
    r"(?<![A-Za-z])(?i:([kmgtpe]i?b)(ytes?)?|1k-?blocks?)(?![A-Za-z])|(?<=[a-z])([KMGTPE]i?B)\b"
)
"""A unit elsewhere in the name of a column than at its end: 'GB used', 'usedTiB', 'kbytes_used'."""
UNCLEAR = (
    "column {} is of units that are 1,000 or 1,024 of the next smaller one: write which, as in "
    "'used (KiB)' or 'used (GB)'"
)
_SHORT = re.compile(r"([\d.]+) ?([KMGTPE])(i?)")
_DIGITS = frozenset("0123456789")
_BYTES_FROM = 1e9
"""Numbers without a unit from here on are bytes: nobody has as many KiB in such a table."""
LARGEST_TABLE = 50_000_000
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
        if len(self.days) < 2:
            return None
        return linear_regression(self._since_first, self.volumes).slope * DAYS_IN_A_YEAR

    @property
    def error(self) -> float | None:
        """Standard error of that slope, by the scatter of the days around it; None below three."""
        days, count = self._since_first, len(self.days)
        if count < FEWEST:
            return None
        line = linear_regression(days, self.volumes)
        left = sum(
            (volume - line.intercept - line.slope * day) ** 2
            for day, volume in zip(days, self.volumes, strict=True)
        )
        return math.sqrt(left / (count - 2) / (pvariance(days) * count)) * DAYS_IN_A_YEAR

    @property
    def _since_first(self) -> list[int]:
        return [(day - self.days[0]).days for day in self.days]


@dataclass(frozen=True)
class UsageTable:
    """Usage of the groups of a table."""

    groups: tuple[Series, ...]
    total: Series | None
    """Of all groups, on the days on which each is known."""
    inodes: Series | None = None
    """Inodes in use, of all groups."""
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
    if not unit and bare in GROUPS:
        return GROUP
    if not unit and _INODES.fullmatch(bare) and not _LIMITS.search(bare):
        return INODES
    if _OTHERS.search(bare):
        return OTHER
    return USED if unit or bare in USES or bare in TOTALS else ""


def table_of(content: bytes | str, name: str) -> list[Reading]:
    """Return the usage in a table; nothing if it has no column of days."""
    raw = content.encode() if isinstance(content, str) else content
    is_book = is_workbook(raw)
    if len(raw) > LARGEST_TABLE or (not is_book and name.casefold().endswith(OF_WORKBOOKS)):
        return []
    try:
        table = read_columns(raw, name, _column, (frozenset({DATE}),), LARGEST_TABLE)
    except InputError:
        if is_book:
            raise
        return []
    if not table.has_known_head or len(table.head.cells) < 2:
        return []
    return [_read(table, name)]


def _read(table: Columns, name: str) -> Reading:
    heads = [str(head) for _, head in sorted(table.head.cells.items())]
    kinds = _without_capacities(heads, [_column(head) for head in heads])
    at = kinds.index(DATE)

    head = Place(name, table.head.number, 1)
    numbers, columns_of = table.numbers, table.cells
    if not all(map(str.strip, columns_of[at])):
        kept = [n for n, cell in enumerate(columns_of[at]) if cell.strip()]
        numbers = [numbers[n] for n in kept]
        columns_of = tuple([column[n] for n in kept] for column in columns_of)
    if not numbers:
        raise _wrong(head, "no row has a date: write a column of days, such as 2026-08-04")
    try:
        days = days_of(columns_of[at])
    except (ValueError, OverflowError) as error:
        what = str(error) if str(error) == ORDER else WRONG_DATE
        line = _line_of_wrong_date(numbers, columns_of[at]) or head.line
        raise _wrong(Place(name, line, 1), what) from None
    notes: list[str] = []
    if others := kinds.count(OTHER) - len(_free_columns(heads, kinds)):
        notes.append(f"columns that aren't bytes in use are left out: {others}")
    used = [n for n, kind in enumerate(kinds) if kind in (USED, "")]
    of_groups = [n for n, kind in enumerate(kinds) if kind == GROUP]
    above = " ".join(str(cell) for row in table.above for cell in row.cells.values())
    default = unit_in(above)[1]
    free_of = _free_columns(heads, kinds)
    free = {
        n: _values(numbers, columns_of[m], m, heads[m], default, head, notes)
        for n, m in free_of.items()
    }
    if free:
        notes.append("in use is the total less what is free")
    columns: dict[str, dict[datetime.date, float]] = {}
    series: dict[str, Series] = {}
    total: Series | None = None
    is_ascending = all(day < later for day, later in pairwise(days))
    shared = tuple(days)
    for n in used:
        if of_groups and _column(heads[n]) != USED:
            continue
        values = _values(numbers, columns_of[n], n, heads[n], default, head, notes)
        if values is None:
            continue
        if (left := free.get(n)) is not None:
            values = _less(values, left, numbers, head)
        elif (m := _space_column(heads, kinds, n)) is not None:
            there = _values(numbers, columns_of[m], m, heads[m], default, head, [])
            notes += _above(values, there, days, heads[n])
        if of_groups:
            names = columns_of[of_groups[0]]
            for name_of_group, day, volume in zip(names, days, values, strict=True):
                if volume is not None:
                    group = columns.setdefault(name_of_group, {})
                    group[day] = group.get(day, 0.0) + volume
            break
        columns_of[n].clear()  # of a long table, its texts are most of the memory
        known = [volume for volume in values if volume is not None]
        if is_ascending and len(known) == len(values):
            one = Series(_bare(heads[n]), shared, tuple(known))
        else:
            pairs = zip(days, values, strict=True)
            one = _series(heads[n], {day: value for day, value in pairs if value is not None})
        own = _words_of(heads[n])
        if own & TOTALS and own <= TOTALS | USES and len(used) > 1:
            total = one
        elif heads[n] in series:
            both = {**_by_day(series[heads[n]]), **_by_day(one)}
            series[heads[n]] = _series(heads[n], both)
        else:
            series[heads[n]] = one
    series |= {name: _series(name, one) for name, one in columns.items()}
    if not series and total is not None:
        series, total = {"total": replace(total, name="total")}, None
    if not series:
        raise _wrong(
            head, "no column has bytes in use: write one a group, with its unit in the name"
        )
    groups = tuple(series.values())
    if total is not None and _is_capacity(total, groups):
        total = None
        notes.append("the column of the total is the capacity, not the use: left out")
    whole = replace(total, name="total") if total else _sum(groups)
    if len(groups) > MOST_GROUPS:
        what = f"{len(groups)} groups: at most {MOST_GROUPS} are read"
        if whole is None:
            raise _wrong(head, f"{what}, and on no day all of them are known: sum them")
        notes.append(f"{what}, so that only their sum is")
        groups = (whole,)
    if whole is not None and len(whole.days) < FEWEST:
        notes.append(f"growth from {len(whole.days)} days is uncertain: import more months")
    if whole is None:
        notes.append("on no day all groups are known: there is no total")
    inodes = _inodes([columns_of[n] for n, kind in enumerate(kinds) if kind == INODES], days)
    usage = UsageTable(groups, whole, inodes, name.rpartition(".")[0] or name)
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
    if inodes is not None:
        reading["inodes_used"] = round(inodes.last)
        reading["added_inodes_per_year"] = None if inodes.added is None else round(inodes.added)
    return Reading(KIND, reading, tuple(notes), usage)


def _words_of(head: str) -> set[str]:
    """Return the words of a column's name without its unit."""
    return set(re.split(r"[^\w]+|_", _bare(head))) - {""}


def _without_capacities(heads: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Tell columns such as 'scratch total', beside 'scratch used', from those of use."""
    words = list(map(_words_of, heads))
    of_use = {
        frozenset(own - USES)
        for own, kind in zip(words, kinds, strict=True)
        if kind in (USED, "") and own & USES and not own & TOTALS
    }
    return [
        OTHER if kind in (USED, "") and own & TOTALS and own - TOTALS - USES in of_use else kind
        for own, kind in zip(words, kinds, strict=True)
    ]


def _free_columns(heads: Sequence[str], kinds: Sequence[str]) -> dict[int, int]:
    """Return the columns of totals that have no use beside them, each with what is free of it."""
    words = list(map(_words_of, heads))
    used = [n for n, kind in enumerate(kinds) if kind in (USED, "")]
    free = {
        frozenset(own - FREE): m
        for m, (own, kind) in enumerate(zip(words, kinds, strict=True))
        if kind == OTHER and own & FREE
    }
    found = {n: free.get(frozenset(words[n] - TOTALS)) for n in used if words[n] & TOTALS}
    if len(found) < len(used):
        return {}
    return {n: m for n, m in found.items() if m is not None}


def _space_column(heads: Sequence[str], kinds: Sequence[str], n: int) -> int | None:
    """Return the column of the space of which a column is in use; None without one."""
    of = _words_of(heads[n])
    if not of & USES or of & TOTALS:
        return None
    for m, kind in enumerate(kinds):
        own = _words_of(heads[m])
        if kind == OTHER and own & SPACES and own - SPACES - USES == of - USES:
            return m
    return None


def _less(
    total: Sequence[float | None], free: Sequence[float | None], numbers: Sequence[int], head: Place
) -> list[float | None]:
    """Return what is in use of each total."""
    found: list[float | None] = []
    for number, one, left in zip(numbers, total, free, strict=True):
        if one is not None and left is not None and left > one:
            what = "more is free than the total: check both columns"
            raise _wrong(Place(head.file, number, 1), what)
        found.append(None if one is None or left is None else one - left)
    return found


def _above(
    used: Sequence[float | None],
    there: Sequence[float | None] | None,
    days: Sequence[datetime.date],
    head: str,
) -> list[str]:
    """Say on which day more is in use than there is."""
    pairs = zip(days, used, there or (), strict=False)
    above = [day for day, one, of in pairs if one is not None and of is not None and one > of]
    if not above:
        return []
    return [
        f"on {min(above).isoformat()}, '{_bare(head)}' is more than its total: check both columns"
    ]


def _is_capacity(total: Series, groups: Sequence[Series]) -> bool:
    """Whether a total is the space of all: it stays as it is while the groups grow."""
    summed = _sum(groups)
    is_constant = len(set(total.volumes)) == 1 and len(total.volumes) > 1
    return is_constant and summed is not None and len(set(summed.volumes)) > 1


def _inodes(columns: Sequence[Sequence[str]], days: Sequence[datetime.date]) -> Series | None:
    """Return the inodes in use on the days on which each row has some."""
    found = [_plain_numbers(column, "") for column in columns]
    known = [values for values in found if values is not None]
    if not known or len(known) < len(found):
        return None
    rows = Counter(days)
    most = max(rows.values())
    sums: dict[datetime.date, float] = {}
    for day, values in zip(days, zip(*known, strict=True), strict=True):
        if rows[day] == most:
            sums[day] = sums.get(day, 0.0) + sum(values)
    return _series("inodes", sums)


def _line_of_wrong_date(numbers: Sequence[int], cells: Sequence[str]) -> int:
    for number, cell in zip(numbers, cells, strict=True):
        try:
            days_of([cell])
        except (ValueError, OverflowError) as error:
            if str(error) != ORDER:
                return number
    return 0


def _values(
    numbers: Sequence[int],
    cells: Sequence[str],
    n: int,
    head: str,
    default: str,
    place: Place,
    notes: list[str],
) -> list[float | None] | None:
    """Return the bytes of a column; None if it has other things."""
    unit = unit_in(head)[1] or _unit_in_name(head, n, place) or default
    mark = decimal_mark_of(cells)
    scale = parse(f"1 {unit}", "byte") if unit else 1.0
    values: list[float | None] = []
    bare: list[float] = []
    if (numbers_only := _plain_numbers(cells, mark)) is not None:
        bare, cells = numbers_only, ()
        values = [value * scale for value in bare]
    for number, cell in zip(numbers, cells, strict=False):
        plain = plain_number(cell.strip(), mark)
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


def _unit_in_name(head: str, n: int, place: Place) -> str:
    """Return a unit that stands within a name; empty if none does.

    Raises
    ------
    InputError
        It may be decimal or binary: programs write 'kbytes' for both.
    """
    found = _UNIT.search(head)
    if found is None:
        return ""
    word = found[3] or ("" if found[2] else found[1]) or "kb"
    if word.casefold() == "kb":
        raise _wrong(place, UNCLEAR.format(n + 1))
    return unit_in(f"x {word}")[1]


def _plain_numbers(cells: Sequence[str], mark: str) -> list[float] | None:
    """Return a column of numbers without separators of thousands; None if it has others."""
    signs = set().union(*cells) - _DIGITS
    if signs == {","} and mark == ",":
        cells = [cell.replace(",", ".") for cell in cells]
    elif signs and (signs != {"."} or mark == ","):
        return None
    try:
        found = [float(cell) for cell in cells]
    except ValueError:
        return None
    return found if max(found, default=0.0) < float("inf") else None


def _bare(head: str) -> str:
    """Return the name of a column without its unit."""
    return unit_in(head)[0].strip(" _-:([")


def _series(head: str, volumes: dict[datetime.date, float]) -> Series:
    days = tuple(sorted(volumes))
    return Series(_bare(head), days, tuple(volumes[day] for day in days))


def _by_day(series: Series) -> dict[datetime.date, float]:
    return dict(zip(series.days, series.volumes, strict=True))


def _sum(groups: Sequence[Series]) -> Series | None:
    days = groups[0].days
    if all(one.days is days for one in groups):
        volumes = zip(*(one.volumes for one in groups), strict=True)
        return Series("total", days, tuple(map(sum, volumes)))
    shared = set.intersection(*(set(one.days) for one in groups))
    if not shared:
        return None
    by_group = [_by_day(one) for one in groups]
    return _series("total", {day: sum(one[day] for one in by_group) for day in shared})
