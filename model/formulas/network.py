"""The stages between memory and clients: network adapters, their slots, links to the fabric."""

from model.formulas.links import CHAIN, LINE_CODE, coded, declare_link
from model.ops import Num
from model.quantity import Book

NETWORK = Book("network")
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
declare_link(NETWORK, "nic", "nic", "one network port")
declare_link(NETWORK, "nic_pcie", "nic,pcie", "the slot of a network adapter")


@NETWORK.quantity("byte/s", r"b_\mathrm{port}", LINE_CODE)
def nic_port_bandwidth(
    nic_lanes: Num, nic_signalling: Num, nic_code_payload: Num, nic_code_block: Num
) -> Num:
    """What one network port carries each way."""
    return coded(nic_lanes, nic_signalling, nic_code_payload, nic_code_block)


@NETWORK.quantity("byte/s", r"R_\mathrm{nic,pcie}", LINE_CODE)
def nic_pcie_rate(
    nics_per_server: Num,
    nic_pcie_lanes: Num,
    nic_pcie_signalling: Num,
    nic_pcie_code_payload: Num,
    nic_pcie_code_block: Num,
    pcie_packet_efficiency: Num,
) -> Num:
    """What the slots of a server's network adapters carry."""
    return (
        nics_per_server
        * coded(nic_pcie_lanes, nic_pcie_signalling, nic_pcie_code_payload, nic_pcie_code_block)
        * pcie_packet_efficiency
    )


def _network_rate(nics: Num, ports: Num, port_bandwidth: Num, efficiency: Num) -> Num:
    return nics * ports * port_bandwidth * efficiency


FABRIC = Book("fabric")
FABRIC.input("fabric_links", "1", r"n_\mathrm{fab}", "Links from the tier to the clients' fabric")
FABRIC.input(
    "fabric_link_bandwidth", "byte/s", r"b_\mathrm{fab}", "What one of these links carries"
)
for _way, _sub in (("read", "r"), ("write", "w")):

    def _nic_pcie(nic_pcie_rate: Num) -> Num:
        """The slots of a server's network adapters."""
        return nic_pcie_rate

    def _nic(
        nics_per_server: Num, nic_ports: Num, nic_port_bandwidth: Num, nic_efficiency: Num
    ) -> Num:
        """The network ports of a server."""
        return _network_rate(nics_per_server, nic_ports, nic_port_bandwidth, nic_efficiency)

    def _fabric(fabric_links: Num, fabric_link_bandwidth: Num, working_servers: Num) -> Num:
        """A server's share of the links to the clients' fabric."""
        return fabric_links * fabric_link_bandwidth / working_servers

    for _book, _stage, _function in (
        (NETWORK, "nic_pcie", _nic_pcie),
        (NETWORK, "nic", _nic),
        (FABRIC, "fabric", _fabric),
    ):
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{{_stage.replace('_', ',')},{_sub}}}",
            CHAIN,
            name=f"{_stage}_{_way}_stage",
            stage=_way,
            scope="tier" if _book is FABRIC else "server",
        )(_function)
