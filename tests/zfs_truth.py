"""Reads the tables of real pools: what they were made of, and what their kernel said."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TRUTH = Path(__file__).parent / "truth"
DRIVES = re.compile(r"(\d+)x(\d+)")
DISK = re.compile(r"disk\((\d+)\)")
BEFORE_FEATURES = 512 * 2**10
"""Bytes that a pool without features (`-d`) has less, at most: blocks that are being freed."""
SPECIAL_METADATA = 2**20
"""Bytes of metadata on an empty pool's special vdev, at most, that count as available since 2.4."""


@dataclass(frozen=True)
class Truth:
    """A pool that was made, and what its kernel said."""

    case: str
    release: str
    kind: str
    vdevs: tuple[tuple[str, tuple[int, ...]], ...]
    ashift: int
    partitioning: str
    options: str
    size: int
    available: int
    asize: int
    shift: int

    @property
    def tolerance(self) -> int:
        """How many bytes of USED + AVAIL no closed formula gives."""
        if self.options == "-d":
            return BEFORE_FEATURES
        special = any(kind.startswith("special") for kind, _ in self.vdevs)
        return SPECIAL_METADATA if special and self.release in ("2.4.4", "next") else 0

    def __str__(self) -> str:
        return f"{self.case}-{self.release}"


def rows(file: str) -> Iterator[dict[str, str]]:
    """Give the rows of a table."""
    with (TRUTH / file).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def vdevs_of(text: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Split the arguments of `zpool create` into its vdevs."""
    found: list[tuple[str, list[int]]] = []
    words: list[str] = []
    for word in text.split():
        many, one = DRIVES.fullmatch(word), DISK.fullmatch(word)
        if many is None and one is None:
            words.append(word)
            continue
        if words or not found:
            found.append((" ".join(words) or "disk", []))
            words = []
        count, size = (int(many[1]), int(many[2])) if many else (1, int(one[1]))
        found[-1][1].extend([size] * count)
    return tuple((kind, tuple(drives)) for kind, drives in found)


@cache
def capacities() -> tuple[Truth, ...]:
    """Give every pool of the table of capacities."""
    return tuple(
        Truth(
            row["case"],
            row["openzfs"],
            row["class"],
            vdevs_of(row["layout"]),
            int(row["ashift"]),
            "linux" if row["backing"] == "whole-disk" else "none",
            row["options"],
            int(row["pool_size"]),
            int(row["used_plus_avail"]),
            int(row["first_vdev_asize"]),
            int(row["metaslab_shift"]),
        )
        for row in rows("openzfs.csv")
    )
