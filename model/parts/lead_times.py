"""Lead times by kind of part, dated: how long after the order parts arrive."""

import datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from model.parts.cache import recalled
from model.parts.parts import Source
from model.parts.prices import last_day
from model.reading.documents import read_document, validate
from model.reading.fields import PositiveSeconds, Strict

FILE = Path(__file__).parents[2] / "catalogs/lead_times/dated.yaml"
NAME = f"catalogs/lead_times/{FILE.name}"

Ordered = Literal["disks", "flash", "memory", "servers", "network"]
"""Kinds of parts that have lead times of their own."""
KINDS: dict[str, Ordered] = {
    "hdd": "disks",
    "ssd": "flash",
    "memory": "memory",
    "server": "servers",
    "nic": "network",
    "switch": "network",
}
"""The kind of each part of the catalog."""


class DatedLeadTime(Strict):
    """Published lead time of a kind of part."""

    of: Ordered
    """Kind of part."""
    shortest: PositiveSeconds | None = None
    """Shortest published time."""
    longest: PositiveSeconds
    """Longest published time."""
    text: str = Field(min_length=3)
    """Lead time as published."""
    date: Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]
    """Date of the publication; a year or a month counts as its last day."""
    source: Source
    """Publication."""


@cache
def lead_times() -> tuple[DatedLeadTime, ...]:
    """Return the lead times of the catalog; raise `InputError` if the file is faulty."""
    return recalled("lead times", _read)


def _read() -> tuple[DatedLeadTime, ...]:
    file = TypeAdapter(tuple[DatedLeadTime, ...])
    return validate(file, read_document(FILE.read_bytes(), NAME))


def lead_time(of: str, on: datetime.date | None) -> DatedLeadTime | None:
    """Return the latest lead time of a kind up to a day; None if there is none."""
    known = [one for one in lead_times() if one.of == of and (on is None or one.date <= on)]
    return max(known, key=lambda one: one.date, default=None)
