"""Output of `ceph df`, as text or as JSON: raw space and pools.

The form is that of `PGMapDigest::dump_cluster_stats` and `dump_pool_stats_full` in Ceph's
`src/mon/PGMap.cc`, since 14 (Nautilus).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.installed.binary_sizes import binary_size, whole_number
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass

KIND = "ceph-df"
MARK = re.compile(r"^[ \t]*--- RAW STORAGE ---|^[ \t]*RAW STORAGE:", re.MULTILINE)
_JOINED = re.compile(r"(\d)\s+([KMGTPE]i?B?|B)(?=\s|$)")
_HEAD = re.compile(r"\s*(?:POOL|NAME)\s+ID\s")
_NAMES = re.compile(r"\b(MAX|QUOTA|USED|UNDER) (?=(?:AVAIL|OBJECTS|BYTES|COMPR)\b)")
"""The begin of a column's name with a blank; the space between columns is wider."""


@dataclass(frozen=True)
class Pool:
    """A pool: what is stored in it once, what it takes, and what can still be stored."""

    name: str
    stored: int | None
    used: int | None
    max_avail: int | None
    objects: int | None


@dataclass(frozen=True)
class Space:
    """Raw space of the cluster, and its pools."""

    size: int
    available: int
    used: int
    pools: tuple[Pool, ...]
    rounded: bool

    @property
    def largest(self) -> Pool | None:
        """The pool that holds the most."""
        return max(self.pools, key=lambda one: one.stored or 0, default=None)

    def named(self, name: str) -> Pool | None:
        """The pool of a name."""
        return next((one for one in self.pools if one.name == name), None)


def recognises(output: Output) -> bool:
    """Tell whether it has raw space and pools."""
    document = mapping(output.document)
    return "total_avail_bytes" in mapping(document.get("stats")) and "pools" in document


def read(output: Output) -> Iterator[Reading]:
    """Return raw space and pools."""
    of_text = output.document is None
    space = _of_text(output) if of_text else next(_of_json(output.document), None)
    if space is None:
        output.refuse("no totals are here: run 'ceph df -f json'")
    reading: dict[str, Any] = {
        "raw_bytes": space.size,
        "raw_used_bytes": space.used,
        "pools": [
            {
                "pool": one.name,
                "stored_bytes": one.stored,
                "used_bytes": one.used,
                "max_avail_bytes": one.max_avail,
            }
            for one in space.pools
        ],
    }
    if space.rounded:
        reading["rounded"] = True
    warnings = ["OSDs aren't listed: also run 'ceph osd df tree -f json'"]
    if space.rounded:
        warnings.append("sizes are rounded: run it with '-f json' for exact ones")
    yield Reading(KIND, reading, tuple(warnings), space)


def _of_json(document: Any) -> Iterator[Space]:
    for one in objects(document):
        stats = mapping(one.get("stats"))
        size, available = (whole_number(stats.get(f"total_{x}bytes")) for x in ("", "avail_"))
        if size is None or available is None or not isinstance(one.get("pools"), list):
            continue
        used = whole_number(stats.get("total_used_raw_bytes"))
        pools = []
        for pool in items(one["pools"]):
            of = mapping(mapping(pool).get("stats"))
            stored = of.get("stored", of.get("bytes_used"))
            figures = (stored, of.get("bytes_used"), of.get("max_avail"), of.get("objects"))
            if name := text(mapping(pool).get("name")):
                pools.append(Pool(name, *(whole_number(x) for x in figures)))
        yield Space(
            size, available, size - available if used is None else used, tuple(pools), False
        )


def _of_text(output: Output) -> Space | None:
    total: tuple[int, int, int] | None = None
    pools: dict[str, Pool] = {}
    names: list[str] = []
    for _, line in output.lines():
        words = _JOINED.sub(r"\1\2", line).split()
        if names and (more := len(words) - len(names)) > 0:  # blanks in the name of a pool
            words = [" ".join(words[: more + 1]), *words[more + 1 :]]
        if words[:1] == ["TOTAL"] and len(words) >= 5:
            size, available, used, raw = (binary_size(word) for word in words[1:5])
            if None not in (size, available, used, raw):
                total = size or 0, available or 0, raw or 0
        elif _HEAD.match(line):
            names = _NAMES.sub(r"\1_", line).split()
        elif names and len(words) >= 6 and words[1].isdigit():
            row = dict(zip(names[2:], words[2:], strict=False))
            pools[words[0]] = Pool(
                words[0],
                *(
                    None if (word := row.get(name)) is None else binary_size(word)
                    for name in ("STORED", "USED", "MAX_AVAIL", "OBJECTS")
                ),
            )
    return None if total is None else Space(*total, tuple(pools.values()), True)
