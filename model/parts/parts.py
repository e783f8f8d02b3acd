"""Kinds of parts in the catalog, and their figures.

A figure that is not published is missing. Every figure has a source.
"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from model.parts.codes import HEIGHTS, MODES, SOCKETS
from model.reading.fields import (
    KEY,
    ByteRate,
    Bytes,
    ErrorRate,
    Factor,
    Fraction,
    Hertz,
    Iops,
    Kilograms,
    Metres,
    PositiveCount,
    Seconds,
    Strict,
    TransferRate,
    Watts,
)

Key = Annotated[str, Field(pattern=KEY, max_length=60)]


def _period(value: Any) -> Any:
    """Return a year or a month as text; YAML reads a bare year as a number."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class Source(Strict):
    """Source of figures."""

    title: str = Field(min_length=3)
    """Title and publisher of the document."""
    url: str = ""
    """Web address."""
    date: Annotated[str, BeforeValidator(_period, json_schema_input_type=str | int)] = ""
    """Date of publication: year, month or day."""
    confidence: Literal["high", "medium", "low"] = "medium"
    """High: vendor document or first-hand reading. Medium and low: price lists and press."""
    gives: tuple[str, ...] = ()
    """Fields taken from this source. Leave empty for all."""

    def __str__(self) -> str:
        about = ", ".join(filter(None, (self.date, f"{self.confidence} confidence", self.url)))
        return f"{self.title} ({about})"


class Part(Strict):
    """Fields common to all parts."""

    DESCRIPTION: ClassVar = frozenset(
        {"key", "kind", "vendor", "model", "number", "notes", "sources"}
    )
    """Fields that identify the part; all others are facts, which require a source."""

    key: Key
    """Key in scenarios: lower case, with dashes."""
    kind: str
    """Kind of the part."""
    vendor: str
    """Vendor or manufacturer."""
    model: str
    """Model name of the vendor."""
    notes: str = ""
    """Remarks for buyers, and contradictions between sources."""
    sources: tuple[Source, ...] = Field(min_length=1)
    """Sources of the figures."""
    number: str = ""
    """Vendor's part number, for orders."""
    released: PositiveCount | None = None
    """Year of the first sale."""
    power: Watts | None = None
    """Power draw under load, without installed parts."""
    weight: Kilograms | None = None
    """Weight, without installed parts."""

    def facts(self) -> Iterator[tuple[str, Any]]:
        """Yield the fields that are set and require a source."""
        for name, value in self:
            if name not in self.DESCRIPTION and value is not None and value != "":
                yield name, value

    def figures(self) -> dict[str, float]:
        """Return the part's own figures in base units."""
        return {name: float(value) for name, value in self.facts() if not isinstance(value, str)}

    def links(self) -> dict[str, str]:
        """Return the keys of its links, by the prefix of their figures, such as "pcie_"."""
        return {name[:-4]: value for name, value in self.facts() if name.endswith("link")}

    def source_of(self, figure: str) -> Source | None:
        """Return the source of a figure; one that names it takes precedence over a general one."""
        naming = (source for source in self.sources if figure in source.gives)
        general = (source for source in self.sources if not source.gives)
        return next(naming, next(general, None))

    @model_validator(mode="after")
    def _is_sourced(self) -> Self:
        facts = [name for name, _ in self.facts()]
        if bare := [name for name in facts if self.source_of(name) is None]:
            raise ValueError(f"no source gives {', '.join(bare)}: add one, or leave them out")
        named = {name for source in self.sources for name in source.gives}
        if absent := sorted(named.difference(facts, ["number"] if self.number else [])):
            raise ValueError(f"a source gives {', '.join(absent)}, which the part doesn't have")
        return self


class Link(Part):
    """A kind of link: the rate of one lane, and the payload share of its line code."""

    kind: Literal["link"]
    signalling: ByteRate
    """Rate of one lane in one direction, before the line code."""
    lanes: PositiveCount | None = None
    """Number of lanes of one port, if the standard defines it."""
    code_payload: PositiveCount
    """Bits of payload in each block of the line code."""
    code_block: PositiveCount
    """Bits of each block of the line code."""
    copper_reach: Metres | None = None
    """Maximum length of passive copper cables."""


class Drive(Part):
    """Fields common to hard disks and SSDs."""

    capacity: Bytes
    """Nominal capacity, in decimal units."""
    form_factor: str = ""
    """Form factor, such as 3.5 in."""
    link: Key | None = None
    """Link to the host."""
    ports: PositiveCount | None = None
    """Number of host ports."""
    lanes: PositiveCount | None = None
    """Number of lanes per port."""
    read_bandwidth: ByteRate | None = None
    """Maximum sequential read bandwidth; for a disk, in its outer zone."""
    write_bandwidth: ByteRate | None = None
    """Maximum sequential write bandwidth; for a disk, in its outer zone."""
    random_read_rate: Iops | None = None
    """Random reads of 4 KiB."""
    random_write_rate: Iops | None = None
    """Random writes of 4 KiB."""
    idle_power: Watts | None = None
    """Idle power draw."""
    mtbf: Seconds | None = None
    """Mean time between failures, as specified by the vendor."""
    annual_failure_rate: Fraction | None = None
    """Annualized failure rate, as specified by the vendor."""
    error_rate: ErrorRate | None = None
    """Unrecoverable errors per bit read."""
    warranty: Seconds | None = None
    """Warranty period."""
    sector_format: str = ""
    """Sector format presented to the host: 512n, 512e, 4Kn."""


class Hdd(Drive):
    """A hard disk."""

    kind: Literal["hdd"]
    rpm: PositiveCount | None = None
    """Rotational speed in revolutions per minute."""
    recording: str = ""
    """Recording method: CMR, SMR, host-managed SMR, …"""
    cache: Bytes | None = None
    """Cache of the drive."""
    latency: Seconds | None = None
    """Mean rotational latency."""
    workload: ByteRate | None = None
    """Maximum data read and written per year under warranty."""


class Ssd(Drive):
    """A solid-state drive."""

    kind: Literal["ssd"]
    nand: str = ""
    """Type of NAND flash."""
    dwpd: Factor | None = None
    """Drive writes per day (DWPD) during the warranty."""
    rated_writes: Bytes | None = None
    """Rated endurance in total bytes written (TBW)."""
    read_power: Watts | None = None
    """Power draw while reading."""
    write_power: Watts | None = None
    """Power draw while writing."""
    read_latency: Seconds | None = None
    """Typical read latency."""
    write_latency: Seconds | None = None
    """Typical write latency."""


class Card(Part):
    """A PCIe card."""

    ports: PositiveCount | None = None
    """Number of ports."""
    connector: str = ""
    """Connector of the ports."""
    controller: str = ""
    """Controller chip."""
    pcie_link: Key | None = None
    """Link to the host."""
    pcie_lanes: PositiveCount | None = None
    """Number of lanes to the host."""
    height: Literal["", *HEIGHTS] = ""  # type: ignore[valid-type]
    """Height of the card."""


class Hba(Card):
    """A SAS host bus adapter."""

    kind: Literal["hba"]
    takes: Literal["", *MODES] = ""  # type: ignore[valid-type]
    """Supported drive interfaces; each includes SATA."""
    sas_link: Key
    """Link to the drives."""
    sas_lanes: PositiveCount
    """Number of lanes to the drives, of all ports."""
    bandwidth: ByteRate | None = None
    """Bandwidth of the controller, as advertised."""
    random_rate: Iops | None = None
    """Operations per second, as advertised."""
    max_devices: PositiveCount | None = None
    """Maximum number of SAS and SATA devices."""
    max_power: Watts | None = None
    """Maximum power draw."""
    mtbf: Seconds | None = None
    """Mean time between failures, as specified by the vendor."""
    warranty: Seconds | None = None
    """Warranty period."""


class Nic(Card):
    """A network adapter."""

    kind: Literal["nic"]
    link: Key
    """Link of each port at its highest rate."""
    lanes: PositiveCount | None = None
    """Number of lanes per port, if different from that of the link."""
    form_factor: str = ""
    """Form factor of the card."""


class Cpu(Part):
    """A processor; its power is the thermal design power."""

    kind: Literal["cpu"]
    cores: PositiveCount
    """Number of cores."""
    threads: PositiveCount | None = None
    """Number of threads."""
    base_frequency: Hertz | None = None
    """Base clock frequency."""
    turbo_frequency: Hertz | None = None
    """Maximum turbo frequency of one core."""
    cache: Bytes | None = None
    """Last-level cache."""
    memory_channels: PositiveCount | None = None
    """Number of memory channels."""
    socket: Literal["", *SOCKETS] = ""  # type: ignore[valid-type]
    """Processor socket, which determines the compatible servers."""
    memory_generation: PositiveCount | None = None
    """Generation of DDR memory: 4 for DDR4."""
    memory_rate: TransferRate | None = None
    """Maximum memory transfer rate."""
    max_memory: Bytes | None = None
    """Maximum memory."""
    pcie_link: Key | None = None
    """Link of its PCIe lanes."""
    pcie_lanes: PositiveCount | None = None
    """Number of PCIe lanes per processor."""


class Memory(Part):
    """A memory module."""

    kind: Literal["memory"]
    capacity: Bytes
    """Capacity, in binary units: 16 GiB."""
    generation: str = ""
    """Generation and type, such as DDR4 RDIMM."""
    transfer_rate: TransferRate
    """Transfers per second on its channel."""
    bytes_per_transfer: PositiveCount
    """Data bytes per transfer."""


class Cable(Part):
    """A cable."""

    kind: Literal["cable"]
    link: Key
    """Link of the cable."""
    lanes: PositiveCount
    """Number of lanes."""
    connector: str = ""
    """Connectors at its ends."""
    length: Metres | None = None
    """Length of the cable."""
    max_length: Metres | None = None
    """Maximum working length."""


class Transceiver(Part):
    """An optical transceiver, for one port at one end of a fibre."""

    kind: Literal["transceiver"]
    link: Key
    """Link of the transceiver."""
    lanes: PositiveCount | None = None
    """Number of lanes."""
    connector: str = ""
    """Cage of the port: QSFP56, OSFP."""
    max_length: Metres | None = None
    """Maximum working length of the fibre."""
