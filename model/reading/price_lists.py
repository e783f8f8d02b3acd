"""Price lists as tables: CSV files, and workbooks that spreadsheet programs write.

Each row is a price; the columns are called as the fields of a price book are.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from typing import Any

from model.errors import InputError, Place, Problem, quoted
from model.reading.complaints import remedy
from model.reading.documents import Document, Path, scalar, table_text, unprintable
from model.reading.spreadsheets import Row, is_workbook, rows_of
from model.records import dataclass
from model.units.money import ASK_POINT, THOUSANDS

TOO_MANY = "put texts that contain the separator in quotes, and write amounts with a decimal point"
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
OTHER_NAMES = {
    "unit_price": "price",
    "price_per_unit": "price",
    "price_per_piece": "price",
    "price_each": "price",
    "list_price": "price",
    "part_number": "number",
    "part_no": "number",
    "article_number": "number",
    "article_no": "number",
    "item_number": "number",
    "item_no": "number",
    "sku": "number",
    "mpn": "number",
    "item": "name",
    "product": "name",
    "min_quantity": "from",
    "minimum_quantity": "from",
    "quantity": "pieces",
    "qty": "pieces",
    "vat": "vat_rate",
    "price_date": "date",
    "valid_to": "valid_until",
    "valid_through": "valid_until",
    "delivery_time": "lead_time",
    "remark": "note",
    "remarks": "note",
    "notes": "note",
    "comment": "note",
}
"""What vendors call these columns."""
_OF_CURRENCY = re.compile(r"(.+?)\s*(?:[(\[]\s*([A-Z]{3}|[€£])\s*[)\]]|\bin ([A-Z]{3}|[€£]))\s*")
"""The name of a column with the currency of its amounts, as in 'Unit Price (USD)'."""
_SIGNS = {"€": "EUR", "£": "GBP"}
LONGEST_AMOUNT = 60
_BLANKS = " \u00a0\u202f'\u2019"
_COMMA_LAST = re.compile(rf"\d+,\d{{1,2}}|\d{{1,3}}(?:[.{_BLANKS}]\d{{3}})+,\d{{1,2}}")
_POINT_LAST = re.compile(rf"\d{{1,3}}(?:[,{_BLANKS}]\d{{3}})+\.\d{{1,2}}")
_NO_DECIMALS = re.compile(
    rf"\d{{1,3}}(?:(?:[{_BLANKS}]\d{{3}})+|(?:,\d{{3}}){{2,}}|(?:\.\d{{3}}){{2,}})"
)
_NUMBER = re.compile(rf"(?<![\w.,])\d[\d.,{_BLANKS}]*\d(?![\w.,])")
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
        what = "not a workbook: save it as a plain .xlsx, or rename it to .csv if it is text"
        raise InputError([Problem(Place(file), "", what)])
    rows = rows_of(content, file, SHEET, _is_head) if is_book else _csv_rows(content, file)
    return _document(rows, file, texts_are_numbers=not is_book)


def _csv_rows(content: bytes, file: str) -> list[Row]:
    """Read CSV text, with commas, semicolons or tabs between the cells."""
    text = table_text(content, file)
    lines = [  # without blank lines and comments
        (n, line)
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip(" ,;\t") and not line.startswith("#")
    ]
    if not lines:
        raise InputError([Problem(Place(file), "", "the list is empty: write column names first")])
    mark = max(",;\t", key=lines[0][1].count)
    try:
        read = [(n, next(csv.reader([line], delimiter=mark, strict=True))) for n, line in lines]
    except csv.Error as error:
        what = f"not a CSV text ({error}): save it as plain CSV"
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


def plain_number(text: str) -> str:
    """Write a number with a point for decimals alone, where its marks leave no doubt.

    >>> [plain_number(text) for text in ("489,90 EUR", "1,234.50", "1.234,5", "1,234", "1.234")]
    ['489.90 EUR', '1234.50', '1234.5', '1,234', '1.234']
    """
    is_short = len(text) <= LONGEST_AMOUNT
    return _NUMBER.sub(lambda match: _plain(match[0]), text) if is_short else text


def _plain(number: str) -> str:
    if _COMMA_LAST.fullmatch(number):
        whole, _, decimals = number.rpartition(",")
    elif _POINT_LAST.fullmatch(number):
        whole, _, decimals = number.rpartition(".")
    elif _NO_DECIMALS.fullmatch(number):
        whole, decimals = number, ""
    else:
        return number
    return "".join(filter(str.isdigit, whole)) + (f".{decimals}" if decimals else "")


def _named(text: object) -> tuple[str, str]:
    """Give the field that a column gives, and the currency of its amounts, if its name says it."""
    whole = str(text)
    if (match := _OF_CURRENCY.fullmatch(whole)) and _field(match[1]) == "price":
        currency = match[2] or match[3]
        return "price", _SIGNS.get(currency, currency)
    return _field(whole), ""


def _field(text: str) -> str:
    name = "_".join(text.casefold().replace(".", " ").split())
    return OTHER_NAMES.get(name, name)


def _is_head(row: Row) -> bool:
    return any(_named(cell)[0] == "price" for cell in row.cells.values())


def _head(rows: Sequence[Row], file: str) -> tuple[int, dict[str, int], str]:
    """Find the row of the columns' names.

    Gives how many rows that is, the column of each field, and the currency of the prices.
    """
    for n, row in enumerate(rows[:ROWS_ABOVE]):
        if _is_head(row):
            named = {column: _named(cell) for column, cell in row.cells.items()}
            columns = _columns({c: name for c, (name, _) in named.items()}, row.number, file)
            return n + 1, columns, named[columns["price"]][1]
    what = (
        "no column is called 'price': name the columns in the first line, as in part, price, date"
    )
    raise InputError([Problem(Place(file), "", what)])


def _columns(names: Mapping[int, str], row: int, file: str) -> dict[str, int]:
    problems = []
    columns: dict[str, int] = {}
    for column, name in names.items():
        place = Place(file, row, column)
        if name in columns:
            problems.append(Problem(place, "", f"the column '{name}' occurs twice: keep one"))
        elif name in COLUMNS or name in BESIDE:
            columns[name] = column
        else:
            called = "" if any(map(str.isdigit, name)) else f" {quoted(name)}"  # or an amount
            problems.append(Problem(place, "", f"unknown column{called}{remedy(name, COLUMNS)}"))
    if problems:
        raise InputError(problems)
    return columns


def _document(rows: Sequence[Row], file: str, *, texts_are_numbers: bool) -> TableDocument:
    start, columns, currency = _head(rows, file)
    problems: list[Problem] = []
    lines: list[dict[str, Any]] = []
    numbers: list[int] = []
    for row in rows[start:]:
        line = dict(_line(row, columns, file, problems, texts_are_numbers=texts_are_numbers))
        if "price" in line:  # the rows that nobody filled in
            if currency and line.setdefault("currency", currency) != currency:
                what = f"the head says {currency}: write amounts in it, or name no currency there"
                place = Place(file, row.number, columns["currency"])
                problems.append(Problem(place, "currency", what))
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
            value = plain_number(value)
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
