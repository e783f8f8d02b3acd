"""A document of a tender on a sheet: the same blocks as in the file of a word processor."""

from __future__ import annotations

from model.tender.tender_document import Bullets, Grid, Heading, Paragraph, TenderDocument
from report.workbook.sheets import Cell
from report.workbook.tender_book import TenderBook

WIDTH, COLUMNS = 108.0, 6
"""Width of all columns, and their number."""


def write_document(book: TenderBook, sheet: str, document: TenderDocument) -> None:
    """Write a document from the top of a sheet."""
    book.widths(sheet, [WIDTH / COLUMNS] * COLUMNS)
    book.text(Cell(sheet, 0, 0), document.title, "title")
    book.text(Cell(sheet, 1, 0), document.subtitle, "faint")
    row = 3
    for block in document.blocks:
        if isinstance(block, Heading):
            row += 1
            book.text(Cell(sheet, row, 0), block.text, "table")
            row += 1
        elif isinstance(block, Paragraph):
            book.note(Cell(sheet, row, 0), COLUMNS - 1, block.text, WIDTH)
            row += 1
        elif isinstance(block, Bullets):
            for text in block.texts:
                book.note(Cell(sheet, row, 0), COLUMNS - 1, f"• {text}", WIDTH)
                row += 1
        else:
            row = _grid(book, sheet, block, row) + 1
    book.text(Cell(sheet, row + 1, 0), document.foot, "faint")


def _grid(book: TenderBook, sheet: str, grid: Grid, row: int) -> int:
    """Write a table, whose columns take some of the sheet's each; return the row below."""
    spans = spans_of(grid)
    for texts in ([grid.heads] if grid.heads else []) + [*grid.rows]:
        is_head = bool(grid.heads) and texts is grid.heads
        wide = []
        for n, (text, (first, last)) in enumerate(zip(texts, spans, strict=True)):
            styles = ["head"] * is_head + ["strong"] * (not grid.heads and n == 0)
            styles += ["right"] * (n in grid.right)
            _cell(book, Cell(sheet, row, first), last, text, styles)
            wide.append((text, (last - first + 1) * WIDTH / COLUMNS))
        book.heighten(sheet, row, wide)
        row += 1
    return row


def _cell(book: TenderBook, cell: Cell, last: int, text: str, styles: list[str]) -> None:
    if last > cell.column:
        look = book.look("text", *styles)
        book.sheets[cell.sheet].merge_range(cell.row, cell.column, cell.row, last, "", look)
    book.text(cell, text, "text", *styles)


def spans_of(grid: Grid) -> list[tuple[int, int]]:
    """Give the first and the last column of the sheet that each column takes."""
    count = len(grid.widths)
    room = COLUMNS - count
    extra = [round(share * COLUMNS) - 1 for share in grid.widths]
    extra = [max(0, one) for one in extra]
    while sum(extra) > room:
        extra[extra.index(max(extra))] -= 1
    widest = max(range(count), key=lambda n: grid.widths[n])
    extra[widest] += room - sum(extra)
    spans, at = [], 0
    for more in extra:
        spans.append((at, at + more))
        at += more + 1
    return spans
