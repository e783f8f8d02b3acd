"""Whether the parts fit into each other: 1 yes, 0 no, unknown where a datasheet is silent.

Drives go into bays, processors into sockets, cards into slots, cables and links onto ports. A
design that doesn't fit is a result with its reason, not an error: the datasheet may be wrong.
"""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "what the part has room for, by its datasheet"


def _fits(book: Book, name: str, symbol: str, title: str, room: tuple[str, ...], used: str) -> None:
    """Declare a check: the product of the rooms is at least what is used."""

    def in_one(room: Num, used: Num) -> Num:
        return at_least(room, used)

    def in_all(room: Num, times: Num, used: Num) -> Num:
        return at_least(room * times, used)

    function = in_one if len(room) == 1 else in_all
    function.__doc__ = title
    symbol = rf"\mathrm{{ok}}_\mathrm{{{symbol}}}"
    book.quantity("1", symbol, SOURCE, name=name, needs=(*room, used))(function)


def _room(book: Book, name: str, symbol: str, title: str) -> None:
    book.input(name, "1", rf"N_\mathrm{{{symbol}}}", title, whole=True)


IN_ENCLOSURES = Book("fitting into enclosures", topic="bill")
_room(IN_ENCLOSURES, "enclosure_bays", "bay", "Bays of one enclosure")
_fits(
    IN_ENCLOSURES,
    "drives_fit",
    "drv",
    "Whether the drives of an enclosure have bays.",
    ("enclosure_bays",),
    "drives_per_enclosure",
)

IN_SERVERS = Book("fitting into server bays", topic="bill")
_room(IN_SERVERS, "server_bays", "bay", "Drive bays of one server")
_fits(
    IN_SERVERS,
    "drives_fit",
    "drv",
    "Whether the drives of a server have bays.",
    ("server_bays",),
    "drives_per_server",
)

CACHES = Book("fitting of caches beside no drives", topic="bill")
_room(CACHES, "server_bays", "bay", "Drive bays of one server")
_fits(
    CACHES,
    "cache_drives_fit",
    "cache",
    "Whether the cache drives of a server have bays.",
    ("server_bays",),
    "cache_drives_per_server",
)

CACHES_BESIDE_DRIVES = Book("fitting of caches beside drives", topic="bill")


@CACHES_BESIDE_DRIVES.quantity("1", r"n_\mathrm{bay}", "arithmetic of the server")
def bays_taken(drives_per_server: Num, cache_drives_per_server: Num) -> Num:
    """Drive bays of one server that drives and cache drives take."""
    return drives_per_server + cache_drives_per_server


_fits(
    CACHES_BESIDE_DRIVES,
    "cache_drives_fit",
    "cache",
    "Whether the drives and the cache drives of a server have bays.",
    ("server_bays",),
    "bays_taken",
)

SERVER = Book("fitting into servers", topic="bill")
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
_fits(
    SERVER,
    "cpus_fit",
    "cpu",
    "Whether the processors have sockets.",
    ("server_sockets",),
    "cpus_per_server",
)
_fits(
    SERVER,
    "memory_fits",
    "dimm",
    "Whether the memory modules have slots.",
    ("server_memory_slots",),
    "memory_modules_per_server",
)
_fits(
    SERVER,
    "channels_fit",
    "ch",
    "Whether the processors have the channels.",
    ("cpu_channels", "cpus_per_server"),
    "memory_channels",
)
_fits(
    SERVER,
    "modules_fill_channels",
    "fill",
    "Whether there is a module on each channel that counts as populated.",
    ("memory_modules_per_server",),
    "memory_channels",
)
_fits(
    SERVER,
    "links_fit",
    "link",
    "Whether the links have ports on the network adapters.",
    ("nic_ports_there",),
    "nic_ports",
)


def _lanes_taken(*figures: Num) -> Num:
    first, *others = zip(figures[::2], figures[1::2], strict=True)
    taken = first[0] * first[1]
    for pieces, lanes_of_one in others:
        taken = taken + pieces * lanes_of_one
    return taken


_NICS = ("nics_per_server", "nic_pcie_lanes")
_HBAS = ("hbas_per_server", "hba_pcie_lanes")
_DRIVES = ("drives_per_server", "drive_pcie_lanes")
_CACHES = ("cache_drives_per_server", "cache_drive_pcie_lanes")
LANES_OF_CARDS = Book("fitting of PCIe lanes of cards", topic="bill")
LANES_OF_ADAPTERS = Book("fitting of PCIe lanes of cards and host adapters", topic="bill")
LANES_OF_DRIVES = Book("fitting of PCIe lanes of cards and drives", topic="bill")
LANES_OF_CACHES = Book("PCIe lanes of cache drives", topic="bill")
LANES_OF_CACHES.input(
    "cache_drive_pcie_lanes",
    "1",
    r"n_\mathrm{lane/cache}",
    "PCIe lanes of one cache drive",
    whole=True,
)
LANES_OF_CARDS_AND_CACHES = Book("fitting of PCIe lanes of cards, with caches", topic="bill")
LANES_OF_ADAPTERS_AND_CACHES = Book(
    "fitting of PCIe lanes of cards and host adapters, with caches", topic="bill"
)
LANES_OF_DRIVES_AND_CACHES = Book(
    "fitting of PCIe lanes of cards and drives, with caches", topic="bill"
)
for _book, _needs, _whose in (
    (LANES_OF_CARDS, _NICS, "the network adapters"),
    (LANES_OF_ADAPTERS, _NICS + _HBAS, "the network adapters and the host bus adapters"),
    (LANES_OF_DRIVES, _NICS + _DRIVES, "the network adapters and the drives"),
    (LANES_OF_CARDS_AND_CACHES, _NICS + _CACHES, "the network adapters and the cache drives"),
    (
        LANES_OF_ADAPTERS_AND_CACHES,
        _NICS + _HBAS + _CACHES,
        "the network adapters, the host bus adapters and the cache drives",
    ),
    (
        LANES_OF_DRIVES_AND_CACHES,
        _NICS + _DRIVES + _CACHES,
        "the network adapters, the drives and the cache drives",
    ),
):
    _book.quantity(
        "1",
        r"n_\mathrm{lane}",
        "arithmetic of the server",
        name="pcie_lanes_taken",
        needs=_needs,
        title=f"PCIe lanes that {_whose} of a server take.",
    )(_lanes_taken)
    _fits(
        _book,
        "pcie_lanes_fit",
        "lane",
        "Whether the processors have the PCIe lanes.",
        ("cpu_pcie_lanes", "cpus_per_server"),
        "pcie_lanes_taken",
    )

CARDS = Book("fitting of network adapters", topic="bill")
_fits(
    CARDS,
    "cards_fit",
    "card",
    "Whether the network adapters have slots.",
    ("server_slots",),
    "nics_per_server",
)

ADAPTERS = Book("fitting of host adapters", topic="bill")


@ADAPTERS.quantity("1", r"n_\mathrm{card}", "arithmetic of the server")
def cards_per_server(hbas_per_server: Num, nics_per_server: Num) -> Num:
    """Cards in one server."""
    return hbas_per_server + nics_per_server


_fits(
    ADAPTERS,
    "cards_fit",
    "card",
    "Whether host and network adapters have slots.",
    ("server_slots",),
    "cards_per_server",
)
CABLES = Book("fitting of cables", topic="bill")
_room(CABLES, "enclosure_ports", "eport", "Ports for hosts on one enclosure")
_fits(
    CABLES,
    "cables_fit",
    "cab",
    "Whether the cables have ports on the host bus adapters.",
    ("hba_ports",),
    "hba_cables",
)
_fits(
    CABLES,
    "enclosure_cables_fit",
    "ecab",
    "Whether the cables have ports on the enclosures.",
    ("enclosure_ports", "enclosures_per_block"),
    "sas_cables_per_block",
)

CHECKS = {
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
    "endurance_suffices": "the drives are rated for fewer writes a day than the purge foretells",
}
"""Each check, and what is wrong where it isn't met."""
