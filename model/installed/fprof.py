"""Histogram of file sizes of `fprof` (pcircle); never seen real.

Form: `gen_histogram` in `pcircle/fprof.py`; `man/fprof.md` shows an older one, without sizes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.binary_sizes import binary_size
from model.installed.file_sizes import KIND as KIND
from model.installed.file_sizes import FileSizes, SizeClass, reading_of
from model.installed.output import Output
from model.installed.reading import Reading

MARK = re.compile(r"^[ \t]*Fileset [Hh]istograms?:?[ \t]*$", re.MULTILINE)
_SIZE = r"(\d{1,9}\.\d\d [KMGT]iB)"
_CLASS = re.compile(
    rf"[ \t]*(<=|<|>)[ \t]+{_SIZE}[ \t]+([\d,]{{1,26}})(?:[ \t]+{_SIZE})?[ \t]+\d{{1,3}}\.\d\d%.*"
)
_TOTAL = re.compile(rf"[ \t]*Total file size:[ \t]+{_SIZE}")


def read(output: Output) -> Iterator[Reading]:
    """Return the classes of the histogram."""
    classes: list[SizeClass] = []
    total, before = None, 0
    for number, line in output.lines():
        if one := _CLASS.fullmatch(line):
            bound = binary_size(one[2])
            if bound is None or not one[3].replace(",", ""):
                output.refuse("not a class of sizes: copy the whole output of fprof", number)
            files = int(one[3].replace(",", ""))
            size = binary_size(one[4]) if one[4] else None
            is_last = one[1] == ">"
            classes.append(
                SizeClass(before, None if is_last else bound, files, size if files else None)
            )
            before = bound
        elif found := _TOTAL.match(line):
            total = binary_size(found[1])
    if not classes:
        output.refuse("no class of sizes is here: copy the whole output of fprof")
    if classes[-1].high is not None:
        output.refuse("the histogram is cut off: its last class, '>', is missing; save all of it")
    if total is None and all(one.size is not None for one in classes if one.files):
        total = sum(one.size or 0 for one in classes)
    yield reading_of("fprof", FileSizes(tuple(classes), total))
