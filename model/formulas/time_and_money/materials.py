"""The bill of materials: what each line takes in money, power, weight and rack space.

A line is a number of equal parts. What the catalog doesn't know stays unknown: each total has
beside it the part that is known and how many lines are not. Zero pieces of an unknown part are 0.
"""

from model.engine.ops import Num, pieces
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell

SOURCE = "bill of materials"

LINE = Book("line", topic="bill")
LINE.input("unit_price", "currency", r"x_\mathrm{unit}", "Price of one piece, net")
LINE.input("unit_power", "watt", r"P_\mathrm{unit}", "Power of one piece at work")
LINE.input("unit_weight", "kilogram", r"m_\mathrm{unit}", "Weight of one piece")
LINE.input("unit_rack_units", "1", r"u_\mathrm{unit}", "Rack units of one piece")


@LINE.quantity("currency", r"X_\mathrm{line}", SOURCE)
def line_cost(line_count: Num, unit_price: Num) -> Num:
    """Price of all pieces, net."""
    return pieces(line_count, unit_price)


@LINE.quantity("watt", r"P_\mathrm{line}", SOURCE)
def line_power(line_count: Num, unit_power: Num) -> Num:
    """Power of all pieces; the same as heat."""
    return pieces(line_count, unit_power)


@LINE.quantity("kilogram", r"m_\mathrm{line}", SOURCE)
def line_weight(line_count: Num, unit_weight: Num) -> Num:
    """Weight of all pieces."""
    return pieces(line_count, unit_weight)


@LINE.quantity("1", r"u_\mathrm{line}", SOURCE)
def line_rack_units(line_count: Num, unit_rack_units: Num) -> Num:
    """Rack units of all pieces."""
    return pieces(line_count, unit_rack_units)


GIVEN_COUNT = Book("count as given", topic="bill")
GIVEN_COUNT.input("line_count", "1", r"n_\mathrm{line}", "Pieces, as given")


_COUNTED = Book("count of {counted}", topic="bill")


@_COUNTED.quantity("1", r"n_\mathrm{line}", SOURCE, name="line_count")
def pieces_counted(counted: Num) -> Num:
    """Pieces of this line."""
    return counted


_COUNTED_IN_EACH = Book("count of {counted}", topic="bill")


@_COUNTED_IN_EACH.quantity("1", r"n_\mathrm{line}", SOURCE, name="line_count")
def pieces_counted_in_each(counted: Num, per: Num) -> Num:
    """Pieces of this line."""
    return counted * per


def count_from(counted: str, per: str) -> Book:
    """Give the chapter of a line: as many pieces as are counted, for each of `per` if given."""
    return spell(_COUNTED_IN_EACH if per else _COUNTED, {"counted": counted, "per": per})


MEASURES: tuple[Variant, ...] = (
    {"measure": "cost", "unit": "currency", "x": "X", "said": "Price, net"},
    {"measure": "power", "unit": "watt", "x": "P", "said": "Power of the equipment"},
    {"measure": "weight", "unit": "kilogram", "x": "m", "said": "Weight of the equipment"},
    {"measure": "rack_units", "unit": "1", "x": "u", "said": "Rack units"},
)
"""What lines are summed up in."""

_TIER = Book("tier materials", topic="bill")
_TIER.over(
    "total",
    "tier_measure",
    "<unit>",
    r"<x>_\mathrm{tier}",
    "{said}",
    roles=("lines",),
    of="line_measure",
)
_TIER.over(
    "known_total",
    "known_tier_measure",
    "<unit>",
    r"<x>_\mathrm{tier}^\mathrm{known}",
    "{said}: the known part",
    roles=("lines",),
    of="line_measure",
    known_of="tier_measure",
)
_TIER.over(
    "unknown_count",
    "unknown_tier_measure",
    "1",
    r"n_\mathrm{tier}^\mathrm{unknown,<x>}",
    "{said}: lines that are unknown",
    roles=("lines",),
    of="line_measure",
    unknown_of="tier_measure",
)
TIER = spell(_TIER, *MEASURES)

_SITE = Book("site materials", topic="bill")
_ALL = ("tiers", "metadata", "common")
_SITE.over(
    "total",
    "equipment_measure",
    "<unit>",
    r"<x>_\mathrm{equipment}",
    "{said}",
    roles=_ALL,
    of="tier_measure",
)
_SITE.over(
    "total",
    "known_equipment_measure",
    "<unit>",
    r"<x>_\mathrm{equipment}^\mathrm{known}",
    "{said}: the known part",
    roles=_ALL,
    of="known_tier_measure",
    known_of="equipment_measure",
)
_SITE.over(
    "total",
    "unknown_equipment_measure",
    "1",
    r"n_\mathrm{equipment}^\mathrm{unknown,<x>}",
    "{said}: lines that are unknown",
    roles=_ALL,
    of="unknown_tier_measure",
    unknown_of="equipment_measure",
)
SITE = spell(_SITE, *MEASURES)
