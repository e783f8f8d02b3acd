"""A tier of a scenario that follows from outputs, with what they don't state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from model.installed.capacity_checks import Check
from model.installed.occupancy import Occupancy
from model.installed.reading import Reading
from model.records import dataclass

LONGEST_NAME = 40


@dataclass(frozen=True)
class TierDraft:
    """A tier as its scenario writes it; questions have paths inside the tier."""

    tier: dict[str, Any]
    questions: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    occupancy: Occupancy | None = None
    checks: tuple[Check, ...] = ()
    family: str = ""
    """The file system, where its targets may be pools that other outputs describe."""


T = TypeVar("T")


def found_in(readings: Iterable[Reading], kind: str, of: type[T]) -> list[T]:
    """Return what readers of a kind found."""
    return [one.found for one in readings if one.kind == kind and isinstance(one.found, of)]


def tier_name(text: str | None, otherwise: str) -> str:
    """Write a name of a file system or pool so that a scenario accepts it as a tier's."""
    name = re.sub(r"[^A-Za-z0-9 -]+", "-", text or "").strip(" -")[:LONGEST_NAME].strip(" -")
    return name or otherwise


def exact(size: int) -> str:
    """Write bytes without rounding."""
    return f"{size} B"


def known(value: str | int, because: str) -> dict[str, Any]:
    """Write a figure with the output that it is from."""
    return {"value": value, "status": "measured", "because": because}


def assumed(value: str | int, because: str) -> dict[str, Any]:
    """Write a figure that no output states, until its question is answered."""
    return {"value": value, "status": "assumed", "because": because}
