"""Whether the parts fit into each other: 1 yes, 0 no, unknown where a datasheet is silent.

Drives go into bays, processors into sockets, cards into slots, cables and links onto ports. A
design that doesn't fit is a result with its reason, not an error: the datasheet may be wrong. Each
check compares what there is, its first need, with what is asked of it, its second one.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.formulas.space import racks

SOURCE = "what the part has room for, by its datasheet"
CARRIER = "bays of 3.5 inches take 2.5 inches in a carrier; other form factors take only their own"
SATA = "SAS takes SATA drives, too; NVMe only its own"
SOURCE_OF_DRIVES = "arithmetic of the tier"
ARITHMETIC = "arithmetic of the server"


FITS = Book("fitting of parts", topic="fit")
FITS.all_of_parts(
    "parts_fit", r"\mathrm{ok}_\mathrm{tier}", "Whether all parts of the tier fit together", SOURCE
)

GIVEN = Book("fitting, tier as given", topic="fit")
GIVEN.input(
    "parts_fit",
    "1",
    r"\mathrm{ok}_\mathrm{tier}",
    "Whether the parts fit of a tier that is given as a whole",
    1.0,
    source="what is given as a whole stands, or is bought, as it is",
    high=1.0,
)

SITE = Book("fitting of the design", topic="fit")
SITE.all_of_parts(
    "design_fits",
    r"\mathrm{ok}_\mathrm{fit}",
    "Whether the design can be built: what doesn't fit meets no requirement",
    SOURCE,
)
SITE.over(
    "all_met",
    "tiers_fit",
    "1",
    r"\mathrm{ok}_\mathrm{tiers}",
    "Whether the parts of all tiers fit together",
    roles=("tiers", "metadata"),
    of="parts_fit",
    part_of="design_fits",
)


def _same(has: Num, needs: Num) -> Num:
    return at_least(has, needs) * at_least(needs, has)


def _takes(has: Num, needs: Num) -> Num:
    """Tell whether a place takes a thing: the second size the first, too; all others their own."""
    return np.where(np.maximum(has, needs) > 2, _same(has, needs), at_least(has, needs))


def _if_any(has: Num, needs: Num) -> Num:
    """Tell whether there is room; where nothing is needed nobody must know how much there is."""
    return np.where(needs > 0, at_least(has, needs), at_least(0, needs))


def _kind(book: Book, name: str, symbol: str, title: str) -> None:
    book.input(name, "1", rf"k_\mathrm{{{symbol}}}", title, whole=True)


def _room(book: Book, name: str, symbol: str, title: str) -> None:
    book.input(name, "1", rf"N_\mathrm{{{symbol}}}", title, whole=True)


IN_ENCLOSURES = Book("fitting into enclosures", topic="fit")
_room(IN_ENCLOSURES, "enclosure_bays", "bay", "Bays of one enclosure")


@IN_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{drv}", SOURCE, part_of="parts_fit")
def drives_fit(enclosure_bays: Num, drives_per_enclosure: Num) -> Num:
    """Whether the drives of an enclosure have bays."""
    return at_least(enclosure_bays, drives_per_enclosure)


UNLIKE_ENCLOSURES = Book("fitting into further enclosures", topic="fit")
_room(UNLIKE_ENCLOSURES, "further_enclosure_bays", "bay,2nd", "Bays of one further enclosure")


@UNLIKE_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{drv,2nd}", SOURCE, part_of="parts_fit")
def further_drives_fit(further_enclosure_bays: Num, drives_per_further_enclosure: Num) -> Num:
    """Whether the drives of a further enclosure have bays."""
    return at_least(further_enclosure_bays, drives_per_further_enclosure)


_kind(IN_ENCLOSURES, "enclosure_bay_shape", "bay", "Form factor of the bays of one enclosure")
_kind(IN_ENCLOSURES, "enclosure_interface", "enc", "Interface of the bays of one enclosure")
_kind(IN_ENCLOSURES, "drive_shape", "drv", "Form factor of one drive")
_kind(IN_ENCLOSURES, "drive_interface", "drv,if", "Interface of one drive")


@IN_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{shape}", CARRIER, part_of="parts_fit")
def drive_shape_fits(enclosure_bay_shape: Num, drive_shape: Num) -> Num:
    """Whether the drives are of the size of the bays of an enclosure, or sit in carriers there."""
    return _takes(enclosure_bay_shape, drive_shape)


@IN_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{if}", SATA, part_of="parts_fit")
def drive_interface_fits(enclosure_interface: Num, drive_interface: Num) -> Num:
    """Whether the bays of an enclosure speak the language of the drives."""
    return _takes(enclosure_interface, drive_interface)


TARGETS = Book("fitting of targets", topic="fit")


@TARGETS.quantity("1", r"\mathrm{ok}_\mathrm{tgt}", SOURCE_OF_DRIVES, part_of="parts_fit")
def targets_fit(possible_targets_per_block: Num, stated_targets_per_block: Num) -> Num:
    """Whether the drives of a block make so many targets."""
    return at_least(possible_targets_per_block, stated_targets_per_block)


BAYS = Book("bays of servers", topic="fit")
_room(BAYS, "server_bays", "bay", "Drive bays of one server")
BAYS.sum_of_parts(
    "bays_taken", "1", r"n_\mathrm{bay}", "Drive bays of one server that drives and caches take"
)

IN_SERVERS = Book("fitting into server bays", topic="fit")


@IN_SERVERS.quantity(
    "1", r"\mathrm{ok}_\mathrm{drv}", SOURCE, name="drives_fit", part_of="parts_fit"
)
def drives_fit_in_servers(server_bays: Num, drives_per_server: Num) -> Num:
    """Whether the drives of a server have bays."""
    return at_least(server_bays, drives_per_server)


_kind(IN_SERVERS, "server_bay_shape", "bay", "Form factor of the drive bays of one server")
_kind(IN_SERVERS, "drive_shape", "drv", "Form factor of one drive")


@IN_SERVERS.quantity(
    "1", r"\mathrm{ok}_\mathrm{shape}", CARRIER, name="drive_shape_fits", part_of="parts_fit"
)
def drive_shape_fits_in_servers(server_bay_shape: Num, drive_shape: Num) -> Num:
    """Whether the drives are of the size of the bays of a server, or sit in carriers there."""
    return _takes(server_bay_shape, drive_shape)


ON_ADAPTERS = Book("fitting of drives to adapters", topic="fit")
_kind(ON_ADAPTERS, "hba_interface", "hba", "Interface that one host bus adapter has for drives")
_kind(ON_ADAPTERS, "drive_interface", "drv,if", "Interface of one drive")


@ON_ADAPTERS.quantity(
    "1", r"\mathrm{ok}_\mathrm{if}", SATA, name="drive_interface_fits", part_of="parts_fit"
)
def drive_interface_fits_adapters(hba_interface: Num, drive_interface: Num) -> Num:
    """Whether the adapters of a server speak the language of its drives."""
    return at_least(hba_interface, drive_interface)


CACHES = Book("fitting of caches", topic="fit")


@CACHES.quantity("1", r"\mathrm{ok}_\mathrm{cache}", SOURCE, part_of="parts_fit")
def cache_drives_fit(server_bays: Num, bays_taken: Num) -> Num:
    """Whether the cache drives of a server have bays, beside its drives."""
    return at_least(server_bays, bays_taken)


SERVER = Book("fitting into servers", topic="fit")
_room(SERVER, "server_sockets", "sock", "Sockets of one server")
_room(SERVER, "server_memory_slots", "dimm", "Memory slots of one server")
_room(SERVER, "server_slots", "slot", "Slots for cards in one server")
_room(SERVER, "cpu_channels", "ch/cpu", "Memory channels of one processor")
_room(SERVER, "nic_ports_there", "port", "Ports that one network adapter has")
_room(
    SERVER,
    "cpu_pcie_lanes",
    "lane/cpu",
    "PCIe lanes of one processor, those to another one included",
)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{cpu}", SOURCE, part_of="parts_fit")
def cpus_fit(server_sockets: Num, cpus_per_server: Num) -> Num:
    """Whether the processors have sockets."""
    return at_least(server_sockets, cpus_per_server)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{dimm}", SOURCE, part_of="parts_fit")
def memory_fits(server_memory_slots: Num, memory_modules_per_server: Num) -> Num:
    """Whether the memory modules have slots."""
    return at_least(server_memory_slots, memory_modules_per_server)


_kind(SERVER, "server_socket", "sock", "Socket for processors of one server")
_kind(SERVER, "cpu_socket", "cpu", "Socket that one processor needs")
_kind(SERVER, "cpu_memory_generation", "mem/cpu", "Generation of DDR memory of one processor")
_kind(SERVER, "module_generation", "mem", "Generation of DDR of one memory module")


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{family}", SOURCE, part_of="parts_fit")
def cpu_family_fits(server_socket: Num, cpu_socket: Num) -> Num:
    """Whether the processors are of a family that the sockets take."""
    return _same(server_socket, cpu_socket)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{ddr}", SOURCE, part_of="parts_fit")
def memory_generation_fits(cpu_memory_generation: Num, module_generation: Num) -> Num:
    """Whether the memory modules are of the generation that the processors take."""
    return _same(cpu_memory_generation, module_generation)


@SERVER.quantity("1", r"n_\mathrm{ch}^\mathrm{there}", ARITHMETIC)
def memory_channels_there(cpu_channels: Num, cpus_per_server: Num) -> Num:
    """Memory channels that the processors of a server have."""
    return cpu_channels * cpus_per_server


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{ch}", SOURCE, part_of="parts_fit")
def channels_fit(memory_channels_there: Num, memory_channels: Num) -> Num:
    """Whether the processors have the channels."""
    return at_least(memory_channels_there, memory_channels)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{fill}", SOURCE, part_of="parts_fit")
def modules_fill_channels(memory_modules_per_server: Num, memory_channels: Num) -> Num:
    """Whether there is a module on each channel that counts as populated."""
    return at_least(memory_modules_per_server, memory_channels)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{link}", SOURCE, part_of="parts_fit")
def links_fit(nic_ports_there: Num, nic_ports: Num) -> Num:
    """Whether the links have ports on the network adapters."""
    return at_least(nic_ports_there, nic_ports)


LANES = Book("fitting of PCIe lanes", topic="fit")
LANES.sum_of_parts(
    "pcie_lanes_taken",
    "1",
    r"n_\mathrm{lane}",
    "PCIe lanes that cards, drives and cache drives of a server take",
)


@LANES.quantity("1", r"n_\mathrm{lane,nic}", ARITHMETIC, part_of="pcie_lanes_taken")
def nic_pcie_lanes_taken(nics_per_server: Num, nic_pcie_lanes: Num) -> Num:
    """PCIe lanes that the network adapters of a server take."""
    return nics_per_server * nic_pcie_lanes


@LANES.quantity("1", r"n_\mathrm{lane}^\mathrm{there}", ARITHMETIC)
def pcie_lanes_there(cpu_pcie_lanes: Num, cpus_per_server: Num) -> Num:
    """PCIe lanes that the processors of a server have."""
    return cpu_pcie_lanes * cpus_per_server


@LANES.quantity("1", r"\mathrm{ok}_\mathrm{lane}", SOURCE, part_of="parts_fit")
def pcie_lanes_fit(pcie_lanes_there: Num, pcie_lanes_taken: Num) -> Num:
    """Whether the processors have the PCIe lanes."""
    return at_least(pcie_lanes_there, pcie_lanes_taken)


LANES_OF_ADAPTERS = Book("PCIe lanes of host adapters", topic="fit")


@LANES_OF_ADAPTERS.quantity("1", r"n_\mathrm{lane,hba}", ARITHMETIC, part_of="pcie_lanes_taken")
def hba_pcie_lanes_taken(hbas_per_server: Num, hba_pcie_lanes: Num) -> Num:
    """PCIe lanes that the host bus adapters of a server take."""
    return hbas_per_server * hba_pcie_lanes


LANES_OF_DRIVES = Book("PCIe lanes of the drives of a server", topic="fit")


@LANES_OF_DRIVES.quantity("1", r"n_\mathrm{lane,drv}", ARITHMETIC, part_of="pcie_lanes_taken")
def drive_pcie_lanes_taken(drives_per_server: Num, drive_pcie_lanes: Num) -> Num:
    """PCIe lanes that the drives of a server take."""
    return drives_per_server * drive_pcie_lanes


LANES_OF_CACHES = Book("PCIe lanes of cache drives", topic="fit")
LANES_OF_CACHES.input(
    "cache_drive_pcie_lanes",
    "1",
    r"n_\mathrm{lane/cache}",
    "PCIe lanes of one cache drive",
    whole=True,
)


@LANES_OF_CACHES.quantity("1", r"n_\mathrm{lane,cache}", ARITHMETIC, part_of="pcie_lanes_taken")
def cache_drive_pcie_lanes_taken(cache_drives_per_server: Num, cache_drive_pcie_lanes: Num) -> Num:
    """PCIe lanes that the cache drives of a server take."""
    return cache_drives_per_server * cache_drive_pcie_lanes


CARDS = Book("fitting of cards", topic="fit")
CARDS.sum_of_parts("cards_per_server", "1", r"n_\mathrm{card}", "Cards in one server")


@CARDS.quantity("1", r"\mathrm{ok}_\mathrm{card}", SOURCE, part_of="parts_fit")
def cards_fit(server_slots: Num, cards_per_server: Num) -> Num:
    """Whether the cards have slots."""
    return at_least(server_slots, cards_per_server)


WIDE_CARDS = Book("fitting of wide cards", topic="fit")
WIDE_CARDS.input(
    "wide_lanes",
    "1",
    r"n_\mathrm{x16}",
    "Lanes of a card that needs a wide slot",
    16.0,
    source="PCI Express card electromechanical specification: x16",
    whole=True,
    constant=True,
)
_room(WIDE_CARDS, "server_wide_slots", "x16", "Slots of 16 lanes in one server")
WIDE_CARDS.sum_of_parts(
    "wide_cards_per_server", "1", r"n_\mathrm{wide}", "Cards of 16 lanes in one server"
)


@WIDE_CARDS.quantity("1", r"n_\mathrm{wide,nic}", ARITHMETIC, part_of="wide_cards_per_server")
def wide_nics_per_server(nics_per_server: Num, nic_pcie_lanes: Num, wide_lanes: Num) -> Num:
    """Network adapters of a server that need a slot of 16 lanes."""
    return nics_per_server * at_least(nic_pcie_lanes, wide_lanes)


@WIDE_CARDS.quantity("1", r"\mathrm{ok}_\mathrm{x16}", SOURCE, part_of="parts_fit")
def wide_cards_fit(server_wide_slots: Num, wide_cards_per_server: Num) -> Num:
    """Whether the cards of 16 lanes have slots of as many."""
    return _if_any(server_wide_slots, wide_cards_per_server)


_room(WIDE_CARDS, "server_tall_slots", "tall", "Slots for cards of full height in one server")
_kind(WIDE_CARDS, "nic_height", "nic", "Height of one network adapter: 1 low profile, 2 full")
WIDE_CARDS.sum_of_parts(
    "tall_cards_per_server", "1", r"n_\mathrm{tall}", "Cards of full height in one server"
)


@WIDE_CARDS.quantity("1", r"n_\mathrm{tall,nic}", ARITHMETIC, part_of="tall_cards_per_server")
def tall_nics_per_server(nics_per_server: Num, nic_height: Num) -> Num:
    """Network adapters of a server that are of full height."""
    return nics_per_server * (nic_height - 1)


@WIDE_CARDS.quantity("1", r"\mathrm{ok}_\mathrm{tall}", SOURCE, part_of="parts_fit")
def tall_cards_fit(server_tall_slots: Num, tall_cards_per_server: Num) -> Num:
    """Whether the cards of full height have slots of that height."""
    return _if_any(server_tall_slots, tall_cards_per_server)


WIDE_ADAPTERS = Book("fitting of wide adapters", topic="fit")


@WIDE_ADAPTERS.quantity("1", r"n_\mathrm{wide,hba}", ARITHMETIC, part_of="wide_cards_per_server")
def wide_hbas_per_server(hbas_per_server: Num, hba_pcie_lanes: Num, wide_lanes: Num) -> Num:
    """Host bus adapters of a server that need a slot of 16 lanes."""
    return hbas_per_server * at_least(hba_pcie_lanes, wide_lanes)


_kind(WIDE_ADAPTERS, "hba_height", "hba", "Height of one host bus adapter: 1 low profile, 2 full")


@WIDE_ADAPTERS.quantity("1", r"n_\mathrm{tall,hba}", ARITHMETIC, part_of="tall_cards_per_server")
def tall_hbas_per_server(hbas_per_server: Num, hba_height: Num) -> Num:
    """Host bus adapters of a server that are of full height."""
    return hbas_per_server * (hba_height - 1)


POWER = Book("power of servers", topic="fit")
IN_A_SERVER = ("servers", "processors", "memory", "adapters", "network", "cache")
POWER.over(
    "total",
    "server_lines_power",
    "watt",
    r"P_\mathrm{srv}",
    "Power of all servers of the tier, with all that is in them",
    roles=("lines", "options"),
    of="line_power",
    names=IN_A_SERVER,
)
POWER_WITH_DRIVES = Book("power of servers with drives", topic="fit")
POWER_WITH_DRIVES.over(
    "total",
    "server_lines_power",
    "watt",
    r"P_\mathrm{srv}",
    "Power of all servers of the tier, with all that is in them",
    roles=("lines", "options"),
    of="line_power",
    names=(*IN_A_SERVER, "drives"),
)

SUPPLIES = Book("fitting of power supplies", topic="fit")
_room(SUPPLIES, "server_supplies", "psu", "Power supplies of one server's chassis")
SUPPLIES.input(
    "server_supply_rating", "watt", r"P_\mathrm{psu}", "What one power supply of a server can give"
)
REDUNDANT = "one supply may fail, where there are several"


@SUPPLIES.quantity("watt", r"P_\mathrm{srv}^\mathrm{there}", REDUNDANT)
def server_power_there(server_supplies: Num, server_supply_rating: Num) -> Num:
    """What the power supplies of a server's chassis give when one has failed."""
    return np.maximum(server_supplies - 1, 1) * server_supply_rating


@SUPPLIES.quantity("watt", r"P_\mathrm{chs}", ARITHMETIC)
def server_power_needed(server_lines_power: Num, server_chassis: Num) -> Num:
    """Power of one server's chassis, with all that is in it."""
    return server_lines_power / server_chassis


@SUPPLIES.quantity("1", r"\mathrm{ok}_\mathrm{psu}", REDUNDANT, part_of="parts_fit")
def server_supplies_suffice(server_power_there: Num, server_power_needed: Num) -> Num:
    """Whether the power supplies of a server feed all that is in it."""
    return at_least(server_power_there, server_power_needed)


ENCLOSURE_SUPPLIES = Book("fitting of the power supplies of enclosures", topic="fit")
_room(ENCLOSURE_SUPPLIES, "enclosure_supplies", "psu,enc", "Power supplies of one enclosure")
ENCLOSURE_SUPPLIES.input(
    "enclosure_supply_rating",
    "watt",
    r"P_\mathrm{psu,enc}",
    "What one power supply of an enclosure can give",
)
ENCLOSURE_SUPPLIES.over(
    "total",
    "enclosure_lines_power",
    "watt",
    r"P_\mathrm{enc}",
    "Power of all enclosures of the tier, with their drives",
    roles=("lines", "options"),
    of="line_power",
    names=("enclosures", "further_enclosures", "drives"),
)


@ENCLOSURE_SUPPLIES.quantity("watt", r"P_\mathrm{enc}^\mathrm{there}", REDUNDANT)
def enclosure_power_there(enclosure_supplies: Num, enclosure_supply_rating: Num) -> Num:
    """What the power supplies of an enclosure give when one has failed."""
    return np.maximum(enclosure_supplies - 1, 1) * enclosure_supply_rating


@ENCLOSURE_SUPPLIES.quantity("watt", r"P_\mathrm{enc,1}", ARITHMETIC)
def enclosure_power_needed(enclosure_lines_power: Num, enclosures: Num) -> Num:
    """Power of one enclosure with its drives."""
    return enclosure_lines_power / enclosures


@ENCLOSURE_SUPPLIES.quantity("1", r"\mathrm{ok}_\mathrm{psu,enc}", REDUNDANT, part_of="parts_fit")
def enclosure_supplies_suffice(enclosure_power_there: Num, enclosure_power_needed: Num) -> Num:
    """Whether the power supplies of an enclosure feed its drives."""
    return at_least(enclosure_power_there, enclosure_power_needed)


IN_RACKS = Book("fitting of servers into racks", topic="fit")
IN_RACKS.input("server_depth", "metre", r"d_\mathrm{srv}", "Depth of one server")


@IN_RACKS.quantity("1", r"\mathrm{ok}_\mathrm{depth}", SOURCE, part_of="parts_fit")
def server_depth_fits(rack_mounting_depth: Num, server_depth: Num) -> Num:
    """Whether the servers aren't deeper than the rack."""
    return at_least(rack_mounting_depth, server_depth)


ENCLOSURES_IN_RACKS = Book("fitting of enclosures into racks", topic="fit")
ENCLOSURES_IN_RACKS.input("enclosure_depth", "metre", r"d_\mathrm{enc}", "Depth of one enclosure")


@ENCLOSURES_IN_RACKS.quantity("1", r"\mathrm{ok}_\mathrm{depth,enc}", SOURCE, part_of="parts_fit")
def enclosure_depth_fits(rack_mounting_depth: Num, enclosure_depth: Num) -> Num:
    """Whether the enclosures aren't deeper than the rack."""
    return at_least(rack_mounting_depth, enclosure_depth)


CABLES = Book("fitting of cables", topic="fit")
_room(CABLES, "enclosure_ports", "eport", "Ports for hosts on one enclosure")


@CABLES.quantity("1", r"\mathrm{ok}_\mathrm{cab}", SOURCE, part_of="parts_fit")
def cables_fit(hba_ports: Num, hba_cables: Num) -> Num:
    """Whether the cables have ports on the host bus adapters."""
    return at_least(hba_ports, hba_cables)


@CABLES.quantity("1", r"n_\mathrm{eport}", ARITHMETIC)
def enclosure_ports_per_block(enclosure_ports: Num, enclosures_per_block: Num) -> Num:
    """Ports for hosts on the enclosures of a block."""
    return enclosure_ports * enclosures_per_block


@CABLES.quantity("1", r"\mathrm{ok}_\mathrm{ecab}", SOURCE, part_of="parts_fit")
def enclosure_cables_fit(enclosure_ports_per_block: Num, sas_cables_per_block: Num) -> Num:
    """Whether the cables have ports on the enclosures."""
    return at_least(enclosure_ports_per_block, sas_cables_per_block)


PLUGS = Book("fitting of plugs", topic="fit")
_kind(PLUGS, "hba_connector", "plug,hba", "Connector of one host bus adapter")
_kind(PLUGS, "cable_connector", "plug,cab", "Connector of one cable")


@PLUGS.quantity("1", r"\mathrm{ok}_\mathrm{plug}", SOURCE, part_of="parts_fit")
def plugs_fit(hba_connector: Num, cable_connector: Num) -> Num:
    """Whether the cables have the plugs that the host bus adapters take."""
    return _same(hba_connector, cable_connector)


CABLE_LENGTH = Book("length of cables", topic="fit")
CABLE_LENGTH.input("cable_reach", "metre", r"l_\mathrm{cab}^+", "Greatest length of such a cable")
CABLE_LENGTH.input("cable_length", "metre", r"l_\mathrm{cab}", "Length that a cable must have")


@CABLE_LENGTH.quantity("1", r"\mathrm{ok}_\mathrm{len}", SOURCE, part_of="parts_fit")
def cable_length_fits(cable_reach: Num, cable_length: Num) -> Num:
    """Whether there are cables of that kind of the length that is needed."""
    return at_least(cable_reach, cable_length)


SHARED = Book("fitting of tiers on the same servers", topic="fit")


@SHARED.quantity("1", r"n_\mathrm{card}^\mathrm{sh}", ARITHMETIC)
def shared_cards(summed_cards: Num, repeated_nics: Num) -> Num:
    """Cards in one server, of all tiers on it: the network adapters count once."""
    return summed_cards - repeated_nics


@SHARED.quantity("1", r"\mathrm{ok}_\mathrm{card}^\mathrm{sh}", SOURCE, part_of="design_fits")
def shared_cards_fit(shared_slots: Num, shared_cards: Num) -> Num:
    """Whether the cards of all tiers on a server have slots."""
    return at_least(shared_slots, shared_cards)


@SHARED.quantity("1", r"n_\mathrm{lane}^\mathrm{sh}", ARITHMETIC)
def shared_lanes(summed_lanes: Num, repeated_lanes: Num) -> Num:
    """PCIe lanes of one server that all tiers on it take: those of the network count once."""
    return summed_lanes - repeated_lanes


@SHARED.quantity("1", r"\mathrm{ok}_\mathrm{lane}^\mathrm{sh}", SOURCE, part_of="design_fits")
def shared_lanes_fit(shared_lanes_there: Num, shared_lanes: Num) -> Num:
    """Whether the processors have the PCIe lanes for all tiers on a server."""
    return at_least(shared_lanes_there, shared_lanes)


_BAYS_TOGETHER = Book("bays of tiers on the same servers", topic="fit")


@_BAYS_TOGETHER.quantity(
    "1", r"\mathrm{ok}_\mathrm{bay}^\mathrm{sh}", SOURCE, part_of="design_fits"
)
def shared_bays_fit(shared_bays: Num, summed_bays: Num) -> Num:
    """Whether the drives and cache drives of all tiers on a server have bays."""
    return at_least(shared_bays, summed_bays)


def _of_tiers(
    book: Book, name: str, symbol: str, title: str, of: str, tiers: tuple[str, ...]
) -> None:
    book.over("total", name, "1", symbol, title, roles=("tiers", "metadata"), of=of, names=tiers)


@cache
def taken_together(owner: str, guests: tuple[str, ...], everyone: tuple[str, ...]) -> Book:
    """Give the chapter of what tiers on the same servers take of these, by the tiers' names."""
    book = Book("tiers on the same servers", topic="fit")
    _of_tiers(
        book,
        "summed_cards",
        r"n_\mathrm{card}^\mathrm{sum}",
        "Cards in one server, tier by tier",
        "cards_per_server",
        everyone,
    )
    _of_tiers(
        book,
        "repeated_nics",
        r"n_\mathrm{nic}^\mathrm{again}",
        "Network adapters that are counted again",
        "nics_per_server",
        guests,
    )
    _of_tiers(
        book,
        "shared_slots",
        r"N_\mathrm{slot}^\mathrm{sh}",
        "Slots for cards in one server of several tiers",
        "server_slots",
        (owner,),
    )
    _of_tiers(
        book,
        "summed_lanes",
        r"n_\mathrm{lane}^\mathrm{sum}",
        "PCIe lanes of one server, tier by tier",
        "pcie_lanes_taken",
        everyone,
    )
    _of_tiers(
        book,
        "repeated_lanes",
        r"n_\mathrm{lane}^\mathrm{again}",
        "PCIe lanes of the network that are counted again",
        "nic_pcie_lanes_taken",
        guests,
    )
    _of_tiers(
        book,
        "shared_lanes_there",
        r"N_\mathrm{lane}^\mathrm{sh}",
        "PCIe lanes of one server of several tiers",
        "pcie_lanes_there",
        (owner,),
    )
    return book


@cache
def bays_together(in_bays: tuple[str, ...]) -> Book:
    """Give the chapter of the bays that tiers on the same servers take, by the tiers' names."""
    book = Book("bays of the same servers", _BAYS_TOGETHER, topic="fit")
    _of_tiers(
        book,
        "summed_bays",
        r"n_\mathrm{bay}^\mathrm{sum}",
        "Drive bays of one server that all tiers on it take",
        "bays_taken",
        in_bays,
    )
    _of_tiers(
        book,
        "shared_bays",
        r"N_\mathrm{bay}^\mathrm{sh}",
        "Drive bays of one server of several tiers",
        "server_bays",
        in_bays[:1],
    )
    return book


MISFITS = {
    "drives_fit": "there are more drives than bays",
    "further_drives_fit": "there are more drives than bays in the further enclosures",
    "targets_fit": "the drives of a block make fewer targets",
    "cache_drives_fit": "there are more drives and cache drives in the servers than bays",
    "drive_shape_fits": "the drives have another form factor than the bays",
    "drive_interface_fits": "the drives have another interface than what they hang on",
    "cpu_family_fits": "the processors are for other sockets than the servers have",
    "memory_generation_fits": "the memory is of another generation than the processors take",
    "wide_cards_fit": "there are more cards of 16 lanes than slots of 16 lanes",
    "tall_cards_fit": "there are more cards of full height than slots for them",
    "server_supplies_suffice": "the servers draw more than their power supplies give when one "
    "fails",
    "enclosure_supplies_suffice": "the enclosures draw more than their power supplies give when "
    "one fails",
    "server_depth_fits": "the servers are deeper than the rack",
    "enclosure_depth_fits": "the enclosures are deeper than the rack",
    "cpus_fit": "there are more processors than sockets",
    "memory_fits": "there are more memory modules than slots",
    "channels_fit": "the processors don't have so many memory channels",
    "modules_fill_channels": "there are fewer memory modules than populated channels",
    "links_fit": "the network adapters don't have so many ports",
    "cards_fit": "there are more cards than slots",
    "pcie_lanes_fit": "drives, caches and cards take more PCIe lanes than the processors have: a "
    "PCIe switch would share lanes between them, which no stage counts",
    "fabric_levels_suffice": "the fabric has more leaf switches than a spine has ports: two levels "
    "don't do",
    "shared_cards_fit": "the tiers on the same servers have more cards than slots",
    "shared_lanes_fit": "the tiers on the same servers take more PCIe lanes than there are",
    "shared_bays_fit": "the tiers on the same servers have more drives in them than bays",
    "cables_fit": "the host bus adapters don't have ports for so many cables",
    "plugs_fit": "the cables have other plugs than the host bus adapters take",
    "cable_length_fits": "there are no cables of that kind of such a length",
    "enclosure_cables_fit": "the enclosures don't have ports for so many cables",
    **racks.MISFITS,
}
"""Each check of fit, and what is wrong where it isn't met."""
TOO_FEW_WRITES = "the drives are rated for fewer writes a day than the purge foretells"
WRONG = MISFITS | {
    "endurance_suffices": TOO_FEW_WRITES,
    "checkpoint_endurance_suffices": "the drives are rated for fewer writes a day than dumps ask",
}
"""What may be wrong with a tier, by what is judged."""
