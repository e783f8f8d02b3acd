"""The chain of each tier on the performance sheet: every stage, and which one limits."""

from __future__ import annotations

from model.answers.composition import how_combined
from model.answers.evidence import IN_PART, rests_on
from model.answers.views.bandwidth_table import bandwidths
from model.answers.views.chain import chain
from model.answers.views.view import Value, View, number
from model.engine.quantity import Quantity
from model.formulas.chain.stage_efficiencies import ALIKE, OF_OTHERS
from report.workbook import texts, view_table
from report.workbook.chain_rows import TIER, TOP, chains
from report.workbook.formula import count_unknown
from report.workbook.sheet_writer import Book
from report.workbook.sheets import PERFORMANCE, Cell
from report.workbook.styles import LINE
from report.workbook.widths import widths

SAME = 1 - 1e-9
"""Stages this near to each other share a rank."""


def write_expected(book: Book) -> None:
    """Write what is expected of each tier, live, with its range, which is of a procedure."""
    view = bandwidths(book.results)
    book.text(Cell(PERFORMANCE, TOP, 0), view.title, "table")
    view_table.heads(book, view, PERFORMANCE, TOP + 1)
    view_table.rows(book, view, PERFORMANCE, TOP + 2)


def write_chains(book: Book) -> None:
    """Write all chains, live: the stages in the order of the data's way, ranked beside it."""
    for _, path, way, row in chains(book.results):
        state = f"{path}/healthy:healthy"
        view = chain(book.results, state, way, ranked=False)
        rank = len(view.columns) + 1
        book.text(Cell(PERFORMANCE, row, 0), view.title, "table")
        book.height(PERFORMANCE, row + 1, 2 * LINE)
        view_table.heads(book, view, PERFORMANCE, row + 1, texts.RANK)
        below = view_table.rows(book, view, PERFORMANCE, row + 2)
        _write_evidence(book, view, row + 2)
        _write_ranks(book, view, row + 2, rank)
        if combined := how_combined(book.results, state, way):
            room = sum(widths(book.layout, PERFORMANCE)[:rank])
            book.note(Cell(PERFORMANCE, below, 0), rank - 1, combined, room)


def _write_evidence(book: Book, view: View, top: int) -> None:
    """Say live how each stage is known: it may become so in the sheet."""
    at = next(n for n, column in enumerate(view.columns) if column.key == "evidence")
    for row, (entries, rate) in enumerate(
        zip((row.entries for row in view.rows), view.entries("tier"), strict=True), top
    ):
        said = entries[at]
        assert isinstance(said, str)
        assert isinstance(rate, Value)
        item = book.results.item(*rate.addresses[0])
        assert isinstance(item, Quantity)
        words = rests_on(book.results, rate.addresses[0][0], item)
        known = f'"{words}"'
        if not item.evidence:
            read = [book.layout.cells[at] for at in book.results.read_by(rate.addresses[0])]
            known = f'IF({count_unknown(read, PERFORMANCE)}>0,"{words}{IN_PART}",{known})'
        cell = Cell(PERFORMANCE, row, TIER).seen_from(PERFORMANCE)
        formula = f'IF(ISNA({cell}),"{texts.UNKNOWN}",{known})'
        if item.evidence in (ALIKE, *OF_OTHERS):  # whose server it is stays known
            formula = f'"{said}"'
        book.formula(Cell(PERFORMANCE, row, at + 1), formula, said, "", "indented")


def _write_ranks(book: Book, view: View, top: int, column: int) -> None:
    """Rank the stages, the tightest first, by what the tier could get of them."""
    entries = (entry for entry in view.entries("tier") if isinstance(entry, Value))
    rates = [number(book.results, entry) for entry in entries]
    cells = [
        Cell(PERFORMANCE, row, TIER).seen_from(PERFORMANCE) for row in range(top, top + len(rates))
    ]
    for row, (own, cell) in enumerate(zip(rates, cells, strict=True), top):
        tighter = [rate for rate in rates if rate is not None and own and rate < own * SAME]
        formula = f'1+COUNTIF({cells[0]}:{cells[-1]},"<"&({cell}*{SAME!r}))'
        rank = None if own is None else 1 + len(tighter)
        book.formula(
            Cell(PERFORMANCE, row, column),
            f"IF(ISNA({cell}),NA(),{formula})",
            rank,
            "1",
            "indented",
        )
