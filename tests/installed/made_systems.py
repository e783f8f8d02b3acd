"""Prints what an installed system would print: its pools, in the forms of zpool, zfs and lsblk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

Vdev = tuple[str, tuple[int, ...]]
HEADINGS = ("dedup", "special", "log", "cache", "spare")
STATUS_HEADING = {"log": "logs\t", "spare": "spares", "dedup": "dedup\t", "special": "special\t"}
LIST_HEADING = {"log": "logs"}


def wwn(number: int) -> str:
    return f"5000c5{number:010x}"


@dataclass
class Made:
    """A pool: its vdevs as `zpool create` sees them, and what its kernel reports."""

    name: str
    vdevs: Sequence[Vdev]
    size: int
    available: int
    used: int = 0
    first: int = 0
    by_vdev: str = ""
    """Prefix of names by bay, in place of WWNs."""
    failed: int | None = None
    """Number of a drive that is being replaced."""
    drives: list[tuple[str, int]] = field(default_factory=list)
    """Its drives: name and bytes."""

    def __post_init__(self) -> None:
        self.numbers = count(self.first)

    def tops(self) -> Iterator[tuple[str, str, list[tuple[str, int]]]]:
        """Give role, name and drives of each vdev at the top."""
        self.numbers = count(self.first)
        self.drives = []
        n = count()
        for text, sizes in self.vdevs:
            role, _, kind = text.rpartition(" ")
            role, kind = (kind, "disk") if kind in HEADINGS else (role, kind)
            drives = [(self._name(), size) for size in sizes]
            self.drives += drives
            if kind == "disk":
                for one in drives:
                    next(n)
                    yield role or "data", one[0], [one]
            else:
                yield role or "data", f"{full(kind, len(sizes))}-{next(n)}", drives

    def _name(self) -> str:
        number = next(self.numbers)
        return f"{self.by_vdev}{number:02}" if self.by_vdev else f"wwn-0x{wwn(number)}"

    def status(self) -> str:
        """Give what `zpool status` prints."""
        lines, n = [f"\t{self.name}  ONLINE  0  0  0"], count()
        for role, rows in self._by_role():
            if role != "data":
                lines.append(f"\t{STATUS_HEADING.get(role, role)}")
            for name, drives in rows:
                state = "AVAIL" if role == "spare" else "ONLINE  0  0  0"
                lines.append(f"\t  {name}  {state}")
                for drive, _ in drives if drives[0][0] != name else ():
                    if next(n) == self.failed:
                        lines.append("\t    replacing-0  DEGRADED  0  0  0")
                        lines.append("\t      1234  UNAVAIL  0  0  0  was /dev/sdx1")
                        lines.append(f"\t      {drive}  ONLINE  0  0  0  (resilvering)")
                    else:
                        lines.append(f"\t    {drive}  ONLINE  0  0  0")
        body = "\n".join(lines)
        head = "\tNAME  STATE  READ WRITE CKSUM"
        state = f"  pool: {self.name}\n state: ONLINE\nconfig:\n\n{head}\n"
        return f"{state}{body}\n\nerrors: No known data errors\n"

    def _by_role(self) -> list[tuple[str, list[tuple[str, list[tuple[str, int]]]]]]:
        rows: dict[str, list[tuple[str, list[tuple[str, int]]]]] = {"data": []}
        rows |= {role: [] for role in HEADINGS}
        for role, name, drives in self.tops():
            rows[role].append((name, drives))
        return [(role, found) for role, found in rows.items() if found]

    def listed(
        self, *, sizes: bool = False, of: Callable[[int], int] = int, numbers: bool = True
    ) -> str:
        """Give what `zpool list -vp` prints, with sizes of drives if so; those of vdevs aren't.

        `of` gives what ZFS has of a drive; before 2.1.3, vdevs have no numbers.
        """
        head = "NAME  SIZE  ALLOC  FREE  CKPOINT  EXPANDSZ  FRAG  CAP  DEDUP  HEALTH  ALTROOT"
        dashes = "  -" * 7
        lines = [head, f"{self.name}  {self.size}  0  {self.size}  -  -  0  0  1.00  ONLINE  -"]
        for role, rows in self._by_role():
            if role != "data":
                lines.append(f"{LIST_HEADING.get(role, role)}{dashes}  -  -")
            for name, drives in rows:
                alone = drives[0][0] == name
                own = str(of(drives[0][1])) if alone and sizes else "-"
                shown = name if alone or numbers else name.rpartition("-")[0]
                lines.append(f"  {shown}  {own}{dashes}  ONLINE")
                for drive, size in () if alone else drives:
                    lines.append(f"    {drive}  {of(size) if sizes else '-'}{dashes}  ONLINE")
        return "\n".join(lines) + "\n"

    def space(self) -> str:
        """Give what `zfs list -p` prints."""
        left = self.available - self.used
        return (
            f"NAME  USED  AVAIL  REFER  MOUNTPOINT\n{self.name}  {self.used}  {left}  98304  /x\n"
            f"{self.name}/home-of-jdoe  {self.used}  {left}  98304  /x/home of jdoe\n"
        )


def full(kind: str, width: int) -> str:
    """Give the name of a kind as `zpool` prints it."""
    if not kind.startswith("draid"):
        return kind
    head, *parts = kind.split(":")
    shape = {part[-1]: int(part[:-1]) for part in parts}
    children, spares = shape.get("c", width), shape.get("s", 0)
    parity = int(head[-1]) if head[-1].isdigit() else 1
    own = -(-spares // (width // children))
    data = shape.get("d", min(8, children - own - parity))
    wide = f":{width}w" if children < width else ""
    return f"draid{parity}:{data}d:{children}c{wide}:{spares}s"


def lsblk(pools: Sequence[Made], *, model: str = "MADEUP-HD", boot: str = "1") -> str:
    """Give what `lsblk -J -b` prints of drives of pools, each by two paths, and of one to boot."""
    own = {"name": "sda", "type": "disk", "size": 480103981056, "rota": False}
    own |= {"serial": f"BOOT{boot}", "children": [{"name": "sda1", "mountpoint": "/"}]}
    devices: list[dict[str, object]] = [own]
    names = count(1)
    for pool in pools:
        list(pool.tops())
        for name, size in pool.drives:
            number = name.removeprefix("wwn-0x")
            one = {"type": "disk", "size": size, "rota": True, "tran": "sas", "model": model}
            one |= {"wwn": f"0x{number}", "serial": f"ZX{number[-7:].upper()}", "phy-sec": 4096}
            devices += [one | {"name": f"sd{next(names)}"} for _ in range(2)]
    return json.dumps({"blockdevices": devices})
