"""Published figures of other people's pools and tools, beside ours."""

from __future__ import annotations

import pytest

from model.pools.pool import zfs_pool

TB, TIB, KIB = 10**12, 2**40, 2**10
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
    """jro.io's table of 24-bay layouts: ashift 12, 128 KiB, no swap, the slop of 2.0.6.

    Since 2.1 each vdev gives a metaslab to its log, which lowers the slop by half at most.
    """
    pool = zfs_pool(layout, drive * TB, release="2.0.6")
    assert pool.available / TIB == pytest.approx(tib, abs=0.001)


def test_later_releases_differ_little_from_the_table() -> None:
    """The same pools on 2.1 and later: 12 vdevs give 192 GiB to logs, and get 64 GiB of slop."""
    for layout, drive, _ in CELLS:
        old, new = (zfs_pool(layout, drive * TB, release=r).available for r in ("2.0.6", "2.4"))
        assert -0.125 <= (new - old) / TIB <= 0.022


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
