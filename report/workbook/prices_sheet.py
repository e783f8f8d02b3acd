"""The sheet of prices: a column that the buyer types into, which goes before what was looked up.

It holds values alone, so that the whole workbook can be named as a price book afterwards. A part
stands in the row that it has on the Parts sheet.
"""

from __future__ import annotations

from xlsxwriter.utility import xl_rowcol_to_cell

from model.answers.price_sheet import current_prices_text
from model.planning.supply import Line
from report.workbook import texts
from report.workbook.lookups import TOP
from report.workbook.sheet_writer import Book
from report.workbook.sheets import OWN_PRICE, PRICES, Cell
from report.workbook.styles import LINE

HEADS = (
    "part", "number", "name", "description", "pieces", "price", "currency", "date", "source",
    "note", "includes", "seen",
)  # fmt: skip
"""The columns: those of a price list, and what helps beside."""
TYPED = ("price", "currency", "date", "source", "note", "includes")


def write_prices(book: Book) -> None:
    """Write the sheet: first the parts as on the Parts sheet, then what has a name only."""
    book.text(Cell(PRICES, 1, 0), texts.PRICES, "faint")
    for column, head in enumerate(HEADS):
        style = "right" if head in ("pieces", "price", "date") else "left"
        book.text(Cell(PRICES, TOP, column), head, "head", style)
    lines: dict[str, list[Line]] = {}
    for line in book.results.plan.lines:
        lines.setdefault(line.listed_as, []).append(line)
    keys = book.parts.keys
    for row, key in enumerate(keys, TOP + 1):
        part = book.results.plan.catalog.part(key)
        described = {
            "part": key,
            "number": part.number,
            "description": f"{part.vendor} {part.model}",
        }
        _write_row(book, row, described, lines.get(key, []), waits=key in book.parts.own_rows)
    for name, row in book.parts.own_names.items():
        described = {"name": name, "description": lines[name][0].name}
        _write_row(book, row, described, lines[name], waits=True)


def _write_row(
    book: Book, row: int, known: dict[str, str], lines: list[Line], *, waits: bool
) -> None:
    """Write one row, to be typed into where a price that is typed would count."""
    counts = [book.results[line.pieces_bought] for line in lines]
    pieces = sum(count for count in counts if count is not None)
    seen = current_prices_text(book.results, lines) if lines else texts.NOT_BOUGHT
    entries = {**known, "currency": book.results.plan.scenario.economics.currency, "seen": seen}
    for column, head in enumerate(HEADS):
        cell = Cell(PRICES, row, column)
        look = ["input"] if waits and head in TYPED else ["faint"]
        if head == "pieces":
            if lines:
                book.sheets[PRICES].write_number(row, column, pieces, book.format("#,##0", "faint"))
        elif head in ("price", "date"):
            number = "yyyy-mm-dd" if head == "date" else "#,##0.00"
            book.sheets[PRICES].write_blank(row, column, None, book.format(number, *look))
        else:
            book.text(cell, entries.get(head, ""), *look)
    if waits:
        price = xl_rowcol_to_cell(row, OWN_PRICE)
        rule = {"validate": "decimal", "criteria": ">=", "value": 0}
        rule |= {"error_title": texts.NOT_ACCEPTED, "error_message": texts.PRICE_LIMITS}
        book.sheets[PRICES].data_validation(price, rule)
    book.height(PRICES, row, LINE)
