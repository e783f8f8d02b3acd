"""What a piece costs by an offer: list price, discount, tax inside, prices by quantity, estimates.

An offer counts from some number of pieces on, up to that of the next one. A discount is a share of
the list price, so that it never raises a price.
"""

from model.engine.ops import Num, pieces, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell

SOURCE = "definition: price book, quote"

OFFER = Book("offer", topic="bill")
OFFER.input("list_price", "currency", r"x_\mathrm{list}", "List price of one piece, as offered")
OFFER.input(
    "offered_discount",
    "1",
    r"d",
    "Discount on the list price",
    0.0,
    source="assumption: none unless the offer states one",
    high=1.0,
    shown="percent",
)
OFFER.input(
    "included_tax_rate",
    "1",
    r"v_\mathrm{incl}",
    "Value added tax included in the list price",
    0.0,
    source="definition: net unless the offer says gross",
    shown="percent",
)
OFFER.input("offered_from", "1", r"n_\mathrm{from}", "Minimum quantity of the offer")
OFFER.input("offered_below", "1", r"n_\mathrm{below}", "Minimum quantity of the next offer")


@OFFER.quantity("currency", r"x_\mathrm{net}", SOURCE)
def net_price(list_price: Num, offered_discount: Num, included_tax_rate: Num) -> Num:
    """Price of one piece after the discount, without tax."""
    return list_price * (1 - offered_discount) / (1 + included_tax_rate)


_OFFER_COUNTS = Book("pieces that an offer counts for", topic="bill")


@_OFFER_COUNTS.quantity("1", r"\left[n_\mathrm{from} \le n < n_\mathrm{below}\right]", SOURCE)
def offer_counts(ordered: Num, offered_from: Num, offered_below: Num) -> Num:
    """Whether the offer applies to this quantity: 1 yes, 0 no."""
    return where_less(ordered, offered_from, 0.0, where_less(ordered, offered_below, 1.0, 0.0))


@_OFFER_COUNTS.quantity("currency", r"x_\mathrm{off}", SOURCE)
def counted_price(offer_counts: Num, net_price: Num) -> Num:
    """Price of one piece if the offer applies, or else 0."""
    return pieces(offer_counts, net_price)


def counted_by(ordered: str) -> Book:
    """Return the chapter of whether an offer applies, by the quantity ordered together."""
    return spell(_OFFER_COUNTS, {"ordered": ordered})


STATED = Book("price", topic="bill")
STATED.input(
    "unit_price", "currency", r"x_\mathrm{unit}", "Price of one piece, net, before its discount"
)

OFFERED = Book("price by offers", topic="bill")
OFFERED.over(
    "total",
    "unit_price",
    "currency",
    r"x_\mathrm{unit}",
    "Price of one piece, net, before its discount",
    roles=("offers",),
    of="counted_price",
)


def class_price(rate: Num, size: Num) -> Num:
    """Unit price in currency by budget class: rate per bay, port or byte, times the size."""
    return rate * size


ESTIMATES = (
    "definition: budget classes: lowest, median and highest observation; assumptions as entered"
)
BAND = Book("band of estimates", topic="bill")
BAND.input(
    "is_estimated",
    "1",
    r"\left[\mathrm{est}\right]",
    "Whether the price is an estimate: 1, or else 0",
    0.0,
    source="assumption: a price that was offered or seen",
    high=1.0,
)
BAND.input(
    "is_assumed",
    "1",
    r"\left[\mathrm{asm}\right]",
    "Whether the price is assumed: 1, or else 0",
    0.0,
    source="assumption: a price that was offered or seen, or an estimate",
    high=1.0,
)
BAND.input(
    "low_price_share",
    "1",
    r"f_\mathrm{low}",
    "Lowest price, relative to the likely one",
    1.0,
    source="assumption: a price that was offered or seen",
)
BAND.input(
    "high_price_share",
    "1",
    r"f_\mathrm{high}",
    "Highest price, relative to the likely one",
    1.0,
    source="assumption: a price that was offered or seen",
    low=1.0,
)


@BAND.quantity("currency", r"X_\mathrm{line}^\mathrm{low}", ESTIMATES)
def low_line_cost(line_cost: Num, low_price_share: Num) -> Num:
    """Price of all pieces at the lower end of the band, net."""
    return line_cost * low_price_share


@BAND.quantity("currency", r"X_\mathrm{line}^\mathrm{high}", ESTIMATES)
def high_line_cost(line_cost: Num, high_price_share: Num) -> Num:
    """Price of all pieces at the upper end of the band, net."""
    return line_cost * high_price_share


@BAND.quantity("currency", r"X_\mathrm{line}^\mathrm{est}", ESTIMATES)
def estimated_line_cost(is_estimated: Num, line_cost: Num) -> Num:
    """Price of all pieces as far as it is an estimate, net."""
    return pieces(is_estimated, line_cost)


@BAND.quantity("currency", r"X_\mathrm{line}^\mathrm{asm}", ESTIMATES)
def assumed_line_cost(is_assumed: Num, line_cost: Num) -> Num:
    """Price of all pieces as far as it is assumed, net."""
    return pieces(is_assumed, line_cost)


SUMMED = (
    {"measure": "low", "x": "low", "said": "Price at the lower end of all bands, net"},
    {"measure": "high", "x": "high", "said": "Price at the upper end of all bands, net"},
    {"measure": "estimated", "x": "est", "said": "Price as far as it is an estimate, net"},
    {"measure": "assumed", "x": "asm", "said": "Price as far as it is assumed, net"},
)
"""What lines with bands are summed up in."""

_TIER = Book("estimates of a tier", topic="bill")
_TIER.over(
    "known_total",
    "measure_tier_cost",
    "currency",
    r"X_\mathrm{tier}^\mathrm{<x>}",
    "{said}: the known part",
    roles=("lines",),
    of="measure_line_cost",
)
_COUNT = Book("estimates of a tier", topic="bill")
_COUNT.over(
    "total",
    "estimated_tier_lines",
    "1",
    r"n_\mathrm{tier}^\mathrm{est}",
    "Lines whose price is an estimate",
    roles=("lines",),
    of="is_estimated",
)
_COUNT.over(
    "total",
    "assumed_tier_lines",
    "1",
    r"n_\mathrm{tier}^\mathrm{asm}",
    "Lines whose price is assumed",
    roles=("lines",),
    of="is_assumed",
)
TIER_BAND = Book("estimates of a tier", spell(_TIER, *SUMMED), _COUNT)

_ALL = ("tiers", "metadata", "common", "racking", "services")
_SITE = Book("estimates", topic="bill")
_SITE.over(
    "total",
    "measure_capital_cost",
    "currency",
    r"X_\mathrm{cap}^\mathrm{<x>}",
    "{said}: the known part",
    roles=_ALL,
    of="measure_tier_cost",
)
_LINES = Book("estimates", topic="bill")
_LINES.over(
    "total",
    "estimated_lines",
    "1",
    r"n_\mathrm{est}",
    "Lines whose price is an estimate",
    roles=_ALL,
    of="estimated_tier_lines",
)
_LINES.over(
    "total",
    "assumed_lines",
    "1",
    r"n_\mathrm{asm}",
    "Lines whose price is assumed",
    roles=_ALL,
    of="assumed_tier_lines",
)
SITE_BAND = Book("estimates", spell(_SITE, *SUMMED), _LINES)
