"""Text of `zfs list -p`: what a pool's root data set uses, and may still use.

Only the row of the pool itself has USED and AVAIL of the pool. Names of data sets below it may be
those of persons, so they become numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from model.installed.output import Output
from model.installed.pool_tree import Size, size_of
from model.installed.reading import Reading
from model.records import dataclass

KIND = "zfs-list-p"
MARK = re.compile(r"^[ \t]{0,40}NAME[ \t]+USED[ \t]+AVAIL[ \t]", re.MULTILINE)


@dataclass(frozen=True)
class Space:
    """USED and AVAIL of a pool, and by how much volumes reserve more than they refer to."""

    pool: str
    used: Size
    available: Size
    reserved: int = field(default=0)


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of an output."""
    heads: list[str] = []
    rows: list[tuple[int, dict[str, str]]] = []
    for number, line in output.lines():
        words = line.split()
        if MARK.match(line):
            heads = words
        elif heads and len(words) >= 3 and size_of(words[1]) and size_of(words[2]):
            # a mount point may have blanks: what follows it is not read
            rows.append((number, dict(zip(heads, words, strict=False))))
    roots = [row["NAME"] for _, row in rows if "/" not in row["NAME"] and "@" not in row["NAME"]]
    if not roots:
        output.refuse(
            "no pool stands in this list, only data sets below one: run 'zfs list -p POOL', or "
            "'zfs list -p' for all"
        )
    for name in dict.fromkeys(roots):
        yield _reading(name, [row for _, row in rows])


def _reading(name: str, rows: list[dict[str, str]]) -> Reading:
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
    return Reading(KIND, figures, tuple(warnings), Space(name, used, available, reserved))
