"""Sizes of files by class, as tools that walk a file system count them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from model.installed.reading import Reading
from model.records import dataclass
from model.units.figures import show

KIND = "file-sizes"
OPEN_CLASS = 4
"""An open class is taken to end at this multiple of its begin."""
STEPS = 60
"""Halvings that place the sizes of files in their classes."""


@dataclass(frozen=True)
class SizeClass:
    """Files above `low` and up to `high` bytes; `size` is what all of them hold."""

    low: int
    high: int | None
    files: int
    size: int | None = None

    def typical(self, place: float) -> float:
        """Return a size in the class: 0 is its begin, 1 its end."""
        high = self.low * OPEN_CLASS if self.high is None else self.high
        if self.low == 0 or high <= self.low:
            return self.low + place * (high - self.low)
        return float(self.low ** (1 - place) * high**place)


@dataclass(frozen=True)
class FileSizes:
    """The files of a file system by size; `total` is what all of them hold, where it is known."""

    classes: tuple[SizeClass, ...] = field(default=())
    total: int | None = None

    @property
    def count(self) -> int:
        """Number of files."""
        return sum(one.files for one in self.classes)

    def sizes(self) -> list[tuple[int, int]]:
        """Return size and number of files of each class that has some.

        Where a class doesn't tell what its files hold, their size lies at the same place of each
        class: where the total is met, or in the middle.
        """
        place = self._place()
        sizes: dict[int, int] = {}
        for one in self.classes:
            if one.files:
                known = one.size is not None
                size = one.size / one.files if one.size is not None else one.typical(place)
                if known and one.high is not None:
                    size = min(max(size, one.low), one.high)
                sizes[round(size)] = sizes.get(round(size), 0) + one.files
        return sorted(sizes.items())

    def _place(self) -> float:
        open_ = [one for one in self.classes if one.size is None and one.files]
        if self.total is None or not open_:
            return 0.5
        left = self.total - sum(one.size for one in self.classes if one.size is not None)
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            if math.fsum(one.files * one.typical(middle) for one in open_) < left:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    @property
    def mean(self) -> float | None:
        """Bytes of a file on average; None without files."""
        if not self.count:
            return None
        if self.total is not None:
            return self.total / self.count
        return math.fsum(size * files for size, files in self.sizes()) / self.count

    @property
    def is_assumed(self) -> bool:
        """Whether nothing tells what the files of a class hold."""
        return self.total is None and any(one.size is None and one.files for one in self.classes)

    @property
    def sentence(self) -> str:
        """As a person reads it."""
        if not self.count:
            return "0 files"
        mean = self.mean
        what = "unknown size" if mean is None else show(mean, "byte")
        small = sum(files for size, files in self.sizes() if size <= SMALL)
        small_share = f"{100 * small / self.count:.0f} % are 64 KiB or smaller"
        return f"{self.count:,} files of {what} on average; {small_share}"


SMALL = 64 * 1024


def reading_of(tool: str, found: FileSizes, warnings: Iterable[str] = ()) -> Reading:
    """Return what a tool counted, as programs read it."""
    notes = list(warnings)
    if found.is_assumed:
        notes.append("it doesn't say how much the files of a class hold: the middle is assumed")
    mean = found.mean
    reading: dict[str, Any] = {
        "tool": tool,
        "files": found.count,
        "total_bytes": found.total,
        "mean_file_bytes": None if mean is None else round(mean),
        "classes": [
            {"above_bytes": one.low, "up_to_bytes": one.high, "files": one.files, "bytes": one.size}
            for one in found.classes
        ],
    }
    return Reading(KIND, reading, tuple(notes), found)


def bounded(bounds: Sequence[int], counts: Sequence[int], total: int | None = None) -> FileSizes:
    """Return files up to each bound, and those above the last."""
    lows = [0, *bounds]
    highs: list[int | None] = [*bounds, None]
    classes = (SizeClass(*one) for one in zip(lows, highs, counts, strict=False))
    return FileSizes(tuple(classes), total)
