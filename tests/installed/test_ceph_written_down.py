"""Small outputs of Ceph: all that is read of each, and its tiers, written down by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from model.errors import InputError
from model.installed import ceph_df
from model.installed.capacity_checks import Check
from model.installed.ceph_osd_df import CUT, LEFT_OUT, Osd, Osds
from model.installed.ceph_report import Cluster, Pool
from model.installed.ceph_tiers import (
    CODE,
    DATABASE,
    DIVIDED,
    DRIVE,
    HOSTS,
    UNEQUAL,
    ceph_tiers,
    max_avail,
)
from model.installed.files import read_file
from model.installed.occupancy import Occupancy, Target
from model.installed.reading import Reading

K = 1024
ROUNDED = "sizes are rounded: run it with '-f json' for exact ones"
OUT = "{}: out, so their drives don't count"
ODD = "{}: another size than the other OSDs of their class"


def read(text: str | dict[str, Any]) -> Reading:
    (found,) = read_file("x", text if isinstance(text, str) else json.dumps(text))
    return found.reading


def node(
    number: int, size: int, used: int, reweight: float = 1, name: str = "hdd", **other: Any
) -> dict[str, Any]:
    about = {"id": number, "type": "osd", "device_class": name, "reweight": reweight}
    return {**about, "kb": size, "kb_used": used, **other}


def host(number: int, *children: int) -> dict[str, Any]:
    return {"id": number, "type": "host", "children": list(children)}


def listed(*nodes: dict[str, Any], stray: Any = (), total: int = 0) -> dict[str, Any]:
    return {"nodes": list(nodes), "stray": list(stray), "summary": {"total_kb": total}}


def said(osds: int, inside: int, size: int, raw: int, full: float, **other: Any) -> dict[str, Any]:
    return {
        "osds": osds,
        "osds_in": inside,
        "osd_bytes": size * K,
        "raw_bytes": raw * K,
        "most_full_share": full,
        **other,
    }


def osd(number: int, size: int, used: int, **other: Any) -> Osd:
    usually = {"device_class": "hdd", "inside": size > 0, "host": None}
    return Osd(number=number, size=size * K, used=used * K, **{**usually, **other})


TWO_HOSTS = (
    {"id": -1, "type": "root", "children": [-2, -3]},
    host(-2, 0, 1),
    host(-3, 2),
    node(0, 100, 40, crush_weight=1.5),
    node(1, 100, 30, 0.5, crush_weight=0),
    node(2, 50, 10, name="ssd", crush_weight=-1),
)
ON_HOSTS = (
    osd(0, 100, 40, host=0, weight=98304),
    osd(1, 100, 30, host=0, weight=0),
    osd(2, 50, 10, host=1, device_class="ssd"),
)
SIZES = (100, 100, 100, 100, 102, 103)
MANY = tuple(node(n, 0 if n < 7 else 100, 0, 0 if n < 7 else 1) for n in range(9))
TABLE = "ID CLASS WEIGHT REWEIGHT SIZE RAW USE AVAIL %USE VAR PGS STATUS TYPE NAME\n"
ROW = "{} {} 1.50000 {} {} {} 3 KiB 40 1.0 20 up osd.{}\n"
TOTAL = "TOTAL {} KiB 1 KiB 1 KiB 40\n"
LISTS: dict[str, tuple[str | dict[str, Any], dict[str, Any], Osds, tuple[str, ...]]] = {
    "on hosts": (
        listed(*TWO_HOSTS, total=250),
        said(3, 3, 100, 250, 0.4, hosts=2),
        Osds(ON_HOSTS, False),
        (),
    ),
    "one is on no host, and out": (
        listed(*TWO_HOSTS, stray=[node(7, 0, 0, 0)]),
        said(4, 3, 100, 250, 0.4),
        Osds((*ON_HOSTS, osd(7, 0, 0)), False),
        (OUT.format("osd.7"),),
    ),
    "out with its size, or without a weight": (
        listed(node(0, 300, 100), node(1, 100, 90, 0), {**node(2, 100, 90), "reweight": None}),
        said(3, 1, 300, 300, 0.3333),
        Osds((osd(0, 300, 100), *(osd(n, 100, 90, inside=False) for n in (1, 2))), False),
        (OUT.format("osd.1, osd.2"),),
    ),
    "what is no OSD, or has no figures": (
        listed(node(0, 100, 20), {**node(1, 9, 9), "type": "x"}, {**node(2, 9, 9), "kb": None}),
        said(1, 1, 100, 100, 0.2),
        Osds((osd(0, 100, 20),), False),
        (),
    ),
    "six are named, and their number": (
        listed(*MANY),
        said(9, 2, 100, 200, 0.0),
        Osds(tuple(osd(n, 0 if n < 7 else 100, 0) for n in range(9)), False),
        (OUT.format("osd.0, osd.1, osd.2, osd.3, osd.4, osd.5 … (7)"),),
    ),
    "six are all": (
        listed(*MANY[1:]),
        said(8, 2, 100, 200, 0.0),
        Osds(tuple(osd(n, 0 if n < 7 else 100, 0) for n in range(1, 9)), False),
        (OUT.format("osd.1, osd.2, osd.3, osd.4, osd.5, osd.6"),),
    ),
    "other sizes in a class": (
        listed(*(node(n, SIZES[n], 0, name="ab"[n % 2]) for n in range(6)), node(6, 100, 0)),
        {"osds": 7, "osds_in": 7, "osd_bytes": 100 * K, "raw_bytes": 705 * K}
        | {"most_full_share": 0.0},
        Osds(
            (
                *(osd(n, SIZES[n], 0, device_class="ab"[n % 2]) for n in range(6)),
                osd(6, 100, 0),
            ),
            False,
        ),
        (ODD.format("osd.4"), ODD.format("osd.5")),
    ),
    "the summary has more": (
        listed(*TWO_HOSTS, total=251),
        said(3, 3, 100, 250, 0.4, hosts=2),
        Osds(ON_HOSTS, False),
        (
            "the OSDs listed have 256 kB of 257 kB in all: lines are missing, or the list is "
            "filtered. Import all OSDs",
        ),
    ),
    "a table": (
        TABLE
        + "-2 - 3.0 - 200 KiB 40 KiB 3 KiB 40 1.0 - host a\n"
        + ROW.format(0, "hdd", "1.00000", "100 KiB", "40 KiB", 0)
        + "-3 - 3.0 - 200 KiB 40 KiB 3 KiB 40 1.0 - host b\n"
        + ROW.format(1, "", "0.50000", "100 KiB", "30 KiB", 1)
        + ROW.format(2, "ssd", "0.00", "50 KiB", "0 B", 2)
        + TOTAL.format(277),
        said(3, 2, 100, 200, 0.4, rounded=True, hosts=2),
        Osds(
            (
                osd(0, 100, 40, host=0, weight=98304),
                osd(1, 100, 30, host=1, weight=98304, device_class=""),
                osd(2, 50, 0, host=1, weight=98304, device_class="ssd", inside=False),
            ),
            True,
        ),
        (ROUNDED, OUT.format("osd.2")),
    ),
    "a table whose total is more by rounding": (
        TABLE + ROW.format(0, "hdd", "1.0", "90 KiB", "45 KiB", 0) + TOTAL.format(100),
        said(1, 1, 90, 90, 0.5, rounded=True),
        Osds((osd(0, 90, 45, weight=98304),), True),
        (ROUNDED,),
    ),
    "a table without its total, and without its last row": (
        TABLE
        + ROW.format(0, "hdd", "1.0", "90 KiB", "45 KiB", 0)
        + "1 hdd 1.50000 1.0 90 KiB 45 KiB 3 KiB",
        said(1, 1, 90, 90, 0.5, rounded=True),
        Osds((osd(0, 90, 45, weight=98304),), True, True),
        (CUT, LEFT_OUT.format(3), ROUNDED),
    ),
    "of two tables the first has no total": (
        TABLE
        + ROW.format(0, "hdd", "1.0", "90 KiB", "45 KiB", 0)
        + TABLE
        + ROW.format(0, "hdd", "1.0", "90 KiB", "9 KiB", 0)
        + TOTAL.format(90),
        said(1, 1, 90, 90, 0.1, rounded=True),
        Osds((osd(0, 90, 9, weight=98304),), True),
        (CUT, ROUNDED),
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_all_that_is_read_of_osds(name: str) -> None:
    text, reading, found, warnings = LISTS[name]
    one = read(text)
    assert one.kind == "ceph-osd-df"
    assert one.reading == reading
    assert one.found == found
    assert one.warnings == warnings


def test_a_list_without_figures_is_refused() -> None:
    with pytest.raises(InputError, match="no OSD has figures here: run 'ceph osd df tree -f json"):
        read(listed({**node(0, 9, 9), "kb": None}))


DF = """--- RAW STORAGE ---
CLASS SIZE AVAIL USED RAW USED %RAW USED
hdd 100 KiB 60 KiB 39 KiB 40 KiB 40.00
TOTAL {} 60 KiB 39 KiB 40 KiB 40.00

--- POOLS ---
POOL ID PGS STORED OBJECTS USED %USED MAX AVAIL
a 1 64 8 KiB 3 24 KiB 40 20 KiB
all of b 2 64 9 KiB 1.5k 18 KiB 40 x
c x 64 9 KiB 3 18 KiB 40 20 KiB
"""
DF_JSON: dict[str, Any] = {
    "stats": {"total_bytes": 100, "total_avail_bytes": 70, "total_used_raw_bytes": 20},
    "pools": [
        {"name": "a", "stats": {"stored": 3, "bytes_used": 9, "max_avail": 20, "objects": 2}},
        {"name": "b", "stats": {"bytes_used": 8}},
        {"stats": {"stored": 9}},
    ],
}
POOLS = (ceph_df.Pool("a", 3, 9, 20, 2), ceph_df.Pool("b", 8, 8, None, None))
ALSO = "OSDs aren't listed: also run 'ceph osd df tree -f json'"


@pytest.mark.parametrize(
    ("text", "space", "largest"),
    [
        (DF_JSON, ceph_df.Space(100, 70, 20, POOLS, False), "b"),
        (
            {**DF_JSON, "stats": {"total_bytes": 100, "total_avail_bytes": 70}},
            ceph_df.Space(100, 70, 30, POOLS, False),
            "b",
        ),
        ({**DF_JSON, "pools": []}, ceph_df.Space(100, 70, 20, (), False), None),
        (
            DF.format("100 KiB"),
            ceph_df.Space(
                100 * K,
                60 * K,
                40 * K,
                (
                    ceph_df.Pool("a", 8 * K, 24 * K, 20 * K, 3),
                    ceph_df.Pool("all of b", 9 * K, 18 * K, None, 1536),
                ),
                True,
            ),
            "all of b",
        ),
    ],
)
def test_all_that_is_read_of_space(text: Any, space: ceph_df.Space, largest: str | None) -> None:
    one = read(text)
    assert one.found == space
    expected: dict[str, Any] = {
        "raw_bytes": space.size,
        "raw_used_bytes": space.used,
        "pools": [
            {
                "pool": pool.name,
                "stored_bytes": pool.stored,
                "used_bytes": pool.used,
                "max_avail_bytes": pool.max_avail,
            }
            for pool in space.pools
        ],
    }
    assert one.reading == (expected | {"rounded": True} if space.rounded else expected)
    assert one.warnings == ((ALSO, ROUNDED) if space.rounded else (ALSO,))
    assert (space.largest and space.largest.name) == largest
    assert space.named("a") == (space.pools[0] if space.pools else None)


@pytest.mark.parametrize(
    "text",
    [
        DF.format("x"),
        DF.replace("TOTAL", "SUM"),
        {**DF_JSON, "pools": {}},
        {**DF_JSON, "stats": {"total_bytes": "x", "total_avail_bytes": 70}},
    ],
)
def test_space_without_its_total_is_refused(text: Any) -> None:
    with pytest.raises(InputError, match="no totals are here: run 'ceph df -f json'"):
        read(text)


def pool(number: int, name: str, kind: int = 1, **other: Any) -> dict[str, Any]:
    return {"pool": number, "pool_name": name, "type": kind, "size": 3, **other}


def take(number: int, *names: str) -> dict[str, Any]:
    steps = [{"op": "take", "item_name": name} for name in names]
    return {"rule_id": number, "steps": [*steps, {"op": "emit", "item_name": "x~no"}]}


def metadata(number: int, size: int, name: str = "", **other: Any) -> dict[str, Any]:
    about = {"id": number, "bluestore_bdev_size": str(size), "default_device_class": "hdd"}
    return {**about, "hostname": name, **other}


DB = {"bluefs_dedicated_db": "1", "bluefs_db_size": "5"}
REPORT: dict[str, Any] = {
    "cluster_fingerprint": "x",
    "osdmap": {
        "osds": [
            {"osd": 0, "in": 1},
            {"osd": 1, "in": 1},
            {"osd": 2, "in": 0},
            {"osd": 3, "in": 1},
        ],
        "pools": [
            pool(0, "a", crush_rule=0),
            pool(1, "b", 3, erasure_code_profile="p", crush_rule=1),
            pool(2, "c", 3, erasure_code_profile="q", crush_rule=2),
            pool(3, ""),
            pool(4, "d", size=0, crush_rule=3),
        ],
        "erasure_code_profiles": {"p": {"k": "4", "m": "2"}, "q": {"k": "4"}},
        "full_ratio": 0.950001,
        "nearfull_ratio": 1,
        "backfillfull_ratio": 0,
    },
    "pool_stats": [
        {"poolid": 0, "stat_sum": {"num_bytes": 5}},
        {"poolid": 1, "stat_sum": {"num_bytes": 6}},
        {"poolid": 4, "stat_sum": {"num_bytes": 1}},
    ],
    "crushmap": {
        "rules": [
            take(0, "default~hdd"),
            take(1, "default~ssd", "other~ssd"),
            take(2, "default~hdd", "default~ssd"),
            take(3, "default"),
        ]
    },
    "osd_metadata": [
        metadata(0, 100, "m", **DB),
        metadata(1, 100, "n", **{**DB, "bluefs_dedicated_db": "0"}),
        metadata(2, 100, "m", **DB),
        metadata(3, 80, "o", default_device_class="ssd"),
    ],
    "osd_sum": {"kb_used": 7},
    "osd_stats": [{"osd": 3, "kb": 60, "kb_used": 30}, {"osd": 1}],
}


def test_all_that_is_read_of_a_report() -> None:
    """Sizes are those of devices with their databases, or of statistics where they are there."""
    one = read(REPORT)
    osds = (
        Osd(0, "hdd", 105, None, True, 0),
        Osd(1, "hdd", 100, None, True, 1),
        Osd(2, "hdd", 105, None, False, 0),
        Osd(3, "ssd", 60 * K, 30 * K, True, 2),
    )
    cluster = Cluster(
        Osds(osds, False),
        (
            Pool("a", "3-way", 5, "hdd"),
            Pool("b", "4+2", 6, "ssd"),
            Pool("c", None, 0, ""),
            Pool("d", None, 1, ""),
        ),
        {"nearfull_ratio": 1.0, "full_ratio": 0.95},
        7 * K,
        100,
        5,
        {0: (100, 5), 1: (100, 0), 2: (100, 5), 3: (80, 0)},
    )
    assert one.found == cluster
    assert cluster.device_of(osds[:1]) == (100, 5)
    assert cluster.device_of(osds[3:]) == (80, 0)
    assert cluster.device_of([Osd(9, "hdd", 1, 1, True, 0)]) == (100, 5)
    names = ("hdd", "ssd", "nvme")
    on = [getattr(cluster.largest_on(name), "name", None) for name in names]
    assert on == ["a", "b", "d"]
    assert one.reading == {
        "osds": 4,
        "osds_in": 3,
        "osd_bytes": 105,
        "raw_bytes": 60 * K + 205,
        "most_full_share": None,
        "pool": "b",
        "pool_code": "4+2",
        "pools": [
            {"pool": "a", "pool_code": "3-way"},
            {"pool": "b", "pool_code": "4+2"},
            {"pool": "c", "pool_code": None},
            {"pool": "d", "pool_code": None},
        ],
        "device_bytes": 100,
        "db_bytes_inside": 5,
        "nearfull_ratio": 1.0,
        "full_ratio": 0.95,
        "hosts": 3,
    }
    what = "pool {} has an erasure code whose profile isn't there"
    assert one.warnings == (what.format(3), what.format(4))


def test_a_report_without_what_may_be_missing() -> None:
    bare = {"cluster_fingerprint": "x", "osdmap": {"osds": [{"osd": 4, "in": 1}, {"in": 1}]}}
    one = read(bare)
    assert one.found == Cluster(
        Osds((Osd(4, "", 0, None, False, None),), False), (), {}, None, None, None, {}
    )
    assert (one.reading["pool"], one.reading["pool_code"]) == (None, None)
    assert (one.reading["osd_bytes"], one.reading["raw_bytes"]) == (None, 0)
    assert "hosts" not in one.reading
    with pytest.raises(InputError, match="no OSDs are here: run 'ceph report', and copy all"):
        read({"cluster_fingerprint": "x", "osdmap": {}})


def of_hosts(*counts: int, size: int = 1000, step: int = 0, name: str = "hdd") -> list[Osd]:
    hosts = [n for n, count in enumerate(counts) for _ in range(count)]
    return [Osd(n, name, size, n * step, True, x) for n, x in enumerate(hosts)]


def osds_of(osds: list[Osd], *, rounded: bool = False) -> Osds:
    return Osds(tuple(osds), rounded)


def cluster(osds: list[Osd], *pools: Pool, **other: Any) -> Cluster:
    usually = {"ratios": {}, "used": None, "device": None, "database": None}
    return Cluster(osds=osds_of(osds), pools=pools, **{**usually, **other})


def measured(value: Any, because: str) -> dict[str, Any]:
    return {"value": value, "status": "measured", "because": because}


def assumed(value: Any, because: str) -> dict[str, Any]:
    return {"value": value, "status": "assumed", "because": because}


ON_TREE = "hosts in ceph osd df tree"
DEFAULT = "assumed until it is known: Ceph's default"


def tier(blocks: Any, each: int, capacity: Any, layout: str, because: str, **target: Any) -> Any:
    return {
        "name": "ceph",
        "file_system": "ceph",
        "owned": True,
        "blocks": blocks,
        "servers": {"name": "installed server", "per_block": 1},
        "drives": {"name": "installed drive", "capacity": capacity, "per_server": each},
        "target": {"redundancy": "ceph", "layout": layout, "because": because, **target},
    }


DRIVE_OF = measured("1000 B", "kb of an OSD")
SERVERS = ("servers.part", "Which servers are used (model, processors, memory, network)?")
DRIVES = ("drives.part", "Which drive model is used? Run 'lsblk -J -b' on a server")
LAYOUT = ("target.layout", CODE)
SOLD = (
    ("drives.capacity", DRIVE.format(size=1000)),
    ("target.kept_back", DATABASE.format(size=1000)),
)
SIX = of_hosts(2, 2, 2, step=100)
DATA = Pool("data", "2+1", 9)
DEVICE = "bluestore_bdev_size of an OSD in ceph report"
LACKS = "of the device, what its OSD lacks"
NO_HOSTS = "one OSD a server: the outputs name no hosts"
Case = tuple[tuple[Any, ...], dict[str, Any], tuple[tuple[str, str], ...], tuple[str, ...]]
TIERS: dict[str, Case] = {
    "OSDs on hosts": (
        (osds_of(SIX), None, None),
        tier(measured(3, ON_TREE), 2, DRIVE_OF, "3-way", DEFAULT),
        (LAYOUT, *SOLD, SERVERS, DRIVES),
        (),
    ),
    "OSDs without hosts": (
        (osds_of([Osd(n, "", 1000, 1, True, None) for n in range(6)]), None, None),
        tier(assumed(6, NO_HOSTS), 1, DRIVE_OF, "3-way", DEFAULT),
        (LAYOUT, ("blocks", HOSTS.format(osds=6)), *SOLD, SERVERS, DRIVES),
        (),
    ),
    "two OSDs have two copies": (
        (osds_of(of_hosts(1, 1)), None, None),
        tier(measured(2, ON_TREE), 1, DRIVE_OF, "2-way", DEFAULT),
        (LAYOUT, *SOLD, SERVERS, DRIVES),
        (),
    ),
    "rounded sizes": (
        (osds_of(SIX, rounded=True), None, None),
        tier(measured(3, ON_TREE), 2, measured("1000 B", "SIZE of an OSD, rounded"), "3-way",
             DEFAULT),
        (LAYOUT, *SOLD, SERVERS, DRIVES),
        (),
    ),
    "two sizes": (
        (osds_of([*of_hosts(2, 2, 1), Osd(5, "hdd", 1601, 0, True, 2)]), None, None),
        tier(measured(3, ON_TREE), 2, measured("1100 B", "mean of 2 sizes of OSDs"), "3-way",
             DEFAULT),
        (LAYOUT, ("drives.capacity", DIVIDED.format(osds=6, places=6)), SERVERS, DRIVES),
        (),
    ),
    "a report": (
        (
            osds_of(SIX),
            cluster(SIX, DATA, ratios={"full_ratio": 0.9, "nearfull_ratio": 0.85}, device=1100,
                    database=0),
            None,
        ),
        tier(measured(3, ON_TREE), 2, measured("1100 B", DEVICE), "2+1", "ceph report",
             kept_back=measured("100 B", LACKS), nearfull_ratio=measured("0.85", "ceph report"),
             full_ratio=measured("0.9", "ceph report")),
        (SERVERS, DRIVES),
        (),
    ),
    "a database that all of the OSD's size is": (
        (None, cluster(SIX, DATA, device=950, database=50), None),
        tier(measured(3, ON_TREE), 2, measured("950 B", DEVICE), "2+1", "ceph report"),
        (SERVERS, DRIVES),
        (),
    ),
    "a device smaller than its OSD": (
        (None, cluster(SIX, DATA, device=949, database=50), None),
        tier(measured(3, ON_TREE), 2, DRIVE_OF, "2+1", "ceph report"),
        (*SOLD, SERVERS, DRIVES),
        (),
    ),
    "a code that isn't known": (
        (None, cluster(SIX, Pool("x", "4+9x", 9)), None),
        tier(measured(3, ON_TREE), 2, DRIVE_OF, "3-way", DEFAULT),
        (LAYOUT, *SOLD, SERVERS, DRIVES),
        (),
    ),
    "hosts of the report": (
        (osds_of([Osd(n, "hdd", 1000, 1, True, None) for n in range(6)]), cluster(SIX, DATA), None),
        tier(measured(3, ON_TREE), 2, DRIVE_OF, "2+1", "ceph report"),
        (*SOLD, SERVERS, DRIVES),
        (),
    ),
    "too few hosts for the code": (
        (None, cluster(of_hosts(3, 3), DATA), None),
        tier(assumed(6, "one OSD a server: 2 hosts are too few for 2+1"), 1, DRIVE_OF, "2+1",
             "ceph report"),
        (("blocks", HOSTS.format(osds=6)), *SOLD, SERVERS, DRIVES),
        (
            "ceph: 2+1 needs 3 failure domains, and there are 2 hosts: each OSD counts as a server "
            "of its own",
        ),
    ),
    "unequal hosts": (
        (osds_of(of_hosts(1, 2, 3, 4, 5, 6)), None, None),
        tier(assumed(21, "one OSD a server: 6 hosts hold unequal numbers of OSDs"), 1, DRIVE_OF,
             "3-way", DEFAULT),
        (
            LAYOUT,
            (
                "blocks",
                UNEQUAL.format(
                    groups="1 host with 6 OSDs, 1 host with 5 OSDs, 1 host with 4 OSDs, 1 host "
                    "with 3 OSDs, 1 host with 2 OSDs …"
                ),
            ),
            *SOLD,
            SERVERS,
            DRIVES,
        ),
        (),
    ),
    "a host that lacks a tenth of all": (
        (osds_of(of_hosts(4, 4, 2)), None, None),
        tier(assumed(10, "one OSD a server: 3 hosts hold unequal numbers of OSDs"), 1, DRIVE_OF,
             "3-way", DEFAULT),
        (
            LAYOUT,
            ("blocks", UNEQUAL.format(groups="2 hosts with 4 OSDs, 1 host with 2 OSDs")),
            *SOLD,
            SERVERS,
            DRIVES,
        ),
        (),
    ),
    "a host that lacks less": (
        (osds_of(of_hosts(4, 4, 3)), None, None),
        tier(measured(3, ON_TREE), 4,
             measured("916 B", "space of 11 OSDs in 12 places"), "3-way", DEFAULT),
        (LAYOUT, ("drives.capacity", DIVIDED.format(osds=11, places=12)), SERVERS, DRIVES),
        (
            "ceph: host 3 of the list has 3 OSDs, most have 4",
            "ceph: planned as 3 equal hosts with 4 drives each; the space of its 11 OSDs is "
            "divided among these drives",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TIERS)
def test_the_tier_of_ceph(name: str) -> None:
    arguments, expected, questions, warnings = TIERS[name]
    (draft,) = ceph_tiers(*arguments)
    assert draft.tier == expected
    assert draft.questions == questions
    assert draft.warnings == warnings
    assert draft.checks == ()


def in_use(osds: list[Osd], most: int) -> tuple[Target, ...]:
    return tuple(Target(f"osd.{one.number}", one.used or 0, most) for one in osds)


UNKNOWN = [Osd(n, "hdd", 1000, None, True, n // 2) for n in range(6)]
LIMIT = "up to the full ratio, 0.95"
SEVEN_LEFT = ceph_df.Pool("x", 1, 1, 7, 1)


@pytest.mark.parametrize(
    ("arguments", "use"),
    [
        ((osds_of(SIX), None, None), Occupancy("ceph, raw", in_use(SIX, 950), limit=LIMIT)),
        (
            (None, cluster(SIX, DATA, ratios={"full_ratio": 0.9}), None),
            Occupancy(
                "ceph, raw", in_use(SIX, 900), max_avail=1600, limit="up to the full ratio, 0.9"
            ),
        ),
        (
            (None, cluster(SIX, DATA), ceph_df.Space(9, 9, 9, (SEVEN_LEFT,), False)),
            Occupancy("ceph, raw", in_use(SIX, 950), max_avail=7, limit=LIMIT),
        ),
        (
            (None, cluster(UNKNOWN, DATA, used=123), None),
            Occupancy("ceph, raw", (Target("all OSDs", 123, 5700),), limit=LIMIT),
        ),
        ((None, cluster(UNKNOWN, DATA), None), None),
    ],
)  # fmt: skip
def test_the_use_of_ceph(arguments: tuple[Any, ...], use: Occupancy | None) -> None:
    """(1000 * 0.9 - 500) of the fullest of six, of which two thirds are data: 1600."""
    assert ceph_tiers(*arguments)[0].occupancy == use


def test_too_few_osds_for_the_code_are_a_whole() -> None:
    """Two of 1000 B, up to 0.95, of which two thirds are data."""
    (draft,) = ceph_tiers(None, cluster(of_hosts(1, 1, step=500), DATA), None)
    because = "MAX AVAIL of the OSDs if empty"
    assert draft.tier == {
        "name": "ceph",
        "owned": True,
        "given": {"capacity": measured("1266 B", because)},
    }
    asked = "Why are so few OSDs in? Which drives are missing?"
    assert draft.questions == (("given.raw_capacity", asked),)
    assert draft.warnings == ("ceph: 2+1 needs 3 OSDs, and 2 are in: taken as a whole",)
    assert draft.checks == ()
    assert draft.occupancy is not None
    assert draft.occupancy.max_avail == 600


DAYS = "ceph df and ceph osd df were taken on different days"
ELSEWHERE = "the pool isn't on all OSDs, has a quota, or the outputs were taken on different days"
SIZE, AVAIL = "SIZE of ceph df", "MAX AVAIL of ceph df"
LARGE = of_hosts(2, 2, 2, size=10**6)


@pytest.mark.parametrize(
    ("size", "left", "rounded", "checks"),
    [
        (6000000, 3800000, False, [("ceph", SIZE, 6000000, ""), ("data", AVAIL, 3800000, "")]),
        (5994000, 3803803, False, [("ceph", SIZE, 6000000, ""), ("data", AVAIL, 3800000, "")]),
        (
            5993999,
            3803804,
            False,
            [("ceph", SIZE, 6000000, DAYS), ("data", AVAIL, 3800000, ELSEWHERE)],
        ),
        (6000000, None, False, [("ceph", SIZE, 6000000, "")]),
        (6000000, 3800000, True, []),
    ],
)
def test_ceph_df_and_the_osds_agree_within_a_thousandth(
    size: int, left: int | None, rounded: bool, checks: list[tuple[str, str, int, str]]
) -> None:
    pool = ceph_df.Pool("data", 1, 1, left, 1)
    space = ceph_df.Space(size, 0, 0, (pool,), rounded)
    (draft,) = ceph_tiers(osds_of(LARGE), cluster(LARGE, DATA), space)
    stated = {SIZE: size, AVAIL: left or 0}
    assert draft.checks == tuple(
        Check(name, what, stated[what], model, cause) for name, what, model, cause in checks
    )
    if checks[1:]:
        nothing = cluster(LARGE, Pool("data", None, 9))
        assert len(ceph_tiers(osds_of(LARGE), nothing, space)[0].checks) == 1


@pytest.mark.parametrize(
    ("osds", "code", "full", "left"),
    [
        ([(100, 0, None), (100, 0, None)], "2-way", 0.95, 95),
        ([(100, 50, None), (100, 0, None)], "2-way", 0.95, 45),
        ([(100, 96, None), (100, 0, None)], "2-way", 0.95, 0),
        ([(100, 0, None), (300, 0, None)], "2-way", 1.0, 200),
        ([(100, 0, 1), (300, 0, 1)], "2-way", 1.0, 100),
        ([(100, 0, 1), (300, 0, None)], "2-way", 1.0, 200),
        ([(100, 0, 1), (300, 0, 0)], "2-way", 1.0, 50),
        ([(100, 0, 0)], "2-way", 1.0, 0),
        ([(100, 10, 2), (100, 20, 1)], "2+1", 1.0, 90),
        ([(10, 0, None)], "2+1", 1.0, 6),
    ],
)
def test_what_can_still_be_stored(
    osds: list[tuple[int, int, int | None]], code: str, full: float, left: int
) -> None:
    """What the OSD that is full first has left, over its share of the data, times the code's."""
    found = [Osd(n, "", size, used, True, None, w) for n, (size, used, w) in enumerate(osds)]
    assert max_avail(found, code, full) == left
