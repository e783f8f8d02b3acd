"""The bill of materials: what each line takes in money, power, weight and rack space.

A line is a number of equal parts. What the catalog doesn't know stays unknown: each total has
beside it the part that is known and how many lines are not. Zero pieces of an unknown part are 0.
Prices of one piece and of a line are in whole cents, so that sums are what anyone adds up; what is
offered as an option is summed by itself.
"""

import numpy as np

from model.engine.ops import Num, pieces, rounded, whole_up
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.units.money import ISO_4217, USUAL

SOURCE = "arithmetic: bill of materials"
CENTS = "arithmetic: as invoices do: rounded to the currency's smallest coin, halves up"

PER_RACK = Book("pieces of a rack", topic="bill")
PER_RACK.input("pieces_per_rack", "1", r"n_\mathrm{pc/rack}", "Pieces for each rack", whole=True)

PER_SERVER = Book("pieces of a server", topic="bill")
PER_SERVER.input(
    "pieces_per_server", "1", r"n_\mathrm{pc/srv}", "Pieces in each server", whole=True
)

PER_TARGET = Book("pieces of a target", topic="bill")
PER_TARGET.input(
    "pieces_per_target", "1", r"n_\mathrm{pc/tgt}", "Pieces for each target", whole=True
)

CURRENCY = Book("currency", topic="bill")
CURRENCY.input(
    "minor_digits",
    "1",
    r"n_\mathrm{digit}",
    "Decimal places of the currency",
    float(USUAL),
    source=ISO_4217,
    high=4.0,
    constant=True,
    whole=True,
)

LINE = Book("line", topic="bill")
LINE.input(
    "unit_discount",
    "1",
    r"d_\mathrm{unit}",
    "Discount on the price of one piece",
    0.0,
    source="assumption: none until one is stated: prices that were seen are what was paid or asked",
    high=1.0,
    shown="percent",
)
LINE.input("unit_power", "watt", r"P_\mathrm{unit}", "Operating power of one piece")
LINE.input("unit_weight", "kilogram", r"m_\mathrm{unit}", "Weight of one piece")
LINE.input("unit_rack_units", "1", r"u_\mathrm{unit}", "Rack units of one piece")


@LINE.quantity("currency", r"x_\mathrm{net}", CENTS)
def net_unit_price(unit_price: Num, unit_discount: Num, minor_digits: Num) -> Num:
    """Price of one piece, net, after its discount, in whole cents."""
    return rounded(unit_price * (1 - unit_discount), minor_digits)


PAID = Book("cost of a line", topic="bill")


@PAID.quantity("currency", r"X_\mathrm{line}", CENTS)
def line_cost(line_count: Num, net_unit_price: Num, minor_digits: Num) -> Num:
    """Price of all pieces, net, in whole cents."""
    return rounded(pieces(line_count, net_unit_price), minor_digits)


OWNED = Book("line whose pieces are owned", topic="bill")
OWNED.input(
    "bought_pieces",
    "1",
    r"n_\mathrm{buy}",
    "Pieces of the line that are bought",
    0.0,
    source="definition: all pieces of the line are already owned",
    whole=True,
    constant=True,
)

OWNED_IN_PART = Book("line some of whose pieces are owned", topic="bill")
OWNED_IN_PART.input(
    "owned_pieces", "1", r"n_\mathrm{own}", "Number of pieces already owned", whole=True
)


@OWNED_IN_PART.quantity("1", r"n_\mathrm{buy}", SOURCE)
def bought_pieces(line_count: Num, owned_pieces: Num) -> Num:
    """Pieces of the line that are bought, beyond those already owned."""
    return np.maximum(0, line_count - owned_pieces)


OWNED_HOT = Book("hot spares some of which are owned", topic="bill")
OWNED_HOT.add(OWNED_IN_PART["owned_pieces"])


@OWNED_HOT.quantity("1", r"n_\mathrm{buy}", SOURCE, name="bought_pieces")
def bought_pieces_of_hot_spares(line_count: Num, owned_pieces: Num, drives_in_use: Num) -> Num:
    """Hot spares that are bought, beyond owned drives that aren't in use otherwise."""
    return np.maximum(0, line_count - np.maximum(0, owned_pieces - drives_in_use))


BOUGHT = Book("cost of the pieces that are bought", topic="bill")


@BOUGHT.quantity("currency", r"X_\mathrm{line}", CENTS, name="line_cost")
def line_cost_of_bought(bought_pieces: Num, net_unit_price: Num, minor_digits: Num) -> Num:
    """Price of the pieces that are bought, net, in whole cents."""
    return rounded(pieces(bought_pieces, net_unit_price), minor_digits)


DRAWN = Book("power of a line", topic="bill")


@DRAWN.quantity("watt", r"P_\mathrm{line}", SOURCE)
def line_power(line_count: Num, unit_power: Num) -> Num:
    """Power of all pieces; the same as heat."""
    return pieces(line_count, unit_power)


CARRIED = Book("weight of a line", topic="bill")


@CARRIED.quantity("kilogram", r"m_\mathrm{line}", SOURCE)
def line_weight(line_count: Num, unit_weight: Num) -> Num:
    """Weight of all pieces."""
    return pieces(line_count, unit_weight)


FILLED = Book("rack units of a line", topic="bill")


@FILLED.quantity("1", r"u_\mathrm{line}", SOURCE)
def line_rack_units(line_count: Num, unit_rack_units: Num) -> Num:
    """Rack units of all pieces."""
    return pieces(line_count, unit_rack_units)


PASSIVE = Book("line that takes neither power nor rack units", topic="bill")


@PASSIVE.quantity("watt", r"P_\mathrm{line}", SOURCE, name="line_power")
def line_power_passive(unit_power: Num, line_count: Num) -> Num:
    """Power of all pieces; none draws any, even if their number is unknown."""
    return pieces(unit_power, line_count)


@PASSIVE.quantity("1", r"u_\mathrm{line}", SOURCE, name="line_rack_units")
def line_rack_units_passive(unit_rack_units: Num, line_count: Num) -> Num:
    """Rack units of all pieces; none fills any, even if their number is unknown."""
    return pieces(unit_rack_units, line_count)


GIVEN_COUNT = Book("count as entered", topic="bill")
GIVEN_COUNT.input("line_count", "1", r"n_\mathrm{line}", "Pieces")


_COUNTED = Book("count of {counted}", topic="bill")


_COUNTED.alias(
    "line_count", "1", r"n_\mathrm{line}", "Pieces of this line.", of="counted", source=SOURCE
)


_COUNTED_IN_EACH = Book("count of {counted}", topic="bill")


@_COUNTED_IN_EACH.quantity("1", r"n_\mathrm{line}", SOURCE, name="line_count")
def line_count_in_each(counted: Num, per: Num) -> Num:
    """Pieces of this line."""
    return per * counted


_IN_YEAR: Variant = {"line": "line_year"}
"""The word by which pieces that are counted in a year differ from those of the purchase."""


def count_from(counted: str, per: str, *, in_year: bool = False) -> Book:
    """Return the chapter of a line: the counted pieces, times `per` if given."""
    template = _COUNTED_IN_EACH if per else _COUNTED
    return spell(template, {"counted": counted, "per": per, **(_IN_YEAR if in_year else {})})


_LINKED = Book("pieces for {counted}", topic="bill")


@_LINKED.quantity("1", r"n_\mathrm{line}", SOURCE, name="line_count")
def line_count_for_links(counted: Num, pieces_per_link: Num) -> Num:
    """Pieces of this line: whole ones."""
    return whole_up(counted * pieces_per_link)


def count_of_links(counted: str, *, in_year: bool = False) -> Book:
    """Return the chapter of a line with several pieces per counted link."""
    return spell(_LINKED, {"counted": counted, **(_IN_YEAR if in_year else {})})


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

_IN_RACKS = ("tiers", "metadata", "common")
"""What may stand in racks."""
_ALL = (*_IN_RACKS, "racking", "services")
"""What is bought: with what is counted by racks, which fills none, or would count itself."""


def _site(roles: tuple[str, ...]) -> Book:
    site = Book("site materials", topic="bill")
    site.over(
        "total",
        "equipment_measure",
        "<unit>",
        r"<x>_\mathrm{equipment}",
        "{said}",
        roles=roles,
        of="tier_measure",
    )
    site.over(
        "total",
        "known_equipment_measure",
        "<unit>",
        r"<x>_\mathrm{equipment}^\mathrm{known}",
        "{said}: the known part",
        roles=roles,
        of="known_tier_measure",
        known_of="equipment_measure",
    )
    site.over(
        "total",
        "unknown_equipment_measure",
        "1",
        r"n_\mathrm{equipment}^\mathrm{unknown,<x>}",
        "{said}: lines that are unknown",
        roles=roles,
        of="unknown_tier_measure",
        unknown_of="equipment_measure",
    )
    return site


SITE = Book(
    "site materials",
    spell(_site(_ALL), *MEASURES[:-1]),
    spell(_site(_IN_RACKS), MEASURES[-1]),
    topic="bill",
)

IN_RACKS = Book("power in racks", topic="bill")
IN_RACKS.over(
    "total",
    "known_power_in_racks",
    "watt",
    r"P_\mathrm{racks}^\mathrm{known}",
    "Power of the equipment that is in racks: the known part",
    roles=_IN_RACKS,
    of="known_tier_power",
)

TIER_OPTIONS = Book("options of a tier", topic="bill")
TIER_OPTIONS.over(
    "total",
    "tier_option_cost",
    "currency",
    r"X_\mathrm{tier}^\mathrm{opt}",
    "Price of what is offered as an option, net",
    roles=("options",),
    of="line_cost",
)
TIER_OPTIONS.over(
    "known_total",
    "known_tier_option_cost",
    "currency",
    r"X_\mathrm{tier}^\mathrm{opt,known}",
    "Price of what is offered as an option, net: the known part",
    roles=("options",),
    of="line_cost",
    known_of="tier_option_cost",
)

SITE_OPTIONS = Book("options", topic="bill")
SITE_OPTIONS.over(
    "total",
    "option_cost",
    "currency",
    r"X_\mathrm{opt}",
    "Price of all options, net: no part of the purchase",
    roles=_ALL,
    of="tier_option_cost",
)
SITE_OPTIONS.over(
    "total",
    "known_option_cost",
    "currency",
    r"X_\mathrm{opt}^\mathrm{known}",
    "Price of all options, net: the known part",
    roles=_ALL,
    of="known_tier_option_cost",
    known_of="option_cost",
)
