"""Reading the cells of a workbook that somebody sends: values alone, and nothing is computed.

A workbook is an archive, and a small one may hold more than a machine has memory for. So its
directory is looked at before any of it is unpacked. Macros and links to other files are refused.
Formulas, errors and merged cells are refused where their values are needed, each with its place:
what they stand for isn't in the cell.
"""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
import zlib
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import NamedTuple, NoReturn
from xml.etree import ElementTree

from model.errors import InputError, Place, Problem, quoted
from model.reading.number_formats import hides, shown_by
from model.records import dataclass
from model.units.figures import grouped

LARGEST = 20_000_000
"""Bytes of all parts unpacked: more than a price list of 5,000 lines takes twenty times over."""
MOST_TIMES = 200
"""How often larger than packed a part may be: lists of prices shrink to a tenth at most."""
MOST_PARTS = 500
MOST_ROWS, MOST_COLUMNS = 20_000, 60
LONGEST_TEXT = 1_000
LONGEST_FORMAT = 255
"""Characters of a number format that count, as in Excel; a longer one is of no dates."""
MOST_NAMED = 5
HEAD_WITHIN = 30
"""Rows in which the head of a sheet is looked for."""
PRICES = "Prices"
"""The sheet of a workbook with prices."""
PACKED = "it can't be unpacked: save it as a plain .xlsx"
OLD = b"\xd0\xcf\x11\xe0"
"""How workbooks of the old kind begin, and those with a password."""
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
"""Names of elements in the other form that Excel saves (ISO/IEC 29500, Strict)."""
_NAMED_CELL = re.compile(
    r"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^'!]+))!\$?(?P<column>[A-Z]{1,3})\$?(?P<row>[0-9]{1,7})"
)
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ACTIVE = (
    ("vbaproject", "the file contains macros: save it as .xlsx without them"),
    ("macrosheets/", "the file contains macros of old Excel: save it as .xlsx without them"),
    ("externallinks/", "it is linked to other files: break the links, and save the values"),
    ("embeddings/", "the file contains objects of other programs: remove them"),
    ("activex/", "the file contains controls of other programs: remove them"),
    ("ctrlprops/", "the file contains controls: remove them"),
    ("connections.xml", "it fetches data from elsewhere: break the connections, save the values"),
)
"""What makes a workbook more than cells, and what to do about it."""

_TRUE = ("1", "true")
_NO_SIZE = ("0", "0.0")
"""Heights of rows and widths of columns that nobody sees."""
FIRST_DAY = datetime.date(1899, 12, 30)
"""Day 0 of spreadsheets."""
FIRST_OF_1904 = datetime.date(1904, 1, 1)
"""Day 0 of those that count from 1904, as Excel on Macs did (ECMA-376 part 1, 18.17.4.1)."""
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The formats of dates and times that have no text in a file (ECMA-376 part 1, 18.8.30)."""
_LITERAL = re.compile(r'"[^"]*"|[\\_*].|\[[^\]]*\]')
"""What a number format shows literally, and its colours and currencies: no letters of a date."""
_DAYS = re.compile(r"[dmyhs]", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![s.0])[0#?]", re.IGNORECASE)
"""A place of a digit, but for the fractions of a second."""

Value = str | float | bool | datetime.date


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sheet: its number, and its cells by their columns, both from 1.

    Numbers that stand where dates belong count from `first_day`.
    """

    number: int
    cells: dict[int, Value]
    first_day: datetime.date = FIRST_DAY
    wrong: Mapping[int, Problem] = field(default_factory=dict)
    """Columns whose value isn't in the cell, or isn't what the cell shows.

    These are formulas, errors and merged cells; and numbers whose format hides a part of them, and
    values that are struck through, which `cells` have.
    """
    width: int = 0
    """Number of cells of a line of text."""
    is_hidden: bool = False
    """Whether a program shows it only on request."""
    hidden: frozenset[int] = frozenset()
    """Columns that are hidden."""
    shown: Mapping[int, str] = field(default_factory=dict)
    """What the formats of numbers show beside them, such as a currency, by column."""


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of a sheet by their numbers, and the ranges of its merged cells."""

    rows: Mapping[int, Row]
    merged: tuple[tuple[int, int, int, int], ...]
    """First row and column, last row and column."""
    is_hidden: bool = False
    """Whether a program shows it only on request, or not at all."""


class _Styles(NamedTuple):
    """What the styles of cells say of their numbers, by the key of the style."""

    dates: frozenset[str]
    """Those that show dates or times."""
    shown: Mapping[str, str]
    """Texts beside the number."""
    hidden: Mapping[str, str]
    """What isn't shown of the number."""
    struck: frozenset[str]
    """Those of values that are struck through."""


class _Texts(NamedTuple):
    """The texts that cells share."""

    texts: list[str]
    struck: frozenset[int]
    """Those of which a part is struck through."""


def _refuse(file: str, what: str) -> NoReturn:
    raise InputError([Problem(Place(file), "", what)])


def is_workbook(content: bytes) -> bool:
    """Tell whether a file is a workbook, by how it begins."""
    return content.startswith((b"PK\x03\x04", OLD))


def rows_of(
    content: bytes,
    file: str,
    sheet: str = "",
    is_head: Callable[[Row], bool] = lambda _: False,
    chosen: str = "",
) -> list[Row]:
    """Give the rows of a sheet: the chosen one, or the only one with a head, or with cells.

    If several sheets qualify, the one called `sheet` is read.

    Raises
    ------
    InputError
        It is no workbook, or holds more than values.
    """
    with _opened(content, file) as archive:
        return _rows(archive, file, sheet, is_head, chosen)


@contextmanager
def _opened(content: bytes, file: str) -> Iterator[zipfile.ZipFile]:
    """Open a workbook that holds only cells; what is wrong with it is one line."""
    if content.startswith(OLD):
        _refuse(file, "it is of the old kind, or has a password: save it as a plain .xlsx")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check(archive, file)
            if STRICT in archive.read("xl/workbook.xml"):
                _refuse(file, "it is a Strict Open XML workbook: save it as a plain .xlsx")
            yield archive
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError):
        _refuse(file, PACKED)
    except (zlib.error, EOFError, OSError):
        _refuse(file, "it is damaged: copy or save it again as a plain .xlsx")
    except (ElementTree.ParseError, LookupError, ValueError):
        _refuse(file, "it isn't built as a workbook is: save it as a plain .xlsx")


def _check(archive: zipfile.ZipFile, file: str) -> None:
    """Refuse by the directory what would be too large, or isn't only cells."""
    parts = archive.infolist()
    size = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or size > LARGEST:
        most = f"{LARGEST // 1_000_000} MB and {MOST_PARTS} parts"
        _refuse(file, f"it is too large when it is unpacked: at most {most} are read")
    swollen = (p for p in parts if p.file_size > 1_000_000)
    if any(part.file_size > MOST_TIMES * max(part.compress_size, 1) for part in swollen):
        _refuse(file, "a part of it swells when it is unpacked, as no price list does: not read")
    if any(part.flag_bits & 1 for part in parts):
        _refuse(file, "it has a password: save it without one")
    names = [part.filename.casefold() for part in parts]
    if len(set(names)) < len(names):
        _refuse(file, "a part of it is there twice: save it as a plain .xlsx")
    wrong = [what for mark, what in _ACTIVE if any(mark in name for name in names)]
    if wrong:
        raise InputError(Problem(Place(file), "", what) for what in wrong)


def _tree(archive: zipfile.ZipFile, part: str) -> ElementTree.Element:
    """Read a part; one that declares entities is none that a spreadsheet program writes.

    Nor is one in UTF-16, in which they could hide.
    """
    text = archive.read(part)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text or b"\0" in text:
        raise ValueError(part)
    return ElementTree.fromstring(text)  # no entities are declared


def _rows(
    archive: zipfile.ZipFile, file: str, wanted: str, is_head: Callable[[Row], bool], chosen: str
) -> list[Row]:
    workbook = _tree(archive, "xl/workbook.xml")
    sheets = workbook.findall(f"{MAIN}sheets/{MAIN}sheet")
    links = _links(archive)
    if not sheets:
        raise ValueError("no sheet")
    name = (chosen or wanted).casefold()
    seen = sheets if chosen else [s for s in sheets if s.get("state", "visible") == "visible"]
    named = [s for s in seen if s.get("name", "").casefold() == name][:1]
    if chosen and not named:
        names = ", ".join(quoted(s.get("name", "")) for s in sheets[:MOST_NAMED])
        _refuse(file, f"no sheet is called {quoted(chosen)}: choose one of {names}")
    texts, styles, first_day = _shared(archive), _styles(archive), _first_day(workbook)
    full: dict[str, list[Row]] = {}
    for sheet in named or seen:
        title = sheet.get("name", "")
        tree = _sheet(archive, sheet, links)
        if named or any(len(cell) for cell in tree.iter(f"{MAIN}c")):
            full[title] = list(_read(tree, texts, styles, first_day, f"{file} [{title}]"))
    if len(full) > 1:
        with_head = {
            title: rows
            for title, rows in full.items()
            if any(is_head(row) for row in rows[:HEAD_WITHIN])
        }
        full = with_head if len(with_head) == 1 else full
    if len(full) > 1:
        what = f"{len(full)} sheets have cells: name the one with the prices '{wanted}'"
        if wanted != PRICES:
            what = f"{len(full)} sheets have cells: keep one of them"
        names = ", ".join(map(quoted, list(full)[:MOST_NAMED]))
        _refuse(file, f"{what}; there are {names}")
    return next(iter(full.values()), [])


def _first_day(workbook: ElementTree.Element) -> datetime.date:
    properties = workbook.find(f"{MAIN}workbookPr")
    is_of_1904 = properties is not None and properties.get("date1904") in _TRUE
    return FIRST_OF_1904 if is_of_1904 else FIRST_DAY


def pages_of(content: bytes, file: str, titles: Container[str]) -> dict[str, Page]:
    """Give the sheets of these titles, whatever else the workbook has.

    Raises
    ------
    InputError
        It is no workbook, or holds more than values.
    """
    with _opened(content, file) as archive:
        workbook, links = _tree(archive, "xl/workbook.xml"), _links(archive)
        texts, styles, first_day = _shared(archive), _styles(archive), _first_day(workbook)
        pages = {}
        for sheet in workbook.findall(f"{MAIN}sheets/{MAIN}sheet"):
            title = sheet.get("name", "")
            if title in titles:
                tree = _sheet(archive, sheet, links)
                rows = _read(tree, texts, styles, first_day, f"{file} [{title}]")
                merged = tuple(
                    (*_place(one.get("ref", "")), *_place(one.get("ref", "").rpartition(":")[2]))
                    for one in tree.iter(f"{MAIN}mergeCell")
                )
                is_hidden = sheet.get("state", "visible") != "visible"
                pages[title] = Page({row.number: row for row in rows}, merged, is_hidden)
    return pages


def _links(archive: zipfile.ZipFile) -> dict[str | None, str]:
    return {
        link.get("Id"): link.get("Target", "")
        for link in _tree(archive, "xl/_rels/workbook.xml.rels")
    }


def sheet_names(content: bytes, file: str) -> list[str]:
    """Give the names of the sheets of a workbook, to choose from."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check(archive, file)
            sheets = _tree(archive, "xl/workbook.xml").findall(f"{MAIN}sheets/{MAIN}sheet")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, OSError):
        return []
    except (ElementTree.ParseError, LookupError, ValueError):
        return []
    return [sheet.get("name", "")[:LONGEST_TEXT] for sheet in sheets]


_BESIDE_CELLS = (
    ("comments", ("xl/comments", "xl/threadedcomments/")),
    ("pictures or text boxes", ("xl/drawings/drawing", "xl/media/")),
)
"""What people may read in a workbook that is in no cell, and how its parts begin."""


def beside_cells(content: bytes, file: str) -> list[str]:
    """Name what a workbook has beside its cells, and what isn't read.

    Raises
    ------
    InputError
        It is no workbook, or holds more than values.
    """
    with _opened(content, file) as archive:
        names = [name.casefold() for name in archive.namelist()]
    return [what for what, starts in _BESIDE_CELLS if any(map(_begins(starts), names))]


def _begins(starts: tuple[str, ...]) -> Callable[[str], bool]:
    return lambda name: name.startswith(starts)


def defined_names(content: bytes, file: str) -> dict[str, tuple[str, int, int]]:
    """Give the sheet, row and column of each cell with a name; other names aren't there.

    Raises
    ------
    InputError
        It is no workbook, or holds more than values.
    """
    with _opened(content, file) as archive:
        tree = _tree(archive, "xl/workbook.xml")
    found = {}
    for one in tree.iter(f"{MAIN}definedName"):
        if one.get("localSheetId") is not None:  # of one sheet alone, as in copies of a sheet
            continue
        if match := _NAMED_CELL.fullmatch((one.text or "")[:LONGEST_TEXT]):
            row, column = _place(match["column"] + match["row"])
            sheet = (match["quoted"] or match["plain"]).replace("''", "'")
            found[one.get("name", "")] = sheet, row, column
    return found


def _sheet(
    archive: zipfile.ZipFile, sheet: ElementTree.Element, links: Mapping[str | None, str]
) -> ElementTree.Element:
    key = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), None)
    return _tree(archive, f"xl/{links[key].removeprefix('/xl/').removeprefix('xl/')}")


def _shared(archive: zipfile.ZipFile) -> _Texts:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return _Texts([], frozenset())
    tree = _tree(archive, "xl/sharedStrings.xml")
    struck = frozenset(n for n, item in enumerate(tree) if _is_struck(item))
    return _Texts([_text_of(item) for item in tree], struck)


def _is_struck(element: ElementTree.Element) -> bool:
    """Whether a line goes through a font, or a part of a text."""
    strikes = [
        *element.iterfind(f"{MAIN}strike"),
        *element.iterfind(f"{MAIN}r/{MAIN}rPr/{MAIN}strike"),
    ]
    return any(one.get("val", "1") in _TRUE for one in strikes)


def _text_of(item: ElementTree.Element) -> str:
    """Return a text in one or several runs, without the pronunciation that some languages add."""
    own = "".join(
        text.text or ""
        for run in item
        if run.tag != f"{MAIN}rPh"
        for text in ([run] if run.tag == f"{MAIN}t" else run.iterfind(f"{MAIN}t"))
    )
    return _ESCAPED.sub(_unescaped, own[:LONGEST_TEXT])


_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
"""How Excel writes letters that XML may not hold (ECMA-376 part 1, 22.9.2.19)."""


def _unescaped(match: re.Match[str]) -> str:
    letter = chr(int(match[1], 16))
    return letter if letter.isprintable() else " "


def _styles(archive: zipfile.ZipFile) -> _Styles:
    """Read what the formats of cells show beside their numbers, and which show dates."""
    if "xl/styles.xml" not in archive.namelist():
        return _Styles(frozenset(), {}, {}, frozenset())
    tree = _tree(archive, "xl/styles.xml")
    own = {
        one.get("numFmtId"): one.get("formatCode", "")[: LONGEST_FORMAT + 1]
        for one in tree.iter(f"{MAIN}numFmt")
    }
    fonts = {
        str(n)
        for n, font in enumerate(tree.iterfind(f"{MAIN}fonts/{MAIN}font"))
        if _is_struck(font)
    }
    styles = tree.findall(f"{MAIN}cellXfs/{MAIN}xf")
    formats = [one.get("numFmtId", "0") for one in styles]
    struck = frozenset(str(n) for n, one in enumerate(styles) if one.get("fontId") in fonts)
    dates = frozenset(
        str(n)
        for n, key in enumerate(formats)
        if (_is_of_dates(own[key]) if key in own else int(key) in _DATE_FORMATS)
    )
    texts = {
        str(n): shown_by(int(key) if key.isdecimal() else 0, own.get(key))
        for n, key in enumerate(formats)
    }
    hidden = {str(n): hides(own.get(key)) for n, key in enumerate(formats)}
    return _Styles(
        dates,
        {style: text for style, text in texts.items() if text},
        {style: text for style, text in hidden.items() if text and style not in dates},
        struck,
    )


def _is_of_dates(code: str) -> bool:
    """Tell whether a format shows a date or a time; one with places of digits shows a number."""
    if len(code) > LONGEST_FORMAT:
        return False
    bare = _LITERAL.sub("", code)
    return _DAYS.search(bare) is not None and _DIGITS.search(bare) is None


def _read(
    tree: ElementTree.Element,
    texts: _Texts,
    styles: _Styles,
    first_day: datetime.date,
    file: str,
) -> Iterator[Row]:
    """Give the rows; what is no value is named, for whoever needs that cell."""
    merged = _tall(tree, file)
    hidden = frozenset(
        column
        for one in tree.iter(f"{MAIN}col")
        if one.get("hidden") in _TRUE or one.get("width") in _NO_SIZE
        for column in range(
            _index(one.get("min", "1")), min(_index(one.get("max", "1")), MOST_COLUMNS) + 1
        )
    )
    last_row = 0
    for element in tree.iter(f"{MAIN}row"):
        number, last_column, cells, wrong, shown = 0, 0, {}, {}, {}
        for cell in element.iter(f"{MAIN}c"):
            number, column = _place(cell.get("r", ""))
            if number <= last_row or column <= last_column:
                raise ValueError("cells aren't in their order, or there twice")
            last_column = column
            if (number > MOST_ROWS or column > MOST_COLUMNS) and len(cell):
                what = f"at most {grouped(MOST_ROWS)} rows and {MOST_COLUMNS} columns are read"
                raise InputError([Problem(Place(file, number, column), "", what)])
            what = ""
            if cell.find(f"{MAIN}f") is not None:
                what = "this cell has a formula: replace it by its value"
            elif cell.get("t") == "e":
                error = quoted((cell.findtext(f"{MAIN}v") or "")[:LONGEST_TEXT])
                what = f"this cell has an error, {error}: replace it by a value"
            if what:
                wrong[column] = Problem(Place(file, number, column), "", what)
                continue
            try:
                value = _value(cell, texts.texts, styles.dates, first_day)
            except (LookupError, ValueError, OverflowError):
                what = "this cell is damaged: enter its value again, and save the file"
                raise InputError([Problem(Place(file, number, column), "", what)]) from None
            if value not in (None, ""):
                cells[column] = value
                if what := _doubt(cell, value, texts, styles):
                    wrong[column] = Problem(Place(file, number, column), "", what)
                text = styles.shown.get(cell.get("s", "0"), "")
                if text and isinstance(value, int | float):
                    shown[column] = text
        last_row = max(last_row, number)
        wrong = {**merged.get(number, {}), **wrong}
        if cells or wrong:
            is_hidden = element.get("hidden") in _TRUE or element.get("ht") in _NO_SIZE
            yield Row(
                *(number, cells, first_day, wrong), is_hidden=is_hidden, hidden=hidden, shown=shown
            )


def _tall(tree: ElementTree.Element, file: str) -> dict[int, dict[int, Problem]]:
    """Return, by rows and columns, the cells that are merged over several rows.

    Those of one row have their value in the first one. Each cell has the same problem, at the first
    cell, so that it is reported once.
    """
    merged: dict[int, dict[int, Problem]] = {}
    for one in tree.iter(f"{MAIN}mergeCell"):
        reference = one.get("ref", "")
        row, column = _place(reference)
        last, last_column = _place(reference.rpartition(":")[2])
        if last <= row:
            continue
        what = "is one merged cell: part it, so that each row has its own values"
        problem = Problem(Place(file, row, column), "", f"{quoted(reference)} {what}")
        for at in range(row, min(last, MOST_ROWS) + 1):
            of_row = merged.setdefault(at, {})
            if column in of_row:
                raise ValueError("cells are merged twice")  # no program does, and it takes long
            of_row.update(dict.fromkeys(range(column, min(last_column, MOST_COLUMNS) + 1), problem))
    return merged


def is_covered(row: Row, columns: Container[int]) -> bool:
    """Whether a cell of a row has no value of its own: it is merged with one in a row above."""
    wrong = ((column, one.place.line) for column, one in row.wrong.items())
    return any(column in columns and line != row.number for column, line in wrong)


def _doubt(cell: ElementTree.Element, value: Value, texts: _Texts, styles: _Styles) -> str:
    """Say why a value isn't what its cell shows; empty if it is."""
    style = cell.get("s", "0")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and (hidden := styles.hidden.get(style)):
        return f"the format of this cell hides {hidden}: choose one that shows the whole number"
    inline = cell.find(f"{MAIN}is")
    is_struck = style in styles.struck or (inline is not None and _is_struck(inline))
    if cell.get("t") == "s":
        is_struck = is_struck or _index(cell.findtext(f"{MAIN}v") or "") in texts.struck
    return STRUCK if is_struck else ""


STRUCK = "this cell is struck through: empty it, or remove the line"


def _place(reference: str) -> tuple[int, int]:
    """Give the row and the column of a reference such as B7; of a range, those of its first."""
    match = _REFERENCE.match(reference)
    if match is None:
        raise ValueError(reference)
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(match[2]), column


def name_of(row: int, column: int) -> str:
    """Return the name of a cell, such as B7.

    >>> name_of(7, 2), name_of(1, 28)
    ('B7', 'AB1')
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def _value(
    cell: ElementTree.Element, texts: list[str], dates: frozenset[str], first_day: datetime.date
) -> Value | None:
    kind, element = cell.get("t", "n"), cell.find(f"{MAIN}v")
    if kind == "inlineStr":
        inline = cell.find(f"{MAIN}is")
        return None if inline is None else _text_of(inline).strip()
    if element is None or element.text is None:
        return None
    if kind == "s":
        return texts[_index(element.text)][:LONGEST_TEXT].strip()
    if kind == "b":
        return element.text == "1"
    if kind == "d":
        return datetime.date.fromisoformat(element.text.strip()[:10])
    if kind == "n":
        number = float(element.text)
        if not math.isfinite(number) or "_" in element.text:
            raise ValueError(element.text)
        if cell.get("s") in dates and 0 <= number <= (datetime.date.max - first_day).days:
            return first_day + datetime.timedelta(days=int(number))
        return int(number) if number.is_integer() else number
    return _ESCAPED.sub(_unescaped, element.text[:LONGEST_TEXT]).strip()


def _index(text: str) -> int:
    """Give the position of a shared string; Python would read -1 as the last one."""
    if (index := int(text)) < 0:
        raise ValueError(text)
    return index
