"""Power supplies of servers and enclosures: whether they feed all that is in the box."""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import ARITHMETIC, supplies

REDUNDANT = "assumption: one supply may fail, where there are several"
IN_A_SERVER = ("servers", "processors", "memory", "adapters", "network", "cache")

SERVER: Variant = {
    "box": "server",
    "boxes": "server_chassis",
    "a": "a server",
    "chassis": "a server's chassis",
    "one": "one server's chassis, with all that is in it",
    "feed": "feed all that is in it",
    ",enc": "",
    "mark": "srv",
    "each": "chs",
}
ENCLOSURE: Variant = {
    "box": "enclosure",
    "boxes": "enclosures",
    "a": "an enclosure",
    "chassis": "an enclosure",
    "one": "one enclosure with its drives",
    "feed": "feed its drives",
    ",enc": ",enc",
    "mark": "enc",
    "each": "enc,1",
}

_SUPPLIES = Book("power supplies of a box", topic="fit")
_SUPPLIES.input(
    "box_supply_rating", "watt", r"P_\mathrm{psu<,enc>}", "Rated power of one power supply of {a}"
)


@_SUPPLIES.quantity("watt", r"P_\mathrm{<mark>}^\mathrm{there}", REDUNDANT)
def box_power_there(box_supplies: Num, box_supply_rating: Num) -> Num:
    """Power available from the power supplies of {chassis} when one has failed."""
    return np.maximum(box_supplies - 1, 1) * box_supply_rating


@_SUPPLIES.quantity("watt", r"P_\mathrm{<each>}", ARITHMETIC)
def box_power_needed(box_lines_power: Num, boxes: Num) -> Num:
    """Power of {one}."""
    return box_lines_power / boxes


@_SUPPLIES.quantity("1", r"\mathrm{ok}_\mathrm{psu<,enc>}", REDUNDANT, part_of="parts_fit")
def box_supplies_suffice(box_power_there: Num, box_power_needed: Num) -> Num:
    """Whether the power supplies of {a} {feed}."""
    return at_least(box_power_there, box_power_needed)


def _power(book: Book, *names: str) -> None:
    book.over(
        "total",
        "server_lines_power",
        "watt",
        r"P_\mathrm{srv}",
        "Power of all servers of the tier, including their components",
        roles=("lines", "options"),
        of="line_power",
        names=names,
    )


POWER = Book("power of servers", topic="fit")
_power(POWER, *IN_A_SERVER)

POWER_WITH_DRIVES = Book("power of servers with drives", topic="fit")
_power(POWER_WITH_DRIVES, *IN_A_SERVER, "drives", "hot spares")

SUPPLIES = Book("fitting of power supplies", topic="fit")
supplies(SUPPLIES, "server_supplies", "psu", "Power supplies of one server's chassis")
spell(_SUPPLIES, SERVER, into=SUPPLIES)

ENCLOSURE_SUPPLIES = Book("fitting of the power supplies of enclosures", topic="fit")
supplies(ENCLOSURE_SUPPLIES, "enclosure_supplies", "psu,enc", "Power supplies of one enclosure")
ENCLOSURE_SUPPLIES.over(
    "total",
    "enclosure_lines_power",
    "watt",
    r"P_\mathrm{enc}",
    "Power of all enclosures of the tier, including drives",
    roles=("lines", "options"),
    of="line_power",
    names=("enclosures", "further_enclosures", "drives", "hot spares"),
)
spell(_SUPPLIES, ENCLOSURE, into=ENCLOSURE_SUPPLIES)
