"""The sheet of designs: the chosen one is live, the others are what the search found."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import openpyxl
import pytest

from model.search import views
from model.search.answers import Alternative, alternatives, front
from model.search.progress import Watch
from model.search.search import Design, SearchResult, run_search
from model.search.spaces import Aim
from report.workbook.workbook import workbook_bytes
from tests.search.spaces import choosing


@cache
def found() -> tuple[SearchResult, list[Alternative], list[Design]]:
    best = run_search(choosing(), Aim("capital_cost", 1), choosing().structures, Watch())
    near = alternatives(best, most=2, of=["tiers.0.adapters.per_server", "tiers.0.network"])
    return best, near, front(best, "usable_capacity", most=2)


@cache
def rows() -> dict[str, list[Any]]:
    best, near, edge = found()
    assert best.best is not None
    tables = views.designs(best, near, edge, "usable_capacity")
    content = workbook_bytes(best.best.results, tables, views.procedure_text(best))
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert book.sheetnames[-1] == "Designs"
    kept: dict[str, list[Any]] = {}
    for row in book["Designs"].iter_rows(values_only=True):
        kept.setdefault(str(row[0]), list(row[1:]))
    return kept


@pytest.mark.long
def test_the_chosen_design_is_live_and_the_others_are_values() -> None:
    best, near, edge = found()
    heads = rows()["Design"]
    at = next(n for n, head in enumerate(heads) if head.startswith("Capital cost"))
    assert str(rows()["Best"][at]).startswith("=")
    assert len(near) == 2
    for n, one in enumerate(near, 1):
        assert rows()[f"Alternative {n}"][at] == one.design.figures["capital_cost"]
        assert rows()[f"Alternative {n}"][heads.index("Worse by")] == pytest.approx(one.gap)
    assert [rows()[f"Front {n}"][at] for n in (1, 2)] == [d.figures["capital_cost"] for d in edge]
    assert rows()["tiers.0.blocks"][0] == best.best.choices["tiers.0.blocks"]  # type: ignore[union-attr]


def test_it_names_the_procedure() -> None:
    note = next(
        text for text in rows() if text.startswith("The best design is the one in this workbook")
    )
    assert "Procedure: model/search, lowest capital cost of 9720 designs, proven" in note
