"""Published figures of other people's pools and tools, beside ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.pools.pool import zfs_pool
from model.units.figures import parse
from model.zfs.vdevs import parse_layout
from tests import zfs_truth

TB, TIB, GIB = 10**12, 2**40, 2**30
LAYOUTS = (
    "12 x mirror:2",
    "8 x raidz1:3",
    "6 x raidz1:4",
    "4 x raidz1:5",
    "4 x raidz2:5",
    "4 x raidz2:6",
    "2 x raidz2:10",
    "2 x raidz2:11",
)
JRO = {
    4: (43.375, 57.985, 63.290, 57.990, 42.928, 57.985, 55.290, 60.836),
    24: (261.625, 348.701, 380.435, 348.563, 258.194, 348.742, 332.389, 365.643),
}
CELLS = [
    (layout, drive, tib)
    for drive, row in JRO.items()
    for layout, tib in zip(LAYOUTS, row, strict=True)
]


@pytest.mark.parametrize(("layout", "drive", "tib"), CELLS)
def test_a_published_table(layout: str, drive: int, tib: float) -> None:
    """jro.io's table of 24-bay layouts: ashift 12, 128 KiB, no swap, the slop of 2.0.6."""
    pool = zfs_pool(layout, drive * TB, release="2.0.6")
    assert pool.available / TIB == pytest.approx(tib, abs=0.001)


SINCE = {
    "12 x mirror:2": -0.125,
    "8 x raidz1:3": -0.0208,
    "6 x raidz1:4": -0.0056,
}
"""By how many TiB the releases since 2.1 differ from the table, of drives from 2 TB on."""
DRIVES = (*range(2, 26), 28, 30, 32, 36)


@pytest.mark.parametrize("release", ["2.1", "2.2", "2.3", "2.4"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_later_releases_against_the_table(layout: str, release: str) -> None:
    """Since 2.1 a vdev gives a metaslab of 16 GiB to its log, and the slop falls by as much, but by
    no more than half of its 128 GiB. What a log takes beyond these 64 GiB is missing: of 12
    mirrors 192 - 64 = 128 GiB; of vdevs in which the logs make less than 64 GiB, nothing.
    """
    for drive in DRIVES:
        old, new = (zfs_pool(layout, drive * TB, release=r) for r in ("2.0.6", release))
        logs = old.available + old.slop - new.available - new.slop
        assert old.slop == 128 * GIB
        assert old.slop - new.slop == min(logs, 64 * GIB)
        assert old.available - new.available == max(0, logs - 64 * GIB)
        change = (new.available - old.available) / TIB
        assert change == pytest.approx(SINCE.get(layout, 0), abs=1e-4)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_earlier_releases_against_the_table(layout: str) -> None:
    """Before 2.0.6 the slop had no limit: 1/32 of the pool, 1.2 TiB less at 4 TB, 11.8 at 24."""
    for drive in (4, 24):
        limited, before = (zfs_pool(layout, drive * TB, release=r) for r in ("2.0.6", "2.0.0"))
        assert before.size == limited.size
        assert before.slop == (limited.available + limited.slop) // 32
        assert 1.2 * drive / 4 <= (limited.available - before.available) / TIB <= 0.5 * drive


MIRRORS = [
    row
    for row in zfs_truth.rows("openzfs.csv")
    if row["class"] == "mirror" and row["layout"].count("mirror") in (8, 20)
]


@pytest.mark.parametrize("n", range(len(MIRRORS)))
def test_mirrors_of_real_kernels_give_a_log_each(n: int) -> None:
    """SIZE less USED + AVAIL is a metaslab for each vdev, and the slop: of large pools 64 GiB."""
    row = MIRRORS[n]
    logs = row["layout"].count("mirror") * 2 ** int(row["metaslab_shift"])
    kept = int(row["pool_size"]) - int(row["used_plus_avail"]) - logs
    full = min(int(row["pool_size"]) - logs >> 5, 128 * GIB)
    assert kept == full - min(logs, full // 2)
    if logs >= 64 * GIB and full == 128 * GIB:
        assert kept == 64 * GIB


def test_there_are_mirrors_of_real_kernels() -> None:
    """Pools of 8 and of 20 mirrors, on two releases."""
    assert {row["openzfs"] for row in MIRRORS} == {"2.1.11", "2.3.2"}
    assert len(MIRRORS) >= 5


def documented() -> list[tuple[str, ...]]:
    """Give the rows of the table that compares releases and other calculators."""
    text = (Path(__file__).parents[2] / "docs/pools.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| `") and " TB |" in line]
    return [tuple(cell.strip(" `") for cell in line.strip("|").split("|")) for line in lines]


def test_the_table_of_the_documentation() -> None:
    """What is written down of releases and other calculators is what comes out today."""
    rows = documented()
    assert len(rows) == 6
    for layout, drive, *releases, naive, stored in rows:
        pools = [zfs_pool(layout, drive, release=r) for r in ("0.7", "2.0.0", "2.0.6", "2.4")]
        assert releases == [f"{pool.available / TIB:.3f}" for pool in pools]
        newest = pools[-1]
        data = sum(group.count * group.data_drives for group in parse_layout(layout))
        held = data * parse(drive, "byte")
        assert naive == f"{held / TIB:.3f} ({100 * (held / newest.available - 1):+.1f} %)"
        assert stored == f"{newest.stored['1 MiB'] / TIB:.3f}"


def test_draid_of_an_issue() -> None:
    """openzfs#15467: draid2:6d:24c:0s of 1 TB, `zfs list -p` and `zdb` as printed there."""
    pool = zfs_pool("draid2:6d:24c:0s", 1 * TB, release="2.1")
    assert (pool.vdevs[0].metaslabs, pool.vdevs[0].metaslab_shift) == (1396, 34)
    assert pool.vdevs[0].ratio == 341
    assert pool.available == 15_835_678_638_080


def test_an_estimate_of_an_issue() -> None:
    """openzfs#13727: draid2:9d:24c:2s, "262T": TB of drives of 16.4 TB, TiB of 18 TB."""
    assert zfs_pool("draid2:9d:24c:2s", "16.4 TB", release="2.1").available / TB == pytest.approx(
        262.0, abs=0.05
    )
    assert zfs_pool("draid2:9d:24c:2s", "18 TB", release="2.1").available / TIB == pytest.approx(
        261.55, abs=0.01
    )


def test_wide_sectors_of_an_issue() -> None:
    """openzfs#8163: raidz2 of 11 at ashift 16 deflates by 170/512: 40 TiB are 13.3 TiB."""
    pool = zfs_pool("raidz2:11", "4 TB", ashift=16, release="0.7")
    assert pool.vdevs[0].ratio == 170
    assert pool.size / TIB == pytest.approx(40, rel=0.02)
    assert (pool.available + pool.slop) / pool.size * 40 == pytest.approx(13.3, abs=0.05)


@pytest.mark.parametrize(("width", "tib"), [(6, 10.7), (10, 20.4), (12, 24.4)])
def test_pools_of_the_first_release(width: int, tib: float) -> None:
    """openzfs#1089: raidz2 of 3 TB drives in 2012, when 1/64 was kept back; within 1 %."""
    pool = zfs_pool(f"raidz2:{width}", 3 * TB, release="0.6.2")
    assert pool.available / TIB == pytest.approx(tib, rel=0.01)
