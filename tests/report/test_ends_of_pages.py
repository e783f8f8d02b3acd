"""Where a printed sheet ends, and how pages are shared out, in cases worked out by hand."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import pytest

from report.workbook import printing, sheets
from report.workbook.printing import Area

LINE = 12.75
Block = tuple[int, int]


def book_of(blocks: list[Block], heights: dict[int, float] | None = None) -> Any:
    """A book whose sheets all have these blocks, rows from 0, up to the one before their end."""
    return SimpleNamespace(
        blocks=defaultdict(lambda: blocks), heights=defaultdict(lambda: heights or {})
    )


ENDS: dict[str, tuple[str, list[Block], int, float, int]] = {
    # the sheet, its blocks, its last row, the lines that a page holds; the last row that is printed
    "all has room": (sheets.RISK, [(3, 9)], 9, 10, 9),
    "a row has none": (sheets.RISK, [], 10, 10, 9),
    "a block ends with the page": (sheets.RISK, [(3, 10)], 20, 10, 9),
    "a block ends before it": (sheets.RISK, [(3, 8), (9, 10)], 20, 10, 9),
    "four rows of a block": (sheets.RISK, [(6, 15)], 20, 10, 5),
    "five rows of a block": (sheets.RISK, [(5, 15)], 20, 10, 9),
    "a block begins with the last row": (sheets.RISK, [(9, 15)], 20, 10, 8),
    "a block begins after it": (sheets.RISK, [(10, 15)], 20, 10, 9),
    "but its last row has room": (sheets.RISK, [(7, 11)], 20, 10, 6),
    "one row is all that has room": (sheets.RISK, [(1, 9)], 20, 2, 1),
    "tiers are printed whole": (sheets.PATHS, [(0, 3), (3, 12)], 20, 10, 2),
    "but the first one": (sheets.PATHS, [(2, 12)], 20, 10, 9),
    "two tiers that have room": (sheets.PATHS, [(0, 3), (3, 10), (11, 20)], 20, 10, 9),
    "no page is without two rows": (sheets.RISK, [(0, 9)], 20, 1, 1),
}


@pytest.mark.parametrize("case", ENDS)
def test_a_page_ends_before_a_table_that_would_only_begin_there(case: str) -> None:
    """Of which it would hold less than its title, its heads and two rows."""
    sheet, blocks, bottom, lines, last = ENDS[case]
    assert printing._last_on(book_of(blocks), sheet, bottom, lines * LINE) == last


def test_high_rows_leave_room_for_fewer() -> None:
    book = book_of([], {0: 2 * LINE, 3: 5 * LINE})
    assert printing._last_on(book, sheets.RISK, 20, 9 * LINE) == 3
    assert printing._last_on(book, sheets.RISK, 20, 9 * LINE - 1) == 2


def areas(**rows: int) -> dict[str, Area]:
    """So many rows of each sheet, all as wide as a page."""
    names = {name.partition(" ")[0].lower(): name for name in printing.SHARES}
    return {names[name]: Area(count - 1, 5, 1.0) for name, count in rows.items()}


def rows_on(pages: float, *, dense: bool) -> int:
    """How many rows of a line have room on so many pages."""
    page = 502 / 0.65 if dense else 0.95 * 502
    return int(pages * page / LINE)


LEAST = {"bill": 1, "statement": 1, "questions": 1, "risk": 1}
SHARED: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    # rows of sheets, and pages; only those of the bill, statement, questions and risks grow
    "little": (LEAST, {"bill": 1, "statement": 1, "questions": 1, "risk": 1}),
    "a summary of a page": (LEAST | {"summary": 30}, {"summary": 1}),
    "a summary of many": (LEAST | {"summary": 500}, {"summary": 2}),
    "a bill that just fits": (LEAST | {"bill": rows_on(3, dense=True)}, {"bill": 3}),
    "a bill that doesn't": (LEAST | {"bill": rows_on(3, dense=True) + 1}, {"bill": 4}),
    "a bill of all pages": (LEAST | {"bill": 5000}, {"bill": 9, "statement": 1, "risk": 1}),
    "the statement has what the bill leaves": (
        LEAST | {"bill": rows_on(5, dense=True), "statement": 5000},
        {"bill": 5, "statement": 5, "questions": 1, "risk": 1},
    ),
    "questions have two pages": (LEAST | {"questions": 500}, {"questions": 2}),
    "questions need one": (LEAST | {"questions": rows_on(1, dense=False)}, {"questions": 1}),
    "risks have two pages": (LEAST | {"risk": 500}, {"risk": 2}),
    "others never grow": (LEAST | {"checkpoint": 500, "cost": 500}, {"checkpoint": 1, "cost": 2}),
}


@pytest.mark.parametrize("case", SHARED)
def test_twelve_pages_are_shared_out(case: str) -> None:
    """Each sheet has its own; those that may grow have what is left, the bill before others."""
    rows, pages = SHARED[case]
    found = printing._shares(book_of([]), areas(**rows))
    names = {name: next(iter(areas(**{name: 1}))) for name in pages}
    assert {name: found[names[name]] for name in pages} == pages
    assert sum(found.values()) <= 12
