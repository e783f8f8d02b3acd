"""Prints what an installed Lustre would print, in the forms of `lfs df` and `lctl get_param`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

KIB = 1024
HEAD = "UUID                   1K-blocks        Used   Available Use% Mounted on\n"


@dataclass(frozen=True)
class Ost:
    """A target: bytes of its file system, those that users may fill, those in use; its inodes."""

    size: float
    fillable: float
    used: int = 0
    inodes: float = 0.0

    @property
    def kib(self) -> tuple[int, int, int]:
        """Size, used and available, as `lfs df` prints them: whole KiB."""
        used = self.used // KIB
        return int(self.size // KIB), used, int(self.fillable // KIB) - used


def lfs_df(name: str, osts: Iterable[Ost]) -> str:
    """Print the targets and their sum, with a target of metadata before them."""
    rows = [("MDT0000", 2255453580, 112772676, 2119900824, "MDT:0")]
    rows += [(f"OST{n:04x}", *ost.kib, f"OST:{n}") for n, ost in enumerate(osts)]
    lines = [
        f"{name}-{target}_UUID {size:>13} {used:>12} {left:>12} "
        f"{-(-100 * used // (used + left)):>3}% /{name}[{place}]\n"
        for target, size, used, left, place in rows
    ]
    sums = [sum(row[n] for row in rows[1:]) for n in (1, 2, 3)]
    return (
        f"{HEAD}{''.join(lines)}\nfilesystem_summary: {sums[0]} {sums[1]} {sums[2]} 0% /{name}\n\n"
    )


def lctl(name: str, osts: Iterable[Ost], form: str = "ldiskfs") -> str:
    """Print the devices of a server."""
    lines = []
    for n, ost in enumerate(osts):
        at = f"osd-{form}.{name}-OST{n:04x}."
        size, used, left = ost.kib
        free = size - used
        lines += [
            f"{at}fstype={form}\n",
            f"{at}filestotal={int(ost.inodes)}\n",
            f"{at}kbytesavail={left}\n",
            f"{at}kbytesfree={free}\n",
            f"{at}kbytestotal={size}\n",
        ]
    return "".join(lines)
