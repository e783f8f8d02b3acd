"""The capacity statement for a tender: how each tier gets from raw to live capacity."""

from __future__ import annotations

from model.answers.sentences import Said, said
from report.answers import BESIDE, CapacityAnswer
from report.book import Book
from report.formula import SCALES, scaled
from report.meanings import meaning_of_usable
from report.sentence import alive
from report.sheets import STATEMENT, Cell
from report.statement import TierStatement, statement
from report.styles import LINE, lines
from report.widths import STATED

HEADS = ("Step", "TB", "TiB", "Share of raw", "What it means")
MEANING = 4
SIGNS = "What is taken away is negative: from raw capacity on, the steps add up. #N/A: unknown."
WHOLE = 158
"""The width of all columns: that of the sentences above a table."""


def write_statement(book: Book) -> None:
    """Write the sheet: a table for each tier, in the order of the steps."""
    found = statement(book.results)
    book.text(Cell(STATEMENT, 0, 0), f"Capacity statement: {found.title}", "title")
    row = 1
    for sentence in (*found.sentences, Said(SIGNS, (SIGNS,))):
        _write_sentence(book, row, sentence)
        row += 1
    row += 1
    for tier in found.tiers:
        row = _write_tier(book, tier, row) + 2


def _write_sentence(book: Book, row: int, sentence: Said) -> None:
    """Write a sentence over all columns; one with figures as a formula."""
    cell = Cell(STATEMENT, row, 0)
    book.note(cell, MEANING, sentence.text, WHOLE)
    _write_said(book, cell, sentence, "wrap", "faint")


def _write_said(book: Book, cell: Cell, sentence: Said, *styles: str) -> None:
    if all(isinstance(piece, str) for piece in sentence.pieces):
        book.text(cell, sentence.text, *styles)
    else:
        formula = alive(book.results, book.layout, STATEMENT, sentence.pieces)
        book.formula(cell, formula, sentence.text, "", *styles)


def _write_tier(book: Book, tier: TierStatement, top: int) -> int:
    path, row = tier.path, top + 1
    book.text(Cell(STATEMENT, top, 0), tier.name, "table")
    for sentence in tier.sentences:
        _write_sentence(book, row, sentence)
        row += 1
    for column, head in enumerate(HEADS):
        style = "right" if 0 < column < MEANING else "indented"
        book.text(Cell(STATEMENT, row, column), head, "head", *[style] * (column > 0))
    row += 1
    for step in tier.steps:
        answer = CapacityAnswer((path, step.name), step.label, step.meaning, step.value)
        _write_row(book, path, row, answer, is_loss=step.kind == "loss")
        row += 1
    row = _write_shares(book, path, row)
    book.text(Cell(STATEMENT, row, 0), BESIDE, "faint")
    for below, answer in enumerate(tier.beside, row + 1):
        _write_row(book, path, below, answer)
    return row + 1 + len(tier.beside)


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
    cell = Cell(STATEMENT, row, MEANING)
    if answer.address == (path, "usable_capacity"):
        found = said(book.results, meaning_of_usable(book.results, path))
        _write_said(book, cell, found, "wrap", "indented")
    else:
        book.text(cell, answer.meaning, "wrap", "indented")
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
