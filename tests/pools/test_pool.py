"""A pool against real kernels, byte for byte, and its laws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model import load_catalog
from model.pools.pool import PoolFigures, zfs_pool
from model.units.figures import UnitError
from model.zfs.releases import RELEASES
from model.zfs.vdevs import LayoutError, VdevGroup, parse_layout
from tests import zfs_truth
from tests.each import of_each
from tests.strategies import draids, groups, layouts, sizes

ROWS = zfs_truth.capacities()
LAYOUTS = layouts()
SINCE_DRAID = ["2.1", "2.2", "2.3", "2.4"]
TB, TIB = 10**12, 2**40


def test_the_truth_is_compared() -> None:
    """So many rows are compared, of each release and kind: the comparison can't silently empty."""
    assert len(ROWS) == 357
    released = {"2.1.11": 223, "2.3.2": 82, "2.4.4": 32}
    assert Counter(row.release for row in ROWS) == {**released, "next": 20}
    assert sum(row.kind == "failure domains" for row in ROWS) == 14
    kinds = Counter(kind.split(":")[0] for row in ROWS for kind, _ in row.vdevs)
    assert {kind for kind, n in kinds.items() if n >= 10} == {
        "disk", "mirror", "raidz1", "raidz2", "raidz3", "draid1", "draid2",
    }  # fmt: skip
    assert kinds["draid3"] == 6
    assert sum(kinds[f"{role} mirror"] for role in ("special", "dedup")) == 14
    assert sum(row.partitioning == "linux" for row in ROWS) == 8
    assert sum(row.tolerance > 0 for row in ROWS) == 7


@of_each(lambda: ROWS)
def test_a_real_pool(row: zfs_truth.Truth) -> None:
    """SIZE, USED + AVAIL, asize and metaslab shift are those of OpenZFS, to the byte."""
    pool = zfs_pool(
        row.vdevs, ashift=row.ashift, release=row.release, partitioning=row.partitioning
    )
    first = pool.vdevs[0]
    assert pool.size == row.size
    assert (first.asize, first.metaslab_shift) == (row.asize, row.shift)
    assert abs(pool.available - row.available) <= row.tolerance


def pool_of(layout: str | VdevGroup, size: int, **more: object) -> PoolFigures:
    return zfs_pool(str(layout), size, **more)  # type: ignore[arg-type]


def releases_of(layout: object) -> st.SearchStrategy[str]:
    """Draw a release that can make the layout."""
    return st.sampled_from(SINCE_DRAID if "draid" in str(layout) else list(RELEASES))


def with_release(layout: object) -> st.SearchStrategy[tuple[object, str]]:
    return st.tuples(st.just(layout), releases_of(layout))


@given(LAYOUTS.flatmap(with_release), sizes(), st.sampled_from(range(9, 17)))
@example(("raidz1:3", "2.1"), 64 * 2**20, 9)
@example(("disk", "0.6.3"), 64 * 2**20, 12)
@example(("disk", "0.6.5"), 64 * 2**20, 12)
def test_usable_is_less_than_raw(made: tuple[str, str], size: int, ashift: int) -> None:
    """What is usable is a part of what is allocatable, and that of the drives."""
    layout, release = made
    pool = pool_of(layout, size, ashift=ashift, release=release)
    assert 0 < pool.available < pool.size < pool.raw
    drives = sum(g.count * g.width for g in parse_layout(layout))
    assert pool.raw == pytest.approx(size * drives, rel=1e-15)
    assert pool.lustre <= pool.available
    assert pool.slop > 0


@given(st.integers(5, 40), st.integers(1, 20), sizes(), st.sampled_from([9, 12, 13]))
def test_more_parity_is_never_more_usable(width: int, count: int, size: int, ashift: int) -> None:
    """Of the same drives, more parity leaves no more."""
    usable = [
        pool_of(f"{count} x raidz{p}:{width}", size, ashift=ashift).available for p in (1, 2, 3)
    ]
    assert usable == sorted(usable, reverse=True)


@given(draids(), st.integers(10**11, 3 * 10**13), st.sampled_from([9, 12, 13]))
def test_more_parity_is_never_more_usable_in_draid(
    group: VdevGroup, size: int, ashift: int
) -> None:
    """Of the same drives and data columns, more parity leaves no more."""
    assume(group.width - group.spares - 3 >= group.data)
    shape = f"{group.data}d:{group.width}c:{group.spares}s"
    usable = [pool_of(f"draid{p}:{shape}", size, ashift=ashift).available for p in (1, 2, 3)]
    assert usable == sorted(usable, reverse=True)


LAYOUT = groups()


MADE = LAYOUT.flatmap(with_release)


@given(MADE, sizes(), st.integers(0, 10**12))
def test_larger_drives_are_never_smaller_leaves(
    made: tuple[VdevGroup, str], size: int, more: int
) -> None:
    """A vdev of larger drives has no less that could be allocated."""
    group, release = made
    smaller, larger = (pool_of(group, s, release=release) for s in (size, size + more))
    assert larger.vdevs[0].asize >= smaller.vdevs[0].asize
    assert larger.raw >= smaller.raw


@given(LAYOUT, sizes(), st.integers(0, 10**12))
def test_larger_drives_are_never_much_less(group: VdevGroup, size: int, more: int) -> None:
    """Larger drives give no less SIZE but for what is cut off after whole metaslabs: 2 % at most,
    for a vdev has 100 of them or more."""
    assume(size >= 100 * 2**30)
    smaller, larger = (pool_of(group, s) for s in (size, size + more))
    assert larger.size >= smaller.size * 0.98


@given(LAYOUT, st.integers(4 * 10**12, 5 * 10**13), st.integers(0, 10**12))
@example(parse_layout("raidz3:40")[0], 4 * 10**12, 1)
def test_larger_drives_are_never_less(group: VdevGroup, size: int, more: int) -> None:
    """From drives of 4 TB on, metaslabs have 16 GiB: whatever a larger drive adds is not lost."""
    smaller, larger = (pool_of(group, s) for s in (size, size + more))
    assert smaller.vdevs[0].metaslab_shift == larger.vdevs[0].metaslab_shift == 34
    for name in ("raw", "size", "available", "lustre"):
        assert getattr(larger, name) >= getattr(smaller, name)
    for record, held in smaller.stored.items():
        assert larger.stored[record] >= held


@given(LAYOUT, st.integers(1, 2**15), st.sampled_from(["KiB", "MiB", "GiB", "TiB", "GB", "TB"]))
def test_a_size_is_one_size_in_either_base(group: VdevGroup, count: int, unit: str) -> None:
    """What is written in TB, in TiB or in bytes is the same pool."""
    factor = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "GB": 10**9, "TB": 10**12}
    size = count * factor[unit]
    assume(2**27 <= size <= 10**15)
    written = zfs_pool(str(group), f"{count} {unit}")
    assert written == zfs_pool(str(group), f"{size} B") == zfs_pool(str(group), size)
    assert written == zfs_pool(f"{group} of {size / 10**9!r} GB")


@given(st.lists(groups(), min_size=2, max_size=4), sizes(), st.randoms(use_true_random=False))
def test_the_order_of_vdevs_is_nothing(chosen: list[VdevGroup], size: int, random: object) -> None:
    """The same vdevs in another order make the same pool, to 16 digits above 9 PB."""
    other = list(chosen)
    random.shuffle(other)  # type: ignore[attr-defined]
    one, two = (pool_of(" + ".join(map(str, order)), size) for order in (chosen, other))
    sizes_of = [(pool.size, pool.available, pool.slop, pool.raw) for pool in (one, two)]
    assert sizes_of[0] == (
        pytest.approx(sizes_of[1], rel=1e-15) if one.raw > 2**53 else sizes_of[1]
    )
    assert dict(one.stored) == pytest.approx(dict(two.stored), rel=1e-12)


@given(LAYOUT, sizes())
def test_a_count_is_that_many_vdevs(group: VdevGroup, size: int) -> None:
    """Three times a vdev is the vdev, thrice."""
    text = str(replace(group, count=1))
    counted, written = pool_of(f"3 x {text}", size), pool_of(" + ".join([text] * 3), size)
    assert (counted.size, counted.available) == (written.size, written.available)


@given(MADE, sizes(), st.sampled_from(range(9, 17)))
def test_allocations_are_whole(made: tuple[VdevGroup, str], size: int, ashift: int) -> None:
    """Sizes are whole metaslabs, or stripes in them, of whole sectors; a vdev holds them."""
    group, release = made
    pool = pool_of(group, size, ashift=ashift, release=release)
    [vdev] = pool.vdevs
    metaslab = 2**vdev.metaslab_shift
    whole = group.count * vdev.metaslabs * metaslab
    stripe = (group.data + group.parity) * 2**ashift if group.is_draid else metaslab
    lost = group.count * vdev.metaslabs * 2 * stripe if group.is_draid else 0
    assert whole - lost <= pool.size <= whole
    assert pool.size % stripe == 0
    assert stripe % 2**ashift == 0
    assert vdev.metaslabs * metaslab <= vdev.asize < (vdev.metaslabs + 1) * metaslab
    assert 0 < vdev.ratio <= 512
    assert pool.available + pool.slop <= group.count * vdev.metaslabs * metaslab // 512 * vdev.ratio


@given(LAYOUT, sizes())
def test_the_reference_record_is_charged_at_most_its_size(group: VdevGroup, size: int) -> None:
    """AVAIL assumes 128 KiB blocks: records of that size fit at least that much."""
    pool = pool_of(group, size)
    assert pool.stored["128 KiB"] >= pool.available
    assert set(pool.stored) == {"128 KiB", "1 MiB"}


@given(sizes())
def test_mirrors_hold_one_drive(size: int) -> None:
    """A mirror of any width is as large as a single drive."""
    disk = pool_of("disk", size)
    for width in (2, 3, 4):
        mirror = pool_of(f"mirror:{width}", size)
        assert (mirror.size, mirror.available) == (disk.size, disk.available)
        assert mirror.raw == width * disk.raw


def test_lustre_keeps_back_a_share() -> None:
    """Astra reported 376.2 TiB: 40 targets of 7+1 drives of 1.6 TB, on release 0.7."""
    target = zfs_pool("raidz1:8", "1.6 TB", release="0.7")
    assert 40 * target.lustre / 2**40 == pytest.approx(376.2, rel=0.01)
    assert target.available - target.lustre == pytest.approx(target.available / 128, rel=1e-3)


def test_a_text_is_a_list_of_vdevs() -> None:
    """Text and list say the same pool; the order of the list is nothing."""
    vdevs = [("draid2:8d:53c:3s", ["10 TB"] * 53)] * 2 + [("special mirror", [960 * 10**9] * 2)]
    text = "2 x draid2:8d:53c:3s of 10 TB + special mirror:2 of 960 GB"
    assert zfs_pool(text) == zfs_pool(vdevs) == zfs_pool(text, "1 TB")
    domains = zfs_pool([("draid2:4d:12c:2s", ["10 TB"] * 24)], release="next")
    assert domains.vdevs[0].layout == "draid2:4d:12c:24w:2s"
    one, other = (zfs_pool(order).available for order in (vdevs, vdevs[::-1]))
    assert one == other


def test_a_part_of_the_catalog_is_a_drive() -> None:
    """A drive may be a part: its capacity is the catalog's."""
    catalog = load_catalog()
    part = catalog.part(catalog.keys_of_kind("hdd")[0])
    assert zfs_pool("raidz2:10", part) == zfs_pool("raidz2:10", int(part.capacity))


@pytest.mark.parametrize("role", ["log mirror:2", "cache", "2 x spare"])
def test_what_holds_no_data_changes_nothing(role: str) -> None:
    """Logs, caches and spares are bought, but neither in SIZE nor in AVAIL."""
    plain, more = zfs_pool("raidz2:10", "10 TB"), zfs_pool(f"raidz2:10 + {role} of 1 TB", "10 TB")
    assert (more.size, more.available, more.vdevs) == (plain.size, plain.available, plain.vdevs)
    assert more.raw - plain.raw in (TB, 2 * TB)


def test_partitions() -> None:
    """A 512e disk loses 9 to 10 MiB to Linux's partitions, a 4Kn disk 72 to 80; TrueNAS 2 GiB."""
    for name, least, most in (
        ("linux", 9, 10.5), ("linux-4kn", 72, 80.5), ("linux-4kn-next", 9, 17.5),
        ("truenas-24.10", 1, 2.5), ("truenas-25.04", 2048, 2049), ("truenas-22.12", 2048, 2049),
    ):  # fmt: skip
        lost = zfs_pool("disk", 10 * TB).vdevs[0].asize
        lost -= zfs_pool("disk", 10 * TB, partitioning=name).vdevs[0].asize
        assert least - 0.5 <= lost / 2**20 <= most + 0.5, name


@pytest.mark.parametrize(
    ("name", "drive", "partition"),
    [
        ("truenas-22.12", 4000787030016, 3998639463936),
        ("truenas-22.12", 18000207937536, 17998060371456),
        ("truenas-23.10", 4000787030016, 3998636573184),
        ("truenas-24.04", 960197124096, 958047191552),
        ("truenas-24.10", 1920383410176, 1920382009344),
        ("truenas-24.10", 10000831348736, 10000829251584),
        ("truenas-25.04", 3 * TB, 2997851521024),
        ("truenas-25.10", 16000900661248, 15998753177600),
    ],
)
def test_partitions_of_truenas(name: str, drive: int, partition: int) -> None:
    """What the calls of its middleware make of a file: sgdisk 1.0.9, parted 3.5."""
    made, given = zfs_pool("disk", drive, partitioning=name), zfs_pool("disk", partition)
    assert made.vdevs[0].asize == given.vdevs[0].asize


def test_partitions_of_proxmox() -> None:
    """`sgdisk -n2:1M:+1024M -n3:1025M:0` of 1.0.9 on a file of 250,059,350,016 bytes."""
    made = zfs_pool("disk", 250059350016, partitioning="proxmox")
    assert made.vdevs[0].asize == zfs_pool("disk", 486297935 * 512).vdevs[0].asize


def test_a_walk_through_on_truenas_core() -> None:
    """14 drives of 18 TB, 2 GiB of swap and GPT: a disk has 16.37 TiB (jro.io/capacity)."""
    pool = zfs_pool("2 x raidz2:7", 18000207937536, partitioning="truenas-core")
    assert pool.vdevs[0].asize < 7 * (18000207937536 - 2 * 2**30)
    assert pool.size == zfs_pool("2 x raidz2:7", 17998060371456).size


def test_a_header_of_luks() -> None:
    """The header is missing from each drive, on top of the partitions."""
    plain = zfs_pool("raidz1:4", 10 * TB, partitioning="linux").vdevs[0].asize
    luks = zfs_pool("raidz1:4", 10 * TB, partitioning="linux", luks="16 MiB").vdevs[0].asize
    assert plain - luks == 4 * 16 * 2**20


@pytest.mark.parametrize(
    ("layout", "drive", "more", "error", "message"),
    [
        ("raidz2:10", "10Tb", {}, UnitError, "bits or bytes"),
        ("raidz2:10", 1000, {}, LayoutError, "at least 64 MiB"),
        ("raidz9:10", "10 TB", {}, LayoutError, "is not a layout"),
        ("raidz2:10", "10 TB", {"ashift": 8}, ValueError, "write 9 to 16"),
        ("raidz2:10", "10 TB", {"ashift": 17}, ValueError, "write 9 to 16"),
        ("raidz2:10", "10 TB", {"release": "9.9"}, ValueError, "write one of"),
        ("raidz2:10", "10 TB", {"recordsize": "100 KiB"}, ValueError, "a power of two"),
        ("raidz2:10", "10 TB", {"partitioning": "dos"}, ValueError, "write one of none, linux"),
        ("raidz2:10", 70 * 2**20, {"partitioning": "linux"}, LayoutError, "at least 64 MiB"),
        ("raidz2:10", None, {}, LayoutError, "names no drive"),
        ("raidz2:10", 1.5, {}, UnitError, "whole bytes"),
        ("draid2:8d:24c:2s", "1 TB", {"release": "2.0"}, LayoutError, "2.1 is the first"),
        ("disk + special disk", "1 TB", {"release": "0.7"}, LayoutError, "0.8 is the first"),
        ([("raidz2", [TB] * 2)], None, {}, LayoutError, "3 to 255 drives"),
        ([("draid2:4d:8c:1s", [TB] * 7)], None, {}, LayoutError, "has 7 drives, not 8"),
        ([("raidz9", [TB] * 7)], None, {}, LayoutError, "is not a vdev"),
        ([("mirror", [])], None, {}, LayoutError, "has no drives"),
        ([("log raidz1", [TB] * 3)], None, {}, LayoutError, "a disk or a mirror"),
        ([("special mirror", [TB] * 2)], None, {}, LayoutError, "no vdev for data"),
        (["raidz2"], None, {}, LayoutError, "is not a vdev"),
        ([("disk", ["1 tb"])], None, {}, UnitError, "TB"),
    ],
)
def test_what_no_pool_can_be_is_refused(
    layout: str, drive: str | int, more: dict[str, object], error: type, message: str
) -> None:
    """The message says what to write instead."""
    with pytest.raises(error, match=message):
        zfs_pool(layout, drive, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("partitioning", ["none", "linux"])
@pytest.mark.parametrize("luks", ["-30 TB", "-1 B", -1])
def test_a_header_adds_nothing(luks: str | int, partitioning: str) -> None:
    """A negative header would make more of a drive than it is."""
    with pytest.raises(ValueError, match=r"a LUKS header of -.*write one, as in '16 MiB'"):
        zfs_pool("raidz2:10", "10 TB", partitioning=partitioning, luks=luks)


@given(st.integers(0, 10**12))
def test_a_header_is_taken_off(header: int) -> None:
    """The larger the header, the less there is."""
    assert (
        zfs_pool("raidz2:10", 10**13, luks=header).available
        <= zfs_pool("raidz2:10", 10**13).available
    )


@pytest.mark.parametrize(
    ("layout", "drive"),
    [
        ("raidz2:10", "-10 TB"),
        ("raidz2:10", 0),
        ("raidz2:10 of -3 TB", None),
        ([("mirror", [TB, -TB])], None),
        ("raidz2:10 -> raidz2:11", "-1 TB"),
    ],
)
def test_a_drive_that_holds_nothing(layout: Any, drive: Any) -> None:
    """The drive is wrong, not what is cut off it."""
    with pytest.raises(LayoutError, match="holds nothing: write a capacity, as in '20 TB'"):
        zfs_pool(layout, drive, partitioning="linux")
