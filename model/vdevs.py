"""Reads the text of a layout: "19 x raidz3:11", "12 x mirror:2", "raidz2:10 + raidz2:8"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

VdevKind = Literal["disk", "mirror", "raidz1", "raidz2", "raidz3"]

_GROUP = re.compile(
    r"(?:(?P<count>\d+)\s*[x*]\s*)?(?P<kind>disk|stripe|mirror|raidz[123]?)(?::(?P<width>\d+))?",
    re.IGNORECASE,
)
_WIDEST = 255
EXAMPLE = "write '19 x raidz3:11', '12 x mirror:2', '8 x disk' or 'raidz2:10 + raidz2:8'"


class LayoutError(ValueError):
    """The text is no layout that drives can have; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class VdevGroup:
    """So many equal vdevs: their kind, their drives, and the parity among these."""

    count: int
    kind: VdevKind
    width: int
    parity: int

    @property
    def data_drives(self) -> int:
        """Drives of one vdev that hold data, in a full stripe."""
        return 1 if self.kind == "mirror" else self.width - self.parity

    @property
    def columns(self) -> int:
        """Columns of one vdev as ZFS counts them."""
        return 1 if self.kind == "mirror" else self.width

    @property
    def survives(self) -> int:
        """Drives that one vdev can lose."""
        return self.width - 1 if self.kind == "mirror" else self.parity

    def __str__(self) -> str:
        text = self.kind if self.kind == "disk" else f"{self.kind}:{self.width}"
        return f"{self.count} x {text}" if self.count > 1 else text


def _group(text: str) -> VdevGroup:
    match = _GROUP.fullmatch(text)
    if match is None:
        raise LayoutError(f"'{text}' is no layout: {EXAMPLE}")
    count, kind = int(match["count"] or 1), match["kind"].lower()
    kind = {"stripe": "disk", "raidz": "raidz1"}.get(kind, kind)
    parity = int(kind[-1]) if kind.startswith("raidz") else 0
    if count < 1:
        raise LayoutError(f"'{text}': write at least 1 vdev")
    if kind == "disk":
        width = int(match["width"] or 1)
        return VdevGroup(count * width, "disk", 1, 0)
    if match["width"] is None:
        raise LayoutError(f"'{text}': say how many drives a vdev has, as in '{kind}:11'")
    width, least = int(match["width"]), max(2, parity + 1)
    if not least <= width <= _WIDEST:
        raise LayoutError(f"'{text}': a {kind} vdev has {least} to {_WIDEST} drives, not {width}")
    return VdevGroup(count, kind, width, parity)  # type: ignore[arg-type]  # matched above


def parse_layout(text: str) -> tuple[VdevGroup, ...]:
    """Read the text of one pool's layout.

    >>> [str(g) for g in parse_layout("19 x raidz3:11 + mirror:2")]
    ['19 x raidz3:11', 'mirror:2']

    Raises
    ------
    LayoutError
        The text is no layout; says what to write instead.
    """
    parts = [part.strip() for part in text.split("+")]
    if not text.strip() or not all(parts):
        raise LayoutError(f"'{text}' is no layout: {EXAMPLE}")
    return tuple(map(_group, parts))
