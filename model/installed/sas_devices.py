"""Output of `sas_devices` of sasutils: enclosure groups and their drives; never seen real.

The form is that of the README of stanford-rc/sasutils. Names of groups are nicknames of enclosures,
often with the name of a host: they aren't taken. Sizes are decimal, with one digit after the point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from model.installed.binary_sizes import usual
from model.installed.output import Output
from model.installed.reading import Reading

KIND = "sas-devices"
MARK = re.compile(r"^[ \t]*Found \d+ enclosure groups|^[ \t]*Enclosure group: \[", re.MULTILINE)
_GROUP = re.compile(r"\s*Enclosure group: \[")
_DRIVES = re.compile(
    r"\s*(\d{1,5}) x\s+(\S{1,8})\s+(\S{1,20}(?: \S{1,20})?)\s+(\S{1,8})\s+"
    r"(\d{1,6}(?:\.\d{1,3})?)([kMGTP]?)B\s+(\d{1,3})\s*$"
)
_POWERS = {letter: power for power, letter in enumerate(("", "k", "M", "G", "T", "P"))}


def read(output: Output) -> Iterator[Reading]:
    """Return the drives by enclosure group."""
    groups: list[list[dict[str, int | str]]] = []
    for _, line in output.lines():
        if _GROUP.match(line):
            groups.append([])
        elif groups and (one := _DRIVES.match(line)):
            count, vendor, model, _, size, letter, paths = one.groups()
            groups[-1].append(
                {
                    "count": int(count),
                    "vendor": vendor,
                    "model": model,
                    "bytes": round(Fraction(size) * 1000 ** _POWERS[letter]),
                    "paths": int(paths),
                }
            )
    drives = [one for group in groups for one in group]
    if not drives:
        output.refuse("no drives are listed here: run 'sas_devices' on a server with enclosures")
    reading = {
        "enclosures": len(groups),
        "drives": sum(int(one["count"]) for one in drives),
        "drive_bytes": usual(int(one["bytes"]) for one in drives for _ in range(int(one["count"]))),
        "paths_to_a_drive": usual(int(one["paths"]) for one in drives),
        "rounded_to": "0.1 of the printed unit",
        "enclosure_drives": groups,
    }
    warnings = ("sizes are rounded: run 'lsblk -J -b -o NAME,MODEL,SIZE,TYPE,ROTA,TRAN', too",)
    yield Reading(KIND, reading, warnings, tuple(map(tuple, groups)))
