"""The explorer is the pool's arithmetic over arrays, and marks what is worth building."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.pools.explorer import RECORDS, explore
from model.pools.pool import zfs_pool
from model.zfs.vdevs import LayoutError

RELEASES = ("0.7", "2.1", "2.4")


@given(
    parity=st.integers(1, 3),
    more=st.integers(1, 30),
    record=st.sampled_from(range(12, 25)),
    drive=st.integers(10**11, 3 * 10**13),
    vdevs=st.integers(1, 60),
    release=st.sampled_from(RELEASES),
    partitioning=st.sampled_from(("none", "linux", "truenas-25.04")),
    ashift=st.sampled_from((9, 12, 14)),
)
def test_each_cell_is_what_the_pool_says(
    parity: int,
    more: int,
    record: int,
    drive: int,
    vdevs: int,
    release: str,
    partitioning: str,
    ashift: int,
) -> None:
    width = parity + more
    below = {"release": release, "partitioning": partitioning, "ashift": ashift}
    layouts = explore(drive, widest=33, vdevs=vdevs, **below)
    pool = zfs_pool(f"{vdevs} x raidz{parity}:{width}", drive, recordsize=2**record, **below)
    at = layouts.parities.index(parity), layouts.widths.index(width)
    assert layouts.usable[at] == pytest.approx(pool.available / pool.raw, rel=1e-15)
    held = list(pool.stored.values())[-1] if record not in (17, 20) else None
    stored = layouts.stored[(*at, layouts.records.index(2.0**record))]
    if held is not None:
        # the pool says whole bytes
        assert stored == pytest.approx(held / pool.raw, rel=1e-11, abs=1 / pool.raw)


def test_no_vdev_is_as_narrow_as_its_parity() -> None:
    layouts = explore("10 TB", widest=8)
    for n, parity in enumerate(layouts.parities):
        for m, width in enumerate(layouts.widths):
            assert np.isnan(layouts.usable[n, m]) == (width <= parity)
    assert not layouts.stored_marked[np.isnan(layouts.stored)].any()


def test_the_marked_widths_of_the_default_block_are_the_known_ones() -> None:
    """32 sectors of 4 KiB on raidz2: each further row that is saved, rounded up to threes."""
    layouts = explore("10 TB", widest=40)
    allocated, best = {}, []
    for width in range(3, 41):
        rows = -(-32 // (width - 2))
        allocated[width] = -(-(32 + 2 * rows) // 3) * 3
        if all(allocated[width] < allocated[w] for w in range(3, width)):
            best.append(width)
    marked = [
        w
        for w, is_marked in zip(layouts.widths, layouts.usable_marked[1], strict=True)
        if is_marked
    ]
    assert marked == best
    at = layouts.records.index(2.0**17)
    assert (layouts.stored_marked[:, :, at] == layouts.usable_marked).all()


def test_the_narrowest_vdev_is_always_marked() -> None:
    layouts = explore("10 TB")
    for n, parity in enumerate(layouts.parities):
        assert layouts.stored_marked[n, layouts.widths.index(parity + 1)].all()
    assert layouts.stored.shape == (3, 23, len(RECORDS))


@pytest.mark.parametrize("below", [{}, {"partitioning": "linux"}])
def test_a_drive_too_small_is_refused(below: dict[str, str]) -> None:
    with pytest.raises(LayoutError, match="too small for ZFS"):
        explore("40 MB", **below)
