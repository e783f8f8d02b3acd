"""Output of `mmlsfs`, `mmlsdisk` and `mmdf` with `-Y`: a file system of IBM Storage Scale.

Each kind of line has a HEADER line that names its columns; values are percent-encoded; sizes are
in KiB. Document: IBM Storage Scale, command reference: mmlsfs, mmlsdisk, mmdf, parameter -Y.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from model.installed.binary_sizes import usual, whole_number
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass, replace
from model.units.figures import show

KIND = "gpfs-Y"
MARK = re.compile(r"^[ \t]*(?:mmlsfs|mmlsdisk|mmdf):[^:\n]{0,40}:(?:HEADER|\d{1,9}):", re.MULTILINE)
_LINE = re.compile(r"\s*(mmlsfs|mmlsdisk|mmdf):([^:]{0,40}):(HEADER|\d{1,9}):(.*)")
KIB = 1024
MOST_APART = 0.01
"""The total of mmdf is that of its NSDs but for rounding."""
OLD_SUBBLOCKS = 32
"""Subblocks of a block before release 5."""


@dataclass(frozen=True)
class Nsd:
    """A disk of the file system."""

    name: str
    size: int
    pool: str
    data: bool
    metadata: bool
    failure_group: str
    free: int | None


@dataclass(frozen=True)
class FileSystem:
    """What the three commands say of one file system; None where one wasn't run."""

    name: str | None
    block: int | None
    subblock: int | None
    replicas: int | None
    nsds: tuple[Nsd, ...]
    stated_size: int | None
    stated_data_size: int | None
    free: int | None
    inodes_used: int | None
    inodes: int | None
    data_free: int | None = None
    """Free space for data, where metadata have disks of their own."""

    @property
    def unlisted(self) -> int:
        """Bytes for data on NSDs whose lines are missing from mmdf and mmlsdisk."""
        listed = sum(one.size for one in self.nsds if one.data)
        stated = self.stated_data_size or self.stated_size
        if not listed or stated is None:
            return 0
        if self.stated_data_size is None:
            listed = sum(one.size for one in self.nsds)
        return stated - listed if listed < stated * (1 - MOST_APART) else 0

    @property
    def size(self) -> int | None:
        """Space of all NSDs."""
        if self.stated_size is None and self.nsds:
            return sum(one.size for one in self.nsds)
        return self.stated_size

    @property
    def data_size(self) -> int | None:
        """Space of the NSDs that hold data."""
        if self.stated_data_size is None and self.nsds:
            if self.stated_size is not None and all(one.data for one in self.nsds):
                return self.stated_size
            return sum(one.size for one in self.nsds if one.data)
        return self.stated_data_size

    @property
    def fillable(self) -> int | None:
        """What users may fill: each byte stands once for each replica."""
        size = self.size if self.data_size is None else self.data_size
        return None if size is None or not self.replicas else size // self.replicas

    def with_more(self, other: FileSystem) -> FileSystem:
        """Add what another output says of the same file system; what is stated twice stays."""
        known = {one.name: one for one in self.nsds}
        for one in other.nsds:
            mine = known.setdefault(one.name, one)
            if mine.free is None and one.free is not None:
                known[one.name] = replace(mine, free=one.free)
        values: dict[str, Any] = {
            name: getattr(other, name)
            for name in (
                "name",
                "block",
                "subblock",
                "replicas",
                "stated_size",
                "stated_data_size",
                "free",
                "inodes_used",
                "inodes",
                "data_free",
            )
            if getattr(self, name) is None
        }
        return replace(self, nsds=tuple(known.values()), **values)


def read(output: Output) -> Iterator[Reading]:
    """Return the figures of a file system."""
    warnings: list[str] = []
    fields: dict[str, dict[str, str]] = {}
    rows: dict[tuple[str, str], list[dict[str, str]]] = {}
    first: dict[tuple[str, str], list[dict[str, str]]] = {}
    for command, section, run, row in _rows(output, warnings):
        if command == "mmlsfs":
            of = fields.setdefault(row.get("deviceName", ""), {})
            name = row.get("fieldName", "")
            if name not in of or "other" in row.get("remarks", ""):
                of[name] = row.get("data", "")
        else:
            rows.setdefault((command, section), []).append(row)
            if run == 1:
                first.setdefault((command, section), []).append(row)
    if not fields and not rows:
        output.refuse("only HEADER lines, or none: run the commands with -Y, and copy all of it")
    if len(fields) > 1:
        rows = first
        warnings.append(
            f"{len(fields)} file systems in one file: only the first is read, as lines of "
            "mmlsdisk and mmdf don't name theirs; give each a file of its own"
        )
    missing = [
        command
        for command, there in (
            ("mmlsfs", bool(fields)),
            ("mmlsdisk", ("mmlsdisk", "") in rows),
            ("mmdf", ("mmdf", "fsTotal") in rows),
        )
        if not there
    ]
    if missing == ["mmdf"] and any(command == "mmdf" for command, _ in rows):
        warnings.append("mmdf is cut off (its total is missing): save the whole output")
    elif missing:
        warnings.append(f"run {' and '.join(missing)} with -Y, too: not in this output")
    system = _system(fields, rows)
    pools = fields.get(system.name or "", {}).get("storagePools", "").split(";")
    listed = {one.pool for one in system.nsds}
    without = [pool for pool in pools if pool and pool not in listed]
    if listed and without:
        warnings.append(
            f"no NSD of pool {', '.join(without)} is listed: the output may be cut off, so save "
            "all of it"
        )
    if left := system.unlisted:
        warnings.append(
            f"lines of NSDs are missing: mmdf has {show(left, 'byte')} more than the "
            f"{len(system.nsds)} NSDs that are listed; save the whole output, and import it again"
        )
    yield Reading(KIND, _reading(system, fields), tuple(warnings), system)


def _rows(output: Output, warnings: list[str]) -> Iterator[tuple[str, str, int, dict[str, str]]]:
    """Return the command, the section, below which of its HEADER lines, and the row."""
    heads: dict[tuple[str, str], list[str]] = {}
    runs: dict[tuple[str, str], int] = {}
    for number, line in output.lines():
        one = _LINE.match(line)
        if one is None:
            continue
        command, section, what, rest = one.groups()
        values = rest.split(":")
        if what == "HEADER":
            heads[command, section] = values
            runs[command, section] = runs.get((command, section), 0) + 1
        elif (command, section) not in heads:
            warnings.append(f"line {number} has no HEADER line above it: left out")
        else:
            names = heads[command, section]
            if len(values) < len(names) - 1:
                warnings.append(f"line {number} is cut off: left out")
                continue
            yield (
                command,
                section,
                runs[command, section],
                {
                    name: unquote(value)
                    for name, value in zip(names, values, strict=False)
                    if name and name != "reserved"
                },
            )


def _kib(row: dict[str, str], name: str) -> int | None:
    value = whole_number(row.get(name, ""))
    return None if value is None else value * KIB


def _free(row: dict[str, str]) -> int | None:
    blocks, fragments = _kib(row, "freeBlocks"), _kib(row, "freeFragments")
    return None if blocks is None else blocks + (fragments or 0)


def _system(
    fields: dict[str, dict[str, str]], rows: dict[tuple[str, str], list[dict[str, str]]]
) -> FileSystem:
    name = next(iter(fields), None)
    of = fields.get(name, {}) if name is not None else {}
    block = whole_number(of.get("blockSize", ""))
    subblock = whole_number(of.get("minFragmentSize", ""))
    if subblock is None and block:
        subblock = block // (whole_number(of.get("subblocksPerFullBlock", "")) or OLD_SUBBLOCKS)
    total = (rows.get(("mmdf", "fsTotal")) or [{}])[0]
    inode = (rows.get(("mmdf", "inode")) or [{}])[0]
    nsds = tuple(_nsds(rows))
    data = (rows.get(("mmdf", "data")) or [{}])[0]
    most = whole_number(inode.get("maxInodes", ""))
    return FileSystem(
        name,
        block,
        subblock,
        whole_number(of.get("defaultDataReplicas", "")),
        nsds,
        _kib(total, "fsSize"),
        _kib(data, "totalData"),
        _free(total),
        whole_number(inode.get("usedInodes", "")),
        whole_number(of.get("maxNumberOfInodes", "")) if most is None else most,
        _free(data),
    )


def _nsds(rows: dict[tuple[str, str], list[dict[str, str]]]) -> Iterator[Nsd]:
    seen: dict[str, Nsd] = {}
    free = {row.get("nsdName"): _free(row) for row in rows.get(("mmdf", "nsd"), ())}
    both = [
        *((row, "diskSizeKB") for row in rows.get(("mmlsdisk", ""), ())),
        *((row, "diskSize") for row in rows.get(("mmdf", "nsd"), ())),
    ]
    for row, column in both:
        name, size = row.get("nsdName", ""), _kib(row, column)
        if name and name not in seen and size:
            seen[name] = Nsd(
                name,
                size,
                row.get("storagePool", ""),
                row.get("data", "").lower() == "yes",
                row.get("metadata", "").lower() == "yes",
                row.get("failureGroup", ""),
                free.get(name),
            )
    yield from seen.values()


def _reading(system: FileSystem, fields: dict[str, dict[str, str]]) -> dict[str, Any]:
    of = fields.get(system.name or "", {})
    sizes = [one.size for one in system.nsds if one.data] or [one.size for one in system.nsds]
    return {
        "file_system": system.name,
        "block_size": system.block,
        "subblock": system.subblock,
        "default_data_replicas": system.replicas,
        "nsds": len(system.nsds) or None,
        "nsd_bytes": usual(sizes),
        "size_bytes": system.size,
        "users_may_fill_bytes": system.fillable,
        "max_inodes": system.inodes,
        "mount_point": of.get("defaultMountPoint") or None,
    }
