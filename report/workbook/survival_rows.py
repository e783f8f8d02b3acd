"""What tiers survive, on the sheet of risks: verdicts of a procedure, as of the export."""

from __future__ import annotations

from dataclasses import replace

from model.answers.views.survival_table import survival
from report.workbook import texts, view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import RISK, Cell


def write_survival(book: Book) -> None:
    """Write a table for each tier below the figures of risk, where the sheet is there."""
    bottoms = [table.bottom for table in book.layout.tables if table.sheet == RISK]
    if not bottoms:
        return
    row = max(bottoms) + 1
    for name, path in book.results.tiers():
        found = survival(book.results, path)
        if found is None:
            continue
        view = replace(found.only("one", "two", "drive"), title=f"{found.title}: {name}")
        book.text(Cell(RISK, row, 0), view.title, "table")
        note = texts.PROCEDURE.format(procedure=texts.ENUMERATION, needs=texts.PLACES_AND_CABLES)
        book.sheets[RISK].write_comment(row, 0, note)
        view_table.heads(book, view, RISK, row + 1)
        bottom = view_table.rows(book, view, RISK, row + 2)
        book.block(RISK, row, bottom)
        row = bottom + 2
