"""Schema of further stages of the bandwidth chain (CPU, NUMA, fabric), and of measurements.

CPU work, NUMA and fabric are entered; the CPU and memory limit may be fitted to two measurements.
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
    """Work of the cores per byte: checksums, parity, encryption, compression."""

    name: Name
    """Name of the task."""
    rate: Annotated[Stated[PositiveByteRate], gives("task_rate")]
    """For example from `openssl speed` or the ZFS benchmarks."""
    read: Annotated[Stated[Factor] | None, gives("task_read_share")] = None
    """Default: 1."""
    write: Annotated[Stated[Factor] | None, gives("task_write_share")] = None
    """Default: 1."""


class Processing(Strict):
    """Bandwidth that CPU and memory of a server can serve, if no calibration is available."""

    like: str | None = None
    """Catalog key of a measured server: evidence beside comparable systems, and never a bound.
    Replaces all other fields; scaled if the catalog gives the scaling.
    """
    read_rate: Annotated[Stated[PositiveByteRate] | None, gives("processor_read_rate")] = None
    write_rate: Annotated[Stated[PositiveByteRate] | None, gives("processor_write_rate")] = None
    cores: Annotated[Stated[PositiveCount] | None, gives("cores_per_server")] = None
    """Those that execute `tasks`."""
    tasks: Annotated[tuple[Task, ...], Field(max_length=16)] = ()
    """Work of the cores per byte, executed in sequence. Use instead of the rates."""
    memory_read_traffic: Annotated[Stated[PositiveFactor] | None, gives("memory_read_traffic")] = (
        None
    )
    memory_write_traffic: Annotated[
        Stated[PositiveFactor] | None, gives("memory_write_traffic")
    ] = None
    combine: Literal["shared", "overlapped"] = "shared"
    """Shared: CPU and memory times add. Overlapped: the slower one limits."""

    @model_validator(mode="after")
    def _says_rates_once(self) -> Self:
        if self.like is not None and len(self.model_fields_set) > 1:
            raise ValueError("write either 'like' or the rates of CPU and memory")
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
    """Links between the processors of a server."""

    links: Annotated[Stated[PositiveCount], gives("numa_links")]
    link_bandwidth: Annotated[Stated[PositiveByteRate], gives("numa_link_bandwidth")]
    """In each direction."""
    crossing: Annotated[Stated[Share] | None, gives("numa_crossing")] = None
    """Default: one half."""


class Shared(Strict):
    """A component shared by all servers of a tier on the path to clients."""

    count: Stated[PositiveCount]
    """Number of these."""
    bandwidth: Stated[PositiveByteRate]
    """Bandwidth of one in each direction."""


class Fabric(Strict):
    """Components shared by all servers of a tier on the path to clients. The slowest one limits."""

    links: Annotated[Stated[PositiveCount] | None, gives("fabric_links")] = None
    """Count those in use."""
    link_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("fabric_link_bandwidth")] = (
        None
    )
    """In each direction."""
    routers: Annotated[Shared | None, gives_each(count="routers", bandwidth="router_bandwidth")] = (
        None
    )
    """Routers or gateways (LNET) between the tier and its clients."""
    uplinks: Annotated[Shared | None, gives_each(count="uplinks", bandwidth="uplink_bandwidth")] = (
        None
    )
    """Uplinks from the tier's leaf switches to the spine. Fewer uplinks than ports means
    oversubscription.
    """
    clients: Annotated[Shared | None, gives_each(count="clients", bandwidth="client_bandwidth")] = (
        None
    )
    """Clients that read or write at the same time, and the bandwidth of one."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.links is None) != (self.link_bandwidth is None):
            raise ValueError("write 'links' and 'link_bandwidth', or neither")
        if not any((self.links, self.routers, self.uplinks, self.clients)):
            raise ValueError("write 'links', 'routers', 'uplinks' or 'clients'")
        return self


class Streams(Strict):
    """Streams of clients: processes that read or write a file each, at once. Few of them limit the
    bandwidth.
    """

    count: Annotated[Stated[PositiveCount], gives("streams")]
    read_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("typical_stream_read_bandwidth")
    ] = None
    """Leave empty to use what one stream got on measured systems with this file system."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("typical_stream_write_bandwidth")
    ] = None
    """Leave empty to use what one stream got on measured systems with this file system."""


class MeasuredTarget(Strict):
    """Bandwidth measured at one target. Replaces the value computed from its drives."""

    read_bandwidth: Annotated[Stated[PositiveByteRate], gives("target_read_bandwidth")]
    write_bandwidth: Annotated[Stated[PositiveByteRate], gives("target_write_bandwidth")]


class MeasuredProcessors(Strict):
    """Processors of a measured server."""

    part: str
    """Catalog key of the part."""
    per_server: Annotated[Stated[PositiveCount], gives("measured_cpus")]


class MeasuredMemory(Strict):
    """Memory of a measured server."""

    part: str
    """Catalog key of the module."""


class Calibration(Strict):
    """Two measurements of one server that differ only in the number of memory channels."""

    processors: MeasuredProcessors | None = None
    """Processors used in the measurement. Others are scaled by cores and clock. Leave empty if they
    are the same.
    """
    memory: MeasuredMemory | None = None
    """Memory used in the measurement. Other modules are scaled by their rate. Leave empty if it is
    the same.
    """
    read_bandwidth: Annotated[Stated[PositiveByteRate], gives("measured_read_bandwidth")]
    """First measurement, with more memory channels."""
    write_bandwidth: Annotated[Stated[PositiveByteRate], gives("measured_write_bandwidth")]
    """First measurement, with more memory channels."""
    channels: Annotated[Stated[PositiveCount], gives("measured_channels")]
    """First measurement."""
    fewer_channels: Annotated[Stated[PositiveCount], gives("reduced_channels")]
    """Fewer than 'channels'."""
    write_bandwidth_with_fewer: Annotated[
        Stated[PositiveByteRate], gives("reduced_write_bandwidth")
    ]
    """Second measurement."""

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
