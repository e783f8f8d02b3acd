"""Boundaries of what is read of installed systems: matches, hosts, cut lines, tables, widths."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.installed import catalog_drives, drive_sizes, lctl_osd, usage_tables
from model.installed.catalog_drives import Match, matched
from model.installed.drive_sizes import of_partition, partition, usual_sizes
from model.installed.files import read_file
from model.installed.hosts import by_host
from model.installed.lustre_tiers import lustre_tiers
from model.installed.pool_tree import Size
from model.installed.raid_volumes import Volume, layout, level_of, together
from model.installed.reading import FileReading, Reading
from model.installed.server_parts import filled, plain_name
from model.installed.servers import group_of, of_one_server
from model.installed.shared_drives import blocks_of, key_of, servers_in
from model.installed.tier_draft import tier_name
from model.installed.usage_tables import UsageTable
from model.installed.widths import widths_at_creation
from model.installed.zfs_tiers import _why
from model.parts.catalog import load_catalog
from model.pools.pool import zfs_pool
from tests.installed.test_generated_parts import read

TB = 10**12
few = settings(max_examples=25)


def test_a_drive_matches_by_model_and_by_size_within_half_a_percent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drives = {
        "a": (1000.0 * TB, frozenset({"st8000nm"})),
        "b": (1000.0 * TB, frozenset({"mg09aca"})),
        "c": (2000.0 * TB, frozenset({"st8000nm"})),
        "d": (1000.0 * TB, frozenset({"st8000nm-x", "st8000nm"})),
    }
    monkeypatch.setattr(catalog_drives, "_drives", lambda flash: {} if flash else drives)
    matched.cache_clear()
    of_size = ("a", "b", "d")
    for size in (996, 1000, 1005):
        found = matched("Seagate MG09ACA 18", size * TB, flash=False)
        assert found == Match("b", "model and size agree", of_size)
    for size in (995, 1006):
        assert matched("MG09ACA", size * TB, flash=False).key is None
    assert matched("ST8000NM0075", 2000 * TB, flash=False).key == "c"
    two = matched("ST8000NM0075", 1000 * TB, flash=False)
    assert two == Match(None, "2 drives in the catalog have this model and size", ("a", "d"))
    none = matched("other", 1000 * TB, flash=False)
    assert none == Match(None, "no drive of this model is in the catalog", of_size)
    assert matched("MG09ACA", 1000 * TB, flash=True).of_size == ()
    matched.cache_clear()


@given(st.integers(50, 250_000), st.booleans())
@few
def test_a_partition_of_a_whole_disk_tells_its_drive(nominal: int, by_idema: bool) -> None:
    idema, whole_gib = usual_sizes(nominal)
    assert idema == (97_696_368 + 1_953_504 * (nominal - 50)) * 512  # IDEMA LBA1-03
    assert whole_gib % 2**30 == 0
    assert 0 <= whole_gib - nominal * 10**9 < 2**30
    drive = idema if by_idema else whole_gib
    same = {one for one in (idema, whole_gib) if partition(one) == partition(drive)}
    assert of_partition(partition(drive)) == (drive if len(same) == 1 else None)
    assert of_partition(partition(drive) + 512 * 7) is None


def test_no_drive_is_sought_long_for_a_size_that_is_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []

    def counted(drive: int) -> int:
        tried.append(drive)
        return partition(drive)

    monkeypatch.setattr(drive_sizes, "partition", counted)
    assert of_partition(16_000_890_175_475_475_488) is None
    assert len(tried) < 50


@given(st.sampled_from((1, 2, 3)), st.integers(4, 16), st.integers(0, 4), st.booleans())
@few
def test_a_ratio_tells_the_first_width(parity: int, first: int, added: int, exact: bool) -> None:
    """Sizes of a vdev as it was made; the width that it has now is the upper limit."""
    pool = zfs_pool(f"raidz{parity}:{first}", "10 TB")
    size = 10**15
    usable = round(size * pool.vdevs[0].ratio / 512)
    found = widths_at_creation(parity, first + added, Size(size, exact), Size(usable, exact))
    assert first in found
    ratios = {one: zfs_pool(f"raidz{parity}:{one}", "10 TB").vdevs[0].ratio for one in found}
    near = 1e-5 if exact else 2e-3
    assert all(abs(ratio / pool.vdevs[0].ratio - 1) < near for ratio in ratios.values())
    assert widths_at_creation(parity, 256, Size(size, exact), Size(usable, exact)) == []
    assert widths_at_creation(parity, first, Size(0, exact), Size(usable, exact)) == []


HOST_LINES = [f"a{n % 3}: line {n}" for n in range(100)]


@pytest.mark.parametrize(
    ("lines", "hosts"),
    [
        (HOST_LINES, {"a0", "a1", "a2"}),
        (["stray", "stray", *HOST_LINES[:98]], {"a0", "a1", "a2"}),
        (["stray", "stray", "stray", *HOST_LINES[:97]], {""}),
        (["a: 1", "a: 2", "b: 1", "b: 2", "b: 3", "b: 4"], {"a", "b"}),
        (["a: 1", "a: 2", "b: 1", "b: 2", "b: 3"], {""}),
    ],
)
def test_lines_of_pdsh_have_their_hosts(lines: list[str], hosts: set[str]) -> None:
    found = [*by_host("\n".join(lines) + "\n")]
    assert {host for host, _, _ in found} == hosts
    assert all(line == 1 for _, line, _ in found)
    if "a0" in hosts:
        (text,) = (part for host, _, part in found if host == "a0")
        own = [line.partition(": ")[2] for line in lines if line.startswith("a0")]
        assert text == "\n".join(own) + "\n"


def test_prompts_give_the_first_line_of_each_host() -> None:
    text = "before\n[root@a ~]# x\n1\n2\n[root@a ~]# y\n3\nroot@b:~# x\n4\n"
    found = [*by_host(text)]
    assert [(host, line) for host, line, _ in found] == [("", 1), ("a", 2), ("b", 7)]
    assert [part for _, _, part in found] == ["before\n", "\n1\n2\n\n3\n", "\n4\n"]


def device(file: str, folder: str = "") -> FileReading:
    return FileReading(file, Reading("x", {}), folder)


def test_outputs_are_grouped_by_folder_and_the_rest_of_their_names() -> None:
    files = [
        device("oss1-zpool-status-P.txt", "d"),
        device("lsblk_oss1.json", "d"),
        device("oss2.zpool_list_vp.txt", "d"),
        device("zpool-status.txt", "d/sos_commands/zfs"),
        device("lsblk.txt", "d/sos_commands/block"),
    ]
    assert [group_of(one) for one in files] == [
        *(("d", "oss1"), ("d", "oss1"), ("d", "oss2"), ("d", ""), ("d", ""))
    ]
    assert [len(each) for each in of_one_server(files).values()] == [2, 1, 2]


def drive(wwn: str, *, is_boot: bool = False, serial: str = "") -> Any:
    from model.installed.lsblk import Drive

    return Drive(
        names=frozenset(), model="", bytes=TB, media="disk", is_exact=True, is_boot=is_boot,
        physical_sector=None, logical_sector=None, wwn=wwn, serial=serial,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shared", "own", "is_block"),
    [(3, 2, True), (2, 2, False), (1, 0, True), (0, 3, False), (3, 3, False), (4, 3, True)],
)
def test_servers_that_share_more_than_half_of_their_drives_are_a_block(
    shared: int, own: int, is_block: bool
) -> None:
    groups = [("a", ""), ("b", ""), ("c", "")]
    drives = {
        group: [
            *(drive(f"0x{n}") for n in range(shared * (group[0] != "c"))),
            *(drive(f"{group[0]}{n}") for n in range(own)),
            drive(f"boot{group[0]}", is_boot=True),
        ]
        for group in groups
    }
    blocks = blocks_of(groups, drives)
    assert blocks == dict(zip(groups, (1, 1, 2) if is_block else (1, 2, 3), strict=True))
    expected = {1: 2, 2: 1} if is_block else {1: 1, 2: 1, 3: 1}
    assert servers_in(blocks, drives) == expected
    same = {group: [*each[:-1], drive("boot", is_boot=True)] for group, each in drives.items()}
    assert set(servers_in(blocks, same).values()) == {1}
    assert [key_of(drive(x)) for x in ("0xab", "eui.ab", "nvme.ab", "ab")] == ["ab"] * 4
    assert key_of(drive("", serial="s")) == "s"


@pytest.mark.parametrize(
    ("level", "size", "drives", "name"),
    [
        ("StripedWithParity", 8.6, 10, "raid5"),
        ("StripedWithParity", 8.4, 10, "raid6"),
        ("SpannedStripesWithParity", 6, 10, "raid60"),
        ("SpannedStripesWithParity", 6.1, 10, "raid50"),
        ("Mirrored", 1, 2, "raid1"),
        ("SpannedMirrors", 4, 8, "raid10"),
        ("NonRedundant", 4, 4, "raid0"),
        ("RAID6", 4, 6, "RAID6"),
    ],
)
def test_old_names_of_levels(level: str, size: float, drives: int, name: str) -> None:
    volume = Volume(level, int(size * TB), drives)
    assert level_of(volume, TB) == name
    assert level_of(volume, None) == level


def test_volumes_that_hold_most_give_the_layout() -> None:
    six, one = Volume("RAID6", 8 * TB, 10), Volume("RAID1", 9 * TB, 2)
    assert together([six, one, six], TB) == ("2 x raid6:10", 8 * TB, TB)
    assert together([six, one], TB)[:2] == ("raid1:2", 9 * TB)
    assert together([], TB) == (None, None, TB)
    assert together([Volume("RAID6", 8 * TB, 10, None, 5)], TB)[2] == 5
    for level, drives, written in (
        ("RAID0", 1, "drive"),
        ("RAID0", 2, "raid0:2"),
        ("r0", 3, "raid0:3"),
        ("RAID-1E", 4, "raid10:4"),
        ("RAID 00", 4, "raid0:4"),
        ("RAID6", 0, None),
        ("JBOD", 4, None),
    ):
        assert layout(Volume(level, TB, drives), TB) == written
    for spans, drives, written in ((2, 10, "raid60:2x5"), (3, 10, None), (None, 10, None)):
        assert layout(Volume("RAID60", 0, drives, spans), TB) == written
    assert layout(Volume("RAID60", 4 * TB, 8), TB) == "raid60:2x4"
    assert layout(Volume("RAID60", 3 * TB, 7), TB) is None
    assert layout(Volume("RAID50", 4 * TB, 6), TB) == "raid50:2x3"


def lctl(**figures: Any) -> str:
    return "".join(f"osd-ldiskfs.fs-OST0000.{name}={x}\n" for name, x in figures.items())


def test_what_lctl_prints_in_part_is_told() -> None:
    reading = read(lctl(fstype="ldiskfs", kbytestotal="x", kbytesfree=5, kbytesavail=4))
    assert [*reading.warnings] == ["line 2 is no number: left out"]
    assert reading.reading["size_bytes_of_an_ost"] is None
    (osd,) = reading.found
    assert (osd.kept, osd.used, osd.format) == (None, None, "ldiskfs")
    for total, kept in ((10, 1024), (5, 1024), (4, None)):
        own = {"kbytestotal": total, "kbytesfree": 5, "kbytesavail": 4}
        assert lctl_osd.Osd("fs", "OST", 0, "", own).kept == kept
    assert lctl_osd.Osd("fs", "OST", 0, "", {"kbytesfree": 0, "kbytesavail": 0}).kept == 0
    other = "osd-ldiskfs.fs-OST0001.kbytestotal=12345\n"
    one = lctl(kbytestotal=12345, kbytesfree=100) + other
    whole = one + other.replace("total=12345", "free=90")
    assert read(whole).reading["size_bytes_of_an_ost"] == 12345 * 1024
    (first, second) = read(whole[:-2]).found  # cut within 90: the begin of no other
    assert (first.figures["kbytesfree"], second.figures["kbytesfree"]) == (100, 9)
    cut = lctl(kbytestotal=12345, kbytesfree=100) + other[:-3]
    assert "kbytestotal" not in read(cut).found[1].figures
    lacks = read(lctl(kbytestotal=9, kbytesfree=1) + other)
    assert [*lacks.warnings] == [
        "the output is cut off: 1 of 2 OSTs lack kbytesfree: save all of it, and import it again"
    ]


@pytest.mark.parametrize(
    ("least", "ratio"),
    [(65536, 65536), (65535, 65536), (65537, 69905), (60294, 65536), (60293, None)],
)
def test_the_ratio_of_inodes_leaves_at_most_8_percent_to_overhead(least: int, ratio: int | None):
    assert lctl_osd.bytes_per_inode(least * 1000, 1000) == ratio


def table(rows: int, head: str = "date,g (TiB)", cell: str = "1") -> str:
    days = (datetime.date(2026, 1, 1) + datetime.timedelta(days=n) for n in range(rows))
    return f"{head}\n" + "".join(f"{day},{cell}\n" for day in days)


def usage(text: str) -> Reading:
    return read_file("u.csv", text)[0].reading


def test_tables_of_usage_at_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usage(table(3)).warnings == ()
    assert usage(table(2)).warnings == ("growth from 2 days is uncertain: import more months",)
    assert usage(table(3, "date,bytes used", "1000000000")).reading["used_bytes"] == 10**9
    plain = usage(table(3, "date,g", "1000000000"))
    assert plain.warnings == ("column 2 has no unit: read as bytes",)
    with pytest.raises(InputError, match=r"u.csv:1:1: column 2 has no unit: write it in its name"):
        usage(table(3, "date,g", "999999999"))
    heads = "date," + ",".join(f"g{n} (TiB)" for n in range(3))
    monkeypatch.setattr(usage_tables, "MOST_GROUPS", 3)
    assert usage(table(3, heads, "1,2,3")).reading["groups"] == 3
    monkeypatch.setattr(usage_tables, "MOST_GROUPS", 2)
    many = usage(table(3, heads, "1,2,3"))
    assert many.reading["groups"] == 1
    assert many.reading["used_bytes"] == 6 * 2**40
    assert many.warnings == ("3 groups: at most 2 are read, so that only their sum is",)
    apart = f"{heads}\n2026-01-01,1,,\n2026-01-02,,1,\n2026-01-03,,,1\n"
    with pytest.raises(InputError, match=r"3 groups: at most 2 are read, and on no day all of"):
        usage(apart)
    monkeypatch.undo()
    assert usage(apart).warnings == ("on no day all groups are known: there is no total",)
    with_others = usage(table(3, "date,g (TiB),quota (TiB),size", "1,9,9"))
    assert with_others.warnings == ("columns that aren't bytes in use are left out: 2",)


USAGE = [
    ("date,g (TiB)\n2026-01-01,-1\n2026-01-02,1\n", "u.csv:2:1: a size below 0 or without end"),
    ("date,g (TiB)\n2026-01-01,1\n2026-01-02,x\n", "u.csv:3:1: not a size: write a number with"),
    ("date,g (TiB)\n2026-01-01,1\nsoon,1\n", "u.csv:3:1: a cell of the column of dates is none"),
    ("date,g (TiB)\n,1\n,2\n", "u.csv:1:1: no row has a date: write a column of days"),
    ("date,quota (TiB)\n2026-01-01,1\n", "u.csv:1:1: no column has bytes in use: write one a"),
    ("date,g (TiB)\n1/2/26,1\n", "u.csv:1:1: write days as 2026-08-04: it is unclear whether"),
]


@pytest.mark.parametrize(("text", "message"), USAGE)
def test_what_is_no_usage_has_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        usage(text)
    assert message in str(wrong.value)


def test_rows_of_usage_in_any_order_and_form() -> None:
    text = "Datum;Gruppe;Belegt (GiB);Inodes\n3.1.2026;a;2,5;10\n1.1.2026;a;1,5;4\n1.1.2026;b;1;6\n"
    text += "3.1.2026;b;n/a;20\n3.1.2026;b;7;1\n"
    found = usage(text).found
    assert isinstance(found, UsageTable)
    days = datetime.date(2026, 1, 1), datetime.date(2026, 1, 3)
    assert [(one.name, one.days) for one in found.groups] == [("a", days), ("b", days)]
    assert [one.volumes for one in found.groups] == [
        (1.5 * 2**30, 2.5 * 2**30),
        (2.0**30, 7 * 2.0**30),
    ]
    assert found.total is not None
    assert found.total.volumes == (2.5 * 2**30, 9.5 * 2**30)
    with_total = usage("date,a (TiB),total (TiB)\n2026-01-01,1,5\n2026-01-02,2,6\n").found
    assert isinstance(with_total, UsageTable)
    assert ([one.name for one in with_total.groups], with_total.total.last) == (["a"], 6 * 2.0**40)
    shown = usage("date,used\n2026-01-01,1.5T\n2026-01-02,2048G\n").found
    assert isinstance(shown, UsageTable)
    assert shown.groups[0].volumes == (1.5 * 2.0**40, 2048 * 2.0**30)


def server(**changed: Any) -> Reading:
    from model.installed import dmidecode

    of = {"servers": 1, "product": "Box", "processors": (), "modules": ()} | changed
    return Reading(dmidecode.KIND, {}, (), dmidecode.Server(**of))


def test_servers_are_filled_in_only_where_one_output_is_of_one_server() -> None:
    tier = {"name": "t", "servers": {"name": "Installed server"}, "drives": {"per_server": 4}}
    modules = ((32 * 2**30, "DDR4", 3200, 6),)
    for one, is_told in ((server(modules=modules), False), (server(servers=2), True)):
        ((found, _),), warnings = filled([(tier, ())], [one])
        assert bool(warnings) == is_told
        assert (found["servers"]["name"] == "Box") == (not is_told)
    ((shared, _),), _ = filled([(tier | {"servers": {"shared_with": "x"}}, ())], [server()])
    assert shared["servers"] == {"shared_with": "x"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Broadcom / LSI [Fury]", "Broadcom LSI Fury"),
        (" . a_b-c+d . ", "a_b-c+d"),
        ("x" * 61, "x" * 60),
    ],
)
def test_names_are_plain(text: str, name: str) -> None:
    assert plain_name(text) == name
    assert tier_name("x" * 41, "other") == "x" * 40
    assert tier_name("-_-", "other") == "other"
    assert tier_name(None, "other") == "other"


@pytest.mark.parametrize("kind", ["hdd", "ssd"])
def test_each_drive_of_the_catalog_is_found_by_its_model_and_size(kind: str) -> None:
    catalog = load_catalog(needs=())
    matched.cache_clear()
    found = 0
    for key in catalog.keys_of_kind(kind):
        part, size = catalog.part(key), catalog.figures(key).get("capacity")
        if not size:
            continue
        text = f"{getattr(part, 'number', '') or ''} {part.model}"
        one = matched(text, int(size), flash=kind == "ssd")
        assert one.key in (key, None)
        assert key in one.of_size
        assert key not in matched(text, int(size), flash=kind != "ssd").of_size
        found += one.key == key
    assert found > 20


def test_what_is_known_of_the_release_of_a_pool() -> None:
    assert _why(["2.1", "2.2"], True, None) == (
        "the reported capacity is that of 2.1 to 2.2; no output tells which"
    )
    assert _why(["2.1"], None, True) == (
        "the reported capacity is that of 2.1; no output tells which"
    )
    assert _why(["2.1", "2.2"], None, False) == (
        "no output tells the release; the newest is assumed"
    )


@pytest.mark.parametrize("is_rounded", [False, True])
def test_rounded_sizes_of_lustre_are_told_and_asked(is_rounded: bool) -> None:
    head, row = ("bytes", "86.0T 1.0T 85.0T") if is_rounded else ("1K-blocks", "86 1 85")
    text = f"UUID {head} Used Available Use% Mounted on\nbig-OST0000_UUID {row} 2% /big[OST:0]\n"
    found = read(f"{text}filesystem_summary: {row} 2% /big\n")
    (draft,) = lustre_tiers([found.found], [])
    capacity = draft.tier["given"]["capacity"]
    unit = 2**40 if is_rounded else 2**10
    assert capacity["value"] == f"{86 * unit} B"
    because = "used + available of all active OSTs in lfs df"
    assert capacity["because"] == because + (" -h, rounded" if is_rounded else "")
    asks = [path for path, _ in draft.questions]
    assert ("given.capacity" in asks) == found.reading["rounded"] == is_rounded
    assert (found.reading["rounded_to"] is not None) == is_rounded


def test_rounded_sizes_of_a_list_are_told() -> None:
    exact = "NAME SIZE ALLOC FREE\np 100000000000 5 9\n  mirror-0 100000000000 5 9\n    a - - -\n"
    exact += "    b - - -\n"
    told = "sizes are rounded: 'zpool list -vp' prints bytes"
    assert told not in read(exact).warnings
    for place in ("p 100000000000", "mirror-0 100000000000"):
        name = place.split()[0]
        assert told in read(exact.replace(place, f"{name} 93.1G")).warnings


@pytest.mark.parametrize(
    ("vdevs", "is_told"),
    [
        (("mirror-0 60", "mirror-1 40"), False),
        (("mirror-0 60", "mirror-1 50"), True),
        (("mirror-0 60", "mirror-1 -"), True),
        (("mirror-0 -", "mirror-1 -"), False),
    ],
)
def test_vdevs_that_do_not_add_up_are_told(vdevs: tuple[str, ...], is_told: bool) -> None:
    lines = ["NAME SIZE ALLOC FREE", "p 100000000000 5 9"]
    for vdev in vdevs:
        name, size = vdev.split()
        lines.append(f"  {name} {size if size == '-' else size + '000000000'} 5 9")
        lines += ["    a - - -", "    b - - -"]
    warnings = " ".join(read("\n".join(lines) + "\n").warnings)
    assert ("the sizes of the vdevs add up to" in warnings) == is_told
