"""What files cost, against files on real kernels."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from model.pools.files import FilesFigures, zfs_files
from model.pools.instances import pool_tree, setup_of
from model.pools.layouts import groups_of
from model.pools.pool import zfs_pool
from model.pools.program import Question
from model.zfs.vdevs import LayoutError, VdevGroup
from tests import zfs_truth
from tests.each import of_each
from tests.strategies import groups

ROWS = list(zfs_truth.rows("openzfs_allocation.csv"))
ENTRY_BLOCKS = 2
"""Blocks of entries that a few files touch beyond their share, at most."""
POINTERS = 0.1
"""By how much pointers compress better or worse than is assumed: 40 to 46 bytes of 128."""
KIB, MIB, TIB = 2**10, 2**20, 2**40


def files_of(row: dict[str, str], files: dict[int, int]) -> FilesFigures:
    return zfs_files(
        zfs_truth.vdevs_of(row["layout"]),
        files,
        ashift=int(row["ashift"]),
        recordsize=int(row["recordsize"]),
        compression=row["compression"] != "off",
        release=row["openzfs"],
    )


def test_all_rows_are_compared() -> None:
    """No row is left out: so many of each release, so many with their blocks listed."""
    assert Counter(row["openzfs"] for row in ROWS) == {"2.3.2": 226, "2.1.11": 7}
    assert sum(bool(row["block_asize"]) for row in ROWS) == len(BLOCKS)
    assert len(BLOCKS) > 80


@of_each(lambda: ROWS)
def test_the_growth_of_used(row: dict[str, str]) -> None:
    """USED grows by what is charged, but for whole blocks of entries and compressed pointers."""
    count, size = int(row["writes"].split()[0]), int(row["writes"].split()[-1])
    found = files_of(row, {size: count})
    entries = files_of(row, {1: 32}).metadata
    tolerance = ENTRY_BLOCKS * entries + POINTERS * found.metadata
    assert abs(found.charged - int(row["used_delta"])) <= tolerance
    assert found.charged == pytest.approx(int(row["used_delta"]), rel=0.035)


BLOCKS = [row for row in ROWS if row["block_asize"]]


@of_each(lambda: BLOCKS)
def test_the_allocation_of_a_block(row: dict[str, str]) -> None:
    """Each block takes the bytes that zdb lists."""
    setup = setup_of(row["openzfs"])
    vdevs = groups_of(zfs_truth.vdevs_of(row["layout"]), setup.release)
    sizes = row["block_psize"].split("/"), row["block_asize"].split("/")
    for stored, allocated in zip(*sizes, strict=True):
        root = pool_tree(
            vdevs,
            setup,
            sector_size=2.0 ** int(row["ashift"]),
            record_size=2.0**24,
            files=[(float(stored), 1.0)],
        )
        address = "pool/groups:group 1/files:size 1", "file_block_allocation"
        assert Question(root, [address], []).ask([]) == (int(allocated),)


def test_a_gibibyte_of_an_issue() -> None:
    """openzfs#17201: 1 GiB in records of 256 KiB on raidz1 of 4 has USED of 1,023,849 KiB."""
    found = zfs_files("raidz1:4", {"1 GiB": 1}, "4 TB", recordsize="256 KiB")
    assert found.data == 1_023_744 * KIB
    assert found.charged / KIB == pytest.approx(1_023_849, rel=5e-4)


ALLOCATIONS = ("file_block", "file_tail", "full_pointer_block", "last_pointer_block", "entry_block")


@given(
    groups(),
    st.integers(1, 10**13),
    st.sampled_from(range(9, 17)),
    st.sampled_from([4 * KIB, 128 * KIB, MIB]),
)
def test_allocations_are_whole_sectors(
    group: VdevGroup, length: int, ashift: int, record: int
) -> None:
    """Data, tails, pointers and entries take whole sectors: of RAIDZ so many that no hole is too
    small for a block with its parity, of dRAID whole stripes.
    """
    sector = 2**ashift
    root = pool_tree(
        [replace(group, drive=10**13)],
        setup_of("2.4"),
        sector_size=float(sector),
        record_size=float(record),
        files=[(float(length), 1.0)],
    )
    at = "pool/groups:group 1/files:size 1"
    found = Question(root, [(at, f"{name}_allocation") for name in ALLOCATIONS], []).ask([])
    parity = group.parity if group.columns > 1 else 0
    stripe = group.data + group.parity if group.is_draid else parity + 1
    assert found[0] >= min(length, record)
    for taken in found:
        assert taken % (stripe * sector) == 0


@given(groups(), st.sampled_from([128 * KIB, MIB, 4 * MIB]), st.sampled_from([9, 12, 13]))
def test_large_files_are_full_records(group: object, record: int, ashift: int) -> None:
    """Of large files fits what `stored` says, but for their pointers: 1 % at most."""
    pool = zfs_pool(str(group), "4 TB", recordsize=record, ashift=ashift)
    text = f"{record // KIB} KiB" if record < MIB else f"{record // MIB} MiB"
    found = zfs_files(str(group), {TIB: 1}, "4 TB", recordsize=record, ashift=ashift)
    assert found.available == pool.available
    assert 0.985 * pool.stored[text] <= found.stored <= pool.stored[text]


@given(groups(), st.dictionaries(st.integers(1, 10**10), st.integers(1, 1000), min_size=1))
def test_more_files_are_as_many_times_the_charge(group: object, files: dict[int, int]) -> None:
    """Ten times the files cost ten times as much, and no more of them fit."""
    one = zfs_files(str(group), files, "4 TB")
    ten = zfs_files(str(group), {size: 10 * n for size, n in files.items()}, "4 TB")
    assert ten.charged == pytest.approx(10 * one.charged, rel=1e-6, abs=10)  # whole bytes
    assert ten.stored == pytest.approx(one.stored, rel=1e-9)
    assert one.metadata > 0


def test_compression_spares_the_tail() -> None:
    """Without compression, what a record lacks is written; with it, not."""
    plain, squeezed = (
        zfs_files("raidz2:10", {129 * KIB: 1}, "4 TB", compression=on) for on in (False, True)
    )
    assert plain.data > 1.8 * squeezed.data


@given(
    st.sampled_from(["mirror:2", "raidz2:10", "draid2:8d:24c:1s", "draid1:5d:12c:1s"]),
    st.sampled_from([16 * KIB, 128 * KIB, MIB, 4 * MIB]),
    st.integers(0, 1000),
    st.floats(0.001, 0.999),
)
@example("mirror:2", MIB, 1, 0.88)
def test_a_tail_is_compressed_if_it_saves_an_eighth(
    layout: str, record: int, before: int, full: float
) -> None:
    """A last record that is more than 7/8 full costs what a full one does, as in zio.c."""
    tail = max(1, int(full * record))
    [group] = groups_of(layout, setup_of("2.4").release)
    unit = 4 * KIB * (group.data or 1)
    most = (record - record // 8) // unit * unit
    shrunk = tail + (record - tail) / 255  # a run of zeros in LZ4
    assume(abs(shrunk - most) > 1)
    length, whole = (before + 1) * record + tail, (before + 2) * record
    found, rounded, written = (
        zfs_files(layout, {size: 1}, "4 TB", recordsize=record, compression=on)
        for size, on in ((length, True), (whole, True), (length, False))
    )
    assert written.data == rounded.data
    last = whole - record
    saved = rounded.data - found.data
    if shrunk > most:
        assert saved == 0
    else:
        cut = zfs_files(layout, {last: 1}, "4 TB", recordsize=record)
        alone = zfs_files(layout, {math.ceil(shrunk): 1}, "4 TB", recordsize=record)
        assert found.data == pytest.approx(cut.data + alone.data, abs=2)


def test_files_with_a_nearly_full_last_record() -> None:
    """As many files of 1.88 MiB fit as of 2 MiB, in records of 1 MiB."""
    length = int(1.88 * MIB)
    assert zfs_files("mirror:2", {length: 1}, "10 TB", recordsize=MIB).files == 4_683_341
    assert zfs_files("mirror:2", {2 * MIB: 1}, "10 TB", recordsize=MIB).files == 4_683_341


def test_small_files_on_draid_are_dear() -> None:
    """A file of 4 KiB takes a whole stripe of 8 data columns."""
    found = zfs_files("draid2:8d:53c:3s", {4 * KIB: 10**9}, "20 TB")
    assert found.data / found.length == pytest.approx(8, rel=0.01)
    assert found.stored * 8 < found.available


def test_an_empty_file_takes_an_entry_alone() -> None:
    """As the first bin of many histograms has them."""
    few = zfs_files("raidz2:10", {4 * KIB: 1000}, "4 TB")
    more = zfs_files("raidz2:10", {0: 1000, 4 * KIB: 1000}, "4 TB")
    assert (more.data, more.length) == (few.data, few.length)
    assert more.metadata == pytest.approx(2 * few.metadata, abs=1)
    assert more.files == pytest.approx(2 * more.stored / (4 * KIB), abs=2)


def test_what_are_no_files_is_refused() -> None:
    """The message says what to write."""
    with pytest.raises(ValueError, match="at least one of them"):
        zfs_files("raidz2:10", {}, "4 TB")
    with pytest.raises(ValueError, match="at least 1 byte"):
        zfs_files("raidz2:10", {0: 3}, "4 TB")
    with pytest.raises(LayoutError, match="names no drive"):
        zfs_files("raidz2:10", {1: 3})
    for count in (1e300, -1, 1e-300, float("nan")):
        with pytest.raises(
            ValueError, match="neither a number of files nor a share: write 0 to 1e\\+18"
        ):
            zfs_files("raidz2:10", {4 * KIB: count}, "4 TB")
