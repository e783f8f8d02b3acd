"""The bill: prices in whole cents, sums of its lines, discounts, options beside the purchase."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine.ops import rounded
from model.formulas.time_and_money import materials
from model.units.money import minor_digits
from tests import planned

SITE = planned.planned(planned.like("disks"), planned.like("disks cabled", "other"))
LINES = [path for path, instance in SITE.walk() if instance.role == "lines"]
PRICES = st.decimals(0, 10_000_000, places=4)
DISCOUNTS = st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)


def line(price: float, count: float = 1.0, discount: float = 0.0, digits: int = 2) -> float:
    """Give the cost of a line."""
    net = materials.net_unit_price(price, discount, float(digits))
    return float(materials.line_cost(count, net, float(digits)))


@given(PRICES, st.integers(0, 3))
def test_prices_are_rounded_as_merchants_do(price: Decimal, digits: int) -> None:
    """Decimal's own rounding of halves away from 0, to the currency's smallest coin."""
    expected = price.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    assert rounded(float(price), float(digits)) == float(expected)
    assert rounded(-float(price), float(digits)) == -float(expected)


@given(PRICES, DISCOUNTS)
def test_a_half_of_a_product_is_a_half(price: Decimal, discount: float) -> None:
    """A discount of some per cent brings halves that binary numbers miss: they count as halves."""
    exact = price * (1 - Decimal(repr(discount)))
    expected = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert materials.net_unit_price(float(price), discount, 2.0) == float(expected)


@given(PRICES, DISCOUNTS, DISCOUNTS, st.integers(0, 100_000))
def test_a_discount_never_raises_a_price(
    price: Decimal, less: float, more: float, count: int
) -> None:
    less, more = sorted((less, more))
    assert line(float(price), count, more) <= line(float(price), count, less)
    assert line(float(price), count, more) <= line(float(price), count)


def test_pieces_of_each_are_counted_for_all() -> None:
    """Two power strips in each of three racks are six."""
    assert materials.line_count_in_each(counted=3.0, per=2.0) == 6.0


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1e6), min_size=len(LINES), max_size=len(LINES)), st.randoms())
def test_totals_are_the_sums_of_rounded_lines_in_any_order(
    prices: list[float], random: Random
) -> None:
    """What anyone adds up of the lines is what tiers and the site come to, to the cent."""
    changes = {(path, "unit_price"): price for path, price in zip(LINES, prices, strict=True)}
    values = planned.evaluated(SITE, changes)
    costs = [Decimal(repr(float(values[path, "line_cost"]))) for path in LINES]
    random.shuffle(costs)
    assert all(cost == cost.quantize(Decimal("0.01")) for cost in costs)
    assert values["site", "equipment_cost"] == pytest.approx(float(sum(costs)), abs=1e-4)
    tiers = {path.rpartition("/")[0] for path in LINES}
    by_tier = sum(float(values[tier, "tier_cost"]) for tier in tiers)
    assert values["site", "equipment_cost"] == pytest.approx(by_tier, abs=1e-4)


@given(PRICES, st.integers(1, 10_000), st.floats(0.01, 200.0))
def test_one_design_in_two_currencies_agrees_to_the_cent(
    price: Decimal, count: int, rate: float
) -> None:
    """A line converted is that in the other currency, but for half a cent of each piece."""
    there, here = line(float(price), count), line(float(price) * rate, count)
    cents = 0.5 * 10.0 ** -minor_digits("EUR") * count
    assert abs(here - there * rate) <= cents * (1 + rate) * (1 + 1e-9) + 1e-9 * here


def test_a_currency_without_cents_has_none() -> None:
    """Two pieces of 1,234.5 are 2,470 yen, and 2,469 euros."""
    assert line(1234.5, 2, digits=minor_digits("JPY")) == 2470
    assert line(1234.5, 2, digits=minor_digits("EUR")) == 2469


def test_what_is_unknown_stays_so() -> None:
    """Unless no piece of it is bought."""
    assert math.isnan(line(math.nan, 2))
    assert line(math.nan, 0) == 0
