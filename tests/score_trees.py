"""Examples of evaluations of bids: every method, scaled, banded and rounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.books.evaluation import PRICE
from model.engine.tree import Instance
from model.tender.evaluation_file import Evaluation
from model.tender.methods import METHODS
from model.tender.scores import score_tree

BIDS = [
    {"name": "A", "quality": 92, "price": 1_000_000, "quantity": 4},
    {"name": "B", "quality": 80, "price": 850_000, "quantity": 7},
]
STATED: dict[str, Any] = {
    "quality_max": 100,
    "reference": {"quality": 80, "price": 900_000},
    "price_low": 700_000,
    "price_high": 1_200_000,
    "base": 2,
    "value_per_point": 5_000,
    "steps": [{"at_most": 3, "points": 30}, {"at_most": 6, "points": 20}],
    "formula": "min(price, lowest_price) / max(quality, highest_quality) - quantity",
    "bids": BIDS,
}
WAYS: dict[str, dict[str, Any]] = {
    "": {"weights": {"quality": 60, "price": 40}},
    " of the price alone": {"points": 40},
    " rounded": {"weights": {"quality": 60, "price": 40}, "round": 3},
    " with a band": {"weights": {"quality": 60, "price": 40}, "band": 0.1},
}

PRICED = {
    "net_amount": 100_000.0,
    "gross_amount": 119_000.0,
    "bid_vat_rate": 0.19,
    "foreign_amount": 120_000.0,
    "evaluation_exchange_rate": 0.9,
    "offered_power": 24_300.0,
    "evaluation_pue": 1.3,
    "evaluation_years": 5.0,
    "evaluation_energy_price": 0.21 / 3.6e6,
    "offered_racks": 3.0,
    "evaluation_rack_price": 9_000.0,
    "later_payment": 31_000.0,
    "evaluation_discount_rate": 0.03,
    "bid_payment_year": 4.0,
    "bid_price": 1_000_000.0,
    "compared_price": 1_200_000.0,
    "offered_capacity": 20.3e15,
    "offered_layout_capacity": 18.9e15,
    "offered_bandwidth": 30e9,
}
"""All that the evaluated price of a bid may rest on."""


def score_examples() -> Iterator[tuple[str, Instance]]:
    """Give an evaluation by each method, in each way."""
    for method in METHODS:
        for way, said in WAYS.items():
            if method != "qualitative":
                found = Evaluation(method=method, **STATED, **said)
                yield f"bids by {method}{way}", score_tree(found, found.bids)
    yield "price of a bid", Instance("bid price", "bid price", PRICE.book(), dict(PRICED))
