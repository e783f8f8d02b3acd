"""The schema of a tier: its building blocks, their parts, and how it is used.

Any figure may be given plain (`10 TB`) or with its reason: `{value: 10 TB, status: assumed,
because: …}`.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Discriminator, Field, model_validator

from model.design.cabling import Cabled, Inlet
from model.design.caches import CacheUse, MetadataRates
from model.design.chain import Calibration, Fabric, MeasuredTarget, Numa, Processing
from model.design.demand import NO_DEMAND, Demand
from model.design.piece import Piece as Piece
from model.design.policy import Policy
from model.design.spares import Spares
from model.design.states import States
from model.design.workloads import FileLayout, Workloads
from model.kinds.targets import AnyTarget as AnyTarget
from model.kinds.targets import misfit, redundancy
from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    ByteRate,
    Bytes,
    Count,
    Flag,
    Metres,
    Name,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveHertz,
    PositiveIops,
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
"""The fields of a tier that name equipment."""
PARTS_BESIDE = ("processing.like", "calibration.processors.part", "calibration.memory.part")
"""The fields of a tier that name a part of the catalog which isn't bought."""


class Servers(Piece):
    """The servers of a building block."""

    of_part: ClassVar = {
        "server_socket": "socket",
        "server_bay_shape": "form_factor",
        "nodes_per_chassis": "nodes",
    }
    per_block: Annotated[Stated[PositiveCount], gives("servers_per_block")]
    """Servers in one block."""
    shared_with: str = ""
    """In place of all else: the tier on whose servers this one is, with their processors, memory,
    network and blocks; they are billed there, and what both move goes through the same ports."""
    bays: Annotated[Stated[PositiveCount] | None, gives("server_bays", figure="drive_bays")] = None
    """Drives that one server holds; in place of the catalog's, as all that follow."""
    sockets: Annotated[Stated[PositiveCount] | None, gives("server_sockets", figure="sockets")] = (
        None
    )
    """Processors that one server holds."""
    memory_slots: Annotated[
        Stated[PositiveCount] | None, gives("server_memory_slots", figure="memory_slots")
    ] = None
    """Modules of memory that one server holds."""
    slots: Annotated[Stated[PositiveCount] | None, gives("server_slots", figure="pcie_slots")] = (
        None
    )
    """Slots for cards in one server."""
    wide_slots: Annotated[Stated[Count] | None, gives("server_wide_slots", figure="wide_slots")] = (
        None
    )
    """Those of them that have 16 lanes."""
    tall_slots: Annotated[Stated[Count] | None, gives("server_tall_slots", figure="tall_slots")] = (
        None
    )
    """Those of them that take cards of full height."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("server_supplies", figure="psu_count")
    ] = None
    """Power supplies of one server, or of the chassis that holds several."""
    supply_rating: Annotated[
        Stated[Watts] | None, gives("server_supply_rating", figure="psu_rating")
    ] = None
    """What one of them can give."""
    depth: Annotated[Stated[Metres] | None, gives("server_depth", figure="depth")] = None
    """Depth of one server."""
    inlet: Annotated[Stated[Inlet] | None, gives("server_inlet", figure="psu_inlet")] = None
    """Inlet of one of its power supplies: C14 or C20."""


MOST_INSIDE = 20
"""More kinds of things in a server than anybody lists."""


class Inside(Piece):
    """What else each server has that is bought with it: boot drives, power supplies, rails."""

    per_server: Annotated[Stated[PositiveCount], gives("pieces_per_server", of="lines")]
    """Pieces in one server."""


class Processors(Piece):
    """The processors of a server."""

    cores: Annotated[Stated[PositiveCount] | None, gives("cpu_cores", figure="cores")] = None
    """Cores of one processor; in place of the catalog's."""
    frequency: Annotated[
        Stated[PositiveHertz] | None, gives("cpu_frequency", figure="base_frequency")
    ] = None
    """Clock at full load; in place of the catalog's."""
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
    """Processors in one server."""


class Memory(Piece):
    """The memory modules of a server."""

    of_part: ClassVar = {
        "module_transfer_rate": "transfer_rate",
        "module_generation": "generation",
    }
    per_server: Annotated[Stated[PositiveCount], gives("memory_modules_per_server")]
    """Modules in one server."""
    channels: Annotated[Stated[PositiveCount], gives("memory_channels")]
    """Memory channels that are populated."""
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("memory_module_capacity", figure="capacity")
    ] = None
    """Capacity of one module; in place of the catalog's. Modules are binary: 16 GiB."""


class Adapters(Piece):
    """The host bus adapters of a server: to enclosures, or to the drives in the server."""

    of_part: ClassVar = {
        "hba_pcie_signalling": "pcie_signalling",
        "hba_pcie_code_payload": "pcie_code_payload",
        "hba_pcie_code_block": "pcie_code_block",
        "hba_pcie_lanes": "pcie_lanes",
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
    """Adapters in one server."""
    cables: Annotated[
        Stated[PositiveCount] | None, gives("hba_cables", figure="ports", uses=True)
    ] = None
    """Cables on one adapter, to enclosures; all its ports unless said otherwise."""
    bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("hba_bandwidth", figure="bandwidth")
    ] = None
    """Rate of one adapter; in place of the catalog's."""
    efficiency: Annotated[Stated[Share] | None, gives("hba_efficiency")] = None
    """Share of the advertised rate that is counted on."""
    active_paths: Annotated[Stated[Share] | None, gives("active_paths")] = None
    """Share of the paths to a drive that carry at once; half where one stands by for a lost one."""


SAS_CABLES = "SAS cables"


class Cables(Piece):
    """The SAS cables: as many as the adapters take."""

    of_part: ClassVar = {"cable_connector": "connector", "cable_reach": "max_length"}
    length: Annotated[Stated[Metres] | None, gives("cable_length")] = None
    """Length that one must have; some kinds of cable aren't made so long."""

    @model_validator(mode="before")
    @classmethod
    def _is_a_cable(cls, data: object) -> object:
        """Call it so, unless it has a name."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {**data, "name": SAS_CABLES}
        return data


class Network(Piece, Cabled):
    """The network adapters of a server, and the cables from them to switches."""

    of_part: ClassVar = {
        "nic_signalling": "signalling",
        "nic_code_payload": "code_payload",
        "nic_code_block": "code_block",
        "nic_lanes": "lanes",
        "nic_pcie_signalling": "pcie_signalling",
        "nic_pcie_code_payload": "pcie_code_payload",
        "nic_pcie_code_block": "pcie_code_block",
        "nic_pcie_lanes": "pcie_lanes",
        "nic_ports_there": "ports",
        "nic_height": "height",
    }
    per_server: Annotated[Stated[PositiveCount], gives("nics_per_server")]
    """Adapters in one server."""
    ports: Annotated[
        Stated[PositiveCount] | None, gives("nic_ports", figure="ports", uses=True)
    ] = None
    """Ports in use on one adapter; all its ports unless said otherwise."""
    bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("nic_port_bandwidth")] = None
    """Rate of one port each way; in place of the catalog's."""
    efficiency: Annotated[Stated[Share] | None, gives("nic_efficiency")] = None
    """Share of a port's rate that is counted on."""
    read_amplification: Annotated[Stated[AtLeastOne] | None, gives("nic_read_amplification")] = None
    """Bytes that ports carry for each byte that clients read."""
    write_amplification: Annotated[Stated[AtLeastOne] | None, gives("nic_write_amplification")] = (
        None
    )
    """Bytes that ports carry for each byte that clients write: 16/12 where they make a code."""


class Enclosures(Piece):
    """The enclosures of a building block."""

    of_part: ClassVar = {
        "enclosure_sas_signalling": "sas_signalling",
        "enclosure_sas_code_payload": "sas_code_payload",
        "enclosure_sas_code_block": "sas_code_block",
        "enclosure_bay_shape": "form_factor",
        "enclosure_interface": "sas_link",
    }
    per_block: Annotated[Stated[PositiveCount], gives("enclosures_per_block")]
    """Enclosures in one block."""
    bays: Annotated[Stated[PositiveCount] | None, gives("enclosure_bays", figure="bays")] = None
    """Drives that one enclosure holds; in place of the catalog's, as all that follow."""
    ports: Annotated[
        Stated[PositiveCount] | None, gives("enclosure_ports", figure="host_ports")
    ] = None
    """Ports for hosts on one enclosure."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("enclosure_supplies", figure="psu_count")
    ] = None
    """Power supplies of one enclosure."""
    supply_rating: Annotated[
        Stated[Watts] | None, gives("enclosure_supply_rating", figure="psu_rating")
    ] = None
    """What one of them can give."""
    depth: Annotated[Stated[Metres] | None, gives("enclosure_depth", figure="depth")] = None
    """Depth of one enclosure."""
    inlet: Annotated[Stated[Inlet] | None, gives("enclosure_inlet", figure="psu_inlet")] = None
    """Inlet of one of its power supplies: C14 or C20."""
    read_bandwidth: Annotated[
        Stated[ByteRate] | None, gives("array_read_bandwidth", figure="read_bandwidth")
    ] = None
    """The most that the controllers of an array read; in place of the catalog's."""
    write_bandwidth: Annotated[
        Stated[ByteRate] | None, gives("array_write_bandwidth", figure="write_bandwidth")
    ] = None
    """The most that the controllers of an array write."""
    expander_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("expander_bandwidth")] = (
        None
    )
    """What the expanders of one enclosure carry between its drives and its ports."""


class FurtherEnclosures(Piece):
    """Further enclosures of a block: of another kind, or with another number of drives."""

    of_part: ClassVar = {
        "further_enclosure_bay_shape": "form_factor",
        "further_enclosure_interface": "sas_link",
    }
    per_block: Annotated[Stated[PositiveCount], gives("further_enclosures_per_block")]
    """Further enclosures in one block."""
    drives: Annotated[Stated[PositiveCount], gives("drives_per_further_enclosure")]
    """Drives in one of them, the same as in the others."""
    bays: Annotated[
        Stated[PositiveCount] | None, gives("further_enclosure_bays", figure="bays")
    ] = None
    """Drives that one of them holds; in place of the catalog's."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("further_enclosure_supplies", figure="psu_count")
    ] = None
    """Power supplies of one of them."""
    inlet: Annotated[Stated[Inlet] | None, gives("further_enclosure_inlet", figure="psu_inlet")] = (
        None
    )
    """Inlet of one of its power supplies: C14 or C20."""


class Drives(Piece):
    """The drives of a tier: in enclosures, or in the servers."""

    of_part: ClassVar = {
        "drive_pcie_signalling": "signalling",
        "drive_pcie_code_payload": "code_payload",
        "drive_pcie_code_block": "code_block",
        "rated_writes_per_day": "dwpd",
        "drive_shape": "form_factor",
        "drive_interface": "link",
        "drive_recording": "recording",
    }
    per_enclosure: Annotated[Stated[PositiveCount] | None, gives("drives_per_enclosure")] = None
    """Drives in one enclosure."""
    per_server: Annotated[Stated[PositiveCount] | None, gives("drives_per_server")] = None
    """Drives in one server, where there are no enclosures; NVMe drives take its PCIe lanes."""
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("drive_capacity", figure="capacity")
    ] = None
    """Capacity of one drive; in place of the catalog's."""
    read_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("drive_read_bandwidth", figure="read_bandwidth")
    ] = None
    """Reading rate of one drive in its outer zone; in place of the catalog's."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("drive_write_bandwidth", figure="write_bandwidth")
    ] = None
    """Writing rate of one drive in its outer zone; in place of the catalog's."""
    random_read_rate: Annotated[
        Stated[PositiveIops] | None, gives("drive_random_read_rate", figure="random_read_rate")
    ] = None
    """Random reads a second of one drive, of 4 KiB; in place of the catalog's."""
    random_write_rate: Annotated[
        Stated[PositiveIops] | None, gives("drive_random_write_rate", figure="random_write_rate")
    ] = None
    """Random writes a second of one drive."""
    surface_factor: Annotated[
        Stated[Share] | None, gives("drive_surface_factor", figure="surface_factor")
    ] = None
    """Mean rate over the surface, as a share of the outer zone; 0.75 for disks, 1 for flash."""

    lanes: Annotated[Stated[PositiveCount] | None, gives("drive_pcie_lanes", figure="lanes")] = None
    """PCIe lanes of one drive (NVMe), of the server that it sits in; in place of the catalog's."""

    @model_validator(mode="after")
    def _sit_in_one_place(self) -> Self:
        if (self.per_enclosure is None) == (self.per_server is None):
            raise ValueError("write either 'per_enclosure' or 'per_server'")
        return self


class FurtherDrives(Piece):
    """Drives of another size: as many as the layout has, in the places of the first ones.

    They count with the rates of these.
    """

    of_part: ClassVar = {
        "further_drive_shape": "form_factor",
        "further_drive_interface": "link",
        "further_drive_recording": "recording",
    }
    capacity: Annotated[
        Stated[PositiveBytes] | None, gives("further_drive_capacity", figure="capacity")
    ] = None
    """Capacity of one; in place of the catalog's."""


class Cache(Piece, CacheUse):
    """Flash in the servers that caches the drives (dm-cache, bcache)."""

    of_part: ClassVar = {
        "cache_drive_pcie_lanes": "lanes",
    }
    per_server: Annotated[Stated[PositiveCount], gives("cache_drives_per_server")]
    """Cache drives in one server."""
    capacity: Annotated[Stated[Bytes] | None, gives("cache_drive_capacity", figure="capacity")] = (
        None
    )
    """Capacity of one cache drive; in place of the catalog's."""
    per_drive: Annotated[Stated[Bytes], gives("cache_per_drive")]
    """Cache of one drive."""


def _refuse_cables(adapters: Adapters, cables: Piece | None) -> None:
    """Complain of cables to enclosures that aren't there."""
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
    """A number of equal building blocks."""

    name: Name
    """Name of the tier."""
    holds: Literal["data", "metadata"] = "data"
    """What it holds: metadata tiers don't count into the site's capacity."""
    file_system: Literal[
        "lustre",
        "zfs",
        "beegfs",
        "scale",
        "ceph",
        "daos",
        "weka",
        "vast",
        "quobyte",
        "minio",
        "none",
    ] = "lustre"
    """What runs on the targets: Lustre, BeeGFS, Storage Scale, Ceph, DAOS …; zfs, none: nothing."""
    drains_into: Name | None = None
    """Tier that it drains into, as a burst buffer does: the site's bandwidth leaves that out."""
    lot: str = ""
    """Lot of the tender that it is bought in."""
    option: Flag = False
    """Whether all that it is made of is an option: no part of the purchase."""
    blocks: Annotated[Stated[PositiveCount], gives("blocks")]
    """Building blocks."""
    servers: Servers
    """The servers of a block."""
    processors: Processors | None = None
    """The processors of a server."""
    memory: Memory | None = None
    """The memory of a server."""
    adapters: Adapters | None = None
    """The host bus adapters of a server."""
    network: Network | None = None
    """The network adapters of a server."""
    enclosures: Enclosures | None = None
    """The enclosures of a block."""
    further_enclosures: FurtherEnclosures | None = None
    """Enclosures of a second kind in each block, or otherwise filled: an ESU behind an SSU."""
    drives: Drives
    """The drives."""
    further_drives: FurtherDrives | None = None
    """Drives of another size, of which the layout has vdevs: 'raidz2:10 + raidz2:10 of 20 TB'."""
    cache: Cache | None = None
    """The flash that caches the drives."""
    in_servers: Annotated[tuple[Inside, ...], Field(max_length=MOST_INSIDE)] = ()
    """What else is bought in each server, as lines of their own: boot drives, power supplies."""
    rates: MetadataRates | None = None
    """Measured rates of metadata, of a tier that holds metadata."""
    cables: Cables | None = None
    """The SAS cables: as many as the adapters take."""
    target: AnyTarget = Field(discriminator=Discriminator(redundancy))
    """What one target is made of."""
    measured_target: MeasuredTarget | None = None
    """Rates measured at one target, in place of those of its drives."""
    calibration: Calibration | None = None
    """Measurements that CPU and memory are fitted to."""
    processing: Processing | None = None
    """What CPU and memory can serve, where that is stated rather than calibrated."""
    pcie_efficiency: Annotated[Stated[Share] | None, gives("pcie_packet_efficiency")] = None
    """Share of PCIe links that is left after packet headers: 0.91 to 0.93 with 256 bytes."""
    numa: Numa | None = None
    """The links between the processors of a server."""
    fabric: Fabric | None = None
    """What all servers share on the way to the clients: links, routers, uplinks, clients."""
    data_on_mdt: Annotated[Stated[PositiveBytes] | None, gives("data_on_mdt")] = None
    """Size up to which the begin of each file stands on Lustre's MDTs (Data-on-MDT)."""
    policy: Policy = Policy.model_construct()
    """Fill limit, deliveries, snapshots, compression."""
    workloads: Workloads | None = None
    """What one server gave under several workloads, held against goals."""
    file_layout: FileLayout | None = None
    """How files lie on targets: the bandwidth of one file follows from it."""
    states: States = States.model_construct()
    """What happens when something is lost, rebuilds, or is nearly full."""
    spares: Spares | None = None
    """Drives beside those in use, for what fails."""
    demand: Demand | None = None
    """What is needed of this tier year by year: blocks are bought as it grows."""

    @property
    def built(self) -> Self:
        """The tier as one of parts, of which a tier that is given as a whole says nothing."""
        return self

    @property
    def is_bought_whole(self) -> bool:
        """Whether it is bought without its parts being known: its parts are what is bought."""
        return False

    @property
    def shares_servers_of(self) -> str:
        """The tier that says its servers; empty: it says them itself."""
        return self.servers.shared_with

    @property
    def is_on_raid(self) -> bool:
        """Whether its targets stand on RAID groups."""
        return self.target.on_raid

    @property
    def spreads_files(self) -> bool:
        """Whether parts of each file lie on all drives."""
        return self.target.spread or self.file_system == "scale"

    @property
    def holds_dirty_caches(self) -> bool:
        """Whether caches hold what the drives don't have yet."""
        return self.cache is not None and self.cache.mode == "writeback"

    @property
    def has_copies_apart(self) -> bool:
        """Whether copies of a file are on different targets, not ZFS's own on one."""
        return self.file_system in ("lustre", "beegfs") or not self.target.on_zfs

    @model_validator(mode="after")
    def _drives_have_a_place(self) -> Self:
        if (self.drives.per_enclosure is None) != (self.enclosures is None):
            raise ValueError("write 'enclosures' with 'drives.per_enclosure', or neither")
        if self.further_enclosures is not None and self.enclosures is None:
            raise ValueError("'further_enclosures' need 'enclosures', beside which they are")
        if self.cables is not None and self.adapters is None:
            raise ValueError("'cables' need 'adapters' to be plugged into")
        if self.processing is not None and self.calibration is not None:
            raise ValueError("write either 'processing' or 'calibration'")
        if self.demand is not None and self.holds == "metadata":
            raise ValueError(NO_DEMAND)
        if self.rates is not None and self.holds == "data":
            raise ValueError("'rates' are those of metadata: write them at a tier that holds it")
        if self.adapters is not None and self.enclosures is None:
            _refuse_cables(self.adapters, self.cables)
        if self.adapters is None and self.enclosures and self.enclosures.expander_bandwidth:
            raise ValueError("'expander_bandwidth' needs 'adapters', which the enclosures hang on")
        on_mdt = self.holds == "metadata" and self.file_system == "lustre"
        if self.data_on_mdt is not None and not on_mdt:
            raise ValueError("'data_on_mdt' belongs to a tier of Lustre that holds metadata")
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
