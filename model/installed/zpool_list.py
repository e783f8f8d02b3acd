"""Text of `zpool list -vp`: sizes of pools and vdevs, in bytes.

Lines of vdevs don't align with the head and have no ALTROOT, so they are divided at blanks.
Headings of classes stand at the left, with nothing but '-' behind them. Before 2.1.3, vdevs have no
number (`raidz2`), so that a vdev `spare` can have the name of a heading; its line is indented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.installed.cut_lists import STATES, breaks_off, contradiction, open_end
from model.installed.output import Output
from model.installed.pool_tree import (
    CLASSES,
    IS_VDEV,
    NAMELESS,
    Pool,
    Row,
    Size,
    Vdev,
    is_nameless,
    nested,
    size_of,
)
from model.installed.reading import Reading

KIND = "zpool-list-vp"
MARK = re.compile(r"^[ \t]{0,40}NAME[ \t]+SIZE[ \t]+ALLOC[ \t]", re.MULTILINE)


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of an output."""
    heads: list[str] = []
    pools: list[tuple[int, list[str], list[tuple[int, list[str]]]]] = []
    last: list[list[str]] = []
    base = 0
    for number, line in output.lines():
        words = line.split()
        if not words:
            continue
        if MARK.match(line):
            heads, base = words, len(line) - len(line.lstrip())
            continue
        depth = len(line) - len(line.lstrip()) - base
        rest = words[1:]
        if pools and (depth > 0 or words[0] in CLASSES):
            last.append(words)
        if len(rest) < 3:
            continue
        is_heading = depth <= 0 and words[0] in CLASSES and set(rest) == {"-"}
        if depth > 0 or is_heading:
            if pools:
                pools[-1][2].append((0 if is_heading else depth, words))
        elif "NAME" in heads[: len(words)] and (rest[0] == "-" or size_of(rest[0])):
            pools.append((number, words, []))
            last = []
    if not pools:
        output.refuse("no pool stands below this head: save what 'zpool list -vp' prints")
    for n, (number, words, rows) in enumerate(pools, 1):
        end = last if n == len(pools) else None
        yield _reading(output, number, dict(zip(heads, words, strict=False)), rows, end)


def _reading(
    output: Output,
    number: int,
    of_pool: dict[str, str],
    rows: list[tuple[int, list[str]]],
    end: list[list[str]] | None,
) -> Reading:
    """Read a pool; `end` has the words of all its lines if the output ends with it."""
    name, size = of_pool["NAME"], size_of(of_pool.get("SIZE"))
    vdevs = tuple(_classes(rows))
    pool = Pool(name, of_pool.get("HEALTH", ""), vdevs, size, size_of(of_pool.get("ALLOC")))
    if IS_VDEV.fullmatch(name):
        output.refuse(
            "no vdev is indented below a pool: save what 'zpool list -vp' prints (without -H), "
            "with the blanks at the begin of its lines",
            number,
        )
    if is_nameless(vdevs):
        output.refuse(NAMELESS, number)
    if cut := breaks_off(end or []) or contradiction(pool, is_last=end is not None):
        reading = reading_of(replace(pool, cut=cut), KIND)
        told = f"the output is cut off ({cut}): save all of it, and import it again"
        return replace(reading, warnings=(told, *reading.warnings))
    return reading_of(replace(pool, ends_open=end is not None and open_end(pool) is not None), KIND)


def reading_of(pool: Pool, kind: str) -> Reading:
    """Return the figures of a pool and its vdevs."""
    data = [vdev for class_, vdev in pool.vdevs if class_ in ("data", "special", "dedup")]
    leaves = (leaf for vdev in data if vdev.kind != "disk" for leaf in vdev.drives())
    has_leaves = any(leaf.size for leaf in leaves)
    figures = {
        "pool": pool.name,
        "size_bytes": _bytes(pool.size),
        "allocated_bytes": _bytes(pool.allocated),
        "vdev_bytes": [_bytes(vdev.size) for vdev in data],
        "layout": pool.layout or None,
        "hot_spares": len(pool.spares),
        "leaf_sizes": "bytes of the partition" if has_leaves else "absent ('-')",
    }
    return Reading(kind, figures, tuple(_warnings(pool, data)), pool)


def _bytes(size: Size | None) -> int | None:
    return None if size is None else size.bytes


def _classes(rows: list[tuple[int, list[str]]]) -> Iterator[tuple[str, Vdev]]:
    name, below = "data", list[Row]()
    for depth, words in rows:
        if depth == 0:
            yield from ((name, _sized(vdev)) for vdev in nested(below))
            name, below = CLASSES[words[0]], []
        else:
            size, allocated = size_of(words[1]), size_of(words[2])
            state = next((word for word in reversed(words) if word in STATES), "")
            vdev = Vdev(words[0], "disk", state, (), size, allocated)
            below.append(Row(depth, vdev))
    yield from ((name, _sized(vdev)) for vdev in nested(below))


def _sized(vdev: Vdev) -> Vdev:
    """Give each drive its size as that of its device."""
    if vdev.kind == "disk":
        return replace(vdev, device=vdev.size)
    return replace(vdev, children=tuple(map(_sized, vdev.children)))


def _warnings(pool: Pool, data: list[Vdev]) -> Iterator[str]:
    sizes: list[Any] = [pool.size, *(vdev.size for vdev in data)]
    if any(size is not None and not size.exact for size in sizes):
        yield "sizes are rounded: 'zpool list -vp' prints bytes"
    if not data:
        yield "no vdevs are listed: 'zpool list -vp' prints them"
        return
    if pool.size is None:
        yield "the pool has no size: it is not usable at the moment"
    elif any(vdev.is_drive for vdev in data) or not any(vdev.size for vdev in data):
        return  # since 2.2, SIZE of a drive is that of its partition
    elif (total := sum(vdev.size.bytes for vdev in data if vdev.size)) != pool.size.bytes and all(
        size.exact for size in sizes if size is not None
    ):
        yield (
            f"the sizes of the vdevs add up to {total:,} bytes, not to the {pool.size.bytes:,} of "
            "the pool: lines are missing, or a vdev was removed"
        )
