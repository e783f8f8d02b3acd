"""The kinds of part in the catalog, and the figures that each may have.

A figure that nobody published is absent. Every figure that is there has a source.
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
    """What every part has."""

    DESCRIPTION: ClassVar = frozenset(
        {"key", "kind", "vendor", "model", "number", "notes", "sources"}
    )
    """The fields that name the part; all others are facts, which need a source."""

    key: Key
    """What scenarios call it: lower case, with dashes."""
    kind: str
    """Description."""
    vendor: str
    """Who makes it."""
    model: str
    """What the vendor calls it."""
    notes: str = ""
    """What a buyer must know, and where sources disagree."""
    sources: tuple[Source, ...] = Field(min_length=1)
    """Where the figures come from."""
    number: str = ""
    """The vendor's number, by which it is ordered."""
    released: PositiveCount | None = None
    """The year in which it was first sold."""
    power: Watts | None = None
    """What it draws at work, alone: without the parts that it holds."""
    weight: Kilograms | None = None
    """What it weighs, alone: without the parts that it holds."""

    def facts(self) -> Iterator[tuple[str, Any]]:
        """Yield the fields that need a source, and are there."""
        for name, value in self:
            if name not in self.DESCRIPTION and value is not None and value != "":
                yield name, value

    def figures(self) -> dict[str, float]:
        """Return the part's own figures in base units."""
        return {name: float(value) for name, value in self.facts() if not isinstance(value, str)}

    def links(self) -> dict[str, str]:
        """Return the links that it refers to, by the prefix of their figures, such as "pcie_"."""
        return {name[:-4]: value for name, value in self.facts() if name.endswith("link")}

    def source_of(self, figure: str) -> Source | None:
        """Return the source of a figure: the one that names it before one that gives them all."""
        naming = (source for source in self.sources if figure in source.gives)
        general = (source for source in self.sources if not source.gives)
        return next(naming, next(general, None))

    @model_validator(mode="after")
    def _is_sourced(self) -> Self:
        facts = [name for name, _ in self.facts()]
        if bare := [name for name in facts if self.source_of(name) is None]:
            raise ValueError(f"no source gives {', '.join(bare)}: add one, or leave them out")
        named = {name for source in self.sources for name in source.gives}
        if absent := sorted(named.difference(facts)):
            raise ValueError(f"a source gives {', '.join(absent)}, which the part doesn't have")
        return self


class Link(Part):
    """A kind of connection: the rate of one lane, and what its line code leaves of it."""

    kind: Literal["link"]
    signalling: ByteRate
    """Rate of one lane in one direction, before the line code."""
    lanes: PositiveCount | None = None
    """Lanes of one port, where the standard fixes them."""
    code_payload: PositiveCount
    """Bits of payload in each block of the line code."""
    code_block: PositiveCount
    """Bits of each block of the line code."""


class Drive(Part):
    """What hard disks and flash drives have in common."""

    capacity: Bytes
    """What the label says, in decimal units."""
    form_factor: str = ""
    """Size and shape, such as 3.5 in."""
    link: Key | None = None
    """The link to the host."""
    ports: PositiveCount | None = None
    """Ports to hosts."""
    lanes: PositiveCount | None = None
    """Lanes of each port."""
    read_bandwidth: ByteRate | None = None
    """Most that it reads in sequence; of a disk, in its outer zone."""
    write_bandwidth: ByteRate | None = None
    """Most that it writes in sequence; of a disk, in its outer zone."""
    random_read_rate: Iops | None = None
    """Random reads of 4 KiB."""
    random_write_rate: Iops | None = None
    """Random writes of 4 KiB."""
    idle_power: Watts | None = None
    """What it draws while it waits."""
    mtbf: Seconds | None = None
    """Mean time between failures, as the vendor states it."""
    annual_failure_rate: Fraction | None = None
    """Share of the drives that fail in a year, as the vendor states it."""
    error_rate: ErrorRate | None = None
    """Unrecoverable errors for each bit read."""
    warranty: Seconds | None = None
    """How long the vendor replaces it."""
    sector_format: str = ""
    """Sectors that the host sees: 512n, 512e, 4Kn."""


class Hdd(Drive):
    """A hard disk."""

    kind: Literal["hdd"]
    rpm: PositiveCount | None = None
    """Turns in a minute."""
    recording: str = ""
    """How it records: CMR, SMR, host-managed SMR, …"""
    cache: Bytes | None = None
    """Buffer in the drive."""
    latency: Seconds | None = None
    """Mean wait for the sector to come round."""
    workload: ByteRate | None = None
    """What may be read and written in a year within the warranty."""


class Ssd(Drive):
    """A flash drive."""

    kind: Literal["ssd"]
    nand: str = ""
    """Kind of flash."""
    dwpd: Factor | None = None
    """Times that the whole drive may be written each day of the warranty."""
    rated_writes: Bytes | None = None
    """What may be written in all (TBW)."""
    read_power: Watts | None = None
    """What it draws when it reads."""
    write_power: Watts | None = None
    """What it draws when it writes."""
    read_latency: Seconds | None = None
    """Typical time of one read."""
    write_latency: Seconds | None = None
    """Typical time of one write."""


class Card(Part):
    """What is put into a PCIe slot."""

    ports: PositiveCount | None = None
    """Ports of one card."""
    connector: str = ""
    """Connector of the ports."""
    controller: str = ""
    """The chip."""
    pcie_link: Key | None = None
    """The link to the host."""
    pcie_lanes: PositiveCount | None = None
    """Lanes to the host."""
    height: Literal["", *HEIGHTS] = ""  # type: ignore[valid-type]
    """Height of the card."""


class Hba(Card):
    """An adapter for SAS."""

    kind: Literal["hba"]
    takes: Literal["", *MODES] = ""  # type: ignore[valid-type]
    """What drives hang on it, SATA as well."""
    sas_link: Key
    """The link to drives."""
    sas_lanes: PositiveCount
    """Lanes of one card to drives, of all ports."""
    bandwidth: ByteRate | None = None
    """What the controller carries, as advertised."""
    random_rate: Iops | None = None
    """Operations in a second, as advertised."""
    max_devices: PositiveCount | None = None
    """SAS and SATA devices that it can reach."""
    max_power: Watts | None = None
    """Most that it draws."""
    mtbf: Seconds | None = None
    """Mean time between failures, as the vendor states it."""
    warranty: Seconds | None = None
    """How long the vendor replaces it."""


class Nic(Card):
    """An adapter for a network."""

    kind: Literal["nic"]
    link: Key
    """The link of each port at its highest rate."""
    lanes: PositiveCount | None = None
    """Lanes of each port, where they differ from the link's."""
    form_factor: str = ""
    """Size and shape of the card."""


class Cpu(Part):
    """A processor; its power is the thermal design power."""

    kind: Literal["cpu"]
    cores: PositiveCount
    """Cores."""
    threads: PositiveCount | None = None
    """Threads."""
    base_frequency: Hertz | None = None
    """Clock at full load."""
    turbo_frequency: Hertz | None = None
    """Highest clock of one core."""
    cache: Bytes | None = None
    """Last-level cache."""
    memory_channels: PositiveCount | None = None
    """Channels of memory."""
    socket: Literal["", *SOCKETS] = ""  # type: ignore[valid-type]
    """The socket that it needs: which servers take it."""
    memory_generation: PositiveCount | None = None
    """Generation of DDR memory: 4 for DDR4."""
    memory_rate: TransferRate | None = None
    """Highest rate of memory."""
    max_memory: Bytes | None = None
    """Most memory."""
    pcie_link: Key | None = None
    """The link of its PCIe lanes."""
    pcie_lanes: PositiveCount | None = None
    """PCIe lanes of one processor."""


class Memory(Part):
    """A module of memory."""

    kind: Literal["memory"]
    capacity: Bytes
    """What it holds; modules are binary: 16 GiB."""
    generation: str = ""
    """Generation and type, such as DDR4 RDIMM."""
    transfer_rate: TransferRate
    """Transfers in a second on its channel."""
    bytes_per_transfer: PositiveCount
    """Bytes of data in each transfer."""


class Cable(Part):
    """A cable."""

    kind: Literal["cable"]
    link: Key
    """The link that it carries."""
    lanes: PositiveCount
    """Lanes that it carries."""
    connector: str = ""
    """Connectors at its ends."""
    length: Metres | None = None
    """Length of this cable."""
    max_length: Metres | None = None
    """Length at which it still works, at most."""


class Transceiver(Part):
    """An optical module that is put into a port, at one end of a fibre."""

    kind: Literal["transceiver"]
    link: Key
    """The link that it carries."""
    lanes: PositiveCount | None = None
    """Lanes that it carries."""
    connector: str = ""
    """The cage that it fits into: QSFP56, OSFP."""
    max_length: Metres | None = None
    """Length of the fibre at which it still works, at most."""
