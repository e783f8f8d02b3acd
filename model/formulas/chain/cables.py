"""SAS cables to enclosures, and the expanders in them.

Drives hang on these stages, so they carry parity too when clients write.
"""

import numpy as np

from model.engine.ops import Num, least_known
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN, CODE, LANE, LINE_CODE

CABLES = Book("SAS cables", topic="performance")
CABLES.input("hba_cables", "1", r"n_\mathrm{cab/hba}", "Cables on one host bus adapter", whole=True)
CABLES.input("hba_lanes", "1", r"n_\mathrm{lane/hba}", "SAS lanes of one adapter", whole=True)
CABLES.input("hba_ports", "1", r"n_\mathrm{port/hba}", "Ports of one adapter", whole=True)
CABLE = {"link": "sas", "mark": "sas", "its": "one SAS cable"}
PORT = {"link": "enclosure_sas", "mark": "sas,enc", "its": "one port of an enclosure"}
LANE_OF_PORT = {**PORT, "mark": "enclosure,sas", "its": "a port of an enclosure"}
spell(CODE, CABLE, PORT, into=CABLES)


@CABLES.quantity("1", r"n_\mathrm{cab}", "arithmetic of the server")
def sas_cables_per_server(hbas_per_server: Num, hba_cables: Num) -> Num:
    """SAS cables of one server."""
    return hbas_per_server * hba_cables


@CABLES.quantity("1", r"n_\mathrm{cab/blk}", "arithmetic of the block")
def sas_cables_per_block(sas_cables_per_server: Num, servers_per_block: Num) -> Num:
    """SAS cables of one building block."""
    return sas_cables_per_server * servers_per_block


@CABLES.quantity("1", r"n_\mathrm{path}", "arithmetic of the block")
def sas_paths_per_server(
    drives_per_block: Num, sas_cables_per_server: Num, enclosures_per_block: Num
) -> Num:
    """SAS paths that one server sees: each drive by every cable to its enclosure."""
    return drives_per_block * sas_cables_per_server / enclosures_per_block


@CABLES.quantity("1", r"n_\mathrm{sas}", "arithmetic of the adapter")
def sas_lanes(hba_lanes: Num, hba_ports: Num) -> Num:
    """SAS lanes of one cable."""
    return hba_lanes / hba_ports


spell(LANE, CABLE, LANE_OF_PORT, into=CABLES)


@CABLES.quantity("byte/s", r"b_\mathrm{sas}", LINE_CODE)
def sas_cable_bandwidth(
    sas_lanes: Num, sas_lane_bandwidth: Num, enclosure_sas_lane_bandwidth: Num
) -> Num:
    """Bandwidth of one SAS cable each way, at the slower generation of its two ends."""
    return sas_lanes * least_known(sas_lane_bandwidth, enclosure_sas_lane_bandwidth)


CABLES.input(
    "active_paths",
    "1",
    r"s_\mathrm{path}",
    "Share of the paths to a drive that carry bytes at once",
    1.0,
    source="assumption: multipath spreads over all paths; a half where one of two only stands by",
    high=1.0,
    shown="percent",
)


@CABLES.quantity("byte/s", r"R_\mathrm{sas}", CHAIN)
def sas_rate(sas_cables_per_server: Num, sas_cable_bandwidth: Num, active_paths: Num) -> Num:
    """Bandwidth of the active SAS cables of a server when none is lost."""
    return sas_cables_per_server * sas_cable_bandwidth * active_paths


@CABLES.quantity(
    "byte/s", r"B_\mathrm{sas,r}", CHAIN, stage="read", scope="path", carries="sas_left"
)
def sas_read_stage(sas_left: Num, read_amplification: Num) -> Num:
    """Read bandwidth through the SAS cables."""
    return sas_left / read_amplification


@CABLES.quantity(
    "byte/s", r"B_\mathrm{sas,w}", CHAIN, stage="write", scope="path", carries="sas_left"
)
def sas_write_stage(sas_left: Num, cable_amplification: Num) -> Num:
    """Write bandwidth through the SAS cables, including parity from the servers."""
    return sas_left / cable_amplification


EXPANDERS = Book("expanders of enclosures", topic="performance")
EXPANDERS.input(
    "expander_bandwidth",
    "byte/s",
    r"b_\mathrm{exp}",
    "Bandwidth of the expanders of one enclosure between its drives and its ports",
)


@EXPANDERS.quantity("byte/s", r"R_\mathrm{exp}", CHAIN)
def expander_rate(enclosures: Num, servers: Num, expander_bandwidth: Num) -> Num:
    """A server's share of the expanders."""
    return enclosures / servers * expander_bandwidth


@EXPANDERS.quantity(
    "byte/s", r"B_\mathrm{exp,r}", CHAIN, stage="read", scope="array", carries="expander_left"
)
def expander_read_stage(expander_left: Num, read_amplification: Num) -> Num:
    """Read bandwidth through the expanders of the enclosures."""
    return expander_left / read_amplification


@EXPANDERS.quantity(
    "byte/s", r"B_\mathrm{exp,w}", CHAIN, stage="write", scope="array", carries="expander_left"
)
def expander_write_stage(expander_left: Num, cable_amplification: Num) -> Num:
    """Write bandwidth through the expanders, including parity from the servers."""
    return expander_left / cable_amplification


LOSSES = Book("what is lost of cables", topic="performance")
LOSSES.input(
    "cables_lost",
    "1",
    r"n_\mathrm{cab,lost}",
    "Cables that one server has lost",
    0.0,
    source="assumption: none",
    whole=True,
)


@LOSSES.quantity("1", r"s_\mathrm{cab}", "arithmetic of the state")
def cables_left(
    sas_cables_per_server: Num, cables_lost: Num, hbas_left: Num, modules_left: Num
) -> Num:
    """Share of a server's cables that is left: an adapter's and a module's cables go with it."""
    return hbas_left + modules_left - 1 - cables_lost / sas_cables_per_server


EXPANDERS_LEFT = Book("what is left of expanders", topic="performance")


@EXPANDERS_LEFT.quantity("byte/s", r"R_\mathrm{exp}^\mathrm{left}", "arithmetic of the state")
def expander_left(expander_rate: Num, load_share: Num, modules_left: Num) -> Num:
    """A server's share of the expanders in this state: they follow the targets."""
    return expander_rate * load_share * modules_left


@LOSSES.quantity("byte/s", r"R_\mathrm{sas}^\mathrm{left}", "arithmetic of the state")
def sas_left(
    sas_cables_per_server: Num, sas_cable_bandwidth: Num, active_paths: Num, cables_left: Num
) -> Num:
    """Bandwidth of the SAS cables of a server in this state; a standby path replaces a lost one."""
    return sas_cables_per_server * sas_cable_bandwidth * np.minimum(active_paths, cables_left)
