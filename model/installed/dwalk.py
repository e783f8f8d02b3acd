"""Histogram of file sizes of `dwalk -d size:…` and `dwalk -f` (mpiFileUtils); never seen real.

Form: `print_flist_distribution` in `src/dwalk/dwalk.c` and `mfu_flist_print_summary`, mpiFileUtils
2026-06. A class includes its end. Directories are counted, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.binary_sizes import binary_size
from model.installed.file_sizes import KIND as KIND
from model.installed.file_sizes import FileSizes, SizeClass, reading_of
from model.installed.output import Output
from model.installed.reading import Reading

_LOG = r"(?:\[[^\n\]]{0,200}\] ?){0,4}"
MARK = re.compile(rf"^{_LOG}Items: \d{{1,20}}$|^Range {{10,40}}Number$", re.MULTILINE)
_CLASS = re.compile(
    r"\[ +(\d{1,9}\.\d{3}) +([KMGTPE]?i?B) - +(?:(MAX)|(\d{1,9}\.\d{3}) +([KMGTPE]?i?B)) \) (\d+)"
)
_DATA = re.compile(rf"{_LOG}Data: (\d{{1,9}}\.\d{{3}} [KMGTPE]?i?B) \(")
_FILES = re.compile(rf"{_LOG}  Files: (\d{{1,20}})")


def read(output: Output) -> Iterator[Reading]:
    """Return the classes of the last histogram."""
    classes: list[SizeClass] = []
    total = files = None
    for number, line in output.lines():
        if line.startswith("Range "):
            classes = []
        elif one := _CLASS.fullmatch(line):
            low, high = binary_size(f"{one[1]} {one[2]}"), None
            if not one[3]:
                high = binary_size(f"{one[4]} {one[5]}")
            if low is None or len(one[6]) > 20:
                output.refuse("not a class of sizes: copy the whole output of dwalk", number)
            classes.append(SizeClass(low, high, int(one[6])))
        elif data := _DATA.match(line):
            total = binary_size(data[1])
        elif found := _FILES.match(line):
            files = int(found[1])
    if not classes:
        output.refuse("no histogram is here: run dwalk with --file-histogram, or -d size:…")
    counted = sum(one.files for one in classes)
    notes = []
    if files is None:
        notes.append("dwalk counts directories, too: copy its summary ('Items: …') as well")
    elif counted - files >= 0:
        classes, left = _without(classes, counted - files)
        if counted != files:
            notes.append(
                f"{counted - files:,} directories and links were subtracted from the smallest files"
            )
        if left:
            notes.append("the histogram and the summary don't belong together")
    yield reading_of("dwalk", FileSizes(tuple(classes), total), notes)


def _without(classes: list[SizeClass], others: int) -> tuple[list[SizeClass], int]:
    """Leave out as many of the smallest as are no files; what isn't found is left."""
    left, found = others, []
    for one in classes:
        taken = min(left, one.files) if one.high is not None and one.high <= DIRECTORY else 0
        left -= taken
        found.append(SizeClass(one.low, one.high, one.files - taken, one.size))
    return found, left


DIRECTORY = 64 * 1024
"""Directories and links are in classes up to this size."""
