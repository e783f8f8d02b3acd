"""Inodes and metadata: the makers' worked examples, exactly, beside what they print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas import metadata
from model.tree import Program
from tests import demand_trees, trees

KIB, MIB, GIB, TIB = (2.0**n for n in (10, 20, 30, 40))


@pytest.mark.parametrize(
    ("data", "mean", "each", "headroom", "exact", "printed"),
    [
        (500e12, 5e6, 2 * KIB, 2, 381.47 * GIB, 400 * GIB),
        (500e12, 5e6, 6 * KIB, 2, 1144.4 * GIB, 1200 * GIB),
        (20e6, 1, 2 * KIB, 2, 76.29 * GIB, 80 * GIB),
        (1e9, 1, 64 * KIB, 1, 59.6 * TIB, 64 * TIB),
    ],
)
def test_sizes_that_lustre_prints(
    data: float, mean: float, each: float, headroom: float, exact: float, printed: float
) -> None:
    """The manual's 400 GiB are 381.5: it prints decimal counts x binary units, rounded up.

    The wiki's 20 million files are 76.3 GiB, not 80; 10^9 files x 64 KiB are 59.6 TiB, not 64.
    """
    found = metadata.mdt_space_needed(metadata.sized_files(data, mean), each, headroom)
    assert found == pytest.approx(exact, rel=1e-4)
    assert found == pytest.approx(printed, rel=0.075)
    assert found < printed


def test_ldiskfs() -> None:
    """2.56 TB at 2,560 bytes are 10^9 inodes; four billion at most; DNE adds MDTs."""
    assert metadata.ldiskfs_inodes(1, 2.56e12, 2560, 4e9) == 1e9
    assert metadata.ldiskfs_inodes(1, 100e12, 2560, 4e9) == 4e9
    assert metadata.ldiskfs_inodes(4, 100e12, 2560, 4e9) == 16e9


def test_zfs_before_mirroring() -> None:
    """4 KiB for each inode of one copy, after 3 %: 4 TB of mirrored drives hold 474 million."""
    capacity = metadata.metadata_capacity(1, metadata.mdt_capacity(4e12, 2))
    assert metadata.zfs_inodes(capacity, 0.03, 4 * KIB) == 2e12 * 0.97 // 4096
    three = metadata.metadata_capacity(1, metadata.mdt_capacity(4e12, 3))
    assert metadata.zfs_inodes(three, 0.03, 4 * KIB) < metadata.zfs_inodes(capacity, 0.03, 4096)


@given(st.floats(1e9, 1e16), st.floats(1e3, 1e9), st.floats(1e6, 1e11))
def test_inodes_or_bytes_run_out_first(planned: float, mean: float, inodes: float) -> None:
    """Inodes suffice exactly where the bytes that they serve reach the planned capacity."""
    files = metadata.files_expected(planned, mean)
    enough = bool(metadata.inodes_suffice(inodes, files))
    limit = metadata.inode_limited_capacity(inodes, mean)
    assert enough == (metadata.inodes_margin(inodes, files) >= 0) or limit == pytest.approx(planned)
    assert enough == (limit >= planned) or limit == pytest.approx(planned)


def test_beegfs() -> None:
    """500 GB for 150 million files; 0.5 % of the data where there are fewer."""
    assert metadata.beegfs_metadata(0.0, 0.005, 150e6, 500e9, 150e6) == pytest.approx(500e9)
    assert metadata.beegfs_metadata(1e15, 0.005, 1e6, 500e9, 150e6) == 5e12
    assert metadata.beegfs_metadata(1e15, 0.003, 1e6, 500e9, 150e6) == pytest.approx(3e12)


def test_gpfs() -> None:
    """At worst 20,000 files take 645 MiB, 40 million 1.23 TiB; typically 1 KiB a copy."""
    worst = [metadata.gpfs_worst_metadata(n, 0, 16.5 * KIB, 2) for n in (20e3, 40e6)]
    assert worst[0] == pytest.approx(645 * MIB, rel=1e-3)
    assert worst[1] == pytest.approx(1.2293 * TIB, rel=1e-4)
    assert metadata.gpfs_metadata(1e6, KIB, 2) == 2e6 * KIB


@pytest.mark.parametrize(
    ("files", "mean", "units"),
    [(1e9, 64e3, 1e9), (1e9, 750e3, 2e9), (1e6, 129e6, 130e6), (10e6, 1.5e6, 30e6),
     (10e6, 3e6, 40e6)],
)  # fmt: skip
def test_weka(files: float, mean: float, units: float) -> None:
    """WEKA's examples of metadata units, with 4 KiB of flash and 20 bytes of memory each."""
    found = metadata.weka_units(files, metadata.weka_units_per_file(mean, 1e6), 0)
    assert found == units
    assert metadata.weka_metadata(found, 4096) == units * 4096
    assert metadata.weka_memory(found, 20) == units * 20
    assert metadata.weka_units(0, 1, 5) == 10


def on_mdt(dom_size: float) -> float:
    """Evaluate a small histogram: a million files of 1 kB, a hundred thousand of 1 MB."""
    bins = (demand_trees.of_a_size(1e6, 1e3), demand_trees.of_a_size(1e5, 1e6))
    root = demand_trees.alone("dom", trees.book.DATA_ON_MDT, {"dom_size": dom_size}, *bins)
    program = Program(root)
    numbers = program.run(program.start(dict(root.walk())))
    return float(numbers[program.slots["dom", "dom_capacity"]])


def test_data_on_mdt() -> None:
    """Each file's inode, and its begin up to the threshold; Lockwood et al. 2019."""
    inodes = 1.1e6 * 4096
    assert on_mdt(0.0) == inodes
    assert on_mdt(65536.0) == inodes + 1e6 * 1e3 + 1e5 * 65536
    assert on_mdt(1e9) == inodes + 1e6 * 1e3 + 1e5 * 1e6


@given(st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_larger_threshold_never_needs_less(one: float, other: float) -> None:
    """Data-on-MDT is monotone in its threshold."""
    low, high = sorted((one, other))
    assert on_mdt(low) <= on_mdt(high)
