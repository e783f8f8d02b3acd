"""What the equipment is worth in the books: linear depreciation by class.

What is bought as demand grows is depreciated from its year on, as the purchase is from year 0.
Services for all tiers aren't depreciated. Depreciation is no payment: it isn't part of the cost of
a year.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, otherwise, pieces
from model.engine.quantity import Book, Input
from model.engine.spelling import Variant, crossed, spell
from model.records import replace

LINEAR = "definition: linear depreciation: price x (1 - age / depreciation time), down to zero"

BOUGHT = "arithmetic: price of the blocks x drives' share of the purchase of the tier"
LATER = "arithmetic: sum of what is bought for the year"
AGED = "definition: what was bought a year before is a year older"

DRIVES: Variant = {"kind": "drive", "said": "drives", "x": "drv", "priced": "media_cost"}
SHARED: Variant = {
    "kind": "shared",
    "said": "racks, switches and cords",
    "x": "shared",
    "priced": "shared_cost",
}
OTHERS: Variant = {
    "kind": "system",
    "said": "servers, enclosures and all other equipment",
    "x": "sys",
    "priced": "system_cost",
}

SITE = Book("depreciation", topic="cost")
SITE.input(
    "depreciation_time",
    "second",
    r"t_\mathrm{dep}",
    "Depreciation time of all classes without their own",
    low=1.0,
)
SITE.over(
    "total",
    "shared_cost",
    "currency",
    r"X_\mathrm{shared}",
    "Price of racks, switches, cords and further items for all tiers, net",
    roles=("common", "racking"),
    of="tier_cost",
)
SITE.alias(
    "initial_year_book_value",
    "currency",
    r"X_{\mathrm{book},0-1}",
    "Price of the equipment of the purchase, net.",
    of="hardware_cost",
    source="definition: nothing is depreciated at the purchase",
)

WITH_DRIVES = Book("price of equipment beside drives", topic="cost")
WITHOUT_DRIVES = Book("price of equipment without known drives", topic="cost")


@WITH_DRIVES.quantity("currency", r"X_\mathrm{sys}", "arithmetic: all equipment less its classes")
def system_cost(hardware_cost: Num, media_cost: Num, shared_cost: Num) -> Num:
    """Price of servers, enclosures and all other equipment, net."""
    return hardware_cost - media_cost - shared_cost


@WITHOUT_DRIVES.quantity(
    "currency", r"X_\mathrm{sys}", "arithmetic: all equipment less its classes", name="system_cost"
)
def system_cost_of_whole_tiers(hardware_cost: Num, shared_cost: Num) -> Num:
    """Price of tiers that are entered as a whole, net."""
    return hardware_cost - shared_cost


_CLASS = Book("depreciation time: {said}", topic="cost")
_CLASS.input(
    "kind_depreciation_time",
    "second",
    r"t_\mathrm{dep,<x>}",
    "Depreciation time of {said}, if it differs",
    low=1.0,
)
_CLASS_YEAR = Book("book value in a year: {said}", topic="cost")


@_CLASS_YEAR.quantity("currency", r"X_{\mathrm{book,<x>},j}", LINEAR, part_of="year_book_value")
def kind_book_value(
    priced: Num,
    kind_depreciation_time: Num,
    depreciation_time: Num,
    year_length: Num,
    year_index: Num,
) -> Num:
    """Book value of {said} at the end of the year."""
    return priced * np.maximum(
        0, 1 - year_index * year_length / otherwise(kind_depreciation_time, depreciation_time)
    )


DRIVE_TIME, DRIVE_YEAR = spell(_CLASS, DRIVES), spell(_CLASS_YEAR, DRIVES)
TIMES, YEARS = spell(_CLASS, SHARED, OTHERS), spell(_CLASS_YEAR, SHARED, OTHERS)

BOOK_VALUE = Book("book value in a year", topic="cost")
BOOK_VALUE.sum_of_parts(
    "year_book_value",
    "currency",
    r"X_{\mathrm{book},j}",
    "Book value of the equipment at the end of the year, net",
)
YEAR = Book("depreciation in a year", topic="cost")


@YEAR.quantity("currency", r"X_{\mathrm{dep},j}", LINEAR)
def year_depreciation(previous_year_book_value: Num, year_book_value: Num) -> Num:
    """Depreciation of the equipment in the year, net; no payment."""
    return previous_year_book_value - year_book_value


YEAR_GROWN = Book("depreciation in a year, as demand grows", topic="cost")


@YEAR_GROWN.quantity("currency", r"X_{\mathrm{dep},j}", LINEAR, name="year_depreciation")
def year_depreciation_grown(
    previous_year_book_value: Num, year_equipment_expansion: Num, year_book_value: Num
) -> Num:
    """Depreciation of the equipment in the year, net; no payment."""
    return previous_year_book_value + year_equipment_expansion - year_book_value


TIER_YEAR = Book("drives that a tier buys in a year", topic="cost")
TIER_YEAR.input(
    "least_tier_cost",
    "currency",
    r"X_{\mathrm{tier},\mathrm{min}}",
    "Smallest divisor of the drives' share of a tier",
    1.0,
    source="definition: no share is of nothing; where nothing is paid, it is 0",
    constant=True,
)


@TIER_YEAR.quantity("currency", r"X_{\mathrm{exp,drv},j}", BOUGHT)
def drive_expansion(
    expansion_cost: Num, tier_media_cost: Num, tier_cost: Num, least_tier_cost: Num
) -> Num:
    """Price of the drives that are bought for the year, net."""
    return pieces(tier_media_cost / np.maximum(tier_cost, least_tier_cost), expansion_cost)


ALL_BOUGHT = Book("equipment bought in a year", topic="cost")
ALL_BOUGHT.over(
    "total",
    "year_equipment_expansion",
    "currency",
    r"X_{\mathrm{exp,eq},j}",
    "Price of all equipment bought for the year, net",
    roles=("tiers", "metadata", "common", "racking"),
    of="expansion_cost",
    aligned=True,
)
ALL_BOUGHT.over(
    "total",
    "year_shared_expansion",
    "currency",
    r"X_{\mathrm{exp,shared},j}",
    "Price of racks, switches and cords bought for the year, net",
    roles=("common", "racking"),
    of="expansion_cost",
    aligned=True,
)


@cache
def drives_bought(built: tuple[str, ...]) -> Book:
    """Return the chapter that totals the drives that tiers buy in a year."""
    book = Book("drives bought in a year", topic="cost")
    book.over(
        "total",
        "year_drive_expansion",
        "currency",
        r"X_{\mathrm{exp,drv},j}^\mathrm{site}",
        "Price of drives bought for the year, net",
        roles=("tiers", "metadata"),
        of="drive_expansion",
        names=built,
        aligned=True,
    )
    return book


OTHERS_BOUGHT = Book("equipment bought in a year: all other equipment", topic="cost")


@OTHERS_BOUGHT.quantity("currency", r"X_{\mathrm{exp,sys},j}", LATER)
def year_system_expansion(
    year_equipment_expansion: Num, year_drive_expansion: Num, year_shared_expansion: Num
) -> Num:
    """Price of servers, enclosures and all other equipment bought for the year, net."""
    return year_equipment_expansion - year_drive_expansion - year_shared_expansion


_INITIAL = Book("equipment bought for growth before the first year: {said}", topic="cost")
_INITIAL.input(
    "initial_kind_expansion_aged_nth",
    "currency",
    r"X_{\mathrm{exp,<x>},-<nth>}",
    "Price of {said} bought for growth {nth} years before the purchase, net",
    0.0,
    source="definition: nothing is bought for growth before the purchase",
    constant=True,
)
_NEW = Book("what is bought for growth in a year: {said}", topic="cost")
_AGED = Book("what was bought for growth in earlier years: {said}", topic="cost")
_VALUE = Book("book value of what is bought for growth: {said}", topic="cost")


_NEW.alias(
    "kind_expansion_aged_0",
    "currency",
    r"X_{\mathrm{exp,<x>},j,0}",
    "Price of {said} bought for growth in the year, net.",
    of="year_kind_expansion",
    source=LATER,
)
_AGED.alias(
    "kind_expansion_aged_nth",
    "currency",
    r"X_{\mathrm{exp,<x>},j,<nth>}",
    "Price of {said} bought for growth {nth} years before, net.",
    of="previous_kind_expansion_aged_younger",
    source=AGED,
)


@_VALUE.quantity("currency", r"X_{\mathrm{book,<x>},j,<nth>}", LINEAR, part_of="year_book_value")
def kind_book_value_aged_nth(
    kind_expansion_aged_nth: Num,
    kind_depreciation_time: Num,
    depreciation_time: Num,
    year_length: Num,
    expansion_age_nth: Num,
) -> Num:
    """Book value of {said} bought for growth {nth} years before, at the end of the year."""
    return kind_expansion_aged_nth * np.maximum(
        0,
        1 - expansion_age_nth * year_length / otherwise(kind_depreciation_time, depreciation_time),
    )


_AGE = Book("years since a purchase for growth", topic="cost")
_AGE.input(
    "expansion_age_nth",
    "1",
    r"a_{<nth>}",
    "Years since a purchase for growth: {nth}",
    0.0,
    source="definition: whole years",
    constant=True,
)


def _of_ages(*ages: int) -> tuple[Variant, ...]:
    return tuple({"nth": str(age), "younger": str(age - 1)} for age in ages)


def _variants(*ages: int) -> tuple[Variant, ...]:
    return crossed((DRIVES, SHARED, OTHERS), _of_ages(*ages))


@cache
def before_growth(years: int) -> Book:
    """Return the chapter of what is bought for growth before the first year: nothing."""
    return spell(_INITIAL, *_variants(*range(max(years - 1, 1))))


@cache
def grown_values(years: int) -> Book:
    """Return the chapter of the book value of what is bought for growth, by the years since."""
    book = Book("book value of what is bought for growth", topic="cost")
    ages = range(max(years, 1))
    for age, item in zip(ages, spell(_AGE, *_of_ages(*ages)), strict=True):
        assert isinstance(item, Input)
        book.add(replace(item, default=float(age), chapter=book.name))
    spell(_NEW, *_variants(0), into=book)
    if years > 1:
        spell(_AGED, *_variants(*ages[1:]), into=book)
    return spell(_VALUE, *_variants(*ages), into=book)
