"""The schema of what is known of a tier that is given as a whole."""

from typing import Annotated, Self

from pydantic import model_validator

from model.kinds.files import Histogram
from model.reading.binding import gives
from model.reading.fields import ByteRate, Bytes, PositiveFactor, Stated, Strict


class Given(Strict):
    """What is known of a tier whose drives and servers aren't."""

    capacity: Annotated[Stated[Bytes], gives("given_capacity")]
    """Capacity of its file system."""
    raw_capacity: Annotated[Stated[Bytes] | None, gives("given_raw_capacity")] = None
    """Capacity of its drives as sold."""
    read_bandwidth: Annotated[Stated[ByteRate] | None, gives("given_read_bandwidth")] = None
    """Measured reading rate of the whole tier."""
    write_bandwidth: Annotated[Stated[ByteRate] | None, gives("given_write_bandwidth")] = None
    """Measured writing rate of the whole tier."""
    inodes: Annotated[Stated[PositiveFactor] | None, gives("given_inodes")] = None
    """Files that it can hold the metadata of, for a tier that holds metadata."""
    allocation_unit: Annotated[Stated[Bytes] | None, gives("allocation_unit")] = None
    """Smallest allocation of its file system; needed with 'files'."""
    files: Histogram = ()
    """Sizes of the files, where what is lost to whole allocation units shall be counted."""

    @model_validator(mode="after")
    def _has_a_unit(self) -> Self:
        if self.files and self.allocation_unit is None:
            raise ValueError("'files' need 'allocation_unit': write one, as in '128 KiB'")
        if self.raw_capacity and self.raw_capacity.value < self.capacity.value:
            raise ValueError("'raw_capacity' can't be below 'capacity'")
        return self
