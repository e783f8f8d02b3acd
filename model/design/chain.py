"""The schema of what a chain has beside drives, adapters and ports, and of what was measured of it.

CPU work, NUMA and fabric are stated; what CPU and memory can do may be fitted to two measurements.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.reading.binding import gives, gives_each
from model.reading.fields import (
    Factor,
    Name,
    PositiveByteRate,
    PositiveCount,
    PositiveFactor,
    Share,
    Stated,
    Strict,
)


class Task(Strict):
    """Work that the cores do on each byte: checksums, parity, encryption, compression."""

    name: Name
    """What is done."""
    rate: Annotated[Stated[PositiveByteRate], gives("task_rate")]
    """What one core does of it, as measured: `openssl speed`, ZFS's own benchmarks."""
    read: Annotated[Stated[Factor] | None, gives("task_read_share")] = None
    """Bytes that it handles for each byte that clients read; 1 unless said otherwise."""
    write: Annotated[Stated[Factor] | None, gives("task_write_share")] = None
    """Bytes that it handles for each byte that clients write; 1 unless said otherwise."""


class Processing(Strict):
    """What CPU and memory of a server can serve, where nothing was measured at two points."""

    like: str | None = None
    """Key of a measured server of the catalog: in place of all else; scaled if it says how."""
    read_rate: Annotated[Stated[PositiveByteRate] | None, gives("processor_read_rate")] = None
    """What the CPUs could serve to readers, if memory took no time."""
    write_rate: Annotated[Stated[PositiveByteRate] | None, gives("processor_write_rate")] = None
    """What the CPUs could serve to writers, if memory took no time."""
    cores: Annotated[Stated[PositiveCount] | None, gives("cores_per_server")] = None
    """Cores of a server that work on `tasks`."""
    tasks: Annotated[tuple[Task, ...], Field(max_length=16)] = ()
    """In place of the rates: what the cores do on each byte, one after the other."""
    memory_read_traffic: Annotated[Stated[PositiveFactor] | None, gives("memory_read_traffic")] = (
        None
    )
    """Bytes moved in memory for one byte that is read."""
    memory_write_traffic: Annotated[
        Stated[PositiveFactor] | None, gives("memory_write_traffic")
    ] = None
    """Bytes moved in memory for one byte that is written."""
    combine: Literal["shared", "overlapped"] = "shared"
    """Shared: CPU time and memory time add. Overlapped: the slower one limits."""

    @model_validator(mode="after")
    def _says_rates_once(self) -> Self:
        if self.like is not None and len(self.model_fields_set) > 1:
            raise ValueError("write either 'like' or what CPU and memory can serve")
        if self.tasks and (self.read_rate or self.write_rate):
            raise ValueError("write either 'tasks' or 'read_rate' and 'write_rate'")
        if bool(self.tasks) != (self.cores is not None):
            raise ValueError("write 'cores' with 'tasks', or neither")
        names = [task.name for task in self.tasks]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two tasks have the name '{twice[0]}': names must differ")
        return self


class Numa(Strict):
    """The links between the processors of a server."""

    links: Annotated[Stated[PositiveCount], gives("numa_links")]
    """Links between the processors of one server."""
    link_bandwidth: Annotated[Stated[PositiveByteRate], gives("numa_link_bandwidth")]
    """What one link carries each way."""
    crossing: Annotated[Stated[Share] | None, gives("numa_crossing")] = None
    """Share of a client's bytes that cross from one processor to another; a half unless said."""


class Shared(Strict):
    """Something that all servers of a tier share on the way to the clients."""

    count: Stated[PositiveCount]
    """How many there are."""
    bandwidth: Stated[PositiveByteRate]
    """What one of them carries each way."""


class Fabric(Strict):
    """What all servers of a tier share on the way to the clients; the slowest limits them all."""

    links: Annotated[Stated[PositiveCount] | None, gives("fabric_links")] = None
    """Links in use."""
    link_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("fabric_link_bandwidth")] = (
        None
    )
    """What one link carries each way."""
    routers: Annotated[Shared | None, gives_each(count="routers", bandwidth="router_bandwidth")] = (
        None
    )
    """Routers or gateways (LNET) between the tier and its clients."""
    uplinks: Annotated[Shared | None, gives_each(count="uplinks", bandwidth="uplink_bandwidth")] = (
        None
    )
    """Uplinks from the tier's leaf switches to the spine: fewer than ports is oversubscription."""
    clients: Annotated[Shared | None, gives_each(count="clients", bandwidth="client_bandwidth")] = (
        None
    )
    """Clients that read or write at once, and what one of them carries."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.links is None) != (self.link_bandwidth is None):
            raise ValueError("write 'links' and 'link_bandwidth', or neither")
        if not any((self.links, self.routers, self.uplinks, self.clients)):
            raise ValueError("write 'links', 'routers', 'uplinks' or 'clients'")
        return self


class MeasuredTarget(Strict):
    """Rates measured at one target, in place of those of its drives."""

    read_bandwidth: Annotated[Stated[PositiveByteRate], gives("target_read_bandwidth")]
    """Reading rate of one target."""
    write_bandwidth: Annotated[Stated[PositiveByteRate], gives("target_write_bandwidth")]
    """Writing rate of one target."""


class MeasuredProcessors(Strict):
    """The processors of a server that was measured."""

    part: str
    """Key of the part in the catalog."""
    per_server: Annotated[Stated[PositiveCount], gives("measured_cpus")]
    """Processors in the server."""


class MeasuredMemory(Strict):
    """The memory of a server that was measured."""

    part: str
    """Key of the module in the catalog."""


class Calibration(Strict):
    """Two measurements of one server that differ in the number of memory channels only."""

    processors: MeasuredProcessors | None = None
    """What it was measured with: others count by their cores and clock; left out, all alike."""
    memory: MeasuredMemory | None = None
    """What it was measured with: other modules count by their rate; left out, all alike."""
    read_bandwidth: Annotated[Stated[PositiveByteRate], gives("measured_read_bandwidth")]
    """Read bandwidth with all measured channels."""
    write_bandwidth: Annotated[Stated[PositiveByteRate], gives("measured_write_bandwidth")]
    """Write bandwidth with all measured channels."""
    channels: Annotated[Stated[PositiveCount], gives("measured_channels")]
    """Memory channels in the first measurement."""
    fewer_channels: Annotated[Stated[PositiveCount], gives("reduced_channels")]
    """Memory channels in the second measurement."""
    write_bandwidth_with_fewer: Annotated[
        Stated[PositiveByteRate], gives("reduced_write_bandwidth")
    ]
    """Write bandwidth with fewer channels."""

    @model_validator(mode="after")
    def _differ(self) -> Self:
        fewer, all_ = self.fewer_channels.value, self.channels.value
        if fewer >= all_:
            raise ValueError("'fewer_channels' must be below 'channels'")
        rate, slower = self.write_bandwidth.value, self.write_bandwidth_with_fewer.value
        if not rate * fewer <= slower * all_ <= rate * all_:
            raise ValueError(
                "'write_bandwidth_with_fewer' can't be more than 'write_bandwidth', nor lose more "
                "than the channels do"
            )
        return self
