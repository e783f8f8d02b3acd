"""Maintenance of tiers that are already owned: nothing at purchase, a contract after the warranty.

What a contract costs is unknown until it is entered, also where it is 0: most vendors price it by
age, so the rate of the purchase says nothing about it.
"""

import numpy as np

from model.engine.ops import Num, pieces
from model.engine.quantity import Book

AFTER = "arithmetic: annual amount x share of the year after the warranty"

TIER = Book("maintenance of an owned tier", topic="cost")
TIER.input(
    "owned_maintenance",
    "currency/second",
    r"X_\mathrm{main,own}",
    "Annual maintenance of the owned tier after its warranty, net",
)
TIER.input(
    "owned_warranty",
    "second",
    r"t_\mathrm{warranty,own}",
    "Warranty that the owned tier has left on the date of the plan",
    0.0,
    source="assumption: it is over until its last day is entered",
)

TIER.input(
    "owned_book_value",
    "currency",
    r"X_\mathrm{book,own}",
    "Book value of the owned tier on the date of the plan",
)


@TIER.quantity(
    "currency", r"X_\mathrm{book,blk}", "assumption: share of one block: all blocks are equal"
)
def block_book_value(owned_book_value: Num, blocks: Num) -> Num:
    """Book value of one block of the owned tier, written off where it is retired."""
    return owned_book_value / blocks


TIER_YEAR = Book("maintenance of an owned tier in a year", topic="cost")


@TIER_YEAR.quantity("1", r"w_{\mathrm{own},j}", AFTER, shown="percent")
def owned_maintained_share(year_index: Num, owned_warranty: Num, year_length: Num) -> Num:
    """Share of the year that the warranty of the owned tier doesn't cover; nothing of year 0."""
    return np.minimum(1, np.maximum(0, year_index - owned_warranty / year_length))


@TIER_YEAR.quantity("currency", r"X_{\mathrm{main,own,tier},j}", AFTER)
def tier_year_owned_maintenance(
    owned_maintained_share: Num, owned_maintenance: Num, year_length: Num
) -> Num:
    """Maintenance of the owned tier in the year."""
    return pieces(owned_maintained_share, owned_maintenance * year_length)


SITE = Book("maintenance of owned tiers", topic="cost")
SITE.over(
    "unknown_count",
    "years_of_unknown_owned_maintenance",
    "1",
    r"n_\mathrm{main,own}^\mathrm{unknown}",
    "Years whose maintenance of owned tiers is unknown; the known part excludes them",
    roles=("years",),
    of="year_owned_maintenance",
)


def of_tiers(names: tuple[str, ...]) -> Book:
    """Return the chapter that totals the maintenance of the owned tiers of a site in a year."""
    book = Book("maintenance of owned tiers in a year", topic="cost")
    book.over(
        "total",
        "year_owned_maintenance",
        "currency",
        r"X_{\mathrm{main,own},j}",
        "Maintenance of owned tiers in the year, net",
        roles=("tiers", "metadata"),
        of="tier_year_owned_maintenance",
        names=names,
        aligned=True,
        part_of="year_cost",
    )
    return book


TAX = Book("tax on the maintenance of owned tiers in a year", topic="cost")


@TAX.quantity(
    "currency", r"V_{\mathrm{main,own},j}", "arithmetic: as of maintenance", part_of="year_tax"
)
def year_owned_maintenance_tax(year_owned_maintenance: Num, maintenance_tax_rate: Num) -> Num:
    """Value added tax of the year on the maintenance of owned tiers."""
    return pieces(year_owned_maintenance, maintenance_tax_rate)
