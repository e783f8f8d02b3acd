"""JSON of `zpool list -j -v` (since OpenZFS 2.3), exact with `-p`.

Classes stand among the vdevs of a pool: `special`, `logs` and others have vdevs without a type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.installed.output import Output
from model.installed.pool_tree import (
    CLASSES,
    DEEPEST,
    NAMELESS,
    NO_VDEVS,
    Pool,
    Vdev,
    drive_name,
    is_nameless,
    kind_of,
    property_of,
    size_of,
)
from model.installed.reading import Reading
from model.installed.zpool_list import reading_of

KIND = "zpool-list-json"


def recognises(output: Output) -> bool:
    """Whether a document is that of `zpool list`."""
    document = output.document
    pools = document.get("pools") if isinstance(document, dict) else None
    return isinstance(pools, dict) and any(
        isinstance(one, dict) and isinstance(one.get("properties"), dict) for one in pools.values()
    )


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of a document."""
    for key, item in output.document["pools"].items():
        if isinstance(item, dict):
            vdevs = tuple(_classes(item.get("vdevs")))
            if is_nameless(vdevs):
                output.refuse(NAMELESS)
            pool = Pool(
                str(item.get("name") or key),
                str(item.get("state", ""))[:40],
                vdevs,
                size_of(property_of(item, "size")),
                size_of(property_of(item, "allocated")),
            )
            yield reading_of(pool, KIND)


def _classes(below: Any) -> Iterator[tuple[str, Vdev]]:
    """Return the vdevs at the top with their class."""
    for name, item in below.items() if isinstance(below, dict) else ():
        if not isinstance(item, dict):
            continue
        if name in CLASSES and "properties" not in item:
            yield from ((CLASSES[name], vdev) for vdev in _vdevs(item))
        else:
            yield from (("data", vdev) for vdev in _vdevs({name: item}))


def _vdevs(below: Any, depth: int = 0) -> tuple[Vdev, ...]:
    if not isinstance(below, dict) or depth > DEEPEST:
        return ()
    found = (
        _vdev(str(item.get("name") or name), item, depth)
        for name, item in below.items()
        if isinstance(item, dict) and item.get("vdev_type") not in NO_VDEVS
    )
    return tuple(one for one in found if one.kind not in NO_VDEVS)


def _vdev(name: str, item: dict[str, Any], depth: int) -> Vdev:
    children = _vdevs(item.get("vdevs"), depth + 1)
    kind = kind_of(name, has_children=bool(children))
    size = size_of(property_of(item, "size"))
    is_drive = kind == "disk"
    return Vdev(
        drive_name(name) if is_drive else name,
        kind,
        str(property_of(item, "health") or item.get("state", ""))[:40],
        children,
        size,
        size_of(property_of(item, "allocated")),
        device=size if is_drive else None,
    )
