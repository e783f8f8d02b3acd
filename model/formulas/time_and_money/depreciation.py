"""What the equipment is worth in the books: linear depreciation of the purchase, by class.

Services aren't depreciated, and neither is what is bought later. Depreciation is no payment: it
isn't part of the cost of a year.
"""

import numpy as np

from model.engine.ops import Num, otherwise
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell

LINEAR = "definition: linear depreciation: price x (1 - age / depreciation time), down to zero"

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

YEAR = Book("book value in a year", topic="cost")
YEAR.sum_of_parts(
    "year_book_value",
    "currency",
    r"X_{\mathrm{book},j}",
    "Book value of the equipment of the purchase at the end of the year, net",
)


@YEAR.quantity("currency", r"X_{\mathrm{dep},j}", LINEAR)
def year_depreciation(previous_year_book_value: Num, year_book_value: Num) -> Num:
    """Depreciation of the equipment of the purchase in the year, net; no payment."""
    return previous_year_book_value - year_book_value
