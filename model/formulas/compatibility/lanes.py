"""PCIe lanes: what cards, drives and cache drives take of those that the processors have."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import ARITHMETIC, SOURCE

NIC: Variant = {"piece": "nic", "pieces": "nics", "what": "network adapters", "mark": "nic"}
HBA: Variant = {"piece": "hba", "pieces": "hbas", "what": "host bus adapters", "mark": "hba"}
DRIVE: Variant = {"piece": "drive", "pieces": "drives", "what": "drives", "mark": "drv"}
CACHE_DRIVE: Variant = {
    "piece": "cache_drive",
    "pieces": "cache_drives",
    "what": "cache drives",
    "mark": "cache",
}

_TAKEN = Book("PCIe lanes of pieces", topic="fit")


@_TAKEN.quantity("1", r"n_\mathrm{lane,<mark>}", ARITHMETIC, part_of="pcie_lanes_taken")
def piece_pcie_lanes_taken(pieces_per_server: Num, piece_pcie_lanes: Num) -> Num:
    """PCIe lanes used by the {what} of a server."""
    return pieces_per_server * piece_pcie_lanes


LANES = Book("fitting of PCIe lanes", topic="fit")
LANES.sum_of_parts(
    "pcie_lanes_taken",
    "1",
    r"n_\mathrm{lane}",
    "PCIe lanes used by cards, drives and cache drives of a server",
)
spell(_TAKEN, NIC, into=LANES)


@LANES.quantity("1", r"n_\mathrm{lane}^\mathrm{there}", ARITHMETIC)
def pcie_lanes_there(cpu_pcie_lanes: Num, cpus_per_server: Num) -> Num:
    """PCIe lanes of the processors of a server."""
    return cpu_pcie_lanes * cpus_per_server


@LANES.quantity("1", r"\mathrm{ok}_\mathrm{lane}", SOURCE, part_of="parts_fit")
def pcie_lanes_fit(pcie_lanes_there: Num, pcie_lanes_taken: Num) -> Num:
    """Whether the processors have enough PCIe lanes."""
    return at_least(pcie_lanes_there, pcie_lanes_taken)


LANES_OF_ADAPTERS = Book("PCIe lanes of host bus adapters", topic="fit")
spell(_TAKEN, HBA, into=LANES_OF_ADAPTERS)

LANES_OF_DRIVES = Book("PCIe lanes of the drives of a server", topic="fit")
spell(_TAKEN, DRIVE, into=LANES_OF_DRIVES)

LANES_OF_CACHES = Book("PCIe lanes of cache drives", topic="fit")
LANES_OF_CACHES.input(
    "cache_drive_pcie_lanes",
    "1",
    r"n_\mathrm{lane/cache}",
    "PCIe lanes of one cache drive",
    whole=True,
)
spell(_TAKEN, CACHE_DRIVE, into=LANES_OF_CACHES)
