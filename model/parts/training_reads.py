"""What accelerators read in training, by workload, and what vendors' guides ask of storage."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter

from model.parts.cache import recalled
from model.parts.parts import Key, Source
from model.reading.documents import read_document, validate
from model.reading.fields import (
    Flag,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveSeconds,
    Share,
    Strict,
)

FOLDER = Path(__file__).parents[2] / "catalogs/training"


class Workload(Strict):
    """What one accelerator reads in a training."""

    key: Key
    """Key, as scenarios write it."""
    what: str = Field(min_length=3)
    """Model, and the accelerator."""
    sample_size: PositiveBytes
    """Mean bytes of a sample."""
    batch_samples: PositiveCount
    """Samples that an accelerator reads for a batch."""
    batch_time: PositiveSeconds
    """Time that it computes on a batch."""
    passes: Share
    """Share of the time that accelerators must compute for the benchmark to be passed."""
    benchmark: Flag = False
    """Whether a benchmark prescribes it: it then stands beside what vendors ask."""
    source: Source
    """Publication."""


class Guide(Strict):
    """What a vendor's guide asks of the storage for so many accelerators."""

    what: str = Field(min_length=3)
    """Guide, and its level."""
    accelerators: PositiveCount
    """Accelerators that the rates are for."""
    unit: PositiveCount
    """Accelerators of the unit in which it sizes."""
    read: PositiveByteRate
    """Read bandwidth of the storage."""
    write: PositiveByteRate
    """Write bandwidth of the storage."""
    source: Source
    """Publication."""


@cache
def workloads() -> dict[str, Workload]:
    """Return the workloads of the catalog by key; raise `InputError` if the file is faulty."""
    read = recalled("training reads", lambda: _read(Workload, "reads.yaml"))
    return {one.key: one for one in read}


@cache
def guides() -> tuple[Guide, ...]:
    """Return the guides of the catalog; raise `InputError` if the file is faulty."""
    return recalled("training guides", lambda: _read(Guide, "guides.yaml"))


def _read(schema: Any, name: str) -> Any:
    document = read_document((FOLDER / name).read_bytes(), f"catalogs/training/{name}")
    return validate(TypeAdapter(tuple[schema, ...]), document)
