"""The bill of materials: what each line takes in money, power, weight and rack space.

A line is a number of equal parts. What the catalog doesn't know stays unknown: each total has
beside it the part that is known and how many lines are not. Zero pieces of an unknown part are 0.
"""

from model.engine.ops import Num, pieces, whole_up
from model.engine.quantity import Book

SOURCE = "bill of materials"

LINE = Book("line", topic="bill")
for _name, _unit, _symbol, _title in (
    ("unit_price", "currency", r"x_\mathrm{unit}", "Price of one piece, net"),
    ("unit_power", "watt", r"P_\mathrm{unit}", "Power of one piece at work"),
    ("unit_weight", "kilogram", r"m_\mathrm{unit}", "Weight of one piece"),
    ("unit_rack_units", "1", r"u_\mathrm{unit}", "Rack units of one piece"),
):
    LINE.input(_name, _unit, _symbol, _title)


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


def count_from(counted: str, per: str) -> Book:
    """Give the chapter of a line: as many pieces as are counted, for each of `per` if given."""
    book = Book(f"count of {counted}", topic="bill")

    def count(number: Num) -> Num:
        """Pieces of this line."""
        return number

    def count_in_each(number: Num, holders: Num) -> Num:
        """Pieces of this line."""
        return number * holders

    function, needs = (count_in_each, (counted, per)) if per else (count, (counted,))
    book.quantity("1", r"n_\mathrm{line}", SOURCE, name="line_count", needs=needs)(function)
    return book


def _sums(name: str, roles: tuple[str, ...], prefix: str) -> Book:
    """Declare for each measure its total, the known part of it, and the count of unknowns."""
    book = Book(name, topic="bill")
    below = "line" if roles == ("lines",) else ""
    for measure, unit, symbol, words in (
        ("cost", "currency", "X", "Price, net"),
        ("power", "watt", "P", "Power of the equipment"),
        ("weight", "kilogram", "m", "Weight of the equipment"),
        ("rack_units", "1", "u", "Rack units"),
    ):
        total = f"{prefix}_{measure}"
        of = f"line_{measure}" if below else f"tier_{measure}"
        known, unknown = (of, of) if below else (f"known_{of}", f"unknown_{of}")
        where = rf"_\mathrm{{{prefix}}}"
        book.over("total", total, unit, f"{symbol}{where}", words, roles=roles, of=of)
        book.over(
            "known_total" if below else "total",
            f"known_{total}",
            unit,
            rf"{symbol}{where}^\mathrm{{known}}",
            f"{words}: the known part",
            roles=roles,
            of=known,
        )
        book.over(
            "unknown_count" if below else "total",
            f"unknown_{total}",
            "1",
            rf"n{where}^\mathrm{{unknown,{symbol}}}",
            f"{words}: lines that are unknown",
            roles=roles,
            of=unknown,
        )
    return book


TIER = _sums("tier materials", ("lines",), "tier")
SITE = _sums("site materials", ("tiers", "metadata", "common"), "equipment")

RACKS = Book("racks", topic="bill")
RACKS.input(
    "usable_rack_units", "1", r"u_\mathrm{rack}", "Rack units of one rack that may be filled"
)


@RACKS.quantity("1", r"n_\mathrm{rack}", SOURCE)
def racks(equipment_rack_units: Num, usable_rack_units: Num) -> Num:
    """Racks that the equipment fills, if it packs without gaps."""
    return whole_up(equipment_rack_units / usable_rack_units)
