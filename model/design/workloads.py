"""Schema of measured workloads with goals, and of file layouts."""

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
    """Bandwidth measured on one server under a workload."""

    name: Name
    """Name of the workload, such as 'XDD 1 MiB random read'."""
    way: Literal["read", "write"]
    """Read or write."""
    server_bandwidth: Annotated[Stated[PositiveByteRate], gives("workload_server_bandwidth")]


class Goal(Strict):
    """A required bandwidth, for any workload."""

    name: Name
    """Name of the goal."""
    bandwidth: Annotated[Stated[PositiveByteRate], gives("goal_bandwidth")]


class Workloads(Strict):
    """Workloads measured on one server, and goals to compare them with."""

    measured: Annotated[tuple[Workload, ...], Field(min_length=1, max_length=32)]
    """Workloads."""
    goals: Annotated[tuple[Goal, ...], Field(max_length=8)] = ()
    """Required bandwidth."""
    blocks_per_rack: Annotated[
        Stated[PositiveCount] | None, gives("blocks_per_rack", of="goals")
    ] = None
    """For goals counted in racks."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        for what, found in (("workloads", self.measured), ("goals", self.goals)):
            names = [one.name for one in found]
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
        return self


class Extent(Strict):
    """Part of a file and the number of targets it is striped over."""

    up_to: Stated[PositiveBytes] | None = None
    """File size at which this part ends. Leave empty in the last one."""
    targets: Annotated[Stated[PositiveCount], gives("extent_targets")]
    """This is its stripe count."""


class FileLayout(Strict):
    """Progressive file layout: the parts of a file in order."""

    extents: Annotated[tuple[Extent, ...], Field(min_length=1, max_length=16)]
    """Parts of a file."""
    sizes: Annotated[tuple[Stated[PositiveBytes], ...], Field(max_length=16)] = ()
    """File sizes for which bandwidth is reported. Leave empty to use the ends of the parts."""

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
