"""The capacity statement for a tender: how each data tier gets from raw to planned capacity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.summary import DEFINITION, data_tiers
from report.answers import BESIDE, CapacityAnswer, beside_steps
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
    "live_capacity": "Live capacity means planned capacity less the reserve for snapshots.",
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
    row = top + 2
    for item, kind, value in capacity_steps(book.results, path):
        meaning = MEANINGS.get(item.name, f"{item.title.rstrip('.')}.")
        answer = CapacityAnswer((path, item.name), item.label, meaning, value)
        _write_row(book, path, row, answer, is_loss=kind == "loss")
        row += 1
    row = _write_shares(book, path, row)
    book.text(Cell(STATEMENT, row, 0), BESIDE, "faint")
    answers = beside_steps(book.results, path)
    for below, answer in enumerate(answers, row + 1):
        _write_row(book, path, below, answer)
    return row + 1 + len(answers)


def _write_row(
    book: Book, path: str, row: int, answer: CapacityAnswer, *, is_loss: bool = False
) -> None:
    """Write a figure in both bases, its share of the raw capacity, and what it means."""
    raw = book.layout.cells[path, "raw_capacity"].seen_from(STATEMENT)
    raw_value = book.results[path, "raw_capacity"]
    weight = ["strong"] * (not is_loss)
    sign, times = ("-", -1) if is_loss else ("", 1)
    at = f"{sign}{book.layout.cells[answer.address].seen_from(STATEMENT)}"
    book.text(Cell(STATEMENT, row, 0), answer.label, *weight, *["indented"] * is_loss)
    for column, label in enumerate(("TB", "TiB"), 1):
        result = scaled(answer.value, label, times)
        cell = Cell(STATEMENT, row, column)
        book.formula(cell, f"{at}/{SCALES[label][0]}", result, "1", "decimals", *weight)
    known = raw_value and answer.value is not None
    share = times * (answer.value or 0.0) / raw_value if known and raw_value else None
    book.formula(Cell(STATEMENT, row, 3), f"{at}/{raw}", share, "1", "share", *weight)
    book.text(Cell(STATEMENT, row, MEANING), answer.meaning, "wrap", "indented")
    book.height(STATEMENT, row, LINE * lines(answer.meaning, STATED - 2))


SHARES = (
    ("fill_limit", "Fill limit, share of usable"),
    ("snapshot_reserve", "Snapshots, share of planned"),
)


def _write_shares(book: Book, path: str, row: int) -> int:
    for name, label in SHARES:
        if (path, name) in book.layout.cells:
            book.text(Cell(STATEMENT, row, 0), label, "faint")
            book.link(Cell(STATEMENT, row, 3), (path, name), "1", "share", "faint")
            row += 1
    return row
