"""Output of `lspci`, with or without `-nn` and `-D`: adapters of a server; never seen real.

The form is that of `lspci.c` of pciutils, `show_terse`: slot, class, and vendor with device.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from model.installed.output import Output
from model.installed.reading import Reading

KIND = "lspci"
MARK = re.compile(
    r"^(?:[0-9a-f]{4,5}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] [A-Z][\w /-]{2,60}(?: \[[0-9a-f]{4}\])?: ",
    re.MULTILINE,
)
_LINE = re.compile(
    r"((?:[0-9a-f]{4,5}:)?[0-9a-f]{2}:[0-9a-f]{2})\.[0-7] "
    r"([A-Z][\w /-]{2,60}?)(?: \[[0-9a-f]{4}\])?: (.+)"
)
_NOISE = re.compile(r"\s*(?:\[[0-9a-f]{4}:[0-9a-f]{4}\]|\(rev [0-9a-f]{2}\)|\(prog-if .*)")
_KINDS = {
    "Serial Attached SCSI controller": "storage",
    "RAID bus controller": "storage",
    "SCSI storage controller": "storage",
    "Mass storage controller": "storage",
    "Non-Volatile memory controller": "nvme",
    "Ethernet controller": "network",
    "Infiniband controller": "network",
    "InfiniBand controller": "network",
    "Network controller": "network",
    "Fabric controller": "network",
}


def read(output: Output) -> Iterator[Reading]:
    """Return adapters for storage and network, and NVMe drives."""
    functions: dict[tuple[str, str, str], set[str]] = {}
    ports: Counter[tuple[str, str, str]] = Counter()
    for _, line in output.lines():
        one = _LINE.match(line)
        kind = _KINDS.get(one[2]) if one else None
        if one and kind and "Virtual Function" not in one[3]:
            name = _NOISE.sub("", one[3]).strip()
            functions.setdefault((kind, one[2], name), set()).add(one[1])
            ports[kind, one[2], name] += 1
    if not functions:
        output.refuse("no adapter for storage or network is listed here: run 'lspci' on a server")

    def of(kind: str) -> list[dict[str, Any]]:
        return [
            {"name": key[2], "count": len(slots), "functions": ports[key]}
            for key, slots in functions.items()
            if key[0] == kind
        ]

    reading = {
        "storage_adapters": of("storage"),
        "network_adapters": of("network"),
        "nvme_drives": of("nvme"),
    }
    yield Reading(KIND, reading, (), reading)
