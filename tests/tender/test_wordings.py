"""What a normalised bid says of each rule, and what it asks the bidder, word by word."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.normalisation import Normalised, normalise
from model.tender.tender_file import read_tender

Said = dict[str, Any]


def document(said: Said) -> Any:
    return read_document(yaml.safe_dump(said), "x.yaml")


def normalised(offered: Said, rules: Said) -> Normalised:
    bid = {"bidder": "A", "lines": [goods()]} | offered
    return normalise(read_bid(document(bid)), read_tender(document({"title": "T"} | rules)))


def goods(**changed: Any) -> Said:
    return {"position": "1", "quantity": 2, "unit_price": 50} | changed


def kept(year: int, price: float = 10, **changed: Any) -> Said:
    return goods(position=f"m{year}", section="maintenance", year=year, total=2 * price) | {
        "unit_price": price,
        **changed,
    }


REASONS: list[tuple[Said, Said, str, str]] = [
    ({}, {}, "Offer", "1 line, in EUR"),
    ({"lines": [goods(), goods(position="2")]}, {}, "Offer", "2 lines, in EUR"),
    (
        {"lines": [goods(), goods(position="2", section="unit prices")]},
        {},
        "Offer",
        "1 line, in EUR; 1 unit price for later additions doesn't count",
    ),
    (
        {"lines": [goods(), *(goods(position=n, section="unit prices") for n in "23")]},
        {},
        "Offer",
        "1 line, in EUR; 2 unit prices for later additions don't count",
    ),
    (
        {"lines": [goods(lot="L1"), goods(position="2", lot="L2")]},
        {"lot": "L1"},
        "Offer",
        "1 line, in EUR; 1 line of other lots doesn't count",
    ),
    (
        {"lines": [goods(lot="L1"), *(goods(position=n, lot="L2") for n in "23")]},
        {"lot": "L1"},
        "Offer",
        "1 line, in EUR; 2 lines of other lots don't count",
    ),
    ({"lines": [], "total": 9}, {}, "Offer", "the stated total: there are no lines"),
    (
        {"lines": [goods(), goods(position="o", kind="option")]},
        {},
        "Options",
        "1 offered; by the rules of the tender, none counts",
    ),
    (
        {
            "lines": [
                goods(),
                goods(position="o", kind="option"),
                goods(position="p", kind="option"),
            ]
        },
        {"options": "all"},
        "Options",
        "all: o, p",
    ),
    ({}, {"options": "marked", "marked": ["o"]}, "Options", "marked"),
    ({"lines": [goods(), kept(1)]}, {}, "Maintenance", "the tender requires none"),
    ({"lines": [goods(), kept(1), kept(2)]}, {"term": 2}, "Maintenance", "years 1 to 2"),
    (
        {"lines": [goods(), kept(2)], "warranty": 1},
        {"term": 2},
        "Maintenance",
        "year 2; year 1 is under warranty",
    ),
    (
        {"warranty": 3},
        {"term": 2},
        "Maintenance",
        "none is needed; years 1 to 2 are under warranty",
    ),
    (
        {"lines": [goods(), kept(1), kept(2), kept(3)], "warranty": 1},
        {"term": 2},
        "Maintenance",
        "year 2; year 1 is under warranty; prices of years under warranty don't "
        "count: 1; years after the term don't count: 3",
    ),
    (
        {"yearly_maintenance": 5},
        {"term": 2},
        "Maintenance",
        "years 1 to 2; year 1, 2 by the bid's own yearly price",
    ),
    (
        {"lines": [goods(), kept(1), kept(2)]},
        {"term": 2, "discount_rate": "2.5 %"},
        "Discounting",
        "maintenance of year 1, 2 at 2.50 % per year",
    ),
    (  # years and rates in their order, not in that of their letters
        {"lines": [goods(), *(kept(year) for year in (10, 2))], "warranty": 1},
        {"term": 10, "discount_rate": "1 %"},
        "Discounting",
        "maintenance of year 2, 3, 4, 5, 6, 7, 8, 9, 10 at 1.00 % per year",
    ),
    (
        {"discounts": [{"share": 0.1}, {"amount": 5, "condition": "early"}]},
        {},
        "Discounts",
        "1 as offered; 1 with conditions don't count",
    ),
    ({"discounts": [{"amount": 5}]}, {}, "Discounts", "1 as offered"),
    (
        {"currency": "USD"},
        {"exchange": {"USD": 0.9}},
        "Currency",
        "1 USD = 0.9 EUR, the exchange rate of the tender",
    ),
    ({"currency": "USD"}, {}, "Currency", "the tender states no rate for USD"),
    ({}, {}, "Value added tax", "prices are net, as required"),
    (
        {"prices": "gross", "lines": [goods(), goods(position="2", vat="7 %")]},
        {"vat": "19 %"},
        "Value added tax",
        "gross to net at 7.0 %, 19.0 %",
    ),
    ({"prices": "gross"}, {}, "Value added tax", "the rate of a line is unknown"),
    ({"racks": 1}, {"rack_price": 900}, "Space", "1 rack at 900 EUR"),
    ({"racks": 2}, {"rack_price": 900}, "Space", "2 racks at 900 EUR"),
    ({"racks": 2}, {"rack_price": 900.5}, "Space", "2 racks at 900.50 EUR"),
    ({}, {"rack_price": 900}, "Space", "the bid states no number of racks"),
    (
        {"power": {"typical": "2 kW"}},
        {"energy": {"price": "0.25 EUR/kWh", "pue": 1.3, "years": 3}, "discount_rate": "2 %"},
        "Energy",
        "2 kW x 3 years, x PUE 1.3 x 8766 h per year x 0.25 EUR/kWh, the buyer's figures; "
        "discounted at 2.00 % per year",
    ),
    (
        {"power": {"typical": "2 kW", "years": [{"until": 1, "typical": "1 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh"}, "term": 3, "vat": 0.19},
        "Energy",
        "1 kW x 1 year + 2 kW x 2 years, x PUE 1 x 8766 h per year x 0.25 EUR/kWh, the buyer's "
        "figures",
    ),
    (
        {"power": {"typical": "0 W"}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 3}},
        "Energy",
        "the bid states a power of 0",
    ),
    (
        {"power": {"years": [{"until": 1, "typical": "1 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 3}},
        "Energy",
        "the bid states no power after year 1",
    ),
    ({}, {}, "Evaluated price", "net, in EUR"),
    (
        {"lines": [goods(unit_price=None), goods(position="2", quantity=None)]},
        {"price": "gross", "vat": 0.1},
        "Evaluated price",
        "position 1 has no price; position 2 has no quantity",
    ),
]


@pytest.mark.parametrize(("offered", "rules", "step", "reason"), REASONS)
def test_steps_state_their_reasons(offered: Said, rules: Said, step: str, reason: str) -> None:
    found = {one.name: one.reason for one in normalised(offered, rules).steps}
    assert found[step].replace("\u202f", " ").replace("\xa0", " ") == reason


QUESTIONS: list[tuple[Said, Said, list[str]]] = [
    ({}, {}, []),
    ({"questions": ["Which?"]}, {}, ["Which?"]),
    (
        {"date": "2026-08-04", "valid_until": "2026-08-03"},
        {},
        ["Your offer is dated 2026-08-04 and valid until 2026-08-03. Please check both."],
    ),
    ({"date": "2026-08-04", "valid_until": "2026-08-04"}, {}, []),
    (
        {"valid_until": "2026-08-03"},
        {"deadline": "2026-08-04"},
        ["Your offer is valid until 2026-08-03, but bids are due on 2026-08-04. Please extend it."],
    ),
    ({"valid_until": "2026-08-04"}, {"deadline": "2026-08-04"}, []),
    ({}, {"deadline": "2026-08-04"}, []),
    (
        {},
        {"valid_until": "2026-08-04"},
        ["Until when is your offer valid? The tender requires 2026-08-04 or later."],
    ),
    (
        {"valid_until": "2026-08-03"},
        {"valid_until": "2026-08-04"},
        [
            "Your offer is valid until 2026-08-03, but the tender requires 2026-08-04 or later. "
            "Please extend it."
        ],
    ),
    ({"valid_until": "2026-08-04"}, {"valid_until": "2026-08-04"}, []),
    ({"lines": [goods(total=100)]}, {}, []),
    (
        {"lines": [goods(total=90)]},
        {"line_rule": "total"},
        [
            "Position 1: unit price times quantity is 100.00 EUR, the stated total 90.00 EUR, a "
            "difference of -10.00 EUR. By the rules of the tender, the total counts. Please "
            "confirm."
        ],
    ),
    (
        {"lines": [goods(unit_price=-1)]},
        {},
        ["Position 1: the price is negative. Please explain it."],
    ),
    (
        {"lines": [goods(unit_price=0)]},
        {},
        ["Position 1: the price is 0. Is it offered free of charge?"],
    ),
    ({"lines": [goods(), kept(1, 0)], "warranty": 1}, {"term": 1}, []),
    (
        {"lines": [goods(), kept(1, 0)]},
        {"term": 1},
        ["Position m1: the price is 0. Is it offered free of charge?"],
    ),
    (
        {"lines": [goods(), kept(1)], "warranty": 1},
        {"term": 1},
        [
            "Maintenance of year 1 has a price, although the year is under warranty. Please "
            "explain the price."
        ],
    ),
    ({"lines": [goods()], "total": 100}, {}, []),
    (
        {"lines": [goods()], "total": 110},
        {},
        [
            "The lines add up to 100.00 EUR, the stated total is 110.00 EUR, a difference of 10.00 "
            "EUR. By the rules of the tender, the lines count. Please confirm."
        ],
    ),
    ({"lines": [goods(), goods(position="2", section="unit prices")], "total": 100}, {}, []),
    ({"lines": [goods(), goods(position="2", kind="option")], "total": 100}, {}, []),
    (
        {},
        {"options": "marked", "marked": ["o"]},
        ["Option o counts in the evaluation, but it is missing. Please offer it."],
    ),
    (
        {"yearly_maintenance": 5},
        {"term": 2},
        [
            "Maintenance of year 1, 2 has no price. By the rules of the tender, your yearly price "
            "of 5.00 EUR counts. Please confirm."
        ],
    ),
    ({}, {"term": 2}, ["Maintenance of year 1, 2 has no price. Please add it."]),
    (
        {"discounts": [{"amount": 0.5}]},
        {},
        ["Your discount is an amount of 0.50 EUR. If you mean a share, please state the amount."],
    ),
    ({"discounts": [{"amount": 1}]}, {}, []),
    (
        {"racks": 0},
        {"rack_price": 9},
        ["You state that your offer needs no racks. Please confirm."],
    ),
    ({}, {"rack_price": 9}, ["How many racks does your offer need?"]),
    (
        {},
        {"lines": [{"position": "1", "quantity": 3}]},
        ["Position 1: you offer 2, but the tender requires 3. Please explain the difference."],
    ),
    ({}, {"lines": [{"position": "1", "quantity": 2}]}, []),
    (
        {},
        {"lines": [{"position": "1"}, {"position": "2"}, {"position": "3", "kind": "option"}]},
        ["Position 2 is missing. Please add it."],
    ),
    (
        {"lines": [goods(), goods(position="7"), goods(position="8", kind="option")]},
        {"lines": [{"position": "1"}]},
        ["The tender doesn't list these positions: 7. Please explain them."],
    ),
    (
        {"lines": [goods(kind="option")]},
        {"lines": [{"position": "1"}]},
        [
            "Position 1: you offer it as an option, but the tender lists it as a part of the "
            "offer. By the rules of the tender, it is a part of the offer. Please confirm."
        ],
    ),
    (
        {"lines": [goods(section="unit prices")]},
        {"lines": [{"position": "1", "section": "software"}]},
        [
            "Position 1: you offer it as unit prices, but the tender lists it as software, and it "
            "counts. Please confirm."
        ],
    ),
    (
        {},
        {"lot": "L1"},
        ["Your lines state no lot. They count for lot L1. Please confirm."],
    ),
    (
        {},
        {"lines": [{"position": "1", "lot": "L1"}, {"position": "1", "lot": "L2"}]},
        [
            "Position 1 is in several lots (L1, L2). Please state the lot of your line.",
        ],
    ),
    ({"currency": "USD"}, {}, ["The tender requires prices in EUR. Please state them in it."]),
    ({"prices": "gross"}, {}, ["Please state the value added tax of each line."]),
]


@pytest.mark.parametrize(("offered", "rules", "questions"), QUESTIONS)
def test_what_bidders_are_asked(offered: Said, rules: Said, questions: list[str]) -> None:
    found = [one.replace("\u202f", " ") for one in normalised(offered, rules).questions]
    if "several lots" in " ".join(questions):
        found = found[:1]
    assert found == questions
