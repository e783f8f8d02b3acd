"""What a target's layout comes to: drives, data, what may fail, and what a small write costs."""

from __future__ import annotations

import pytest

from model.kinds.layouts import parse_code, parse_raid
from model.kinds.raid import RaidTarget
from model.kinds.zfs import Target

RAID = [
    # layout, count, drives, data, survives, spans, spares, copies, sets, strips of data
    ("raid0:8", (1, 8, 8, 0, 1, 0), 1, 1, 8),
    ("drive", (1, 1, 1, 0, 1, 0), 1, 1, 1),
    ("3 x raid1:2", (3, 2, 1, 1, 1, 0), 2, 1, 1),
    ("raid1:3", (1, 3, 1, 2, 1, 0), 3, 1, 1),
    ("raid10:8", (1, 8, 4, 1, 1, 0), 2, 4, 1),
    ("raid5:5", (1, 5, 4, 1, 1, 0), 1, 1, 4),
    ("2 x raid6:10", (2, 10, 8, 2, 1, 0), 1, 1, 8),
    ("raid60:2x10", (1, 10, 8, 2, 2, 0), 1, 1, 8),
    ("raid50:3x5", (1, 5, 4, 1, 3, 0), 1, 1, 4),
    ("declustered:8d+2p:41c:2s", (1, 41, 39 * 0.8, 2, 1, 2), 1, 1, 8),
    ("gridraid:41", (1, 41, 39 * 0.8, 2, 1, 2), 1, 1, 8),
]


@pytest.mark.parametrize(("layout", "groups", "copies", "sets", "strips"), RAID)
def test_raid_groups(
    layout: str, groups: tuple[float, ...], copies: int, sets: int, strips: float
) -> None:
    found = parse_raid(layout)
    figures = found.count, found.drives, found.data_drives, found.survives
    assert (*figures, found.spans, found.spares) == pytest.approx(groups)
    assert (found.copies, found.sets) == (copies, sets)
    assert found.strips_of_data == strips
    assert found.all_drives == groups[0] * groups[1] * groups[4]
    # A small write reads and writes old data and parity; all copies are written without reading.
    parity = copies == 1 and groups[3] > 0
    assert found.update_reads == (groups[3] + 1 if parity else 0)
    assert found.update_writes == groups[3] + 1


@pytest.mark.parametrize(
    ("layout", "drives", "further", "special", "spares", "rebuilds", "as_one"),
    [
        ("2 x raidz2:10", 20, None, 0, 0, True, True),
        ("8 x disk", 8, None, 0, 0, False, True),
        ("raidz2:10 + raidz2:8 of 20 TB", 18, 20 * 10**12, 0, 0, True, True),
        ("raidz2:10 + special mirror:3", 13, None, 3, 0, True, True),
        ("raidz2:10 + 2 x spare", 12, None, 2, 2, True, True),
        ("raidz2:10 + log mirror:2 of 800 GB", 10, None, 0, 0, True, True),
        ("raidz2:10 + special mirror:2 of 1.6 TB", 10, None, 0, 0, True, False),
        ("raidz2:10 + dedup mirror:2 of 1.6 TB", 10, None, 0, 0, True, False),
        ("raidz2:10 + special disk", 11, None, 1, 0, False, True),
        ("raidz2:10 + cache of 3 TB + 2 x spare of 10 TB", 10, None, 0, 0, True, True),
    ],
)
def test_pools(
    layout: str,
    drives: int,
    further: int | None,
    special: int,
    spares: int,
    rebuilds: bool,
    as_one: bool,
) -> None:
    pool = Target(layout=layout)
    assert (pool.drives, pool.further_drive) == (drives, further)
    assert (pool.special_drives, pool.hot_spares) == (special, spares)
    assert pool.rebuilds is rebuilds
    assert pool.lost_as_one == ("vdevs" if as_one else None)
    stated = (
        Target(layout=layout, special_vdevs={"failure_rate": "1 %", "rebuild_time": "1 h"})
        if not as_one
        else pool
    )
    assert stated.lost_as_one == "vdevs"


def test_the_vdevs_of_a_pool_are_numbered_as_zpool_status_does() -> None:
    layout = "2 x raidz2:4 + special mirror:2 + raidz1:3 of 20 TB + log mirror:2 + spare"
    groups = Target(layout=layout).redundancy_groups
    assert [(one.name, one.drives, one.survives, one.domains) for one in groups] == [
        ("raidz2-0", 4, 2, 0),
        ("raidz2-1", 4, 2, 0),
        ("special mirror-2", 2, 1, 0),
        ("raidz1-3", 3, 1, 0),
    ]
    [group] = Target(layout="draid2:4d:12c:96w:2s", release="next").redundancy_groups
    assert (group.drives, group.survives, group.domains) == (96, 2, 12)
    [group] = Target(layout="draid2:4d:12c:2s").redundancy_groups
    assert (group.drives, group.domains) == (12, 0)


def test_only_draid_has_spares_on_all_drives() -> None:
    assert Target(layout="draid2:4d:12c:2s").spares_on_all_drives
    assert not Target(layout="draid2:4d:12c").spares_on_all_drives
    assert not Target(layout="raidz2:10 + spare").spares_on_all_drives


@pytest.mark.parametrize(
    ("size", "is_right"),
    [("512 B", True), ("256 B", False), ("768 B", False), ("16 MiB", True), ("32 MiB", False)],
)
def test_records_are_powers_of_two(size: str, is_right: bool) -> None:
    if is_right:
        assert Target(layout="raidz2:10", record_size=size).record_size is not None
    else:
        with pytest.raises(ValueError, match="'record_size' must be a power of two from 512 B to"):
            Target(layout="raidz2:10", record_size=size)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"sector_size": "64 KiB"}, ""),
        ({"sector_size": "128 KiB"}, "'sector_size' must be a power of two from 512 B to 64 KiB"),
        ({"kept_back": "1 MiB"}, ""),
        ({"kept_back": "1 MiB", "luks": "16 MiB"}, "write either 'kept_back', or 'partit"),
        ({"kept_back": "1 MiB", "partitioning": "linux"}, "write either 'kept_back', or"),
        ({"luks": "16 MiB", "partitioning": "linux"}, ""),
        (
            {"special_vdevs": {"failure_rate": "1 %", "rebuild_time": "1 h"}},
            "'special_vdevs' is for special or dedup",
        ),
    ],
)
def test_what_goes_together_in_a_pool(more: dict[str, object], words: str) -> None:
    if not words:
        assert Target(layout="raidz2:10", **more)
    else:
        with pytest.raises(ValueError, match=words):
            Target(layout="raidz2:10", **more)


@pytest.mark.parametrize(
    ("more", "inodes_by_size", "asks", "by_vendor", "for_root"),
    [
        ({"format": "ldiskfs"}, True, True, False, True),
        ({"format": "ldiskfs", "made_by": "mkfs"}, True, False, False, True),
        ({"format": "ldiskfs", "made_by": "exascaler"}, False, False, True, True),
        ({"format": "ldiskfs", "made_by": "clusterstor"}, True, False, True, True),
        ({"format": "ldiskfs", "reserve": "1 %"}, True, False, False, True),
        ({"format": "ldiskfs", "inode_ratio": "64 KiB"}, False, False, False, True),
        ({"format": "ext4"}, False, False, False, True),
        ({"format": "xfs"}, False, False, False, False),
    ],
)
def test_who_formats_raid_groups(
    more: dict[str, str], inodes_by_size: bool, asks: bool, by_vendor: bool, for_root: bool
) -> None:
    target = RaidTarget(redundancy="raid", layout="raid6:10", **more)
    assert target.inodes_by_size is inodes_by_size
    assert target.asks_who_formats is asks
    assert target.vendor_formats is by_vendor
    assert target.keeps_for_root is for_root
    assert not target.rebuilds_inside
    assert target.targets_per_array == 1


def test_spans_and_spares_of_raid_groups() -> None:
    spans = RaidTarget(redundancy="raid", layout="2 x raid60:2x10", format="xfs")
    assert [group.name for group in spans.redundancy_groups] == [f"group {n}" for n in (1, 2, 3, 4)]
    assert {(one.drives, one.survives) for one in spans.redundancy_groups} == {(10, 2)}
    for layout, inside in (("declustered:8d+2p:41c:2s", True), ("declustered:8d+2p:41c:0s", False)):
        array = RaidTarget(redundancy="raid", layout=layout, format="xfs", per_array=4)
        assert array.rebuilds_inside is inside
        assert array.declustered
        assert array.targets_per_array == 4
    assert not spans.by_controller
    stated = {"redundancy": "raid", "format": "xfs", "made_by": "array"}
    assert RaidTarget(layout="raid6:10", **stated).by_controller
    assert not RaidTarget(layout="raid0:10", **stated).by_controller


@pytest.mark.parametrize(
    ("text", "data", "parity"), [("8+2p", 8, 2), ("8+2", 8, 2), ("3-way", 1, 2), ("2-WAY", 1, 1)]
)
def test_codes(text: str, data: int, parity: int) -> None:
    code = parse_code(text)
    assert (code.data, code.parity) == (data, parity)
