"""Output of `ceph osd df` and `ceph osd df tree`, as text or as JSON.

The form is that of `OSDUtilizationDumper` in Ceph's `src/osd/OSDMap.cc`. In JSON `kb` is KiB; it
contains a database on another device. An OSD that is out has a size of 0. Before 12 (Luminous),
there is no class. A table always ends with the line TOTAL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.installed.binary_sizes import binary_size, usual, whole_number
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass
from model.units.figures import show

KIND = "ceph-osd-df"
MARK = re.compile(r"^[ \t]*ID +(?:CLASS +)?WEIGHT +REWEIGHT +SIZE ", re.MULTILINE)
_HEAD = re.compile(r"\s*ID +(?:CLASS +)?WEIGHT +REWEIGHT +SIZE +")
_JOINED = re.compile(r"(\d)\s+([KMGTPE]i?B?|B)(?=\s|$)")
_NUMBER = re.compile(r"-?\d{1,9}")
KIB = 1024
CUT = (
    "the output is cut off: its last line, TOTAL, is missing, and OSDs may be, too. Save all of "
    "it, and import it again"
)
LEFT_OUT = "line {} is cut off: left out"
MISSING = (
    "the OSDs listed have {} of {} in all: lines are missing, or the list is filtered. Import all "
    "OSDs"
)
CLOSE = {True: 0.1, False: 1e-6}
"""By which share the sum of OSDs may be less than the total, if figures are rounded or not."""


@dataclass(frozen=True)
class Osd:
    """One OSD; its size counts a database on another device."""

    number: int
    device_class: str
    size: int
    used: int | None
    """None where an output has only the sum."""
    inside: bool
    host: int | None
    """Number of its host, in order of appearance; None where the output names none."""
    weight: int | None = None
    """Its weight in CRUSH, which says how much of the data it takes; None if it isn't there."""


@dataclass(frozen=True)
class Osds:
    """All OSDs of a cluster."""

    osds: tuple[Osd, ...]
    rounded: bool
    is_cut: bool = False
    """Whether the last table has no line TOTAL."""

    @property
    def inside(self) -> list[Osd]:
        """Those that are in."""
        return [one for one in self.osds if one.inside]

    @property
    def most_full(self) -> float | None:
        """How full the fullest is; None if that isn't known of all."""
        shares = [one.used / one.size for one in self.inside if one.used is not None]
        return round(max(shares), 4) if shares and len(shares) == len(self.inside) else None

    @property
    def hosts(self) -> int | None:
        """Number of hosts, if the output names them."""
        hosts = {one.host for one in self.osds}
        return None if None in hosts or not hosts else len(hosts)


def recognises(output: Output) -> bool:
    """Tell whether it lists OSDs with their use."""
    nodes = items(mapping(output.document).get("nodes"))
    return any("kb_used" in one for one in nodes if isinstance(one, dict))


def read(output: Output) -> Iterator[Reading]:
    """Return the size of the OSDs and how full the fullest is."""
    rounded = output.document is None
    cut: list[str] = []
    ends = list(_ends(output)) if rounded else [(0, _total(output.document))]
    last_rows = {row for row, total in ends if total is None}
    listed = _of_text(output, last_rows, cut) if rounded else _of_json(output.document)
    found = {one.number: one for one in listed}
    if not found:
        output.refuse("no OSD has figures here: run 'ceph osd df tree -f json'")
    osds = Osds(tuple(found.values()), rounded, rounded and ends[-1][1] is None)
    total, there = ends[-1][1] or 0, sum(one.size for one in osds.osds)
    if there < total * (1 - CLOSE[rounded]):
        cut.append(MISSING.format(show(there, "byte"), show(total, "byte")))
    warnings = [*cut, *_warnings(osds)]
    sizes = [one.size for one in osds.inside]
    reading: dict[str, Any] = {
        "osds": len(osds.osds),
        "osds_in": len(osds.inside),
        "osd_bytes": usual(sizes),
        "raw_bytes": sum(sizes),
        "most_full_share": osds.most_full,
    }
    if rounded:
        reading["rounded"] = True
    if osds.hosts is not None:
        reading["hosts"] = osds.hosts
    yield Reading(KIND, reading, tuple(warnings), osds)


def _warnings(osds: Osds) -> Iterator[str]:
    if osds.rounded:
        yield "sizes are rounded: run it with '-f json' for exact ones"
    out = [f"osd.{one.number}" for one in osds.osds if not one.inside]
    if out:
        yield f"{_some(out)}: out, so their drives don't count"
    for name in sorted({one.device_class for one in osds.inside}):
        of = [one for one in osds.inside if one.device_class == name]
        size = usual(one.size for one in of)
        odd = [f"osd.{one.number}" for one in of if one.size != size]
        if odd:
            yield f"{_some(odd)}: another size than the other OSDs of their class"


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" … ({len(names)})" if len(names) > 6 else "")


def _of_json(document: Any) -> Iterator[Osd]:
    hosts: dict[int, int] = {}
    nodes = [
        one
        for holder in objects(document)
        if isinstance(holder.get("nodes"), list)
        for one in [*holder["nodes"], *items(holder.get("stray"))]
        if isinstance(one, dict)
    ]
    for node in nodes:
        if node.get("type") == "host":
            host = len(set(hosts.values()))
            hosts.update((one, host) for one in items(node.get("children")) if isinstance(one, int))
    for node in nodes:
        number = whole_number(node.get("id"))
        size, used = whole_number(node.get("kb")), whole_number(node.get("kb_used"))
        if node.get("type") != "osd" or number is None or size is None or used is None:
            continue
        reweight = node.get("reweight")
        inside = size > 0 and isinstance(reweight, int | float) and reweight > 0
        name = text(node.get("device_class"))
        weight = _weight(node.get("crush_weight"))
        yield Osd(number, name, size * KIB, used * KIB, inside, hosts.get(number), weight)


def _total(document: Any) -> int:
    """Return the size of all OSDs by the summary of JSON; 0 if it isn't there."""
    summaries = [mapping(one.get("summary")) for one in objects(document) if "nodes" in one]
    return sum(whole_number(one.get("total_kb")) or 0 for one in summaries) * KIB


def _ends(output: Output) -> Iterator[tuple[int, int | None]]:
    """Yield the number of the last row of each table, and the size in TOTAL; None without it."""
    last = 0
    for number, line in output.lines():
        words = _JOINED.sub(r"\1\2", line).split()
        if _HEAD.match(line):
            if last:
                yield last, None
            last = number
        elif words[:1] == ["TOTAL"] and last:
            yield last, binary_size(words[1]) or 0 if len(words) > 1 else 0
            last = 0
        elif last and words and _NUMBER.fullmatch(words[0]):
            last = number
    if last:
        yield last, None


def _of_text(output: Output, last_rows: set[int], warnings: list[str]) -> Iterator[Osd]:
    """Read tables; `last_rows` are the last ones of those without a line TOTAL."""
    if last_rows:
        warnings.append(CUT)
    names: list[str] = []
    host: int | None = None
    hosts = 0
    for number, line in output.lines():
        if _HEAD.match(line):
            names = line.replace("RAW USE", "RAW_USE").replace("TYPE NAME", "TYPE").split()
            continue
        words = _JOINED.sub(r"\1\2", line).split()
        if not names or not words or not _NUMBER.fullmatch(words[0]):
            continue
        if len(words) < 8:
            if number in last_rows:
                warnings.append(LEFT_OUT.format(number))
            continue
        if "host" in words:
            host, hosts = hosts, hosts + 1
        osd = int(words[0])
        if osd < 0:
            continue
        has_class = "CLASS" in names and not words[1][0].isdigit()
        columns = names[2:] if has_class else [name for name in names[1:] if name != "CLASS"]
        if number in last_rows and len(words) < len(columns) + (2 if has_class else 1):
            warnings.append(LEFT_OUT.format(number))
            continue
        row = dict(zip(columns, words[2 if has_class else 1 :], strict=False))
        size = binary_size(row.get("SIZE", ""))
        used = binary_size(row.get("RAW_USE") or row.get("USE") or "")
        if size is None or used is None:
            continue
        weight = row.get("REWEIGHT", "0")
        inside = size > 0 and weight.strip("0.") != ""
        name = words[1] if has_class else ""
        try:
            stated: object = float(row.get("WEIGHT", ""))
        except ValueError:
            stated = None
        yield Osd(osd, name, size, used, inside, host, _weight(stated))


def _weight(crush: object) -> int | None:
    """Return the weight in CRUSH as an integer: 16.16 fixed point, as Ceph has it."""
    if isinstance(crush, int | float) and 0 <= crush < 1e6:
        return round(crush * 65536)
    return None
