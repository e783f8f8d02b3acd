"""Schema of planning assumptions."""

from collections.abc import Iterator
from typing import Annotated

from model.reading.binding import gives, gives_each
from model.reading.fields import AtLeastOne, Compression, Factor, Fraction, Share, Stated, Strict


class PartialStripes(Strict):
    """Writes smaller than a stripe, which need a read-modify-write of data and parity."""

    share: Annotated[Stated[Share], gives("partial_stripe_share")]
    amplification: Annotated[Stated[AtLeastOne], gives("partial_stripe_amplification")]
    """4 with RAID 5, 6 with RAID 6."""


class DeliveriesOfWay(Strict):
    """Shares of its upper bound that a stage delivers for writes or reads."""

    drives: Stated[Share] | None = None
    """Drives, before parity."""
    drive_pcie: Stated[Share] | None = None
    """PCIe lanes of drives."""
    array: Stated[Share] | None = None
    """Array controllers."""
    expander: Stated[Share] | None = None
    """SAS expanders of enclosures."""
    sas: Stated[Share] | None = None
    """SAS cables."""
    hba: Stated[Share] | None = None
    """Host bus adapters."""
    hba_pcie: Stated[Share] | None = None
    """PCIe slots of host bus adapters."""
    cpu_memory: Stated[Share] | None = None
    """CPU and memory, if entered or taken from a server measured elsewhere."""
    numa: Stated[Share] | None = None
    """Links between processors."""
    nic_pcie: Stated[Share] | None = None
    """PCIe slots of network adapters."""
    nic: Stated[Share] | None = None
    """Network ports of servers."""
    fabric: Stated[Share] | None = None
    """Links to the fabric."""
    routers: Stated[Share] | None = None
    """Routers and gateways."""
    spine: Stated[Share] | None = None
    """Uplinks to the spine."""
    clients: Stated[Share] | None = None
    """Clients."""


WIRES = (
    *("drive_pcie", "expander", "sas", "hba", "hba_pcie", "numa"),
    *("nic_pcie", "nic", "fabric", "routers", "spine"),
)
"""Links and adapters, by the names of their stages."""


class Deliveries(Strict):
    """Shares of its upper bound that a stage delivers, in place of those of comparable systems."""

    wires: Stated[Share] | None = None
    """Efficiency of all links and adapters without an entry of their own."""
    least_known: Stated[Share] | None = None
    """Deprecated name of `wires`."""
    drives: Annotated[Stated[Share] | None, gives("own_drives_delivery")] = None
    """Before parity."""
    drive_pcie: Annotated[Stated[Share] | None, gives("own_drive_pcie_delivery")] = None
    array: Annotated[Stated[Share] | None, gives("own_array_delivery")] = None
    expander: Annotated[Stated[Share] | None, gives("own_expander_delivery")] = None
    sas: Annotated[Stated[Share] | None, gives("own_sas_delivery")] = None
    hba: Annotated[Stated[Share] | None, gives("own_hba_delivery")] = None
    hba_pcie: Annotated[Stated[Share] | None, gives("own_hba_pcie_delivery")] = None
    cpu_memory: Annotated[Stated[Share] | None, gives("own_cpu_memory_delivery")] = None
    """Applies if they are entered or taken from a server measured elsewhere."""
    numa: Annotated[Stated[Share] | None, gives("own_numa_delivery")] = None
    nic_pcie: Annotated[Stated[Share] | None, gives("own_nic_pcie_delivery")] = None
    nic: Annotated[Stated[Share] | None, gives("own_nic_delivery")] = None
    fabric: Annotated[Stated[Share] | None, gives("own_fabric_delivery")] = None
    routers: Annotated[Stated[Share] | None, gives("own_routers_delivery")] = None
    """Includes gateways."""
    spine: Annotated[Stated[Share] | None, gives("own_spine_delivery")] = None
    clients: Annotated[Stated[Share] | None, gives("own_clients_delivery")] = None
    cache: Annotated[Stated[Share] | None, gives("own_cache_delivery")] = None
    write: Annotated[
        DeliveriesOfWay,
        gives_each(
            drives="own_drives_write_delivery",
            drive_pcie="own_drive_pcie_write_delivery",
            array="own_array_write_delivery",
            expander="own_expander_write_delivery",
            sas="own_sas_write_delivery",
            hba="own_hba_write_delivery",
            hba_pcie="own_hba_pcie_write_delivery",
            cpu_memory="own_cpu_memory_write_delivery",
            numa="own_numa_write_delivery",
            nic_pcie="own_nic_pcie_write_delivery",
            nic="own_nic_write_delivery",
            fabric="own_fabric_write_delivery",
            routers="own_routers_write_delivery",
            spine="own_spine_write_delivery",
            clients="own_clients_write_delivery",
        ),
    ] = DeliveriesOfWay.model_construct()
    """Efficiencies for writes, if they differ."""
    read: Annotated[
        DeliveriesOfWay,
        gives_each(
            drives="own_drives_read_delivery",
            drive_pcie="own_drive_pcie_read_delivery",
            array="own_array_read_delivery",
            expander="own_expander_read_delivery",
            sas="own_sas_read_delivery",
            hba="own_hba_read_delivery",
            hba_pcie="own_hba_pcie_read_delivery",
            cpu_memory="own_cpu_memory_read_delivery",
            numa="own_numa_read_delivery",
            nic_pcie="own_nic_pcie_read_delivery",
            nic="own_nic_read_delivery",
            fabric="own_fabric_read_delivery",
            routers="own_routers_read_delivery",
            spine="own_spine_read_delivery",
            clients="own_clients_read_delivery",
        ),
    ] = DeliveriesOfWay.model_construct()
    """Efficiencies for reads, if they differ."""

    def named(self) -> Iterator[tuple[str, str, Stated[float]]]:
        """Yield each share that is entered, with its stage and its direction ("" for both)."""
        if of_wires := self.wires or self.least_known:
            yield from ((stage, "", of_wires) for stage in WIRES)
        for way, shares in (("", self), ("write", self.write), ("read", self.read)):
            for stage in type(shares).model_fields:
                stated = getattr(shares, stage)
                if isinstance(stated, Stated) and stage not in ("wires", "least_known"):
                    yield stage, way, stated


class Spreads(Strict):
    """How far measured bandwidths may be off."""

    runs: Annotated[Stated[Fraction] | None, gives("run_spread")] = None
    """One standard deviation."""
    servers: Annotated[Stated[Factor] | None, gives("server_spread")] = None
    """One standard deviation, of a rate that is taken from a server measured elsewhere."""


class Policy(Strict):
    """Planning assumptions."""

    fill_limit: Annotated[Stated[Share] | None, gives("fill_limit")] = None
    delivery_factor: Annotated[Stated[Share] | None, gives("delivery_factor")] = None
    """Those named in `deliveries` keep theirs."""
    deliveries: Deliveries = Deliveries.model_construct()
    """Efficiency of single stages. Stages without a value use those seen in measured systems."""
    spreads: Spreads = Spreads.model_construct()
    """Spread of measured bandwidths, for ranges and chances."""
    partial_stripes: PartialStripes | None = None
    """Partial-stripe writes of a RAID. ZFS has none."""
    compression_ratio: Annotated[Stated[Compression] | None, gives("compression_ratio")] = None
    """As measured."""
    snapshot_reserve: Annotated[Stated[Fraction] | None, gives("snapshot_reserve")] = None
    """Demand does not include them."""
