"""The parts that stand in a rack, and the rack itself."""

from typing import Literal

from model.parts.codes import INLETS, SOCKETS
from model.parts.parts import Key, Part
from model.reading.fields import (
    Amperes,
    ByteRate,
    Bytes,
    Count,
    Fraction,
    Hertz,
    Kilograms,
    Metres,
    PositiveCount,
    Seconds,
    TransferRate,
    VoltAmperes,
    Volts,
    Watts,
)


class Box(Part):
    """What stands in a rack."""

    rack_units: PositiveCount | None = None
    """Height in rack units."""
    height: Metres | None = None
    """Height of the housing."""
    width: Metres | None = None
    """Width of the housing."""
    depth: Metres | None = None
    """Depth, which the rack must hold."""
    weight_full: Kilograms | None = None
    """What it weighs with all that fits into it."""
    power_full: Watts | None = None
    """What it draws with all that fits into it."""
    psu_count: PositiveCount | None = None
    """Power supplies."""
    psu_rating: Watts | None = None
    """What one power supply can give: not what the box draws."""
    psu_inlet: Literal["", *INLETS] = ""  # type: ignore[valid-type]
    """Inlet of one power supply: which outlets its cord goes into."""


class Enclosure(Box):
    """A box of drives without a controller (JBOD)."""

    kind: Literal["enclosure"]
    bays: PositiveCount
    """Drives that it holds."""
    form_factor: str = ""
    """Size of the drives."""
    sas_link: Key | None = None
    """The link to hosts."""
    io_modules: PositiveCount | None = None
    """Modules that connect the drives to hosts."""
    host_ports: PositiveCount | None = None
    """Ports to hosts, of all modules."""
    lanes_per_port: PositiveCount | None = None
    """Lanes of each port."""


class Array(Box):
    """A box of drives with RAID controllers."""

    kind: Literal["array"]
    bays: PositiveCount
    """Drives that it holds."""
    form_factor: str = ""
    """Size of the drives."""
    controllers: PositiveCount | None = None
    """RAID controllers."""
    max_drives: PositiveCount | None = None
    """Drives with all expansions."""
    link: Key | None = None
    """The link to hosts."""
    ports: PositiveCount | None = None
    """Ports to hosts, of all controllers."""
    read_bandwidth: ByteRate | None = None
    """Most that it reads, as the vendor claims."""
    write_bandwidth: ByteRate | None = None
    """Most that it writes, as the vendor claims."""
    bandwidth: ByteRate | None = None
    """What its links to hosts carry."""


class Server(Box):
    """A server without processors, memory, cards and drives."""

    kind: Literal["server"]
    nodes: PositiveCount | None = None
    """Servers in one chassis."""
    sockets: PositiveCount | None = None
    """Processors of one server."""
    socket: Literal["", *SOCKETS] = ""  # type: ignore[valid-type]
    """The socket of its processors: which family it takes."""
    memory_slots: PositiveCount | None = None
    """Modules of memory that it holds."""
    max_memory: Bytes | None = None
    """Most memory."""
    drive_bays: PositiveCount | None = None
    """Drives that it holds at most."""
    form_factor: str = ""
    """Size of the drives."""
    pcie_link: Key | None = None
    """The link of its slots."""
    pcie_slots: PositiveCount | None = None
    """Slots for cards at most."""
    wide_slots: Count | None = None
    """Card slots with 16 lanes."""
    tall_slots: Count | None = None
    """Card slots for full-height cards."""
    measured_power: Watts | None = None
    """The whole server at full load, with the parts that the notes name."""
    measured_idle_power: Watts | None = None
    """The whole server at rest, with the parts that the notes name."""


class MeasuredServer(Part):
    """What one server was seen to give to clients; its vendor is who ran it."""

    kind: Literal["measured-server"]
    file_system: str
    """What the targets are formatted with: zfs, ldiskfs, ext4, xfs, scale, ceph."""
    redundancy: Literal["software", "hardware", "none"]
    """What makes the redundancy: the server itself, controllers behind it, or nothing."""
    year: PositiveCount
    """The year in which it was measured, or built."""
    processors: PositiveCount | None = None
    """Processors per server."""
    cores: PositiveCount | None = None
    """Cores of one processor."""
    base_frequency: Hertz | None = None
    """Clock at full load."""
    memory_channels: PositiveCount | None = None
    """Memory channels that were populated."""
    memory_rate: TransferRate | None = None
    """Transfers in a second on one channel."""
    memory: Bytes | None = None
    """What its modules hold together."""
    drives: PositiveCount | None = None
    """Drives that it served."""
    media: Literal["disks", "flash", ""] = ""
    """What these drives were."""
    read_bandwidth: ByteRate | None = None
    """What it was seen to read, for clients."""
    write_bandwidth: ByteRate | None = None
    """What it was seen to write, for clients."""
    memory_time_share: Fraction | None = None
    """Share of the time of writing that is memory's, from a measurement with fewer channels."""


class Switch(Box):
    """A network switch; its power is a measurement or a typical figure, never a supply's rating."""

    kind: Literal["switch"]
    link: Key
    """The link of its ports at their highest rate."""
    ports: PositiveCount
    """Ports of that link."""
    uplink_link: Key | None = None
    """The link of its faster or further ports."""
    uplink_ports: PositiveCount | None = None
    """Ports of that second link."""
    bandwidth: ByteRate | None = None
    """What it switches, as the vendor counts."""
    latency: Seconds | None = None
    """Time from port to port."""
    max_power: Watts | None = None
    """Most that it draws, with active modules in all ports."""


class Rack(Part):
    """A rack; its weight is that of the empty rack."""

    kind: Literal["rack"]
    rack_units: PositiveCount
    """Units that it holds."""
    height: Metres | None = None
    """Height outside."""
    width: Metres | None = None
    """Width outside."""
    depth: Metres | None = None
    """Depth outside."""
    mounting_depth: Metres | None = None
    """Greatest depth between the rails' ends."""
    max_load: Kilograms | None = None
    """What it carries, standing."""
    max_power: Watts | None = None
    """What its power distribution gives."""


class Pdu(Part):
    """A power distribution unit for a rack."""

    kind: Literal["pdu"]
    rating: Watts | None = None
    """What it can give."""
    apparent_rating: VoltAmperes | None = None
    """What it can give, where the vendor states apparent power."""
    current: Amperes | None = None
    """Current of its inlet, each phase."""
    voltage: Volts | None = None
    """Voltage of its outlets."""
    phases: PositiveCount | None = None
    """Phases of its inlet."""
    inlet: str = ""
    """Plug of its cord."""
    outlets: PositiveCount
    """Outlets of every kind."""
    rack_units: Count | None = None
    """Rack units that it takes: 0 where it hangs beside the rails."""
    outlets_c13: Count | None = None
    """Outlets for C14 plugs."""
    outlets_c19: Count | None = None
    """Outlets for C20 plugs."""
