"""What a piece costs by an offer: list price, discount, tax inside, and prices by quantity.

An offer counts from some number of pieces on, up to that of the next one. A discount is a share of
the list price, so that it never raises a price.
"""

from model.engine.ops import Num, pieces, where_less
from model.engine.quantity import Book

SOURCE = "price book, quote"

OFFER = Book("offer", topic="bill")
OFFER.input("list_price", "currency", r"x_\mathrm{list}", "List price of one piece, as offered")
OFFER.input(
    "offered_discount",
    "1",
    r"d",
    "Discount on the list price",
    0.0,
    source="none unless the offer states one",
    high=1.0,
)
OFFER.input(
    "included_tax_rate",
    "1",
    r"v_\mathrm{incl}",
    "Value added tax that is inside the list price",
    0.0,
    source="net unless the offer says gross",
)
OFFER.input("offered_from", "1", r"n_\mathrm{from}", "Pieces from which on the offer counts")
OFFER.input("offered_below", "1", r"n_\mathrm{below}", "Pieces from which on another offer counts")


@OFFER.quantity("currency", r"x_\mathrm{net}", SOURCE)
def net_price(list_price: Num, offered_discount: Num, included_tax_rate: Num) -> Num:
    """Price of one piece after the discount, without tax."""
    return list_price * (1 - offered_discount) / (1 + included_tax_rate)


@OFFER.quantity("1", r"\left[n_\mathrm{from} \le n < n_\mathrm{below}\right]", SOURCE)
def offer_counts(line_count: Num, offered_from: Num, offered_below: Num) -> Num:
    """Whether the offer counts for so many pieces: 1, or else 0."""
    return where_less(
        line_count, offered_from, 0.0, where_less(line_count, offered_below, 1.0, 0.0)
    )


@OFFER.quantity("currency", r"x_\mathrm{off}", SOURCE)
def counted_price(offer_counts: Num, net_price: Num) -> Num:
    """Price of one piece if the offer counts, or else 0."""
    return pieces(offer_counts, net_price)


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
