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
    servers: int | None = Field(default=None, ge=1)
    """Number of servers of the tier."""

    @property
    def share(self) -> float:
        """Share of the upper bound that was delivered (of 1)."""
        return self.measured / self.bound

    @property
    def of_server(self) -> float | None:
        """Measured bandwidth of one server; None if their number is unknown."""
        return self.measured / self.servers if self.servers else None


@cache
def delivered() -> tuple[Delivered, ...]:
    """Return the evidence of the catalog.

    Raises
    ------
    InputError
        The file isn't as it should be.
    """
    return recalled("delivered", _read)


def files_of_evidence() -> tuple[Path, ...]:
    """Return the file that is made from the scenarios, and those that others offered."""
    return (FILE, *sorted(one for one in FILE.parent.glob("*.yaml") if one != FILE))


def evidence_in(file: Path) -> tuple[Delivered, ...]:
    """Return the evidence in a file.

    Raises
    ------
    InputError
        The file isn't as it should be.
    """
    name = f"catalogs/efficiencies/{file.name}"
    return validate(TypeAdapter(tuple[Delivered, ...]), read_document(file.read_bytes(), name))


def _read() -> tuple[Delivered, ...]:
    return tuple(one for file in files_of_evidence() for one in evidence_in(file))
