"""Schema of the equipment in a building block: servers, adapters, enclosures, drives, caches."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import model_validator

from model.design.cabling import Cabled, Inlet
from model.design.caches import CacheUse
from model.design.piece import Piece
from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    ByteRate,
    Bytes,
    Count,
    Fraction,
    Metres,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveHertz,
    PositiveIops,
    PositiveMetres,
    Share,
    Stated,
    Watts,
)

PIECES = (
    "servers",
    "processors",
    "memory",
    "adapters",
    "network",
    "enclosures",
    "further_enclosures",
    "drives",
    "cache",
    "cables",
    "further_drives",
)
"""Fields of a tier that contain equipment."""
PARTS_BESIDE = ("processing.like", "calibration.processors.part", "calibration.memory.part")
"""Fields of a tier that refer to a catalog part which is not purchased."""


class Servers(Piece):
    """Servers of a building block."""

    of_part: ClassVar = {
        "server_socket": "socket",
        "server_bay_shape": "form_factor",
        "nodes_per_chassis": "nodes",
    }
    per_block: Annotated[Stated[PositiveCount], gives("servers_per_block")]
    shared_with: str = ""
    """Tier whose servers this tier uses. Replaces all other fields; processors, memory, network and
    blocks are those of that tier, are billed there, and both tiers share the ports.
    """
    bays: Annotated[Stated[PositiveCount] | None, gives("server_bays", figure="drive_bays")] = None
    """Leave this and the next fields empty to use the catalog values."""
    sockets: Annotated[Stated[PositiveCount] | None, gives("server_sockets", figure="sockets")] = (
        None
    )
    memory_slots: Annotated[
        Stated[PositiveCount] | None, gives("server_memory_slots", figure="memory_slots")
    ] = None
    slots: Annotated[Stated[PositiveCount] | None, gives("server_slots", figure="pcie_slots")] = (
        None
    )
    wide_slots: Annotated[Stated[Count] | None, gives("server_wide_slots", figure="wide_slots")] = (
        None
    )
    tall_slots: Annotated[Stated[Count] | None, gives("server_tall_slots", figure="tall_slots")] = (
        None
    )
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("server_supplies", figure="psu_count")
    ] = None
    """Count them once if several servers share them."""
    supply_rating: Annotated[
        Stated[Watts] | None, gives("server_supply_rating", figure="psu_rating")
    ] = None
    depth: Annotated[Stated[Metres] | None, gives("server_depth", figure="depth")] = None
    inlet: Annotated[Stated[Inlet] | None, gives("server_inlet", figure="psu_inlet")] = None


MOST_INSIDE = 20
"""Maximum number of further items in a server."""


class Inside(Piece):
    """Further items bought with each server: boot drives, power supplies, rails."""

    per_server: Annotated[Stated[PositiveCount], gives("pieces_per_server", of="lines")]


class Processors(Piece):
    """Processors of a server."""

    cores: Annotated[Stated[PositiveCount] | None, gives("cpu_cores", figure="cores")] = None
    """Leave empty to use the catalog value."""
    frequency: Annotated[
        Stated[PositiveHertz] | None, gives("cpu_frequency", figure="base_frequency")
    ] = None
    """Leave empty to use the catalog value."""
    of_part: ClassVar = {
        "cpu_transfer_rate": "memory_rate",
        "cpu_channels": "memory_channels",
        "cpu_pcie_signalling": "pcie_signalling",
        "cpu_pcie_code_payload": "pcie_code_payload",
        "cpu_pcie_code_block": "pcie_code_block",
        "cpu_pcie_lanes": "pcie_lanes",
        "cpu_socket": "socket",
        "cpu_memory_generation": "memory_generation",
    }
    per_server: Annotated[Stated[PositiveCount], gives("cpus_per_server")]


class Memory(Piece):
    """Memory modules of a server."""

    of_part: ClassVar = {
        "module_transfer_rate": "transfer_rate",
        "module_generation": "generation",
    }
    per_server: Annotated[Stated[PositiveCount], gives("memory_modules_per_server")]
    channels: Annotated[Stated[PositiveCount], gives("memory_channels")]
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("memory_module_capacity", figure="capacity")
    ] = None
    """For example 16 GiB. Leave empty to use the catalog value."""


class Adapters(Piece):
    """Host bus adapters of a server, connected to enclosures or internal drives."""

    of_part: ClassVar = {
        "hba_pcie_signalling": "pcie_signalling",
        "hba_pcie_code_payload": "pcie_code_payload",
        "hba_pcie_code_block": "pcie_code_block",
        "sas_signalling": "sas_signalling",
        "sas_code_payload": "sas_code_payload",
        "sas_code_block": "sas_code_block",
        "hba_lanes": "sas_lanes",
        "hba_ports": "ports",
        "hba_interface": "takes",
        "hba_height": "height",
        "hba_connector": "connector",
    }
    per_server: Annotated[Stated[PositiveCount], gives("hbas_per_server")]
    cables: Annotated[
        Stated[PositiveCount] | None, gives("hba_cables", figure="ports", uses=True)
    ] = None
    """They connect enclosures. Leave empty to use all ports."""
    bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("hba_bandwidth", figure="bandwidth")
    ] = None
    """Leave empty to use the catalog value."""
    efficiency: Annotated[Stated[Share] | None, gives("hba_efficiency")] = None
    lanes: Annotated[Stated[PositiveCount] | None, gives("hba_pcie_lanes", figure="pcie_lanes")] = (
        None
    )
    """Leave empty to use the catalog value."""
    active_paths: Annotated[Stated[Share] | None, gives("active_paths")] = None
    """One half if one path is standby."""


SAS_CABLES = "SAS cables"


class Cables(Piece):
    """SAS cables, one for each adapter port in use."""

    of_part: ClassVar = {"cable_connector": "connector", "cable_reach": "max_length"}
    length: Annotated[Stated[PositiveMetres] | None, gives("cable_length")] = None
    """Some cable types are not available in every length."""

    @model_validator(mode="before")
    @classmethod
    def _is_a_cable(cls, data: object) -> object:
        """Set the default name."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {**data, "name": SAS_CABLES}
        return data


class Network(Piece, Cabled):
    """Network adapters of a server, and their cables to switches."""

    of_part: ClassVar = {
        "nic_signalling": "signalling",
        "nic_code_payload": "code_payload",
        "nic_code_block": "code_block",
        "nic_lanes": "lanes",
        "nic_pcie_signalling": "pcie_signalling",
        "nic_pcie_code_payload": "pcie_code_payload",
        "nic_pcie_code_block": "pcie_code_block",
        "nic_ports_there": "ports",
        "nic_height": "height",
    }
    per_server: Annotated[Stated[PositiveCount], gives("nics_per_server")]
    ports: Annotated[
        Stated[PositiveCount] | None, gives("nic_ports", figure="ports", uses=True)
    ] = None
    """Leave empty to use all ports."""
    bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("nic_port_bandwidth")] = None
    """Leave empty to use the catalog value."""
    lanes: Annotated[Stated[PositiveCount] | None, gives("nic_pcie_lanes", figure="pcie_lanes")] = (
        None
    )
    """Leave empty to use the catalog value."""
    efficiency: Annotated[Stated[Share] | None, gives("nic_efficiency")] = None
    read_amplification: Annotated[Stated[AtLeastOne] | None, gives("nic_read_amplification")] = None
    write_amplification: Annotated[Stated[AtLeastOne] | None, gives("nic_write_amplification")] = (
        None
    )
    """Leave both empty to derive them from who makes the copies or the code of the targets."""


class Enclosures(Piece):
    """Enclosures of a building block."""

    of_part: ClassVar = {
        "enclosure_sas_signalling": "sas_signalling",
        "enclosure_sas_code_payload": "sas_code_payload",
        "enclosure_sas_code_block": "sas_code_block",
        "enclosure_bay_shape": "form_factor",
        "enclosure_interface": "sas_link",
    }
    per_block: Annotated[Stated[PositiveCount], gives("enclosures_per_block")]
    bays: Annotated[Stated[PositiveCount] | None, gives("enclosure_bays", figure="bays")] = None
    """Leave this and the next fields empty to use the catalog values."""
    ports: Annotated[
        Stated[PositiveCount] | None, gives("enclosure_ports", figure="host_ports")
    ] = None
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("enclosure_supplies", figure="psu_count")
    ] = None
    supply_rating: Annotated[
        Stated[Watts] | None, gives("enclosure_supply_rating", figure="psu_rating")
    ] = None
    depth: Annotated[Stated[Metres] | None, gives("enclosure_depth", figure="depth")] = None
    inlet: Annotated[Stated[Inlet] | None, gives("enclosure_inlet", figure="psu_inlet")] = None
    read_bandwidth: Annotated[
        Stated[ByteRate] | None, gives("array_read_bandwidth", figure="read_bandwidth")
    ] = None
    """Leave empty to use the catalog value."""
    write_bandwidth: Annotated[
        Stated[ByteRate] | None, gives("array_write_bandwidth", figure="write_bandwidth")
    ] = None
    """Leave empty to use the catalog value."""
    expander_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("expander_bandwidth")] = (
        None
    )


class FurtherEnclosures(Piece):
    """Further enclosures of a block, of another model or with another number of drives."""

    of_part: ClassVar = {
        "further_enclosure_bay_shape": "form_factor",
        "further_enclosure_interface": "sas_link",
    }
    per_block: Annotated[Stated[PositiveCount], gives("further_enclosures_per_block")]
    drives: Annotated[Stated[PositiveCount], gives("drives_per_further_enclosure")]
    """Of the same model as in the others."""
    bays: Annotated[
        Stated[PositiveCount] | None, gives("further_enclosure_bays", figure="bays")
    ] = None
    """Leave empty to use the catalog value."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("further_enclosure_supplies", figure="psu_count")
    ] = None
    inlet: Annotated[Stated[Inlet] | None, gives("further_enclosure_inlet", figure="psu_inlet")] = (
        None
    )


class Drives(Piece):
    """Drives of a tier, in enclosures or in servers."""

    of_part: ClassVar = {
        "drive_pcie_signalling": "signalling",
        "drive_pcie_code_payload": "code_payload",
        "drive_pcie_code_block": "code_block",
        "rated_writes_per_day": "dwpd",
        "drive_shape": "form_factor",
        "drive_interface": "link",
        "drive_recording": "recording",
        "drives_are_flash": "flash",
    }
    per_enclosure: Annotated[Stated[PositiveCount] | None, gives("drives_per_enclosure")] = None
    per_server: Annotated[Stated[PositiveCount] | None, gives("drives_per_server")] = None
    """Enter it if there are no enclosures. NVMe drives use its PCIe lanes."""
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("drive_capacity", figure="capacity")
    ] = None
    """Leave empty to use the catalog value."""
    ports: Annotated[Stated[PositiveCount] | None, gives("drive_ports", figure="ports")] = None
    """1 for SATA, 2 for SAS; see the datasheet for NVMe. Leave empty to use the catalog value."""
    read_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("drive_read_bandwidth", figure="read_bandwidth")
    ] = None
    """Leave empty to use the catalog value."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("drive_write_bandwidth", figure="write_bandwidth")
    ] = None
    """Leave empty to use the catalog value."""
    random_read_rate: Annotated[
        Stated[PositiveIops] | None, gives("drive_random_read_rate", figure="random_read_rate")
    ] = None
    """With 4 KiB each. Leave empty to use the catalog value."""
    random_write_rate: Annotated[
        Stated[PositiveIops] | None, gives("drive_random_write_rate", figure="random_write_rate")
    ] = None
    """With 4 KiB each. Leave empty to use the catalog value."""
    endurance: Annotated[
        Stated[PositiveBytes] | None, gives("drive_rated_writes", figure="rated_writes")
    ] = None
    """Leave empty to use the catalog value, or its drive writes per day (DWPD)."""
    raw_flash: Annotated[Stated[PositiveBytes] | None, gives("raw_flash")] = None
    """For example 1024 GiB behind 960 GB."""
    write_amplification: Annotated[Stated[AtLeastOne] | None, gives("own_write_amplification")] = (
        None
    )
    """SMART counters report it: NAND bytes over host bytes."""
    rated_write_amplification: Annotated[
        Stated[AtLeastOne] | None, gives("rated_write_amplification")
    ] = None
    """Leave empty to derive it from 'raw_flash', for small random writes."""
    surface_factor: Annotated[
        Stated[Share] | None, gives("drive_surface_factor", figure="surface_factor")
    ] = None
    """0.75 for HDDs, 1 for flash."""

    lanes: Annotated[Stated[PositiveCount] | None, gives("drive_pcie_lanes", figure="lanes")] = None
    """Applies to NVMe drives. Leave empty to use the catalog value."""

    @property
    def amplified(self) -> Literal["stated", "by flash"] | None:
        """How the rated write amplification is known, where the own one is stated."""
        if self.write_amplification is None:
            return None
        return "by flash" if self.rated_write_amplification is None else "stated"

    @property
    def asks_for_life(self) -> bool:
        """Whether figures are stated that only the life of the drives needs."""
        stated = self.endurance, self.raw_flash, self.write_amplification
        return any(one is not None for one in stated)

    @model_validator(mode="after")
    def _amplifies_as_rated(self) -> Self:
        own, rated = self.write_amplification, self.rated_write_amplification
        if own is not None and rated is None and self.raw_flash is None:
            raise ValueError(
                "'write_amplification' needs 'rated_write_amplification', or 'raw_flash'"
            )
        if rated is not None and own is None:
            raise ValueError("'rated_write_amplification' needs 'write_amplification'")
        raw, capacity = self.raw_flash, self.capacity
        if raw is not None and capacity is not None and raw.value <= capacity.value:
            raise ValueError("'raw_flash' includes over-provisioning: write more than 'capacity'")
        return self

    @model_validator(mode="after")
    def _sit_in_one_place(self) -> Self:
        if (self.per_enclosure is None) == (self.per_server is None):
            raise ValueError("write either 'per_enclosure' or 'per_server'")
        return self


class FurtherDrives(Piece):
    """Drives of a second size. Their number follows from the layout.


    They are computed with the rates of the other drives.
    """

    of_part: ClassVar = {
        "further_drive_shape": "form_factor",
        "further_drive_interface": "link",
        "further_drive_recording": "recording",
    }
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("further_drive_capacity", figure="capacity")
    ] = None
    """Leave empty to use the catalog value."""


class Cache(Piece, CacheUse):
    """Flash cache in the servers, in front of the drives (dm-cache, bcache)."""

    of_part: ClassVar = {
        "cache_drive_pcie_lanes": "lanes",
        "cache_rated_writes_per_day": "dwpd",
    }
    per_server: Annotated[Stated[PositiveCount], gives("cache_drives_per_server")]
    failure_rate: Annotated[Stated[Fraction] | None, gives("cache_failure_rate")] = None
    """Leave empty for that of the field. Counts if the cache holds unwritten data."""
    capacity: Annotated[Stated[Bytes] | None, gives("cache_drive_capacity", figure="capacity")] = (
        None
    )
    """Leave empty to use the catalog value."""
    per_drive: Annotated[Stated[Bytes], gives("cache_per_drive")]
    endurance: Annotated[
        Stated[PositiveBytes] | None, gives("cache_rated_writes", figure="rated_writes")
    ] = None
    """Leave empty to use the catalog value, or its drive writes per day (DWPD)."""
