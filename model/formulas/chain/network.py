"""The stages between memory and clients: network adapters, their slots, links to the fabric."""

from model.engine.ops import Num, least_known
from model.engine.quantity import Book
from model.formulas.chain.links import CHAIN, LINE_CODE, coded, declare_lane, declare_link

NETWORK = Book("network", topic="performance")
NETWORK.input("nics_per_server", "1", r"n_\mathrm{nic}", "Network adapters of a server", whole=True)
NETWORK.input(
    "nic_ports", "1", r"n_\mathrm{port}", "Ports in use on one network adapter", whole=True
)
NETWORK.input(
    "nic_efficiency",
    "1",
    r"\eta_\mathrm{nic}",
    "Share of a port's rate that is counted on",
    1.0,
    source="the bound; 0.96 was used at Astra for EDR links",
    high=1.0,
)
for _way in ("read", "write"):
    NETWORK.input(
        f"nic_{_way}_amplification",
        "1",
        rf"a_\mathrm{{nic,{_way[0]}}}",
        f"Bytes that a server's ports carry for each byte that clients {_way}",
        1.0,
        source="each byte passes once; 16/12 where clients make a code of 12+4",
        low=1.0,
    )
declare_link(NETWORK, "nic", "nic", "one network port")
declare_link(NETWORK, "nic_pcie", "nic,pcie", "the slot of a network adapter")


@NETWORK.quantity("byte/s", r"b_\mathrm{port}", LINE_CODE)
def nic_port_bandwidth(
    nic_lanes: Num, nic_signalling: Num, nic_code_payload: Num, nic_code_block: Num
) -> Num:
    """What one network port carries each way."""
    return coded(nic_lanes, nic_signalling, nic_code_payload, nic_code_block)


declare_lane(NETWORK, "nic_pcie", "the slot of a network adapter")


@NETWORK.quantity("byte/s", r"R_\mathrm{nic,pcie}", LINE_CODE)
def nic_pcie_rate(
    nics_per_server: Num,
    nic_pcie_lanes: Num,
    nic_pcie_lane_bandwidth: Num,
    cpu_pcie_lane_bandwidth: Num,
    pcie_packet_efficiency: Num,
) -> Num:
    """What the slots of a server's network adapters carry: card and processor agree."""
    lane = least_known(nic_pcie_lane_bandwidth, cpu_pcie_lane_bandwidth)
    return nics_per_server * nic_pcie_lanes * lane * pcie_packet_efficiency


@NETWORK.quantity("byte/s", r"R_\mathrm{nic}", CHAIN)
def nic_rate(
    nics_per_server: Num, nic_ports: Num, nic_port_bandwidth: Num, nic_efficiency: Num
) -> Num:
    """What the network ports of a server carry each way."""
    return nics_per_server * nic_ports * nic_port_bandwidth * nic_efficiency


@NETWORK.quantity("1", r"n_\mathrm{port,sw}", "arithmetic of the tier")
def switch_ports(servers: Num, nics_per_server: Num, nic_ports: Num) -> Num:
    """Switch ports that the tier's servers take."""
    return servers * nics_per_server * nic_ports


FABRIC = Book("fabric", topic="performance")
ROUTERS = Book("routers", topic="performance")
SPINE = Book("spine", topic="performance")
CLIENTS = Book("clients", topic="performance")
SHARED = ((FABRIC, "fabric"), (ROUTERS, "routers"), (SPINE, "spine"), (CLIENTS, "clients"))
"""What all servers of a tier share: the chapter, and the stage's name."""
for _book, _of, _symbol, _count, _each in (
    (
        FABRIC,
        "fabric_link",
        "fab",
        "Links from the tier to the clients' fabric",
        "What one of these links carries",
    ),
    (
        ROUTERS,
        "router",
        "lnet",
        "Routers or gateways (LNET) between the tier and its clients",
        "What one router carries",
    ),
    (
        SPINE,
        "uplink",
        "up",
        "Uplinks from the tier's leaf switches to the spine",
        "What one uplink carries",
    ),
    (
        CLIENTS,
        "client",
        "cl",
        "Clients that read or write at once",
        "What one client's ports carry",
    ),
):
    _book.input(f"{_of}s", "1", rf"n_\mathrm{{{_symbol}}}", _count)
    _book.input(f"{_of}_bandwidth", "byte/s", rf"b_\mathrm{{{_symbol}}}", _each)


def _through(rate: Num, amplification: Num) -> Num:
    return rate / amplification


def _shared(count: Num, bandwidth: Num, working_servers: Num) -> Num:
    return count * bandwidth / working_servers


for _way, _sub in (("read", "r"), ("write", "w")):
    for _stage, _words in (("nic_pcie", "slots of its network adapters"), ("nic", "network ports")):
        NETWORK.quantity(
            "byte/s",
            rf"B_\mathrm{{{_stage.replace('_', ',')},{_sub}}}",
            CHAIN,
            name=f"{_stage}_{_way}_stage",
            needs=(f"{_stage}_rate", f"nic_{_way}_amplification"),
            title=f"What clients {_way} through a server's {_words}",
            stage=_way,
            carries=f"{_stage}_rate",
        )(_through)
    for _book, _stage in SHARED:
        _count, _each = tuple(_book.inputs)[:2]
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{{_stage},{_sub}}}",
            CHAIN,
            name=f"{_stage}_{_way}_stage",
            needs=(_count, _each, "working_servers"),
            title=f"A server's share of the {_stage} that all servers of the tier share, to {_way}",
            stage=_way,
            scope="tier",
        )(_shared)
