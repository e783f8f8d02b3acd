"""Kinds of vdevs, and the parser of layouts such as "19 x raidz3:11", "2 x draid2:8d:53c:3s"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from model.errors import quoted
from model.records import dataclass
from model.units.figures import grouped, parse
from model.zfs.releases import Release
from model.zfs.spellings import LayoutError as LayoutError
from model.zfs.spellings import meant, of_controller, parts_of

VdevKind = Literal["disk", "mirror", "raidz1", "raidz2", "raidz3", "draid1", "draid2", "draid3"]
Role = Literal["data", "special", "dedup", "log", "cache", "spare"]

_GROUP = re.compile(
    r"(?:(?P<count>\d+)\s*[x*\u00d7]\s*)?"
    r"(?:(?P<role>special|dedup|log|cache|spare)s?\s*)?"
    r"(?P<kind>disk|stripe|mirror|raidz[123]?|draid[123]?)?(?P<shape>(?::\w+)*)"
    r"(?:\s+of\s+(?P<drive>.+))?",
    re.IGNORECASE,
)
_SHAPE = re.compile(r":(\d+)([dcsw]?)")
_WIDEST = 255
_DIGITS = 10
MOST_DRIVES = 10**9
"""Upper limit of the number of drives."""
MOST_GROUPS = 256
"""Upper limit of the number of vdev kinds in a pool."""
_MOST_SPARES = 100
_DATA = 8
"""Data columns of a dRAID stripe by default, or fewer if the width requires it."""
_USUAL = {"mirror": 2, "raidz1": 5, "raidz2": 10, "raidz3": 11}
"""Drives of a vdev, for examples."""
SMALLEST = 2**26
"""Bytes of the smallest device that ZFS accepts."""
LARGEST = 2**62
"""Bytes of the largest device that is computed: 2^53 sectors of 512 byte, 4.6 EB."""
EXAMPLE = (
    "write '19 x raidz3:11', '12 x mirror:2', '8 x disk', 'draid2:8d:53c:3s' or "
    "'raidz2:10 + raidz2:8'"
)


@dataclass(frozen=True, slots=True)
class VdevGroup:
    """A group of equal vdevs: their kind, number of drives, and parity.

    `data` is the number of data columns of a dRAID stripe, `spares` that of its distributed spares.
    With failure domains, a dRAID vdev consists of several `failure_groups`, each with one drive of
    every domain.
    `drive` is the smallest drive of a vdev, `sold` the sum of its drives, both in bytes, if the
    layout includes them.
    """

    count: int
    kind: VdevKind
    width: int
    parity: int
    data: int = 0
    spares: int = 0
    role: Role = "data"
    drive: int | None = None
    sold: int | None = None
    failure_groups: int = 1

    @property
    def is_draid(self) -> bool:
        """Whether stripes are spread over more drives than they have columns."""
        return self.kind.startswith("draid")

    @property
    def data_drives(self) -> float:
        """Data drives of one vdev in a full stripe."""
        if self.is_draid:
            return (self.width - self.spares) * self.data / (self.data + self.parity)
        return 1 if self.kind == "mirror" else self.width - self.parity

    @property
    def columns(self) -> int:
        """Columns of one vdev as ZFS counts them."""
        return 1 if self.kind == "mirror" else self.width

    @property
    def survives(self) -> int:
        """Number of simultaneous drive failures that one vdev survives."""
        return self.width - 1 if self.kind == "mirror" else self.parity

    @property
    def failure_domains(self) -> int:
        """Drives of one failure group, each in another failure domain; all drives without them."""
        return self.width // self.failure_groups

    @property
    def capacity(self) -> int:
        """Nominal capacity of all drives of the group in bytes; 0 if the layout has none."""
        return self.count * (self.sold or self.width * (self.drive or 0))

    def __str__(self) -> str:
        shape = "" if self.kind == "disk" else f":{self.width}"
        if self.is_draid:
            width = f":{self.width}w" if self.failure_groups > 1 else ""
            shape = f":{self.data}d:{self.failure_domains}c{width}:{self.spares}s"
        role = "" if self.role == "data" else f"{self.role} "
        return (
            f"{self.count} x {role}{self.kind}{shape}"
            if self.count > 1
            else (f"{role}{self.kind}{shape}")
        )


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= _DIGITS else 10**_DIGITS


def read_shape(text: str, shape: str) -> Counter[str]:
    """Parse `:8d:53c:3s` or `:11`; a number without a letter is that of the drives."""
    parts = _SHAPE.findall(shape)
    found = Counter({letter.lower() or "drives": _number(number) for number, letter in parts})
    if len(parts) != len(found) or "".join(f":{n}{x}" for n, x in parts) != shape:
        raise LayoutError(f"{quoted(text)} is not a layout: {EXAMPLE}")
    return found


def draid(text: str, parity: int, shape: Counter[str], count: int = 1) -> VdevGroup:
    """Create dRAID vdevs: `c` drives, `s` spares, `d` data columns.

    With failure domains, `w` drives are several failure groups of `c` drives, one of each domain.
    """
    width, spares = shape.get("w", shape["c"]), shape["s"]
    children = shape.get("c", width)
    if not 2 <= min(children, width) <= width <= _WIDEST:
        wrong = width if width > _WIDEST else min(children, width)
        raise LayoutError(f"{quoted(text)}: a dRAID vdev has 2 to {_WIDEST} drives, not {wrong}")
    if width % children:
        raise LayoutError(
            f"{quoted(text)}: {width} drives (w) are not a multiple of {children} failure domains "
            f"(c): write '{width - width % children or children}w'"
        )
    if spares > _MOST_SPARES:
        raise LayoutError(
            f"{quoted(text)}: a dRAID vdev has at most {_MOST_SPARES} distributed spares, "
            f"not {spares}"
        )
    groups = width // children
    own = -(-spares // groups)
    most = children - own - parity
    data = shape["d"] if "d" in shape else max(min(_DATA, most), 1)
    if not 1 <= data <= most:
        raise LayoutError(
            f"{quoted(text)}: {children} drives{' of a failure group' * (groups > 1)} with {own} "
            f"spare{'s' * (own != 1)} and {parity} parity leave {max(most, 0)} for data, not "
            f"{data}: write fewer data columns or more drives"
        )
    kind: VdevKind = f"draid{parity}"  # type: ignore[assignment]  # parity is 1 to 3
    return VdevGroup(count, kind, width, parity, data, spares, failure_groups=groups)


def vdev(text: str, kind: str, shape: Counter[str], count: int = 1) -> VdevGroup:
    """Create equal vdevs of a kind and a shape.

    Raises
    ------
    LayoutError
        If ZFS has no such vdev; the message shows the correct form.
    """
    kind = {"stripe": "disk", "raidz": "raidz1", "draid": "draid1"}.get(kind, kind)
    parity = int(kind[-1]) if kind[-1].isdigit() else 0
    letters = set(shape) - {"drives"}
    if kind.startswith("draid") and letters & {"c", "w"} and "drives" not in shape:
        return draid(text, parity, shape, count)
    if kind.startswith("draid"):
        raise LayoutError(f"{quoted(text)}: say how many drives, as in '{kind}:8d:53c:3s'")
    if letters:
        raise LayoutError(f"{quoted(text)}: only dRAID has d, c, w and s: {EXAMPLE}")
    if kind == "disk":
        return VdevGroup(count * shape.get("drives", 1), "disk", 1, 0)
    if "drives" not in shape:
        raise LayoutError(
            f"{quoted(text)}: say how many drives a vdev has, as in '{kind}:{_USUAL[kind]}'"
        )
    width, least = shape["drives"], max(2, parity + 1)
    if not least <= width <= _WIDEST:
        raise LayoutError(
            f"{quoted(text)}: a {kind} vdev has {least} to {_WIDEST} drives, not {width}"
        )
    return VdevGroup(count, kind, width, parity)  # type: ignore[arg-type]  # one of the kinds


def in_role(text: str, group: VdevGroup, role: str) -> VdevGroup:
    """Assign a role to vdevs, if their kind allows it."""
    if role == "log" and group.kind not in ("disk", "mirror"):
        raise LayoutError(f"{quoted(text)}: a log is a disk or a mirror")
    if role in ("cache", "spare") and group.kind != "disk":
        raise LayoutError(f"{quoted(text)}: a {role} is a single disk, as in '2 x {role}'")
    return replace(group, role=role)  # type: ignore[arg-type]  # one of the roles


STORING = ("data", "special", "dedup")
"""The roles of vdevs whose metaslabs count towards the pool's size."""


def check_group(group: VdevGroup, release: Release) -> None:
    """Reject features that the release doesn't have."""
    if group.is_draid and not release.has_draid:
        raise LayoutError(f"'{group}': OpenZFS {release.name} has no dRAID; 2.1 is the first")
    if group.failure_groups > 1 and not release.has_failure_domains:
        what = f"OpenZFS {release.name} has no failure domains of dRAID; they come after 2.4"
        raise LayoutError(f"'{group}': {what}: write the release 'next', or a vdev without 'w'")
    if group.role in ("special", "dedup") and not release.has_allocation_classes:
        what = f"OpenZFS {release.name} has no {group.role} vdevs; 0.8 is the first"
        raise LayoutError(f"'{group}': {what}")


def whole_bytes(size: float) -> int:
    """Return a size in whole bytes.

    Raises
    ------
    LayoutError
        If it exceeds the range of exact integers; the message shows the correct form.
    """
    if size > LARGEST:
        raise LayoutError(f"{size:.4g} bytes are too many: write 4 EB at most, as in '20 TB'")
    return int(size)


def some_bytes(size: float, written: object) -> int:
    """Return the capacity of a drive in whole bytes, which must be positive.

    Raises
    ------
    LayoutError
        If it is zero or negative; the message shows the correct form.
    """
    if size <= 0:
        raise LayoutError(f"a drive of {written} holds nothing: write a capacity, as in '20 TB'")
    return whole_bytes(size)


def no_layout(text: str) -> LayoutError:
    """Return the error for a text that is not a ZFS layout, with the probable meaning if known."""
    if guess := meant(text):
        return LayoutError(f"{quoted(text)} is not a layout: did you mean '{guess}'?")
    if instead := of_controller(text):
        return LayoutError(f"{quoted(text)} is RAID of a controller, not of ZFS: {instead}")
    return LayoutError(f"{quoted(text)} is not a layout: {EXAMPLE}")


def _group(text: str) -> VdevGroup:
    match = _GROUP.fullmatch(text)
    if match is None or not (match["kind"] or match["role"]):
        raise no_layout(text)
    count = _number(match["count"] or "1")
    if count < 1:
        raise LayoutError(f"{quoted(text)}: write at least 1 vdev")
    shape = read_shape(text, match["shape"])
    if min([0, *shape.values()]) < 0 or shape.get("drives", 1) < 1:
        raise LayoutError(f"{quoted(text)}: write at least 1 drive")
    group = vdev(text, (match["kind"] or "disk").lower(), shape, count)
    group = in_role(text, group, (match["role"] or "data").lower())
    if group.count * group.width > MOST_DRIVES:
        raise LayoutError(
            f"{quoted(text)} has too many drives: write {grouped(MOST_DRIVES)} at most"
        )
    if match["drive"]:
        return replace(group, drive=some_bytes(parse(match["drive"], "byte"), match["drive"]))
    return group


@lru_cache(512)
def parse_layout(text: str) -> tuple[VdevGroup, ...]:
    """Parse the layout of one pool.

    >>> [str(g) for g in parse_layout("19 x raidz3:11 + draid2:53c:3s + special mirror:2")]
    ['19 x raidz3:11', 'draid2:8d:53c:3s', 'special mirror:2']

    Raises
    ------
    LayoutError
        If the text is not a layout; the message shows the correct form.
    """
    parts = parts_of(" ".join(text.split()))
    if not all(parts):
        raise LayoutError(f"{quoted(text)} is not a layout: {EXAMPLE}")
    if not any(letter.isalpha() for letter in text.removesuffix("p")):
        raise no_layout(text)
    if len(parts) > MOST_GROUPS:
        raise LayoutError(f"{len(parts)} groups of vdevs are too many: write at most {MOST_GROUPS}")
    groups = tuple(map(_group, parts))
    if all(group.role != "data" for group in groups):
        raise LayoutError(f"{quoted(text)} has no vdev for data: {EXAMPLE}")
    return groups


def size_counts(groups: Iterable[VdevGroup]) -> str:
    """Return what the SIZE column of `zpool list` includes, by the kinds of data vdevs.

    Examples
    --------
    >>> size_counts(parse_layout("2 x mirror:2")), size_counts(parse_layout("raidz2:11"))
    ("a mirror's copies don't count as space", 'parity counts as space')
    """
    kinds = {group.kind.rstrip("123") for group in groups if group.role == "data"}
    found = [SIZE_COUNTS[kind] for kind in SIZE_COUNTS if kind in kinds]
    return "; ".join(found)


SIZE_COUNTS = {
    "raidz": "parity counts as space",
    "draid": "dRAID's parity counts as space, its spares don't",
    "mirror": "a mirror's copies don't count as space",
    "disk": "single drives have neither parity nor copies",
}
"""Contents of SIZE, by the kind of a vdev without its parity level."""
