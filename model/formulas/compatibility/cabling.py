"""Cables: ports for them on both ends, plugs that match, and a length that is made."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import ARITHMETIC, SOURCE, kind, room, same

CABLES = Book("fitting of cables", topic="fit")
room(CABLES, "enclosure_ports", "eport", "Host ports of one enclosure")


@CABLES.quantity("1", r"\mathrm{ok}_\mathrm{cab}", SOURCE, part_of="parts_fit")
def cables_fit(hba_ports: Num, hba_cables: Num) -> Num:
    """Whether the host bus adapters have enough ports for the cables."""
    return at_least(hba_ports, hba_cables)


@CABLES.quantity("1", r"n_\mathrm{eport}", ARITHMETIC)
def enclosure_ports_per_block(enclosure_ports: Num, enclosures_per_block: Num) -> Num:
    """Host ports on the enclosures of a block."""
    return enclosure_ports * enclosures_per_block


@CABLES.quantity("1", r"\mathrm{ok}_\mathrm{ecab}", SOURCE, part_of="parts_fit")
def enclosure_cables_fit(enclosure_ports_per_block: Num, sas_cables_per_block: Num) -> Num:
    """Whether the enclosures have enough ports for the cables."""
    return at_least(enclosure_ports_per_block, sas_cables_per_block)


PLUGS = Book("fitting of plugs", topic="fit")
kind(PLUGS, "hba_connector", "plug,hba", "Connector of one host bus adapter")
kind(PLUGS, "cable_connector", "plug,cab", "Connector of one cable")


@PLUGS.quantity("1", r"\mathrm{ok}_\mathrm{plug}", SOURCE, part_of="parts_fit")
def plugs_fit(hba_connector: Num, cable_connector: Num) -> Num:
    """Whether the cables have the connectors of the host bus adapters."""
    return same(hba_connector, cable_connector)


CABLE_LENGTH = Book("length of cables", topic="fit")
CABLE_LENGTH.input(
    "cable_reach", "metre", r"l_\mathrm{cab}^+", "Maximum length of this type of cable"
)
CABLE_LENGTH.input("cable_length", "metre", r"l_\mathrm{cab}", "Required cable length")


@CABLE_LENGTH.quantity("1", r"\mathrm{ok}_\mathrm{len}", SOURCE, part_of="parts_fit")
def cable_length_fits(cable_reach: Num, cable_length: Num) -> Num:
    """Whether this type of cable is available in the required length."""
    return at_least(cable_reach, cable_length)


_NETWORK_LENGTH = Book("length of cables to {ends}", topic="fit")
_NETWORK_LENGTH.input(
    "network_cable_reach",
    "metre",
    r"l_\mathrm{<mark>}^+",
    "Maximum length of this type of cable to {ends}",
)
_NETWORK_LENGTH.input(
    "network_cable_length", "metre", r"l_\mathrm{<mark>}", "Length of the longest cable to {ends}"
)


@_NETWORK_LENGTH.quantity("1", r"\mathrm{ok}_\mathrm{len,<mark>}", SOURCE, part_of="place")
def network_cable_length_fits(network_cable_reach: Num, network_cable_length: Num) -> Num:
    """Whether cables to {ends} can be as long as entered; passive copper reaches some metres."""
    return at_least(network_cable_reach, network_cable_length)


TO_SWITCHES: Variant = {
    "network": "network",
    "ends": "switches",
    "mark": "net",
    "place": "parts_fit",
}
BETWEEN_SWITCHES: Variant = {
    "network": "fabric",
    "ends": "spine switches",
    "mark": "fab",
    "place": "design_fits",
}
NETWORK_CABLE_LENGTH = spell(_NETWORK_LENGTH, TO_SWITCHES)
FABRIC_CABLE_LENGTH = spell(_NETWORK_LENGTH, BETWEEN_SWITCHES)
