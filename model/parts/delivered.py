"""What measured systems delivered of their upper bound: the evidence for efficiencies of stages."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, TypeAdapter

from model.parts.cache import recalled
from model.reading.documents import read_document, validate
from model.reading.fields import ByteRate, Strict

FILE = Path(__file__).parents[2] / "catalogs/efficiencies/measured.yaml"


class Delivered(Strict):
    """What a system delivered one way, beside the upper bound that its parts leave it.

    Systems of one `family` count as one: sizes or generations of a machine, or runs of one.
    """

    system: str = Field(min_length=1)
    """Name of the scenario."""
    family: str = Field(min_length=1)
    """Name that systems of one kin share."""
    software: str
    """File system, as a scenario names it."""
    on_zfs: bool = False
    """Whether its targets are ZFS."""
    way: Literal["read", "write"]
    """Direction."""
    stage: str
    """Stage that limits."""
    kind: Literal["drives", "array", "wire", "server", "clients"]
    """Class of the stage that limits."""
    measured: ByteRate
    """Bandwidth that its owner or vendor published."""
    bound: ByteRate
    """Upper bound by its parts."""

    @property
    def share(self) -> float:
        """Share of the upper bound that was delivered (of 1)."""
        return self.measured / self.bound


@cache
def delivered() -> tuple[Delivered, ...]:
    """Return the evidence of the catalog.

    Raises
    ------
    InputError
        The file isn't as it should be.
    """
    return recalled("delivered", _read)


def _read() -> tuple[Delivered, ...]:
    name = f"catalogs/efficiencies/{FILE.name}"
    file = TypeAdapter(tuple[Delivered, ...])
    return validate(file, read_document(FILE.read_bytes(), name))
