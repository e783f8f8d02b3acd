"""What counts of a bid, line by line, and all that is asked and undecided, for each rule."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.normalisation import Normalised, normalise, titles_of_lines
from model.tender.tender_file import TenderFile, read_tender

Said = dict[str, Any]
GOODS: Said = {"position": "1", "quantity": 2, "unit_price": 50}


def tender(said: Said) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump({"title": "T"} | said), "t.yaml"))


def normalised(bid: Said, rules: Said) -> Normalised:
    text = yaml.safe_dump({"bidder": "A", "lines": [GOODS]} | bid)
    return normalise(read_bid(read_document(text, "a.yaml")), tender(rules))


def kept(year: int, **changed: Any) -> Said:
    return {
        "position": f"m{year}",
        "section": "maintenance",
        "year": year,
        "quantity": 1,
        "unit_price": 10,
        **changed,
    }


OPTION: Said = {"position": "o", "kind": "option", "total": 7}
LATER: Said = {"position": "u", "section": "unit prices", "unit_price": 3}
LINES: list[tuple[Said, Said, dict[str, tuple[float | None, bool, str]]]] = [
    (
        {"lines": [GOODS, OPTION, LATER, kept(1), kept(2)], "warranty": 0},
        {},
        {
            "1": (100, True, ""),
            "o": (7, False, "option that doesn't count"),
            "u": (None, False, "price for later additions"),
            "m1": (10, False, "after the term"),
            "m2": (10, False, "after the term"),
        },
    ),
    (
        {"lines": [GOODS, OPTION, kept(1), kept(2), kept(3)], "warranty": 1},
        {"term": 2, "options": "all"},
        {
            "1": (100, True, ""),
            "o": (7, True, ""),
            "m1": (10, False, "under warranty"),
            "m2": (10, True, ""),
            "m3": (10, False, "after the term"),
        },
    ),
    (
        {"lines": [GOODS, OPTION, OPTION | {"position": "p"}]},
        {"options": "marked", "marked": ["p"]},
        {
            "1": (100, True, ""),
            "o": (7, False, "option that doesn't count"),
            "p": (7, True, ""),
        },
    ),
]


@pytest.mark.parametrize(("bid", "rules", "lines"), LINES)
def test_each_line_counts_or_says_why_not(
    bid: Said, rules: Said, lines: dict[str, tuple[float | None, bool, str]]
) -> None:
    found = normalised(bid, rules)
    assert {
        one.position: (
            None if one.amount is None else float(one.amount),
            one.counts,
            one.remark,
        )
        for one in found.lines
    } == lines


POWER = "What is the typical power in watts?"
ENERGY: Said = {"energy": {"price": "0.2 EUR/kWh", "years": 5}}
PHASES: Said = {"power": {"years": [{"until": 4, "typical": "1 kW"}]}}
ASKED: list[tuple[Said, Said, list[str], list[str]]] = [
    ({}, {}, [], []),
    ({}, ENERGY, [POWER], ["typical power is unknown"]),
    (
        {"power": {"typical": "0 W"}},
        ENERGY,
        [f"You state a typical power of 0 W. {POWER}"],
        ["the stated power is 0"],
    ),
    (
        PHASES,
        ENERGY,
        ["What is the typical power after year 4, in watts?"],
        ["typical power after year 4 is unknown"],
    ),
    (PHASES, {"energy": {"price": "0.2 EUR/kWh", "years": 4}}, [], []),
    (
        {},
        {"rack_price": 900},
        ["How many racks does your offer need?"],
        ["the number of racks is unknown"],
    ),
    (
        {"racks": 0},
        {"rack_price": 900},
        ["You state that your offer needs no racks. Please confirm."],
        [],
    ),
    ({"racks": 1}, {"rack_price": 900}, [], []),
    (
        {"currency": "USD"},
        {},
        ["The tender requires prices in EUR. Please state them in it."],
        ["no exchange rate from USD to EUR"],
    ),
    ({"currency": "USD"}, {"exchange": {"USD": 0.9}}, [], []),
    (
        {"prices": "gross"},
        {},
        ["Please state the value added tax of each line."],
        ["the value added tax of a line is unknown"],
    ),
    ({"prices": "gross"}, {"vat": "19 %"}, [], []),
    ({"prices": "net"}, {}, [], []),
    (
        {},
        {"lines": [{"position": "1", "quantity": 2}, {"position": "2"}]},
        ["Position 2 is missing. Please add it."],
        ["position 2 is missing"],
    ),
    ({}, {"lines": [{"position": "1"}, {"position": "2", "kind": "option"}]}, [], []),
    (
        {"lines": [GOODS, GOODS | {"position": "7"}, OPTION, LATER, kept(1)]},
        {"lines": [{"position": "1"}], "term": 1},
        ["The tender doesn't list these positions: 7. Please explain them."],
        [],
    ),
    (
        {},
        {"lines": [{"position": "1", "quantity": 3}]},
        ["Position 1: you offer 2, but the tender requires 3. Please explain the difference."],
        [],
    ),
    (
        {"discounts": [{"amount": 0.5}]},
        {},
        ["Your discount is an amount of 0.50 EUR. If you mean a share, please state the amount."],
        [],
    ),
    ({"discounts": [{"amount": 1}]}, {}, [], []),
    (
        {"discounts": [{"amount": 100}]},
        {},
        ["With your discounts, the price of your offer is 0.00 EUR. Please check them."],
        [],
    ),
    ({"discounts": [{"amount": 99.99}]}, {}, [], []),
]


@pytest.mark.parametrize(("bid", "rules", "asked", "undecided"), ASKED)
def test_all_that_is_asked(bid: Said, rules: Said, asked: list[str], undecided: list[str]) -> None:
    """And nothing else; a bid without a price says what is undecided."""
    found = normalised(bid, rules)
    assert found.questions == asked
    assert found.undecided == undecided
    assert (found.price is None) == bool(undecided)
    assert found.steps[-1].reason == ("; ".join(undecided) or "net, in EUR")


def test_titles_are_those_of_the_tender_or_else_of_the_first_bid() -> None:
    rules = {"lines": [{"position": "1", "title": "Server"}, {"position": "2", "title": "Rack"}]}
    bids = [
        normalised(
            {"lines": [GOODS | {"title": title}, GOODS | {"position": "7", "title": title}]}, rules
        )
        for title in ("one", "two")
    ]
    assert titles_of_lines(bids, tender(rules)) == {
        ("", "1"): "Server",
        ("", "2"): "Rack",
        ("", "7"): "one",
    }
