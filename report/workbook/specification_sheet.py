"""Specification and acceptance tests of a plan: the content of documents of a tender, on sheets."""

from __future__ import annotations

from model.errors import InputError
from model.tender.acceptance_plan import acceptance_plan
from model.tender.rules_from_plan import rules_of
from model.tender.specification import specification
from model.tender.tender_document import Bullets, Grid, Heading, Paragraph, TenderDocument
from report.workbook import texts
from report.workbook.document_sheet import spans_of
from report.workbook.sheet_writer import Book
from report.workbook.sheets import ACCEPTANCE, SPECIFICATION, Cell
from report.workbook.styles import LINE, lines_of_words
from report.workbook.widths import SPANNED

LAST, WHOLE = len(SPANNED) - 1, float(sum(SPANNED))


def write_specification(book: Book) -> None:
    """Write the sheet: it holds what bidders may see, and nothing else of the plan."""
    try:
        document = specification(rules_of(book.results)[1])
    except InputError as error:  # a plan may hold what no tender can, such as a workload of a page
        book.text(Cell(SPECIFICATION, 0, 0), SPECIFICATION, "title")
        book.text(Cell(SPECIFICATION, 1, 0), texts.NO_SPECIFICATION, "faint")
        for row, problem in enumerate(error.problems, 3):
            _sentence(book, SPECIFICATION, row, str(problem))
        return
    title = f"{document.title}: {document.subtitle}"
    _write(book, SPECIFICATION, title, texts.SPECIFICATION, document)


def write_acceptance(book: Book) -> None:
    """Write the acceptance tests: thresholds of the plan's requirements, and procedures."""
    _write(book, ACCEPTANCE, ACCEPTANCE, texts.ACCEPTANCE, acceptance_plan(book.results))


def _write(book: Book, sheet: str, title: str, about: str, document: TenderDocument) -> None:
    """Write a document from the top of a sheet."""
    book.text(Cell(sheet, 0, 0), title, "title")
    book.text(Cell(sheet, 1, 0), about, "faint")
    row = 3
    for block in document.blocks:
        match block:
            case Heading(text):
                book.text(Cell(sheet, row + 1, 0), text, "table")
                row += 2
            case Paragraph(text):
                row = _sentence(book, sheet, row, text)
            case Bullets(items):
                for text in items:
                    row = _sentence(book, sheet, row, f"• {text}")
            case Grid():
                row = _grid(book, sheet, block, row) + 1


def _sentence(book: Book, sheet: str, row: int, text: str) -> int:
    book.note(Cell(sheet, row, 0), LAST, text, WHOLE)
    return row + 1


def _grid(book: Book, sheet: str, grid: Grid, row: int) -> int:
    """Write a table, each of whose columns spans some of the sheet's; give the row below."""
    spans = spans_of(grid)
    for n, cells in enumerate([*([grid.heads] if grid.heads else []), *grid.rows]):
        is_head = bool(grid.heads) and n == 0
        for at, (text, (first, last)) in enumerate(zip(cells, spans, strict=True)):
            styles = ["head"] * is_head + ["strong"] * (not grid.heads and at == 0)
            _spanned(book, Cell(sheet, row, first), last, text, ["wrap", *styles])
            room = float(sum(SPANNED[first : last + 1]))
            book.height(sheet, row, LINE * lines_of_words(text, room))
        row += 1
    return row


def _spanned(book: Book, cell: Cell, last: int, text: str, styles: list[str]) -> None:
    if last > cell.column:
        sheet, look = book.sheets[cell.sheet], book.format("", *styles)
        sheet.merge_range(cell.row, cell.column, cell.row, last, "", look)
    book.text(cell, text, *styles)
