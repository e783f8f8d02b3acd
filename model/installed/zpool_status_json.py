"""JSON of `zpool status -j` (since OpenZFS 2.3), exact with `-p --json-int`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.installed.output import Output
from model.installed.pool_tree import (
    CLASSES,
    DEEPEST,
    DRAID,
    NAMELESS,
    NO_VDEVS,
    Pool,
    Vdev,
    drive_name,
    is_nameless,
    kind_of,
    size_of,
)
from model.installed.reading import Reading
from model.installed.widths import widths_at_creation

KIND = "zpool-status-json"
_DRIVES = ("disk", "file", "dspare", "missing")


def recognises(output: Output) -> bool:
    """Whether a document is that of `zpool status`."""
    document = output.document
    if not isinstance(document, dict) or not isinstance(document.get("pools"), dict):
        return False
    version = document.get("output_version")
    if isinstance(version, dict) and version.get("command") != "zpool status":
        return False
    pools = [one for one in document["pools"].values() if isinstance(one, dict)]
    return isinstance(version, dict) or any("vdevs" in x and "properties" not in x for x in pools)


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of a document."""
    for key, item in output.document["pools"].items():
        if not isinstance(item, dict) or not isinstance(item.get("vdevs"), dict):
            output.refuse("a pool has no vdevs: save what 'zpool status -j -p --json-int' prints")
        pool = _pool(str(item.get("name") or key), item)
        if not any(name == "data" for name, _ in pool.vdevs):
            output.refuse("a pool has no vdevs: save what 'zpool status -j -p --json-int' prints")
        if is_nameless(pool.vdevs):
            output.refuse(NAMELESS)
        figures = {**pool.figures(), "width_before_expansion": pool.width_before}
        yield Reading(KIND, figures, tuple(_warnings(pool)), pool)


def _pool(name: str, item: dict[str, Any]) -> Pool:
    vdevs: list[tuple[str, Vdev]] = []
    roots = [one for one in item["vdevs"].values() if isinstance(one, dict)]
    root = next((one for one in roots if one.get("vdev_type") == "root"), None) or next(
        (one for one in roots if one.get("name") == name), {}
    )
    vdevs += (("data", vdev) for vdev in _children(root))
    for class_ in ("dedup", "special", "logs", "l2cache", "spares"):
        vdevs += ((CLASSES[class_], vdev) for vdev in _children({"vdevs": item.get(class_)}))
    if any("parent" in one for one in roots):  # --json-flat-vdevs
        for one in roots:
            if one is not root and "parent" not in one and one.get("class") in CLASSES:
                vdevs += ((CLASSES[one["class"]], vdev) for vdev in _children({"vdevs": {"": one}}))
    expansion = item.get("raidz_expand_stats")
    expanded = str(expansion.get("name", "")) if isinstance(expansion, dict) else ""
    vdevs = [(class_, _with_width(vdev, expanded)) for class_, vdev in vdevs]
    size, allocated = size_of(root.get("total_space")), size_of(root.get("alloc_space"))
    state = str(item.get("state", ""))[:40]
    return Pool(name, state, tuple(vdevs), size, allocated, expanded)


def _with_width(vdev: Vdev, expanded: str) -> Vdev:
    found = _widths(vdev, expanded)
    return replace(vdev, width_before=found[0]) if found else vdev


def _widths(vdev: Vdev, expanded: str) -> list[int]:
    """Return the possible widths at creation of a RAIDZ vdev that is wider today."""
    if not vdev.kind.startswith("raidz") or vdev.size is None or vdev.usable is None:
        return []
    width = len(vdev.places)
    found = widths_at_creation(int(vdev.kind[-1]), width, vdev.size, vdev.usable)
    if width in found and vdev.name != expanded:
        return []
    return [one for one in found if one < width]


def _children(item: dict[str, Any], depth: int = 0) -> tuple[Vdev, ...]:
    below = item.get("vdevs")
    if not isinstance(below, dict) or depth > DEEPEST:
        return ()
    found = (
        _vdev(str(one.get("name") or name), one, depth)
        for name, one in below.items()
        if isinstance(one, dict) and one.get("vdev_type") not in NO_VDEVS
    )
    return tuple(one for one in found if one.kind not in NO_VDEVS)


def _vdev(name: str, item: dict[str, Any], depth: int) -> Vdev:
    children = _children(item, depth + 1)
    type_ = item.get("vdev_type")
    has_children = bool(children) and type_ not in _DRIVES
    kind = kind_of(name, has_children=has_children)
    if kind == "disk" and has_children and DRAID.fullmatch(name.rpartition("-")[0]):
        kind = name.rpartition("-")[0]
    return Vdev(
        drive_name(str(item.get("path") or name)) if kind == "disk" and type_ != "dspare" else name,
        kind,
        str(item.get("state", ""))[:40],
        children if has_children else (),
        size_of(item.get("total_space")),
        size_of(item.get("alloc_space")),
        size_of(item.get("def_space")),
        size_of(item.get("phys_space")),
    )


def _warnings(pool: Pool) -> Iterator[str]:
    sizes = (one.size for _, one in pool.vdevs)
    if any(size is not None and not size.exact for size in sizes):
        yield "sizes are rounded: 'zpool status -j -p --json-int' prints bytes"
    if pool.expanded and pool.width_before is None:
        yield "a vdev was expanded, and its first width can't be derived from its sizes"
    for vdev in pool.of_class("data"):
        if len(found := _widths(vdev, pool.expanded)) > 1:
            yield (
                f"{vdev.name} was created with {' or '.join(map(str, found))} drives: its ratio of "
                "usable space is the same for them"
            )
