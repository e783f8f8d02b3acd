"""Power cords: one to each power supply of what stands in racks, counted by their plugs.

A power distribution unit has its own cord, and takes none of these.
"""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.outlets import IEC

ONE_EACH = "arithmetic: one to each power supply"

SERVER: Variant = {
    "box": "server",
    "boxes": "server_chassis",
    "many": "servers",
    "mark": "srv",
}
ENCLOSURE: Variant = {
    "box": "enclosure",
    "boxes": "enclosures",
    "many": "enclosures",
    "mark": "enc",
}
FIRST: Variant = {**ENCLOSURE, "boxes": "first_enclosures"}
FURTHER: Variant = {
    "box": "further_enclosure",
    "boxes": "further_enclosures",
    "many": "further enclosures",
    "mark": "enc,2nd",
}
LEVEL: Variant = {
    "box": "switch",
    "boxes": "fabric_switches",
    "many": "switches",
    "mark": "sw",
}

_BOXES = Book("power cords of {many}", topic="bill")


@_BOXES.quantity("1", r"n_\mathrm{cord,<mark>}", ONE_EACH)
def box_cords(boxes: Num, box_supplies: Num) -> Num:
    """Power cords of {many}."""
    return boxes * box_supplies


OF_SERVERS = spell(_BOXES, SERVER)
OF_ENCLOSURES = spell(_BOXES, ENCLOSURE)
OF_FIRST_ENCLOSURES = spell(_BOXES, FIRST)
OF_FURTHER_ENCLOSURES = spell(_BOXES, FURTHER)
OF_SWITCHES = spell(_BOXES, LEVEL)

OF_TREE = Book("power cords of a fat tree", topic="bill")


@OF_TREE.quantity("1", r"n_\mathrm{cord,sw}", ONE_EACH)
def switch_cords(leaf_switches: Num, spine_switches: Num, switch_supplies: Num) -> Num:
    """Power cords of switches."""
    return (leaf_switches + spine_switches) * switch_supplies


PLUGS: dict[str, Variant] = {
    "c13": {"plug": "c13", "said": "C13 to C14", "which": "C13"},
    "c19": {"plug": "c19", "said": "C19 to C20", "which": "C19"},
    "other": {"plug": "other", "said": "plug unknown", "which": "other"},
}
"""The words of each plug, by the field of the schema that says such cords."""
OPTIONAL: dict[str, Variant] = {
    "c13": {"plug": "optional_c13", "said": "C13 to C14, of options", "which": "C13,opt"},
    "c19": {"plug": "optional_c19", "said": "C19 to C20, of options", "which": "C19,opt"},
    "other": {"plug": "optional_other", "said": "plug unknown, of options", "which": "other,opt"},
}
"""The same of what is offered as an option."""

BOXES: tuple[Variant, ...] = (SERVER, ENCLOSURE, FURTHER)
"""What a tier has that is fed, in the order in which it is said."""


def of_plug(
    plug: Variant, tiers: tuple[tuple[str, ...], ...], *, switches: bool, in_year: bool
) -> Book:
    """Return the chapter that counts the power cords of one plug type, of the purchase or a year.

    `tiers` are the tiers whose servers, enclosures and further enclosures have it; `switches` is
    whether the switches have it.
    """
    words = _IN_YEAR if in_year else _AT_PURCHASE
    cords = Book("power cords, {said}{when}", topic="bill")
    cords.sum_of_parts(
        "plug_cords_in_year",
        "1",
        r"n_\mathrm{cord<j>}^\mathrm{<which>}",
        "Power cords, {said}{when}",
    )
    for box, names in zip(BOXES, tiers, strict=True):
        if names:
            spell(_of_tiers(names, in_year=in_year), box, into=cords)
    if switches:
        spell(_OF_SWITCHES, LEVEL, into=cords)
    return spell(cords, {**plug, **words})


_AT_PURCHASE: Variant = {"year": "", "in": "", "when": "", "j": ""}
_IN_YEAR: Variant = {"when": ", in the year", "j": ",j"}


def _of_tiers(names: tuple[str, ...], *, in_year: bool) -> Book:
    boxes = Book("power cords of {many} of all tiers", topic="bill")
    boxes.over(
        "total",
        "plug_box_cords_in_year",
        "1",
        r"n_\mathrm{cord,<mark><j>}^\mathrm{<which>}",
        "Power cords of {many} of all tiers, {said}{when}",
        roles=("tiers", "metadata"),
        of="tier_year_box_cords" if in_year else "box_cords",
        names=names,
        part_of="plug_cords_in_year",
        aligned=in_year,
    )
    return boxes


_OF_SWITCHES = Book("power cords of switches by their plug", topic="bill")


_OF_SWITCHES.alias(
    "plug_switch_cords_in_year",
    "1",
    r"n_\mathrm{cord,sw<j>}^\mathrm{<which>}",
    "Power cords of switches, {said}{when}.",
    of="switch_cords_in_year",
    source=IEC,
    part_of="plug_cords_in_year",
)

OF_SWITCHES_IN_YEAR = Book("power cords of switches in a year", topic="cost")
OF_TREE_IN_YEAR = Book("power cords of a fat tree in a year", topic="cost")


@OF_SWITCHES_IN_YEAR.quantity("1", r"n_{\mathrm{cord,sw},j}", ONE_EACH, name="switch_cords_in_year")
def switch_cords_in_year_single(year_fabric_switches: Num, switch_supplies: Num) -> Num:
    """Power cords of the switches that the year needs."""
    return box_cords(year_fabric_switches, switch_supplies)


@OF_TREE_IN_YEAR.quantity("1", r"n_{\mathrm{cord,sw},j}", ONE_EACH)
def switch_cords_in_year(
    year_leaf_switches: Num, year_spine_switches: Num, switch_supplies: Num
) -> Num:
    """Power cords of the switches that the year needs."""
    return switch_cords(year_leaf_switches, year_spine_switches, switch_supplies)
