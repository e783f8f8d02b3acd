"""Reads a filled form back as a bid: by the names of its cells, never by their positions."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import field

from model.errors import InputError, Place, Problem, quoted
from model.reading.documents import Document, Path
from model.reading.number_formats import may_be
from model.reading.spreadsheets import (
    LONGEST_TEXT,
    Page,
    Row,
    Value,
    beside_cells,
    defined_names,
    name_of,
    pages_of,
    sheet_names,
)
from model.reading.tables import plain_number
from model.records import dataclass
from model.tender.form import (
    FORMAT,
    HASH,
    ID,
    MARK,
    VERSION,
    Blank,
    Cell,
    Form,
    Table,
    answers,
    bid_data,
    form_of,
    is_of_all_lots,
    is_same_id,
    of_all_lots,
    places,
)
from model.tender.tender_file import TenderFile
from model.units.brief import several

MARKS = {"point": ".", "comma": ","}
OF_OTHER = "is the form of another tender: two never mix"
MOST_GONE = 3
"""Cells that a message names of those that are gone."""
MOST_OUTSIDE = 20
"""Cells and sheets that a question names of those that are no part of the form."""
VERSIONS = ("", VERSION)
"""Versions of the format of forms that are read."""
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
    if is_of_all_lots(tender, str(cells.value(HASH) or "")):
        form = form_of(of_all_lots(tender))
    problems = _wrong_form(form, cells, tender)
    if not problems:
        problems = [*_moved(form, cells), *_merged(form, cells)]
    if problems:
        raise InputError(problems)
    mark = MARKS.get(str(cells.value(MARK) or ""), "")
    filled: dict[tuple[str | int, ...], object] = {}
    at: dict[tuple[str | int, ...], Place] = {}
    for blank in form.blanks():
        if blank.name == MARK or blank.name not in cells.names:
            continue
        place = cells.place(blank.name)
        if wrong := cells.wrong(blank.name):
            problems.append(wrong)
            continue
        value = cells.value(blank.name)
        if value is None:
            continue
        if what := _shown_otherwise(blank, cells.shown(blank.name), form):
            problems.append(Problem(place, "", what))
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
    data["requirements_hash"] = str(cells.value(HASH))
    asked = [*_not_asked(form, cells), *_hidden(form, cells), *_outside(form, cells)]
    if beside := beside_cells(content, file):
        asked.append(
            f"Your form has {' and '.join(beside)}. They aren't read; please send them as a letter "
            "if they are part of your offer."
        )
    if asked:
        data["questions"] = asked
    moved = places(form, filled)
    found = {tuple(map(str, moved[path])): place for path, place in at.items()}
    return FormDocument(data, file, cells=found)


def _shown_otherwise(blank: Blank, shown: str, form: Form) -> str:
    """Say so if the format of a cell shows another currency or unit than the form asks for."""
    if not shown or blank.kind not in ("money", "number"):
        return ""
    if blank.kind == "money" and not may_be(shown, form.currency):
        return (
            f"this cell shows another currency than {form.currency}: write the amount in "
            f"{form.currency}, and remove the sign from the format of the cell"
        )
    if blank.kind == "number" and blank.unit and shown != blank.unit:
        return (
            f"the format of this cell shows another unit than {blank.unit}: write the number in "
            f"{blank.unit}, and remove the unit from the format"
        )
    return ""


def _hidden(form: Form, cells: _Cells) -> Iterator[str]:
    """Ask about values that whoever opens the form doesn't see: they are read like others."""
    names = [
        blank.name
        for blank in form.blanks()
        if blank.name in cells.names
        and cells.value(blank.name) is not None
        and cells.is_hidden(blank.name)
    ]
    if names:
        places = [cells.names[name] for name in names[:MOST_OUTSIDE]]
        more = len(names) - MOST_OUTSIDE
        named = ", ".join(f"{sheet} {name_of(row, column)}" for sheet, row, column in places)
        yield (
            f"Cells that you filled in are hidden: {named}{f' and {more} more' if more > 0 else ''}"
            ". They count. Please confirm them."
        )


def _is_doubtful(blank: Blank, value: Value) -> bool:
    """Whether a text could be two numbers."""
    is_number = blank.kind in NUMBERS and isinstance(value, str)
    return is_number and _DOUBTFUL.fullmatch(str(value).strip()) is not None


def _wrong_form(form: Form, cells: _Cells, tender: TenderFile) -> list[Problem]:
    """Say so if it is a form of another tender or version, or if cells are gone."""
    own = str(cells.value(ID) or "")
    if form.id and own and not is_same_id(own, form.id):
        return [Problem(cells.place(ID), "", OF_OTHER)]
    if cells.format.partition(".")[0] not in VERSIONS:
        what = "the form was made by a later version of Ostimate: read it with that version"
        return [Problem(cells.place(FORMAT), "", what)]
    if HASH in cells.names and not answers(tender, str(cells.value(HASH) or "")):
        what = "is a form of other requirements: send the bidder the current form"
        return [Problem(cells.place(HASH), "", what)]
    sheets = {blank.name: sheet.title for sheet in form.sheets for blank in sheet.blanks()}
    gone = [name for name in (HASH, *sheets) if name not in cells.names]
    if cells.format != form.format:  # a form of other words may lack cells, but no whole sheet
        gone = [name for name in gone if sheets.get(name, "") not in cells.sheets]
    if gone:
        shown = ", ".join(gone[:MOST_GONE]) + (", …" if len(gone) > MOST_GONE else "")
        are = "is" if len(gone) == 1 else "are"
        count = several(len(gone), "cell")
        what = f"{count} of the form {are} gone ({shown}): send the bidder the form again"
        return [Problem(Place(cells.file), "", what)]
    return []


def _not_asked(form: Form, cells: _Cells) -> Iterator[str]:
    """Ask for what the form of an earlier version has no field for."""
    labels = []
    for sheet in form.sheets:
        for table in sheet.tables:
            for row in table.rows:
                label = next((one for one in row if isinstance(one, str) and one), table.title)
                blanks = [one for one in row if isinstance(one, Blank) and one.name != MARK]
                if any(one.name not in cells.names for one in blanks):
                    labels.append(f"{sheet.title}: {label}")
    if labels:
        named = "; ".join(dict.fromkeys(labels[:MOST_OUTSIDE]))
        yield f"Your form was made before these were asked. Please state them in a letter: {named}."


def _moved(form: Form, cells: _Cells) -> Iterator[Problem]:
    """Complain about cells whose labels aren't in their rows: their values would be of others."""
    what = "stood beside this cell, and no longer does: copy your values into a new form"
    find = _other_label if cells.format == form.format else _label_of_other_row
    for sheet in form.sheets:
        for table in sheet.tables:
            for row in table.rows:
                blanks = [one for one in row if isinstance(one, Blank) and one.name in cells.names]
                label = find(table, row, blanks[0], cells) if blanks else ""
                if label:
                    yield Problem(cells.place(blanks[0].name), "", f"{quoted(label)} {what}")
    places = Counter(cells.names.values())
    own = [blank.name for blank in form.blanks() if blank.name in cells.names]
    names = [name for name in own if places[cells.names[name]] > 1]
    if names:
        what = "are names of one cell: copy your values into a new form"
        yield Problem(cells.place(names[0]), "", f"{' and '.join(names[:MOST_GONE])} {what}")


def _other_label(_: Table, row: tuple[Cell, ...], blank: Blank, cells: _Cells) -> str:
    """Return a label that isn't at its place beside a cell; empty if all are."""
    at = row.index(blank)
    labels = ((n, text) for n, text in enumerate(row) if isinstance(text, str) and text)
    return next((text for n, text in labels if not cells.has_beside(blank.name, n - at, text)), "")


def _label_of_other_row(table: Table, row: tuple[Cell, ...], blank: Blank, cells: _Cells) -> str:
    """Return a label of a row that now stands beside another one; words may have changed since."""
    counts = Counter(_letters(one) for of in table.rows for one in of if isinstance(one, str))
    own = {_letters(one): one for one in row if isinstance(one, str)}
    alone = {text: one for text, one in own.items() if text and counts[text] == 1}
    there = cells.texts_beside(blank.name)
    if not alone or there & alone.keys():
        return ""
    others = {text for text, count in counts.items() if count == 1} - {""}
    return next(iter(alone.values())) if there & others else ""


def _outside(form: Form, cells: _Cells) -> Iterator[str]:
    """Ask what stands outside the fields of the form: it counts for nothing, and isn't lost."""
    known = {_letters(text) for text in (*_texts_of(form), str(cells.value(HASH)), cells.format)}
    names = [ID, HASH, FORMAT, *(blank.name for blank in form.blanks())]
    fields = {cells.names[name] for name in names if name in cells.names}
    labels = set() if cells.format == form.format else cells.labels(fields)
    places = [
        f"{sheet} {name_of(row, column)}"
        for sheet, page in cells.pages.items()
        for row, line in page.rows.items()
        for column, value in line.cells.items()
        if not {(sheet, row, column)} & (fields | labels) and _letters(str(value)) not in known
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
    yield from ("", form.id, "Id", "Version", "Format")
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
        if blank.name in cells.names and cells.is_merged(blank.name):
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

    @property
    def format(self) -> str:
        """Version of the format and hash of the words; forms of the first version have none."""
        return str(self.value(FORMAT) or "")

    def texts_beside(self, name: str) -> Set[str]:
        """The letters of the texts in the row of a cell."""
        row, _ = self._row(name)
        values = row.cells.values() if row is not None else ()
        return {_letters(one) for one in values if isinstance(one, str)}

    def labels(self, fields: Set[tuple[str, int, int]]) -> Set[tuple[str, int, int]]:
        """Cells that have labels where the words of a form are unknown.

        They are left of fields, above the first one of a sheet, and in rows without a field that
        are right above one: heads and titles.
        """
        ends: dict[str, dict[int, int]] = {}
        for sheet, row, column in fields:
            of = ends.setdefault(sheet, {})
            of[row] = max(of.get(row, 0), column)
        found = set()
        for sheet, page in self.pages.items():
            last = ends.get(sheet, {})
            first = min(last, default=0)
            for row, line in page.rows.items():
                is_head = row not in last and bool(last.keys() & {row + 1, row + 2})
                found |= {
                    (sheet, row, column)
                    for column in line.cells
                    if row < first or is_head or column < last.get(row, 0)
                }
        return found

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

    def is_hidden(self, name: str) -> bool:
        """Whether a cell is on a hidden sheet, in a hidden row or in a hidden column."""
        sheet, _, _ = self.names[name]
        row, column = self._row(name)
        is_seen = row is None or not (row.is_hidden or column in row.hidden)
        return self.pages[sheet].is_hidden or not is_seen

    def shown(self, name: str) -> str:
        """What the format of a cell shows beside its number."""
        row, column = self._row(name)
        return "" if row is None else row.shown.get(column, "")

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
