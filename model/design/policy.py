"""The schema of what is planned with, rather than built."""

from collections.abc import Iterator
from typing import Annotated

from model.reading.binding import gives, gives_each
from model.reading.fields import AtLeastOne, Compression, Fraction, Share, Stated, Strict


class PartialStripes(Strict):
    """Writes that don't fill a stripe: old data and parity are read, and both written anew."""

    share: Annotated[Stated[Share], gives("partial_stripe_share")]
    """Share of the bytes that clients write so."""
    amplification: Annotated[Stated[AtLeastOne], gives("partial_stripe_amplification")]
    """Bytes that drives move for each of them: 4 under RAID 5, 6 under RAID 6."""


class DeliveriesOfWay(Strict):
    """What single stages deliver of their rate when clients write, or when they read."""

    drives: Stated[Share] | None = None
    """The drives, under their parity."""
    drive_pcie: Stated[Share] | None = None
    """The PCIe lanes of drives."""
    array: Stated[Share] | None = None
    """The controllers of arrays."""
    expander: Stated[Share] | None = None
    """The expanders of enclosures."""
    sas: Stated[Share] | None = None
    """SAS cables."""
    hba: Stated[Share] | None = None
    """Host bus adapters."""
    hba_pcie: Stated[Share] | None = None
    """The slots of host bus adapters."""
    cpu_memory: Stated[Share] | None = None
    """CPU and memory, where they are stated, or those of a server measured elsewhere."""
    numa: Stated[Share] | None = None
    """Links between processors."""
    nic_pcie: Stated[Share] | None = None
    """The slots of network adapters."""
    nic: Stated[Share] | None = None
    """Network ports of servers."""
    fabric: Stated[Share] | None = None
    """Links to the fabric."""
    routers: Stated[Share] | None = None
    """Routers or gateways."""
    spine: Stated[Share] | None = None
    """Uplinks to the spine."""
    clients: Stated[Share] | None = None
    """Clients."""


class Deliveries(Strict):
    """What stages deliver of their rate, where others than the defaults count."""

    drives: Annotated[Stated[Share] | None, gives("own_drives_delivery")] = None
    """The drives, under their parity."""
    drive_pcie: Annotated[Stated[Share] | None, gives("own_drive_pcie_delivery")] = None
    """The PCIe lanes of drives."""
    array: Annotated[Stated[Share] | None, gives("own_array_delivery")] = None
    """The controllers of arrays."""
    expander: Annotated[Stated[Share] | None, gives("own_expander_delivery")] = None
    """The expanders of enclosures."""
    sas: Annotated[Stated[Share] | None, gives("own_sas_delivery")] = None
    """SAS cables."""
    hba: Annotated[Stated[Share] | None, gives("own_hba_delivery")] = None
    """Host bus adapters."""
    hba_pcie: Annotated[Stated[Share] | None, gives("own_hba_pcie_delivery")] = None
    """The slots of host bus adapters."""
    cpu_memory: Annotated[Stated[Share] | None, gives("own_cpu_memory_delivery")] = None
    """CPU and memory, where they are stated, or those of a server measured elsewhere."""
    numa: Annotated[Stated[Share] | None, gives("own_numa_delivery")] = None
    """Links between processors."""
    nic_pcie: Annotated[Stated[Share] | None, gives("own_nic_pcie_delivery")] = None
    """The slots of network adapters."""
    nic: Annotated[Stated[Share] | None, gives("own_nic_delivery")] = None
    """Network ports of servers."""
    fabric: Annotated[Stated[Share] | None, gives("own_fabric_delivery")] = None
    """Links to the fabric."""
    routers: Annotated[Stated[Share] | None, gives("own_routers_delivery")] = None
    """Routers or gateways."""
    spine: Annotated[Stated[Share] | None, gives("own_spine_delivery")] = None
    """Uplinks to the spine."""
    clients: Annotated[Stated[Share] | None, gives("own_clients_delivery")] = None
    """Clients."""
    cache: Annotated[Stated[Share] | None, gives("own_cache_delivery")] = None
    """Drives that cache others."""
    wires: Annotated[Stated[Share] | None, gives("wires_delivery")] = None
    """All wires and controllers of servers of whose processors something is known."""
    least_known: Annotated[Stated[Share] | None, gives("least_known_delivery")] = None
    """Wires and controllers of servers of which nothing is known: the server may limit sooner."""
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
    """When clients write, where that is another share."""
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
    """When clients read, where that is another share."""

    def named(self) -> Iterator[tuple[str, str, Stated[float]]]:
        """Give each share that is stated: its stage, its way ("" for both), and the figure."""
        for way, shares in (("", self), ("write", self.write), ("read", self.read)):
            for stage in type(shares).model_fields:
                stated = getattr(shares, stage)
                if isinstance(stated, Stated):
                    yield stage, way, stated


class Policy(Strict):
    """What is planned with, rather than built."""

    fill_limit: Annotated[Stated[Share] | None, gives("fill_limit")] = None
    """Highest occupancy that is planned for."""
    delivery_factor: Annotated[Stated[Share] | None, gives("delivery_factor")] = None
    """What all stages deliver of their rate, but those that `deliveries` names."""
    deliveries: Deliveries = Deliveries.model_construct()
    """What single stages deliver of their rate; without either, what was seen of each."""
    partial_stripes: PartialStripes | None = None
    """Writes that don't fill a stripe of a RAID; ZFS has none."""
    compression_ratio: Annotated[Stated[Compression] | None, gives("compression_ratio")] = None
    """Logical bytes for each byte stored, as measured."""
    snapshot_reserve: Annotated[Stated[Fraction] | None, gives("snapshot_reserve")] = None
    """Share of the planned capacity that is left to snapshots; a demand doesn't count these."""
