"""Text of `zfs list -p`: what a pool's root data set uses, and may still use.

Only the row of the pool itself has USED and AVAIL of the pool. Names of data sets below it may be
those of persons, so they become numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.installed.output import Output
from model.installed.pool_tree import Size, size_of
from model.installed.reading import Reading
from model.records import dataclass

KIND = "zfs-list-p"
MARK = re.compile(r"^[ \t]{0,40}NAME[ \t]+USED[ \t]+AVAIL[ \t]", re.MULTILINE)


@dataclass(frozen=True)
class Space:
    """USED and AVAIL of a pool."""

    pool: str
    used: Size
    available: Size
    boots: bool = False
    """Whether it has data sets of an operating system: POOL/ROOT or POOL/BOOT."""


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of an output."""
    heads: list[str] = []
    rows: list[dict[str, Any]] = []
    for _, line in output.lines():
        words = line.split()
        if MARK.match(line):
            heads = words
        elif heads:
            # a mount point may have blanks: what follows it is not read
            row = dict(zip(heads, words, strict=False))
            if row.get("NAME") and size_of(row.get("USED")) and size_of(row.get("AVAIL")):
                rows.append(row)
    yield from readings(output, rows, KIND)


def readings(output: Output, rows: list[dict[str, Any]], kind: str) -> Iterator[Reading]:
    """Return a reading for each pool among rows of data sets."""
    of_pools: dict[str, list[dict[str, Any]]] = {}
    for row in {row["NAME"]: row for row in rows}.values():  # of several lists, the last counts
        of_pools.setdefault(row["NAME"].partition("/")[0].partition("@")[0], []).append(row)
    pools = [
        (name, each) for name, each in of_pools.items() if any(x["NAME"] == name for x in each)
    ]
    if not pools:
        output.refuse(
            "no pool stands in this list, only data sets below one: run 'zfs list -p POOL', or "
            "'zfs list -p' for all"
        )
    for name, each in pools:
        yield _reading(name, each, kind)


def _reading(name: str, rows: list[dict[str, Any]], kind: str) -> Reading:
    root = next(row for row in rows if row["NAME"] == name)
    used, available = size_of(root["USED"]), size_of(root["AVAIL"])
    assert used is not None
    assert available is not None
    below = [row for row in rows if row["NAME"].startswith(f"{name}/")]
    volumes = [
        (n, row)
        for n, row in enumerate(below, 1)
        if row.get("MOUNTPOINT") == "-" and "@" not in row["NAME"]
    ]
    reserved = 0
    for _, row in volumes:
        own, refers = size_of(row["USED"]), size_of(row.get("REFER"))
        reserved += max(own.bytes - refers.bytes, 0) if own and refers else 0
    figures = {
        "pool": name,
        "used_plus_avail_bytes": used.bytes + available.bytes,
        "pool_row": name,
        "volumes": [f"{name}/{n}" for n, _ in volumes],
        "used_bytes": used.bytes,
        "avail_bytes": available.bytes,
    }
    warnings = []
    if not (used.exact and available.exact):
        warnings.append("sizes are rounded: 'zfs list -p' prints bytes")
    if reserved:
        warnings.append(f"volumes reserve {reserved:,} bytes more than they hold: USED counts them")
    boots = any(row["NAME"].split("/")[1] in ("ROOT", "BOOT") for row in below)
    return Reading(kind, figures, tuple(warnings), Space(name, used, available, boots))
