"""Outlets of power distribution units: enough for the cords of a rack, and of their plugs."""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import SOURCE, kind, room, supplies

IEC = "document: IEC 60320: an inlet C14 takes a cord of C13 outlets, C20 of C19"

OUTLETS = Book("outlets of racks", topic="fit")
room(OUTLETS, "pdu_outlets", "out", "Outlets of one power distribution unit")
room(OUTLETS, "pdu_outlets_c13", "C13", "C13 outlets of one power distribution unit")
room(OUTLETS, "pdu_outlets_c19", "C19", "C19 outlets of one power distribution unit")


@OUTLETS.quantity("1", r"n_\mathrm{pdu/rack}", "arithmetic of the rack")
def rack_pdus(rack_feeds: Num, pdus_per_feed: Num) -> Num:
    """Power distribution units of one rack, of all feeds."""
    return rack_feeds * pdus_per_feed


@OUTLETS.quantity("1", r"N_\mathrm{out/rack}", SOURCE)
def rack_outlets(rack_pdus: Num, pdu_outlets: Num) -> Num:
    """Outlets in one rack."""
    return rack_pdus * pdu_outlets


@OUTLETS.quantity("1", r"\mathrm{ok}_\mathrm{out}", SOURCE, part_of="design_fits")
def outlets_suffice(rack_outlets: Num, rack_cords: Num) -> Num:
    """Whether the rack with the most cords has enough outlets."""
    return at_least(rack_outlets, rack_cords)


def _known(x: Num) -> Num:
    """Give 1, or unknown where that is unknown: a comparison with it would say no."""
    return x / x


SERVER: Variant = {"box": "server", "a": "a server", "mark": "srv", "place": "parts_fit"}
ENCLOSURE: Variant = {"box": "enclosure", "a": "an enclosure", "mark": "enc", "place": "parts_fit"}
FURTHER: Variant = {
    "box": "further_enclosure",
    "a": "a further enclosure",
    "mark": "enc,2nd",
    "place": "parts_fit",
}
SWITCH: Variant = {"box": "switch", "a": "a switch", "mark": "sw", "place": "design_fits"}

_INLETS = Book("outlets for {a}", topic="fit")
kind(_INLETS, "box_inlet", "in,<mark>", "Inlet type (C14 or C20) of a power supply of {a}")


@_INLETS.quantity("1", r"N_\mathrm{out,<mark>}", IEC)
def box_outlets(box_inlet: Num, rack_pdus: Num, pdu_outlets_c13: Num, pdu_outlets_c19: Num) -> Num:
    """Outlets in one rack that match the cords of {a}."""
    return _known(box_inlet) * rack_pdus * np.where(box_inlet > 1, pdu_outlets_c19, pdu_outlets_c13)


@_INLETS.quantity("1", r"\mathrm{ok}_\mathrm{out,<mark>}", SOURCE, part_of="place")
def box_outlets_suffice(box_outlets: Num, box_supplies: Num) -> Num:
    """Whether a rack has enough outlets for the power supplies of {a}."""
    return at_least(box_outlets, box_supplies)


FOR_SERVERS = spell(_INLETS, SERVER)
FOR_ENCLOSURES = spell(_INLETS, ENCLOSURE)

FOR_FURTHER_ENCLOSURES = Book("outlets for a further enclosure", topic="fit")
supplies(
    FOR_FURTHER_ENCLOSURES,
    "further_enclosure_supplies",
    "psu,enc,2nd",
    "Power supplies of one further enclosure",
)
spell(_INLETS, FURTHER, into=FOR_FURTHER_ENCLOSURES)

FOR_SWITCHES = Book("outlets for a switch", topic="fit")
supplies(FOR_SWITCHES, "switch_supplies", "psu,sw", "Power supplies of one switch")
spell(_INLETS, SWITCH, into=FOR_SWITCHES)
