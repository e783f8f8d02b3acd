"""Output of `dmidecode`: processors and memory of a server; never seen real.

The form is that of dmidecode's `dmidecode.c`: a line of the handle, the name of the structure, and
its fields. Sizes of modules are in powers of 1,024. Serial numbers, UUIDs and asset tags aren't
taken: a hash tells one server in two outputs from two servers.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from model.installed.binary_sizes import binary_size, whole_number
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass

KIND = "dmidecode"
MARK = re.compile(
    r"^Handle 0x[0-9A-Fa-f]{4,8}, DMI type \d{1,3}, \d{1,4} bytes"
    r"|^\d{1,5} structures occupying \d{1,8} bytes",
    re.MULTILINE,
)
_COUNT = re.compile(r"(\d{1,5}) structures occupying ")
CUT = (
    "the output is cut off: {} of {} {} are here, so that processors and memory aren't taken; save "
    "all of it, and import it again"
)
_HANDLE = re.compile(r"Handle 0x[0-9A-Fa-f]{4,8}, DMI type (\d{1,3}),")
_FIELD = re.compile(
    r"\s+(Manufacturer|Product Name|Version|Status|Core Count|Size|Type|Speed|Serial Number|UUID|"
    r"Number Of Devices)"
    r": (.*)"
)
_SYSTEM, _PROCESSOR, _ARRAY, _MEMORY = "1", "4", "16", "17"
_NO_MEMORY = re.compile(r"non-volatile|flash|rom\b", re.IGNORECASE)
"""Types of devices that hold no data of programs: persistent memory, firmware."""
_RATE = re.compile(r"(\d{1,6}) M(?:T/s|Hz)")


@dataclass(frozen=True)
class Server:
    """What is in one server, or in several whose outputs follow each other."""

    servers: int
    product: str
    processors: tuple[tuple[str, int, int], ...]
    """Model, cores and count."""
    modules: tuple[tuple[int, str, int, int], ...]
    """Bytes, type, transfers per microsecond and count."""
    identities: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Hashes of serial number and UUID of each server that has both."""


def read(output: Output) -> Iterator[Reading]:
    """Return the server's model, processors and memory modules."""
    blocks: list[tuple[str, dict[str, str]]] = []
    announced = places = 0
    for _, line in output.lines():
        if one := _COUNT.match(line):
            announced += int(one[1])
        elif one := _HANDLE.match(line):
            blocks.append((one[1], {}))
        elif blocks and (one := _FIELD.match(line)):
            blocks[-1][1].setdefault(one[1], one[2].strip())
    processors: Counter[tuple[str, int]] = Counter()
    modules: Counter[tuple[int, str, int]] = Counter()
    slots = 0
    systems = [fields for kind, fields in blocks if kind == _SYSTEM]
    for kind, fields in blocks:
        if kind == _PROCESSOR and "Unpopulated" not in fields.get("Status", ""):
            cores = fields.get("Core Count", "")
            name = " ".join(fields.get("Version", "").split())
            processors[name, int(cores) if cores.isdigit() and len(cores) < 6 else 0] += 1
        elif kind == _ARRAY:
            places += whole_number(fields.get("Number Of Devices")) or 0
        elif kind == _MEMORY:
            slots += 1
            size = binary_size(fields.get("Size", ""))
            if _NO_MEMORY.search(fields.get("Type", "")):
                continue
            rate = _RATE.match(fields.get("Speed", ""))
            if size:
                modules[size, fields.get("Type", ""), int(rate[1]) if rate else 0] += 1
    if not processors and not modules:
        output.refuse("no processor or memory module is here: run 'dmidecode' as root")
    first = systems[0] if systems else {}
    product = " ".join((first.get("Product Name") or "").split())
    found = Server(
        max(1, len(systems)),
        product,
        tuple((*one, count) for one, count in processors.items()),
        tuple((*one, count) for one, count in modules.items()),
        frozenset(filter(None, map(_identity, systems))),
    )
    reading: dict[str, Any] = {
        "servers": found.servers,
        "manufacturer": first.get("Manufacturer"),
        "product": product or None,
        "processors": [
            {"model": model, "cores": cores or None, "count": count}
            for model, cores, count in found.processors
        ],
        "memory_modules": [
            {"bytes": size, "type": kind or None, "rate": rate or None, "count": count}
            for size, kind, rate, count in found.modules
        ],
        "memory_bytes": sum(size * count for size, _, _, count in found.modules),
        "memory_slots": slots,
    }
    if len(blocks) < announced:
        yield Reading(KIND, reading, (CUT.format(len(blocks), announced, "structures"),))
    elif slots < places:
        yield Reading(KIND, reading, (CUT.format(slots, places, "places for memory"),))
    else:
        yield Reading(KIND, reading, (), found)


_NO_SERIAL = re.compile(
    r"|not (?:specified|available|present)|none|n/?a|unknown|default string|[0 .-]*|0?123456789"
    r"|to be filled by o\.?e\.?m\.?|system serial number",
    re.IGNORECASE,
)
"""What stands in place of a serial number where a vendor wrote none."""


def _identity(fields: Mapping[str, str]) -> str:
    """Return what tells a server from others, without its serial number; empty if nothing does."""
    serial, uuid = fields.get("Serial Number", "").strip(), fields.get("UUID", "").strip()
    if not uuid or _NO_SERIAL.fullmatch(serial):
        return ""
    return hashlib.sha256(f"{serial} {uuid.casefold()}".encode()).hexdigest()
