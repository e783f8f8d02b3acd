"""What blocks that are bought later take of shared equipment: switches, cords, racks, services.

Each line of the bill that counts ports, supplies, racks or servers counts them again in every year:
what is missing then is bought at the prices of the year, with its power and rack units. A service
is bought for the same term as with the purchase.
"""

import numpy as np

from model.engine.ops import Num, pieces
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.time_and_money import fabrics, services
from model.formulas.time_and_money.expansion import RULE

SOURCE = "arithmetic: bill of materials, by what is owned in the year"
MISSING = "arithmetic: what the year needs beyond what is owned, at the prices of the year"
SAME_TERM = "assumption: what is bought later takes the same services for the same term"
_THINGS: tuple[Variant, ...] = (
    {"thing": "switch_ports", "unit": "1", "x": r"n_\mathrm{port,sw}", "said": "Switch ports"},
    {"thing": "servers", "unit": "1", "x": r"n_\mathrm{srv}", "said": "Servers"},
    {"thing": "drives", "unit": "1", "x": r"n_\mathrm{drv}", "said": "Drives"},
)
_RAW: Variant = {
    "thing": "raw_capacity",
    "unit": "byte",
    "x": r"C_\mathrm{raw}",
    "said": "Raw capacity",
}
_SERVER_CORDS: Variant = {
    "thing": "server_cords",
    "unit": "1",
    "x": r"n_\mathrm{cord,srv}",
    "said": "Power cords of servers",
}
_ENCLOSURE_CORDS: Variant = {
    "thing": "enclosure_cords",
    "unit": "1",
    "x": r"n_\mathrm{cord,enc}",
    "said": "Power cords of enclosures",
}
_FURTHER_CORDS: Variant = {
    "thing": "further_enclosure_cords",
    "unit": "1",
    "x": r"n_\mathrm{cord,enc,2nd}",
    "said": "Power cords of further enclosures",
}

_GROWN = Book("shared equipment used by the tier in a year: {said}", topic="cost")


@_GROWN.quantity("<unit>", r"{<x>}_j", RULE)
def tier_year_thing(blocks_owned: Num, thing: Num, blocks: Num) -> Num:
    """{said} of the tier in the year."""
    return blocks_owned * (thing / blocks)


_STEADY = Book("shared equipment used by the tier in every year: {said}", topic="cost")
_STEADY.alias(
    "tier_year_thing",
    "<unit>",
    r"{<x>}_j",
    "{said} of the tier in the year.",
    of="thing",
    source="arithmetic: no demand is stated here: nothing is bought later",
)


TIER_YEAR, STEADY = spell(_GROWN, *_THINGS), spell(_STEADY, *_THINGS)
RAW, STEADY_RAW = spell(_GROWN, _RAW), spell(_STEADY, _RAW)
SERVER_CORDS, STEADY_SERVER_CORDS = spell(_GROWN, _SERVER_CORDS), spell(_STEADY, _SERVER_CORDS)
ENCLOSURE_CORDS = spell(_GROWN, _ENCLOSURE_CORDS)
STEADY_ENCLOSURE_CORDS = spell(_STEADY, _ENCLOSURE_CORDS)
FURTHER_CORDS, STEADY_FURTHER_CORDS = spell(_GROWN, _FURTHER_CORDS), spell(_STEADY, _FURTHER_CORDS)


def ports_of(tiers: tuple[str, ...]) -> Book:
    """Return the chapter of the switch ports that these tiers use in a year."""
    ports = Book("ports of a fabric in a year", topic="cost")
    ports.over(
        "total",
        "year_server_switch_ports",
        "1",
        r"n_{\mathrm{port},j}^\mathrm{srv}",
        "Switch ports used by the servers of all tiers in the year",
        roles=("tiers", "metadata"),
        of="tier_year_switch_ports",
        names=tiers,
        aligned=True,
    )
    return Book("ports of a fabric in a year", ports, _PORTS)


_PORTS = Book("ports of a fabric in a year", topic="cost")


@_PORTS.quantity("1", r"n_{\mathrm{port},j}^\mathrm{used}", fabrics.ARITHMETIC)
def year_fabric_ports(year_server_switch_ports: Num, other_ports: Num) -> Num:
    """Switch ports in use in the year."""
    return fabrics.fabric_ports(year_server_switch_ports, other_ports)


SINGLE = Book("switches of one level in a year", topic="cost")


@SINGLE.quantity("1", r"n_{\mathrm{sw},j}", "arithmetic: one level: switches side by side")
def year_fabric_switches(year_fabric_ports: Num, ports_of_switch: Num) -> Num:
    """Switches of one level that the year needs."""
    return fabrics.fabric_switches(year_fabric_ports, ports_of_switch)


TREE = Book("switches of a fat tree in a year", topic="cost")


@TREE.quantity("1", r"n_{\mathrm{leaf},j}", fabrics.FAT_TREE)
def year_leaf_switches(year_fabric_ports: Num, leaf_down_ports: Num) -> Num:
    """Leaf switches that the year needs."""
    return fabrics.leaf_switches(year_fabric_ports, leaf_down_ports)


@TREE.quantity("1", r"n_{\mathrm{link/spine},j}", fabrics.FAT_TREE)
def year_links_to_each_spine(ports_of_switch: Num, year_leaf_switches: Num) -> Num:
    """Links from each leaf to each spine in the year."""
    return fabrics.links_to_each_spine(ports_of_switch, year_leaf_switches)


@TREE.quantity("1", r"n_{\mathrm{spine},j}", fabrics.FAT_TREE)
def year_spine_switches(
    leaf_up_ports: Num, year_links_to_each_spine: Num, year_leaf_switches: Num
) -> Num:
    """Spine switches that the year needs."""
    return fabrics.spine_switches(leaf_up_ports, year_links_to_each_spine, year_leaf_switches)


@TREE.quantity("1", r"n_{\mathrm{link},j}^\mathrm{sw}", fabrics.FAT_TREE)
def year_switch_links(year_leaf_switches: Num, leaf_up_ports: Num) -> Num:
    """Links between leaf and spine switches that the year needs."""
    return fabrics.switch_links(year_leaf_switches, leaf_up_ports)


SERVICES = Book("what services are sold by in a year", topic="cost")
SERVICES.over(
    "total",
    "year_raw_capacity",
    "byte",
    r"{C_\mathrm{raw}}_j^\mathrm{site}",
    "Raw capacity of all data tiers in the year",
    roles=("tiers",),
    of="tier_year_raw_capacity",
    aligned=True,
)
SERVICES.over(
    "total",
    "year_hardware_expansion",
    "currency",
    r"X_{\mathrm{hw},j}",
    "Price of the equipment bought for the year, net, without services for all tiers",
    roles=("tiers", "metadata", "common", "racking"),
    of="expansion_cost",
    aligned=True,
)


@SERVICES.quantity("1", r"n_{\mathrm{TB},j}^\mathrm{raw}", services.SOURCE)
def year_raw_terabytes(year_raw_capacity: Num, terabyte: Num) -> Num:
    """Nominal capacity of drives in the year, in whole terabytes."""
    return services.raw_terabytes(year_raw_capacity, terabyte)


@SERVICES.quantity("1", r"n_{\mathrm{TB},j}^\mathrm{usable}", services.SOURCE)
def year_usable_terabytes(year_usable_capacity: Num, terabyte: Num) -> Num:
    """Usable capacity in the year, in whole terabytes."""
    return services.usable_terabytes(year_usable_capacity, terabyte)


def counted_together(owners: tuple[str, ...], built: tuple[str, ...]) -> Book:
    """Return the chapter that counts servers and drives of all tiers in a year."""
    both = Book("servers and drives of all tiers in a year", topic="cost")
    both.over(
        "total",
        "year_all_servers",
        "1",
        r"n_{\mathrm{srv},j}^\mathrm{all}",
        "Servers of all tiers in the year",
        roles=("tiers", "metadata"),
        of="tier_year_servers",
        names=owners,
        aligned=True,
    )
    both.over(
        "total",
        "year_all_drives",
        "1",
        r"n_{\mathrm{drv},j}^\mathrm{all}",
        "Drives of all tiers in the year",
        roles=("tiers", "metadata"),
        of="tier_year_drives",
        names=built,
        aligned=True,
    )
    return both


LINE = Book("line that grows", topic="bill")
LINE.alias(
    "initial_pieces_owned",
    "1",
    r"n_\mathrm{line,0}",
    "Pieces of the purchase.",
    of="line_count",
    source=SOURCE,
)

COUNTED_AGAIN = (
    "racks",
    "fabric_switches",
    "leaf_switches",
    "spine_switches",
    "switch_links",
    "all_servers",
    "all_drives",
    "raw_terabytes",
    "usable_terabytes",
)
"""What lines count that grows with blocks; each year has it with `year_` before its name."""


def counted_in_year(name: str) -> str:
    """Return what a line counts in a year in place of that of the purchase."""
    if name.endswith("_cords"):
        return f"{name}_in_year"
    return f"year_{name}" if name in COUNTED_AGAIN else name


LINE_YEAR = Book("line in a year", topic="cost")


@LINE_YEAR.quantity("1", r"n_{\mathrm{own},j}", "assumption: bought as needed, never sold")
def pieces_owned(previous_pieces_owned: Num, line_year_count: Num) -> Num:
    """Pieces that are owned in the year."""
    return np.maximum(previous_pieces_owned, line_year_count)


@LINE_YEAR.quantity("1", r"\Delta n_j", MISSING)
def pieces_bought(pieces_owned: Num, previous_pieces_owned: Num) -> Num:
    """Pieces that are bought for the year."""
    return pieces_owned - previous_pieces_owned


BOUGHT = Book("price of a line in a year", topic="cost")


@BOUGHT.quantity("currency", r"X_{\mathrm{line},j}", MISSING)
def line_expansion(pieces_bought: Num, net_unit_price: Num, price_level: Num) -> Num:
    """Price of the pieces that are bought for the year, net."""
    return pieces(pieces_bought, net_unit_price * price_level)


SHARE = Book("price of a share of the purchase in a year", topic="cost")


@SHARE.quantity("currency", r"X_{\mathrm{line},j}", SAME_TERM, name="line_expansion")
def line_expansion_share(
    line_year_count: Num, purchase_share: Num, year_hardware_expansion: Num
) -> Num:
    """Price of a service that costs a share of what is bought for the year, net."""
    return pieces(line_year_count, purchase_share * year_hardware_expansion)


DRAWN = Book("power and rack units of a line in a year", topic="cost")


@DRAWN.quantity("watt", r"P_{\mathrm{line},j}", SOURCE)
def line_year_power(pieces_owned: Num, unit_power: Num) -> Num:
    """Power of all pieces in the year."""
    return pieces(pieces_owned, unit_power)


@DRAWN.quantity("1", r"u_{\mathrm{line},j}", SOURCE)
def line_year_rack_units(pieces_owned: Num, unit_rack_units: Num) -> Num:
    """Rack units of all pieces in the year."""
    return pieces(pieces_owned, unit_rack_units)


PASSIVE = Book("line that takes neither power nor rack units in a year", topic="cost")


@PASSIVE.quantity("watt", r"P_{\mathrm{line},j}", SOURCE, name="line_year_power")
def line_year_power_passive(unit_power: Num, pieces_owned: Num) -> Num:
    """Power of all pieces in the year; none draws any, even if their number is unknown."""
    return pieces(unit_power, pieces_owned)


@PASSIVE.quantity("1", r"u_{\mathrm{line},j}", SOURCE, name="line_year_rack_units")
def line_year_rack_units_passive(unit_rack_units: Num, pieces_owned: Num) -> Num:
    """Rack units of all pieces in the year; none fills any, even if their number is unknown."""
    return pieces(unit_rack_units, pieces_owned)


COMMON_YEAR = Book("shared equipment in a year", topic="cost")
COMMON_YEAR.over(
    "total",
    "expansion_cost",
    "currency",
    r"X_{\mathrm{exp},j}",
    "Price of what is bought for the year, net",
    roles=("lines",),
    of="line_expansion",
    aligned=True,
)
COMMON_YEAR.over(
    "known_total",
    "known_expansion_cost",
    "currency",
    r"X_{\mathrm{exp},j}^\mathrm{known}",
    "Known price of what is bought for the year, net",
    roles=("lines",),
    of="line_expansion",
    aligned=True,
    known_of="expansion_cost",
)
COMMON_YEAR.over(
    "total",
    "tier_year_power",
    "watt",
    r"P_{\mathrm{tier},j}",
    "Power of the shared equipment in the year",
    roles=("lines",),
    of="line_year_power",
    aligned=True,
)
COMMON_YEAR.over(
    "total",
    "tier_year_rack_units",
    "1",
    r"u_{\mathrm{tier},j}",
    "Rack units of the shared equipment in the year",
    roles=("lines",),
    of="line_year_rack_units",
    aligned=True,
)
