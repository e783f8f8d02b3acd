"""A view in a sheet: its figures are live, as they refer to the cells of what they show.

A value of the model that belongs to the cell itself is written there: an input, a look-up or its
formula; any other one is shown from where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from model.answers.sentences import RenderedSentence, Sentence, rendered, sentence_text
from model.answers.views.view import (
    Column,
    Entry,
    FixedValue,
    Row,
    Value,
    View,
    differing,
    named,
    number,
)
from model.engine.quantity import SHARES
from model.engine.trace import excel, name
from model.units.brief import MOST_PERCENT
from model.units.figures import show
from report.workbook import texts
from report.workbook.formula import SCALES
from report.workbook.live_text import alive, unchanged
from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell
from report.workbook.styles import FORMATS, LINE, lines, lines_of_words
from report.workbook.tables import write_value

NOWHERE: Mapping[int, float] = MappingProxyType({})
"""No column with broken texts."""
STYLES = {
    "share": ("share",),
    "percent": ("percent",),
    "chance": ("percent",),
    "change": ("percent",),
    "loss": ("percent",),
    "ratio": ("decimals",),
    "met": ("verdict", "centred"),
    "fits": ("fits", "centred"),
    "limits": ("limits", "indented"),
}
"""What figures of a column look like, beside the format of their unit."""
SCALED = {"decimal": {"byte": "TB"}, "binary": {"byte": "TiB"}, "twin": {"byte": "TiB"}}
"""The unit of a column in one unit, by its custom and its base unit."""
COLOURS = {
    "met": (("==", 1, "good"), ("==", 0, "bad")),
    "fits": (("==", 1, "good"), ("==", 0, "bad")),
    "limits": (("==", 1, "bad"),),
    "change": ((">=", MOST_PERCENT, "far more"), ("<=", -MOST_PERCENT, "far too much")),
}
"""What verdicts and large margins look like, by the look of their column: of a number format with
conditions LibreOffice would drop the sign of the others."""


def heads(book: Book, view: View, sheet: str, row: int, *further: str) -> None:
    """Write the heads of a view's columns; money names its currency there."""
    book.text(Cell(sheet, row, 0), view.head, "head")
    for at, column in enumerate(view.columns, 1):
        style = {"text": "left", "met": "centred", "fits": "centred", "limits": "indented"}.get(
            column.look, "right"
        )
        style = "indented" if _follows_figures(view, at) else style
        book.text(Cell(sheet, row, at), _head(book, view, at - 1, column), "head", style)
    for at, head in enumerate(further, len(view.columns) + 1):
        book.text(Cell(sheet, row, at), head, "head", "indented")


def _follows_figures(view: View, at: int) -> bool:
    """Whether a column holds texts and the one before it figures, which end at its edge."""
    before = view.columns[at - 2].look if at > 1 else "text"
    return view.columns[at - 1].look == "text" and before not in ("text", "limits")


def _head(book: Book, view: View, at: int, column: Column) -> str:
    entries = [row.entries[at] for row in view.rows]
    if any(isinstance(entry, FixedValue) and entry.currency for entry in entries):
        return column.head  # each figure names its own
    units = {entry.unit for entry in entries if isinstance(entry, Value | FixedValue)}
    unit = units.pop() if len(units) == 1 else ""
    said = SCALED.get(column.look, {}).get(unit) or book.unit(unit) * (unit == "currency")
    return ", ".join(filter(None, (column.head, said)))


def rows(
    book: Book,
    view: View,
    sheet: str,
    top: int,
    *,
    room: float = 0.0,
    broken: float = 0.0,
    coded: bool = False,
    rooms: Mapping[int, float] = NOWHERE,
) -> int:
    """Write the rows of a view, their notes beside them in so much room; give the row below.

    Texts in columns are broken where they are longer than `broken`, unless that is 0.

    `coded` says whether money names its currency. `rooms` are the columns whose texts are broken
    where they are longer than that; the first, of labels, is 0.
    """
    more = ["coded"] * coded
    looks = [
        [*more, *["indented"] * _follows_figures(view, n), *["wrap"] * (bool(broken) or n in rooms)]
        for n in range(1, len(view.columns) + 1)
    ]
    of_label = ["wrap"] * (0 in rooms)
    for at, row in enumerate(view.rows, top):
        tone = [row.tone] if row.tone else []
        book.text(Cell(sheet, at, 0), row.label, *tone, *of_label, *["indented"] * row.takes)
        of_row = zip(view.columns, row.entries, looks, differing(view, row), strict=True)
        for n, (column, entry, look, differs) in enumerate(of_row, 1):
            write(book, Cell(sheet, at, n), column, entry, row, *look, *["differs"] * differs)
        texts = [_text(book, one) for one in row.entries if isinstance(one, str | tuple)]
        if broken and texts:
            book.height(sheet, at, LINE * max(lines(text, broken) for text in texts))
        if rooms:
            _heighten(book, Cell(sheet, at, 0), row, rooms)
        if room and row.note:
            _note(book, Cell(sheet, at, len(view.columns) + 1), row, room)
    _colour_verdicts(book, view, sheet, top)
    return top + len(view.rows)


def _text(book: Book, entry: str | Sentence) -> str:
    return entry if isinstance(entry, str) else sentence_text(book.results, entry)


def _heighten(book: Book, cell: Cell, row: Row, rooms: Mapping[int, float]) -> None:
    """Give a row the height that its longest text needs, if that is more than a line."""
    entries = {0: row.label} | {n: row.entries[n - 1] for n in rooms if n}
    texts = {
        n: sentence_text(book.results, one) for n, one in entries.items() if isinstance(one, tuple)
    }
    texts |= {n: one for n, one in entries.items() if isinstance(one, str)}
    most = max(lines_of_words(text, rooms[n]) for n, text in texts.items())
    if most > 1:
        book.height(cell.sheet, cell.row, LINE * most)


def _colour_verdicts(book: Book, view: View, sheet: str, top: int) -> None:
    bottom = top + len(view.rows) - 1
    for at, column in enumerate(view.columns * bool(view.rows), 1):
        for criteria, value, style in COLOURS.get(column.look, ()):
            rule = {"type": "cell", "criteria": criteria, "value": value}
            rule["format"] = book.rule(style)
            book.sheets[sheet].conditional_format(top, at, bottom, at, rule)


def _note(book: Book, cell: Cell, row: Row, room: float) -> None:
    found = rendered(book.results, row.note)
    write_sentence(book, cell, found, "wrap", "indented")
    book.height(cell.sheet, cell.row, LINE * lines(found.text, room))


def write_sentence(book: Book, cell: Cell, sentence: RenderedSentence, *styles: str) -> None:
    """Write a sentence; one with figures as a formula."""
    if all(isinstance(piece, str) for piece in sentence.pieces):
        book.text(cell, sentence.text, *styles)
    else:
        formula = alive(
            book.results,
            book.layout,
            cell.sheet,
            sentence.pieces,
            f"{cell.sheet}, row {cell.row + 1}",
        )
        book.formula(cell, formula, sentence.text, "", *styles)


def write(book: Book, cell: Cell, column: Column, entry: Entry, row: Row, *more: str) -> None:
    """Write one entry into a cell."""
    styles = [*STYLES.get(column.look, ()), *more, *[row.tone] * bool(row.tone)]
    if isinstance(entry, str):
        book.text(cell, entry, *["right"] * (column.look in ("", "promise")), *styles)
        return
    if isinstance(entry, FixedValue):
        counted_in = book.results.plan.scenario.economics.currency
        currency = entry.currency or counted_in
        is_other = "currency" in entry.unit and currency != counted_in  # nothing to reckon with
        if is_other or entry.unit.startswith("currency/"):  # per kWh, not per joule
            text = show(entry.value, entry.unit, currency=currency)
            book.text(cell, "at least " * entry.at_least + text, "right", *styles)
            return
        if scale := SCALED.get(column.look, {}).get(entry.unit):
            value = None if entry.value is None else entry.value / SCALES[scale][1]
            book.number(cell, value, "1", "decimals", *styles)
            return
        if entry.procedure is not None:
            _write_of_procedure(book, cell, entry, row, *styles)
            return
        styles += ["coded"] * bool(entry.currency and entry.unit == "currency")
        styles += ["at least"] * entry.at_least + ["share"] * entry.is_share
        book.number(cell, entry.value, entry.unit, *styles)
        book.written[id(entry)] = cell, entry
        return
    if not isinstance(entry, Value):
        write_sentence(book, cell, rendered(book.results, entry), *styles)
        return
    styles += ["at most"] * entry.at_most + ["in full"] * (column.look == "paid")
    own = entry.addresses[0]
    if entry.formula is None and not entry.names and book.layout.cells[own] == cell:
        write_value(book, own, *styles)
        return
    shown = book.results.item(*own).shown if entry.formula is None else ""
    if shown == "nines" or (shown in SHARES and not FORMATS.intersection(styles)):
        styles.append("nines" if shown == "nines" else "share")
    formula, value = term(book, cell.sheet, entry), number(book.results, entry)
    if entry.names:
        kind = "unknown" if value is None else str(named(book.results, entry))
        names = ",".join(f'"{name}"' for name in entry.names)
        book.formula(cell, f'IFERROR(CHOOSE({formula},{names}),"unknown")', kind, "", "right")
        return
    unit = entry.unit
    scale = SCALED.get(column.look, {}).get(unit)
    if scale:
        written, factor = SCALES[scale]
        formula, unit = f"{_tight(entry, formula)}/{written}", "1"
        value = None if value is None else value / factor
        styles.insert(0, "decimals")
    if row.takes:
        formula = f"-{formula if scale else _tight(entry, formula)}"
        value = None if value is None else -value
    elif not scale:
        book.written[id(entry)] = cell, entry
    book.formula(cell, formula, value, unit, *styles)


def _write_of_procedure(book: Book, cell: Cell, entry: FixedValue, row: Row, *styles: str) -> None:
    """Write a figure of a procedure: it holds as long as what it rests on is as exported."""
    assert entry.procedure is not None
    name, needs, addresses = entry.procedure
    if entry.value is None:
        book.number(cell, None, entry.unit, *styles)
        return
    condition = unchanged(book.results, book.layout, cell.sheet, addresses, row.label)
    formula = f'IF({condition},{entry.value!r},"{texts.NOT_RECALCULATED}")'
    book.formula(cell, formula, entry.value, entry.unit, "right", *styles)
    note = texts.PROCEDURE.format(procedure=name, needs=needs)
    book.sheets[cell.sheet].write_comment(cell.row, cell.column, note)


def _tight(entry: Value, formula: str) -> str:
    return formula if entry.formula is None else f"({formula})"


def term(book: Book, sheet: str, value: Value) -> str:
    """Write a figure as a formula of a sheet refers to it."""
    cells = [book.layout.cells[address].seen_from(sheet) for address in value.addresses]
    return cells[0] if value.formula is None else excel(value.formula(*map(name, cells)))
