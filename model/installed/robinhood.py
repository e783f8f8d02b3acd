"""Size profile of `rbh-report -i --szprof` and `-u '*' --szprof` (robinhood 3); never seen real.

Form: `display_report` in `src/robinhood/cmd_helpers.c`, `size_range` in `src/include/list_mgr.h`,
both with `--csv` and without. Names of users and groups are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.binary_sizes import binary_size
from model.installed.file_sizes import KIND as KIND
from model.installed.file_sizes import FileSizes, SizeClass, reading_of
from model.installed.output import Output
from model.installed.reading import Reading

TITLES = (
    "0",
    "1~31",
    "32~1K-",
    "1K~31K",
    "32K~1M-",
    "1M~31M",
    "32M~1G-",
    "1G~31G",
    "32G~1T-",
    "+1T",
)
BOUNDS = (0, *(1 << 5 * power for power in range(9)))
"""Least size of each class."""
MARK = re.compile(r"^[ \t]*\w{1,40},[^\n]{0,400}, +0, +1~31, +32~1K-,", re.MULTILINE)
_VOLUME = re.compile(r"(\d{1,20})|(\d{1,9}(?:\.\d{1,3})? [KMGTPE]?i?B)")


def read(output: Output) -> Iterator[Reading]:
    """Return the classes, added over all rows of files."""
    head: list[str] = []
    counts = [0] * len(TITLES)
    total: int | None = 0
    rows = 0
    for number, line in output.lines():
        cells = [cell.strip() for cell in line.split(",")]
        if "1~31" in cells:
            if head:  # a further report of the same files
                break
            head = cells
            continue
        first = head.index(TITLES[0]) if TITLES[0] in head else -1
        if first < 0 or len(cells) < first + len(TITLES):
            continue
        row = dict(zip(head, cells, strict=False))
        if row.get("type", "file") != "file":
            continue
        found = cells[first : first + len(TITLES)]
        if not all(cell.isdecimal() and len(cell) <= 20 for cell in found):
            output.refuse("a number of files is missing: copy the whole report", number)
        rows += 1
        counts = [sum(pair) for pair in zip(counts, map(int, found), strict=True)]
        volume = _VOLUME.fullmatch(row.get("volume", ""))
        size = volume and (int(volume[1]) if volume[1] else binary_size(volume[2]))
        total = None if total is None or size is None else total + size
    if not rows:
        output.refuse("no row of files is here: run 'rbh-report -i --csv --szprof'")
    highs = (*(bound - 1 for bound in BOUNDS[1:]), None)
    classes = tuple(
        SizeClass(low, high, files) for low, high, files in zip(BOUNDS, highs, counts, strict=True)
    )
    yield reading_of("robinhood", FileSizes(classes, total))
