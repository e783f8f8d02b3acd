"""Layouts of installed pools as texts that `zfs_pool` and tiers read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from model.installed.installed_pools import InstalledPool, VdevDrives

ORDER = ("data", "special", "dedup", "log", "cache", "spare")
Shape = tuple[str, str, int, int | None]
"""Role, kind and width of a vdev, and the bytes of its drives if they aren't the usual ones."""


def text_of(shape: Shape, count: int = 1) -> str:
    """Write equal vdevs."""
    role, kind, width, size = shape
    if kind == "disk":
        kind = "" if role in ("log", "cache", "spare") else "disk"
    elif not kind.startswith("draid"):
        kind = f"{kind}:{width}"
    words = " ".join(x for x in ("" if role == "data" else role, kind) if x)
    return (f"{count} x " if count > 1 else "") + words + (f" of {size} B" if size else "")


def in_order(shapes: Iterable[Shape]) -> str:
    """Write vdevs in their order, those that are equal and adjacent together."""
    return " + ".join(text_of(shape, len(list(equal))) for shape, equal in groupby(shapes))


def counted(shapes: Iterable[Shape]) -> str:
    """Write vdevs by role and size, equal ones together."""
    listed = sorted(shapes, key=lambda one: (ORDER.index(one[0]), one[3] or 0))
    counts: dict[Shape, int] = {}
    for shape in listed:
        counts[shape] = counts.get(shape, 0) + 1
    return " + ".join(text_of(shape, n) for shape, n in counts.items())


def shapes_of(pool: InstalledPool, usual: int | None) -> list[Shape]:
    """Return the vdevs of a pool by role, in their order, and its spares."""
    vdevs = sorted(pool.vdevs, key=lambda one: ORDER.index(one.role))
    found = [shape_of(one, usual) for one in vdevs]
    spares = (spare.bytes for spare in pool.spares)
    return found + [("spare", "disk", 1, None if x in (usual, None) else x) for x in spares]


def shape_of(vdev: VdevDrives, usual: int | None, width: int | None = None) -> Shape:
    """Return the shape of a vdev, or that which it had with another width."""
    size = vdev.smallest.bytes
    other = None if size in (usual, None) else size
    return vdev.role, vdev.kind, width or len(vdev.leaves), other


def before(pool: InstalledPool, usual: int | None, widths: Sequence[int]) -> str:
    """Write the layout that a pool had when its data vdevs had these widths."""
    data = [one for one in pool.vdevs if one.role == "data"]
    others = [one for one in shapes_of(pool, usual) if one[0] in ("special", "dedup")]
    shapes = [shape_of(one, usual, n) for one, n in zip(data, widths, strict=True)]
    return in_order([*shapes, *others])
