"""Tables that others send: CSV text or workbooks, in the forms that programs and vendors write.

One reader for prices, usage histories and sizes of files. It finds the row of the column names,
the separator and the encoding by the names that it is told; each of them can be stated instead.
"""

from __future__ import annotations

import codecs
import csv
import re
from array import array
from collections.abc import Callable, Sequence
from typing import NoReturn

from model.errors import InputError, Place, Problem
from model.reading.documents import LARGEST_SOURCE, table_text, text_of
from model.reading.spreadsheets import Row, Value, is_workbook, rows_of
from model.records import dataclass, replace
from model.units.figures import UNITS

SEPARATORS = (",", ";", "\t", "|")
ENCODINGS = ("utf-8", "windows-1252", "utf-16", "iso-8859-15", "mac-roman")
DECIMAL_MARKS = (".", ",")
TABLES = ("csv", "tsv", "txt", "xlsx", "xlsm")
"""Extensions of tables to choose from."""
OF_WORKBOOKS = (".xlsx", ".xlsm", ".xls")
"""Extensions of workbooks."""
ROWS_ABOVE = 30
"""Maximum number of rows above the head of a table."""
LINES_IN_A_CELL = 10
"""A quoted cell with more lines has lost a quotation mark."""
LONGEST_AMOUNT = 60
LONGEST_NAME = 100
"""Characters of a column name that may be known."""
MOST_COLUMNS = 500
TOO_MANY = "put texts that contain the separator in quotes, and write amounts with a decimal point"
_BLANKS = " \u00a0\u2009\u202f'\u2019"
_COMMA_LAST = re.compile(rf"\d+,\d{{1,2}}|\d{{1,3}}(?:[.{_BLANKS}]\d{{3}})+,\d{{1,2}}")
_POINT_LAST = re.compile(rf"\d{{1,3}}(?:[,{_BLANKS}]\d{{3}})+\.\d{{1,2}}")
_NO_DECIMALS = re.compile(
    rf"\d{{1,3}}(?:(?:[{_BLANKS}]\d{{3}})+|(?:,\d{{3}}){{2,}}|(?:\.\d{{3}}){{2,}})"
)
_NUMBER = re.compile(rf"(?<![\w.,])\d[\d.,{_BLANKS}]*\d(?![\w.,])")
_SIMPLE = re.compile(r"[0-9]{1,40}(?:([.,])([0-9]{1,19}))?")
"""Numbers without separators of thousands, if they have a mark at all."""
_STATED = {
    mark: re.compile(rf"(\d+|\d{{1,3}}(?:[{other}{_BLANKS}]\d{{3}})+)(?:\{mark}(\d+))?")
    for mark, other in ((".", ","), (",", "."))
}
"""Numbers with a stated decimal mark."""
_NO_CENTS = re.compile(r"(?<=\d)([.,])[-\u2013\u2014]{1,2}(?!\d)")
"""The end of a round amount, as in '1.049,-'."""
_SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
"""A first line with which Excel is told the separator."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is read; what is empty is found by its column names."""

    sheet: str = ""
    encoding: str = ""
    separator: str = ""
    head_row: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, with the options by which it was read."""

    file: str
    above: tuple[Row, ...]
    head: Row
    rows: tuple[Row, ...]
    is_book: bool
    options: TableOptions
    has_known_head: bool
    """Whether the head has the needed names; otherwise it is only the first row."""


def _refuse(place: Place, what: str) -> NoReturn:
    raise InputError([Problem(place, "", what)])


def read_table(
    content: bytes,
    file: str,
    field_of: Callable[[str], str],
    needed: Sequence[frozenset[str]],
    options: TableOptions = TableOptions(),  # noqa: B008 - it is frozen
    sheet: str = "",
    most: int = LARGEST_SOURCE,
) -> Table:
    """Read a table.

    Parameters
    ----------
    field_of
        The field that a column name stands for; an empty text if it is unknown.
    needed
        Sets of fields, of which the head of the table has at least one.
    sheet
        Name of the preferred sheet of a workbook.
    most
        Upper limit of the size of a text in bytes.

    Raises
    ------
    InputError
        With everything that prevents reading.
    """

    def score(row: Row) -> int:
        fields = {field_of(str(cell)) for cell in row.cells.values()} - {""}
        return len(fields) if any(one <= fields for one in needed) else 0

    is_book = is_workbook(content)
    if not is_book and file.casefold().endswith(OF_WORKBOOKS):
        what = "not a workbook: save it as a plain .xlsx, or rename it to .csv if it is text"
        _refuse(Place(file), what)
    if is_book:
        rows = rows_of(content, file, sheet, lambda row: score(row) > 0, options.sheet)
        encoding = separator = ""
    else:
        text, encoding = _decoded(content, file, options.encoding, most)
        rows, separator = _csv_rows(text, file, options.separator, score)
    if not rows:
        _refuse(Place(file), "the list is empty: write column names first")
    first = rows[:ROWS_ABOVE]
    if options.head_row is not None:
        found = next((n for n, row in enumerate(rows) if row.number == options.head_row), None)
        if found is None:
            _refuse(Place(file), f"row {options.head_row} is empty: choose the row of column names")
        at = found
    else:
        at = max(range(len(first)), key=lambda n: (score(first[n]), -n))
    head = rows[at]
    used = TableOptions(options.sheet, encoding, separator, head.number)
    below = tuple(_without_head(row, head) for row in rows[at + 1 :])
    return Table(file, tuple(rows[:at]), head, below, is_book, used, score(head) > 0)


def _without_head(row: Row, head: Row) -> Row:
    """Return a row without what is wrong with the head: its cells may be merged with ones below."""
    wrong = {column: one for column, one in row.wrong.items() if one.place.line != head.number}
    return row if len(wrong) == len(row.wrong) else replace(row, wrong=wrong)


def _decoded(content: bytes, file: str, encoding: str, most: int) -> tuple[str, str]:
    """Return the text of a table, and its encoding."""
    if encoding:
        try:
            return text_of(content[: most + 1].decode(encoding), file, most=most), encoding
        except (UnicodeDecodeError, LookupError):
            _refuse(Place(file), f"this is not text in {encoding}: choose another encoding")
    text = table_text(content, file, most)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return text, "utf-16"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return text, "windows-1252"
    return text, "utf-8"


def _csv_rows(
    text: str, file: str, separator: str, score: Callable[[Row], int]
) -> tuple[list[Row], str]:
    """Return the rows of CSV text, without blank lines and comments, and the separator."""
    lines = [
        (n, line)
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip(" ,;\t") and not line.startswith("#")
    ]
    if lines and (told := _SEPARATOR_LINE.fullmatch(lines[0][1].strip())):
        lines, separator = lines[1:], separator or told[1]
    if not lines:
        return [], separator
    try:
        separator = separator or _separator(lines[:ROWS_ABOVE], score)
        return _parted(lines, separator, file), separator
    except csv.Error as error:
        what = f"not a CSV text ({error}): save it as plain CSV"
        raise InputError([Problem(Place(file), "", what)]) from None


def _separator(lines: Sequence[tuple[int, str]], score: Callable[[Row], int]) -> str:
    """Return the separator that yields most known column names in a line."""
    scores = {mark: 0 for mark in SEPARATORS}
    for n, line in lines:
        for mark in SEPARATORS:
            if mark in line:
                cells = next(csv.reader([line], delimiter=mark), [])[:MOST_COLUMNS]
                row = Row(n, {c: cell.strip() for c, cell in enumerate(cells, 1)})
                scores[mark] = max(scores[mark], score(row))
    best = max(scores, key=lambda mark: scores[mark])
    return best if scores[best] else max(SEPARATORS[:3], key=lines[0][1].count)


def _parted(lines: Sequence[tuple[int, str]], separator: str, file: str) -> list[Row]:
    reader = csv.reader(
        (f"{line}\n" for _, line in lines), delimiter=separator, strict=True, skipinitialspace=True
    )
    rows: list[Row] = []
    start = 0
    for cells in reader:
        if len(cells) > MOST_COLUMNS:
            what = f"has {len(cells)} cells: at most {MOST_COLUMNS} columns are read"
            _refuse(Place(file, lines[start][0], 1), what)
        number, start, last = lines[start][0], reader.line_num, lines[reader.line_num - 1][0]
        if last - number >= LINES_IN_A_CELL:
            _refuse(Place(file, number, 1), "not a CSV text: a quotation mark isn't closed")
        found: dict[int, Value] = {
            c: " ".join(cell.split()) for c, cell in enumerate(cells, 1) if cell.strip()
        }
        rows.append(Row(number, found, width=len(cells)))
    return rows


@dataclass(frozen=True, slots=True)
class Columns:
    """A long table by its columns, without the rows that have more or fewer cells than the head."""

    above: tuple[Row, ...]
    head: Row
    numbers: Sequence[int]
    """The line of each row."""
    cells: tuple[list[str], ...]
    """The texts of each column with a name."""
    is_book: bool
    has_known_head: bool


HEAD_LINES = 200
"""Lines in which the head of a long text is looked for."""
MOST_SHARED = 5_000
"""Different texts of a column that are kept once each, such as days and groups."""


def read_columns(
    content: bytes,
    file: str,
    field_of: Callable[[str], str],
    needed: Sequence[frozenset[str]],
    most: int,
) -> Columns:
    """Read a table of many rows by its columns, in linear time and little memory.

    Raises
    ------
    InputError
        With everything that prevents reading.
    """
    if is_workbook(content):
        return _by_columns(read_table(content, file, field_of, needed))
    text, _ = _decoded(content, file, "", most)
    lines = text.splitlines()
    if len(lines) <= HEAD_LINES:
        return _by_columns(read_table(content, file, field_of, needed, most=most))
    first = "\n".join(lines[:HEAD_LINES])
    table = read_table(first.encode(), file, field_of, needed, most=most)
    if not table.has_known_head:
        return Columns(table.above, table.head, (), (), False, False)
    numbers, cells = _long(lines, table)
    return Columns(table.above, table.head, numbers, cells, False, True)


def _by_columns(table: Table) -> Columns:
    if not table.has_known_head:
        return Columns(table.above, table.head, (), (), table.is_book, False)
    rows = [(number, cells) for number, cells, wrong in text_rows(table) if not wrong]
    columns = tuple([cells[n] for _, cells in rows] for n in range(len(table.head.cells)))
    numbers = [number for number, _ in rows]
    return Columns(table.above, table.head, numbers, columns, table.is_book, True)


def _long(lines: list[str], table: Table) -> tuple[array[int], tuple[list[str], ...]]:
    """Return the lines of all rows below a head, and their cells by column."""
    at = table.head.number  # lines are counted from 1
    below = [
        n for n in range(at, len(lines)) if lines[n].strip(" ,;\t") and not lines[n].startswith("#")
    ]
    reader = csv.reader(
        (f"{lines[n]}\n" for n in below),
        delimiter=table.options.separator,
        strict=True,
        skipinitialspace=True,
    )
    head = sorted(table.head.cells)
    width, is_full = table.head.width, head == list(range(1, table.head.width + 1))
    columns: tuple[list[str], ...] = tuple([] for _ in head)
    shared: tuple[dict[str, str], ...] = tuple({} for _ in head)
    picked = [(n - 1, column, own) for n, column, own in zip(head, columns, shared, strict=True)]
    numbers = array("L")
    start = 0
    try:
        for row in reader:
            number, start = below[start] + 1, reader.line_num
            if below[start - 1] + 1 - number >= LINES_IN_A_CELL:
                what = "not a CSV text: a quotation mark isn't closed"
                _refuse(Place(table.file, number, 1), what)
            if len(row) != width or not is_full:
                if len(row) < len(head) or any(
                    cell.strip() and n not in table.head.cells for n, cell in enumerate(row, 1)
                ):
                    continue
                row += [""] * (width - len(row))
            numbers.append(number)
            for n, column, own in picked:
                cell = row[n].strip()
                cell = own.setdefault(cell, cell) if len(own) < MOST_SHARED else own.get(cell, cell)
                column.append(cell)
    except csv.Error as error:
        what = f"not a CSV text ({error}): save it as plain CSV"
        raise InputError([Problem(Place(table.file), "", what)]) from None
    return numbers, columns


def check_widths(table: Table) -> None:
    """Refuse rows with more cells than the head: a separator stands in a cell."""
    wide = max(table.head.cells) if table.is_book else max(table.head.width, 1)
    problems = [
        Problem(
            Place(table.file, row.number, wide + 1),
            "",
            f"has {row.width} cells, but the head has {wide}: {TOO_MANY}",
        )
        for row in table.rows
        if not table.is_book and max(row.cells, default=0) > wide
    ]
    if problems:
        raise InputError(problems)


def text_rows(table: Table) -> list[tuple[int, list[str], str]]:
    """Return each row below the head: its line, a text for each column, and what is wrong with it.

    Wrong are rows with more or fewer cells than the head.

    Raises
    ------
    InputError
        If a cell isn't a value.
    """
    columns = sorted(table.head.cells)
    if problems := [problem for row in table.rows for problem in row.wrong.values()]:
        raise InputError(problems)
    rows = []
    for row in table.rows:
        there = max(row.width, *row.cells, 0)
        is_short = not table.is_book and there < len(columns)
        what = f"has {there} cells, but the head has {len(columns)}: write one for each column"
        is_wrong = is_short or any(column not in table.head.cells for column in row.cells)
        cells = [_text(row.cells.get(column)) for column in columns]
        rows.append((row.number, cells, what if is_wrong else ""))
    return rows


def _text(value: Value | None) -> str:
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


_UNITS = {
    symbol.casefold(): symbol
    for symbol in UNITS["byte"].symbols
    if symbol.endswith("B") and symbol not in ("B", "kB")  # 'kbytes' are 1024 or 1000 bytes
} | {"bytes": "B"}
_LAST_WORD = re.compile(r"(.*?)[ _]*[(\[]?(?<![^\W_])([a-z]+)[)\]]?")


def unit_in(name: str) -> tuple[str, str]:
    """Return a column name without the unit of bytes that it ends in, and that unit.

    >>> unit_in("used_kib"), unit_in("Size (TiB)"), unit_in("date")
    (('used', 'KiB'), ('size', 'TiB'), ('date', ''))
    """
    name = name.casefold()
    if len(name) > LONGEST_NAME:
        return name, ""
    word = _LAST_WORD.fullmatch(name)
    unit = _UNITS.get(word[2]) if word else None
    return (word[1], unit) if word and unit else (name, "")


def plain_number(text: str, decimal_mark: str = "") -> str:
    """Write numbers with a decimal point alone: by the stated mark, or where there is no doubt.

    >>> [plain_number(text) for text in ("489,90 EUR", "1,234.50", "1.234,5", "1,234", "1.234")]
    ['489.90 EUR', '1234.50', '1234.5', '1,234', '1.234']
    >>> plain_number("1.234", ","), plain_number("1.049,-")
    ('1234', '1049.00')
    """
    if len(text) > LONGEST_AMOUNT:
        return text
    text = _NO_CENTS.sub(r"\g<1>00", text)
    return _NUMBER.sub(lambda match: _plain(match[0], decimal_mark), text)


def _plain(number: str, decimal_mark: str) -> str:
    if decimal_mark:
        stated = _STATED[decimal_mark].fullmatch(number)
        if stated is None:
            return number
        whole, decimals = stated[1], stated[2] or ""
    elif _COMMA_LAST.fullmatch(number):
        whole, _, decimals = number.rpartition(",")
    elif _POINT_LAST.fullmatch(number):
        whole, _, decimals = number.rpartition(".")
    elif _NO_DECIMALS.fullmatch(number):
        whole, decimals = number, ""
    else:
        return number
    return "".join(filter(str.isdigit, whole)) + (f".{decimals}" if decimals else "")


def decimal_mark_of(cells: Sequence[str]) -> str:
    """Return the decimal mark of a column of numbers; an empty text if nothing decides.

    >>> decimal_mark_of(["1.234", "489,90"]), decimal_mark_of(["1,234", "5.5"])
    (',', '.')
    >>> decimal_mark_of(["1.234"]), decimal_mark_of(["489,90", "489.90"])
    ('', '')
    """
    found = set()
    for cell in cells:
        if simple := _SIMPLE.fullmatch(cell):
            if simple[1] and len(simple[2]) != 3:
                found.add(simple[1])
            continue
        for match in _NUMBER.finditer(_NO_CENTS.sub(r"\g<1>00", cell[:LONGEST_AMOUNT])):
            marks = [sign for sign in match[0] if sign in ".,"]
            if not marks:
                continue
            last = marks[-1]
            digits = len(match[0].rpartition(last)[2])
            if marks.count(last) > 1:  # a mark that is repeated separates thousands
                found.add(DECIMAL_MARKS[last == "."])
            elif digits != 3 or len(set(marks)) > 1:
                found.add(last)
    return found.pop() if len(found) == 1 else ""
