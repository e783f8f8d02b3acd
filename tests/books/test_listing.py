"""Tests of the printed tables of books."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from model.books.listing import printed, tables

DOCS = Path(__file__).parents[2] / "docs"


def test_the_docs_print_the_tables(golden):
    """The page of the books is what the tables say: made by `python -m model.books`."""
    golden(DOCS / "books.md", printed())


def test_each_row_says_when():
    """A condition and a chapter stand in each row, as people read them."""
    rows = [line for line in printed().splitlines() if line.startswith("| ")]
    assert len(rows) == sum(len(table.rows) + 1 for table in tables().values())
    assert all(re.fullmatch(r"\| [a-z].+ \| .+ \||\| When \| Chapter \|", row) for row in rows)


def test_the_tables_are_printed_by_the_module(capsys):
    """`python -m model.books` writes the page."""
    runpy.run_module("model.books", run_name="__main__")
    assert capsys.readouterr().out == printed()
