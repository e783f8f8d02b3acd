"""A pool that grew, against a real kernel: what it keeps, and what is really there."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model.pools.growth import zfs_growth
from model.pools.pool import zfs_pool
from model.zfs.vdevs import LayoutError
from tests import zfs_truth

TRUTH = {row["step"]: row for row in zfs_truth.rows("openzfs_growth.csv")}
SPECIAL = "raidz1:3 of 16 GiB + special mirror:2 of 8 GiB"
"""The table doesn't say the layout of its pool with a special vdev; this one fits."""


def raidz(parity: int, width: int, size: int) -> str:
    return f"raidz{parity}:{width} of {size} B"


def steps() -> dict[str, tuple[str, str]]:
    """Give the layout before and after of each step of the table."""
    found = {"special: empty": (SPECIAL, SPECIAL)}
    found["special: 10x64K on special + 10x128K normal"] = (SPECIAL, SPECIAL)
    for name in TRUTH:
        if name.startswith("raidz") and "-" in name:
            shape, _, step = name.partition(" ")
            parity, width, size = int(shape[5]), *map(int, shape[7:].split("x"))
            more = 0 if step == "initial" else int(step[-1])
            found[name] = raidz(parity, width, size), raidz(parity, width + more, size)
    found["mirror grow initial 1e12"] = "mirror:2 of 1 TB", "mirror:2 of 1 TB"
    found["mirror grow to 4e12"] = "mirror:2 of 1 TB", "mirror:2 of 4 TB"
    found["raidz2 6x1e11 initial"] = "raidz2:6 of 100 GB", "raidz2:6 of 100 GB"
    found["raidz2 6x grow to 2e12"] = "raidz2:6 of 100 GB", "raidz2:6 of 2 TB"
    six = "raidz2:6 of 4 TB"
    found["raidz2 6x4e12 initial"] = six, six
    found["raidz2 6x4e12 + added second vdev"] = six, f"{six} + {six}"
    return found


STEPS = steps()
TB, TIB = 10**12, 2**40


def test_all_steps_are_compared() -> None:
    """No row is left out."""
    assert set(STEPS) == set(TRUTH)
    assert len(TRUTH) == 18


@pytest.mark.parametrize("step", STEPS)
def test_a_real_step(step: str) -> None:
    """SIZE and USED + AVAIL are those of the kernel, to the byte."""
    pool = zfs_growth(*STEPS[step], release=TRUTH[step]["openzfs"])
    assert pool.size == int(TRUTH[step]["pool_size"])
    assert pool.available == int(TRUTH[step]["used_plus_avail"])


@pytest.mark.parametrize(("width", "charged"), [(4, 0.917), (5, 0.833)])
def test_what_is_really_there(width: int, charged: float) -> None:
    """A RAIDZ1 of 3 that grew charges new 128 KiB records 0.917 and 0.833 of their length."""
    grown = zfs_growth("raidz1:3 of 8 TB", f"raidz1:{width} of 8 TB")
    assert grown.available / grown.stored["128 KiB"] == pytest.approx(charged, abs=0.002)
    fresh = zfs_pool(f"raidz1:{width}", "8 TB")
    assert grown.available < fresh.available
    assert grown.stored["128 KiB"] == pytest.approx(fresh.stored["128 KiB"], rel=0.01)


def test_a_reported_pool_of_three_drives_and_a_fourth() -> None:
    """openzfs/zfs issue 18711, release 2.4.3: SIZE 10.9T, USED 1.44T and AVAIL 5.70T."""
    pool = zfs_pool("raidz1:3 -> raidz1:4", "3 TB", release="2.4.3", partitioning="linux")
    assert pool.size / TIB == pytest.approx(10.9, abs=0.05)
    assert pool.available / TIB == pytest.approx(1.44 + 5.70, abs=0.01)


def test_a_reported_pool_with_cloned_blocks() -> None:
    """openzfs/zfs issue 18199, release 2.3.4: SIZE 160T, ALLOC 126T, FREE 33.6T, AVAIL 16.2T.

    AVAIL is FREE at the ratio of the first four drives, less slop. USED, 62.9T, is more than ALLOC
    at that ratio: by blocks that ALLOC counts once, whose savings USED + AVAIL includes.
    """
    layout = "raidz2:4 -> raidz2:8"
    pool = zfs_pool(layout, "22 TB", release="2.3.4", partitioning="truenas-25.10")
    ratio = pool.vdevs[0].ratio / 512
    assert pool.size / TIB == pytest.approx(160, abs=0.5)
    assert 33.6 * ratio - pool.slop / TIB == pytest.approx(16.2, abs=0.05)
    saved = 62.9 - 126 * ratio
    assert saved == pytest.approx(1.87, abs=0.01)
    rounding = 0.5 * ratio + 0.1
    assert 62.9 + 16.2 - pool.available / TIB == pytest.approx(saved, abs=rounding)


ONE_OF_TWO = "raidz2:6 of 4 TB + raidz2:6 of 4 TB", "raidz2:6 of 4 TB + raidz2:8 of 4 TB"


def test_one_of_several_equal_vdevs_is_widened() -> None:
    """A vdev keeps its own conversion, however the equal ones beside it are written."""
    apart = zfs_growth(*ONE_OF_TWO, release="2.3")
    assert apart.available == 37_140_796_801_024
    together = zfs_pool("2 x raidz2:6 -> raidz2:6 + raidz2:8", "4 TB", release="2.3")
    assert together == apart
    six, eight = ("raidz2", [4 * 10**12] * 6), ("raidz2", [4 * 10**12] * 8)
    assert zfs_growth([six, six], [six, eight], release="2.3") == apart
    ratios = [vdev.ratio for vdev in apart.vdevs]
    assert ratios[0] == ratios[1] == zfs_pool("raidz2:6", "4 TB").vdevs[0].ratio


def test_the_order_of_a_list_counts() -> None:
    """A vdev between two equal ones stays where it is."""
    a, b, wider = [("raidz1", [TB] * n) for n in (3, 5, 4)]
    grown = zfs_growth([a, b, a], [a, b, wider])
    text = "raidz1:3 + raidz1:5 + raidz1:3 -> raidz1:3 + raidz1:5 + raidz1:4"
    assert grown == zfs_pool(text, "1 TB")


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 4), st.booleans())
def test_growth_by_equal_vdevs_is_the_new_pool(
    kept: int, split: int, added: int, written_apart: bool
) -> None:
    """More vdevs like those there are make the pool that they would make together."""
    before = f"{kept} x raidz2:6"
    if written_apart and kept > 1:
        first = 1 + split % (kept - 1)
        before = f"{first} x raidz2:6 + {kept - first} x raidz2:6"
    grown = zfs_growth(before, f"{kept + added} x raidz2:6", "4 TB")
    assert grown == zfs_pool(f"{kept + added} x raidz2:6", "4 TB")


@given(st.integers(0, 5), st.integers(0, 5))
def test_each_widened_vdev_leaves_avail_behind(narrow: int, wide: int) -> None:
    """Each of several vdevs counts as it was made: what is counted twice is what was widened."""
    assume(narrow + wide)
    after = " + ".join(f"{n} x raidz2:{width}" for n, width in ((narrow, 6), (wide, 8)) if n)
    grown = zfs_growth(f"{narrow + wide} x raidz2:6", after, "4 TB")
    one, other = zfs_pool("raidz2:6", "4 TB").vdevs[0], zfs_pool("raidz2:8", "4 TB").vdevs[0]
    slabs = narrow * (one.metaslabs - 1) + wide * (other.metaslabs - 1)
    space = slabs * (2**one.metaslab_shift // 512) * one.ratio
    assert grown.available + grown.slop == space


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("mirror:2", "mirror:3"),
        ("disk", "mirror:2"),
        ("mirror:3", "mirror:2"),
        ("mirror:2", "disk"),
        ("raidz1:3 + special disk", "raidz1:3 + special mirror:3"),
    ],
)
def test_attach_and_detach(before: str, after: str) -> None:
    """`zpool attach` and `detach` change the copies, and nothing that ZFS counts."""
    grown = zfs_growth(before, after, "1 TB", release="2.1")
    made, anew = (zfs_pool(layout, "1 TB", release="2.1") for layout in (before, after))
    assert (grown.available, grown.size) == (made.available, made.size)
    assert grown == anew


def test_no_growth_is_the_pool() -> None:
    """A pool that didn't change is the pool."""
    layout = "2 x raidz2:8 of 4 TB + draid1:4d:8c:1s of 1 TB + cache of 1 TB"
    assert zfs_growth(layout, layout) == zfs_pool(layout)


def test_the_text_of_a_pool_that_grew() -> None:
    """An arrow stands between what was made and what there is; the drive is said once."""
    grown = zfs_pool("raidz2:6 + mirror:2 -> raidz2:8 + mirror:2 + mirror:2", "4 TB")
    before, after = "raidz2:6 + mirror:2", "raidz2:8 + 2 x mirror:2"
    assert grown.available == zfs_growth(before, after, "4 TB").available
    larger = zfs_pool("mirror:2 of 1 TB -> mirror:2 of 4 TB", release="0.8")
    assert larger == zfs_growth("mirror:2 of 1 TB", "mirror:2 of 4 TB", release="0.8")


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("raidz1:3 -> raidz1:4 -> raidz1:5", "has 2 arrows .*: write the layout that it was made"),
        ("raidz1:3 ->", "nothing beside one: write"),
        ("-> raidz1:3", "nothing beside one: write"),
        ("raidz1:3 > raidz1:4", "is not a layout"),
        ("raidz1:3 -> raidz1:4 of 2 TB + cache", "names no drive"),
    ],
)
def test_a_text_that_is_no_growth(layout: str, message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutError, match=message):
        zfs_pool(layout)


@pytest.mark.parametrize(
    ("before", "after", "release", "message"),
    [
        ("raidz1:3 of 1 TB", "raidz2:4 of 1 TB", "2.3", "can't change its kind"),
        ("raidz1:4 of 1 TB", "raidz1:3 of 1 TB", "2.3", "only mirrors can be reduced"),
        ("draid1:4d:8c of 1 TB", "draid1:4d:9c of 1 TB", "2.3", "only RAIDZ and mirrors"),
        ("mirror:2 of 1 TB", "raidz1:2 of 1 TB", "2.3", "can't change its kind"),
        ("disk of 1 TB + log of 1 TB", "disk of 1 TB + disk of 1 TB", "2.3", "or position"),
        ("raidz1:3 of 1 TB", "raidz1:4 of 1 TB", "2.2", "2.3 is the first"),
        ("raidz1:3 of 2 TB", "raidz1:3 of 1 TB", "2.3", "smaller"),
        ("raidz1:3", "raidz1:4 of 2 TB", "2.3", "names no drive"),
        ("disk of 1 TB + disk of 2 TB", "disk of 1 TB", "2.3", "had 2 vdevs, but .* it has 1"),
        ("3 x raidz2:6 of 1 TB", "raidz2:6 of 1 TB", "2.3", "had 3 vdevs"),
        ("2 x mirror:2 of 1 TB", "mirror:2 of 1 TB", "2.3", "missing"),
        ("disk of 1 kB", "disk of 1 TB", "2.3", "too small for ZFS"),
    ],
)
def test_what_no_vdev_does_is_refused(before: str, after: str, release: str, message: str) -> None:
    """The message says why."""
    with pytest.raises(LayoutError, match=message):
        zfs_growth(before, after, release=release)
