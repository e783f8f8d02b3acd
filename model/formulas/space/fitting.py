"""Whether the parts fit into each other: 1 yes, 0 no, unknown where a datasheet is silent.

Drives go into bays, processors into sockets, cards into slots, cables and links onto ports. A
design that doesn't fit is a result with its reason, not an error: the datasheet may be wrong. Each
check compares what there is, its first need, with what is asked of it, its second one.
"""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "what the part has room for, by its datasheet"
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
SITE.over(
    "all_met",
    "design_fits",
    "1",
    r"\mathrm{ok}_\mathrm{fit}",
    "Whether the design can be built: what doesn't fit meets no requirement",
    roles=("tiers", "metadata"),
    of="parts_fit",
)


def _room(book: Book, name: str, symbol: str, title: str) -> None:
    book.input(name, "1", rf"N_\mathrm{{{symbol}}}", title, whole=True)


IN_ENCLOSURES = Book("fitting into enclosures", topic="fit")
_room(IN_ENCLOSURES, "enclosure_bays", "bay", "Bays of one enclosure")


@IN_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{drv}", SOURCE, part_of="parts_fit")
def drives_fit(enclosure_bays: Num, drives_per_enclosure: Num) -> Num:
    """Whether the drives of an enclosure have bays."""
    return at_least(enclosure_bays, drives_per_enclosure)


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


MISFITS = {
    "drives_fit": "there are more drives than bays",
    "cache_drives_fit": "there are more drives and cache drives in the servers than bays",
    "cpus_fit": "there are more processors than sockets",
    "memory_fits": "there are more memory modules than slots",
    "channels_fit": "the processors don't have so many memory channels",
    "modules_fill_channels": "there are fewer memory modules than populated channels",
    "links_fit": "the network adapters don't have so many ports",
    "cards_fit": "there are more cards than slots",
    "pcie_lanes_fit": "drives, caches and cards take more PCIe lanes than the processors have: a "
    "PCIe switch would share lanes between them, which no stage counts",
    "cables_fit": "the host bus adapters don't have ports for so many cables",
    "enclosure_cables_fit": "the enclosures don't have ports for so many cables",
}
"""Each check of fit, and what is wrong where it isn't met."""
TOO_FEW_WRITES = "the drives are rated for fewer writes a day than the purge foretells"
WRONG = MISFITS | {
    "endurance_suffices": TOO_FEW_WRITES,
    "checkpoint_endurance_suffices": "the drives are rated for fewer writes a day than dumps ask",
}
"""What may be wrong with a tier, by what is judged."""
