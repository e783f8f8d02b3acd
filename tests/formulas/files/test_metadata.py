"""Inodes and metadata: the makers' worked examples, exactly, beside what they print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.books.facts import InodeRule
from model.formulas.files import metadata, metadata_space
from model.formulas.space import extfs
from tests.file_trees import RULES, WITH_DATA, site_of, with_data
from tests.planned import Said, evaluated

MOST = 4294967295.0
KIB, MIB, GIB, TIB = (2.0**n for n in (10, 20, 30, 40))
NETAPP = {1.92e12: 1938577200, 3.84e12: 3880388400, 7.68e12: 8125278000, 15.3e12: 17269854000}
"""Files of NetApp's building block for BeeGFS by the size of its SSDs, RAID1 2+2; V10."""


@pytest.mark.parametrize(
    ("files", "inode", "data", "headroom", "exact", "printed"),
    [
        (500e12 / 5e6, 2 * KIB, 0.0, 2, 381.47 * GIB, 400 * GIB),
        (2 * 500e12 / 5e6, 2 * KIB, 4 * KIB, 1, 1144.4 * GIB, 1200 * GIB),
        (20e6, 2 * KIB, 0.0, 2, 76.29 * GIB, 80 * GIB),
        (1e9, 2 * KIB, 64 * KIB, 2, 63.33 * TIB, 68 * TIB),
    ],
)
def test_space_that_lustre_prints(
    files: float, inode: float, data: float, headroom: float, exact: float, printed: float
) -> None:
    """The manual's 400 GiB are 381.5: it takes a million KiB for a GiB.

    With 4 KiB of Data-on-MDT its 1200 GiB are 1144.4, for twice the files; the wiki's 80 GiB for 20
    million files are 76.3, its 68 TiB for 10^9 files of 64 KiB on the MDT are 63.3, of which 59.6
    are data: only inodes are doubled.
    """
    found = metadata_space.metadata_space_needed_lustre(files, inode, data, headroom)
    assert found == pytest.approx(exact, rel=1e-4)
    # 400/381.47 = (2^20/1e6), 64/59.6 = (2^30/1e9): decimal counts x binary units
    factor = 2**30 / 1e9 if files == 1e9 else 2**20 / 1e6
    assert printed == pytest.approx(found * factor, rel=1e-9)


def test_ldiskfs() -> None:
    """2.56 TB at 2,560 bytes are 10^9 inodes; about four billion at most; DNE adds MDTs."""
    each = [extfs.target_inodes(size, 2560, MOST) for size in (2.56e12, 100e12)]
    assert each == [1e9, MOST]
    assert metadata.pools_inodes(4, each[1]) == 4 * MOST


def test_ldiskfs_with_data() -> None:
    """The data of small files leave room for fewer files than there are inodes."""
    assert metadata.files_per_target_ldiskfs_with_data(1e9, 2.4e12, 1536, 0) == 1e9
    assert metadata.files_per_target_ldiskfs_with_data(1e9, 2.4e12, 1536, 4096) == 2.4e12 // 5632


def test_zfs_takes_its_reserve_off_once() -> None:
    """A mirrored MDT has an inode for each 4 KiB of what `df` reports.

    The manual's "approximately 3 %" is ZFS's slop, 1/32, which `df` has lost already.
    """
    found = evaluated(site_of(RULES["zfs"]))
    tier, pool = "site/metadata:m", "site/metadata:m/pools:target"
    each = found[pool, "target_capacity"] // 4096
    assert found[pool, "files_per_target"] == each
    assert found[tier, "inodes"] == each * found[tier, "targets"]
    by_manual = found[pool, "pool_space"] * (1 - 0.03) // 4096
    assert each == pytest.approx(by_manual, rel=0.03)
    assert found["site", "inodes_available"] == found[tier, "inodes"]


def test_tiers_add_up() -> None:
    """The site's inodes are those of all its metadata tiers; its files spread over them."""
    found = evaluated(site_of(RULES["zfs"], {**RULES["given"], "name": "n"}))
    inodes = [found[f"site/metadata:{name}", "inodes"] for name in "mn"]
    assert found["site", "inodes_available"] == sum(inodes)
    files = [found[f"site/metadata:{name}", "tier_files"] for name in "mn"]
    assert sum(files) == pytest.approx(found["site", "files_expected"])
    assert files[0] / files[1] == pytest.approx(inodes[0] / inodes[1])


@given(st.floats(1e9, 1e16), st.floats(1e3, 1e9), st.floats(1e6, 1e11))
def test_inodes_or_bytes_run_out_first(planned: float, mean: float, inodes: float) -> None:
    """Inodes suffice exactly where the bytes that they serve reach the planned capacity."""
    files = metadata.files_when_full(planned, mean)
    enough = bool(metadata.inodes_suffice(inodes, files))
    limit = metadata.inode_limited_capacity(inodes, mean)
    near = limit == pytest.approx(planned)
    assert enough == (metadata.inodes_margin(inodes, files) >= 0) or near
    assert enough == bool(metadata.bytes_fill_first(limit, planned)) or near


def test_beegfs() -> None:
    """500 GB for 150 million files; 0.5 % of the data where there are fewer."""
    each = metadata_space.beegfs_space_per_file(500e9, 150e6)
    assert metadata_space.metadata_space_needed_beegfs(0.0, 0.005, 150e6, each) == pytest.approx(
        500e9
    )
    assert metadata_space.metadata_space_needed_beegfs(1e15, 0.005, 1e6, each) == 5e12
    assert metadata_space.metadata_space_needed_beegfs(1e15, 0.003, 1e6, each) == pytest.approx(
        3e12
    )


def test_beegfs_by_inodes_or_by_space() -> None:
    """Formatted as its makers advise, space is the limit; by mke2fs's default, the inodes are."""
    each = metadata_space.beegfs_space_per_file(500e9, 150e6)
    assert metadata.files_per_target_beegfs(500e9 // 2048, 500e9, each, 1) == pytest.approx(150e6)
    assert metadata.files_per_target_beegfs(500e9 // 16384, 500e9, each, 1) == 500e9 // 16384
    mirrored = metadata.files_per_target_beegfs(500e9 // 16384, 500e9, each, 2)
    assert mirrored == 500e9 // 16384 / 2


@pytest.mark.parametrize("drive", NETAPP)
def test_beegfs_beside_netapp(drive: float) -> None:
    """V10: NetApp's table counts about an inode for each 2 KiB of 2+2 SSDs, and up to 16 % more.

    It has no published formula, and larger SSDs have steps of their own. BeeGFS's own rule of space
    is more cautious than any row.
    """
    files = NETAPP[drive]
    by_inodes = metadata.files_per_target_ext(2 * drive // 2048, 1)
    assert by_inodes < files < 1.16 * by_inodes
    each = metadata_space.beegfs_space_per_file(500e9, 150e6)
    assert metadata.files_per_target_beegfs(by_inodes, 2 * drive, each, 1) < 0.62 * files


def test_gpfs() -> None:
    """At worst 20,000 files take 645 MiB, 40 million 1.23 TiB; typically 1 KiB a copy."""
    worst = [metadata_space.metadata_space_at_worst(n, 16.5 * KIB, 2) for n in (20e3, 40e6)]
    assert worst[0] == pytest.approx(645 * MIB, rel=1e-3)
    assert worst[1] == pytest.approx(1.2293 * TIB, rel=1e-4)
    assert metadata_space.metadata_space_needed_scale(1e6, KIB, 2) == 2e6 * KIB
    assert metadata.files_per_target_scale(2e6 * KIB, KIB, 2) == 1e6
    assert metadata_space.inodes_at_worst(worst[1], 16.5 * KIB, 2) == 40e6


@pytest.mark.parametrize(
    ("files", "mean", "units"),
    [(1e9, 64e3, 1e9), (1e9, 750e3, 2e9), (1e6, 129e6, 130e6), (10e6, 1.5e6, 30e6),
     (10e6, 3e6, 40e6)],
)  # fmt: skip
def test_weka(files: float, mean: float, units: float) -> None:
    """WEKA's examples of metadata units, with 4 KiB of flash and 20 bytes of memory each."""
    each = metadata_space.weka_units_per_file(mean, 1e6)
    found = metadata_space.weka_units(files, each, 0)
    assert found == units
    assert metadata_space.weka_metadata(found, 4096) == units * 4096
    assert metadata_space.weka_memory(found, 20) == units * 20
    assert metadata_space.weka_units(0, 1, 5) == 10


MIX: Said = {
    "sizes": [{"size": "1 kB", "share": 10 / 11}, {"size": "1 MB", "share": 1 / 11}],
    "count": 1.1e6,
}
SITES = {rule: with_data(rule, MIX) for rule in WITH_DATA}
"""1.1 million files: a million of 1 kB, a hundred thousand of 1 MB."""


def on_mdt(rule: InodeRule, threshold: float) -> dict[str, float]:
    """Evaluate the metadata tier whose targets hold the begin of each file up to a threshold."""
    found = evaluated(SITES[rule], {("site/metadata:m", "data_on_mdt"): threshold})
    return {name: x for (path, name), x in found.items() if path == "site/metadata:m"}


@pytest.mark.parametrize("rule", WITH_DATA)
def test_data_on_mdt(rule: InodeRule) -> None:
    """Each file's begin stands on the MDT, up to the threshold; Lockwood et al. 2019."""
    assert on_mdt(rule, 0.0)["mdt_data"] == 0
    assert on_mdt(rule, 65536.0)["mdt_data"] == pytest.approx(1e6 * 1e3 + 1e5 * 65536)
    assert on_mdt(rule, 1e9)["mdt_data"] == pytest.approx(1e6 * 1e3 + 1e5 * 1e6)
    space = {"zfs": 4096, "ldiskfs": 2048}[rule]
    assert on_mdt(rule, 0.0)["metadata_space_needed"] == pytest.approx(1.1e6 * space * 2)


@given(st.sampled_from(WITH_DATA), st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_larger_threshold_never_needs_less(rule: InodeRule, one: float, other: float) -> None:
    """More data on the MDT need more of its space, and leave no more inodes."""
    less, more = (on_mdt(rule, threshold) for threshold in sorted((one, other)))
    assert less["mdt_data"] <= more["mdt_data"]
    assert less["inodes"] >= more["inodes"]
