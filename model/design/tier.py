"""Schema of a tier: its building blocks, their parts, and its use.

Any figure may be written plainly (`10 TB`) or with its reason: `{value: 10 TB, status: assumed,
because: …}`.
"""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Discriminator, Field, model_validator

from model.design.cabling import Cabled, Inlet
from model.design.caches import CacheUse, MetadataRates
from model.design.chain import Calibration, Fabric, MeasuredTarget, Numa, Processing, Streams
from model.design.demand import NO_DEMAND, Demand
from model.design.installed import Installed
from model.design.piece import Piece as Piece
from model.design.placement import Placement
from model.design.policy import Policy
from model.design.spares import Spares
from model.design.states import States
from model.design.workloads import FileLayout, Workloads
from model.kinds.file_systems import FileSystem
from model.kinds.kind import Words
from model.kinds.targets import AnyTarget as AnyTarget
from model.kinds.targets import misfit, redundancy, with_format
from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    ByteRate,
    Bytes,
    Count,
    Flag,
    Fraction,
    Metres,
    Name,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveHertz,
    PositiveIops,
    PositiveMetres,
    Share,
    Stated,
    Strict,
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


def _refuse_cables(adapters: Adapters, cables: Piece | None) -> None:
    """Reject cables to enclosures if there are none."""
    for name, value in (
        ("adapters.cables", adapters.cables),
        ("adapters.active_paths", adapters.active_paths),
        ("cables", cables),
    ):
        if value is not None:
            raise ValueError(
                f"'{name}' needs 'enclosures': where drives sit in the servers, leave it out"
            )


class Tier(Strict):
    """A number of identical building blocks."""

    name: Name
    """Name of the tier."""
    holds: Literal["data", "metadata"] = "data"
    """Data or metadata. Metadata tiers don't count towards the site's capacity."""
    file_system: FileSystem = "lustre"
    """File system on the targets: Lustre, BeeGFS, Storage Scale, Ceph, DAOS … 'zfs' or 'none' if
    there is none.
    """
    drains_into: Name | None = None
    """Tier that this one drains into, for a burst buffer. The site's bandwidth then excludes that
    tier.
    """
    lot: str = ""
    """Lot of the tender it is bought in."""
    option: Flag = False
    """Whether the tier is optional and therefore not part of the purchase."""
    owned: Flag = False
    """Whether the tier is already owned. Its parts cost nothing at purchase, except pieces beyond
    the number that is stated as owned.
    """
    installed: Installed | None = None
    """Dates, book value and maintenance of an owned tier."""
    blocks: Annotated[Stated[PositiveCount], gives("blocks")]
    """Each has the servers, enclosures and drives stated here. Example: 6."""
    servers: Servers
    """Servers of a block."""
    processors: Processors | None = None
    """Processors of a server."""
    memory: Memory | None = None
    """Memory of a server."""
    adapters: Adapters | None = None
    """Host bus adapters of a server."""
    network: Network | None = None
    """Network adapters of a server."""
    enclosures: Enclosures | None = None
    """Enclosures of a block."""
    further_enclosures: FurtherEnclosures | None = None
    """Further enclosures in each block, of a second model or with other drive counts, such as an
    ESU behind an SSU.
    """
    drives: Drives
    """Drives."""
    further_drives: FurtherDrives | None = None
    """Drives of a second size, for a layout such as 'raidz2:10 + raidz2:10 of 20 TB'."""
    cache: Cache | None = None
    """Flash cache in front of the drives."""
    in_servers: Annotated[tuple[Inside, ...], Field(max_length=MOST_INSIDE)] = ()
    """Further items in each server, listed separately: boot drives, power supplies."""
    rates: MetadataRates | None = None
    """Measured metadata rates, for a metadata tier."""
    cables: Cables | None = None
    """SAS cables, one for each adapter port in use."""
    target: AnyTarget = Field(discriminator=Discriminator(redundancy))
    """Composition of a target."""
    placement: Placement | None = None
    """Bays of each vdev or RAID group, which decide what the loss of an enclosure stops."""
    measured_target: MeasuredTarget | None = None
    """Bandwidth measured at one target. Replaces the value computed from its drives."""
    calibration: Calibration | None = None
    """Measurements from which the CPU and memory limit is calibrated."""
    processing: Processing | None = None
    """Bandwidth of CPU and memory, if entered rather than calibrated."""
    pcie_efficiency: Annotated[Stated[Share] | None, gives("pcie_packet_efficiency")] = None
    """0.91 to 0.93 with 256-byte payloads."""
    numa: Numa | None = None
    """Links between the processors of a server."""
    fabric: Fabric | None = None
    """Components shared by all servers on the path to clients: links, routers, uplinks, clients."""
    streams: Streams | None = None
    """Number of streams that read or write at once. Leave empty if enough of them do."""
    daily_writes: Annotated[Stated[PositiveBytes] | None, gives("daily_writes")] = None
    """For the life of flash drives. Leave empty to count checkpoints only."""
    restore_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("restore_bandwidth")] = None
    """Leave empty if it is unknown, or without a backup."""
    backup: Flag | None = None
    """Whether there is a backup. Enter 'false' for scratch whose lost data are gone."""
    data_on_mdt: Annotated[Stated[PositiveBytes] | None, gives("data_on_mdt")] = None
    """The first part of it, with Lustre's Data-on-MDT."""
    policy: Policy = Policy.model_construct()
    """Fill limit, stage efficiencies, snapshots, compression."""
    workloads: Workloads | None = None
    """Bandwidth measured on one server under several workloads, compared with goals."""
    file_layout: FileLayout | None = None
    """File layout, from which the bandwidth of a single file is derived."""
    states: States = States.model_construct()
    """Behaviour after failures, during rebuilds and when nearly full."""
    spares: Spares | None = None
    """Cold spare drives for replacements."""
    demand: Demand | None = None
    """Yearly demand on this tier. Blocks are added as it grows."""

    @property
    def built(self) -> Self:
        """The tier as one of parts; None for a tier entered as a whole."""
        return self

    @property
    def is_owned(self) -> bool:
        """Whether it is already owned."""
        return self.owned or self.installed is not None

    @property
    def is_bought_whole(self) -> bool:
        """Whether it is purchased as a whole, with unknown parts: always False here."""
        return False

    @property
    def shares_servers_of(self) -> str:
        """Name of the tier that provides its servers; empty if it has its own."""
        return self.servers.shared_with

    @property
    def drives_in_block(self) -> int:
        """Number of drives per block."""
        drives = self.drives
        if drives.per_server is not None:
            return drives.per_server.value * self.servers.per_block.value
        assert drives.per_enclosure is not None
        assert self.enclosures is not None
        first = drives.per_enclosure.value * self.enclosures.per_block.value
        further = self.further_enclosures
        return first + (further.drives.value * further.per_block.value if further else 0)

    @property
    def step_words(self) -> Words:
        """Labels and meanings of capacity steps that differ from those of other tiers."""
        return self.target.step_words

    @property
    def spreads_files(self) -> bool:
        """Whether files are spread over all drives."""
        return self.target.spread or self.file_system == "scale"

    @property
    def holds_dirty_caches(self) -> bool:
        """Whether caches contain data not yet on drives."""
        return self.cache is not None and self.cache.mode == "writeback"

    @property
    def has_copies_apart(self) -> bool:
        """Whether copies of a file are on different targets; ditto blocks of ZFS don't count."""
        return self.file_system in ("lustre", "beegfs") or not self.target.on_zfs

    @model_validator(mode="before")
    @classmethod
    def _formats_with_its_file_system(cls, data: Any) -> Any:
        """A format that the file system settles needn't be written."""
        if not isinstance(data, dict):
            return data
        target = with_format(data.get("target"), data.get("file_system"))
        return {**data, "target": target} if target is not data.get("target") else data

    @model_validator(mode="after")
    def _drives_have_a_place(self) -> Self:
        if (self.drives.per_enclosure is None) != (self.enclosures is None):
            raise ValueError("write 'enclosures' with 'drives.per_enclosure', or neither")
        if self.further_enclosures is not None and self.enclosures is None:
            raise ValueError("'further_enclosures' require 'enclosures'")
        if self.cables is not None and self.adapters is None:
            raise ValueError("'cables' need 'adapters' to be plugged into")
        if self.processing is not None and self.calibration is not None:
            raise ValueError("write either 'processing' or 'calibration'")
        if self.demand is not None and self.holds == "metadata":
            raise ValueError(NO_DEMAND)
        if self.backup is False and self.restore_bandwidth is not None:
            raise ValueError("'restore_bandwidth' is that of a backup: remove 'backup: false'")
        if self.rates is not None and self.holds == "data":
            raise ValueError(
                "'rates' are metadata rates: enter them in a tier with 'holds: metadata'"
            )
        if self.adapters is not None and self.enclosures is None:
            _refuse_cables(self.adapters, self.cables)
        if self.adapters is None and self.enclosures and self.enclosures.expander_bandwidth:
            raise ValueError("'expander_bandwidth' requires 'adapters' to connect the enclosures")
        on_mdt = self.holds == "metadata" and self.file_system == "lustre"
        if self.data_on_mdt is not None and not on_mdt:
            raise ValueError("'data_on_mdt' requires a Lustre tier with 'holds: metadata'")
        return self

    @model_validator(mode="after")
    def _drives_are_in_vdevs(self) -> Self:
        if self.spares is not None and self.further_drives is not None:
            raise ValueError(
                "'spares' are of one kind of drive: leave them out beside 'further_drives', and "
                "list them in 'common'"
            )
        if self.further_drives is not None and self.target.further_drive is None:
            raise ValueError(
                "'further_drives' are in no vdev: name their size in the layout, as in "
                "'raidz2:10 + raidz2:10 of 20 TB'"
            )
        if self.further_drives is None and self.target.further_drive is not None:
            raise ValueError(
                f"'{self.target.layout}' has vdevs of other drives: write 'further_drives' with "
                "their 'part' or 'name'"
            )
        return self

    @model_validator(mode="after")
    def _groups_have_bays(self) -> Self:
        if self.placement is None:
            return self
        if self.enclosures is None:
            raise ValueError("'placement' needs 'enclosures': drives in servers stay with theirs")
        groups = self.target.redundancy_groups
        if not groups:
            raise ValueError(
                f"strips of '{self.target.layout}' lie where its system chooses: leave "
                "'placement' out"
            )
        if self.placement.rule == "packed" and any(group.domains for group in groups):
            raise ValueError(
                "failure domains are in different enclosures: write 'rule: spread', or 'slots'"
            )
        return self

    @model_validator(mode="after")
    def _zfs_has_no_partial_stripes(self) -> Self:
        if self.policy.partial_stripes and self.target.fills_stripes:
            raise ValueError("ZFS writes no stripe in place: leave 'policy.partial_stripes' out")
        return self

    @model_validator(mode="after")
    def _target_carries_the_file_system(self) -> Self:
        what = misfit(self.file_system, self.target, in_enclosures=self.enclosures is not None)
        if what:
            raise ValueError(what)
        return self
