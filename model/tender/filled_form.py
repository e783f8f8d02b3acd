"""Reads a filled form back as a bid: by the names of its cells, never by their positions."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import field

from model.errors import InputError, Place, Problem, quoted
from model.reading.documents import Document, Path
from model.reading.spreadsheets import (
    LONGEST_TEXT,
    Page,
    Row,
    Value,
    defined_names,
    name_of,
    pages_of,
    sheet_names,
)
from model.reading.tables import plain_number
from model.records import dataclass
from model.tender.form import HASH, ID, MARK, Blank, Form, bid_data, form_of, places
from model.tender.tender_file import TenderFile

MARKS = {"point": ".", "comma": ","}
MOST_GONE = 3
"""Cells that a message names of those that are gone."""
MOST_OUTSIDE = 20
"""Cells and sheets that a question names of those that are no part of the form."""
NUMBERS = ("number", "money", "count", "percent")
_DOUBTFUL = re.compile(r"[-+]?[0-9]{1,3}[.,][0-9]{3}(?![0-9.,]).*")
"""A number, perhaps with a unit, whose mark may part thousands or decimals."""


@dataclass(frozen=True)
class FormDocument(Document):
    """What a filled form says: a bid, each field with the cell that it stands in."""

    cells: Mapping[tuple[str, ...], Place] = field(default_factory=dict, repr=False)

    def place(self, path: Path = ()) -> Place:
        """Where the field at `path` stands, or else what it is a part of."""
        keys = tuple(map(str, path))
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.cells:
                return self.cells[keys[:length]]
        return Place(self.file)


def is_form(content: bytes, file: str) -> bool:
    """Tell whether a workbook is a form, even one that was changed: by its names or its sheets."""
    if {HASH, MARK, ID} & defined_names(content, file).keys():
        return True
    return len(SHEETS & set(sheet_names(content, file))) > MOST_OF_OTHERS


SHEETS = frozenset(("Read me", "Declaration", "Requirements", "Performance", "Prices", "Delivery"))
MOST_OF_OTHERS = 3
"""Sheets of a form that a table of a bidder may have, too."""


def read_form(content: bytes, file: str, tender: TenderFile) -> FormDocument:
    """Return the bid that a filled form of the tender states.

    Raises
    ------
    InputError
        It is no form of this tender, or some cells have no value; all of them at once.
    """
    form = form_of(tender)
    cells = _Cells(content, file, {sheet.title for sheet in form.sheets})
    problems = _wrong_form(form, cells, file)
    if not problems:
        problems = [*_moved(form, cells), *_merged(form, cells)]
    if problems:
        raise InputError(problems)
    mark = MARKS.get(str(cells.value(MARK) or ""), "")
    filled: dict[tuple[str | int, ...], object] = {}
    at: dict[tuple[str | int, ...], Place] = {}
    for blank in form.blanks():
        if blank.name == MARK:
            continue
        place = cells.place(blank.name)
        if wrong := cells.wrong(blank.name):
            problems.append(wrong)
            continue
        value = cells.value(blank.name)
        if value is None:
            continue
        if not mark and _is_doubtful(blank, value):
            what = "this number is in doubt: say on the first sheet how you write decimals"
            problems.append(Problem(place, "", what))
            continue
        filled[blank.path] = _read(blank, value, mark, cells.first_day(blank.name))
        at[blank.path] = place
    if problems:
        raise InputError(problems)
    data = {"schema": "ostimate.bid/1", **bid_data(form, filled)}
    if outside := list(_outside(form, cells)):
        data["questions"] = outside
    moved = places(form, filled)
    found = {tuple(map(str, moved[path])): place for path, place in at.items()}
    return FormDocument(data, file, cells=found)


def _is_doubtful(blank: Blank, value: Value) -> bool:
    """Whether a text could be two numbers."""
    is_number = blank.kind in NUMBERS and isinstance(value, str)
    return is_number and _DOUBTFUL.fullmatch(str(value).strip()) is not None


def _wrong_form(form: Form, cells: _Cells, file: str) -> list[Problem]:
    """Say so if it is a form of another tender or version, or if cells are gone."""
    names = [HASH, *(blank.name for blank in form.blanks())]
    if form.id and str(cells.value(ID) or "") not in ("", form.id):
        return [Problem(cells.place(ID), "", "is the form of another tender: two never mix")]
    if HASH in cells.names and cells.value(HASH) != form.hash:
        what = "is a form of other requirements: send the bidder the current form"
        return [Problem(cells.place(HASH), "", what)]
    gone = [name for name in names if name not in cells.names]
    if gone:
        shown = ", ".join(gone[:MOST_GONE]) + (", …" if len(gone) > MOST_GONE else "")
        what = f"{len(gone)} cells of the form are gone ({shown}): send the bidder the form again"
        return [Problem(Place(file), "", what)]
    return []


def _moved(form: Form, cells: _Cells) -> Iterator[Problem]:
    """Complain about cells whose labels aren't in their rows: their values would be of others."""
    what = "stood beside this cell, and no longer does: copy your values into a new form"
    for sheet in form.sheets:
        for table in sheet.tables:
            for row in table.rows:
                blanks = [(n, one) for n, one in enumerate(row) if isinstance(one, Blank)]
                for n, text in enumerate(row) if blanks else ():
                    at, blank = blanks[0]
                    if not isinstance(text, str) or not text:
                        continue
                    if not cells.has_beside(blank.name, n - at, text):
                        yield Problem(cells.place(blank.name), "", f"{quoted(text)} {what}")
                        break
    places = Counter(cells.names.values())
    names = [blank.name for blank in form.blanks() if places[cells.names[blank.name]] > 1]
    if names:
        what = "are names of one cell: copy your values into a new form"
        yield Problem(cells.place(names[0]), "", f"{' and '.join(names[:MOST_GONE])} {what}")


def _outside(form: Form, cells: _Cells) -> Iterator[str]:
    """Ask what stands outside the fields of the form: it counts for nothing, and isn't lost."""
    known = {_letters(text) for text in _texts_of(form)}
    fields = set(cells.names.values())
    places = [
        f"{sheet} {name_of(row, column)}"
        for sheet, page in cells.pages.items()
        for row, line in page.rows.items()
        for column, value in line.cells.items()
        if (sheet, row, column) not in fields and _letters(str(value)) not in known
    ]
    if places:
        more = len(places) - MOST_OUTSIDE
        named = ", ".join(places[:MOST_OUTSIDE]) + (f" and {more} more" if more > 0 else "")
        yield (
            f"You wrote in cells that are no fields of the form: {named}. This doesn't count; "
            "please send it as a letter if it is part of your offer."
        )
    own = {sheet.title for sheet in form.sheets}
    if sheets := sorted(name for name in cells.sheets if name not in own):
        yield (
            f"Your form has further sheets: {', '.join(sheets[:MOST_OUTSIDE])}. They don't count; "
            "please send them as a letter if they are part of your offer."
        )


def _texts_of(form: Form) -> Iterator[str]:
    """Give all texts that a form itself has."""
    yield from ("", form.id, form.hash, "Id", "Version")
    for sheet in form.sheets:
        yield from (sheet.title, *sheet.texts)
        for table in sheet.tables:
            yield from (table.title, *table.heads)
            for row in table.rows:
                yield from (cell for cell in row if isinstance(cell, str))


def _letters(text: str) -> str:
    """Return the letters and digits of a text that a cell may write with other blanks."""
    return re.sub(r"[\W_]", "", text[: LONGEST_TEXT // 2])


def _merged(form: Form, cells: _Cells) -> Iterator[Problem]:
    """Complain about cells that are merged with others, and may have lost their values."""
    for blank in form.blanks():
        if cells.is_merged(blank.name):
            what = "this cell is merged with others: part it, and write its own value"
            yield Problem(cells.place(blank.name), "", what)


class _Cells:
    """The cells of a workbook by their names."""

    def __init__(self, content: bytes, file: str, own: Set[str]) -> None:
        self.file = file
        self.sheets = sheet_names(content, file)
        there = set(self.sheets)
        self.names = {
            name: cell for name, cell in defined_names(content, file).items() if cell[0] in there
        }
        wanted = {sheet for sheet, _, _ in self.names.values()} | (own & there)
        self.pages: dict[str, Page] = pages_of(content, file, wanted)

    def place(self, name: str) -> Place:
        """Where a cell stands."""
        if name not in self.names:
            return Place(self.file)
        sheet, row, column = self.names[name]
        return Place(f"{self.file} [{sheet}]", row, column)

    def _row(self, name: str) -> tuple[Row | None, int]:
        if name not in self.names:
            return None, 0
        sheet, row, column = self.names[name]
        return self.pages[sheet].rows.get(row), column

    def has_beside(self, name: str, columns: int, text: str) -> bool:
        """Whether a text stands some columns to the right of a cell, or to the left."""
        row, column = self._row(name)
        value = None if row is None else row.cells.get(column + columns)
        return _letters(str(value)) == _letters(text)

    def is_merged(self, name: str) -> bool:
        """Whether a cell is merged with others."""
        sheet, row, column = self.names[name]
        return any(
            top <= row <= bottom and left <= column <= right
            for top, left, bottom, right in self.pages[sheet].merged
        )

    def value(self, name: str) -> Value | None:
        """The value of a cell; None if it is empty."""
        row, column = self._row(name)
        return None if row is None else row.cells.get(column)

    def wrong(self, name: str) -> Problem | None:
        """What stands in a cell in place of a value, such as a formula."""
        row, column = self._row(name)
        return None if row is None else row.wrong.get(column)

    def first_day(self, name: str) -> datetime.date:
        """Day 0 of the numbers that stand where dates belong."""
        row, _ = self._row(name)
        assert row is not None, "only cells with a value are asked"
        return row.first_day


def _read(blank: Blank, value: Value, mark: str, first_day: datetime.date) -> object:
    """Return a value as a bid states it; what can't be understood stays, and is refused there."""
    if blank.kind == "date":
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and 0 < value < 10 * 36_525:  # type: ignore[operator]
            return first_day + datetime.timedelta(days=int(value))  # type: ignore[arg-type]
        return value
    if blank.kind not in NUMBERS:
        if isinstance(value, str):
            return value.casefold() if blank.kind == "choice" else value
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, str):
        text = plain_number(value.strip(), mark)
        is_share = blank.kind == "percent" and text.endswith(" %")
        try:
            value = float(text.removesuffix(" %")) / 100 if is_share else float(text)
        except ValueError:
            return text
    if isinstance(value, bool | datetime.date):
        return str(value)
    number = int(value) if float(value).is_integer() else float(value)
    if blank.kind == "number" and blank.unit:
        return f"{number!r} {blank.unit}"
    return number
