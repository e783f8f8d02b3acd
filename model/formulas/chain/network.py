"""The stages between memory and clients: network adapters, their slots, links to the fabric.

Where nobody knows what servers pass to each other, ports carry each byte once at the least.
"""

from model.engine.ops import Num, least_known, otherwise
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN, LANE, LINE_CODE, LINK
from model.formulas.ways import WAYS

NETWORK = Book("network", topic="performance")
NETWORK.input(
    "nics_per_server",
    "1",
    r"n_\mathrm{nic}",
    "Network adapters of a server",
    whole=True,
    part_of="cards_per_server",
)
NETWORK.input(
    "nic_ports", "1", r"n_\mathrm{port}", "Ports in use on one network adapter", whole=True
)
NETWORK.input(
    "nic_efficiency",
    "1",
    r"\eta_\mathrm{nic}",
    "Achievable share of a port's rate",
    1.0,
    source="definition: the bound; 0.96 was used at Astra for EDR links",
    high=1.0,
    shown="percent",
)
NETWORK.input(
    "nic_read_amplification",
    "1",
    r"a_\mathrm{nic,r}",
    "Bytes that a server's ports carry for each byte that clients read",
    1.0,
    source="assumption: each byte passes once; 16/12 where clients make a code of 12+4",
    low=1.0,
)
NETWORK.input(
    "nic_write_amplification",
    "1",
    r"a_\mathrm{nic,w}",
    "Bytes that a server's ports carry for each byte that clients write",
    1.0,
    source="assumption: each byte passes once; 16/12 where clients make a code of 12+4",
    low=1.0,
)
PORT = {"link": "nic", "mark": "nic", "its": "one network port"}
SLOT = {"link": "nic_pcie", "mark": "nic,pcie", "its": "the slot of a network adapter"}
spell(LINK, PORT, SLOT, into=NETWORK)


@NETWORK.quantity("byte/s", r"b_\mathrm{port}", LINE_CODE)
def nic_port_bandwidth(
    nic_lanes: Num, nic_signalling: Num, nic_code_payload: Num, nic_code_block: Num
) -> Num:
    """Bandwidth of one network port each way."""
    return nic_lanes * nic_signalling * nic_code_payload / nic_code_block


spell(LANE, SLOT, into=NETWORK)


@NETWORK.quantity("byte/s", r"R_\mathrm{nic,pcie}", LINE_CODE)
def nic_pcie_rate(
    nics_per_server: Num,
    nic_pcie_lanes: Num,
    nic_pcie_lane_bandwidth: Num,
    cpu_pcie_lane_bandwidth: Num,
    pcie_packet_efficiency: Num,
) -> Num:
    """Bandwidth of the slots of a server's network adapters, at the lower of both generations."""
    lane = least_known(nic_pcie_lane_bandwidth, cpu_pcie_lane_bandwidth)
    return nics_per_server * nic_pcie_lanes * lane * pcie_packet_efficiency


@NETWORK.quantity("byte/s", r"R_\mathrm{nic}", CHAIN)
def nic_rate(
    nics_per_server: Num, nic_ports: Num, nic_port_bandwidth: Num, nic_efficiency: Num
) -> Num:
    """Bandwidth of the network ports of a server each way."""
    return nics_per_server * nic_ports * nic_port_bandwidth * nic_efficiency


@NETWORK.quantity("1", r"n_\mathrm{port,sw}", "arithmetic of the tier")
def switch_ports(servers: Num, nics_per_server: Num, nic_ports: Num) -> Num:
    """Switch ports used by the tier's servers."""
    return servers * nics_per_server * nic_ports


STAGES = Book("stages of the network", topic="performance")


@STAGES.quantity("byte/s", r"B_\mathrm{nic,pcie,<w>}", CHAIN, stage="way", carries="nic_pcie_rate")
def nic_pcie_way_stage(nic_pcie_rate: Num, nic_way_amplification: Num) -> Num:
    """{Way} bandwidth through the slots of a server's network adapters."""
    return nic_pcie_rate / otherwise(nic_way_amplification, 1.0)


@STAGES.quantity("byte/s", r"B_\mathrm{nic,<w>}", CHAIN, stage="way", carries="nic_rate")
def nic_way_stage(nic_rate: Num, nic_way_amplification: Num) -> Num:
    """{Way} bandwidth through a server's network ports."""
    return nic_rate / otherwise(nic_way_amplification, 1.0)


spell(STAGES, *WAYS, into=NETWORK)

SHARING = Book("what servers share", topic="performance")


@SHARING.quantity("byte/s", r"B_\mathrm{<what>,<w>}", CHAIN, stage="way", scope="tier")
def what_way_stage(pieces: Num, piece_bandwidth: Num, working_servers: Num) -> Num:
    """A server's share of the {what} shared by all servers of the tier, for {way}."""
    return pieces * piece_bandwidth / working_servers


FABRIC = Book("fabric", topic="performance")
FABRIC.input("fabric_links", "1", r"n_\mathrm{fab}", "Links from the tier to the clients' fabric")
FABRIC.input(
    "fabric_link_bandwidth", "byte/s", r"b_\mathrm{fab}", "Bandwidth of one of these links"
)
_FABRIC = {"what": "fabric", "pieces": "fabric_links", "piece": "fabric_link"}
spell(spell(SHARING, _FABRIC), *WAYS, into=FABRIC)

ROUTERS = Book("routers", topic="performance")
ROUTERS.input(
    "routers",
    "1",
    r"n_\mathrm{lnet}",
    "Routers or gateways (LNET) between the tier and its clients",
)
ROUTERS.input("router_bandwidth", "byte/s", r"b_\mathrm{lnet}", "Bandwidth of one router")
_ROUTERS = {"what": "routers", "pieces": "routers", "piece": "router"}
spell(spell(SHARING, _ROUTERS), *WAYS, into=ROUTERS)

SPINE = Book("spine", topic="performance")
SPINE.input("uplinks", "1", r"n_\mathrm{up}", "Uplinks from the tier's leaf switches to the spine")
SPINE.input("uplink_bandwidth", "byte/s", r"b_\mathrm{up}", "Bandwidth of one uplink")
_SPINE = {"what": "spine", "pieces": "uplinks", "piece": "uplink"}
spell(spell(SHARING, _SPINE), *WAYS, into=SPINE)

CLIENTS = Book("clients", topic="performance")
CLIENTS.input("clients", "1", r"n_\mathrm{cl}", "Clients that read or write at once")
CLIENTS.input("client_bandwidth", "byte/s", r"b_\mathrm{cl}", "Bandwidth of one client's ports")
_CLIENTS = {"what": "clients", "pieces": "clients", "piece": "client"}
spell(spell(SHARING, _CLIENTS), *WAYS, into=CLIENTS)

SHARED = ((FABRIC, "fabric"), (ROUTERS, "routers"), (SPINE, "spine"), (CLIENTS, "clients"))
"""What all servers of a tier share: the chapter, and the stage's name."""
