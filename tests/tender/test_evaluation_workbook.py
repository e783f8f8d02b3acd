"""The workbook of an evaluation says what the engine says, and is alive."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import openpyxl
import pytest
import yaml

from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.comparison import Comparison, compare
from model.tender.evaluation_file import Evaluation, read_evaluation
from model.tender.methods import METHODS
from model.tender.scores import scores
from model.tender.tender_file import read_tender
from report.workbook.evaluated_prices import PRICES
from report.workbook.evaluation_workbook import (
    CHECKS,
    EVALUATION,
    LIVE,
    ROBUSTNESS,
    SPECIFICATION,
    build,
    comparison_of_bids_workbook,
    evaluation_workbook,
)
from tests.office import Sheets
from tests.report.books import differences
from tests.report.test_excel_limits import broken
from tests.score_trees import STATED, WAYS

BIDS = [
    *({"name": "A", "quality": 92, "price": 1_000_000, "quantity": 4},),
    *({"name": "B", "quality": 80, "price": 850_000, "quantity": 7},),
    *({"name": "C", "quality": 80, "price": 850_000, "quantity": 7},),
    *({"name": "D", "quality": 70, "price": 800_000, "quantity": 2},),
    {"name": "=1+1", "quality": 99, "price": 1, "musts": {"M": "not met"}},
    {"name": "F", "quality": 99, "price": 2, "musts": {"M": "unknown"}},
]
"""Two that nothing tells apart, one that is excluded, and one that isn't decided."""
CRITERIA = [
    {"name": "Delivery", "method": "steps", "steps": [{"at_most": 3, "points": 20}]},
    {"name": "Power", "method": "lower_is_better", "points": 10, "round": 2},
]


def evaluations() -> dict[str, Evaluation]:
    """Every method in every way, with ties and bands."""
    found = {}
    for method, of in METHODS.items():
        for way, said in WAYS.items():
            if way == " with a band" and method not in ("ratio_band", "weighted_share"):
                continue
            if way == " of the price alone" and "points" not in of.takes:
                continue
            more: dict[str, Any] = {"ties": "price"} if "rounded" in way else {}
            more |= {"second": "quality"} if "band" in way else {}
            name = f"{method}{way}"
            found[name] = Evaluation(method=method, **(STATED | said | more | {"bids": BIDS}))
    of_criteria = [
        {**bid, "quality": 50 + n, "figures": {"Delivery": 2 + n, "Power": 1000 + 100 * n}}
        for n, bid in enumerate(BIDS[:4])
    ]
    said = {
        "method": "weighted_share",
        "weights": {"quality": 60, "price": 40},
        "quality_max": 100,
        "criteria": CRITERIA,
        "bids": of_criteria,
    }
    of_half: dict[str, Any] = {"method": "power_of_years", "points": 50, "base": 10, "round": 0}
    found["a half in binary fractions"] = Evaluation(  # 50 x 0.7^2 = 24.5, computed a bit below
        **of_half, bids=[{"name": "A", "quantity": 7}, {"name": "B", "quantity": 6}]
    )
    found["a bid without a value"] = Evaluation(
        method="formula",
        formula="lowest_price / price + quality / quantity",
        bids=[*BIDS[:4], {"name": "G", "quality": 9, "price": 1, "quantity": 0}],
    )
    found["criteria"] = read_evaluation(read_document(yaml.safe_dump(said), "bids.yaml"))
    return found


ALL = evaluations()
TENDERS: dict[str, dict[str, Any]] = {"a tender": {}, "discounted": {"discount_rate": 0.035}}
DOCS = Path(__file__).parents[2] / "docs/tender.md"
IN_DOLLARS = {
    "currency": "USD",
    "bidder": "Delta",
    "prices": "gross",
    "discounts": [{"share": 0.02}],
}
IN_PHASES = {"typical": "9 kW", "years": [{"until": 2, "typical": "14.2 kW"}]}
WITHOUT_A_PRICE = {"bidder": "Epsilon", "lines": [{"position": "1.1", "quantity": 1}]}


def documented(name: str) -> dict[str, Any]:
    """An example of the documentation."""
    text = DOCS.read_text(encoding="utf-8")
    [block] = re.findall(rf"(?m)in `{name}\.yaml`:\n\n((?:    .*\n|\n(?=    ))+)", text)
    return dict(read_document(dedent(block), f"{name}.yaml").data)


def examples(**more: Any) -> Comparison:
    """The tender and the bids of the documentation, one in another currency, one incomplete."""
    rules = documented("tender")
    rules |= {"exchange": {"USD": 0.92}, "options": "all", **more}
    rules["bids"] = rules["bids"] | {"Delta": {"quality": 70}}
    alpha = documented("alpha")
    option = {"position": "4.1", "kind": "option", "quantity": 2, "unit_price": 1500.25}
    bids = [alpha, documented("beta"), documented("gamma")]
    bids.append(alpha | {"bidder": "Zeta", "power": IN_PHASES})
    bids += [alpha | IN_DOLLARS | {"lines": [*alpha["lines"], option]}, alpha | WITHOUT_A_PRICE]
    tender = read_tender(read_document(yaml.safe_dump(rules), "tender.yaml"))
    documents = [read_document(yaml.safe_dump(one), "bid.yaml") for one in bids]
    return compare(tender, [(read_bid(one), one) for one in documents])


@pytest.fixture(scope="module")
def recalculated(compute: Callable[[Mapping[str, bytes]], dict[str, Sheets]]) -> dict[str, Sheets]:
    """Every workbook with wrong results beside its formulas, computed anew by one start."""
    contents = {name: build(scores(one), spoiled=True)[0] for name, one in ALL.items()}
    for name, more in TENDERS.items():
        found = examples(**more)
        contents[name] = build(found.scores, found, spoiled=True)[0]
    return compute(contents)


@pytest.mark.long
@pytest.mark.office
@pytest.mark.parametrize("name", ALL)
def test_every_score_and_rank_is_alive(name: str, recalculated: dict[str, Sheets]) -> None:
    """Wrong results written beside the formulas all change to what the engine says."""
    found = scores(ALL[name])
    _, numbers = build(found)
    assert not differences(recalculated[name], numbers)
    ranks = [one.rank for one in found.bids if one.rank is not None]
    rows = recalculated[name][EVALUATION]
    [top] = [n for n, row in enumerate(rows) if row[0] == "All bids"]
    of_all = {row[0]: row[1] for row in rows[top + 1 :] if row[0]}
    assert sorted(one for one in of_all.values() if one != "-") == sorted(ranks)


@pytest.mark.office
@pytest.mark.parametrize("name", TENDERS)
def test_prices_and_scores_of_a_tender_are_alive(
    name: str, recalculated: dict[str, Sheets]
) -> None:
    """In several currencies, with power by years, and with discounted years."""
    found = examples(**TENDERS[name])
    _, numbers = build(found.scores, found)
    assert not differences(recalculated[name], numbers)
    sheet = recalculated[name][PRICES]
    row = next(row for row in sheet if row[0] == "Evaluated price")
    expected = [one.price for one in found.bids]
    assert None in expected
    assert row[1:7] == ["incomplete" if one is None else float(one) for one in expected]


def test_formulas_are_within_excels_limits() -> None:
    for name in ("ratio rounded", "ratio_band with a band", "criteria"):
        assert not broken(evaluation_workbook(scores(ALL[name])))


def test_names_of_bidders_are_no_formulas() -> None:
    book = openpyxl.load_workbook(io.BytesIO(evaluation_workbook(scores(ALL["ratio"]))))
    cells = [cell for row in book[EVALUATION].iter_rows() for cell in row if cell.value == "=1+1"]
    assert cells
    assert all(cell.data_type == "s" for cell in cells)


def test_the_head_of_an_evaluation_stands_in_the_first_column() -> None:
    """Its method, and how the sheet is used, over all columns of the bids."""
    sheet = openpyxl.load_workbook(io.BytesIO(evaluation_workbook(scores(ALL["ratio"]))))[
        EVALUATION
    ]
    heads = [str(sheet.cell(row, 1).value) for row in range(1, 5)]
    assert "score wins" in heads[2]
    assert heads[3] == LIVE
    assert next(str(one) for one in sheet.merged_cells.ranges if one.min_row == 4).startswith("A4:")


def test_sheets_say_that_they_are_confidential() -> None:
    found = examples()
    book = openpyxl.load_workbook(io.BytesIO(comparison_of_bids_workbook(found)))
    assert book.sheetnames == [EVALUATION, PRICES, CHECKS, ROBUSTNESS, SPECIFICATION]
    for sheet in book.worksheets[:-1]:
        head = " ".join(str(sheet.cell(row, 1).value) for row in (2, 3))
        assert "Confidential" in head


def test_amounts_of_bytes_are_texts_with_their_unit() -> None:
    """No number on these sheets is in bytes, as nobody could read it."""
    book = openpyxl.load_workbook(io.BytesIO(comparison_of_bids_workbook(examples())))
    values = [cell.value for sheet in book for row in sheet.iter_rows() for cell in row]
    texts = [value for value in values if isinstance(value, str)]
    assert max(value for value in values if isinstance(value, int | float)) < 1e9
    assert any(re.fullmatch(r"\d[\d.,]* [TP]B", text) for text in texts)


def test_equal_evaluations_are_identical_files() -> None:
    one, two = (evaluation_workbook(scores(ALL["mean"])) for _ in range(2))
    assert one == two


def test_a_method_without_a_formula_lists_the_bids() -> None:
    found = scores(ALL["qualitative"])
    book = openpyxl.load_workbook(io.BytesIO(evaluation_workbook(found)))
    texts = [row[0].value for row in book[EVALUATION].iter_rows()]
    assert {one.name for one in found.bids} <= set(texts)
