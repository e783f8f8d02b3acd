"""Tests of the printed tables of books."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from model.books.listing import printed, tables

DOCS = Path(__file__).parents[2] / "docs"
BOOKS = Path(__file__).parents[2] / "model" / "books"


def test_the_docs_print_the_tables(golden):
    """The page of the books is what the tables say: made by `python -m model.books`."""
    golden(DOCS / "books.md", printed())


def test_each_table_is_named_by_the_file_it_stands_in():
    """`tier.TABLE` is found in `model/books/tier.py`."""
    for name in tables():
        module, _, table = name.partition(".")
        assert f"\n{table} = " in (BOOKS / f"{module}.py").read_text(encoding="utf-8"), name


def test_each_row_says_when():
    """A condition and a chapter stand in each row, as people read them."""
    rows = [line for line in printed().splitlines() if line.startswith("| ")]
    assert len(rows) == sum(len(table.rows) + 1 for table in tables().values())
    assert all(re.fullmatch(r"\| [a-z].+ \| .+ \||\| When \| Chapter \|", row) for row in rows)


def test_the_tables_are_printed_by_the_module(capsys):
    """`python -m model.books` writes the page."""
    runpy.run_module("model.books", run_name="__main__")
    assert capsys.readouterr().out == printed()
