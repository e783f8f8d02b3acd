"""The sheets of racks, seen from the front, and of what is to be asked."""

from __future__ import annotations

from model.answers.questions import Question, questions
from model.answers.racks import Device, Elevation, RackUsed
from model.answers.views import rack_tables as words
from model.answers.views.question_list import COLUMNS, question_table
from model.answers.views.rack_tables import BTU
from report.workbook import texts
from report.workbook.packing_check import write_packed
from report.workbook.sheet_writer import Book
from report.workbook.sheets import QUESTIONS, RACKS, Cell
from report.workbook.styles import LINE, lines
from report.workbook.widths import FIXED

TOP = 3
"""The row of the racks' names."""
MOST_QUESTIONS = 1000
"""Questions that are written, those first for which most waits: more are asked of nobody."""


def write_racks(book: Book) -> None:
    """Write a column for each rack, those that are alike once, and a row for each unit."""
    found = book.layout.elevation
    book.text(Cell(RACKS, 1, 0), texts.RACKS if found else texts.NO_RACKS, "faint")
    if found is None:
        return
    write_packed(book, Cell(RACKS, 2, 0))
    book.text(Cell(RACKS, TOP, 0), texts.UNIT, "head")
    for unit in range(1, found.height + 1):
        cell = Cell(RACKS, _row(found, unit), 0)
        book.text(cell, f"{unit}", "faint", "right")
    for column, alike in enumerate(book.layout.racks, 1):
        book.text(Cell(RACKS, TOP, column), words.name(alike), "head")
        for device in alike[0].devices:
            _write_device(book, found, device, column)
        _write_sums(book, found, alike, column)
    _write_left(book, found, TOP + found.height + 9)


def _row(found: Elevation, unit: int) -> int:
    return TOP + 1 + found.height - unit


def _write_device(book: Book, found: Elevation, device: Device, column: int) -> None:
    top, bottom = _row(found, device.top), _row(found, device.bottom)
    styles = "device", device.kind
    if bottom > top:
        look = book.format("", *styles)
        book.sheets[RACKS].merge_range(top, column, bottom, column, "", look)
    book.text(Cell(RACKS, top, column), device.label, *styles)


def _write_sums(book: Book, found: Elevation, alike: list[RackUsed], column: int) -> None:
    """Write what a rack comes to: figures of the procedure, and what follows from them."""
    rack, top = alike[0], TOP + found.height + 2
    figures = (
        (float(len(alike)), "1", True),
        (float(rack.units), "1", True),
        (round(rack.weight, 1), "kilogram", rack.weighed),
        (rack.power, "watt", rack.metered),
    )
    labelled = zip(texts.RACK_SUMS, figures, strict=True)
    for row, (label, (value, unit, known)) in enumerate(labelled, top):
        book.text(Cell(RACKS, row, 0), label)
        book.number(Cell(RACKS, row, column), value, unit, *["at least"] * (not known))
    book.sheets[RACKS].write_comment(top, column, texts.PACKING)
    last = top + len(figures)
    book.text(Cell(RACKS, last, 0), texts.HEAT)
    power = Cell(RACKS, last - 1, column).seen_from(RACKS)
    more = ["at least"] * (not rack.metered)
    book.formula(Cell(RACKS, last, column), f"{power}/{BTU!r}", rack.power / BTU, "1", *more)
    book.text(Cell(RACKS, last + 1, 0), texts.CORDS)
    book.number(Cell(RACKS, last + 1, column), rack.cords, "1")


def _write_left(book: Book, found: Elevation, row: int) -> None:
    """Write what has no place."""
    if not found.left:
        return
    book.text(Cell(RACKS, row, 0), words.left(found).title, "table")
    for at, one in enumerate(found.left, row + 1):
        book.text(Cell(RACKS, at, 0), f"{one.count} x {one.line.name}: {one.why}")


def write_questions(book: Book) -> None:
    """Write each question in a row; whether it is still open follows the cells of its inputs."""
    view = question_table(book.results)
    book.text(Cell(QUESTIONS, 1, 0), texts.QUESTIONS, "faint")
    heads = (view.head, *(column.head for column in COLUMNS), texts.STILL_OPEN)
    for column, head in enumerate(heads):
        book.text(Cell(QUESTIONS, TOP, column), head, "head")
    book.height(QUESTIONS, TOP, 2 * LINE)
    rows = list(zip(view.rows, questions(book.results), strict=True))
    if len(rows) > MOST_QUESTIONS:
        more = texts.MORE_QUESTIONS.format(len(rows) - MOST_QUESTIONS)
        book.text(Cell(QUESTIONS, 2, 0), more, "faint")
    rows = rows[:MOST_QUESTIONS]
    for at, (row, question) in enumerate(rows, TOP + 1):
        entries = (row.label, *map(str, row.entries))
        for column, text in enumerate(entries):
            book.text(Cell(QUESTIONS, at, column), text, "wrap")
        room = zip(entries, FIXED[QUESTIONS], strict=False)
        book.height(QUESTIONS, at, LINE * max(lines(text, width) for text, width in room))
        _write_state(book, question, Cell(QUESTIONS, at, len(entries)))


def _write_state(book: Book, question: Question, cell: Cell) -> None:
    known = (book.layout.cells[address].seen_from(QUESTIONS) for address in question.addresses)
    tests = ",".join(f"ISNUMBER({one})" for one in known)
    book.formula(cell, f'IF(AND({tests}),"{texts.ANSWERED}","{texts.OPEN}")', texts.OPEN, "")
