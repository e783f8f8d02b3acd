"""Mixes of files: a short text, or a table with a line for each size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from model.errors import MOST_JUDGED, InputError, Place, Problem, quoted
from model.pools.layouts import bytes_of
from model.pools.tables import LARGEST_LIST, notice_of_commas
from model.reading.files import contents
from model.units.figures import UnitError, parse

EXAMPLE = "'4 KiB: 60 %, 1 MiB: 40 %'"
HEADS = ("size,count", "size,share")
_HEADS = tuple(frozenset(head.split(",")) for head in HEADS)
PERCENT = 100
FEWEST, MOST = 1e-18, 1e18
"""Limits of a count or a share: more files than any system has, and a share of a single one."""
_Rows = list[tuple[int, list[str], str]]
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


_NAMES = {
    "length": "size",
    "file size": "size",
    "filesize": "size",
    "größe": "size",
    "files": "count",
    "file count": "count",
    "number of files": "count",
    "anzahl": "count",
    "fraction": "share",
    "anteil": "share",
}
"""What others call the columns of a mix of files."""


def _column(text: str) -> tuple[str, str]:
    """Return the field of a column, and the unit of its sizes."""
    from model.reading.tables import unit_in  # slow to import, and rarely needed

    name = " ".join(text.casefold().replace("_", " ").split())
    bare, unit = unit_in(name)
    if unit and _NAMES.get(bare, bare) in ("size", ""):
        return "size", unit
    name = _NAMES.get(name, name)
    return (name, "B" if name == "size" else "") if name in ("size", "count", "share") else ("", "")


def _columns_and_rows(
    content: bytes, file: str, ask: Callable[[str], object]
) -> tuple[list[tuple[str, str]], int, _Rows]:
    """Return the columns of a table with their units, its line, and the rows below."""
    from model.reading.tables import plain_number, read_table, text_rows  # slow to import

    if not content.strip():
        return [], 1, []
    table = read_table(content, file, lambda text: _column(text)[0], _HEADS, most=LARGEST_LIST)
    names = [str(name) for _, name in sorted(table.head.cells.items())]
    if not table.has_known_head:
        return [], table.head.number, []
    rows = text_rows(table)
    for n, name in enumerate(names):
        cells = [row[n] for _, row, _ in rows]
        if notice := notice_of_commas(name.lower(), cells):
            ask(notice)
        for _, row, _ in rows:
            row[n] = plain_number(row[n], "," if notice else "")
    return [_column(name) for name in names], table.head.number, rows


def read_files(file: str, ask: Callable[[str], object] = lambda _: None) -> Mix:
    """Read a mix of files from a file with such a table as `read_mix` reads.

    Raises
    ------
    InputError
        If the file can't be read, or lines are invalid; lists all problems.
    """
    try:
        content = contents(file, LARGEST_LIST)
    except OSError as error:
        what = f"can't be read ({(error.strerror or str(error)).lower()}): give another path"
        raise InputError([Problem(Place(file), "", what)]) from None
    return read_mix(content, file, ask)


def read_mix(content: bytes, file: str, ask: Callable[[str], object] = lambda _: None) -> Mix:
    """Read a mix of files from a table with the columns size and count, or size and share.

    A size without a unit is in bytes, or in the unit of its column, as in 'size (KiB)'. `ask` is
    called for columns with decimal commas.

    Raises
    ------
    InputError
        If lines are invalid; lists all problems.
    """
    columns, line, rows = _columns_and_rows(content, file, ask)
    head = [name for name, _ in columns]
    if frozenset(head) not in _HEADS or len(head) != 2:
        what = f"the first line must name the columns: write '{HEADS[0]}' or '{HEADS[1]}'"
        raise InputError([Problem(Place(file, line, 1), "", what)])
    shares, unit = "share" in head, dict(columns)["size"]
    problems: list[Problem] = []
    found: list[tuple[int, float]] = []
    for number, cells, what in rows:
        if len(problems) > MOST_JUDGED:
            break
        if what:
            problems.append(Problem(Place(file, number, 1), "", what))
            continue
        row = dict(zip(head, cells, strict=True))
        try:
            weight = _share(row["share"]) if shares else _weight(row["count"])
            size = row["size"]
            is_bare = size.replace(".", "", 1).isdecimal()
            found.append((_length(f"{size} {unit}" if is_bare else size), weight))
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
