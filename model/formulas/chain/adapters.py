"""The stages between cables, or drives in the servers, and memory: adapters, and their slots.

Drives hang on these stages, so they carry parity too when clients write.
"""

from model.engine.ops import Num, least_known
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN, CODE, LANE, LINE_CODE, LINK

ADAPTERS = Book("host bus adapters", topic="performance")
ADAPTERS.input(
    "hbas_per_server",
    "1",
    r"n_\mathrm{hba}",
    "Host bus adapters of a server",
    whole=True,
    part_of="cards_per_server",
)
ADAPTERS.input(
    "hba_bandwidth", "byte/s", r"b_\mathrm{hba}", "Rate of one host bus adapter, as advertised"
)
ADAPTERS.input(
    "hba_efficiency",
    "1",
    r"\eta_\mathrm{hba}",
    "Achievable share of the advertised rate",
    1.0,
    source="definition: the upper bound; 0.92 was measured at Béluga",
    high=1.0,
    shown="percent",
)
SLOT = {"link": "hba_pcie", "mark": "hba,pcie", "its": "the slot of a host bus adapter"}
spell(LINK, SLOT, into=ADAPTERS)


BEFORE_DRIVES = Book("cables to drives", topic="performance")


BEFORE_DRIVES.alias(
    "cable_amplification",
    "1",
    r"a_\mathrm{cab}",
    "Bytes that cables and adapters carry for each byte that a client writes.",
    of="mixed_write_amplification",
    source="assumption: servers make the parity, so cables carry it",
)


@ADAPTERS.quantity("byte/s", r"R_\mathrm{hba}", CHAIN)
def hba_rate(hbas_per_server: Num, hba_bandwidth: Num, hba_efficiency: Num) -> Num:
    """Bandwidth of the host bus adapters of a server."""
    return hbas_per_server * hba_bandwidth * hba_efficiency


spell(LANE, SLOT, into=ADAPTERS)


@ADAPTERS.quantity("byte/s", r"R_\mathrm{hba,pcie}", LINE_CODE)
def hba_pcie_rate(
    hbas_per_server: Num,
    hba_pcie_lanes: Num,
    hba_pcie_lane_bandwidth: Num,
    cpu_pcie_lane_bandwidth: Num,
    pcie_packet_efficiency: Num,
) -> Num:
    """Bandwidth of the slots of a server's host bus adapters, at the lower of both generations."""
    lane = least_known(hba_pcie_lane_bandwidth, cpu_pcie_lane_bandwidth)
    return hbas_per_server * hba_pcie_lanes * lane * pcie_packet_efficiency


@ADAPTERS.quantity(
    "byte/s", r"B_\mathrm{hba,r}", CHAIN, stage="read", scope="path", carries="hba_left"
)
def hba_read_stage(hba_left: Num, read_amplification: Num) -> Num:
    """Read bandwidth through the host bus adapters."""
    return hba_left / read_amplification


@ADAPTERS.quantity(
    "byte/s", r"B_\mathrm{hba,w}", CHAIN, stage="write", scope="path", carries="hba_left"
)
def hba_write_stage(hba_left: Num, cable_amplification: Num) -> Num:
    """Write bandwidth through the host bus adapters, including parity from the servers."""
    return hba_left / cable_amplification


@ADAPTERS.quantity(
    "byte/s", r"B_\mathrm{hba,pcie,r}", CHAIN, stage="read", scope="path", carries="hba_pcie_left"
)
def hba_pcie_read_stage(hba_pcie_left: Num, read_amplification: Num) -> Num:
    """Read bandwidth through the slots of the host bus adapters."""
    return hba_pcie_left / read_amplification


@ADAPTERS.quantity(
    "byte/s", r"B_\mathrm{hba,pcie,w}", CHAIN, stage="write", scope="path", carries="hba_pcie_left"
)
def hba_pcie_write_stage(hba_pcie_left: Num, cable_amplification: Num) -> Num:
    """Write bandwidth through the slots of the host bus adapters."""
    return hba_pcie_left / cable_amplification


LOSSES = Book("what is lost between drives and memory", topic="performance")
LOSSES.input(
    "hbas_lost",
    "1",
    r"n_\mathrm{hba,lost}",
    "Adapters that one server has lost",
    0.0,
    source="assumption: none",
    whole=True,
)


@LOSSES.quantity("1", r"s_\mathrm{hba}", "arithmetic of the state")
def hbas_left(hbas_per_server: Num, hbas_lost: Num) -> Num:
    """Share of a server's adapters that is left."""
    return 1 - hbas_lost / hbas_per_server


@LOSSES.quantity("byte/s", r"R_\mathrm{hba}^\mathrm{left}", "arithmetic of the state")
def hba_left(hba_rate: Num, hbas_left: Num) -> Num:
    """Bandwidth of the adapters of a server in this state."""
    return hba_rate * hbas_left


@LOSSES.quantity("byte/s", r"R_\mathrm{hba,pcie}^\mathrm{left}", "arithmetic of the state")
def hba_pcie_left(hba_pcie_rate: Num, hbas_left: Num) -> Num:
    """Bandwidth of the slots of a server's adapters in this state."""
    return hba_pcie_rate * hbas_left


SERVED_BEHIND = Book("served targets behind adapters", topic="performance")


@SERVED_BEHIND.quantity(
    "1",
    r"n_\mathrm{tgt/srv}^\mathrm{now}",
    "assumption: the drives in a server hang on its adapters, each on one, and lost with it",
)
def served_targets(targets_per_server: Num, load_share: Num, hbas_left: Num) -> Num:
    """Targets that a server serves in this state, on average; drives by shares of targets."""
    return targets_per_server * load_share * hbas_left


PCIE = Book("PCIe", topic="performance")
PROCESSOR_SLOT = {"link": "cpu_pcie", "mark": "cpu,pcie", "its": "a slot of the processor"}
spell(CODE, PROCESSOR_SLOT, into=PCIE)
spell(LANE, PROCESSOR_SLOT, into=PCIE)
PCIE.input(
    "pcie_packet_efficiency",
    "1",
    r"\eta_\mathrm{tlp}",
    "Share of a PCIe link available after packet headers",
    1.0,
    source=(
        "definition: the upper bound; 0.91 to 0.93 if 20 to 26 bytes of header go with 256 (not "
        "verified)"
    ),
    high=1.0,
    shown="percent",
)
