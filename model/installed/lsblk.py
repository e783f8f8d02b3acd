"""JSON of `lsblk -J -b -o NAME,MODEL,SERIAL,WWN,SIZE,TYPE,ROTA,PHY-SEC,LOG-SEC,TRAN,MOUNTPOINT`.

A drive that is reached by two paths stands there twice: with one WWN, or with one serial number.
Old util-linux writes numbers and truth values as texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Any

from model.installed.output import Output
from model.installed.pool_tree import size_of
from model.installed.reading import Reading
from model.records import dataclass

KIND = "lsblk"
COMMAND = "lsblk -J -b -o NAME,MODEL,SERIAL,WWN,SIZE,TYPE,ROTA,PHY-SEC,LOG-SEC,TRAN,MOUNTPOINT"
DEEPEST = 20
MEDIA = ("disk", "NVMe", "flash")
_NO_DRIVES = ("loop", "ram", "zd", "nbd", "rbd", "drbd", "zram", "sr", "fd", "pmem")
_NAMESPACE = re.compile(r"nvme\d+(?:c\d+)?n(\d+)$")
"""The number of a namespace: several on one drive have its serial number."""
_ARRAYS = ("logical volume", "perc", "megaraid", "virtual disk", "mr9", "smart array", "logicaldrv")


@dataclass(frozen=True)
class Drive:
    """A drive; its names and numbers identify it, and are never shown."""

    names: frozenset[str] = field(repr=False)
    model: str
    bytes: int
    media: str
    is_exact: bool
    is_boot: bool
    physical_sector: int | None
    logical_sector: int | None
    serial: str = field(default="", repr=False)
    wwn: str = field(default="", repr=False)
    is_array: bool = False
    """Whether a controller may stand before it."""


@dataclass(frozen=True)
class Drives:
    """The drives of a server."""

    drives: tuple[Drive, ...]


def recognises(output: Output) -> bool:
    """Whether a document is that of `lsblk`."""
    document = output.document
    return isinstance(document, dict) and isinstance(document.get("blockdevices"), list)


def read(output: Output) -> Iterator[Reading]:
    """Read the drives of a document."""
    devices = [one for one in output.document["blockdevices"] if isinstance(one, dict)]
    disks = [one for one in devices if _is_disk(one)]
    if not disks:
        output.refuse(f"no drive stands in this output: run '{COMMAND}'")
    if any(size_of(_text(one.get("size"))) is None for one in disks):
        output.refuse("a drive has no SIZE: run lsblk with the column SIZE, and with -b")
    paths: dict[object, list[dict[str, Any]]] = {}
    for n, one in enumerate(disks):
        paths.setdefault(_identity(one) or n, []).append(one)
    drives = [_drive(same) for same in paths.values()]
    warnings = list(_warnings(drives, len(disks)))
    order = {media: n for n, media in enumerate(MEDIA)}
    counts: dict[tuple[bool, int, int, str], int] = {}
    for drive in drives:
        key = drive.is_boot, order[_kind(drive)], -drive.bytes, drive.media
        counts[key] = counts.get(key, 0) + 1
    groups = [
        {"count": n, "bytes": -size, "media": f"{media}, boot" if boot else media}
        for (boot, _, size, media), n in sorted(counts.items())
    ]
    yield Reading(KIND, {"drives": groups}, tuple(warnings), Drives(tuple(drives)))


def _text(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _name(device: dict[str, Any]) -> str:
    """Return the name of a device, by whichever column has it."""
    named = (_word(device.get(key)) for key in ("name", "kname", "path"))
    return next(filter(None, named), "").rpartition("/")[2]


def _is_disk(device: dict[str, Any]) -> bool:
    name = _name(device)
    return (
        device.get("type", "disk") == "disk"
        and not (name.startswith(_NO_DRIVES) and name[2:3] != "")
        and _text(device.get("size")) not in (0, "0", "0B")
    )


def _word(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _identity(device: dict[str, Any]) -> tuple[str, str] | None:
    """Return what the paths to one drive have in common."""
    if wwn := _word(device.get("wwn")).casefold():
        return "wwn", wwn
    if serial := _word(device.get("serial")).casefold():
        of_nvme = _NAMESPACE.search(_name(device))
        return "serial", f"{serial} {of_nvme[1]}" if of_nvme else serial
    return None


def _is_true(value: Any) -> bool:
    return value in (True, "1", "true")


def _sector(value: Any) -> int | None:
    size = size_of(_text(value))
    return size.bytes if size else None


def _drive(paths: list[dict[str, Any]]) -> Drive:
    one = paths[0]
    size = size_of(_text(one.get("size")))
    assert size is not None
    name = _name(one)
    below = [child for path in paths for child in _below(path)]
    model, wwn, serial = (_word(one.get(key)) for key in ("model", "wwn", "serial"))
    names = set(map(_name, (*paths, *below)))
    transport = _word(one.get("tran"))
    is_nvme = transport == "nvme" or name.startswith("nvme")
    if is_nvme:
        media = "NVMe"
    elif "rota" in one and not _is_true(one["rota"]):
        media = f"{transport.upper()} flash".strip()
    else:
        media = "disk"
    vendor = _word(one.get("vendor"))
    text = f"{vendor} {model}".casefold()
    return Drive(
        frozenset(names - {""}),
        model,
        size.bytes,
        media,
        size.exact,
        _is_boot(below),
        _sector(one.get("phy-sec")),
        _sector(one.get("log-sec")),
        serial.casefold(),
        wwn.casefold(),
        any(word in text for word in _ARRAYS),
    )


def _below(device: dict[str, Any], depth: int = 0) -> Iterator[dict[str, Any]]:
    children = device.get("children")
    for child in children if isinstance(children, list) and depth < DEEPEST else ():
        if isinstance(child, dict):
            yield child
            yield from _below(child, depth + 1)


def _is_boot(below: list[dict[str, Any]]) -> bool:
    """Whether a system starts from a drive: it is mounted, or has partitions other than ZFS's."""
    mounted = [_word(child.get("mountpoint")) for child in below]
    listed = [one for child in below for one in (child.get("mountpoints") or []) if one]
    if any(mounted) or any(isinstance(one, str) and one.startswith("/") for one in listed):
        return True
    parts = {_number(child) for child in below if child.get("type") == "part"}
    return (bool(parts) and not parts <= {"1", "9", "2"}) or parts == {"1", "2"}


def _number(part: dict[str, Any]) -> str:
    name = _name(part)
    return name[len(name.rstrip("0123456789")) :]


def _kind(drive: Drive) -> str:
    return drive.media if drive.media in MEDIA else "flash"


def _warnings(drives: list[Drive], lines: int) -> Iterator[str]:
    if lines > len(drives):
        yield (
            f"{lines} disks are listed for {len(drives)} drives: one with several paths counts once"
        )
    if any(not drive.is_exact for drive in drives):
        yield "sizes are rounded: run lsblk with -b"
    if any(drive.is_array for drive in drives):
        yield "some drives are volumes of a RAID controller, which hides the drives behind it"
