"""A pool that grew, against a real kernel: what it keeps, and what is really there."""

from __future__ import annotations

import pytest

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
        ("raidz1:3 > raidz1:4", "is no layout"),
        ("raidz1:3 -> raidz1:4 of 2 TB + cache", "says no drives"),
    ],
)
def test_a_text_that_is_no_growth(layout: str, message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutError, match=message):
        zfs_pool(layout)


@pytest.mark.parametrize(
    ("before", "after", "release", "message"),
    [
        ("raidz1:3 of 1 TB", "raidz2:4 of 1 TB", "2.3", "keeps its kind"),
        ("raidz1:4 of 1 TB", "raidz1:3 of 1 TB", "2.3", "none gives some back"),
        ("mirror:2 of 1 TB", "mirror:3 of 1 TB", "2.3", "only RAIDZ"),
        ("raidz1:3 of 1 TB", "raidz1:4 of 1 TB", "2.2", "2.3 is the first"),
        ("raidz1:3 of 2 TB", "raidz1:3 of 1 TB", "2.3", "smaller"),
        ("raidz1:3 of 2 TB", "2 x raidz1:4 of 2 TB", "2.3", "apart"),
        ("raidz1:3", "raidz1:4 of 2 TB", "2.3", "says no drives"),
        ("disk of 1 TB + disk of 2 TB", "disk of 1 TB", "2.3", "missing"),
    ],
)
def test_what_no_vdev_does_is_refused(before: str, after: str, release: str, message: str) -> None:
    """The message says why."""
    with pytest.raises(LayoutError, match=message):
        zfs_growth(before, after, release=release)
