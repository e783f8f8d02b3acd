"""The PCIe lanes of drives in the servers (NVMe): each drive has its own, so they follow targets.

What drives move passes their lanes, parity and what a rebuild takes included.
"""

from model.engine.ops import Num, least_known
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN, LANE, LINE_CODE, LINK

DRIVE_LANES = Book("PCIe lanes of drives", topic="performance")
DRIVE = {"link": "drive_pcie", "mark": "drv,pcie", "its": "the PCIe link of one drive"}
spell(LINK, DRIVE, into=DRIVE_LANES)
spell(LANE, {**DRIVE, "mark": "drive,pcie"}, into=DRIVE_LANES)
DRIVE_PCIE = Book("PCIe of drives", topic="performance")


@DRIVE_PCIE.quantity("byte/s", r"b_\mathrm{drv,pcie}", LINE_CODE)
def drive_pcie_bandwidth(
    drive_pcie_lanes: Num,
    drive_pcie_lane_bandwidth: Num,
    cpu_pcie_lane_bandwidth: Num,
    pcie_packet_efficiency: Num,
) -> Num:
    """Bandwidth of the lanes of one drive each way, at the lower of both generations."""
    lane = least_known(drive_pcie_lane_bandwidth, cpu_pcie_lane_bandwidth)
    return drive_pcie_lanes * lane * pcie_packet_efficiency


DRIVE_PCIE_LEFT = Book("what is left of the PCIe of drives", topic="performance")


@DRIVE_PCIE_LEFT.quantity("byte/s", r"R_\mathrm{drv,pcie}^\mathrm{left}", "arithmetic of the state")
def drive_pcie_left(moving_targets: Num, drives_per_target: Num, drive_pcie_bandwidth: Num) -> Num:
    """Client bandwidth of the lanes of the drives of a server's targets in this state."""
    return moving_targets * drives_per_target * drive_pcie_bandwidth


@DRIVE_PCIE.quantity(
    "byte/s",
    r"B_\mathrm{drv,pcie,r}",
    CHAIN,
    stage="read",
    scope="drive",
    carries="drive_pcie_left",
)
def drive_pcie_read_stage(drive_pcie_left: Num, read_amplification: Num) -> Num:
    """Read bandwidth through the lanes of the drives."""
    return drive_pcie_left / read_amplification


@DRIVE_PCIE.quantity(
    "byte/s",
    r"B_\mathrm{drv,pcie,w}",
    CHAIN,
    stage="write",
    scope="drive",
    carries="drive_pcie_left",
)
def drive_pcie_write_stage(drive_pcie_left: Num, mixed_write_amplification: Num) -> Num:
    """Write bandwidth through the lanes of the drives, including parity from the servers."""
    return drive_pcie_left / mixed_write_amplification
