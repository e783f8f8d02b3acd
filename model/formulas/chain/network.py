"""The stages between memory and clients: network adapters, their slots, links to the fabric.

Where strips or copies pass between servers, ports carry more than clients read or write. What
passes follows from who makes them: clients, a primary, a gateway, or whichever server is asked.
"""

import numpy as np

from model.engine.ops import Num, least_known
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
    source="definition: the upper bound; 0.96 was used at Astra for EDR links",
    high=1.0,
    shown="percent",
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
    return nic_pcie_rate / nic_way_amplification


@STAGES.quantity("byte/s", r"B_\mathrm{nic,<w>}", CHAIN, stage="way", carries="nic_rate")
def nic_way_stage(nic_rate: Num, nic_way_amplification: Num) -> Num:
    """{Way} bandwidth through a server's network ports."""
    return nic_rate / nic_way_amplification


spell(STAGES, *WAYS, into=NETWORK)

_CARRIED = Book("bytes that ports carry", topic="performance")
_CARRIED.input(
    "nic_way_amplification",
    "1",
    r"a_\mathrm{nic,<w>}",
    "Bytes that a server's ports carry for each byte that clients {way}",
    1.0,
    source="assumption: each byte passes once, as servers pass nothing to each other",
    low=1.0,
)
CARRIED_READ, CARRIED_WRITE = (spell(_CARRIED, way) for way in WAYS)

DUPLEX = "arithmetic: a port sends and receives at once, so the busier direction counts: "
COPIES = Book("copies on ports", topic="performance")
COPIES.alias(
    "nic_write_amplification",
    "1",
    r"a_\mathrm{nic,w}",
    "Bytes that a server's ports receive for each byte that clients write, copies included.",
    of="copies_of_files",
    source=DUPLEX + "each server receives bytes of clients, and copies of other servers",
)

FROM_CLIENTS = Book("strips from clients on ports", topic="performance")


@FROM_CLIENTS.quantity(
    "1",
    r"a_\mathrm{nic,w}",
    DUPLEX + "clients, or gateways before the servers, make the code and send all of its strips",
)
def nic_write_amplification(tier_strips: Num, tier_data: Num) -> Num:
    """Bytes that a server's ports receive for each byte that clients write: all strips."""
    return tier_strips / tier_data


CEPH = "document: Ceph doc/architecture.rst: the primary OSD takes an object, stores its own strip"
PRIMARY_WRITES = Book("strips from primary OSDs on ports", topic="performance")
PRIMARY_READS = Book("strips to primary OSDs on ports", topic="performance")


@PRIMARY_WRITES.quantity(
    "1",
    r"a_\mathrm{nic,w}",
    f"{CEPH}, and sends the others to other servers",
    name="nic_write_amplification",
)
def nic_write_amplification_of_primaries(tier_strips: Num, tier_data: Num) -> Num:
    """Bytes that a server's ports receive for each byte that clients write: objects and strips."""
    return 1 + (tier_strips - 1) / tier_data


@PRIMARY_READS.quantity(
    "1",
    r"a_\mathrm{nic,r}",
    f"{CEPH}, and gathers the other data strips from other servers",
    name="nic_read_amplification",
)
def nic_read_amplification_of_primaries(tier_data: Num) -> Num:
    """Bytes that a server's ports send for each byte that clients read: objects and strips."""
    return 1 + (tier_data - 1) / tier_data


OVER_ALL_SERVERS = Book("servers that strips lie on", topic="performance")
OVER_ALL_SERVERS.alias(
    "servers_of_strips",
    "1",
    r"n_\mathrm{srv/strips}",
    "Servers that strips lie on: those of the tier.",
    of="servers",
    source="arithmetic of the tier",
)
OVER_BLOCK = Book("servers of a block that strips lie on", topic="performance")
OVER_BLOCK.alias(
    "servers_of_strips",
    "1",
    r"n_\mathrm{srv/strips}",
    "Servers that strips lie on: those of a block.",
    of="servers_per_block",
    source="assumption: the servers of a block are one recovery group",
)
PASSED = Book("what passes between servers", topic="performance")


@PASSED.quantity(
    "1",
    r"s_\mathrm{pass}",
    "arithmetic: data lie evenly on all servers, whichever of them serves a client",
    shown="percent",
)
def passed_share(servers_of_strips: Num) -> Num:
    """Share of a server's strips that lie on other servers."""
    return 1 - 1 / servers_of_strips


GATEWAY_WRITES = Book("gateways and primary OSDs on ports, writing", topic="performance")
GATEWAY_READS = Book("gateways and primary OSDs on ports, reading", topic="performance")
GATEWAYS = f"{CEPH}; a gateway on one of the servers passes each object once more"


@GATEWAY_WRITES.quantity("1", r"a_\mathrm{nic,w}", GATEWAYS, name="nic_write_amplification")
def nic_write_amplification_of_gateways(tier_strips: Num, tier_data: Num, passed_share: Num) -> Num:
    """Bytes that a server's ports receive for each byte that clients write through gateways."""
    return 1 + passed_share + (tier_strips - 1) / tier_data


@GATEWAY_READS.quantity("1", r"a_\mathrm{nic,r}", GATEWAYS, name="nic_read_amplification")
def nic_read_amplification_of_gateways(tier_data: Num, passed_share: Num) -> Num:
    """Bytes that a server's ports send for each byte that clients read through gateways."""
    return 1 + passed_share + (tier_data - 1) / tier_data


ANY_SERVER = DUPLEX + "a server makes the code for its clients, and strips lie on all servers"
SERVER_WRITES = Book("strips from servers on ports", topic="performance")
SERVER_READS = Book("strips to servers on ports", topic="performance")


@SERVER_WRITES.quantity("1", r"a_\mathrm{nic,w}", ANY_SERVER, name="nic_write_amplification")
def nic_write_amplification_of_servers(tier_strips: Num, tier_data: Num, passed_share: Num) -> Num:
    """Bytes that a server's ports receive for each byte that clients write: data and strips."""
    return 1 + passed_share * tier_strips / tier_data


@SERVER_READS.quantity("1", r"a_\mathrm{nic,r}", ANY_SERVER, name="nic_read_amplification")
def nic_read_amplification_of_servers(passed_share: Num) -> Num:
    """Bytes that a server's ports send for each byte that clients read: data and strips."""
    return 1 + passed_share


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
_CLIENTS = {"what": "clients", "pieces": "busy_clients", "piece": "client"}
_READ, _WRITE = WAYS
spell(spell(SHARING, _CLIENTS), _READ, into=CLIENTS)
CLIENTS_SEND = spell(spell(SHARING, _CLIENTS), _WRITE)
ALL_CLIENTS = Book("clients that are busy", topic="performance")
ALL_CLIENTS.alias(
    "busy_clients",
    "1",
    r"n_\mathrm{cl}^\mathrm{busy}",
    "Clients whose ports carry bytes: all that are stated.",
    of="clients",
    source="definition: those that read or write at once",
)
STREAM_CLIENTS = Book("clients that streams run on", topic="performance")


@STREAM_CLIENTS.quantity(
    "1",
    r"n_\mathrm{cl}^\mathrm{busy}",
    "definition: each stream runs on one client, and none on two",
    name="busy_clients",
)
def busy_clients_of_streams(streams: Num, clients: Num) -> Num:
    """Clients whose ports carry bytes: those that streams run on."""
    return np.minimum(streams, clients)


CODING_CLIENTS = Book("strips from clients on their ports", topic="performance")


@CODING_CLIENTS.quantity(
    "byte/s",
    r"B_\mathrm{clients,w}",
    "document: github.com/daos-stack/daos, src/object: clients encode, and each server fetches its "
    "strip or copy from the client; github.com/jan379/quobyte-presales: clients send all strips",
    stage="write",
    scope="tier",
    name="clients_write_stage",
)
def clients_write_stage_of_strips(
    busy_clients: Num, client_bandwidth: Num, tier_data: Num, tier_strips: Num, working_servers: Num
) -> Num:
    """A server's share of the clients' ports when clients write, which send all strips."""
    return busy_clients * client_bandwidth * tier_data / tier_strips / working_servers


STREAM = "assumption: streams don't slow each other down until another stage limits"
_STREAMS = Book("streams", topic="performance")
_RATES = Book("rates of a stream", topic="performance")
_RATES.input(
    "kind_stream_way_bandwidth",
    "byte/s",
    r"b_\mathrm{str,<w>}^\mathrm{<kind>}",
    "{words} {way} bandwidth of one stream",
)


@_RATES.quantity("byte/s", r"R_\mathrm{str,<w>}^\mathrm{<kind>}", STREAM)
def kind_streams_way_rate(streams: Num, kind_stream_way_bandwidth: Num) -> Num:
    """{words} {way} bandwidth of all streams together."""
    return streams * kind_stream_way_bandwidth


@_STREAMS.quantity(
    "byte/s",
    r"B_\mathrm{streams,<w>}",
    STREAM,
    stage="way",
    scope="tier",
    evidence="other systems",
)
def streams_way_stage(highest_streams_way_rate: Num, working_servers: Num) -> Num:
    """A server's share of the streams of all clients of the tier, for {way}."""
    return highest_streams_way_rate / working_servers


def _of_kinds(template: Book) -> Book:
    """Give what streams typically get, and what they get at most, in both ways."""
    kinds = ({"kind": "typical", "words": "Typical"}, {"kind": "highest", "words": "Highest"})
    return spell(spell(template, *kinds), *WAYS)


STREAMS = Book("streams", _of_kinds(_RATES), spell(_STREAMS, *WAYS), topic="performance")
STREAMS.input("streams", "1", r"n_\mathrm{str}", "Streams that read or write at once", whole=True)

SHARED = ((FABRIC, "fabric"), (ROUTERS, "routers"), (SPINE, "spine"), (CLIENTS, "clients"))
"""What all servers of a tier share: the chapter, and the stage's name."""
