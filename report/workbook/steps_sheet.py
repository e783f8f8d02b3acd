"""The sheet of steps: the parts of long formulas, each a row with what it belongs to."""

from __future__ import annotations

from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell
from report.workbook.steps import STEPS, TOP

ABOUT = (
    "What formulas of other sheets would write twice, or in too many letters: nothing to type here."
)


def write_steps(book: Book) -> None:
    """Write the rows that the other sheets asked for."""
    book.text(Cell(STEPS, 1, 0), ABOUT, "faint")
    for column, head in enumerate(("Step of", "Gives")):
        book.text(Cell(STEPS, TOP - 1, column), head, "head")
    for row, (formula, step) in enumerate(book.layout.steps.rows.items(), TOP):
        book.text(Cell(STEPS, row, 0), step.of, "faint")
        unit = "" if isinstance(step.now, str) else "1"
        book.formula(Cell(STEPS, row, 1), formula.replace(f"'{STEPS}'!", ""), step.now, unit)
