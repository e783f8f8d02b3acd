"""The schema of what is planned with, rather than built."""

from typing import Annotated

from model.design.binding import gives
from model.reading.fields import AtLeastOne, Compression, Fraction, Share, Stated, Strict


class PartialStripes(Strict):
    """Writes that don't fill a stripe: old data and parity are read, and both written anew."""

    share: Annotated[Stated[Share], gives("partial_stripe_share")]
    """Share of the bytes that clients write so."""
    amplification: Annotated[Stated[AtLeastOne], gives("partial_stripe_amplification")]
    """Bytes that drives move for each of them: 4 under RAID 5, 6 under RAID 6."""


class Deliveries(Strict):
    """What stages deliver of their rate, where others than the defaults count."""

    drives: Annotated[Stated[Share] | None, gives("drives_delivery")] = None
    """The drives, under their parity."""
    drive_pcie: Annotated[Stated[Share] | None, gives("drive_pcie_delivery")] = None
    """The PCIe lanes of drives."""
    array: Annotated[Stated[Share] | None, gives("array_delivery")] = None
    """The controllers of arrays."""
    expander: Annotated[Stated[Share] | None, gives("expander_delivery")] = None
    """The expanders of enclosures."""
    sas: Annotated[Stated[Share] | None, gives("sas_delivery")] = None
    """SAS cables."""
    hba: Annotated[Stated[Share] | None, gives("hba_delivery")] = None
    """Host bus adapters."""
    hba_pcie: Annotated[Stated[Share] | None, gives("hba_pcie_delivery")] = None
    """The slots of host bus adapters."""
    cpu_memory: Annotated[Stated[Share] | None, gives("cpu_memory_delivery")] = None
    """CPU and memory, where they are stated."""
    numa: Annotated[Stated[Share] | None, gives("numa_delivery")] = None
    """Links between processors."""
    nic_pcie: Annotated[Stated[Share] | None, gives("nic_pcie_delivery")] = None
    """The slots of network adapters."""
    nic: Annotated[Stated[Share] | None, gives("nic_delivery")] = None
    """Network ports of servers."""
    fabric: Annotated[Stated[Share] | None, gives("fabric_delivery")] = None
    """Links to the fabric."""
    routers: Annotated[Stated[Share] | None, gives("routers_delivery")] = None
    """Routers or gateways."""
    spine: Annotated[Stated[Share] | None, gives("spine_delivery")] = None
    """Uplinks to the spine."""
    clients: Annotated[Stated[Share] | None, gives("clients_delivery")] = None
    """Clients."""
    cache: Annotated[Stated[Share] | None, gives("cache_delivery")] = None
    """Drives that cache others."""


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
