"""Figures of acceptance tests in what programs of the installed system print.

Capacity is what clients see where an output of theirs is there, else that of the pools. A drive
that several servers see counts once. No serial number or name of a host is in a figure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from model.installed import (
    beegfs_tiers,
    ceph_tiers,
    dmidecode,
    lsblk,
    lustre_tiers,
    scale_tiers,
    sg_ses,
    zfs_list,
    zfs_list_json,
)
from model.installed.catalog_drives import matched
from model.installed.reading import FileReading
from model.installed.server_parts import part_of
from model.parts.catalog import load_catalog
from model.parts.parts import Memory
from model.records import dataclass
from model.tender.acceptance import CAPACITY
from model.tender.acceptance_verdicts import COUNTED, DF, POOLS, USED

FAMILIES = {
    "lfs-df": lustre_tiers.tiers,
    "gpfs-Y": scale_tiers.tiers,
    "ceph-df": ceph_tiers.tiers,
    "ceph-osd-df": ceph_tiers.tiers,
    "beegfs-targets": beegfs_tiers.tiers,
}
OF_ZFS = (zfs_list.KIND, zfs_list_json.KIND)
FLASH = ("NVMe", "flash")


@dataclass(frozen=True, slots=True)
class InstalledFigure:
    """A figure of the installed system."""

    figure: str
    value: float
    file: str
    kind: str
    note: str = ""
    unit: str = ""
    case: str = ""
    nodes: int | None = None
    tasks: int | None = None
    details: tuple[tuple[str, str], ...] = ()


_DF = re.compile(
    r"^Filesystem[ \t]+1B-blocks[ \t]+Used[ \t]+Avail(?:able)?[ \t]+(?:Use|Capacity)%[ \t]+"
    r"Mounted on[ \t]*$",
    re.MULTILINE,
)
_ROW = re.compile(
    r"(\S+)[ \t]+\d{1,20}[ \t]+(\d{1,20})[ \t]+(\d{1,20})[ \t]+\d{1,3}%[ \t]+(/\S*)[ \t]*"
)


def of_df(text: str, file: str, directory: str) -> list[InstalledFigure] | None:
    """Return the size of the file system of a directory, as `df -B1` prints it.

    None if it is no such output, or has no row of that directory.
    """
    head = _DF.search(text)
    if head is None:
        return None
    rows = [row for line in text[head.end() :].splitlines() if (row := _ROW.fullmatch(line))]
    own = [row for row in rows if f"{directory}/".startswith(f"{row[4].rstrip('/')}/")]
    if not own:
        return None
    row = max(own, key=lambda one: len(one[4]))
    used, available = float(row[2]), float(row[3])
    return [
        InstalledFigure(CAPACITY, used + available, file, DF, case=row[1]),
        InstalledFigure(USED, used, file, DF),
    ]


def figures_of(files: Sequence[FileReading]) -> list[InstalledFigure]:
    """Return capacity, use and counts of parts."""
    return [*_capacities(files), *_drives(files), *_enclosures(files), *_of_servers(files)]


def _capacities(files: Sequence[FileReading]) -> Iterator[InstalledFigure]:
    kinds = dict.fromkeys(one.reading.kind for one in files)
    families = dict.fromkeys(FAMILIES[kind] for kind in kinds if kind in FAMILIES)
    is_there = False
    for family in families:
        own = [one for one in files if FAMILIES.get(one.reading.kind) is family]
        drafts = family([one.reading for one in own])
        spaces = [
            draft.occupancy
            for draft in drafts
            if draft.occupancy is not None and draft.tier.get("holds", "data") == "data"
        ]
        note = SEVERAL if len(spaces) > 1 else _rounded(own)
        for space in spaces:
            is_there = True
            file, kind = own[0].file, own[0].reading.kind
            yield InstalledFigure(CAPACITY, float(space.bytes_fillable), file, kind, note)
            yield InstalledFigure(USED, float(space.bytes_used), file, kind)
    if not is_there:
        yield from _of_pools([one for one in files if one.reading.kind in OF_ZFS])


def _of_pools(files: Sequence[FileReading]) -> Iterator[InstalledFigure]:
    """Give the size of each pool; one of the same name and size in two files may be one pool."""
    seen: set[tuple[str, int]] = set()
    for one in files:
        pool = one.reading.reading
        size = pool["used_plus_avail_bytes"]
        note = TWICE if (pool["pool"], size) in seen else _rounded([one])
        seen.add((pool["pool"], size))
        yield InstalledFigure(CAPACITY, float(size), one.file, POOLS, note)
        yield InstalledFigure(USED, float(pool["used_bytes"]), one.file, POOLS)


SEVERAL = "it states several file systems: give the output of the one that is accepted"
TWICE = "two outputs list a pool of the same name and size: give each pool once"
ROUNDED = "its sizes are rounded: print bytes"


def _rounded(files: Sequence[FileReading]) -> str:
    """Return the caveat that sizes are rounded, if an output says so."""
    for one in files:
        reading = one.reading.reading
        is_said = any("rounded" in text for text in one.reading.warnings)
        if reading.get("rounded") or reading.get("rounded_to") or is_said:
            return ROUNDED
    return ""


def _counted(counts: Counter[tuple[str, str]], kind: str) -> Iterator[InstalledFigure]:
    for (key, file), count in counts.items():
        yield InstalledFigure(f"{COUNTED} {key}", float(count), file, kind)


def _drives(files: Sequence[FileReading]) -> Iterator[InstalledFigure]:
    """Count drives by their catalog keys, each once however many servers see it."""
    counts: Counter[tuple[str, str]] = Counter()
    seen: set[str] = set()
    for one in files:
        if not isinstance(one.reading.found, lsblk.Drives):
            continue
        for drive in one.reading.found.drives:
            own = {name for name in (drive.wwn, drive.serial) if name}
            if own & seen:
                continue
            seen |= own
            is_flash = any(word in drive.media for word in FLASH)
            key = matched(drive.model, drive.bytes, flash=is_flash).key
            if key is not None:
                counts[key, one.file] += 1
    yield from _counted(counts, lsblk.KIND)


def _enclosures(files: Sequence[FileReading]) -> Iterator[InstalledFigure]:
    counts: Counter[tuple[str, str]] = Counter()
    seen: set[str] = set()
    for one in files:
        found = one.reading.found
        if not isinstance(found, sg_ses.Enclosure) or found.addresses & seen:
            continue
        seen |= found.addresses
        key = part_of("enclosure", f"{found.vendor} {found.product}", {"bays": found.bays})
        if key is not None:
            counts[key, one.file] += 1
    yield from _counted(counts, sg_ses.KIND)


def _of_servers(files: Sequence[FileReading]) -> Iterator[InstalledFigure]:
    """Count processors and servers by their models, memory modules by their size and rate.

    A server that two outputs are of counts once.
    """
    counts: Counter[tuple[str, str]] = Counter()
    seen: set[str] = set()
    for one in files:
        found = one.reading.found
        if not isinstance(found, dmidecode.Server) or found.identities & seen:
            continue
        seen |= found.identities
        if (server := part_of("server", found.product, {})) is not None:
            counts[server, one.file] += found.servers
        for model, cores, count in found.processors:
            key = part_of("cpu", model, {"cores": cores} if cores else {})
            if key is not None:
                counts[key, one.file] += count
        for size, kind, rate, count in found.modules:
            if (module := _module_of(size, kind, rate)) is not None:
                counts[module, one.file] += count
    yield from _counted(counts, dmidecode.KIND)


@lru_cache
def _module_of(size: int, kind: str, rate: int) -> str | None:
    """Return the only memory module of the catalog of a size, a type and a rate in MT/s."""
    catalog = load_catalog(needs=())
    found = [
        key
        for key in catalog.keys_of_kind("memory")
        if isinstance(part := catalog.part(key), Memory)
        and part.generation.partition(" ")[0] == kind.upper()
        and math.isclose(part.capacity, size)
        and math.isclose(part.transfer_rate, rate * 1e6, rel_tol=CLOSE)
    ]
    return found[0] if len(found) == 1 else None


CLOSE = 1e-3
"""Rates of modules are rounded to whole megatransfers."""
