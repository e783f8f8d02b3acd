"""Batch computation of pools from a CSV file with one pool per line."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model.errors import MOST_JUDGED, InputError, Place, Problem, quoted
from model.kinds.layouts import parse_server_code
from model.pools.instances import header_of
from model.pools.layouts import before_and_after, drive_bytes
from model.pools.pool import RECORD, PoolFigures, check_ashift, check_record, zfs_pool
from model.pools.tables import (
    LARGEST_LIST,
    fields_of,
    heads_of,
    notice_of_commas,
    places_of,
    separator_of,
)
from model.reading.files import contents
from model.records import dataclass
from model.units.figures import grouped
from model.zfs.partitions import partitioning_of
from model.zfs.releases import NEWEST, release_of
from model.zfs.vdevs import parse_layout

MOST_POOLS = 20_000
"""Upper limit of the number of pools, as all results are kept in memory."""


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One line of the file: its input, the defaults it uses, and the result."""

    options: Mapping[str, Any]
    figures: PoolFigures


def _ashift(text: str) -> int:
    if not text.isdecimal() or len(text) > len("16"):
        raise ValueError(f"{quoted(text)} is not an ashift: write 9 to 16")
    return check_ashift(int(text))


def _layout(text: str) -> str:
    if parse_server_code(text):
        what = f"{quoted(text)} is an erasure code across servers, and a list holds ZFS pools"
        raise ValueError(f"{what}: compute it by itself, with --servers and --drives-per-server")
    for part in filter(None, before_and_after(text)):
        parse_layout(str(part))
    return text


_READERS: dict[str, Callable[[str], Any]] = {
    "layout": _layout,
    "drive": drive_bytes,
    "ashift": _ashift,
    "recordsize": lambda text: (check_record(text), text)[1],
    "release": lambda text: (release_of(text), text)[1],
    "partitioning": lambda text: partitioning_of(text).name,
    "luks": header_of,
}
"""The columns and their parsers; all but the layout may be empty or missing."""
DEFAULTS: Mapping[str, Any] = {
    "layout": None,
    "drive": None,
    "ashift": 12,
    "recordsize": RECORD,
    "release": NEWEST,
    "partitioning": "none",
    "luks": None,
}
"""Defaults for values that neither a line nor an option specifies."""


def read_options(texts: Mapping[str, str | None]) -> dict[str, Any]:
    """Parse options by the names of the columns; the others have their defaults.

    Raises
    ------
    ValueError
        If an option is invalid; the message names it and shows the correct form.
    """
    found = dict(DEFAULTS)
    for name, text in texts.items():
        if text is None:
            continue
        try:
            found[name] = _READERS[name](text)
        except ValueError as error:
            raise ValueError(f"--{name}: {error}") from None
    return found


class _Reader:
    """Parser of the lines of one file, which collects their errors."""

    def __init__(self, file: str, defaults: Mapping[str, Any]) -> None:
        self.file = file
        self.defaults = defaults
        self.problems: list[Problem] = []
        self.separator = ","
        self.decimal: set[str] = set()
        """The columns with decimal commas."""

    def look_for_commas(self, names: list[str], lines: list[str]) -> list[str]:
        """Find the columns with decimal commas, if the field separator isn't a comma."""
        columns = []
        if self.separator != ",":
            rows = [fields_of(text, self.separator, strict=False) for text in lines]
            for n, name in enumerate(names):
                cells = [row[n] for row in rows if len(row) > n]
                if name != "layout" and (notice := notice_of_commas(name, cells)):
                    self.decimal.add(name)
                    columns.append(notice)
        return columns

    def wrong(self, line: int, column: int, field: str, what: str) -> None:
        """Record a problem with the field that begins at a column."""
        self.problems.append(Problem(Place(self.file, line, column), field, what))
        if len(self.problems) > MOST_JUDGED:
            raise InputError(self.problems)

    def names(self, text: str) -> list[str]:
        """Return the column names, if the line is part of a table."""
        try:
            return self.head(text)
        except csv.Error:
            self.wrong(1, 1, "", f"not a line of column names: write {', '.join(_READERS)}")
            return []

    def head(self, text: str) -> list[str]:
        """Parse the header line."""
        self.separator = separator_of(text, "layout")
        names = heads_of(text, self.separator)
        seen: set[str] = set()
        for name, column in zip(names, self.places(text), strict=False):
            if name in seen:
                self.wrong(1, column, name, "occurs twice: remove one of the columns")
            elif name not in _READERS:
                near = difflib.get_close_matches(name, _READERS, 1)
                remedy = f"did you mean '{near[0]}'?" if near else f"write {', '.join(_READERS)}"
                self.wrong(1, column, name, f"unknown column ({remedy})")
            seen.add(name)
        if "layout" not in names:
            known = f"{', '.join(_READERS)}, with commas between them"
            self.wrong(1, 1, "", f"there is no column 'layout': write {known}")
        return names

    def places(self, text: str) -> Iterator[int]:
        """Return the column, from 1, at which each field of a line begins."""
        return places_of(text, self.separator)

    def line(self, number: int, text: str, names: list[str]) -> PoolLine | None:
        """Parse and compute one pool; None on an error."""
        from model.reading.tables import plain_number  # slow to import, and only lists need it

        known = len(self.problems)
        values = fields_of(text, self.separator)
        columns = dict(zip(names, self.places(text), strict=False))
        if any(values[len(names) :]):
            self.wrong(number, 1, "", f"{len(values)} fields, but {len(names)} columns")
        options = dict(self.defaults)
        for name, value in zip(names, values, strict=False):
            if not value and name != "layout":
                continue
            try:
                plain = plain_number(value, ",") if name in self.decimal else value
                options[name] = _READERS[name](plain)
            except ValueError as error:
                self.wrong(number, columns[name], name, str(error))
        if len(self.problems) > known:
            return None
        try:
            return PoolLine(options, zfs_pool(**options))
        except ValueError as error:
            self.wrong(number, columns["layout"], "layout", str(error))
            return None


def read_pools(
    file: str,
    defaults: Mapping[str, Any] = DEFAULTS,
    ask: Callable[[str], object] = lambda _: None,
) -> list[PoolLine]:
    """Compute every pool of a CSV file; values missing in a line have their defaults.

    `ask` is called for columns with decimal commas, which are accepted if the column is
    unambiguous.

    Raises
    ------
    InputError
        If the file can't be read, or lines are invalid; lists all problems.
    """
    try:
        lines = contents(file, LARGEST_LIST).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        what = f"can't be read ({reason.lower()}): give another path"
        raise InputError([Problem(Place(file), "", what)]) from None
    if len(lines) > MOST_POOLS + 1:
        there = grouped(len(lines) - 1)
        what = f"there are {there} lines: at most {grouped(MOST_POOLS)} pools are read"
        raise InputError([Problem(Place(file), "", what)])
    reader = _Reader(file, defaults)
    names = reader.names(lines[0] if lines else "")
    if reader.problems:
        raise InputError(reader.problems)
    if not any(text.strip() for text in lines[1:]):
        what = "there are no pools: write one on each line below the column names"
        raise InputError([Problem(Place(file), "", what)])
    for question in reader.look_for_commas(names, lines[1:]):
        ask(question)
    found = [
        pool
        for number, text in enumerate(lines[1:], 2)
        if text.strip()
        for pool in [_safe_line(reader, number, text, names)]
        if pool is not None
    ]
    if reader.problems:
        raise InputError(reader.problems)
    return found


def _safe_line(reader: _Reader, number: int, text: str, names: list[str]) -> PoolLine | None:
    try:
        return reader.line(number, text, names)
    except csv.Error:
        reader.wrong(number, 1, "", "a quote is not closed: write it twice inside a quoted field")
        return None
