"""A pool as OpenZFS prints it: its vdevs, their places, and the figures of them.

A place of a vdev holds one drive. While a drive is replaced, two lines stand for one place, below
`replacing-N` or `spare-N`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Any

from model.records import dataclass

DRAID = re.compile(r"draid[123]:\d{1,3}d:\d{1,3}c(?::\d{1,3}w)?:(\d{1,3})s")
IS_VDEV = re.compile(
    rf"(mirror|raidz[123]?|{DRAID.pattern}|replacing|spare|indirect|hole|root)(?:-\d+)?"
)
"""Name of a vdev; `zpool list -v` prints its number since 2.1.3."""
_DRAID_SPARE = re.compile(r"draid[123]-\d+-\d+")
_PARTITIONS = (
    re.compile(r"(.+)-part\d+"),
    re.compile(r"(nvme\d+n\d+|mmcblk\d+|md\d+)p\d+"),
    re.compile(r"((?:sd|vd|xvd|hd)[a-z]+)\d+"),
    re.compile(r"((?:da|ada|nda|nvd|vtbd|mfid)\d+)p\d+"),
)
IN_PLACE = ("replacing", "spare")
FAILED = ("FAULTED", "UNAVAIL", "REMOVED", "OFFLINE", "CANT_OPEN")
CLASSES = {
    "special": "special",
    "dedup": "dedup",
    "log": "log",
    "logs": "log",
    "cache": "cache",
    "l2cache": "cache",
    "spare": "spare",
    "spares": "spare",
}
"""Class of vdevs by the heading above them."""
_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)([BKMGTPEZ]?)")
_POWERS = "BKMGTPEZ"


NO_VDEVS = ("indirect", "hole")
"""Kinds of what is left of removed vdevs."""
DEEPEST = 8
"""Nesting of vdevs that no pool exceeds."""


@dataclass(frozen=True)
class Size:
    """A number of bytes; not exact if it was printed with a unit."""

    bytes: int
    exact: bool = True


def size_of(printed: Any) -> Size | None:
    """Return the size that a program printed: whole bytes, or a rounded figure such as 16.4T."""
    if isinstance(printed, int) and not isinstance(printed, bool):
        return Size(printed) if 0 <= printed < 2**64 else None
    found = _SIZE.fullmatch(printed[:40]) if isinstance(printed, str) else None
    if found is None:
        return None
    number = found[1].replace(",", ".")  # as the language of the system writes it
    value = round(float(number) * 1024 ** (_POWERS.index(found[2]) if found[2] else 0))
    return Size(value, found[2] in ("", "B") and "." not in number) if value < 2**64 else None


@dataclass(frozen=True)
class Vdev:
    """A vdev or a drive. The name of a drive identifies it, and is never shown."""

    name: str = field(repr=False)
    kind: str
    state: str = ""
    children: tuple[Vdev, ...] = ()
    size: Size | None = None
    allocated: Size | None = None
    usable: Size | None = None
    """Space by the ratio of the vdev (`def_space`)."""
    device: Size | None = None
    """Space of a drive (`phys_space`)."""
    width_before: int | None = None
    """Drives of a RAIDZ vdev at its creation, if it was expanded since."""

    @property
    def is_drive(self) -> bool:
        """Whether it is a drive, or stands for the place of one."""
        return self.kind == "disk" or self.kind in IN_PLACE

    @property
    def places(self) -> tuple[Vdev, ...]:
        """The places for drives of a vdev at the top."""
        return (self,) if self.is_drive else self.children

    @property
    def has_failed(self) -> bool:
        """Whether the drive of a place failed, or is being replaced."""
        return self.kind in IN_PLACE or self.state in FAILED

    def drives(self) -> Iterator[Vdev]:
        """Return each drive, also the two of a place."""
        if self.kind == "disk":
            yield self
        for child in self.children:
            yield from child.drives()

    @property
    def layout(self) -> str:
        """Kind and width, such as raidz2:6."""
        if self.is_drive:
            return "disk"
        return self.kind if DRAID.fullmatch(self.kind) else f"{self.kind}:{len(self.places)}"


@dataclass(frozen=True)
class Pool:
    """A pool with its vdevs by class."""

    name: str
    state: str
    vdevs: tuple[tuple[str, Vdev], ...]
    size: Size | None = None
    allocated: Size | None = None
    expanded: str = ""
    """Name of the vdev whose expansion the output tells of."""
    is_cut: bool = False
    """Whether lines are missing at its end."""
    cut: str = ""
    """What shows that a list lacks vdevs or drives."""
    ends_open: bool = False
    """Whether the last vdev of a list may have more drives: nothing follows them."""

    @property
    def width_before(self) -> int | None:
        """Drives at creation of the first vdev that was expanded."""
        return next((x.width_before for x in self.of_class("data") if x.width_before), None)

    def of_class(self, *classes: str) -> Iterator[Vdev]:
        """Return the vdevs at the top of some classes."""
        return (vdev for name, vdev in self.vdevs if name in classes)

    @property
    def layout(self) -> str:
        """The vdevs for data, special and dedup, as `zfs_pool` reads them."""
        counts: dict[str, int] = {}
        for name, vdev in self.vdevs:
            if name in ("data", "special", "dedup"):
                text = f"{'' if name == 'data' else name + ' '}{vdev.layout}"
                counts[text] = counts.get(text, 0) + 1
        return " + ".join(f"{n} x {text}" if n > 1 else text for text, n in counts.items())

    @property
    def spares(self) -> tuple[Vdev, ...]:
        """Hot spares that are drives."""
        return tuple(x for x in self.of_class("spare") if not _DRAID_SPARE.fullmatch(x.name))

    @property
    def distributed_spares(self) -> int:
        """Spares inside of dRAID vdevs."""
        shapes = (DRAID.fullmatch(vdev.kind) for vdev in self.of_class("data"))
        return sum(int(shape[1]) for shape in shapes if shape)

    def figures(self) -> dict[str, Any]:
        """Return the figures of the vdevs, by the names of a reading."""
        built = ("data", "special", "dedup")
        data = [(name, vdev) for name, vdev in self.vdevs if name in built]
        places = [x for vdev in self.of_class(*built, "log") for x in vdev.places]
        return {
            "pool": self.name,
            "layout": self.layout,
            "data_drives": [
                {
                    "count": len(vdev.places),
                    "type": "disk" if vdev.is_drive else vdev.kind,
                    "class": name,
                }
                for name, vdev in data
            ],
            "hot_spares": len(self.spares),
            "hot_spares_in_use": sum(spare.state == "INUSE" for spare in self.spares),
            "drives_failed_or_being_replaced": sum(place.has_failed for place in places),
            "distributed_spares": self.distributed_spares,
            "log_drives": sum(len(vdev.places) for vdev in self.of_class("log")),
            "cache_drives": sum(1 for _ in self.of_class("cache")),
        }


NAMELESS = (
    "vdevs have numbers in place of names such as raidz2-0, so that their kind is unknown: run the "
    "command without -g"
)


def is_nameless(vdevs: Iterable[tuple[str, Vdev]]) -> bool:
    """Whether a vdev with drives has no name that tells its kind, as with `-g`."""
    found = [vdev for _, vdev in vdevs]
    while found:
        one = found.pop()
        if one.kind == "disk" and one.children:
            return True
        found += one.children
    return False


def kind_of(name: str, *, has_children: bool) -> str:
    """Return the kind of a vdev by its name; a drive without children is a disk."""
    found = (
        IS_VDEV.fullmatch(name) if has_children or name.startswith(("indirect-", "hole-")) else None
    )
    if found is None:
        return "disk"
    return "raidz1" if found[1] == "raidz" else found[1]


def drive_name(path: str) -> str:
    """Return the name of the drive of a partition or a path."""
    name = path.rpartition("/")[2]
    for pattern in _PARTITIONS:
        if found := pattern.fullmatch(name):
            return found[1]
    return name


def property_of(item: dict[str, Any], name: str) -> Any:
    """Return a property as JSON of zpool and zfs writes it; None if it isn't there."""
    properties = item.get("properties")
    found = properties.get(name) if isinstance(properties, dict) else None
    return found.get("value") if isinstance(found, dict) else None


@dataclass(frozen=True)
class Row:
    """A line of a table of vdevs: its indentation, and a vdev without children."""

    depth: int
    vdev: Vdev


def nested(rows: Iterable[Row]) -> tuple[Vdev, ...]:
    """Build the vdevs of rows by their indentation; kinds follow from names."""
    tops: list[Vdev] = []
    open_: list[tuple[int, Vdev, list[Vdev]]] = []

    def close(depth: int) -> None:
        while open_ and open_[-1][0] >= depth:
            _, vdev, children = open_.pop()
            kind = kind_of(vdev.name, has_children=bool(children))
            name = drive_name(vdev.name) if kind == "disk" else vdev.name
            done = replace(vdev, name=name, kind=kind, children=tuple(children))
            if kind not in NO_VDEVS:
                (open_[-1][2] if open_ else tops).append(done)

    for row in rows:
        close(row.depth)
        open_.append((row.depth, row.vdev, []))
    close(-1)
    return tuple(tops)
