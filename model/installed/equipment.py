"""Enclosures of blocks, as far as `sg_ses` tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from model.installed import sg_ses
from model.installed.reading import FileReading
from model.installed.server_parts import part_of, plain_name
from model.installed.servers import Group, group_of
from model.records import dataclass


@dataclass(frozen=True)
class Enclosures:
    """The enclosures of a block, all of one model: its name, bays, and their number."""

    model: str = ""
    bays: int = 0
    count: int = 0

    def of(self, drives: int) -> dict[str, Any] | None:
        """Write the enclosures of so many drives; None if these don't divide among them."""
        if not self.count or drives % self.count or drives // self.count > self.bays:
            return None
        key = part_of("enclosure", self.model, {"bays": self.bays})
        if key is not None:
            return {"part": key, "per_block": self.count}
        name = plain_name(self.model) or "Installed enclosure"
        return {"name": name, "per_block": self.count, "bays": self.bays}


def enclosures_of(
    files: Iterable[FileReading], blocks: Mapping[Group, int]
) -> dict[int, Enclosures]:
    """Return the enclosures of each block whose servers list them, if all are of one model."""
    found: dict[int, dict[frozenset[str], tuple[str, int]]] = {}
    only = next(iter(set(blocks.values()))) if len(set(blocks.values())) == 1 else None
    for file in files:
        block = blocks.get(group_of(file), only)
        one = file.reading.found
        if block is not None and isinstance(one, sg_ses.Enclosure):
            model = f"{one.vendor} {one.product}", one.bays
            found.setdefault(block, {})[one.addresses] = model
    return {
        block: Enclosures(*models.pop(), len(each))
        for block, each in found.items()
        for models in [set(each.values())]
        if len(models) == 1
    }
