"""RAID groups and what formats them: published systems, then laws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.kinds.layouts import LayoutTextError, parse_code, parse_raid
from tests import planned

TIER = "site/tiers:t"
TARGET = f"{TIER}/pools:target"
TIB = 2.0**40
STEPS = (
    "spare_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "file_system_reserve",
    "headroom_capacity",
    "planned_capacity",
)


def evaluated(words: str, changes: Mapping[str, float] = {}, **edits: Any) -> dict[str, float]:
    """Evaluate a site of one tier; give the figures of that and of its targets."""
    root = planned.planned(planned.like(words, **edits))
    instances = dict(root.walk())
    at = {
        (path, name): figure
        for path in (TIER, TARGET)
        for name, figure in changes.items()
        if name in instances[path].book
    }
    assert len(at) == len(changes)
    values = planned.evaluated(root, at)
    return {n: x for at in (TIER, TARGET) for (path, n), x in values.items() if path == at}


def of_raid(
    layout: str,
    drive: float = 10e12,
    drives: float = 60.0,
    *,
    form: str = "ext4",
    by_size_of_target: bool = False,
    **more: float,
) -> dict[str, float]:
    """Evaluate RAID groups on the drives of servers."""
    lustre = {"file_system": "lustre"} if by_size_of_target else {}
    target = {"layout": layout, "format": "ldiskfs" if by_size_of_target else form}
    server = {"ext_osd_reserve": 0.0} if by_size_of_target else {}  # as mke2fs alone
    figures = {"drives_per_server": drives, "drive_capacity": drive, **server, **more}
    return evaluated("disks inside beegfs", figures, target=target, **lustre)


def test_sequoias_arrays() -> None:
    """384 arrays of 60 drives of 3 TB in RAID 6 of 8+2 export 55.3 PB ("55PB", LLNL 2012)."""
    values = evaluated(
        "disks arrays lun",
        {
            "blocks": 384,
            "enclosures_per_block": 1,
            "drives_per_enclosure": 60,
            "drive_capacity": 3e12,
        },
    )
    assert values["targets"] == 768
    assert values["exported_capacity"] == 69.12e15 * 0.8
    assert 53.8e15 < values["usable_capacity"] < 54.4e15


def test_lcpqs_drives() -> None:
    """28 drives of 2.4 TB: 61.12 TiB, and 60.16 after inode tables of 256 B for each 16 KiB."""
    values = of_raid("drive", 2.4e12, 14.0, ext_reserve=0.0)
    targets = values["targets"] / 28  # four blocks of two servers, where there were two servers
    assert values["raw_capacity"] / targets / TIB == pytest.approx(61.12, abs=0.005)
    after = (values["exported_capacity"] / values["targets"] - values["inode_tables"]) * 28
    assert after / TIB == pytest.approx(60.16, abs=0.006)
    assert values["usable_capacity"] / targets / TIB == pytest.approx(60.16, rel=0.001)


@pytest.mark.parametrize(
    ("layout", "data", "survives"),
    [
        ("raid0:4", 4, 0),
        ("raid1:3", 1, 2),
        ("raid5:5", 4, 1),
        ("raid6:8", 6, 2),
        ("raid10:8", 4, 1),
    ],
)
def test_levels(layout: str, data: int, survives: int) -> None:
    """Each level keeps the drives of data, and loses what it can lose (Patterson et al. 1988)."""
    groups = parse_raid(layout)
    assert (groups.data_drives, groups.survives) == (data, survives)


@pytest.mark.parametrize(
    "text", ["raid7:4", "raid6", "raid6:3", "raid10:5", "0 x raid6:10", "drive:2", ""]
)
def test_what_is_no_layout(text: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutTextError, match=r"raid|least|even|alone"):
        parse_raid(text)


@pytest.mark.parametrize("text", ["8", "0+2", "0-way", "x"])
def test_what_is_no_code(text: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutTextError, match="write '8\\+2p'"):
        parse_code(text)


def test_mirrored_targets_hold_half() -> None:
    """BeeGFS's buddy mirror: every byte twice, in capacity and on the way to the drives."""
    plain, mirrored = of_raid("raid6:10"), of_raid("raid6:10", file_copies=2.0)
    assert mirrored["usable_capacity"] == pytest.approx(plain["usable_capacity"] / 2)
    assert mirrored["write_amplification"] == 2 * plain["write_amplification"]


def test_inodes_of_ext_by_its_size() -> None:
    """mke2fs.conf: an inode for each 16 KiB, 32 KiB when big (4 TiB), 64 KiB when huge (16 TiB)."""
    for drive, ratio in ((2.4e12, 16384), (8e12, 32768), (20e12, 65536)):
        assert of_raid("drive", drive)["ext_inode_ratio"] == ratio
    assert of_raid("drive", 8e12, ext_inode_ratio=16384.0)["ext_inode_ratio"] == 16384


def test_inodes_of_an_ost_by_its_size() -> None:
    """mkfs.lustre: an inode for each 69,905 byte, and from 1, 4 and 16 TiB on fewer."""
    for drive, ratio in (
        (10 * 2**30, 16384),
        (1e11, 69905),
        (TIB, 69905),
        (4e12, 262144),
        (8e12, 524288),
        (16 * TIB, 524288),
        (80e12, 1048576),
    ):
        values = of_raid("drive", drive, by_size_of_target=True)
        assert values["ext_inode_ratio"] == ratio
        assert values["target_inodes"] == drive // ratio


MDT = {"ext_inode_ratio": 2560.0, "ext_inode_size": 1024.0, "ext_journal": 2.0**32}


@pytest.mark.parametrize(
    ("size", "more", "inodes", "usable"),
    [
        (2.4e12, {}, 146489344, 2361166245888),
        (8e12, {}, 244142080, 7935753236480),
        (16e12, {}, 488284160, 15872739127296),
        (20e12, {}, 305176576, 19919341756416),
        (100e12, {}, 1525880832, 99600861929472),
        (500 * 2.0**30, {"by_size_of_target": True}, 7712000, 531735642112),
        (2 * TIB, {"by_size_of_target": True}, 8388608, 2193415389184),
        (8e12, {"by_size_of_target": True}, 15258880, 7990441062400),
        (80e12, {"by_size_of_target": True}, 76294016, 79953912586240),
        (3.84e12, MDT, 1499845088, 2299310202880),
    ],
)
def test_what_mke2fs_makes(size: float, more: dict, inodes: int, usable: int) -> None:
    """mke2fs 1.47.0 on sparse files, by the options of mkfs.lustre; dumpe2fs less its overhead."""
    if "by_size_of_target" in more:
        more = {**more, "ext_inode_size": 512.0}
    values = of_raid("drive", size, ext_reserve=0.0, **more)
    assert values["target_inodes"] == pytest.approx(inodes, rel=0.005)
    assert values["formatted_capacity"] == pytest.approx(usable, rel=0.0002)


@pytest.mark.parametrize(
    ("size", "log"),
    [
        (500e9, 59604),
        (TIB, 131072),
        (2.4e12, 286102),
        (4e12, 476837),
        (8e12, 521728),
    ],
)
def test_what_mkfs_xfs_makes(size: float, log: int) -> None:
    """mkfs.xfs 6.1.0 -N on sparse files: blocks of 4 KiB of the log; `df` leaves them out."""
    values = of_raid("drive", size, form="xfs")
    assert values["xfs_log"] == log * 4096
    assert values["formatted_capacity"] == size - log * 4096
    mirrored = of_raid("drive", size, form="xfs", file_copies=2.0)
    assert mirrored["usable_capacity"] == pytest.approx(values["usable_capacity"] / 2)


@pytest.mark.parametrize(
    ("size", "share"),
    [(TIB - 4096, 0.25), (TIB, 0.05), (50 * TIB - 4096, 0.05), (50 * TIB, 0.01)],
)
def test_inodes_of_xfs_by_its_size(size: float, share: float) -> None:
    """mkfs.xfs(8), maxpct: a quarter below 1 TiB, 5 % below 50 TiB, 1 % from there on."""
    assert of_raid("drive", size, form="xfs")["target_inodes"] == size * share // 512


def test_inodes_that_gluster_counted() -> None:
    """XFS of 29.0 TiB: 3,108,974,976 inodes in `df -i` (gluster/glusterfs issue 4135)."""
    assert of_raid("drive", 31835903754240.0, form="xfs")["target_inodes"] == 3108974976


def test_no_more_inodes_than_32_bits_count() -> None:
    """mke2fs 1.47.0 with -i 16384 makes 4,291,539,840 inodes on 100 TB, and not 6.1 billion."""
    values = of_raid("drive", 100e12, ext_inode_ratio=16384.0)
    assert values["target_inodes"] == pytest.approx(4291539840, rel=0.001)


def test_the_reserve_is_of_all_blocks() -> None:
    """mke2fs 1.47.0 keeps 29,296,875 of 585,937,500 blocks of 4 KiB: inode tables count too."""
    values = of_raid("drive", 2.4e12)
    kept = values["formatted_capacity"] - values["target_capacity"]
    assert kept == pytest.approx(29296875 * 4096)


def test_small_files() -> None:
    """A file of one byte takes a block of 4 KiB; many of them leave a 4096th."""
    one = [{"size": "1 B", "share": 1}]
    values = evaluated("disks inside beegfs", target={"files": one})
    assert values["stored_capacity"] == pytest.approx(values["usable_capacity"] / 4096)


@settings(max_examples=40)
@given(
    st.sampled_from(["drive", "raid0:4", "raid1:2", "raid5:5", "2 x raid6:10", "raid10:6"]),
    st.integers(10**11, 3 * 10**13),
    st.sampled_from(["none", "ext4", "xfs"]),
    st.integers(1, 3),
)
def test_the_way_down_adds_up(layout: str, drive: int, form: str, copies: int) -> None:
    """Each step is no loss below zero, and all make the raw capacity."""
    values = of_raid(layout, float(drive), form=form, file_copies=float(copies))
    raw = values["raw_capacity"]
    assert sum(values[step] for step in STEPS) == pytest.approx(raw, rel=1e-12)
    for step in STEPS:
        assert values[step] >= -1e-9 * raw, step


@settings(max_examples=20)
@given(st.integers(10**11, 10**13), st.integers(2**27, 10**12))
def test_more_drive_and_less_parity_give_more(drive: int, more: int) -> None:
    """A larger drive never holds less; more parity never gives more.

    Larger by a block group of ext4, 128 MiB: one that is only begun costs more than it holds.
    """
    small, large = of_raid("raid6:10", float(drive)), of_raid("raid6:10", float(drive + more))
    assert large["usable_capacity"] >= small["usable_capacity"]
    levels = [of_raid(f"raid{n}:10", float(drive))["usable_capacity"] for n in (0, 5, 6, 10)]
    assert levels == sorted(levels, reverse=True)


@pytest.mark.parametrize(
    ("text", "drives", "data", "spares"),
    [
        ("declustered:8d+2p:53c:2s", 53, 40.8, 2),
        ("2 x declustered: 8+2:41c:2s", 82, 31.2, 2),
        ("gridraid:41", 41, 31.2, 2),
        ("adapt:16d+2p:84c", 84, 82 * 16 / 18, 2),
        ("ddp:8d+2p:60c:3s", 60, 45.6, 3),
        ("dcr:8d+2p:84c:4s", 84, 64, 4),
        ("raid60:2x10", 20, 8, 0),
        ("2 x raid50:3x5", 30, 4, 0),
        ("raid60:2x8+2", 20, 8, 0),
    ],
)
def test_spread_and_spanned(text: str, drives: int, data: float, spares: int) -> None:
    """Declustered arrays spread data over what isn't spare; RAID 50 and 60 have spans."""
    groups = parse_raid(text)
    assert (groups.all_drives, groups.spares) == (drives, spares)
    assert groups.data_drives == pytest.approx(data)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("raid6:41", "declustered:8d\\+2p:41c:2s"),
        ("raid60:20", "raid60:2x10"),
        ("raid50:15", "raid50:3x5"),
        ("raid60:1x10", "2 spans"),
        ("raid6:2x10", "2 x raid6:10"),
        ("ddp:60", "ddp:8d\\+2p:60c:2s"),
        ("dcr:84", "dcr:8d\\+2p:84c:2s"),
        ("declustered:8d+2p:53c", "declustered:8d\\+2p:53c:2s"),
        ("adapt:8", "12 to 128 drives"),
        ("gridraid:4d+2p:41c", "8\\+2"),
        ("declustered:8d+2p:11c:2s", "take 12 or more"),
    ],
)
def test_what_no_array_has(text: str, remedy: str) -> None:
    """The message says what to write instead, by what the product's maker publishes."""
    with pytest.raises(LayoutTextError, match=remedy):
        parse_raid(text)


@pytest.mark.parametrize("kind", ["raid50", "raid60"])
def test_spans_that_are_proposed_are_a_layout(kind: str) -> None:
    for width in range(1, 120):
        with pytest.raises(LayoutTextError) as told:
            parse_raid(f"{kind}:{width}")
        proposed = re.search(rf"write '({kind}:[^']*)'", str(told.value))
        if proposed:
            parse_raid(proposed[1])


@pytest.mark.parametrize("spelled", [{"layout": "gridraid:41"}, {"declustered": "8d+2p:41c:2s"}])
def test_shaheens_gridraid(spelled: dict[str, str]) -> None:
    """Shaheen II: 144 OSTs of GridRAID 41(8+2)+2: 144 x 39 x 4 TB x 0.8; "17.6 PB" usable."""
    target = {"format": "ldiskfs", "layout": None, "redundancy": None, **spelled}
    words = target | ({"redundancy": "raid"} if "layout" in spelled else {})
    tier = {"blocks": 72, "servers": {"per_block": 2}, "drives": {"per_server": 41}}
    tier["drives"]["capacity"] = "4 TB"
    values = evaluated("disks inside", file_system="lustre", target=words, **tier)
    assert values["targets"] == 144
    assert values["exported_capacity"] == pytest.approx(144 * 39 * 4e12 * 0.8)
    assert values["distributed_spares"] == 288
    assert values["distributed_spare_capacity"] == 288 * 4e12
    assert values["write_amplification"] == pytest.approx(10 / 8)
    root = planned.planned(planned.like("disks inside", file_system="lustre", target=words, **tier))
    size = planned.evaluated(root)[TIER, "formatted_capacity"]
    assert size == pytest.approx(17.6e15, rel=0.015)


def test_declustered_arrays_under_zfs() -> None:
    """ZFS takes an array for a drive; spare space is no room."""
    like = {"file_system": "lustre", "drives": {"per_server": 53, "capacity": "16 TB"}}
    target = {"redundancy": "raid", "layout": "declustered:8d+2p:53c:2s", "format": "zfs"}
    values = evaluated("disks inside", target=target, **like)
    assert values["target_exported"] == pytest.approx(51 * 0.8 * 16e12)
    assert values["distributed_spares_per_target"] == 2
    assert values["usable_capacity"] < values["exported_capacity"]


@settings(max_examples=30)
@given(st.integers(4, 12), st.integers(1, 3), st.integers(0, 4), st.integers(0, 60))
def test_spare_space_takes_its_share(data: int, parity: int, spares: int, more: int) -> None:
    """Steps make the raw capacity; each spare takes a drive's worth of data and parity."""
    width = data + parity + spares + more
    layout = f"declustered:{data}d+{parity}p:{width}c:{spares}s"
    target = {"layout": layout, "format": "none"}
    values = evaluated("disks inside beegfs", target=target, drives={"per_server": width})
    raw = values["raw_capacity"]
    steps = (*STEPS, "distributed_spare_capacity")
    assert sum(values[step] for step in steps) == pytest.approx(raw, rel=1e-12)
    share = (width - spares) / width * data / (data + parity)
    assert values["usable_capacity"] == pytest.approx(raw * share)


@pytest.mark.parametrize("kind", ["raid5", "raid6"])
def test_the_widest_group_has_32_drives(kind: str) -> None:
    """Broadcom, MegaRAID guide: a span has at most 32 drives."""
    assert parse_raid(f"{kind}:32").drives == 32
    with pytest.raises(LayoutTextError, match="at most 32 drives"):
        parse_raid(f"{kind}:33")
