"""The releases of OpenZFS: which arithmetic a text means, and what is refused."""

from __future__ import annotations

import pytest

from model import zfs_pool
from model.zfs.releases import NEWEST, RELEASES, ReleaseError, release_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0.6.2", "0.6.3"),
        ("0.6.3", "0.6.3"),
        ("0.6.4.2", "0.6.3"),
        ("0.6.5", "0.6.5"),
        ("0.6.5.11", "0.6.5"),
        ("0.6", "0.6.5"),
        ("0.7.13", "0.7"),
        ("0.8.6", "0.8"),
        ("2.0.0", "2.0.0"),
        ("2.0.5", "2.0.0"),
        ("2.0.6", "2.0.6"),
        ("2.0", "2.0.6"),
        ("2.1", "2.1"),
        ("2.1.11-1+deb12u1", "2.1"),
        ("zfs-2.3.2", "2.3"),
        ("v2.4.4", "2.4"),
        ("next", "next"),
        ("Master", "next"),
        *((name, name) for name in RELEASES),
    ],
)
def test_a_release_is_read(text: str, name: str) -> None:
    """The patch level decides only where the arithmetic changed within a series."""
    assert release_of(text).name == name


@pytest.mark.parametrize("text", ["", "2", "1.9", "2.5", "0.5.1", "newest", "2.1.x"])
def test_what_is_no_release_is_refused(text: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(ReleaseError, match=r"write one of 0\.6, 0\.7"):
        release_of(text)


def test_what_was_run_is_said() -> None:
    """A release whose kernel was never asked says so."""
    run = {name for name, r in RELEASES.items() if "compared with a real kernel" in r.source}
    assert run == {"2.1", "2.3", "2.4"}
    assert NEWEST in run
    assert "compared with its code, run in user space" in RELEASES["next"].source


SLAB = 512 * 2**20
"""A metaslab of a vdev of some tens of GiB."""
LABELS = 9 * 2**19
"""What the labels of a vdev take: 4.5 MiB."""


@pytest.mark.parametrize(
    ("release", "slop"),
    [("2.0.6", 1040), *((release, 512) for release in ("2.1", "2.2", "2.3", "2.4"))],
)
def test_a_vdev_of_more_than_64_metaslabs_gives_one_to_a_log(release: str, slop: int) -> None:
    """OpenZFS's zfs_embedded_slog_min_ms is 64: the 65th is a log, and the slop falls by it.

    Of 32 GiB 1/32 is kept back, 1 GiB; of 65 metaslabs 64 hold data, and 1 GiB less their log of
    512 MiB is kept back.
    """
    less, more = (zfs_pool("disk", n * SLAB + LABELS, release=release) for n in (64, 65))
    assert (less.vdevs[0].metaslabs, more.vdevs[0].metaslabs) == (64, 65)
    assert less.slop == 1024 * 2**20
    assert more.slop == slop * 2**20


@pytest.mark.parametrize(("release", "log"), [("2.3", 0), ("2.4", SLAB)])
def test_a_special_vdev_gives_to_a_log_since_2_4(release: str, log: int) -> None:
    def slop(metaslabs: int) -> int:
        vdevs = [("disk", [10**12]), ("special disk", [metaslabs * SLAB + LABELS])]
        return zfs_pool(vdevs, release=release).slop

    assert slop(64) - slop(65) == log


@pytest.mark.parametrize(
    ("release", "counts"),
    [
        *(("2.1", False), ("2.2.9", False), ("2.2.10", True), ("2.3.6", False), ("2.3.7", True)),
        *(("2.4.0", False), ("2.4.1", True), ("2.4", True), ("2.3", True), ("next", True)),
    ],
)
def test_since_when_special_vdevs_count(release: str, counts: bool) -> None:
    """AVAIL grows by what special and dedup vdevs hold, but for their embedded log.

    spa_update_dspace adds the allocated bytes of both classes in these releases' source.
    """
    layout = "raidz2:8 of 10 TB + special mirror:2 of 1 TB + dedup mirror:2 of 2 TB"
    pool, alone = (zfs_pool(text, release=release) for text in (layout, "raidz2:8 of 10 TB"))
    if not counts:
        assert pool.available_filled is None
        return
    mirrors = [zfs_pool("mirror:2", size, release="0.8") for size in ("1 TB", "2 TB")]
    logs = 2**33 if release in ("2.4.1", "2.4", "next") else 0
    expected = pool.available + sum(mirror.size for mirror in mirrors) - logs
    assert pool.available_filled == expected
    assert alone.available_filled is None
