"""The capacity statement for a tender: how each data tier gets from raw to planned capacity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.summary import DEFINITION, data_tiers
from report.figures import capacity_steps
from report.formula import SCALES, scaled
from report.printing import STATED
from report.sheets import STATEMENT, Cell
from report.styles import LINE, lines

if TYPE_CHECKING:
    from report.workbook import Book

HEADS = ("Step", "TB", "TiB", "Share of raw", "What it means")
MEANING = 4
MEANINGS = {
    "raw_capacity": "Drives times the capacity of one drive as sold, spares included.",
    "usable_capacity": (
        f"Usable capacity means {DEFINITION}. It is measured with `df -B1` on a client of the "
        "mounted file system, before the first file is written."
    ),
    "headroom_capacity": "Kept free on purpose: usable capacity above the fill limit.",
    "planned_capacity": "Planned capacity means usable capacity up to the fill limit.",
}
"""Sentences that say more than the model's own, which stand for all other steps."""


def write_statement(book: Book) -> None:
    """Write the sheet: a table for each data tier, in the order of the steps."""
    book.text(Cell(STATEMENT, 0, 0), "Capacity statement", "title")
    book.text(
        Cell(STATEMENT, 1, 0),
        "What is taken away is negative: from raw capacity on, the steps add up. "
        "1 TB = 10^12 byte, 1 TiB = 2^40 byte. #N/A: unknown.",
        "faint",
    )
    row = 3
    for name, path in data_tiers(book.results):
        row = _write_tier(book, name, path, row) + 2


def _write_tier(book: Book, name: str, path: str, top: int) -> int:
    book.text(Cell(STATEMENT, top, 0), name, "table")
    for column, head in enumerate(HEADS):
        style = "right" if 0 < column < MEANING else "indented"
        book.text(Cell(STATEMENT, top + 1, column), head, "head", *[style] * (column > 0))
    raw = book.layout.cells[path, "raw_capacity"].seen_from(STATEMENT)
    raw_value = book.results[path, "raw_capacity"]
    row = top + 1
    for row, (item, kind, value) in enumerate(capacity_steps(book.results, path), top + 2):
        is_loss = kind == "loss"
        weight = ["strong"] * (not is_loss)
        sign, times = ("-", -1) if is_loss else ("", 1)
        at = f"{sign}{book.layout.cells[path, item.name].seen_from(STATEMENT)}"
        book.text(Cell(STATEMENT, row, 0), item.label, *weight, *["indented"] * is_loss)
        for column, label in enumerate(("TB", "TiB"), 1):
            result = scaled(value, label, times)
            cell = Cell(STATEMENT, row, column)
            book.formula(cell, f"{at}/{SCALES[label][0]}", result, "1", "decimals", *weight)
        share = times * value / raw_value if raw_value and value is not None else None
        book.formula(Cell(STATEMENT, row, 3), f"{at}/{raw}", share, "1", "share", *weight)
        meaning = MEANINGS.get(item.name, f"{item.title.rstrip('.')}.")
        book.text(Cell(STATEMENT, row, MEANING), meaning, "wrap", "indented")
        book.height(STATEMENT, row, LINE * lines(meaning, STATED - 2))
    return _write_fill_limit(book, path, row + 1)


def _write_fill_limit(book: Book, path: str, row: int) -> int:
    if (path, "fill_limit") not in book.layout.cells:
        return row
    book.text(Cell(STATEMENT, row, 0), "Fill limit, share of usable", "faint")
    book.link(Cell(STATEMENT, row, 3), (path, "fill_limit"), "1", "share", "faint")
    return row + 1
