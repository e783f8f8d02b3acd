"""The schema of what is known of a tier that is entered as a whole."""

from typing import Annotated, Self

from pydantic import model_validator

from model.kinds.files import Histogram
from model.kinds.kind import Words
from model.reading.binding import gives
from model.reading.fields import ByteRate, Bytes, Figure, Nines, PositiveFactor, Stated, Strict

Risk = Annotated[float, Figure("1", least=0.0, most=0.999999)]
STEP_WORDS: Words = {
    "raw_capacity": ("", "Capacity of the drives as sold, if stated."),
}


class Given(Strict):
    """Known figures of a tier whose drives and servers are unknown."""

    capacity: Annotated[Stated[Bytes], gives("given_capacity")]
    """Enter what is usable."""
    raw_capacity: Annotated[Stated[Bytes] | None, gives("given_raw_capacity")] = None
    read_bandwidth: Annotated[Stated[ByteRate] | None, gives("given_read_bandwidth")] = None
    write_bandwidth: Annotated[Stated[ByteRate] | None, gives("given_write_bandwidth")] = None
    availability: Annotated[Stated[Nines] | None, gives("stated_availability")] = None
    """As in a contract. Leave empty if it is unknown."""
    loss_probability: Annotated[Stated[Risk] | None, gives("stated_loss_probability")] = None
    """Leave empty if it is unknown."""
    inodes: Annotated[Stated[PositiveFactor] | None, gives("given_inodes")] = None
    """For metadata tiers only."""
    allocation_unit: Annotated[Stated[Bytes] | None, gives("allocation_unit")] = None
    """Required with 'files'."""
    files: Histogram = ()
    """File sizes, to compute the space lost to allocation units."""

    @property
    def kind(self) -> str:
        """A tier of which nothing else is known."""
        return "given"

    @model_validator(mode="after")
    def _has_a_unit(self) -> Self:
        if self.files and self.allocation_unit is None:
            raise ValueError("'files' need 'allocation_unit': write one, as in '128 KiB'")
        if self.raw_capacity and self.raw_capacity.value < self.capacity.value:
            raise ValueError("'raw_capacity' can't be below 'capacity'")
        return self

    @property
    def step_words(self) -> Words:
        """What its capacity is that nobody measured by parts."""
        return STEP_WORDS
