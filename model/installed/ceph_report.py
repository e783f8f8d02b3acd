"""Output of `ceph report`: everything that a cluster's monitors know, in JSON; never seen real.

Names are those of `OSDMap::dump`, `pg_pool_t::dump`, `PGMap::dump` and `CrushWrapper::dump_rule` in
Ceph's `src/osd/OSDMap.cc`, `src/osd/osd_types.cc`, `src/mon/PGMap.cc`, `src/crush/CrushWrapper.cc`.
It has addresses and host names; none is taken. Since 12 (Luminous) it has the use of all OSDs
together only, and their sizes only as those of their devices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from model.installed.binary_sizes import usual, whole_number
from model.installed.ceph_osd_df import KIB, Osd, Osds
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass

KIND = "ceph-report"
ERASURE = 3
"""Type of a pool with an erasure code; replicated ones are 1."""


@dataclass(frozen=True)
class Pool:
    """A pool, with its code as a layout."""

    name: str
    code: str | None
    stored: int
    device_class: str = ""
    """Class of the devices that its rule takes; empty if it takes all."""


@dataclass(frozen=True)
class Cluster:
    """What joins: OSDs, pools with codes, ratios of fullness, sizes of the devices."""

    osds: Osds
    pools: tuple[Pool, ...]
    ratios: dict[str, float]
    used: int | None
    """Raw bytes in use on all OSDs."""
    device: int | None
    """Size of an OSD's main device; None where the OSDs' metadata aren't there."""
    database: int | None
    """Size of a separate database device inside the OSD's size; 0 without one."""
    devices: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Both of each OSD, by its number."""

    def device_of(self, osds: Iterable[Osd]) -> tuple[int | None, int | None]:
        """Return device and database of the OSDs of a class; of all where each isn't known."""
        own = [self.devices[one.number] for one in osds if one.number in self.devices]
        if not own:
            return self.device, self.database
        return usual(size for size, _ in own), usual(size for _, size in own)

    @property
    def largest(self) -> Pool | None:
        """The pool that holds the most."""
        return max(self.pools, key=lambda one: one.stored, default=None)

    def largest_on(self, device_class: str) -> Pool | None:
        """The pool that holds the most of those that may be on devices of a class."""
        may = [one for one in self.pools if one.device_class in ("", device_class)]
        return max(may, key=lambda one: one.stored, default=None)


def recognises(output: Output) -> bool:
    """Tell whether it is a report of the monitors."""
    document = mapping(output.document)
    return "cluster_fingerprint" in document and "osdmap" in document


def read(output: Output) -> Iterator[Reading]:
    """Return OSDs, pools with their codes, and the ratios of fullness."""
    report = mapping(output.document)
    osdmap = mapping(report.get("osdmap"))
    if not isinstance(osdmap.get("osds"), list):
        output.refuse("no OSDs are here: run 'ceph report', and copy all of it")
    yield _read(report, osdmap)


def _read(report: dict[str, Any], osdmap: dict[str, Any]) -> Reading:
    osds = Osds(tuple(_osds(report, osdmap)), rounded=False)
    stored: dict[int, int] = {}
    for one in objects(report.get("pool_stats")):
        number = whole_number(one.get("poolid"))
        size = whole_number(mapping(one.get("stat_sum")).get("num_bytes"))
        if number is not None and size is not None:
            stored[number] = size
    pools = tuple(_pools(osdmap, stored, _classes_of_rules(report)))
    ratios = {
        name: round(float(value), 4)
        for name in ("nearfull_ratio", "backfillfull_ratio", "full_ratio")
        if isinstance(value := osdmap.get(name), int | float) and 0 < value <= 1
    }
    metadata = [mapping(one) for one in items(report.get("osd_metadata"))]
    devices = [
        (whole_number(one.get("id")), size, _database(one))
        for one in metadata
        if (size := whole_number(one.get("bluestore_bdev_size")))
    ]
    device = usual(size for _, size, _ in devices)
    database = usual(size for _, _, size in devices)
    by_number = {number: (size, db) for number, size, db in devices if number is not None}
    used = _kib(mapping(report.get("osd_sum")).get("kb_used"))
    cluster = Cluster(osds, pools, ratios, used, device, database, by_number)
    inside = osds.inside
    largest = cluster.largest
    reading: dict[str, Any] = {
        "osds": len(osds.osds),
        "osds_in": len(inside),
        "osd_bytes": usual(one.size for one in inside),
        "raw_bytes": sum(one.size for one in inside),
        "most_full_share": osds.most_full,
        "pool": largest.name if largest else None,
        "pool_code": largest.code if largest else None,
        "pools": [{"pool": one.name, "pool_code": one.code} for one in pools],
        "device_bytes": device,
        "db_bytes_inside": database,
        **ratios,
    }
    if osds.hosts is not None:
        reading["hosts"] = osds.hosts
    warnings = [
        f"pool {number} has an erasure code whose profile isn't there"
        for number, one in enumerate(pools, 1)
        if one.code is None
    ]
    return Reading(KIND, reading, tuple(warnings), cluster)


def _database(metadata: dict[str, Any]) -> int:
    return whole_number(metadata.get("bluefs_db_size")) or 0 if _apart(metadata) else 0


def _apart(metadata: dict[str, Any]) -> bool:
    return str(metadata.get("bluefs_dedicated_db", "0")) == "1"


def _osds(report: dict[str, Any], osdmap: dict[str, Any]) -> list[Osd]:
    stats = {
        number: one
        for one in objects([report.get("osd_stats"), mapping(report.get("pgmap")).get("osd_stats")])
        if (number := whole_number(one.get("osd"))) is not None and "kb" in one
    }
    metadata = {
        number: one
        for one in map(mapping, items(report.get("osd_metadata")))
        if (number := whole_number(one.get("id"))) is not None
    }
    names: dict[str, int] = {}
    for one in metadata.values():
        if name := text(one.get("hostname")):
            names.setdefault(name, len(names))
    found = []
    for one in map(mapping, items(osdmap["osds"])):
        number = whole_number(one.get("osd"))
        if number is None:
            continue
        of, about = stats.get(number, {}), metadata.get(number, {})
        size, used = (_kib(of.get(key)) for key in ("kb", "kb_used"))
        if size is None:
            size = whole_number(about.get("bluestore_bdev_size")) or 0
            size += _database(about)
        inside = bool(one.get("in")) and size > 0
        name = text(about.get("default_device_class"))
        host = names.get(text(about.get("hostname")))
        found.append(Osd(number, name, size, used, inside, host))
    return found


def _kib(kb: object) -> int | None:
    value = whole_number(kb)
    return None if value is None else value * KIB


def _classes_of_rules(report: dict[str, Any]) -> dict[int, str]:
    """Return the class that each rule takes, by its number: what stands behind ~ of its root."""
    found: dict[int, set[str]] = {}
    for rule in map(mapping, items(mapping(report.get("crushmap")).get("rules"))):
        number = whole_number(rule.get("rule_id"))
        for step in map(mapping, items(rule.get("steps"))):
            if number is not None and step.get("op") == "take":
                name = text(step.get("item_name"))
                found.setdefault(number, set()).add(name.rpartition("~")[2] if "~" in name else "")
    return {number: names.pop() for number, names in found.items() if len(names) == 1}


def _pools(osdmap: dict[str, Any], stored: dict[int, int], classes: dict[int, str]) -> list[Pool]:
    profiles = mapping(osdmap.get("erasure_code_profiles"))
    found = []
    for one in map(mapping, items(osdmap.get("pools"))):
        name, number = text(one.get("pool_name")), whole_number(one.get("pool"))
        copies = whole_number(one.get("size"))
        code = f"{copies}-way" if copies else None
        if one.get("type") == ERASURE:
            profile = mapping(profiles.get(text(one.get("erasure_code_profile"))))
            data, parity = (whole_number(profile.get(key)) for key in "km")
            code = f"{data}+{parity}" if data and parity else None
        if name:
            rule = whole_number(one.get("crush_rule"))
            device_class = "" if rule is None else classes.get(rule, "")
            own = stored.get(-1 if number is None else number, 0)
            found.append(Pool(name, code, own, device_class))
    return found
