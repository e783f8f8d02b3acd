"""The capacity statement for a tender: how each tier gets from raw to live capacity."""

from __future__ import annotations

from model.answers.sentences import RenderedSentence
from report.statement import TierStatement, statement
from report.workbook import texts, view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import STATEMENT, Cell
from report.workbook.widths import FIXED, STATED

MEANING = 4
WHOLE = sum(FIXED[STATEMENT]) - 2
"""The width of all columns: that of the sentences above a table."""


def write_statement(book: Book) -> None:
    """Write the sheet: a table for each tier, in the order of the steps."""
    found = statement(book.results)
    book.text(Cell(STATEMENT, 0, 0), texts.STATEMENT.format(found.title), "title")
    row = 1
    for sentence in (*found.sentences, RenderedSentence(texts.SIGNS, (texts.SIGNS,))):
        _write_sentence(book, row, sentence)
        row += 1
    row += 1
    for tier in found.tiers:
        bottom = _write_tier(book, tier, row)
        book.block(STATEMENT, row, bottom)
        row = bottom + 1


def _write_sentence(book: Book, row: int, sentence: RenderedSentence) -> None:
    """Write a sentence over all columns; one with figures as a formula."""
    cell = Cell(STATEMENT, row, 0)
    book.note(cell, MEANING, sentence.text, WHOLE)
    view_table.write_sentence(book, cell, sentence, "wrap", "faint")


def _write_tier(book: Book, tier: TierStatement, top: int) -> int:
    path, row = tier.path, top + 1
    book.text(Cell(STATEMENT, top, 0), tier.name, "table")
    for sentence in tier.sentences:
        _write_sentence(book, row, sentence)
        row += 1
    view_table.heads(book, tier.steps, STATEMENT, row, texts.MEANING)
    row = view_table.rows(book, tier.steps, STATEMENT, row + 1, room=STATED - 2)
    row = _write_shares(book, path, row)
    book.text(Cell(STATEMENT, row, 0), tier.beside.title, "faint")
    return view_table.rows(book, tier.beside, STATEMENT, row + 1, room=STATED - 2)


def _write_shares(book: Book, path: str, row: int) -> int:
    for name, label in texts.SHARES.items():
        if (path, name) in book.layout.cells:
            book.text(Cell(STATEMENT, row, 0), label, "faint")
            book.link(Cell(STATEMENT, row, 3), (path, name), "1", "share", "faint")
            row += 1
    return row
