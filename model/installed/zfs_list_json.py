"""JSON of `zfs list -j` (since OpenZFS 2.3), exact with `-p`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.installed.output import Output
from model.installed.pool_tree import property_of, size_of
from model.installed.reading import Reading
from model.installed.zfs_list import readings

KIND = "zfs-list-json"


def recognises(output: Output) -> bool:
    """Whether a document is that of `zfs list`."""
    document = output.document
    return isinstance(document, dict) and isinstance(document.get("datasets"), dict)


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of a document."""
    rows = [
        row
        for name, item in output.document["datasets"].items()
        if isinstance(item, dict)
        for row in [_row(str(item.get("name") or name), item)]
        if size_of(row["USED"]) and size_of(row["AVAIL"])
    ]
    yield from readings(output, rows, KIND)


def _row(name: str, item: dict[str, Any]) -> dict[str, Any]:
    is_volume = item.get("type") == "VOLUME"
    return {
        "NAME": name,
        "USED": property_of(item, "used"),
        "AVAIL": property_of(item, "available"),
        "REFER": property_of(item, "referenced"),
        "MOUNTPOINT": "-" if is_volume else "",
    }
