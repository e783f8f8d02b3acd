"""Output of `storcli`, `perccli` and their version 2, as text or as JSON (`J`): drives and volumes.

Tables are those of `show`, `show all`, `/vall show` and `/eall /sall show` (Broadcom, StorCLI
reference manual, 12Gb/s MegaRAID). Its TB is 1,024 GB of 1,024 MB and so on: a drive of 8 TB is
shown as 7.276 TB. Version 2 (CLI Version 008) has TiB, a column Status, and Span in place of Arr;
its tables were seen in tests of monitoring programs only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from model.installed.binary_sizes import binary_size, usual, whole_number
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import Output
from model.installed.raid_volumes import Volume, together
from model.installed.reading import Reading
from model.records import dataclass

KIND = "storcli"
MARK = re.compile(
    r"^[ \t]*(?:CLI Version = |EID:Slt +(?:DID|PID) +State|DG/VD +TYPE +State)", re.MULTILINE
)
_SIZE = r"(\d{1,9}(?:\.\d{1,4})? [KMGTP]i?B)"
_DRIVE = re.compile(
    rf"\s*(\d{{0,4}}:\d{{1,4}})\s+\d{{1,5}}\s+(\S{{2,9}})\s+(?:([A-Z]\S{{2,11}})\s+)?(\d{{1,4}}|-|F)\s+"
    rf"{_SIZE}\s+(\S+)\s+(\S+)"
)
_VOLUME = re.compile(rf"\s*(\d{{1,4}}|-)/(\d{{1,4}})\s+(RAID\d+|\S{{2,12}})\s+(\S.*?)\s+{_SIZE}")
_MEMBER = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})\s+\d{0,4}:\d{1,4}\s+\d{1,5}\s+DRIVE\s")
_CONTROLLER = re.compile(r"\s*Controller = (\d{1,4})")
_DRIVES = re.compile(r"\s*Physical Drives = (\d{1,5})\s*")
CUT = (
    "the output is cut off: it lists {} of {} drives, so that its volumes aren't taken; save the "
    "whole output, and import it again"
)
_SPARES = ("GHS", "DHS")
_BAD = ("Offln", "UBad", "UBUnsp", "Failed", "Msng", "Unusbl", "Offline", "Missing")
_NO_GROUP = "-"


@dataclass(frozen=True)
class Drive:
    """A drive behind a controller."""

    controller: int
    slot: str
    state: str
    group: str
    size: int
    media: str


class _Found:
    """What a file says, while it is read."""

    def __init__(self) -> None:
        self.drives: dict[tuple[int, str], Drive] = {}
        self.volumes: dict[tuple[int, str], tuple[str, str, int]] = {}
        self.spans: dict[tuple[int, str], set[str]] = {}
        self.announced: dict[int, int] = {}
        """Number of drives that a controller says it has."""
        self.names_units = True
        """Whether it writes TiB for TiB."""

    def size(self, printed: str) -> int | None:
        """Parse a size, and note how its unit is written."""
        size = binary_size(printed)
        self.names_units &= size is None or "i" in printed
        return size


def recognises(output: Output) -> bool:
    """Tell whether it is an answer of controllers."""
    answers = map(mapping, items(mapping(output.document).get("Controllers")))
    return any("Command Status" in one for one in answers)


def read(output: Output) -> Iterator[Reading]:
    """Return drives, hot spares and the volumes' layout."""
    found = _Found()
    if output.document is None:
        _of_text(output, found)
    else:
        _of_json(output.document, found)
    if not found.drives:
        output.refuse("no drives are listed here: run 'storcli64 /call show all J'")
    drives = list(found.drives.values())
    listed = Counter(one.controller for one in drives)
    announced = sum(max(n, listed[one]) for one, n in found.announced.items())
    here = sum(listed[one] for one in found.announced)
    if is_cut := here < announced:
        found.volumes.clear()
    size = usual(one.size for one in drives)
    volumes = list(_volumes(found))
    raid, volume, size = together(volumes, size)
    reading: dict[str, Any] = {
        "drives": len(drives),
        "drive_bytes": size,
        "hot_spares": sum(one.state in _SPARES for one in drives),
        "raid": raid,
        "volume_bytes": volume,
        "rounded_to": "0.001 of the printed unit, which is one of 1,024",
    }
    what = "sizes are rounded" if found.names_units else "its TB are TiB, rounded"
    warnings = [CUT.format(here, announced)] * is_cut
    warnings += [f"{what}: run 'lsblk -J -b' for exact sizes of drives"]
    if odd := sum(one.size != size for one in drives):
        warnings.append(f"{odd} of {len(drives)} drives have another size than the others")
    if bad := sum(one.state in _BAD for one in drives):
        warnings.append(f"{bad} of {len(drives)} drives are offline or bad")
    yield Reading(KIND, reading, tuple(warnings), (tuple(drives), tuple(volumes)))


def _volumes(found: _Found) -> Iterator[Volume]:
    """Return the volumes; those on one group of drives are one."""
    members: dict[tuple[int, str], list[int]] = {}
    for one in found.drives.values():
        if one.state not in _SPARES:
            members.setdefault((one.controller, one.group), []).append(one.size)
    sizes: dict[tuple[int, str, str], tuple[str, int]] = {}
    for (controller, name), (group, level, size) in found.volumes.items():
        slot = controller, group, name if group == _NO_GROUP else ""
        sizes[slot] = level, sizes.get(slot, ("", 0))[1] + size
    for (controller, group, _), (level, size) in sizes.items():
        key = controller, group
        drives = members.get(key, [])
        spans = len(found.spans.get(key, ())) or None
        yield Volume(level, size, len(drives), spans, usual(drives))


def _of_json(document: Any, found: _Found) -> None:
    for place, controller in enumerate(items(mapping(document).get("Controllers"))):
        stated = mapping(mapping(controller).get("Command Status")).get("Controller")
        known = whole_number(stated)
        number = place if known is None else known
        data = mapping(controller).get("Response Data", controller)
        if drives := whole_number(mapping(data).get("Physical Drives")):
            found.announced[number] = drives
        for one in objects(data):
            size = found.size(text(one.get("Size")))
            if "EID:Slt" in one and size and "State" in one:
                slot, group = text(one["EID:Slt"]), str(one.get("DG", _NO_GROUP))
                state = _state(text(one["State"]), text(one.get("Status")))
                media = text(one.get("Med"))
                found.drives[number, slot] = Drive(number, slot, state, group, size, media)
            elif "DG/VD" in one and size:
                group = text(one["DG/VD"]).partition("/")[0]
                found.volumes[number, text(one["DG/VD"])] = group, text(one.get("TYPE")), size
            elif one.get("Type") == "DRIVE" and ("Arr" in one or "Span" in one):
                spans = found.spans.setdefault((number, str(one.get("DG"))), set())
                spans.add(str(one.get("Arr", one.get("Span"))))


def _state(state: str, status: str | None) -> str:
    """Return the state that counts: version 2 has a second column with what is wrong."""
    return status if status in _BAD else state


def _of_text(output: Output, found: _Found) -> None:
    number = 0
    for _, line in output.lines():
        if one := _CONTROLLER.match(line):
            number = int(one[1])
        elif one := _DRIVES.fullmatch(line):
            found.announced[number] = int(one[1])
        elif one := _DRIVE.match(line):
            slot, state, status, group, printed, _, media = one.groups()
            if size := found.size(printed):
                state = _state(state, status)
                found.drives[number, slot] = Drive(number, slot, state, group, size, media)
        elif one := _VOLUME.match(line):
            group, volume, level, _, printed = one.groups()
            if size := found.size(printed):
                found.volumes[number, f"{group}/{volume}"] = group, level, size
        elif one := _MEMBER.match(line):
            found.spans.setdefault((number, one[1]), set()).add(one[2])
