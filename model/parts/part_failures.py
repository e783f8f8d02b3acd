"""How often parts other than drives fail, and how long repairs take: published, or assumed."""

from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from model.parts.cache import recalled
from model.parts.parts import Source
from model.reading.documents import read_document, validate
from model.reading.fields import Strict

FILE = Path(__file__).parents[2] / "catalogs/failure_rates/parts.yaml"
PARTS_FILE = f"catalogs/failure_rates/{FILE.name}"
Support = Literal["spares on site", "four hours", "next business day", "depot"]
"""How soon a failed part is replaced, as contracts call it."""


class PartFailure(Strict):
    """One default of `availability`: a rate, a time or a probability, with its band."""

    figure: str
    """Field of `availability` that it is the default of."""
    support: Support | None = None
    """Support class, for times to repair."""
    value: Any
    """Value, in the unit of the field."""
    low: Any
    """Lowest plausible value."""
    high: Any
    """Highest plausible value."""
    because: str
    """Reason."""
    source: Source | None = None
    """Publication. Without one, the value is assumed."""


@cache
def part_failures() -> tuple[PartFailure, ...]:
    """Return the defaults of the catalog; raise `InputError` if the file is faulty."""
    return recalled("part failures", _read)


def part_failure(figure: str, support: str | None = None) -> PartFailure:
    """Return the default of a field, for times to repair by support class."""
    return next(
        one for one in part_failures() if one.figure == figure and one.support in (None, support)
    )


def _read() -> tuple[PartFailure, ...]:
    file = TypeAdapter(tuple[PartFailure, ...])
    return validate(file, read_document(FILE.read_bytes(), PARTS_FILE))
