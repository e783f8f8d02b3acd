"""Output of `mmlspool`: the storage pools of a file system of IBM Storage Scale; never seen real.

Document: IBM Storage Scale, command reference: mmlspool. It has no `-Y`; sizes are in KiB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.binary_sizes import binary_size
from model.installed.output import Output
from model.installed.reading import Reading

KIND = "mmlspool"
MARK = re.compile(
    r"^[ \t]*Storage pools in file system at |^Name +Id +BlkSize +Data +Meta ", re.MULTILINE
)
_POOL = re.compile(
    r"\s*(\S{1,255})\s+(\d{1,9})\s+(\d{1,9}(?:\.\d{1,3})?)\s+([KMG]?B)\s+(yes|no)\s+(yes|no)"
    r"\s+(\d{1,20})\s+(\d{1,20})\s+\(\s*\d+%\)\s+(\d{1,20})\s+(\d{1,20})\s+\(\s*\d+%\)"
)
_KIB = 1024


def read(output: Output) -> Iterator[Reading]:
    """Return the pools with what is free in them."""
    pools = [
        {
            "pool": one[1],
            "block_size": binary_size(f"{one[3]} {one[4]}"),
            "data_bytes": int(one[7]) * _KIB,
            "data_free_bytes": int(one[8]) * _KIB,
            "metadata_bytes": int(one[9]) * _KIB,
            "metadata_free_bytes": int(one[10]) * _KIB,
        }
        for _, line in output.lines()
        if (one := _POOL.match(line))
    ]
    if not pools:
        output.refuse("no pool has figures here: run 'mmlspool FILESYSTEM', and copy all of it")
    reading = {
        "pools": pools,
        "data_bytes": sum(int(one["data_bytes"] or 0) for one in pools),
        "metadata_bytes": sum(int(one["metadata_bytes"] or 0) for one in pools),
    }
    warnings = ("it doesn't say the replicas: run mmlsfs, mmlsdisk and mmdf with -Y, too",)
    yield Reading(KIND, reading, warnings, tuple(pools))
