"""The several answers to what a pool holds: each is the model's own, and they agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.pools.answers import KEPT, WIDENED, zfs_answers
from model.pools.files import zfs_files
from model.pools.growth import zfs_growth
from model.pools.pool import zfs_pool
from model.pools.use import pool_use

SHARE = st.floats(0, 1, allow_subnormal=False)


# ZFS counts in sectors: a float holds every such number of bytes exactly.
@given(st.integers(0, 2 * 10**14).map(lambda n: 512 * n), SHARE, SHARE, st.floats(1, 20))
def test_what_may_be_kept(available: int, fill: float, reserve: float, ratio: float) -> None:
    """Planned is a share of what there is, live of that; compression multiplies what is live."""
    use = pool_use(available, fill_limit=fill, snapshot_reserve=reserve, compression_ratio=ratio)
    assert use.live <= use.planned <= available
    assert use.planned == pytest.approx(fill * available, rel=1e-12, abs=1)
    assert use.live == pytest.approx((1 - reserve) * fill * available, rel=1e-9, abs=1)
    assert use.compressed == pytest.approx(ratio * use.live, rel=1e-9, abs=ratio + 1)


def test_what_is_usual() -> None:
    """80 % full, no snapshots, nothing compressed: as a tier that says nothing of them."""
    use = pool_use(10**13)
    assert (use.fill_limit, use.snapshot_reserve, use.compression_ratio) == (0.8, 0, 1)
    assert use.planned == use.live == use.compressed == 8 * 10**12


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ({"fill_limit": 1.1}, "fill limit: must be at most 1, is 1.1"),
        ({"snapshot_reserve": -0.1}, "snapshot reserve: must be at least 0, is -0.1"),
        ({"compression_ratio": 0.5}, "compression ratio: must be at least 1, is 0.5"),
        ({"compression_ratio": 1e300}, r"compression ratio: must be at most 32768, is 1e\+300"),
        ({"fill_limit": float("nan")}, "fill limit: nan is not a number"),
        ({"fill_limit": "full"}, "fill limit: 'full' is not a number"),
        ({"compression_ratio": "150 %"}, "compression ratio: is a ratio, no share: write 1.5"),
    ],
)
def test_a_policy_that_none_can_follow(policy: dict[str, float | str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pool_use(1, **policy)


def test_all_answers_of_a_pool_that_grew() -> None:
    """AVAIL, the records, the files and what a new pool would say are those of their own calls."""
    below = {"partitioning": "linux", "luks": "16 MiB", "release": "2.3"}
    mix = {4096: 0.6, 2**20: 0.4}
    found = zfs_answers("raidz2:6 -> raidz2:8", "10 TB", policy={}, mix=mix, **below)
    grown = zfs_growth("raidz2:6", "raidz2:8", "10 TB", **below)
    assert (
        found.pool == grown == zfs_pool("raidz2:6 \N{RIGHTWARDS ARROW} raidz2:8", "10 TB", **below)
    )
    assert found.made_anew == zfs_pool("raidz2:8", "10 TB", **below).available
    assert grown.available < found.made_anew < grown.stored["1 MiB"]
    files = zfs_files("raidz2:6 -> raidz2:8", mix, "10 TB", recordsize="1 MiB", **below)
    assert found.files == files
    anew = zfs_files("raidz2:8", mix, "10 TB", recordsize="1 MiB", **below)
    assert files.stored == pytest.approx(anew.stored, rel=0.01)
    sizes = {answer.what: answer.size for answer in found.listed()}
    assert sizes["`zfs list` USED + AVAIL"] == grown.available
    assert sizes["`zfs list` for a new pool"] == found.made_anew
    assert sizes["Files of these sizes"] == files.stored


@pytest.mark.parametrize(
    ("layout", "note"),
    [
        ("raidz2:6 -> raidz2:8", WIDENED),
        ("2 x raidz2:6 -> raidz2:6 + raidz2:8 + raidz2:6", WIDENED),
        ("mirror:2 of 1 TB -> mirror:2 of 4 TB", KEPT),
        ("raidz2:6 -> 2 x raidz2:6", ""),
        ("disk -> mirror:3", ""),
        ("raidz2:6", ""),
    ],
)
def test_what_is_said_of_growth(layout: str, note: str) -> None:
    """New files cost less after a change of a RAIDZ's width only; else AVAIL at most differs."""
    found = zfs_answers(layout, "4 TB", policy={})
    assert found.grown == note
    if not note:
        assert found.made_anew in (None, found.pool.available)


def test_a_pool_that_did_not_grow_says_less() -> None:
    found = zfs_answers("raidz2:8", "10 TB", policy={"fill_limit": 0.9})
    assert (found.files, found.made_anew) == (None, None)
    assert found.listed()[-1].what == "Stored by users"
    assert found.use.planned == int(0.9 * found.pool.available)


def test_the_record_size_of_the_files() -> None:
    """Files are cut into records of the size that is asked for."""
    mix = {1_000_000_000: 1.0}
    small, large = (
        zfs_answers("draid2:8d:30c:2s", "10 TB", policy={}, mix=mix, recordsize=record)
        for record in ("4 KiB", "1 MiB")
    )
    assert small.files
    assert large.files
    assert small.files.stored * 7 < large.files.stored
    assert "in records of 4 KiB" in small.listed()[-1].meaning


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("raidz2:10", "parity counts as space"),
        ("12 x mirror:2", "a mirror's copies don't count as space"),
        ("8 x disk", "single drives have neither parity nor copies"),
        ("draid2:8d:53c:3s", "dRAID's parity counts as space, its spares don't"),
        ("raidz2:10 + special mirror:2 of 960 GB", "parity counts as space"),
    ],
)
def test_what_size_counts(layout: str, said: str) -> None:
    """SIZE is that of a vdev's usable drives: with parity, without a mirror's copies."""
    found = zfs_answers(layout, "10 TB", policy={})
    [size] = [answer for answer in found.listed() if "SIZE" in answer.what]
    assert size.meaning == said
    copies = {"12 x mirror:2": 2}.get(layout, 1)
    spares = 3 / 53 if "draid" in layout else 0
    raw = found.pool.raw - ("special" in layout) * 2 * 960e9
    assert size.size == pytest.approx(raw / copies * (1 - spares), rel=0.02)


def test_answers_begin_with_what_was_bought() -> None:
    """Ten drives of 10 TB, before anything is taken off."""
    first = zfs_answers("raidz2:10", "10 TB", policy={}).listed()[0]
    assert (first.what, first.size) == ("Raw capacity", 10**14)
