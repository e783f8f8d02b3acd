"""Rack-mounted parts, and the rack itself."""

from typing import Literal

from model.parts.codes import INLETS, SOCKETS
from model.parts.parts import Key, Part
from model.reading.fields import (
    Amperes,
    ByteRate,
    Bytes,
    Count,
    Flag,
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
    """A rack-mounted device."""

    rack_units: PositiveCount | None = None
    """Height in rack units."""
    height: Metres | None = None
    """Height of the housing."""
    width: Metres | None = None
    """Width of the housing."""
    depth: Metres | None = None
    """Depth of the housing, which must fit into the rack."""
    weight_full: Kilograms | None = None
    """Weight of the fully equipped device."""
    power_full: Watts | None = None
    """Power draw of the fully equipped device."""
    psu_count: PositiveCount | None = None
    """Number of power supplies."""
    psu_rating: Watts | None = None
    """Rated output of one power supply, which is not the power draw."""
    psu_inlet: Literal["", *INLETS] = ""  # type: ignore[valid-type]
    """Inlet of one power supply, which determines the matching outlets."""


class Enclosure(Box):
    """A drive enclosure without a controller (JBOD)."""

    kind: Literal["enclosure"]
    bays: PositiveCount
    """Number of drive bays."""
    form_factor: str = ""
    """Size of the drives."""
    sas_link: Key | None = None
    """Link to hosts."""
    io_modules: PositiveCount | None = None
    """Number of I/O modules between drives and hosts."""
    host_ports: PositiveCount | None = None
    """Number of ports to hosts, of all modules."""
    lanes_per_port: PositiveCount | None = None
    """Number of lanes per port."""


class Array(Box):
    """A drive enclosure with RAID controllers."""

    kind: Literal["array"]
    bays: PositiveCount
    """Number of drive bays."""
    form_factor: str = ""
    """Size of the drives."""
    controllers: PositiveCount | None = None
    """Number of RAID controllers."""
    max_drives: PositiveCount | None = None
    """Maximum number of drives, including all expansion enclosures."""
    link: Key | None = None
    """Link to hosts."""
    ports: PositiveCount | None = None
    """Number of ports to hosts, of all controllers."""
    read_bandwidth: ByteRate | None = None
    """Maximum read bandwidth, as specified by the vendor."""
    write_bandwidth: ByteRate | None = None
    """Maximum write bandwidth, as specified by the vendor."""
    bandwidth: ByteRate | None = None
    """Bandwidth of its links to hosts."""


class Server(Box):
    """A server without processors, memory, cards and drives."""

    kind: Literal["server"]
    nodes: PositiveCount | None = None
    """Number of servers in one chassis."""
    sockets: PositiveCount | None = None
    """Number of processor sockets per server."""
    socket: Literal["", *SOCKETS] = ""  # type: ignore[valid-type]
    """Processor socket, which determines the processor family."""
    memory_slots: PositiveCount | None = None
    """Number of memory slots."""
    max_memory: Bytes | None = None
    """Maximum memory."""
    drive_bays: PositiveCount | None = None
    """Maximum number of drives."""
    form_factor: str = ""
    """Size of the drives."""
    pcie_link: Key | None = None
    """Link of its PCIe slots."""
    pcie_slots: PositiveCount | None = None
    """Maximum number of PCIe slots."""
    wide_slots: Count | None = None
    """Number of PCIe slots with 16 lanes."""
    tall_slots: Count | None = None
    """Number of full-height PCIe slots."""
    measured_power: Watts | None = None
    """Measured power of the whole server at full load, with the parts named in the notes."""
    measured_idle_power: Watts | None = None
    """Measured power of the whole idle server, with the parts named in the notes."""


class MeasuredServer(Part):
    """Measured client bandwidth of a server; its vendor is the site that measured it."""

    kind: Literal["measured-server"]
    software: str = ""
    """Storage software that clients used, with its release: Lustre, BeeGFS 7.1.3."""
    file_system: str
    """File system of the targets: zfs, ldiskfs, ext4, xfs, scale, ceph, daos, vast."""
    redundancy: Literal["software", "hardware", "none"]
    """Redundancy by the server itself (software), by controllers (hardware), or none."""
    year: PositiveCount
    """Year of the measurement, or of construction."""
    processors: PositiveCount | None = None
    """Number of processors per server."""
    cores: PositiveCount | None = None
    """Number of cores per processor."""
    base_frequency: Hertz | None = None
    """Base clock frequency."""
    memory_channels: PositiveCount | None = None
    """Number of populated memory channels."""
    memory_rate: TransferRate | None = None
    """Transfer rate of one memory channel."""
    memory: Bytes | None = None
    """Total memory capacity."""
    drives: PositiveCount | None = None
    """Number of drives of the server."""
    media: Literal["disks", "flash", ""] = ""
    """Kind of these drives."""
    read_bandwidth: ByteRate | None = None
    """Measured read bandwidth of clients."""
    write_bandwidth: ByteRate | None = None
    """Measured write bandwidth of clients."""
    memory_time_share: Fraction | None = None
    """Share of the write time spent on memory access, from a measurement with fewer channels."""


class MeasuredStream(Part):
    """Measured bandwidth of one stream: one process with one file; its vendor measured it."""

    kind: Literal["measured-stream"]
    software: str
    """What serves the files, as a scenario names it, or nfs."""
    local: Flag = False
    """Whether the process ran on the server itself."""
    year: PositiveCount | None = None
    """Year of the measurement."""
    benchmark: str
    """Benchmark or command that read and wrote."""
    drives: PositiveCount | None = None
    """Number of drives of the system."""
    media: Literal["disks", "flash", ""] = ""
    """Kind of these drives."""
    read_bandwidth: ByteRate | None = None
    """Measured read bandwidth of one stream."""
    write_bandwidth: ByteRate | None = None
    """Measured write bandwidth of one stream."""


class Switch(Box):
    """A network switch; its power is measured or typical, never the rating of its power supply."""

    kind: Literal["switch"]
    link: Key
    """Link of its ports at their highest rate."""
    ports: PositiveCount
    """Number of ports with that link."""
    uplink_link: Key | None = None
    """Link of its faster or additional ports."""
    uplink_ports: PositiveCount | None = None
    """Number of ports with the uplink."""
    bandwidth: ByteRate | None = None
    """Switching capacity, as counted by the vendor."""
    latency: Seconds | None = None
    """Port-to-port latency."""
    max_power: Watts | None = None
    """Maximum power draw, with active modules in all ports."""


class Rack(Part):
    """A rack; its weight is that of the empty rack."""

    kind: Literal["rack"]
    rack_units: PositiveCount
    """Number of rack units."""
    height: Metres | None = None
    """External height."""
    width: Metres | None = None
    """External width."""
    depth: Metres | None = None
    """External depth."""
    mounting_depth: Metres | None = None
    """Maximum distance between front and rear rails."""
    max_load: Kilograms | None = None
    """Maximum static load."""
    max_power: Watts | None = None
    """Maximum power of its distribution units."""


class Pdu(Part):
    """A rack power distribution unit."""

    kind: Literal["pdu"]
    rating: Watts | None = None
    """Rated output."""
    apparent_rating: VoltAmperes | None = None
    """Rated output, if the vendor specifies apparent power."""
    current: Amperes | None = None
    """Inlet current per phase."""
    voltage: Volts | None = None
    """Outlet voltage."""
    phases: PositiveCount | None = None
    """Number of inlet phases."""
    inlet: str = ""
    """Plug of the inlet cord."""
    outlets: PositiveCount
    """Total number of outlets."""
    rack_units: Count | None = None
    """Height in rack units; 0 for vertical mounting beside the rails."""
    outlets_c13: Count | None = None
    """Number of C13 outlets, for C14 plugs."""
    outlets_c19: Count | None = None
    """Number of C19 outlets, for C20 plugs."""
