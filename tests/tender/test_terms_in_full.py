"""The terms that bidders read, and the estimate that they never see, line by line."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from model.tender.estimate import Estimate, estimate_data, estimate_rows
from model.tender.protocol import Change, State, changes, is_of_another
from model.tender.public_terms import conditions_of, figures_of, terms_of, texts_of
from tests.tender.test_rules_at_limits import tender

TERMS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "nothing is stated": (
        {},
        [
            ("Tender", ""),
            ("Title", "T"),
            ("Currency", "EUR"),
            ("Prices", "net"),
            ("If the unit price and total of a line disagree", "the unit price counts"),
            ("Options that count", "none"),
        ],
    ),
    "all is stated": (
        {
            "id": "T-1",
            "lot": "A",
            "lines": [{"position": "1", "lot": "A"}],
            "deadline": "2027-01-31",
            "valid_until": "2027-03-31",
            "vat": "19 %",
            "price": "gross",
            "line_rule": "total",
            "options": "marked",
            "marked": ["o", "p"],
            "fixed_price": 700_000,
            "energy": {"price": "0.21 EUR/kWh", "pue": 1.3},
            "term": 5,
            "discount_rate": "3 %",
            "rack_price": 9000,
        },
        [
            ("Tender", "T-1"),
            ("Title", "T"),
            ("Lot", "A"),
            ("Bids are due on", "2027-01-31"),
            ("Bids must be valid until", "2027-03-31"),
            ("Currency", "EUR"),
            ("Prices", "gross; value added tax 19 %"),
            ("If the unit price and total of a line disagree", "the total counts"),
            ("Options that count", "o, p"),
            ("Maximum price of a bid", "700000.00 EUR"),
            (
                "Energy (the same figures apply to all bids)",
                "0.21 EUR/kWh, PUE 1.3, 8766 h per year, 5 years",
            ),
            (
                "Discount rate of maintenance and energy (the same for all bids)",
                "3 % per year, from the purchase on",
            ),
            ("Price of the space of one rack over the term", "9000.00 EUR"),
        ],
    ),
}


@pytest.mark.parametrize("name", TERMS)
def test_terms(name: str) -> None:
    said, rows = TERMS[name]
    assert list(terms_of(tender(said))) == rows


def test_requirements_by_their_class() -> None:
    """Figures are numbered through; limits are upper ones of power and racks alone."""
    found = tender(
        {
            "requirements": {"capacity": "4 PB", "racks": 2, "power": "5 kW"},
            "targets": {"read_bandwidth": "20 GB/s"},
            "optional": {"write_bandwidth": "10 GB/s", "raw_capacity": "5 PB"},
            "musts": ["M1"],
            "should": ["S1"],
            "may": ["P1"],
            "texts": {"M1": "m", "P1": "p"},
        }
    )
    assert list(figures_of(found)) == [
        ("F01", "Usable capacity", "at least 4 PB (3.553 PiB)", "must"),
        ("F02", "Typical power", "at most 5 kW", "must"),
        ("F03", "Racks", "at most 2", "must"),
        ("F04", "Read bandwidth", "at least 20 GB/s", "target"),
        ("F05", "Nominal capacity of all drives", "at least 5 PB (4.441 PiB)", "option"),
        ("F06", "Write bandwidth", "at least 10 GB/s", "option"),
    ]
    assert list(texts_of(found)) == [
        ("M1", "m", "must"),
        ("S1", "", "target"),
        ("P1", "p", "option"),
    ]


def test_conditions() -> None:
    stated = {
        "clients": 8,
        "processes": 64,
        "transfer_size": "16 MiB",
        "access": "one shared file",
        "record_size": "1 MiB",
        "fill": "80 %",
    }
    rows = {
        "clients": ("Clients", "8"),
        "processes": ("Processes", "64"),
        "transfer_size": ("Transfer size", "16 MiB"),
        "access": ("Files", "one shared file"),
        "record_size": ("Record size of the files", "1 MiB"),
        "fill": ("Maximum fill of the usable capacity", "80 %"),
    }
    found = conditions_of(tender({"workload": "IOR", "conditions": stated}))
    assert list(found) == [("Benchmark", "IOR"), *rows.values()]
    for name, value in stated.items():
        assert list(conditions_of(tender({"conditions": {name: value}}))) == [rows[name]]
    assert list(conditions_of(tender({}))) == []


def of(amount: float | str) -> Decimal:
    return Decimal(str(amount)).quantize(Decimal("0.01"))


ESTIMATE = Estimate(
    currency="EUR",
    purchase=of(900),
    known_purchase=of(800),
    unknown_lines=0,
    low=of(850),
    high=of(990),
    options=of(50),
    renewals=((1, of(10)), (2, of(20))),
    maintained=True,
    support=False,
    later=((2, of(300)),),
    lots=(("A", of(400)), ("B", None)),
    vat=0.19,
    gross_purchase=of(1071),
)
PURCHASE = ("Purchase", "900.00 EUR", "likely 850 EUR to 990 EUR")
LOTS = [("of it A", "400.00 EUR", "lot"), ("of it B", "unknown", "lot")]
OPTIONS = ("Options", "50.00 EUR", "not part of the purchase")
KEPT = "Renewals: maintenance"
YEARS = [("of it year 1", "10.00 EUR", ""), ("of it year 2", "20.00 EUR", "")]
LATER = ("Later purchase, year 2", "300.00 EUR", "expansion")
WHOLE = ("Estimated value", "1 280.00 EUR", "all of these, net")
WITHOUT = ("Estimated value", "1 280.00 EUR", "all of these, net, without maintenance")
UNKNOWN = ("Estimated value", "unknown", "all of these, net")
GROSS = ("Purchase, gross", "1 071.00 EUR", "with value added tax, 19.0 %")
TWO = (KEPT, "30.00 EUR", "2 years")
BIDDERS = "bidders price each year"
ESTIMATES: list[tuple[dict[str, Any], list[tuple[str, str, str]]]] = [
    ({}, [PURCHASE, *LOTS, OPTIONS, TWO, *YEARS, LATER, WHOLE, GROSS]),
    (
        {"purchase": None, "unknown_lines": 2},
        [
            ("Purchase", "unknown", "2 lines have no price; known: 800.00 EUR"),
            *(*LOTS, OPTIONS, TWO, *YEARS, LATER, UNKNOWN, GROSS),
        ],
    ),
    (
        {"purchase": None, "unknown_lines": 1, "lots": ()},
        [
            ("Purchase", "unknown", "1 line has no price; known: 800.00 EUR"),
            *(OPTIONS, TWO, *YEARS, LATER, UNKNOWN, GROSS),
        ],
    ),
    (
        {"low": None, "vat": None, "later": (), "lots": (), "renewals": ((1, of(0)),)},
        [
            ("Purchase", "900.00 EUR", ""),
            OPTIONS,
            (KEPT, "0.00 EUR", "1 year"),
            ("Estimated value", "950.00 EUR", "all of these, net"),
        ],
    ),
    (
        {"maintained": False, "lots": (), "renewals": ((1, of(0)),), "later": ((3, of(330)),)},
        [
            *(PURCHASE, OPTIONS, (KEPT, "none planned", BIDDERS)),
            ("Later purchase, year 3", "330.00 EUR", "expansion"),
            *(WITHOUT, GROSS),
        ],
    ),
    (
        {"maintained": False, "support": True, "lots": (), "later": (), "renewals": ()},
        [
            PURCHASE,
            OPTIONS,
            (KEPT, "none planned", f"{BIDDERS}; support is part of the purchase"),
            ("Estimated value", "950.00 EUR", "all of these, net, without maintenance"),
            GROSS,
        ],
    ),
    (
        {"lots": (), "renewals": ((1, None), (2, None))},
        [
            *(PURCHASE, OPTIONS, (KEPT, "unknown", "the plan states no maintenance")),
            *(LATER, UNKNOWN, GROSS),
        ],
    ),
    (
        {"lots": (), "renewals": ((1, of(10)), (2, None))},
        [
            *(PURCHASE, OPTIONS, (KEPT, "unknown", "2 years")),
            *(YEARS[0], ("of it year 2", "unknown", ""), LATER, UNKNOWN, GROSS),
        ],
    ),
]


@pytest.mark.parametrize(("changed", "rows"), ESTIMATES)
def test_the_rows_of_an_estimate(changed: dict[str, Any], rows: list[tuple[str, str, str]]) -> None:
    found = estimate_rows(replace(ESTIMATE, **changed))
    plain = [tuple(text.replace("\N{NARROW NO-BREAK SPACE}", " ") for text in row) for row in found]
    assert plain == rows


def test_an_estimate_for_other_programs() -> None:
    assert estimate_data(ESTIMATE) == {
        "currency": "EUR",
        "purchase": 900,
        "known_purchase": 800,
        "unknown_lines": 0,
        "low": 850,
        "high": 990,
        "options": 50,
        "renewals": [{"year": 1, "amount": 10}, {"year": 2, "amount": 20}],
        "later_purchases": [{"year": 2, "amount": 300}],
        "lots": [{"lot": "A", "amount": 400}, {"lot": "B", "amount": None}],
        "value": 1280,
        "vat": 0.19,
        "gross_purchase": 1071,
    }


BID = {"price": 5.0, "score": 1.0, "rank": 1, "why": ""}
STATE = State(
    {"sha256": "r", "data": {"id": "T", "musts": ["a"], "term": 5}},
    {"A": {"file": "a", "sha256": "a" * 64}, "B": {"file": "b", "sha256": "b" * 64}},
    {"method": "ratio", "bids": {"A": BID, "B": BID | {"rank": 2}}, "order": [["A"], ["B"]]},
)
CHANGED: list[tuple[dict[str, Any], list[tuple[Any, ...]]]] = [
    ({}, []),
    (
        {"rules": {"sha256": "s", "data": STATE.rules["data"]}},
        [("rules: text of the file, and no value", "", "")],
    ),
    (
        {"rules": {"sha256": "s", "data": {"id": "T", "musts": ["a", "b"], "term": 5.0}}},
        [("rules: musts.1", None, "b")],
    ),
    ({"rules": {"sha256": "s", "data": {"id": "T", "musts": ["a"]}}}, [("rules: term", 5, None)]),
    ({"bids": {"A": STATE.bids["A"]}}, [("B", "a bid", None)]),
    (
        {"bids": {**STATE.bids, "C": {"file": "c", "sha256": "c" * 64}}},
        [("C", None, "a bid")],
    ),
    (
        {"bids": {**STATE.bids, "A": {"file": "a", "sha256": "d" * 64}}},
        [("A: file", "a" * 12, "d" * 12)],
    ),
    (
        {"result": {**STATE.result, "method": "log"}},
        [("method", "ratio", "log")],
    ),
    (
        {
            "result": {
                **STATE.result,
                "bids": {"A": BID | {"price": 6.0, "score": 1.0 + 1e-13}, "B": BID | {"rank": 2}},
                "order": [["A", "B"]],
            }
        },
        [("A: price", 5.0, 6.0), ("order", "A > B", "A = B")],
    ),
]


@pytest.mark.parametrize(("changed", "expected"), CHANGED)
def test_what_differs_between_two_entries(
    changed: dict[str, Any], expected: list[tuple[Any, ...]]
) -> None:
    """Rules, then bids, then the result; last bits of figures are no difference."""
    after = replace(STATE, **changed)
    assert changes(STATE, after) == [Change(*one) for one in expected]


@pytest.mark.parametrize(
    ("own", "is_other"),
    [({"id": "T"}, False), ({"id": "U"}, True), ({"id": ""}, False), ({}, False)],
)
def test_entries_of_another_tender(own: dict[str, str], is_other: bool) -> None:
    assert is_of_another(STATE, replace(STATE, rules={"sha256": "r", "data": own})) is is_other
