"""Outputs of zpool, zfs and lsblk: their figures, and what misleads a reader of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from model.errors import InputError
from model.installed.files import read_file
from model.installed.pool_tree import Size, size_of
from model.installed.reading import Reading
from model.installed.widths import widths_at_creation
from model.pools.pool import zfs_pool

DATA = Path(__file__).parent / "data"
RIGHT = {path.name: json.loads(path.read_text()) for path in sorted(DATA.glob("*.reading.json"))}
HEAD = "\tNAME  STATE  READ WRITE CKSUM\n"
GOOD = "ONLINE       0     0     0"


def one(text: str | bytes) -> Reading:
    (found,) = read_file("x", text)
    return found.reading


def status(*rows: str, before: str = "", after: str = "errors: No known data errors\n") -> str:
    """Write a status: each row with its depth, its name, and GOOD unless it says otherwise."""
    lines = []
    for row in rows:
        depth = len(row) - len(row.lstrip("."))
        name, _, rest = row.lstrip(".").partition(" ")
        lines.append(f"\t{'  ' * depth}{name}" + (f"  {rest or GOOD}" if rest != "-" else "\t"))
    body = "\n".join(lines)
    return f"  pool: tank\n state: ONLINE\n{before}config:\n\n{HEAD}{body}\n\n{after}"


@pytest.mark.parametrize("right", RIGHT.values(), ids=RIGHT)
def test_no_reading_shows_who_or_what_it_is_of(right: dict[str, Any]) -> None:
    found = one((DATA / right["file"]).read_bytes())
    shown = f"{json.dumps(found.reading)} {found.warnings} {found!r}".casefold()
    assert not [text for text in right["personal"] if text.casefold() in shown]


ROWS = (
    "tank",
    ".mirror-0",
    "..sda",
    "..sdb",
    ".mirror-1",
    "..cache",
    "..spare",
    "special -",
    ".mirror-2",
    "..nvme0n1p1",
    "..nvme1n1p1",
    "..nvme2n1p1",
    "logs -",
    ".mirror-3",
    "..nvme3n1",
    "..nvme4n1",
    "cache -",
    ".nvme5n1",
    ".nvme6n1",
    "spares -",
    ".sdx AVAIL",
    ".sdy INUSE     currently in use",
)


@pytest.mark.parametrize("tabs", [True, False])
def test_classes_stand_alone_and_drives_may_have_their_names(tabs: bool) -> None:
    text = status(*ROWS)
    found = one(text if tabs else text.replace("\t\n", "\n")).reading
    assert found["layout"] == "2 x mirror:2 + special mirror:3"
    assert found["data_drives"][2] == {"count": 3, "type": "mirror", "class": "special"}
    counts = {name: found[name] for name in ("hot_spares", "hot_spares_in_use", "log_drives")}
    assert counts == {"hot_spares": 2, "hot_spares_in_use": 1, "log_drives": 2}
    assert found["cache_drives"] == 2


REPLACED = (
    "tank DEGRADED 0 0 0",
    ".raidz2-0 DEGRADED 0 0 0",
    "..sda",
    "..spare-1 DEGRADED 0 0 0",
    "...replacing-0 DEGRADED 0 0 0",
    "....6217083 UNAVAIL 0 0 0 was /dev/sdb1",
    "....sdh",
    "...sdx",
    "..sdc FAULTED 7 3 12  too many errors",
    "..sdd ONLINE 0 0 0  (resilvering)",
    "spares -",
    ".sdx INUSE     currently in use",
)


@pytest.mark.parametrize(
    "around",
    [
        {},
        {"before": "  scan: scrub in progress since Sun Nov  8 01:10:14 2026\n\t1T done\n"},
        {"after": "errors: 3 data errors, use '-v' for a list\n"},
        {"after": "errors: Permanent errors have been detected in:\n\n        tank/a:/home/x\n"},
    ],
)
def test_two_lines_stand_for_one_drive(around: dict[str, str]) -> None:
    found = one(status(*REPLACED, **around))
    assert found.reading["layout"] == "raidz2:4"
    assert found.reading["drives_failed_or_being_replaced"] == 2
    assert found.reading["hot_spares_in_use"] == 1
    assert not found.warnings
    assert "home" not in repr(found)


def test_a_disk_that_is_replaced_and_one_without_redundancy() -> None:
    found = one(status("tank", ".replacing-0", "..sda", "..sdb", ".sdc")).reading
    assert found["layout"] == "2 x disk"
    assert found["drives_failed_or_being_replaced"] == 1


def test_a_removed_vdev_is_none() -> None:
    found = one(status("tank", ".indirect-0", ".mirror-1", "..sda", "..sdb")).reading
    assert found["layout"] == "mirror:2"


@pytest.mark.parametrize(
    ("name", "layout", "spares"),
    [
        ("draid2:8d:24c:2s-0", "draid2:8d:24c:2s", 2),
        ("draid1:4d:11c:0s-0", "draid1:4d:11c:0s", 0),
        ("draid2:4d:12c:96w:2s-0", "draid2:4d:12c:96w:2s", 2),
    ],
)
def test_draid_says_its_shape(name: str, layout: str, spares: int) -> None:
    rows = ("tank", f".{name}", *("..sda",) * 24, "spares -", ".draid2-0-0 AVAIL")
    found = one(status(*rows)).reading
    assert (found["layout"], found["distributed_spares"], found["hot_spares"]) == (
        layout,
        spares,
        0,
    )


def test_several_pools_and_several_outputs_in_one_paste() -> None:
    text = (
        status("tank", ".raidz1-0", "..sda", "..sdb", "..sdc")
        + "\n"
        + status("tank", ".sda").replace("tank", "other")
        + "[root@oss17 ~]# zpool list -vp\n"
        + (DATA / "zpool-list-vp-1.txt").read_text()
        + (DATA / "lsblk-1.json").read_text()
        + (DATA / "zfs-list-p-1.txt").read_text()
    )
    kinds = [found.reading.kind for found in read_file("x", text)]
    assert kinds == ["zpool-status"] * 2 + ["zpool-list-vp", "lsblk", "zfs-list-p"]


def test_a_status_is_read_through_blanks_in_place_of_tabs_and_colours() -> None:
    text = status(*ROWS)
    right = one(text).reading
    spoilt = text.expandtabs(8).replace("ONLINE", "\x1b[32mONLINE\x1b[0m").replace("\n", "\r\n")
    assert one("    " + spoilt.replace("\n", "\n    ")).reading == right


def test_an_expansion_is_told() -> None:
    line = "expand: expanded raidz2-0 copied 5.01T in 03:12:01, on Sun Nov  1 00:00:00 2026\n"
    found = one(status("tank", ".raidz2-0", *("..sda",) * 8, before=line))
    assert "raidz2-0 was expanded" in found.warnings[0]
    assert found.reading["width_before_expansion"] is None


@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize(
    ("parity", "before", "after"), [(1, 3, 4), (2, 5, 8), (2, 8, 8), (3, 8, 9)]
)
def test_the_ratio_says_the_width_at_creation(
    rounded: bool, parity: int, before: int, after: int
) -> None:
    ratio = zfs_pool(f"raidz{parity}:{before}", "10 TB").vdevs[0].ratio
    space: list[Any] = [107992657690624, 107992657690624 // 512 * ratio]
    if rounded:
        space = [f"{size / 2**40:.2f}T" for size in space]
    leaves = {f"d{n}": {"name": f"d{n}", "vdev_type": "disk"} for n in range(after)}
    name = f"raidz{parity}-0"
    vdev = {"name": name, "vdev_type": "raidz", "vdevs": leaves}
    vdev |= {"total_space": space[0], "def_space": space[1]}
    root = {"name": "t", "vdev_type": "root", "vdevs": {name: vdev}}
    document = {
        "output_version": {"command": "zpool status"},
        "pools": {"t": {"name": "t", "state": "ONLINE", "vdevs": {"t": root}}},
    }
    found = one(json.dumps(document))
    assert found.reading["width_before_expansion"] == (before if before != after else None)
    assert any("rounded" in warning for warning in found.warnings) == rounded


def test_neighbours_with_one_ratio_are_named() -> None:
    size = Size(107992657690624)
    usable = Size(size.bytes // 512 * 341)
    assert widths_at_creation(2, 8, size, usable) == [7, 6]
    assert widths_at_creation(2, 6, size, usable) == [6, 6]
    assert widths_at_creation(2, 5, size, usable) == []


def test_json_may_be_flat_or_by_number() -> None:
    document = json.loads((DATA / "zpool-status-json-1.json").read_text())
    (pool,) = document["pools"].values()
    right = one(json.dumps(document)).reading
    flat = {"scratch0": pool["vdevs"]["scratch0"]}
    for name, vdev in pool["vdevs"]["scratch0"]["vdevs"].items():
        flat[name] = vdev | {"parent": "scratch0"}
        flat |= {leaf: each | {"parent": name} for leaf, each in vdev["vdevs"].items()}
    flat |= pool.pop("spares")
    document["pools"] = {pool["pool_guid"]: pool | {"vdevs": flat}}
    assert one(json.dumps(document)).reading == right


LIST = """NAME  SIZE  ALLOC  FREE  CKPOINT  EXPANDSZ  FRAG  CAP  DEDUP  HEALTH  ALTROOT
tank  300  30  270  -  -  4  10  1.00  ONLINE  -
  indirect-0  -  -  -  -  -  -  -  -  ONLINE
  mirror-1   200  20  180  -  -  4  10  -  ONLINE
    sda  210  -  -  -  -  -  -  -  ONLINE
    replacing-1  -  -  -  -  -  -  -  -  DEGRADED
      sdb  -  -  -  -  -  -  -  -  OFFLINE
      sdc  210  -  -  -  -  -  -  -  ONLINE
special  -  -  -  -  -  -  -  -  -
  mirror-2   100  10  90  -  -  4  10  -  ONLINE
    sdd  110  -  -  -  -  -  -  -  ONLINE
    sde  110  -  -  -  -  -  -  -  ONLINE
logs  -  -  -  -  -  -  -  -  -
  sdf  50  0  50  -  -  0  0  -  ONLINE
cache  -  -  -  -  -  -  -  -  -
  sdg  500  0  50  -  -  0  0  -  ONLINE
spare  -  -  -  -  -  -  -  -  -
  sdh  210  -  -  -  -  -  -  -  AVAIL
"""
OLD = """NAME   SIZE  ALLOC   FREE  EXPANDSZ   FRAG    CAP  DEDUP  HEALTH  ALTROOT
tank  200  20  180         -     4%    10%  1.00x  ONLINE  -
  raidz1  200  20  180         -     4%    10%
    sda      -      -      -         -      -      -
    sdb      -      -      -         -      -      -
log      -      -      -         -      -      -
  sdf  50  0  50         -     0%     0%
dead      -      -      -         -      -      -      -  FAULTED  -
"""


def test_sizes_of_vdevs_by_class() -> None:
    found = one(LIST)
    assert found.reading["layout"] == "mirror:2 + special mirror:2"
    assert found.reading["vdev_bytes"] == [200, 100]
    assert found.reading["hot_spares"] == 1
    assert found.reading["leaf_sizes"] == "bytes of the partition"
    assert not found.warnings
    assert (
        "add up to 200 bytes" in one(LIST.replace("  mirror-2   100", "  mirror-2  -")).warnings[0]
    )


def test_an_old_list_and_an_unusable_pool() -> None:
    found, dead = (each.reading for each in read_file("x", OLD))
    assert dead.warnings == ("no vdevs are listed: 'zpool list -vp' prints them",)
    assert dead.reading["layout"] is None
    assert found.reading["layout"] == "raidz1:2"
    assert found.reading["leaf_sizes"] == "absent ('-')"


BEFORE_2_1_3 = """NAME  SIZE  ALLOC  FREE  CKPOINT  EXPANDSZ  FRAG  CAP  DEDUP  HEALTH  ALTROOT
tank  300  30  270  -  -  4  10  1.00  DEGRADED  -
  raidz2  200  20  180  -  -  4  10  -  DEGRADED
    sda  -  -  -  -  -  -  -  -  ONLINE
    spare  -  -  -  -  -  -  -  -{state}
      sdb  -  -  -  -  -  -  -  -  UNAVAIL
      replacing  -  -  -  -  -  -  -  -  DEGRADED
        sdc  -  -  -  -  -  -  -  -  ONLINE
        sdd  -  -  -  -  -  -  -  -  ONLINE
    sde  -  -  -  -  -  -  -  -  ONLINE
  draid2:4d:11c:1s  100  10  90  -  -  4  10  -  ONLINE
{children}special  -  -  -  -  -  -  -  -  -
  mirror  50  10  40  -  -  4  10  -  ONLINE
    sdf  -  -  -  -  -  -  -  -  ONLINE
    sdg  -  -  -  -  -  -  -  -  ONLINE
spare  -  -  -  -  -  -  -  -  -
  sdd  -  -  -  -  -  -  -  -  INUSE
"""


@pytest.mark.parametrize("state", ["  DEGRADED", ""])
def test_vdevs_of_a_list_had_no_numbers(state: str) -> None:
    children = "".join(f"    sdx{n}  -  -  -  -  -  -  -  -  ONLINE\n" for n in range(11))
    found = one(BEFORE_2_1_3.format(state=state, children=children)).reading
    assert found["layout"] == "raidz2:3 + draid2:4d:11c:1s + special mirror:2"
    assert found["hot_spares"] == 1


def test_only_the_row_of_a_pool_counts() -> None:
    text = "NAME USED AVAIL REFER MOUNTPOINT\nt 10 90 1 /t\nt/a b 5 90 1 /t\nt/v 6 92 2 -\n"
    found = one(text)
    assert found.reading["used_plus_avail_bytes"] == 100
    assert found.reading["volumes"] == ["t/1"]
    assert found.warnings == ("volumes reserve 4 bytes more than they hold: USED counts them",)
    two = read_file("x", "NAME USED AVAIL REFER MOUNTPOINT\nt 1 9 1 /t\nu 1.5T 2T 1 /u\n")
    assert [each.reading.reading["pool"] for each in two] == ["t", "u"]
    assert two[1].reading.warnings == ("sizes are rounded: 'zfs list -p' prints bytes",)


@pytest.mark.parametrize(
    ("printed", "size"),
    [
        (5, Size(5)),
        ("5", Size(5)),
        ("1.5K", Size(1536, exact=False)),
        ("16,4T", Size(18031990695526, exact=False)),
        ("0B", Size(0)),
        ("-", None),
        (-1, None),
        (True, None),
        (None, None),
        ("9" * 30, None),
        ("1e9", None),
    ],
)
def test_sizes_are_bytes_or_rounded(printed: Any, size: Size | None) -> None:
    assert size_of(printed) == size


def drive(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": "disk", "size": 4000, "rota": True, **more}


@pytest.mark.parametrize("column", ["name", "kname", "path"])
def test_devices_are_named_by_any_column(column: str) -> None:
    """By PATH alone, volumes of ZFS and NBD counted as drives, and none was found in a pool."""
    names = ("/dev/sda", "/dev/zd0", "/dev/nbd0", "/dev/sdb")
    part = {column: "/dev/sdb1", "type": "part"}
    devices = [
        {column: name, "type": "disk", "size": 4000, "rota": True, "children": [part]}
        for name in names
    ]
    found = one(json.dumps({"blockdevices": devices}))
    assert sum(each["count"] for each in found.reading["drives"]) == 2
    assert {"sdb", "sdb1"} in [set(each.names) for each in found.found.drives]


def test_namespaces_of_one_drive_are_several_and_its_paths_one() -> None:
    """They have one serial number: without WWNs, the second was left out."""
    names = ("nvme0n1", "nvme0n2", "nvme1n1", "nvme1n2", "nvme2n1")
    devices = [drive(name, serial="Q" if name < "nvme2" else "R") for name in names]
    found = one(json.dumps({"blockdevices": devices}))
    assert sum(each["count"] for each in found.reading["drives"]) == 3


def test_paths_to_one_drive_count_once_and_no_other_device_is_a_drive() -> None:
    mapped = {"name": "mpatha", "type": "mpath", "size": 4000}
    devices = [
        drive("sda", wwn="0x1", children=[mapped]),
        drive("sdb", wwn="0X1", children=[mapped]),
        drive("sdc", serial="Q", size="4000", rota="1"),
        drive("sdd", serial="Q"),
        drive("sde"),
        drive("nvme0n1", rota=False, size="3.5T"),
        drive("zd0"),
        drive("pmem0"),
        drive("sr0", type="rom"),
        drive("md0", type="raid1"),
        drive("sdf", size=0),
        drive("sdg", children=[{"name": "sdg1", "type": "part", "mountpoint": "/boot"}]),
    ]
    found = one(json.dumps({"blockdevices": devices}))
    assert found.reading["drives"] == [
        {"count": 3, "bytes": 4000, "media": "disk"},
        {"count": 1, "bytes": 3848290697216, "media": "NVMe"},
        {"count": 1, "bytes": 4000, "media": "disk, boot"},
    ]
    assert [warning.partition(":")[0] for warning in found.warnings] == [
        "7 disks are listed for 5 drives",
        "sizes are rounded",
    ]


NAMELESS = {"12": {"vdev_type": "raidz", "vdevs": {"34": {"vdev_type": "disk"}}}}
"""Vdevs as `-g` names them in JSON."""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("  pool: tank\n    id: 5\n state: ONLINE\n", "x:1:1: no table of vdevs stands below"),
        (status("tank", "raidz1-0", "sda", "sdb"), "x:5:1: no vdev is indented below the pool"),
        (
            status("8129", ".1238", "..5551", "..5552"),
            "x:5:1: vdevs have numbers in place of names",
        ),
        (LIST.replace("mirror-1 ", "1238912 "), "x:2:1: vdevs have numbers in place of names"),
        (
            json.dumps(
                {
                    "output_version": {"command": "zpool status"},
                    "pools": {"t": {"vdevs": {"t": {"vdev_type": "root", "vdevs": NAMELESS}}}},
                }
            ),
            "x:1:1: vdevs have numbers in place of names",
        ),
        (
            json.dumps({"pools": {"t": {"properties": {}, "vdevs": NAMELESS}}}),
            "x:1:1: vdevs have numbers in place of names",
        ),
        ("all pools are healthy\n", "x: run 'zpool status -P' without -x"),
        ("NAME   MAJ:MIN RM  SIZE RO TYPE\nsda 8:0 0 1G 0 disk\n", "x: run 'lsblk -J -b -o"),
        ("tank\t1\t2\t3\n", "x: run the command without -H"),
        (HEAD + "\ttank  ONLINE 0 0 0\n", "x: copy what stands above this table, too"),
        (
            "NAME  AVAIL  USED  USEDSNAP  USEDDS\nt  1T  1T  0B  96K\n",
            "x: run 'zfs list -p' without",
        ),
        (
            '{"@odata.type": "#HpeSmartStorageDiskDrive.v2_1_0.X"}',
            "x: SmartStorage is HPE's own form",
        ),
        ("GLOBAL:\n    SIZE    AVAIL\n", "x: run 'ceph osd df tree -f json' and 'ceph df"),
        ("bash: zpool: command not found\n", "x: the program failed: run it as root"),
        (LIST.replace("\n  ", "\n"), "x:3:1: no vdev is indented below a pool"),
        ("NAME  SIZE  ALLOC  FREE\n", "x:1:1: no pool stands below this head"),
        ("NAME  USED  AVAIL  REFER\nt/a 1 2\n", "x:1:1: no pool stands in this list"),
        ('{"blockdevices": []}', "x:1:1: no drive stands in this output: run 'lsblk -J -b -o NAME"),
        ('{"blockdevices": [{"name": "sda"}]}', "x:1:1: a drive has no SIZE"),
        (
            '{"output_version": {"command": "zpool status"}, "pools": {"t": {}}}',
            "x:1:1: a pool has no vdevs",
        ),
    ],
)
def test_what_can_not_be_read_is_one_line(content: str, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_file("x", content)
    assert str(wrong.value).startswith(message)
    assert "\n" not in str(wrong.value)


def test_a_status_that_was_cut_off_is_said() -> None:
    text = status("tank", ".mirror-0", "..sda", "..sdb", ".mirror-1", "..sdc", "..sdd")
    cut = text[: text.index("sdd")] + "s"
    found = one(cut)
    assert "cut off" in found.warnings[0]


def test_a_list_without_vdevs_gives_sizes_and_drives_without_redundancy_need_not_add_up() -> None:
    text = "NAME  SIZE  ALLOC  FREE  HEALTH\nt  300  30  270  ONLINE\n"
    assert one(text).reading["size_bytes"] == 300
    assert not one(text + "  indirect-0  -  -  -  -\n  da1p4  310  30  270  ONLINE\n").warnings


def test_an_evacuation_is_told() -> None:
    line = "remove: Evacuation of /dev/sda in progress since Mon Jan 27 16:10:59 2025\n"
    found = one(status("tank", ".sda ONLINE 0 0 0  (removing)", ".sdb", before=line))
    assert found.warnings == ("a vdev is being removed: its drives still count",)


def test_json_of_a_status_needs_no_version() -> None:
    document = json.loads((DATA / "zpool-status-json-1.json").read_text())
    right = one(json.dumps(document)).reading
    del document["output_version"]
    assert one(json.dumps(document)).reading == right


def test_volumes_that_are_listed_twice_count_once() -> None:
    text = (DATA / "zfs-list-p-1.txt").read_text()
    assert one(text + text) == one(text)
