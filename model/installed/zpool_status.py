"""Text of `zpool status`, with `-P` and other options, since OpenZFS 0.6."""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.output import Output
from model.installed.pool_tree import CLASSES, NAMELESS, Pool, Row, Vdev, is_nameless, nested
from model.installed.reading import Reading

KIND = "zpool-status"
MARK = re.compile(r"^[ \t]{0,8}pool: [^\n]{1,300}\n[ \t]{0,8}(?:state|id): ", re.MULTILINE)
NO_SIZES = "not in this output: needs lsblk, or zpool list -v"
UNOPENED = ("UNAVAIL", "FAULTED")
"""States of pools that can't be opened: nobody counts their errors, so that no line says so."""
_POOL = re.compile(r"\s*pool: (\S{1,255})")
_STATE = re.compile(r"\s*state: (\S{1,40})")
_HEAD = re.compile(r"\s*NAME\s+STATE\s+READ\s+WRITE\s+CKSUM")
_EXPANDED = re.compile(r"\s*expand: (?:expanded|expansion of) (\S{1,80}?)(?: copied| in progress)")

_REMOVES = re.compile(r"\s*remove: Evacuation of .{1,300} in progress")


def read(output: Output) -> Iterator[Reading]:
    """Read each pool of an output."""
    pools: list[tuple[int, list[str]]] = []
    for number, line in output.lines():
        if _POOL.match(line):
            pools.append((number, []))
        if pools:
            pools[-1][1].append(line.expandtabs(8))
    for number, lines in pools:
        pool, warnings = _pool(output, number, lines)
        figures = {**pool.figures(), "drive_sizes": NO_SIZES, "width_before_expansion": None}
        yield Reading(KIND, figures, tuple(warnings), pool)


def _pool(output: Output, number: int, lines: list[str]) -> tuple[Pool, list[str]]:
    named = _POOL.match(lines[0])
    assert named is not None
    name, state, expanded = named[1], "", ""
    head = 0
    for n, line in enumerate(lines):
        if found := _STATE.match(line):
            state = state or found[1]
        if found := _EXPANDED.match(line):
            expanded = found[1]
        if _HEAD.match(line):
            head = n
            break
    if not head:
        output.refuse(
            "no table of vdevs stands below this pool: save what 'zpool status -P' prints", number
        )
    rows, is_cut = _rows(output, lines, head, number)
    vdevs = tuple((name, vdev) for name, vdev in _classes(rows))
    if not any(name == "data" for name, _ in vdevs):
        output.refuse(
            "no vdev is indented below the pool: save the output as printed, with the blanks at "
            "the begin of its lines",
            number + head,
        )
    if is_nameless(vdevs):
        output.refuse(NAMELESS, number + head)
    is_cut &= state not in UNOPENED
    pool = Pool(name, state, vdevs, expanded=expanded, is_cut=is_cut)
    warnings = list(_warnings(pool))
    if any(_REMOVES.match(line) for line in lines[:head]):
        warnings.append("a vdev is being removed: its drives still count")
    return pool, warnings


def _rows(output: Output, lines: list[str], head: int, number: int) -> tuple[list[Row], bool]:
    """Return the rows of a table, and whether it may be cut off."""
    base = len(lines[head]) - len(lines[head].lstrip())
    rows: list[Row] = []
    for n, line in enumerate(lines[head + 1 :], head + 1):
        words = line.split()
        if not words:
            if rows:
                return rows, not any(x.lstrip().startswith("errors:") for x in lines[n:])
            continue
        if words[0] == "errors:":
            return rows, False
        depth = len(line) - len(line.lstrip()) - base
        if len(words) == 1 and words[0] not in CLASSES:
            return rows, True  # the state is missing: the rest was cut off
        if depth < 0 and rows:
            output.refuse("this line of the table is indented less than its head", number + n)
        state = words[1] if len(words) > 1 else ""
        rows.append(Row(depth, Vdev(words[0], "disk", state)))
    return rows, True


def _classes(rows: list[Row]) -> Iterator[tuple[str, Vdev]]:
    """Return the vdevs at the top with their class: headings stand alone, without a state."""
    name, below = "data", list[Row]()
    for row in rows[1:]:
        if row.depth <= 0 and not row.vdev.state and row.vdev.name in CLASSES:
            yield from ((name, vdev) for vdev in nested(below))
            name, below = CLASSES[row.vdev.name], []
        elif row.depth > 0:
            below.append(row)
    yield from ((name, vdev) for vdev in nested(below))


def _warnings(pool: Pool) -> Iterator[str]:
    if pool.is_cut:
        yield "the output seems to be cut off: save all of it, to its line 'errors:'"
    if pool.expanded:
        yield (
            f"{pool.expanded} was expanded: its first width stands in 'zpool status -j -p "
            "--json-int' (since OpenZFS 2.3)"
        )
