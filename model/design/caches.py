"""The schema of how caches are used, of rates of metadata, and of latencies by level."""

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
"""Above it caches would hardly ever drain."""


class CacheUse(Strict):
    """What is known of caches at work; with a hit rate, what clients get of them is planned."""

    read_hit: Annotated[Stated[Fraction] | None, gives("cache_read_hit")] = None
    """Share of what clients read that the caches serve."""
    write_hit: Annotated[Stated[Fraction] | None, gives("cache_write_hit")] = None
    """Share of what clients write that the caches take."""
    read_bandwidth: Annotated[
        Stated[PositiveByteRate] | None,
        gives("cache_drive_read_bandwidth", figure="read_bandwidth"),
    ] = None
    """Reading rate of one cache drive; in place of the catalog's."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None,
        gives("cache_drive_write_bandwidth", figure="write_bandwidth"),
    ] = None
    """Writing rate of one cache drive; in place of the catalog's."""
    mode: Literal["writeback", "writethrough"] = "writeback"
    """Writeback: a write is done when the cache has it. Writethrough: when the drive has, too."""
    combine: Literal["shared", "overlapped"] = "shared"
    """Shared: hits and misses in turn, times add. Overlapped: at once, the slower limits."""
    read_latency: Annotated[
        Stated[PositiveSeconds] | None, gives("cache_read_latency", figure="read_latency")
    ] = None
    """Time of a read from the cache; in place of the catalog's."""
    drive_latency: Annotated[Stated[PositiveSeconds] | None, gives("drive_read_latency")] = None
    """Time of a read from a drive behind the cache."""
    drain_share: Annotated[Stated[Fraction] | None, gives("drain_share")] = None
    """Share of the drives' free rate at which caches drain while clients write; 1 unless stated."""
    background_share: Annotated[Stated[Fraction] | None, gives("background_share")] = None
    """Share of the drives' rate that clients take while caches drain after a burst."""
    burst: Annotated[Stated[PositiveBytes] | None, gives("burst_size")] = None
    """What clients write in one burst."""

    @property
    def is_rated(self) -> bool:
        """Tell whether a hit rate is stated."""
        return self.read_hit is not None or self.write_hit is not None

    @model_validator(mode="after")
    def _bursts_go_into_the_cache(self) -> Self:
        if self.background_share is not None and self.background_share.value > MOST_BACKGROUND:
            raise ValueError("'background_share' above 99 % leaves no rate to drain the caches at")
        for name in ("burst", "drain_share", "background_share"):
            if getattr(self, name) is None:
                continue
            if self.mode == "writethrough":
                raise ValueError(f"'{name}' is for 'mode: writeback': writethrough absorbs nothing")
            if self.write_hit is None:
                raise ValueError(f"'{name}' needs 'write_hit', the share that the caches take")
        for name in ("combine", "mode", "read_bandwidth", "write_bandwidth", "read_latency"):
            if name in self.model_fields_set and not self.is_rated:
                raise ValueError(f"'{name}' needs 'read_hit' or 'write_hit', which it serves")
        return self


class MetadataRates(Strict):
    """Rates of metadata as measured on some targets; other counts of targets are scaled."""

    create: Annotated[Stated[Iops] | None, gives("measured_create_rate")] = None
    """Files created in a second."""
    stat: Annotated[Stated[Iops] | None, gives("measured_stat_rate")] = None
    """Files looked at in a second."""
    read: Annotated[Stated[Iops] | None, gives("measured_read_rate")] = None
    """Files opened and read in a second."""
    remove: Annotated[Stated[Iops] | None, gives("measured_remove_rate")] = None
    """Files removed in a second."""
    mdts: Annotated[Stated[PositiveCount] | None, gives("measured_mdts")] = None
    """Metadata targets in the measurement; one unless stated."""
    scaling: Annotated[Stated[Share] | None, gives("mdt_scaling")] = None
    """What each further target adds, as a share of the first one's rate; 1, an upper bound."""

    @model_validator(mode="after")
    def _has_a_rate(self) -> Self:
        if not any((self.create, self.stat, self.read, self.remove)):
            raise ValueError("write at least one of create, stat, read, remove: files a second")
        return self


class Level(Strict):
    """A level of storage and how far it is from the processor."""

    name: Name
    """Name of the level, as in 'DRAM'."""
    cycles: Annotated[Stated[PositiveFactor], gives("access_cycles")]
    """Cycles of the clock that an access takes."""


class Latencies(Strict):
    """Latency by level, from a processor's cache to tape."""

    clock: Annotated[Stated[PositiveHertz] | None, gives("clock", of="latencies")] = None
    """Clock whose cycles are counted; 3 GHz unless stated."""
    levels: Annotated[tuple[Level, ...], Field(min_length=1, max_length=64)]
    """The levels, the nearest first."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [level.name for level in self.levels]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two levels have the name '{twice[0]}': names must differ")
        return self
