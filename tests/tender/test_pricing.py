"""Formulas of the evaluated price: published and computed examples."""

from __future__ import annotations

import pytest

from model.books.evaluation import PRICE
from model.pools.calculators import answers_of
from model.units.figures import parse, parse_money, rounded

KWH = parse_money("0.21 EUR/kWh", "currency/joule")[0]
EXAMPLES = [
    (
        "energy_of_term",
        {
            "offered_power": parse("24.3 kW", "watt"),
            "evaluation_pue": 1.3,
            "evaluation_hours": parse("8766 h", "second"),
            "evaluation_years": 5,
            "evaluation_energy_price": KWH,
        },
        "290763.84",
    ),
    ("net_of_gross", {"gross_amount": 1_822_872.64, "bid_vat_rate": 0.19}, "1531825.75"),
    ("gross_of_net", {"net_amount": 1_531_825.75, "bid_vat_rate": 0.19}, "1822872.64"),
    ("exchanged_amount", {"foreign_amount": 250.5, "evaluation_exchange_rate": 0.9}, "225.45"),
    ("space_of_term", {"offered_racks": 3, "evaluation_rack_price": 9_000.5}, "27001.50"),
    (
        "discounted_payment",
        {"later_payment": 1331, "evaluation_discount_rate": 0.1, "bid_payment_year": 3},
        "1000.00",
    ),
    ("price_ratio", {"bid_price": 75, "compared_price": 100}, "0.75"),
    # Promises 20.3 PB, holds 18.9.
    (
        "capacity_difference",
        {"offered_capacity": 20.3e15, "offered_layout_capacity": 18.9e15},
        "-0.07",
    ),
    ("price_of_bandwidth", {"bid_price": 1e6, "offered_bandwidth": 30e9}, "33333.33"),
]


@pytest.mark.parametrize(("name", "figures", "expected"), EXAMPLES)
def test_amounts_to_the_cent(name: str, figures: dict[str, float], expected: str) -> None:
    """Each is rounded once, as spreadsheets round."""
    answer = answers_of(PRICE.book(), figures)[name].value
    assert answer is not None
    assert str(rounded(answer, 2)) == expected


def test_the_price_of_a_usable_terabyte() -> None:
    """A cheaper bid may cost more by the terabyte, and by the terabyte and year."""
    for price, terabytes, expected in ((1e6, 20_000, 50), (85e4, 16_000, 53.125)):
        figures = {
            "bid_price": price,
            "offered_layout_capacity": terabytes * 1e12,
            "evaluation_years": 5,
        }
        found = answers_of(PRICE.book(), figures)
        assert found["price_of_capacity"].value == pytest.approx(expected / 1e12, rel=1e-15)
        by_year = found["yearly_price_of_capacity"].value
        assert by_year == pytest.approx(expected / 5e12, rel=1e-15)


def test_what_is_unknown_stays_unknown() -> None:
    """No power, no energy: not 0."""
    assert answers_of(PRICE.book(), {"evaluation_years": 5})["energy_of_term"].value is None


@pytest.mark.parametrize(
    ("text", "unit", "expected"), [("19.33 PiB", 1e15, 21.7636), ("1000 TiB", 1e12, 1099.5116)]
)
def test_binary_units_of_bids(text: str, unit: float, expected: float) -> None:
    """What a bid states in PiB is more in PB."""
    assert round(parse(text, "byte") / unit, 4) == expected
