"""Output of `lctl get_param osd-*.*.*` on a Lustre server: its OSTs and MDTs.

Names of parameters are those of `lustre/osd-ldiskfs/osd_lproc.c`, `osd-zfs/osd_lproc.c` and
`obdclass/lprocfs_status.c`; ratios of inodes those of `lustre/utils/libmount_utils_ldiskfs.c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from model.installed.binary_sizes import share, usual, whole_number
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass

KIND = "lctl-osd"
MARK = re.compile(
    r"^[ \t]*(?:osd-\w{1,16}|obdfilter)\.[\w.-]{1,80}-(?:OST|MDT)[0-9a-fA-F]{4}\."
    r"(?:fstype|files(?:free|total)|kbytes(?:avail|free|total))=",
    re.MULTILINE,
)
_LINE = re.compile(
    r"\s*(osd-(\w{1,16})|obdfilter)\.([\w.-]{1,80})-(OST|MDT)([0-9a-fA-F]{4})\."
    r"(fstype|filesfree|filestotal|kbytesavail|kbytesfree|kbytestotal)=\s*(\S*)"
)
Key = tuple[str, str, int]
"""File system, kind and index of a device."""
USUAL_RATIOS = (65536, 69905, 131072, 262144, 524288, 1048576, 2097152, 4194304)
"""Bytes per inode: of `mkfs.lustre` by size, of EXAScaler 128 KiB, and powers of two otherwise."""
MOST_OVERHEAD = 0.08
"""Inode tables of 512 bytes at 64 KiB an inode are below 1 %; more isn't explained by the ratio."""


@dataclass(frozen=True)
class Osd:
    """The device of an OST or MDT."""

    file_system: str
    kind: str
    index: int
    format: str
    figures: dict[str, int]

    @property
    def inodes(self) -> int | None:
        """Its inodes; ZFS has no fixed number."""
        return None if self.format == "zfs" else self.figures.get("filestotal")

    @property
    def size(self) -> int | None:
        """What `df` calls its size."""
        blocks = self.figures.get("kbytestotal")
        return None if blocks is None else blocks * 1024

    @property
    def kept(self) -> int | None:
        """What is free but not available: the reserve for root."""
        free, available = self.figures.get("kbytesfree"), self.figures.get("kbytesavail")
        if free is None or available is None or free > self.figures.get("kbytestotal", 0):
            return None
        return max(0, free - available) * 1024

    @property
    def used(self) -> int | None:
        """Bytes in use."""
        size, free = self.size, self.figures.get("kbytesfree")
        return None if size is None or free is None else max(0, size - free * 1024)


def bytes_per_inode(size: int | None, inodes: int | None) -> int | None:
    """Return the ratio at which a device was formatted; None if no usual one fits."""
    if not size or not inodes:
        return None
    least = size / inodes
    ratio = next((one for one in USUAL_RATIOS if one >= least), None)
    return ratio if ratio is not None and least >= ratio * (1 - MOST_OVERHEAD) else None


def read(output: Output) -> Iterator[Reading]:
    """Return the figures of each file system's OSTs; `found` has all devices."""
    found: dict[Key, tuple[str, dict[str, int]]] = {}
    warnings: list[str] = []
    for number, line in output.lines():
        one = _LINE.match(line)
        if one is None:
            continue
        key = one[3], one[4], int(one[5], 16)
        form, figures = found.get(key, (one[2] or "", {}))
        name, text = one[6], one[7]
        if name == "fstype":
            form = text if text.isalnum() else form
        else:
            value = whole_number(text)
            if value is None:
                warnings.append(f"line {number} is no number: left out")
            else:
                figures[name] = value
        found[key] = form, figures
    _without_cut_number(output.text, found)
    osds = tuple(Osd(*key, form, figures) for key, (form, figures) in found.items())
    systems = list(dict.fromkeys(one.file_system for one in osds))
    if not systems:
        output.refuse("no OST or MDT has figures here: run 'lctl get_param osd-*.*.*' on a server")
    for name in systems:
        here = tuple(one for one in osds if one.file_system == name)
        yield Reading(KIND, _reading(name, here), (*_cut_off(here), *warnings), here)
        warnings = []


def _without_cut_number(text: str, found: dict[Key, tuple[str, dict[str, int]]]) -> None:
    """Drop the last number if the text ends within it: it is the begin of that of others."""
    one = _LINE.fullmatch(text.rpartition("\n")[2])
    if one is None:
        return
    _, figures = found[one[3], one[4], int(one[5], 16)]
    others = [str(each[one[6]]) for _, each in found.values() if one[6] in each]
    is_begin = any(len(one[7]) < len(each) and each.startswith(one[7]) for each in others)
    if is_begin or figures.get("kbytestotal", 0) < figures.get("kbytesfree", 0):
        figures.pop(one[6], None)


def _cut_off(osds: Sequence[Osd]) -> Iterator[str]:
    """Say which targets lack figures that others of their kind have."""
    for kind in ("OST", "MDT"):
        here = [one for one in osds if one.kind == kind]
        names = {name for one in here for name in one.figures}
        lacking = [one for one in here if names - one.figures.keys()]
        if lacking:
            missing = sorted({name for one in lacking for name in names - one.figures.keys()})
            yield (
                f"the output is cut off: {len(lacking)} of {len(here)} {kind}s lack "
                f"{', '.join(missing)}: save all of it, and import it again"
            )


def _reading(name: str, osds: Sequence[Osd]) -> dict[str, Any]:
    osts = [one for one in osds if one.kind == "OST"]
    inodes = usual(one.inodes for one in osts if one.inodes is not None)
    size = usual(one.size for one in osts if one.size is not None)
    kept = usual(one.kept for one in osts if one.kept is not None)
    ratio = bytes_per_inode(size, inodes)
    reading: dict[str, Any] = {
        "file_system": name,
        "osts_here": len(osts),
        "inodes_of_an_ost": inodes,
        "device_bytes": ratio * inodes if ratio and inodes else None,
        "bytes_per_inode": ratio,
        "size_bytes_of_an_ost": size,
        "kept_for_root_share": None if kept is None or not size else share(kept, size),
    }
    if mdts := [one for one in osds if one.kind == "MDT"]:
        reading["mdts_here"] = len(mdts)
    return reading
