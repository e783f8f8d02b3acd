"""The schema of measured workloads with their goals, and of how files lie on targets."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.reading.binding import gives
from model.reading.fields import (
    Name,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    Stated,
    Strict,
)


class Workload(Strict):
    """What one server gave under a workload."""

    name: Name
    """What reads or writes, as in 'XDD 1 MiB random read'."""
    way: Literal["read", "write"]
    """Whether it reads or writes."""
    server_bandwidth: Annotated[Stated[PositiveByteRate], gives("workload_server_bandwidth")]
    """What one server gave, as measured."""


class Goal(Strict):
    """A bandwidth that is asked for, whatever the workload."""

    name: Name
    """Who asks, or how firmly."""
    bandwidth: Annotated[Stated[PositiveByteRate], gives("goal_bandwidth")]
    """What is asked for."""


class Workloads(Strict):
    """Workloads that were measured on one server, and goals to hold them against."""

    measured: Annotated[tuple[Workload, ...], Field(min_length=1, max_length=32)]
    """The workloads."""
    goals: Annotated[tuple[Goal, ...], Field(max_length=8)] = ()
    """What is asked for."""
    blocks_per_rack: Annotated[
        Stated[PositiveCount] | None, gives("blocks_per_rack", of="goals")
    ] = None
    """Building blocks in one rack, where goals shall be counted in racks."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        for what, found in (("workloads", self.measured), ("goals", self.goals)):
            names = [one.name for one in found]
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
        return self


class Extent(Strict):
    """A stretch of a file, and over how many targets it goes."""

    up_to: Stated[PositiveBytes] | None = None
    """Where it ends; the last one has no end."""
    targets: Annotated[Stated[PositiveCount], gives("extent_targets")]
    """Targets that it lies on: the stripe count."""


class FileLayout(Strict):
    """How files lie on targets: a progressive layout, the stretches in order."""

    extents: Annotated[tuple[Extent, ...], Field(min_length=1, max_length=16)]
    """The stretches of a file."""
    sizes: Annotated[tuple[Stated[PositiveBytes], ...], Field(max_length=16)] = ()
    """Sizes of one file to give the bandwidth of; the ends of the stretches unless said."""

    @model_validator(mode="after")
    def _grows(self) -> Self:
        ends = [extent.up_to.value if extent.up_to else None for extent in self.extents]
        if None in ends[:-1]:
            raise ValueError("only the last of 'extents' has no 'up_to'")
        if ends[-1] is not None:
            raise ValueError(
                "leave 'up_to' out of the last of 'extents': longer files lie on it, too"
            )
        known = [end for end in ends if end is not None]
        if known != sorted(set(known)):
            raise ValueError("each 'up_to' must be above the one before")
        return self
