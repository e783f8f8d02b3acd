"""Mixes of files: a short text, or a CSV file with a line for each size."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable

from model.errors import MOST_JUDGED, InputError, Place, Problem, quoted
from model.pools.layouts import bytes_of
from model.pools.tables import (
    LARGEST_LIST,
    asks,
    fields_of,
    has_decimal_commas,
    pointed,
    separator_of,
)
from model.reading.files import contents
from model.units.figures import UnitError, parse

EXAMPLE = "'4 KiB: 60 %, 1 MiB: 40 %'"
HEADS = ("size,count", "size,share")
PERCENT = 100
FEWEST, MOST = 1e-18, 1e18
"""Limits of a count or a share: more files than any system has, and a share of a single one."""
Mix = dict[int, float]
"""Number of files, or their share, by length in bytes."""


def _length(text: str) -> int:
    length = bytes_of(text)
    if length < 0:
        raise UnitError(f"no file has {text}: write sizes of at least 0 bytes")
    return length


def check_count(count: float, most: float = MOST) -> float:
    """Reject a value that is neither a number of files nor a share; 0 is allowed.

    Raises
    ------
    UnitError
        If it is rejected; the message shows the correct form.
    """
    if count != 0 and not FEWEST <= count <= most:
        raise UnitError(f"{count:g} is neither a number of files nor a share: write 0 to {most:g}")
    return count


def _weight(text: str, most: float = MOST) -> float:
    return check_count(parse(text, "1"), most)


def _share(text: str) -> float:
    """Parse a share; a plain number above 1 probably meant percent, and the error suggests it."""
    share = _weight(text)
    if share > 1:
        meant = f": did you mean '{text} %'?" if "%" not in text and share <= PERCENT else ""
        raise UnitError(
            f"{quoted(text)} is not a share of the files{meant or ': write 0 to 1, or 100 %'}"
        )
    return share


def _added(found: Iterable[tuple[int, float]]) -> Mix:
    """Sum the files of each length, including empty files; omit lengths without files."""
    mix: Mix = {}
    for length, weight in found:
        if weight:
            mix[length] = mix.get(length, 0.0) + weight
    if not mix:
        raise ValueError(f"there are no files: write some, as in {EXAMPLE}")
    if not any(mix):
        raise ValueError(f"all files are empty: write sizes of others too, as in {EXAMPLE}")
    return mix


def _check_shares(mix: Mix) -> None:
    total = math.fsum(mix.values())
    if not math.isclose(total, 1, rel_tol=1e-6):
        raise ValueError(f"the shares of the files make {total:.6g}: write shares that make 1")


def parse_files(text: str) -> Mix:
    """Parse a mix of files: sizes with their shares, or with the number of files.

    >>> parse_files("4 KiB: 60 %, 1 MiB: 40 %")
    {4096: 0.6, 1048576: 0.4}

    Raises
    ------
    ValueError
        If the text is not a mix; the message shows the correct form.
    """
    pairs = []
    for part in text.split(","):
        size, colon, weight = (piece.strip() for piece in part.partition(":"))
        if not size or (colon and not weight):
            raise ValueError(f"{quoted(text)} is not a mix of files: write {EXAMPLE}")
        pairs.append((size, weight or "1"))
    mix = _added((_length(size), _weight(weight)) for size, weight in pairs)
    if any("%" in weight for _, weight in pairs):
        _check_shares(mix)
    return mix


def _rows(file: str, ask: Callable[[str], object]) -> list[tuple[int, list[str]]]:
    """Return the lines of a CSV file with their numbers, without comments."""
    try:
        text = contents(file, LARGEST_LIST).decode("utf-8-sig")
        lines = [
            (number, line)
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.startswith("#")
        ]
        mark = separator_of(lines[0][1], "size") if lines else ","
        rows = [(number, fields_of(line, mark)) for number, line in lines]
        return rows if mark == "," else _without_decimal_commas(rows, ask)
    except OSError as error:
        what = f"can't be read ({(error.strerror or str(error)).lower()}): give another path"
    except (UnicodeDecodeError, csv.Error):
        what = "is not CSV text in UTF-8: save it as plain CSV"
    raise InputError([Problem(Place(file), "", what)])


def _without_decimal_commas(
    rows: list[tuple[int, list[str]]], ask: Callable[[str], object]
) -> list[tuple[int, list[str]]]:
    """Replace decimal commas by points in unambiguous columns."""
    for n, name in enumerate(rows[0][1] if rows else []):
        cells = [row[n] for _, row in rows[1:] if len(row) > n]
        if has_decimal_commas(cells):
            ask(asks(name, cells))
            for _, row in rows[1:]:
                row[n : n + 1] = [pointed(cell) for cell in row[n : n + 1]]
    return rows


def read_files(file: str, ask: Callable[[str], object] = lambda _: None) -> Mix:
    """Read a mix of files from a CSV file with the columns size and count, or size and share.

    A size without a unit is in bytes. `ask` is called for columns with decimal commas.

    Raises
    ------
    InputError
        If the file can't be read, or lines are invalid; lists all problems.
    """
    rows = _rows(file, ask)
    head = [name.lower() for name in rows[0][1]] if rows else []
    if sorted(head) not in [sorted(known.split(",")) for known in HEADS]:
        what = f"the first line must name the columns: write '{HEADS[0]}' or '{HEADS[1]}'"
        raise InputError([Problem(Place(file, rows[0][0] if rows else 1, 1), "", what)])
    shares = "share" in head
    problems: list[Problem] = []
    found: list[tuple[int, float]] = []
    for number, cells in rows[1:]:
        if len(problems) > MOST_JUDGED:
            break
        if len(cells) != len(head):
            what = f"{len(cells)} fields, but {len(head)} columns"
            problems.append(Problem(Place(file, number, 1), "", what))
            continue
        row = dict(zip(head, cells, strict=True))
        try:
            weight = _share(row["share"]) if shares else _weight(row["count"])
            size = row["size"]
            found.append((_length(f"{size} B" if size.isdecimal() else size), weight))
        except ValueError as error:
            problems.append(Problem(Place(file, number, 1), "", str(error)))
    if problems:
        raise InputError(problems)
    try:
        mix = _added(found)
        if shares:
            _check_shares(mix)
    except ValueError as error:
        raise InputError([Problem(Place(file), "", str(error))]) from None
    return mix
