"""Redfish: drives and volumes of a server, as its management controller serves them, in JSON.

Schemas: DMTF DSP8010, Storage, Drive, Volume. A service gives a page for each drive; several pages
one after the other are read together, and so are documents that hold them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from model.installed.binary_sizes import usual, whole_number
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import Output
from model.installed.raid_volumes import Volume, level_of, together
from model.installed.reading import Reading
from model.records import dataclass, replace

KIND = "redfish-storage"
MOST_TRIED = 100
"""Objects from the beginning of a document that may tell its kind."""
_STORAGE = re.compile(r"#(?:Drive|Volume|Storage)(?:Collection)?\.")
_TYPE = re.compile(r"#(Drive|Volume)\.")


@dataclass(frozen=True)
class Drive:
    """A drive."""

    model: str
    size: int
    flash: bool
    spare: bool


@dataclass(frozen=True)
class Storage:
    """Drives, and the volumes on them."""

    drives: tuple[Drive, ...]
    volumes: tuple[Volume, ...]
    identities: frozenset[str] = frozenset()
    """Serial numbers or names of the drives, to tell servers apart; never shown."""


def recognises(output: Output) -> bool:
    """Tell whether it is a page of storage, or holds some; collections of links are, too."""
    some = islice(objects(output.document), MOST_TRIED)
    return any(_STORAGE.match(text(one.get("@odata.type"))) for one in some)


def read(output: Output) -> Iterator[Reading]:
    """Return drives, hot spares and the volumes' layout."""
    drives: dict[str, Drive] = {}
    at: dict[str, set[str]] = {}
    serials: set[str] = set()
    volumes: dict[tuple[Any, ...], tuple[Volume, int]] = {}
    links = 0
    for one in objects(output.document):
        kind = _TYPE.match(text(one.get("@odata.type")))
        if kind is None:
            links += len(items(one.get("Drives"))) if "@odata.type" in one else 0
        elif kind[1] == "Drive":
            size = whole_number(one.get("CapacityBytes"))
            if size:
                identity = _identity(one, len(drives))
                drives[identity] = _drive(one, size)
                serials.add(_serial(one))
                at.setdefault(text(one.get("@odata.id")), set()).add(identity)
        else:
            volume = _volume(one)
            if volume is not None:
                key = _key(one, volume)
                volumes[key] = volume, volumes.get(key, (volume, 0))[1] + 1
    if not drives:
        what = "its drives are links: get the page of each, too" if links else "no drive is here"
        output.refuse(f"{what} (/redfish/v1/Systems/…/Storage/…/Drives/…)")
    size = usual(one.size for one in drives.values())
    servers = max((len(same) for address, same in at.items() if address), default=1)
    levels: list[Volume] = []
    for addresses, group, times in _groups_of(volumes):
        own = usual(drives[x].size for address in addresses for x in at.get(address, ())) or size
        whole = replace(group, level=level_of(group, own), drive=own)
        levels += [whole] * min(times, servers)
    raid, volume_size, size = together(levels, size)
    warnings = []
    if links > len(drives):
        warnings.append(f"{links - len(drives)} of {links} drives are links only: get their pages")
    if odd := sum(one.size != size for one in drives.values()):
        warnings.append(f"{odd} of {len(drives)} drives have another size than the others")
    if volumes and raid is None:
        warnings.append(
            "the layout of the volumes isn't stated: which drives, and which RAID level"
        )
    reading: dict[str, Any] = {
        "drives": len(drives),
        "drive_bytes": size,
        "hot_spares": sum(one.spare for one in drives.values()),
        "raid": raid,
        "volume_bytes": volume_size,
    }
    found = Storage(tuple(drives.values()), tuple(levels), _all_known(serials))
    yield Reading(KIND, reading, tuple(warnings), found)


def _identity(drive: dict[str, Any], number: int) -> str:
    """Distinguish drives of several servers, whose pages have the same address."""
    return _serial(drive) or text(drive.get("@odata.id")) or str(number)


def _serial(drive: dict[str, Any]) -> str:
    serial = text(drive.get("SerialNumber")).strip()
    names = [text(mapping(one).get("DurableName")) for one in items(drive.get("Identifiers"))]
    return serial or next(filter(None, names), "")


def _key(volume: dict[str, Any], found: Volume) -> tuple[Any, ...]:
    """Tell volumes apart; pages of the same one that were got twice are one.

    Those of several servers have the same address: there are as many as servers, by their drives.
    """
    names = [text(mapping(one).get("DurableName")) for one in items(volume.get("Identifiers"))]
    unique = next(filter(None, names), "") or text(volume.get("UniqueIdentifier"))
    linked = items(mapping(volume.get("Links")).get("Drives")) or items(volume.get("Drives"))
    addresses = tuple(text(mapping(one).get("@odata.id")) for one in linked)
    place = text(volume.get("@odata.id")) or text(volume.get("Id")) or text(volume.get("Name"))
    return unique, place, addresses, found.level, found.size


def _groups_of(
    volumes: dict[tuple[Any, ...], tuple[Volume, int]],
) -> Iterator[tuple[tuple[str, ...], Volume, int]]:
    """Return addresses of drives, volume, and times of each group; volumes on one group are one."""
    found: dict[tuple[Any, ...], tuple[tuple[str, ...], Volume, int]] = {}
    for key, (one, times) in volumes.items():
        addresses: tuple[str, ...] = key[2]
        group = (addresses, one.level) if any(addresses) else key
        if group in found:
            _, other, most = found[group]
            one, times = replace(other, size=other.size + one.size), max(times, most)
        found[group] = addresses, one, times
    return iter(found.values())


def _all_known(serials: set[str]) -> frozenset[str]:
    return frozenset() if "" in serials else frozenset(serials)


def _drive(drive: dict[str, Any], size: int) -> Drive:
    spare = text(drive.get("HotspareType"))
    return Drive(
        text(drive.get("Model")).strip(),
        size,
        text(drive.get("MediaType")) == "SSD",
        spare not in ("", "None"),
    )


def _volume(volume: dict[str, Any]) -> Volume | None:
    size = whole_number(volume.get("CapacityBytes"))
    level = text(volume.get("RAIDType")) or text(volume.get("VolumeType"))
    drives = items(mapping(volume.get("Links")).get("Drives")) or items(volume.get("Drives"))
    if not size or not level or level == "RawDevice":
        return None
    return Volume(level, size, len(drives))
