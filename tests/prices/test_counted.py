"""Which price counts for how many pieces, from prices that are made up."""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from model.design.piece import Price
from model.parts.price_layers import Layer
from model.planning.prices.prices import KnownPrice, LinePrice, counted_of
from model.reading.fields import MOST

QUOTE = Layer("quote", "Quote", "quoted", is_quote=True)
BOOK = Layer("book", "Price book", "published")
GUESS = Layer("estimate", "Estimate", "estimated", source="classes")


def price(layer: Layer, amount: float | None, least: int = 1, **more: Any) -> KnownPrice:
    """Make a price up; its origin is its layer, if nothing else is said."""
    known = {"origin": layer.name, "price": None, "discount": 0.0, "tax": 0.0, "net": None}
    return KnownPrice(layer=layer, converted=amount, least=least, **{**known, **more})


DAY, LATER = datetime.date(2026, 1, 1), datetime.date(2026, 2, 1)
CASES: list[tuple[list[KnownPrice], list[tuple[int, float, float | None]]]] = [
    ([], []),
    ([price(BOOK, 9, why_not="too old")], []),
    ([price(BOOK, 9)], [(0, math.inf, 9)]),
    ([price(BOOK, 9, 0)], [(0, math.inf, 9)]),
    # of less than ten pieces nothing is known
    ([price(BOOK, 9, 10)], [(0, 10, None), (10, math.inf, 9)]),
    ([price(BOOK, 9), price(BOOK, 7, 10)], [(0, 10, 9), (10, math.inf, 7)]),
    ([price(BOOK, 9), price(BOOK, 7, 10), price(BOOK, 8, 20)],
     [(0, 10, 9), (10, 20, 7), (20, math.inf, 8)]),
    # of one day's price and the next one's, both from one piece, the later counts
    ([price(BOOK, 9, date=DAY), price(BOOK, 8, date=LATER)], [(0, math.inf, 8)]),
    ([price(BOOK, 9, date=LATER), price(BOOK, 8, date=DAY)], [(0, math.inf, 9)]),
    ([price(BOOK, 9), price(BOOK, 8, date=DAY)], [(0, math.inf, 8)]),
    # of several books the first counts, of several quotes the lowest
    ([price(BOOK, 9, origin="a"), price(BOOK, 8, origin="b")], [(0, math.inf, 9)]),
    ([price(QUOTE, 9, origin="a"), price(QUOTE, 8, origin="b")], [(0, math.inf, 8)]),
    ([price(QUOTE, None, origin="a"), price(QUOTE, 8, origin="b")], [(0, math.inf, 8)]),
    # a quote with less in it is no cheaper
    ([price(QUOTE, 9, origin="a", covers=("rails",)), price(QUOTE, 8, origin="b")],
     [(0, math.inf, 9)]),
    # the first layer counts as soon as it has a price
    ([price(QUOTE, 9, 10), price(BOOK, 5)], [(0, 10, 5), (10, math.inf, 9)]),
    # an estimate counts only where nothing else is known of any number
    ([price(BOOK, 9, 10), price(GUESS, 5)], [(0, 10, None), (10, math.inf, 9)]),
    ([price(GUESS, 5)], [(0, math.inf, 5)]),
    ([price(BOOK, 9, why_not="too old"), price(GUESS, 5)], [(0, math.inf, 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("known", "counted"), CASES, ids=range(len(CASES)))
def test_the_price_of_so_many_pieces(
    known: list[KnownPrice], counted: list[tuple[int, float, float | None]]
) -> None:
    found = counted_of(known)
    ends = [(first, math.inf if end > MOST else end, one) for first, end, one in found]
    assert [(a, b, one.converted if one else None) for a, b, one in ends] == counted
    line = LinePrice(counted=found)
    for first, end, amount in counted:
        last = 10**9 if end == math.inf else end - 1
        for count in (first, last):
            one = line.at(count)
            assert (one.converted if one else None) == amount
    assert line.at(None) is None
    assert (line.first() is None) == (not counted or counted[0][2] is None)
    assert line.follows_pieces == bool(counted)
    assert not replace(line, is_stated=True).follows_pieces


def test_most_pieces_have_a_price() -> None:
    line = LinePrice(counted=counted_of([price(BOOK, 9), price(BOOK, 7, 10)]))
    assert [line.at(count).converted for count in (MOST, 9, 10)] == [7, 9, 7]
    assert line.at(MOST + 1) is None


BETWEEN: list[tuple[str, str, str, bool]] = [
    ("100 EUR", "100 EUR", "100 EUR", True),
    ("0 EUR", "100 EUR", "200 EUR", True),
    ("100 EUR", "200 EUR", "300 EUR", True),
    ("201 EUR", "200 EUR", "300 EUR", False),
    ("100 EUR", "301 EUR", "300 EUR", False),
    ("0 EUR", "0 EUR", "300 EUR", False),
    ("100 USD", "200 EUR", "300 EUR", False),
    ("100 EUR", "200 EUR", "300 USD", False),
]


@pytest.mark.parametrize(("least", "value", "most", "accepted"), BETWEEN)
def test_an_assumed_price_lies_between_its_ends(
    least: str, value: str, most: str, accepted: bool
) -> None:
    """At either end it may lie; where it is nothing, shares of it say nothing."""
    said = {"value": value, "between": [least, most], "status": "assumed", "because": "so"}
    if not accepted:
        with pytest.raises(ValidationError):
            Price.model_validate(said)
        return
    found = Price.model_validate(said)
    of = {text: float(text.split()[0]) for text in (least, value, most)}
    assert found.shares == (of[least] / of[value], of[most] / of[value])
    assert found.yields
