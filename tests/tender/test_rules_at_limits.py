"""Rules of a tender and forms of bids: what is refused at, below and above a limit, and counted."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

import pytest
import yaml

from model.errors import InputError
from model.reading.documents import read_document
from model.tender.acceptance import Threshold
from model.tender.bid_file import read_bid
from model.tender.form import Blank, Form, bid_data, form_of
from model.tender.normalisation import normalise
from model.tender.tender_file import TenderFile, read_tender

Said = dict[str, Any]


def tender(said: Said) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump({"title": "T"} | said), "tender.yaml"))


def criteria(*points: float) -> list[Said]:
    return [
        {"name": f"C{n}", "method": "higher_is_better", "points": most}
        for n, most in enumerate(points)
    ]


LINES = [{"position": str(n), "lot": lot} for n, lot in enumerate("AB")]
RULES: list[tuple[Said, str]] = [
    ({"scoring": {"method": "ratio", "quality_max": 100, "criteria": criteria(60, 40)}}, ""),
    (
        {"scoring": {"method": "ratio", "quality_max": 100, "criteria": criteria(60, 41)}},
        "quality_max: is below the points of the criteria: write at least 101",
    ),
    ({"discount_rate": "50 %"}, ""),
    ({"discount_rate": "51 %"}, "discount_rate: must be at most 50 % a year: write the annual"),
    ({"rack_price": 0}, ""),
    ({"rack_price": -0.01}, "rack_price: must be at least 0"),
    ({"term": 1}, ""),
    ({"term": 20}, ""),
    ({"term": 0}, "term"),
    ({"term": 21}, "term"),
    ({"abnormal": 0.99}, ""),
    ({"abnormal": 1.0}, "abnormal"),
    ({"abnormal": 0.0}, "abnormal"),
    ({"tolerance": 0.0}, ""),
    ({"tolerance": 1.0}, "tolerance"),
    ({"price": "gross", "vat": 0.19}, ""),
    ({"price": "net"}, ""),
    ({"options": "marked", "marked": ["1"]}, ""),
    ({"energy": {"price": "0.2 EUR/kWh"}, "term": 3}, ""),
    ({"energy": {"price": "0.2 EUR/kWh", "years": 3}}, ""),
    ({"musts": ["a"], "should": ["b"], "may": ["c"]}, ""),
    ({"musts": ["a", "a"]}, "musts.0: is there more than once: write each id once, in one class"),
    ({"musts": ["a"], "may": ["b", "a"]}, "may.1: is there more than once"),
    ({"lot": "A", "lines": LINES}, ""),
    ({"lines": [LINES[0], LINES[0] | {"lot": "B"}]}, ""),
    ({"lines": [LINES[0], LINES[1], LINES[0]]}, "lines.2.position: is there before"),
    ({"scoring": {"method": "ratio", "quality_max": 9}, "bids": {"A": {"quality": 9}}}, ""),
]


@pytest.mark.parametrize(("said", "message"), RULES)
def test_rules_at_their_limits(said: Said, message: str) -> None:
    if not message:
        assert tender(said).title == "T"
        return
    with pytest.raises(InputError) as error:
        tender(said)
    assert message in str(error.value)
    assert len(error.value.problems) <= 2  # an id that is there twice is wrong at both places


ESTIMATES: list[tuple[Said, float | None]] = [
    ({}, 900),
    ({"lines": LINES}, 900),
    ({"lines": LINES, "lot": "A"}, None),
    ({"lines": LINES, "lot": "A", "estimate_lots": {"A": 300}}, 300),
    ({"lines": LINES, "lot": "A", "estimate_lots": {"B": 300}}, None),
    ({"lines": LINES, "estimate_lots": {"A": 300}}, 900),
    ({"lines": LINES[:1], "lot": "A"}, 900),
    ({"lines": LINES[:1], "lot": "A", "estimate_lots": {"A": 300}}, 300),
]


@pytest.mark.parametrize(("said", "estimate"), ESTIMATES)
def test_the_estimate_of_what_is_evaluated(said: Said, estimate: float | None) -> None:
    """Of one of several lots its own; of the only lot that of all."""
    own = tender({"estimate": 900} | said).own_estimate
    assert (None if own is None else own.amount) == estimate


def blanks(form: Form) -> list[Blank]:
    rows = [row for sheet in form.sheets for table in sheet.tables for row in table.rows]
    return [cell for row in rows for cell in row if isinstance(cell, Blank)]


FORM = tender(
    {
        "id": "T",
        "term": 2,
        "energy": {"price": "0.2 EUR/kWh"},
        "musts": ["M1"],
        "requirements": {"capacity": "1 PB"},
        "specification": [{"device": "Server"}, {"device": "Switch", "kind": "option"}],
        "lines": [
            {"position": "1", "quantity": 2},
            {"position": "2"},
            {"position": "9", "kind": "option"},
        ],
    }
)


def test_the_blanks_of_a_form_number_each_list_from_0() -> None:
    """Each field has one cell and one name; lists have no hole."""
    found = blanks(form_of(FORM))
    assert len({one.path for one in found}) == len({one.name for one in found}) == len(found)
    lists: dict[Any, set[int]] = defaultdict(set)
    for one in found:
        for n, step in enumerate(one.path):
            if isinstance(step, int):
                lists[one.path[:n]].add(step)
    assert {("lines",), ("discounts",), ("products",), ("milestones",), ("power", "years")} <= set(
        lists
    )
    assert all(numbers == set(range(len(numbers))) for numbers in lists.values())


def test_lists_that_are_left_empty_are_no_part_of_a_bid() -> None:
    """What is asked stays, without a price; free lines, discounts and milestones vanish."""
    form = form_of(FORM)
    data = bid_data(form, {("bidder",): "A"})
    assert {"discounts", "milestones", "design"}.isdisjoint(data)
    assert "years" not in data.get("power", {})
    assert [line["position"] for line in data["lines"]] == ["1", "2"]
    discount = next(one.path for one in blanks(form) if one.name == "bid.discount")
    data = bid_data(form, {("bidder",): "A", discount: 5})
    assert data["discounts"] == [{"amount": 5}]


def test_a_discount_is_taken_from_each_rate_of_tax_to_the_cent() -> None:
    """Cents that rounding leaves are of the largest rate: 1.00 of 3 x 1.00 and 4.00 is 1/7 each."""
    lines = [
        {"position": str(n), "quantity": 1, "unit_price": price, "vat": rate}
        for n, (price, rate) in enumerate(((1, 0.05), (1, 0.07), (1, 0.10), (4, 0.19)))
    ]
    bid = {"bidder": "A", "prices": "net", "lines": lines, "discounts": [{"amount": 1}]}
    found = normalise(
        read_bid(read_document(yaml.safe_dump(bid), "a.yaml")),
        tender({"price": "gross", "vat": "19 %"}),
    )
    # 0.86 at 5, 7 and 10 %, and 6 - 3 x 0.86 = 3.42 at 19 %: 0.90 + 0.92 + 0.95 + 4.07
    assert found.price == Decimal("6.84")


THRESHOLDS: list[tuple[Threshold, str]] = [
    (Threshold("write bandwidth", 5e9, "byte/s", ""), "write bandwidth: at least 5 GB/s"),
    (Threshold("power", 5000, "watt", "", at_most=True), "power: at most 5 kW"),
    (Threshold("drives", 5, "1", "", is_exact=True), "drives: exactly 5"),
    (Threshold("spread", 0.05, "1", "", at_most=True, is_share=True), "spread: at most 5.00 %"),
    (Threshold("size", 1e12, "byte", ""), "size: at least 1 TB (0.9095 TiB)"),
]


@pytest.mark.parametrize(("threshold", "text"), THRESHOLDS)
def test_a_threshold_as_people_read_it(threshold: Threshold, text: str) -> None:
    assert threshold.text == text
