"""Price lists as tables: CSV files, and workbooks that spreadsheet programs write.

Each row is a price; the columns are called as the fields of a price book are.
"""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from typing import Any

from model.errors import InputError, Place, Problem, quoted
from model.reading.complaints import remedy
from model.reading.documents import Document, Path, scalar, text_of, unprintable
from model.reading.spreadsheets import Row, is_workbook, rows_of
from model.records import dataclass
from model.units.money import ASK_POINT, THOUSANDS

TOO_MANY = "write texts that hold the mark between cells in quotes, and amounts with a point"
SHEET = "Prices"
"""The sheet of a workbook that is read, if there is one of that name; else its only one."""
OF_WORKBOOKS = (".xlsx", ".xlsm", ".xls")
"""How files are called that are workbooks."""
COLUMNS = (
    "part",
    "number",
    "name",
    "from",
    "price",
    "currency",
    "discount",
    "taxes",
    "vat_rate",
    "date",
    "valid_until",
    "lead_time",
    "includes",
    "source",
    "confidence",
    "note",
)
"""The columns of a price list, by the fields that they give."""
TEXTS = ("part", "number", "name", "taxes", "includes", "source", "confidence", "note", "currency")
DATES = ("date", "valid_until")
MAY_HOLD_DATES = (*DATES, "source", "includes", "note")
"""The columns in which a date is read; one elsewhere is a cell that a program took for a date."""
BESIDE = ("description", "pieces", "unit", "seen")
"""Columns that help who fills the list, and aren't read."""
ROWS_ABOVE = 10
"""Rows above the head of a table at most."""
LAST_YEAR = 2999
"""Numbers up to this one are years where dates stand; larger ones are days of a spreadsheet."""


@dataclass(frozen=True)
class TableDocument(Document):
    """What a table says: its lines, each with the row and the columns that they stand in."""

    rows: tuple[int, ...] = field(default=(), repr=False)
    columns: Mapping[str, int] = field(default_factory=dict, repr=False)

    def place(self, path: Path = ()) -> Place:
        """Where the field at `path` stands."""
        if len(path) < 2:
            return Place(self.file)
        column = self.columns.get(str(path[2]), 1) if len(path) > 2 else 1
        return Place(self.file, self.rows[int(path[1])], column)


def price_list(content: bytes, file: str) -> TableDocument:
    """Read a price list, as a workbook or as CSV text.

    Raises
    ------
    InputError
        With everything that keeps the table from being read.
    """
    is_book = is_workbook(content)
    if not is_book and file.casefold().endswith(OF_WORKBOOKS):
        what = "it is no workbook: save it as a plain .xlsx, or call it .csv if it is text"
        raise InputError([Problem(Place(file), "", what)])
    rows = rows_of(content, file, SHEET) if is_book else _csv_rows(content, file)
    return _document(rows, file, texts_are_numbers=not is_book)


def _csv_rows(content: bytes, file: str) -> list[Row]:
    """Read CSV text, with commas, semicolons or tabs between the cells."""
    text = text_of(content, file)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if _says(line)]
    if not lines:
        raise InputError([Problem(Place(file), "", "the list is empty: write column names first")])
    mark = max(",;\t", key=lines[0][1].count)
    try:
        read = [(n, next(csv.reader([line], delimiter=mark, strict=True))) for n, line in lines]
    except csv.Error as error:
        what = f"this is no CSV text ({error}): save it as plain CSV"
        raise InputError([Problem(Place(file), "", what)]) from None
    wide = len(read[0][1])
    problems = [
        Problem(
            Place(file, n, wide + 1),
            "",
            f"has {len(cells)} cells, but the head has {wide}: {TOO_MANY}",
        )
        for n, cells in read
        if any(cell.strip() for cell in cells[wide:])
    ]
    if problems:
        raise InputError(problems)
    return [
        Row(n, {c: cell.strip() for c, cell in enumerate(cells, 1) if cell.strip()})
        for n, cells in read
    ]


def _says(line: str) -> bool:
    return bool(line.strip(" ,;\t")) and not line.startswith("#")


FORMULA = ("=", "+", "-", "@")
"""How texts begin that a spreadsheet program would take for a formula."""
GUARD = "'"


def guarded(text: str) -> str:
    """Keep a spreadsheet program from taking a text in CSV for a formula."""
    return f"{GUARD}{text}" if text.lstrip(GUARD).startswith(FORMULA) else text


def unguarded(text: str) -> str:
    """Give a text as it was before it was guarded."""
    is_guarded = text.startswith(GUARD) and text.lstrip(GUARD).startswith(FORMULA)
    return text.removeprefix(GUARD) if is_guarded else text


def amount(value: float) -> str:
    """Write an amount so that nobody can take its point for a mark between thousands."""
    text = format(Decimal(repr(value)), "f")
    return f"{text}0" if THOUSANDS.fullmatch(text) else text


def _named(text: object) -> str:
    return "_".join(str(text).casefold().split())


def _head(rows: Sequence[Row], file: str) -> tuple[int, dict[str, int]]:
    """Find the row of the columns' names; give what follows it, and the column of each field."""
    for n, row in enumerate(rows[:ROWS_ABOVE]):
        names = {column: _named(cell) for column, cell in row.cells.items()}
        if "price" in names.values():
            return n + 1, _columns(names, row.number, file)
    what = (
        "no column is called 'price': name the columns in the first line, as in part, price, date"
    )
    raise InputError([Problem(Place(file), "", what)])


def _columns(names: Mapping[int, str], row: int, file: str) -> dict[str, int]:
    problems = []
    found: dict[str, int] = {}
    for column, name in names.items():
        place = Place(file, row, column)
        if name in found:
            problems.append(Problem(place, "", f"the column '{name}' stands twice: keep one"))
        elif name in COLUMNS or name in BESIDE:
            found[name] = column
        else:
            called = "" if any(map(str.isdigit, name)) else f" {quoted(name)}"  # or an amount
            problems.append(Problem(place, "", f"unknown column{called}{remedy(name, COLUMNS)}"))
    if problems:
        raise InputError(problems)
    return found


def _document(rows: Sequence[Row], file: str, *, texts_are_numbers: bool) -> TableDocument:
    start, columns = _head(rows, file)
    problems: list[Problem] = []
    lines: list[dict[str, Any]] = []
    numbers: list[int] = []
    for row in rows[start:]:
        line = dict(_line(row, columns, file, problems, texts_are_numbers=texts_are_numbers))
        if "price" in line:  # the rows that nobody filled in
            lines.append(line)
            numbers.append(row.number)
    if problems:
        raise InputError(problems)
    if not lines:
        what = "no row has a price: fill in the column 'price'"
        raise InputError([Problem(Place(file), "", what)])
    return TableDocument({"lines": lines}, file, rows=tuple(numbers), columns=columns)


def _line(
    row: Row,
    columns: Mapping[str, int],
    file: str,
    problems: list[Problem],
    *,
    texts_are_numbers: bool,
) -> Iterator[tuple[str, Any]]:
    for name, column in columns.items():
        value: Any = row.cells.get(column)
        if value is None or name in BESIDE:
            continue
        if isinstance(value, str) and (what := unprintable(value)):
            problems.append(Problem(Place(file, row.number, column), name, what))
        elif isinstance(value, datetime.date) and name not in MAY_HOLD_DATES:
            what = f"the date {value} stands here: {_instead(name)}"
            problems.append(Problem(Place(file, row.number, column), name, what))
            yield name, None
        elif name in TEXTS:
            yield name, unguarded(str(value))
        elif name in DATES:
            yield name, _date(value, row.first_day)
        elif isinstance(value, str):
            if name == "price" and THOUSANDS.fullmatch(value):
                problems.append(Problem(Place(file, row.number, column), name, ASK_POINT))
            read = scalar(value)
            if not texts_are_numbers and not isinstance(read, str):
                what = "this number is a text: make the cell a number"
                problems.append(Problem(Place(file, row.number, column), name, what))
            yield name, read
        else:
            yield name, value


def _instead(name: str) -> str:
    """Say what to write where a cell is shown as a date."""
    kind = "text" if name in TEXTS else "number"
    return f"format the cell as a {kind}, and write the {name.replace('_', ' ')} in it"


def _date(value: Any, first_day: datetime.date) -> Any:
    """Give the day that a spreadsheet counts; a text, or a year, as it is."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and LAST_YEAR < value < 1_000_000:
        return (first_day + datetime.timedelta(days=int(value))).isoformat()
    return str(value)
