"""A pool against real kernels, byte for byte, and its laws."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model.pool import PoolFigures, zfs_pool
from model.releases import RELEASES
from model.units import UnitError
from model.vdevs import LayoutError, VdevGroup, parse_layout
from tests.strategies import groups, layouts, sizes

TRUTH = Path(__file__).parent / "truth" / "openzfs.csv"
ONE_VDEV = re.compile(r"(?:(raidz[123]|mirror) )?(\d+)x(\d+)")
RUN = {"2.1.11": "2.1", "2.3.2": "2.3", "2.4.4": "2.4"}
LAYOUTS = layouts()


@dataclass(frozen=True)
class Truth:
    """A pool that was made, and what its kernel said."""

    case: str
    release: str
    layout: str
    drive: int
    ashift: int
    size: int
    available: int
    asize: int
    shift: int

    def __str__(self) -> str:
        return f"{self.case}-{self.release}"


def expressible(text: str) -> tuple[str, int] | None:
    """Write a layout of `zpool create` as ours, with the size of a drive; None: not ours."""
    if not re.fullmatch(rf"{ONE_VDEV.pattern}(?: {ONE_VDEV.pattern})*", text):
        return None
    vdevs = [m.groups() for m in ONE_VDEV.finditer(text)]
    drives = {size for *_, size in vdevs}
    if len(drives) > 1:
        return None
    parts = [f"{kind or 'disk'}:{width}" for kind, width, _ in vdevs]
    return " + ".join(f"{n} x {part}" for part, n in Counter(parts).items()), int(drives.pop())


def truths() -> list[Truth]:
    """Give the rows that a text of a layout can express: equal drives in files, no options."""
    found = []
    with TRUTH.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ours = expressible(row["layout"])
            if row["backing"] != "file" or row["options"] != "-" or ours is None:
                continue
            found.append(
                Truth(
                    row["case"],
                    RUN[row["openzfs"]],
                    *ours,
                    *map(
                        int,
                        (
                            row["ashift"],
                            row["pool_size"],
                            row["used_plus_avail"],
                            row["first_vdev_asize"],
                            row["metaslab_shift"],
                        ),
                    ),
                )
            )
    return found


ROWS = truths()


def test_the_truth_is_compared() -> None:
    """So many rows are compared, of each release and kind: the comparison can't silently empty."""
    assert len(ROWS) == 253
    assert Counter(row.release for row in ROWS) == {"2.1": 181, "2.3": 55, "2.4": 17}
    kinds = Counter(parse_layout(row.layout)[0].kind for row in ROWS)
    assert min(kinds[kind] for kind in ("disk", "mirror", "raidz1", "raidz2", "raidz3")) >= 20


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_real_pool(row: Truth) -> None:
    """SIZE, USED + AVAIL, asize and metaslab shift are those of the kernel, to the byte."""
    pool = zfs_pool(row.layout, row.drive, ashift=row.ashift, release=row.release)
    first = pool.vdevs[0]
    assert (pool.size, pool.available) == (row.size, row.available)
    assert (first.asize, first.metaslab_shift) == (row.asize, row.shift)


def pool_of(layout: str | VdevGroup, size: int, **more: object) -> PoolFigures:
    return zfs_pool(str(layout), size, **more)  # type: ignore[arg-type]


@given(LAYOUTS, sizes(), st.sampled_from(range(9, 17)), st.sampled_from(list(RELEASES)))
@example("raidz1:3", 64 * 2**20, 9, "2.1")
@example("disk", 64 * 2**20, 12, "0.6.3")
def test_usable_is_less_than_raw(layout: str, size: int, ashift: int, release: str) -> None:
    """What is usable is a part of what is allocatable, and that of the drives."""
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


LAYOUT = groups()


@given(LAYOUT, sizes(), st.integers(0, 10**12), st.sampled_from(list(RELEASES)))
def test_larger_drives_are_never_smaller_leaves(
    group: VdevGroup, size: int, more: int, release: str
) -> None:
    """A vdev of larger drives has no less that could be allocated."""
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


@given(st.lists(groups(), min_size=2, max_size=4), sizes(), st.randoms(use_true_random=False))
def test_the_order_of_vdevs_is_nothing(chosen: list[VdevGroup], size: int, random: object) -> None:
    """The same vdevs in another order make the same pool."""
    other = list(chosen)
    random.shuffle(other)  # type: ignore[attr-defined]
    one, two = (pool_of(" + ".join(map(str, order)), size) for order in (chosen, other))
    assert (one.size, one.available, one.slop, one.raw) == (
        two.size,
        two.available,
        two.slop,
        two.raw,
    )
    assert dict(one.stored) == pytest.approx(dict(two.stored), rel=1e-12)


@given(LAYOUT, sizes())
def test_a_count_is_that_many_vdevs(group: VdevGroup, size: int) -> None:
    """Three times a vdev is the vdev, thrice."""
    one = VdevGroup(1, group.kind, group.width, group.parity)
    text = str(one)
    counted, written = pool_of(f"3 x {text}", size), pool_of(" + ".join([text] * 3), size)
    assert (counted.size, counted.available) == (written.size, written.available)


@given(LAYOUT, sizes(), st.sampled_from(range(9, 17)), st.sampled_from(list(RELEASES)))
def test_allocations_are_whole(group: VdevGroup, size: int, ashift: int, release: str) -> None:
    """Sizes are multiples of the metaslab, metaslabs of the sector, and a vdev holds them."""
    pool = pool_of(group, size, ashift=ashift, release=release)
    [vdev] = pool.vdevs
    metaslab = 2**vdev.metaslab_shift
    assert pool.size == group.count * vdev.metaslabs * metaslab
    assert metaslab % 2**ashift == 0
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


@pytest.mark.parametrize(
    ("layout", "drive", "more", "error", "message"),
    [
        ("raidz2:10", "10Tb", {}, UnitError, "bits or bytes"),
        ("raidz2:10", 1000, {}, LayoutError, "at least 64 MiB"),
        ("raidz9:10", "10 TB", {}, LayoutError, "is no layout"),
        ("raidz2:10", "10 TB", {"ashift": 8}, ValueError, "write 9 to 16"),
        ("raidz2:10", "10 TB", {"ashift": 17}, ValueError, "write 9 to 16"),
        ("raidz2:10", "10 TB", {"release": "9.9"}, ValueError, "write one of"),
    ],
)
def test_what_no_pool_can_be_is_refused(
    layout: str, drive: str | int, more: dict[str, object], error: type, message: str
) -> None:
    """The message says what to write instead."""
    with pytest.raises(error, match=message):
        zfs_pool(layout, drive, **more)  # type: ignore[arg-type]
