"""Schema of cache use, metadata rates, and latencies by level."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.reading.binding import gives
from model.reading.fields import (
    Figure,
    Fraction,
    Iops,
    Name,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    PositiveSeconds,
    Share,
    Stated,
    Strict,
)

PositiveHertz = Annotated[float, Figure("hertz", above=0.0)]
MOST_BACKGROUND = 0.99
"""Upper limit of the client load; above it, caches would hardly drain."""


class CacheUse(Strict):
    """Cache behaviour; with a hit rate, the client bandwidth includes the effect of the cache."""

    read_hit: Annotated[Stated[Fraction] | None, gives("cache_read_hit")] = None
    write_hit: Annotated[Stated[Fraction] | None, gives("cache_write_hit")] = None
    read_bandwidth: Annotated[
        Stated[PositiveByteRate] | None,
        gives("cache_drive_read_bandwidth", figure="read_bandwidth"),
    ] = None
    """Leave empty to use the catalog value."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None,
        gives("cache_drive_write_bandwidth", figure="write_bandwidth"),
    ] = None
    """Leave empty to use the catalog value."""
    mode: Literal["writeback", "writethrough"] = "writeback"
    """Writeback: a write completes when it is in the cache. Writethrough: when it is also on the
    drive.
    """
    combine: Literal["shared", "overlapped"] = "shared"
    """Shared: hits and misses are served in turn, so their times add. Overlapped: at the same time,
    so the slower one limits.
    """
    read_latency: Annotated[
        Stated[PositiveSeconds] | None, gives("cache_read_latency", figure="read_latency")
    ] = None
    """Leave empty to use the catalog value."""
    drive_latency: Annotated[Stated[PositiveSeconds] | None, gives("drive_read_latency")] = None
    """The drive is behind the cache."""
    drain_share: Annotated[Stated[Fraction] | None, gives("drain_share")] = None
    """Default: 1."""
    background_share: Annotated[Stated[Fraction] | None, gives("background_share")] = None
    burst: Annotated[Stated[PositiveBytes] | None, gives("burst_size")] = None

    @property
    def is_rated(self) -> bool:
        """Whether a hit rate is entered."""
        return self.read_hit is not None or self.write_hit is not None

    @model_validator(mode="after")
    def _bursts_go_into_the_cache(self) -> Self:
        if self.background_share is not None and self.background_share.value > MOST_BACKGROUND:
            raise ValueError("'background_share' above 99 % leaves no rate to drain the caches at")
        for name in ("burst", "drain_share", "background_share"):
            if getattr(self, name) is None:
                continue
            if self.mode == "writethrough":
                raise ValueError(
                    f"'{name}' requires 'mode: writeback': a writethrough cache absorbs no writes"
                )
            if self.write_hit is None:
                raise ValueError(
                    f"'{name}' requires 'write_hit', the share of writes that the caches absorb"
                )
        for name in ("combine", "mode", "read_bandwidth", "write_bandwidth", "read_latency"):
            if name in self.model_fields_set and not self.is_rated:
                raise ValueError(f"'{name}' needs 'read_hit' or 'write_hit', which it serves")
        return self


class MetadataRates(Strict):
    """Measured metadata rates. They are scaled to other numbers of targets."""

    create: Annotated[Stated[Iops] | None, gives("measured_create_rate")] = None
    stat: Annotated[Stated[Iops] | None, gives("measured_stat_rate")] = None
    read: Annotated[Stated[Iops] | None, gives("measured_read_rate")] = None
    remove: Annotated[Stated[Iops] | None, gives("measured_remove_rate")] = None
    mdts: Annotated[Stated[PositiveCount] | None, gives("measured_mdts")] = None
    """Default: 1."""
    scaling: Annotated[Stated[Share] | None, gives("mdt_scaling")] = None
    """1 is an upper bound."""

    @model_validator(mode="after")
    def _has_a_rate(self) -> Self:
        if not any((self.create, self.stat, self.read, self.remove)):
            raise ValueError("write at least one of create, stat, read, remove: files a second")
        return self


class Level(Strict):
    """A storage level and its latency from the processor."""

    name: Name
    """Name of the level, such as 'DRAM'."""
    cycles: Annotated[Stated[PositiveFactor], gives("access_cycles")]


class Latencies(Strict):
    """Latency by level, from a processor's cache to tape."""

    clock: Annotated[Stated[PositiveHertz] | None, gives("clock", of="latencies")] = None
    """Default: 3 GHz."""
    levels: Annotated[tuple[Level, ...], Field(min_length=1, max_length=64)]
    """Levels, nearest first."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [level.name for level in self.levels]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two levels have the name '{twice[0]}': names must differ")
        return self
