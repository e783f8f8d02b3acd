"""Drives of outputs among those of the catalog: by model and size, or not at all.

By size alone a drive is never matched: its bandwidth would be a guess.
"""

from __future__ import annotations

import re
from functools import lru_cache

from model.parts.catalog import load_catalog
from model.records import dataclass

SAME_SIZE = 0.005
"""Relative difference of sizes of one drive."""
_SHORTEST = 6
"""Letters of a model number that tell a drive from others."""
_NUMBER = re.compile(rf"[a-z0-9-]{{{_SHORTEST},}}")


@dataclass(frozen=True)
class Match:
    """The key of a part, how it was found, and others of the same size."""

    key: str | None
    because: str
    of_size: tuple[str, ...] = ()


@lru_cache(1024)
def matched(model: str, size: int, *, flash: bool) -> Match:
    """Return the part of a model of a size."""
    near = {
        key: number
        for key, (capacity, number) in _drives(flash).items()
        if abs(capacity / size - 1) <= SAME_SIZE
    }
    text = model.casefold()
    fit = [key for key, numbers in near.items() if any(number in text for number in numbers)]
    if len(fit) == 1:
        return Match(fit[0], "model and size agree", tuple(near))
    if fit:
        return Match(None, f"{len(fit)} drives in the catalog have this model and size", tuple(fit))
    return Match(None, "no drive of this model is in the catalog", tuple(near))


@lru_cache(2)
def _drives(flash: bool) -> dict[str, tuple[float, frozenset[str]]]:
    """Return capacity and model numbers of the catalog's drives."""
    catalog = load_catalog(needs=())
    found = {}
    for key in catalog.keys_of_kind("ssd" if flash else "hdd"):
        part = catalog.part(key)
        capacity = catalog.figures(key).get("capacity")
        if not capacity:
            continue
        words = _NUMBER.findall(f"{getattr(part, 'number', '') or ''} {part.model}".casefold())
        numbers = frozenset(word for word in words if any(x.isdigit() for x in word))
        found[key] = capacity, numbers
    return found
