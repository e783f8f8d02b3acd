"""Every kind of target as a scenario says it, down to its capacity."""

from __future__ import annotations

import re

import pytest

from model import evaluate, load_scenario
from model.answers.capacity_steps import capacity_answers
from model.answers.explain import explain
from model.answers.summary import headline
from model.answers.targets import fill_bound
from model.answers.validation import validate
from model.errors import InputError
from model.units.figures import show_both
from report.statement import statement
from tests.one_tier import planned, scenario, usable
from ui.results.statement import text_of

TIB = 2.0**40


RAW = 3 * 4 * 12 * 4e12


NOTHING_LEFT = """
schema: ostimate.scenario/1
name: small
tiers:
  - name: t
    file_system: {system}
    blocks: 1
    servers: {{name: s, per_block: 6}}
    drives: {{name: d, per_server: 4, capacity: {size}}}
    target: {target}
"""


@pytest.mark.parametrize(
    ("system", "target", "size", "gone", "cause"),
    [
        (
            "scale",
            "{redundancy: declustered, layout: 4+2p}",
            "30 GB",
            "420 GB",
            "log homes and descriptors of a recovery group",
        ),
        (
            "none",
            "{redundancy: raid, layout: drive, format: xfs}",
            "50 MB",
            "1.2 GB",
            "structures of the file system",
        ),
    ],
)
def test_no_usable_bytes_have_a_reason(
    system: str, target: str, size: str, gone: str, cause: str
) -> None:
    """The first sentence says what takes all that there is."""
    text = NOTHING_LEFT.format(system=system, target=target, size=size)
    first = headline(evaluate(load_scenario("s.yaml", text)))
    reason = f"all {gone} that parity and spare space leave go to {cause}: plan larger drives"
    assert first.startswith(f"Usable 0 B (nothing is left of t: {reason}")
    larger = NOTHING_LEFT.format(system=system, target=target, size="4 TB")
    assert "nothing is left" not in headline(evaluate(load_scenario("s.yaml", larger)))


def test_a_layout_for_more_drives_than_there_are_is_the_reason() -> None:
    """Twelve drives in a server, and no other server reaches them: nothing is formatted."""
    text = NOTHING_LEFT.format(
        system="scale",
        target="{redundancy: declustered, layout: '8d+2p:24c:1s', format: scale}",
        size="4 TB",
    )
    text = text.replace("per_block: 6", "per_block: 2").replace("per_server: 4", "per_server: 12")
    first = headline(evaluate(load_scenario("s.yaml", text)))
    reason = "nothing is left of t: a target of its layout needs 24 drives, and has 12)"
    assert f"Usable 0 B ({reason}" in first
    assert "structures" not in first


@pytest.mark.parametrize(
    ("target", "file_system", "share"),
    [
        ("{redundancy: raid, layout: 'raid6:12', format: xfs}", "beegfs", 10 / 12),
        ("{redundancy: raid, layout: 'raid6:12', format: xfs, copies: 2}", "beegfs", 10 / 24),
        ("{redundancy: raid, layout: drive, format: none, copies: 3}", "none", 1 / 3),
        ("{redundancy: raid, layout: 'raid1:2', made_by: mdadm, format: ext4}", "none", 0.4674),
        ("{redundancy: raid, layout: 'raid10:4', format: ldiskfs}", "lustre", 0.4706),
        ("{redundancy: raid, layout: 'raid6:12', format: zfs}", "lustre", 0.824),
        ("{redundancy: raid, layout: 'raid6:12', format: zfs, made_by: array}", "zfs", 0.831),
        ("{layout: 'raidz2:12', copies: 2}", "beegfs", 0.7586 / 2),
        ("{layout: '2 x raidz2:6', copies: 3}", "zfs", 0.6627 / 3),
        ("{redundancy: raid, layout: 'raid6:12', format: zfs, copies: 2}", "lustre", 0.412),
        ("{redundancy: ceph, layout: 3-way}", "ceph", 0.95 / 3),
        ("{redundancy: ceph, layout: 8+3, full_ratio: 0.9}", "ceph", 0.9 * 8 / 11),
        ("{redundancy: ceph, layout: 2+1, failure_domain: block}", "ceph", 0.95 * 2 / 3),
        ("{redundancy: declustered, layout: 8+2p}", "scale", 0.7351),
        ("{redundancy: declustered, layout: 16+2p}", "scale", 0.815),
        ("{redundancy: raid, layout: 'raid6:12', format: scale}", "scale", 10 / 12),
        ("{redundancy: raid, layout: 'raid6:12'}", "scale", 10 / 12),
        ("{redundancy: declustered, layout: 4+2p, spare_drives: 0}", "scale", 0.656),
    ],
)
def test_each_kind_plans(target: str, file_system: str, share: float) -> None:
    """The share of the raw capacity that each kind leaves."""
    assert usable(target, file_system) / RAW == pytest.approx(share, rel=0.01)


@pytest.mark.parametrize("file_system", ["lustre", "zfs", "none"])
@pytest.mark.parametrize(
    "target", ["layout: 'raidz2:12'", "redundancy: raid, layout: 'raid6:12', format: zfs"]
)
def test_copies_on_zfs(target: str, file_system: str) -> None:
    """Twice each file: half of every capacity but the drives', and twice the bytes written."""
    files = "files: [{size: 5 MB}]"
    once = planned(f"{{{target}, {files}}}", file_system)
    twice = planned(f"{{{target}, {files}, copies: 2}}", file_system)
    at = "site/tiers:t"
    for name in ("usable", "stored", "planned", "files", "reference"):
        one = once[at, f"{name}_capacity"]
        assert twice[at, f"{name}_capacity"] == pytest.approx((one or 0) / 2)
    for name in ("raw_capacity", "listed_capacity"):
        assert twice[at, name] == once[at, name]
    assert twice[at, "write_amplification"] == 2 * (once[at, "write_amplification"] or 0)
    assert twice[at, "read_amplification"] == once[at, "read_amplification"]


@pytest.mark.parametrize("target", ["", "redundancy: raid, format: zfs, "])
@pytest.mark.parametrize(
    ("file_system", "passed"), [("lustre", 2), ("beegfs", 2), ("zfs", 1), ("none", 1)]
)
def test_copies_of_zfs_need_no_second_target(target: str, file_system: str, passed: int) -> None:
    """`copies=2` of ZFS writes each block twice to one pool; mirrors of files lie on two targets.

    Only the latter pass the ports of a server twice. Source: zfsprops(7), `copies`: they are
    stored on different disks of the pool, if possible.
    """
    layout = f"{{{target}layout: '{'raid6' if target else 'raidz2'}:12', copies: 2}}"
    text = scenario(
        layout, file_system, more="    network: {name: a port, per_server: 1, bandwidth: 10 GB/s}"
    )
    one_target = text.replace("blocks: 3", "blocks: 1").replace("per_block: 4", "per_block: 1")
    if passed > 1:
        with pytest.raises(InputError, match="2 copies need as many targets, but there are 1"):
            evaluate(load_scenario("s.yaml", one_target))
        one_target = one_target.replace("blocks: 1", "blocks: 2")
    results = evaluate(load_scenario("s.yaml", one_target))
    assert results["site/tiers:t", "nic_write_amplification"] == passed


@pytest.mark.parametrize(
    ("target", "file_system", "unit"),
    [
        ("{redundancy: raid, layout: drive, format: ext4, files: [{size: 6 KiB}]}", "none", 8192),
        ("{redundancy: ceph, layout: 4+2, files: [{size: 6 KiB}]}", "ceph", 16384),
        ("{redundancy: declustered, layout: 4+2p, files: [{size: 6 KiB}]}", "scale", 8192),
        (
            "{redundancy: declustered, layout: 8+2p, block_size: 16 MiB, files: [{size: 6 KiB}]}",
            "scale",
            16384,
        ),
        (
            "{redundancy: declustered, layout: 4+2p, subblock: 128 KiB, files: [{size: 6 KiB}]}",
            "scale",
            131072,
        ),
        ("{redundancy: declustered, layout: 3-way, files: [{size: 6 KiB}]}", "scale", 8192),
        (
            "{redundancy: raid, layout: 'raid6:12', format: scale, files: [{size: 6 KiB}]}",
            "scale",
            8192,
        ),
        (
            "{redundancy: raid, layout: 'raid6:12', format: scale, block_size: 16 MiB, "
            "files: [{size: 6 KiB}]}",
            "scale",
            16384,
        ),
        (
            "{redundancy: raid, layout: 'raid6:12', format: scale, block_size: 16 MiB, "
            "subblock: 512 KiB, files: [{size: 6 KiB}]}",
            "scale",
            524288,
        ),
        *(
            (
                "{redundancy: raid, layout: 'raid6:12', format: scale, "
                f"block_size: {block} KiB, files: [{{size: 6 KiB}}]}}",
                "scale",
                1024 * unit,
            )
            # document: IBM, Spectrum Scale variant sub-blocks (2018), and mmcrfs, Block size
            for block, unit in ((64, 2), (128, 4), (256, 8), (4096, 8), (8192, 16))
        ),
    ],
)
def test_small_files_take_whole_units(target: str, file_system: str, unit: int) -> None:
    """What files of 6 KiB leave of the usable bytes."""
    results = planned(target, file_system)
    stored, free = (
        results["site/tiers:t", name] for name in ("stored_capacity", "usable_capacity")
    )
    assert stored is not None
    assert free is not None
    assert stored / free == pytest.approx(6144 / (-(-6144 // unit) * unit))


def test_a_metadata_target_of_ldiskfs() -> None:
    """An MDT has an inode of 1 KiB for each 2,560 bytes, and 4 GiB of journal (mkfs.lustre)."""
    target = "{redundancy: raid, layout: 'raid10:4', format: ldiskfs}"
    results = planned(target, "lustre", holds="metadata")
    pool = "site/metadata:t/pools:target"
    assert results[pool, "target_inodes"] == 8e12 // 2560
    assert results[pool, "inode_tables"] == 8e12 // 2560 * 1024
    assert results[pool, "ext_journal"] == 2**32
    assert results[pool, "ext_osd_reserve"] == 1 / 128


EDISON = """
schema: ostimate.scenario/1
name: edison
tiers:
  - name: t
    file_system: lustre
    blocks: 12
    servers: {name: s, per_block: 2}
    enclosures: {name: e, per_block: 1}
    drives: {name: d, per_enclosure: 82, capacity: 3 TB}
    target: {declustered: "8d+2p:41c:2s", format: ldiskfs, per_block: 2}
"""
WHO_FORMATS = "t: it is unknown who formats its targets. mkfs.lustre's defaults are assumed"


def test_osts_of_a_clusterstor() -> None:
    """24 OSTs of NERSC's Edison (Sonexion): Size, and Used + Available, of `lfs df`.

    Source: NERSC/pytokio, tests/inputs/lfs-df.txt.gz; drives of 3 TB are inferred.
    """
    text = EDISON.replace("format: ldiskfs", "format: ldiskfs, made_by: clusterstor")
    results = evaluate(load_scenario("s.yaml", text))
    size, users = (results["site/tiers:t", of] for of in ("formatted_capacity", "usable_capacity"))
    assert size == pytest.approx(2230705799626752, rel=0.0015)
    assert users == pytest.approx(2207126682402816, rel=0.0015)
    assert not any(WHO_FORMATS in one for one in results.warnings)


SIZE_OF_AN_INODE = (("clusterstor", 1015.36, 0.0002), ("exascaler", 126.49, 0.001))
"""Size for each inode in KiB, as `statfs` has it in IO500's submissions 472 and 645."""


@pytest.mark.parametrize(("maker", "kib", "rel"), SIZE_OF_AN_INODE)
def test_inodes_of_appliances(maker: str, kib: float, rel: float) -> None:
    """Cray's ClusterStor (ARCHER2's test system, 2020) and EXAScaler (Leonardo, 2023)."""
    text = EDISON.replace("format: ldiskfs", f"format: ldiskfs, made_by: {maker}")
    results = evaluate(load_scenario("s.yaml", text))
    pool = "site/tiers:t/pools:target"
    size, inodes = (results[pool, of] or 0.0 for of in ("formatted_capacity", "target_inodes"))
    assert size / inodes == pytest.approx(kib * 1024, rel=rel)


def test_an_ost_of_an_exascaler() -> None:
    """AI400X2, 33 TiB: inodes as counted, Size and what users may fill within 0.001 %.

    Source: whamcloud/lustrefs-exporter, fixtures of lustre-2.14.0_ddn133 (filestotal, kbytestotal,
    kbytesfree less kbytesavail). 16 MiB of that difference are ext4's reserved clusters.
    """
    text = EDISON.replace("capacity: 3 TB", "capacity: 33 TiB").replace(
        'declustered: "8d+2p:41c:2s"', "redundancy: raid, layout: drive, made_by: exascaler"
    )
    results = evaluate(load_scenario("s.yaml", text))
    pool = "site/tiers:t/pools:target"
    assert results[pool, "target_inodes"] == 276824064
    assert results[pool, "formatted_capacity"] == pytest.approx(35016088872 * 1024, rel=1e-5)
    kept = (31831867004 - 31477515820 - 16384) * 1024
    size, users = (results[pool, of] or 0 for of in ("formatted_capacity", "target_capacity"))
    assert size - users == pytest.approx(kept, rel=1e-4)


def test_an_mdt_of_an_exascaler() -> None:
    """Its MDTs keep 1 % too, but have an inode for each 2,560 bytes (AI400X2, ddn125)."""
    target = "{redundancy: raid, layout: 'raid10:4', format: ldiskfs, made_by: exascaler}"
    results = planned(target, "lustre", holds="metadata")
    pool = "site/metadata:t/pools:target"
    assert results[pool, "ext_reserve"] == 0.01
    assert results[pool, "target_inodes"] == 8e12 // 2560


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("format: ldiskfs", True),
        ("format: ldiskfs, made_by: array", True),
        ("format: ldiskfs, made_by: mkfs", False),
        ("format: ldiskfs, made_by: exascaler", False),
        ("format: ldiskfs, reserve: default", False),
        ("format: ldiskfs, inode_ratio: 128 KiB", False),
    ],
)
def test_who_formats_is_asked_of_what_may_be_an_appliance(written: str, asked: bool) -> None:
    """Of declustered arrays, and of groups in an array of the catalog, but not of drives."""
    text = EDISON.replace("format: ldiskfs", written)
    in_array = text.replace("{name: e,", "{part: dell-me4084,").replace(
        'declustered: "8d+2p:41c:2s"', "redundancy: raid, layout: 'raid6:10'"
    )
    plain = in_array.replace("{part: dell-me4084,", "{name: e,")
    for one, expected in ((text, asked), (in_array, asked), (plain, False)):
        warnings = evaluate(load_scenario("s.yaml", one)).warnings
        assert any(WHO_FORMATS in words for words in warnings) is expected


SMALL = """
schema: ostimate.scenario/1
name: small
tiers:
  - name: t
    file_system: lustre
    blocks: 1
    servers: {{name: s, per_block: 1}}
    drives: {{name: d, per_server: 2, capacity: {ost}}}
    target: {{redundancy: raid, layout: drive, format: ldiskfs}}
  - name: m
    holds: metadata
    file_system: lustre
    blocks: 1
    servers: {{name: s, per_block: 1}}
    drives: {{name: d, per_server: 1, capacity: {mdt}}}
    target: {{redundancy: raid, layout: drive, format: ldiskfs}}
"""


def test_the_journal_of_a_small_target_is_a_share_of_it() -> None:
    """4 % of the device at most, in MiB: Lustre lustre/utils/libmount_utils_ldiskfs.c.

    An OST of 10 GiB (a tutorial of 2018) has 9.2 GiB; an MDT of 4.5 GiB 2,602,832 KiB (fixture
    ex8761 of whamcloud/lustrefs-exporter; its 1,885,696 inodes give its size).
    """
    results = evaluate(load_scenario("s.yaml", SMALL.format(ost="10 GiB", mdt="4.5 GiB")))
    ost, mdt = "site/tiers:t/pools:target", "site/metadata:m/pools:target"
    assert results[ost, "ext_journal"] == 409 * 2**20
    assert results[ost, "formatted_capacity"] == pytest.approx(9.2 * 2**30, rel=0.01)
    assert results[mdt, "ext_journal"] == 184 * 2**20
    assert results[mdt, "formatted_capacity"] == pytest.approx(2602832 * 1024, rel=0.03)


def test_an_mdt_of_10_gib_is_made() -> None:
    """It shows 5.6 GiB; from 100 GiB on the journal has its 4 GiB, on an OST from 25 GiB on 1."""
    mdt, ost = "site/metadata:m/pools:target", "site/tiers:t/pools:target"
    small = evaluate(load_scenario("s.yaml", SMALL.format(ost="24 GiB", mdt="10 GiB")))
    assert small[mdt, "formatted_capacity"] == pytest.approx(5.6 * 2**30, rel=0.01)
    assert small[ost, "ext_journal"] == 983 * 2**20
    large = evaluate(load_scenario("s.yaml", SMALL.format(ost="26 GiB", mdt="101 GiB")))
    assert large[mdt, "ext_journal"] == 2**32
    assert large[ost, "ext_journal"] == 2**30


def test_mkfs_lustre_makes_nothing_below_32_mb() -> None:
    with pytest.raises(InputError, match=r"refuses targets below 33\.16 MB, and these have 33 MB"):
        evaluate(load_scenario("s.yaml", SMALL.format(ost="1 TB", mdt="33 MB")))


def test_a_stated_reserve_overrides_who_formats() -> None:
    """What is stated counts, whoever formats; mkfs.lustre's defaults keep 5 %."""
    for written, reserve, ratio in (
        ("made_by: exascaler, reserve: 3 %", 0.03, 2**17),
        ("made_by: exascaler, inode_ratio: 1 MiB", 0.01, 2**20),
        ("made_by: mkfs", 0.05, 2**20),
    ):
        text = EDISON.replace("format: ldiskfs", f"format: ldiskfs, {written}")
        results = evaluate(load_scenario("s.yaml", text))
        pool = "site/tiers:t/pools:target"
        assert results[pool, "ext_reserve"] == reserve
        assert results[pool, "ext_inode_ratio"] == ratio


@pytest.mark.parametrize(
    ("layout", "block", "granularity"),
    [
        ("8+2p", "4 MiB", 8192),
        ("8+3p", "8 MiB", 32768),
        ("4+2p", "2 MiB", 8192),
        ("4+3p", "4 MiB", 32768),
    ],
)
def test_flash_has_small_checksums(layout: str, block: str, granularity: int) -> None:
    """IBM's estimator takes 8 KiB under a checksum on flash with small blocks, else 32 KiB."""
    target = f"{{redundancy: declustered, layout: {layout}, block_size: {block}}}"
    text = scenario(target, "scale").replace(
        "name: a drive, per_server: 12, capacity: 4 TB",
        "part: samsung-pm9a3-7680gb, per_server: 12",
    )
    results = evaluate(load_scenario("s.yaml", text))
    assert results["site/tiers:t/pools:target", "checksum_granularity"] == granularity


def test_cephs_fill_limit_is_its_own_or_lower() -> None:
    """A policy can only lower what Ceph's ratios allow."""
    target = "{redundancy: ceph, layout: 3-way}"
    plain = planned(target, "ceph")["site/tiers:t", "fill_limit"]
    assert plain == pytest.approx(0.9 * 11 / 12 / 0.95)
    low = planned(target, "ceph", more="    policy: {fill_limit: 0.5}")
    assert low["site/tiers:t", "fill_limit"] == 0.5
    high = planned(target, "ceph", more="    policy: {fill_limit: 1}")
    assert high["site/tiers:t", "fill_limit"] == plain


@pytest.mark.parametrize(
    ("target", "bound", "limit"),
    [
        ("layout: 3-way", "rebuild what the loss of 1 server takes", 0.9 * 11 / 12 / 0.95),
        ("layout: 3-way, domains_lost: 0", "nearfull", 0.85 / 0.95),
        ("layout: 3-way, domains_lost: 3", "the loss of 3 servers takes", 0.9 * 9 / 12 / 0.95),
        (
            "layout: 3-way, domains_lost: 0, nearfull_ratio: 0.95, backfillfull_ratio: 0.95",
            "Ceph's full ratio",
            1,
        ),
    ],
)
def test_what_bounds_cephs_fill(target: str, bound: str, limit: float) -> None:
    """The tightest of its ratios and the room for what is lost says so, in every text."""
    results = planned(f"{{redundancy: ceph, {target}}}", "ceph")
    assert results["site/tiers:t", "fill_limit"] == pytest.approx(limit)
    said = fill_bound(results.values, "site/tiers:t", results.plan.scenario.tiers[1])
    assert bound in said
    answers = {answer.address[1]: answer for answer in capacity_answers(results, "site/tiers:t")}
    assert said in answers["planned_capacity"].meaning
    assert said in " ".join(text_of(statement(results)).split())


def test_the_scenarios_own_limit_bounds_ceph() -> None:
    policy = "    policy: {fill_limit: 0.5}"
    results = planned("{redundancy: ceph, layout: 3-way}", "ceph", more=policy)
    tier = results.plan.scenario.tiers[1]
    assert fill_bound(results.values, "site/tiers:t", tier) == "the scenario's fill limit"


def test_what_an_osd_keeps_back() -> None:
    """A tenth of each drive for its database is a tenth less."""
    whole = usable("{redundancy: ceph, layout: 3-way}", "ceph")
    less = usable("{redundancy: ceph, layout: 3-way, kept_back: 400 GB}", "ceph")
    assert less == pytest.approx(0.9 * whole)


@pytest.mark.parametrize(
    ("target", "warns"),
    [
        ("layout: 8+4", True),
        ("layout: 8+3", False),
        ("layout: 8+3, domains_lost: 2", True),
        ("layout: 2+1, failure_domain: block", True),
    ],
)
def test_a_code_over_all_domains_has_no_place_to_rebuild(target: str, warns: bool) -> None:
    """12 servers in 3 blocks: as many strips as domains leave none for what is lost."""
    found = planned(f"{{redundancy: ceph, {target}}}", "ceph").warnings
    assert any("be rebuilt" in warning for warning in found) == warns


@pytest.mark.parametrize("code", ["8+3", "4+2", "3-way", "1-way"])
def test_room_for_more_that_is_lost_never_plans_more(code: str) -> None:
    """Of 12 servers: what can't be rebuilt takes no room, but what can be before it does."""
    limits = [
        planned(f"{{redundancy: ceph, layout: {code}, domains_lost: {lost}}}", "ceph")[
            "site/tiers:t", "fill_limit"
        ]
        for lost in range(12)
    ]
    assert limits == sorted(limits, reverse=True)
    nearfull = 0.85 / 0.95
    assert limits[0] == pytest.approx(nearfull)
    least = {"8+3": 11 / 12, "4+2": 6 / 12, "3-way": 3 / 12, "1-way": 1}[code] * 0.9 / 0.95
    assert limits[-1] == pytest.approx(min(nearfull, least))


@pytest.mark.parametrize(
    ("target", "file_system", "loses"),
    [
        ("redundancy: ceph, layout: 1-way", "ceph", "parts of nearly all large files"),
        ("redundancy: raid, layout: drive, format: scale", "scale", "parts of nearly all large"),
        ("redundancy: raid, layout: drive, format: xfs", "beegfs", "its target's files"),
    ],
)
def test_what_a_drive_without_parity_takes_along(target: str, file_system: str, loses: str) -> None:
    text = " ".join(text_of(statement(planned(f"{{{target}}}", file_system))).split())
    assert f"each lost drive loses {loses}" in text


def test_copies_in_one_enclosure_go_with_it() -> None:
    """Two copies in the only enclosure, or in two of them."""
    drives = "{name: d, per_enclosure: 60, capacity: 4 TB}"
    target = "{redundancy: raid, layout: 'raid6:10', format: xfs, copies: 2}"
    for enclosures, survives in ((1, 0.0), (2, 1.0)):
        text = scenario(target, "beegfs").replace("blocks: 3", "blocks: 1")
        text = text.replace(
            "drives: {name: a drive, per_server: 12, capacity: 4 TB}",
            f"enclosures: {{name: e, per_block: {enclosures}}}\n    drives: {drives}",
        )
        results = evaluate(load_scenario("s.yaml", text))
        assert results["site/tiers:t", "survives_enclosure_loss"] == survives


def test_what_can_be_made_anew_of_what_is_lost() -> None:
    two = planned("{redundancy: ceph, layout: 8+3, domains_lost: 2}", "ceph").warnings
    assert any("only the data of 1 can be rebuilt" in said for said in two)


@pytest.mark.parametrize(
    ("target", "warns"),
    [("", True), (", reserved_spares: 8", False), (", per_block: 3", True)],
)
def test_drives_left_over_are_said(target: str, warns: bool) -> None:
    """4 x 10 of a block's 48 drives leave 8, which nobody asked for; 4 x 11 leave 4, in bounds."""
    found = planned(f"{{layout: 'raidz2:10'{target}}}", "zfs").warnings
    assert any("drives are in no target" in warning for warning in found) == warns
    found = planned(f"{{layout: 'raidz2:11'{target.replace('8', '4')}}}", "zfs").warnings
    assert any("in no target" in warning for warning in found) == ("per_block" in target)


def test_xfs_is_at_most() -> None:
    """Its log is taken off; what it keeps for trees isn't known, and is said."""
    results = planned("{redundancy: raid, layout: 'raid6:12', format: xfs}", "beegfs")
    assert results["site/tiers:t/pools:target", "xfs_log"] == 521728 * 4096
    assert any("usable capacity is 'at most': the XFS" in text for text in results.warnings)


def test_what_is_not_redundant_is_said() -> None:
    """Single drives behind a cache: two warnings, and a third where the caches don't fit."""
    cache = "    cache: {name: flash, per_server: 1, capacity: 1 TB, per_drive: 1 TB}"
    found = planned("{redundancy: raid, layout: drive, format: ext4}", "none", more=cache).warnings
    for words in ("no redundancy", "losing a cache drive", "caches don't fit"):
        assert any(words in warning for warning in found)


@pytest.mark.parametrize(
    ("target", "file_system", "has", "needs"),
    [
        ("{layout: 'raidz2:24'}", "lustre", 12, 24),  # no target spans servers
        ("{redundancy: raid, layout: 'raid6:20', format: ldiskfs}", "lustre", 12, 20),
        ("{redundancy: raid, layout: 'raid0:99', format: xfs}", "none", 12, 99),
        ("{layout: 'raidz2:12', reserved_spares: 40}", "lustre", 8, 12),
        ("{layout: 'raidz2:12', reserved_spares: 48}", "lustre", 0, 12),
        ("{layout: 'raidz2:12', reserved_spares: 36}", "lustre", 12, 12),
    ],
)
def test_a_layout_that_is_too_wide_is_a_design_that_doesnt_fit(
    target: str, file_system: str, has: float, needs: float
) -> None:
    """It has no targets, holds nothing, and says how many drives there are and are needed."""
    results = planned(target, file_system)
    assert results["site/tiers:t", "drives_for_target"] == has
    assert results["site/tiers:t", "all_drives_per_target"] == needs
    assert results.truth("site/tiers:t", "layout_fits") is (has >= needs)
    if has < needs:
        assert results.truth("site", "design_fits") is False
        assert results["site/tiers:t", "targets"] == 0
        assert results["site/tiers:t", "usable_capacity"] == 0
        assert "t: the layout needs more drives than a target can have" in results.warnings


def in_enclosures(code: str, enclosures: int, more: str = "") -> str:
    """Give a building block of two servers that share enclosures, as IBM's ESS."""
    text = scenario(f"{{redundancy: declustered, layout: {code}{more}}}", "scale")
    text = text.replace("per_block: 4}", "per_block: 2}")
    return text.replace(
        "drives: {name: a drive, per_server: 12,",
        f"enclosures: {{name: e, per_block: {enclosures}}}\n    "
        f"drives: {{name: a drive, per_enclosure: {96 // enclosures},",
    )


@pytest.mark.parametrize("spares", [", spare_drives: 0", ", spare_drives: 4"])
def test_a_recovery_group_in_shared_enclosures(spares: str) -> None:
    """Two servers with half of the block's drives each, as IBM's planner counts them, hold as much
    as two that share these.
    """
    shared = evaluate(load_scenario("s.yaml", in_enclosures("8+2p", 4, spares)))
    target = f"{{redundancy: declustered, layout: 8+2p{spares}}}"
    text = scenario(target, "scale").replace("per_block: 4}", "per_block: 2}")
    apart = evaluate(load_scenario("s.yaml", text.replace("per_server: 12", "per_server: 48")))
    for name in ("raw_capacity", "usable_capacity", "distributed_spare_capacity"):
        assert shared["site/tiers:t", name] == apart["site/tiers:t", name]
    assert "Storage Scale" in " ".join(text_of(statement(shared)).split())


@pytest.mark.parametrize(
    ("code", "enclosures", "survives"),
    [("8+2p", 4, 0), ("8+3p", 4, 1), ("8+3p", 3, 0), ("4+2p", 3, 1), ("3-way", 2, 1)],
)
def test_which_codes_survive_an_enclosure(code: str, enclosures: int, survives: int) -> None:
    """Strips spread evenly: no enclosure may hold more of a stripe than its parity."""
    found = evaluate(load_scenario("s.yaml", in_enclosures(code, enclosures)))
    assert found["site/tiers:t", "survives_enclosure_loss"] == survives


def test_servers_that_share_drives_pass_no_copies_on() -> None:
    """Copies in shared enclosures go from one server to the drives, not over the network.

    Where each of four servers has drives of its own, three in four copies go to another.
    """
    network = "    network: {name: n, per_server: 1, ports: 1}\n"
    text = in_enclosures("3-way", 2) + network
    found = evaluate(load_scenario("s.yaml", text))
    assert found["site/tiers:t", "nic_write_amplification"] == 1
    alone = planned("{redundancy: declustered, layout: 3-way}", "scale", more=network)
    assert alone["site/tiers:t", "nic_write_amplification"] == 1 + 3 * 3 / 4


def test_copies_take_the_largest_block_that_they_can() -> None:
    """Replication of Storage Scale RAID has blocks of 2 MiB at most."""
    pool = "site/tiers:t/pools:target"
    for layout, block in (("3-way", 2), ("8+2p", 4)):
        found = planned(f"{{redundancy: declustered, layout: {layout}}}", "scale")
        assert found[pool, "file_block"] == block * 2**20


def test_metadata_of_scale_on_raid() -> None:
    """Scale's rule for inodes holds whatever its disks are."""
    target = "{redundancy: raid, layout: 'raid1:2', format: scale}"
    found = planned(target, "scale", holds="metadata")
    usable_bytes = found["site/metadata:t", "usable_capacity"]
    assert found["site/metadata:t", "inodes_at_worst"] == (usable_bytes or 0) // (2 * 16896)
    assert any("Storage Scale inodes, maps and logs" in text for text in found.warnings)


def test_arrays_make_their_parity_behind_the_cables() -> None:
    """What servers write to an array is no more than what clients write."""
    text = scenario("{redundancy: raid, layout: 'raid6:10', format: xfs}", "none").replace(
        "drives: {name: a drive, per_server: 12,",
        "adapters: {part: broadcom-9300-8e, per_server: 1}\n    "
        "enclosures: {part: netapp-e5460, per_block: 1, write_bandwidth: 3 GB/s}\n    "
        "drives: {name: a drive, per_enclosure: 60, write_bandwidth: 200 MB/s,",
    )
    results = evaluate(load_scenario("s.yaml", text))
    state = "site/tiers:t/healthy:healthy"
    rate = results["site/tiers:t", "hba_rate"]
    assert rate is not None
    assert results[state, "hba_write_stage"] == rate
    assert results[state, "array_write_stage"] == 3e9 / 4
    assert results[state, "array_read_stage"] is None
    jbod = text.replace("part: netapp-e5460", "name: JBOD").replace(", write_bandwidth: 3 GB/s", "")
    values = evaluate(load_scenario("s.yaml", jbod))
    assert values[state, "hba_write_stage"] == pytest.approx(0.8 * rate)


SHARED = "    states: {failover: true}"


@pytest.mark.parametrize(
    ("target", "more", "targets"),
    [
        ("layout: 'raidz2:10'", "", 4),  # one of each server's 12, two of which are left
        ("layout: 'raidz2:10', reserved_spares: 8", "", 4),  # the spares are those left over
        ("layout: 'raidz2:10', reserved_spares: 9", "", 3),
        ("layout: 'raidz2:5'", "", 8),
        ("layout: 'raidz2:5'", SHARED, 9),  # of 48 that all four servers reach
        ("layout: 'raidz2:24'", SHARED, 2),
        ("redundancy: raid, layout: 'raid6:5', format: ldiskfs", "", 8),
    ],
)
def test_a_target_is_made_of_drives_that_one_server_reaches(
    target: str, more: str, targets: int
) -> None:
    results = planned(f"{{{target}}}", "lustre", more=more)
    assert results["site/tiers:t", "targets_per_block"] == targets


OST = "{{redundancy: raid, layout: 'raid6:12', format: ldiskfs{more}}}"


def test_df_has_two_answers() -> None:
    """df's Size counts what root keeps, 5 % of all blocks (mke2fs -m); users fill the rest."""
    results = planned(OST.format(more=""), "lustre")
    size, users = (results["site/tiers:t", f"{n}_capacity"] for n in ("formatted", "usable"))
    assert size is not None
    assert users is not None
    assert size - users == pytest.approx(
        0.05 * results["site/tiers:t/pools:target", "pools_exported_capacity"]
    )
    said = " ".join(text_of(statement(results)).split())
    assert f"its Size is {show_both(size)}, including 5 % reserved for root" in said
    assert "Size reported by df" in said
    answers = {answer.label: answer.value for answer in capacity_answers(results, "site/tiers:t")}
    assert answers["df: Size"] == size
    assert answers["Usable: df's used + available"] == users
    assert "used + available in `df` for the empty file system (its Size is" in headline(results)


@pytest.mark.parametrize(("said", "share"), [("none", 0), ("default", 0.05), ("1 %", 0.01)])
def test_what_root_keeps_is_a_choice(said: str, share: float) -> None:
    """None, the default of mke2fs, or a share; where nothing is kept there is one answer."""
    results = planned(OST.format(more=f", reserve: {said}"), "lustre")
    assert results["site/tiers:t/pools:target", "ext_reserve"] == share
    known = explain(results, "site/tiers:t/pools:target", "ext_reserve").provenance
    source = known.source if known else ""
    assert ("mke2fs" in source) is (said == "default")
    assert ("its Size" in headline(results)) is (share > 0)


def test_fir_as_io500_saw_it() -> None:
    """Stanford's Fir: 96 OSTs of 8+2 drives of 8 TB; statfs says 5,542.1 TiB, root's share too."""
    text = scenario(OST.format(more="").replace("12", "10"), "lustre", more=FIR)
    text = text.replace("capacity: 4 TB", "capacity: 8 TB").replace(
        "per_server: 12", "per_server: 20"
    )
    rows = {
        row.figure: row
        for row in validate(load_scenario("s.yaml", text.replace("blocks: 3", "blocks: 12")))
    }
    assert rows["statfs"].within
    assert rows["statfs"].compares == "statfs (df: Size)"
    assert rows["users"].compares == "users (df: used + available)"


FIR = """
published:
  - {figure: statfs, quantity: t.formatted_capacity, value: 5542.1 TiB, kind: derived,
     tolerance: 0.001}
  - {figure: users, quantity: t.usable_capacity, value: 5542.1 TiB, kind: data}
"""


@pytest.mark.parametrize(
    "target",
    [
        "{redundancy: raid, layout: 'declustered:8d+2p:12c:2s', format: ldiskfs}",
        "{redundancy: declustered, layout: '8d+2p:12c:2s', format: ldiskfs}",
        "{declustered: '8d+2p:12c:2s', format: ldiskfs}",
    ],
)
def test_a_declustered_array_however_it_is_said(target: str) -> None:
    """Lustre takes declustered arrays; their spare space is a step of its own, and named."""
    results = planned(target, "lustre")
    assert results["site/tiers:t", "distributed_spare_capacity"] == 12 * 2 * 4e12
    text = " ".join(text_of(statement(results)).split())
    assert "declustered:8d+2p:12c:2s, declustered RAID, ldiskfs" in text


@pytest.mark.parametrize(
    ("target", "holds", "size", "warned"),
    [
        ("{layout: '4 x raidz2:12'}", "data", "24 TB", False),
        ("{layout: '4 x raidz2:12'}", "data", "32 TB", True),
        (OST.format(more="").replace("raid6:12", "4 x raid6:12"), "data", "30 TB", True),
        ("{redundancy: raid, layout: 'raid10:4', format: ldiskfs}", "metadata", "8 TB", False),
        ("{redundancy: raid, layout: 'raid10:4', format: ldiskfs}", "metadata", "10 TB", True),
        ("{layout: '2 x mirror:2'}", "metadata", "30 TB", False),
    ],
)
def test_targets_larger_than_lustre_documents(
    target: str, holds: str, size: str, warned: bool
) -> None:
    """Lustre's manual, table 1: an OST of 1024 TiB, an MDT of 16 TiB on ldiskfs, 64 TiB on ZFS."""
    more = "    states: {failover: true}"
    text = scenario(target, "lustre", holds=holds, more=more).replace("4 TB", size)
    said = [w for w in evaluate(load_scenario("s.yaml", text)).warnings if "Lustre documents" in w]
    assert bool(said) is warned
    assert all("ch. 1, table 1" in warning for warning in said)


def test_a_tier_as_given_isnt_free() -> None:
    """Its cost is unknown unless somebody says it, or that it is owned already."""
    text = scenario("{layout: 'raidz2:12'}", "lustre")
    given = "given: {capacity: 1 PB}"
    unknown = evaluate(load_scenario("s.yaml", text))
    assert unknown["site/tiers:other", "tier_cost"] is None
    assert unknown["site/tiers:other", "unknown_tier_cost"] == 1
    owned = evaluate(load_scenario("s.yaml", text.replace(given, f"{given}\n    owned: true")))
    assert owned["site/tiers:other", "tier_cost"] == 0
    bought = "equipment: {name: an array, price: 90000 EUR, power: 3 kW}"
    priced = evaluate(load_scenario("s.yaml", text.replace(given, f"{given}\n    {bought}")))
    assert priced["site/tiers:other", "tier_cost"] == 90000
    assert priced["site/tiers:other", "tier_power"] == 3000
    both = f"{given}\n    owned: true\n    {bought}"
    with pytest.raises(InputError, match="write either 'owned' or a price"):
        load_scenario("s.yaml", text.replace(given, both))


JOURNALED = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: none
    blocks: 1
    servers: {{name: a, per_block: 1, price: 1 EUR}}
    drives: {{name: d, capacity: {size} B, per_server: 4}}
    target: {{redundancy: raid, layout: drive, format: ext4}}
"""


def test_a_journal_leaves_as_much_again() -> None:
    """Inodes of 256 B for each 16 KiB aside, a target has two journals of a GiB, or isn't made."""
    left = 1 - 256 / 16384
    for journals, made in ((2.5, True), (1.9, False)):
        text = JOURNALED.format(size=round(journals * 2**30 / left))
        if made:
            assert evaluate(load_scenario("s.yaml", text))["site", "usable_capacity"]
        else:
            with pytest.raises(InputError, match="for files and a journal"):
                evaluate(load_scenario("s.yaml", text))


def test_a_server_is_one_piece_unless_its_chassis_holds_more() -> None:
    """The bill has a line for each server where nobody says otherwise."""
    text = JOURNALED.format(size=4 * 10**12).replace("blocks: 1", "blocks: 3")
    results = evaluate(load_scenario("s.yaml", text))
    assert results["site/tiers:t/lines:servers", "line_count"] == 3
    assert results["site", "known_capital_cost"] == 3


def test_a_block_may_spare_all_that_a_stripe_leaves() -> None:
    """Of 48 drives a stripe of 4+2 leaves 42: so many may be spare, and one more may not."""
    target = "{{redundancy: declustered, layout: 4+2p, spare_drives: {}}}"
    assert planned(target.format(42), "scale").plan.root
    with pytest.raises(InputError, match="write 42 at most"):
        planned(target.format(43), "scale")


TOO_MANY = "the drives of a block suffice for fewer targets"


@pytest.mark.parametrize(
    ("target", "stated", "made"),
    [
        ("layout: 'raidz2:10'", 5, 4),  # one of each server's 12
        ("layout: 'raidz2:10', reserved_spares: 9", 4, 3),
        ("redundancy: raid, layout: 'raid6:5', format: ldiskfs", 100, 8),
    ],
)
def test_more_targets_than_drives_make_cant_be_built(target: str, stated: int, made: int) -> None:
    """It is a result with its reason; nothing is counted of targets that aren't there."""
    results = planned(f"{{{target}, per_block: {stated}}}", "lustre")
    assert results["site/tiers:t", "targets_per_block"] == made
    assert (results["site/tiers:t", "spare_drives_per_block"] or 0) >= 0
    assert results["site/tiers:t", "targets_fit"] == 0
    assert headline(results).startswith(f"Can't be built: t: {TOO_MANY}; ")
    fewer = planned(f"{{{target}, per_block: {made}}}", "lustre")
    assert fewer["site/tiers:t", "targets_fit"] == 1
    for figure in ("usable_capacity", "write_bandwidth_bound"):
        assert fewer["site/tiers:t", figure] == results["site/tiers:t", figure]


ON_ONE_ARRAY = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: lustre
    blocks: 2
    servers: {name: server, per_block: 2}
    network: {name: port, per_server: 1, ports: 1, bandwidth: 50 GB/s}
    enclosures: {name: array, per_block: 1, bays: 24}
    drives: {name: NVMe, per_enclosure: 24, capacity: 4 TB, read_bandwidth: 4 GB/s,
             write_bandwidth: 4 GB/s, surface_factor: 1}
    target: {redundancy: raid, layout: "declustered:8d+2p:24c:1s", format: ldiskfs}
"""


def test_an_array_carries_several_targets() -> None:
    """Two LUNs on an array of 24 drives: one for each server, and as much capacity in all.

    The array writes 23 x 8/10 x 4 GB/s of 24 drives: 76.8 by their stage, 2 x 50 by ports.
    """
    one = evaluate(load_scenario("s.yaml", ON_ONE_ARRAY))
    text = ON_ONE_ARRAY.replace("format: ldiskfs", "format: ldiskfs, per_array: 2")
    two = evaluate(load_scenario("s.yaml", text))
    at = "site/tiers:t"
    assert (one[at, "targets_per_block"], two[at, "targets_per_block"]) == (1, 2)
    for name in ("raw_capacity", "exported_capacity", "distributed_spare_capacity"):
        assert two[at, name] == pytest.approx(one[at, name])
    assert two[at, "spare_drives_per_block"] == one[at, "spare_drives_per_block"] == 0
    assert one[at, "write_bandwidth_bound"] == pytest.approx(2 * 50e9)
    assert two[at, "write_bandwidth_bound"] == pytest.approx(2 * 76.8e9)
    rebuilding = two[f"{at}/states:drive rebuilding", "degraded_write_bandwidth_bound"]
    assert rebuilding == pytest.approx(1.7 * 76.8e9)  # both targets of one array, by 30 %
    four = evaluate(load_scenario("s.yaml", text.replace("per_array: 2", "per_array: 4")))
    assert four[at, "targets_per_server"] == 2
    rebuilding = four[f"{at}/states:drive rebuilding", "degraded_write_bandwidth_bound"]
    assert rebuilding == pytest.approx(1.7 * 76.8e9)


@pytest.mark.parametrize(
    ("target", "remedy"),
    [
        ("layout: 'raid6:12', format: xfs, per_array: 2", "belongs to declustered arrays"),
        ("layout: 'adapt:12', format: zfs, per_array: 2", "without a pool of ZFS: leave it out"),
        ("layout: '2 x adapt:12', format: xfs, per_array: 2", "write the layout of one array"),
        ("layout: 'adapt:24', format: xfs, per_array: 2, per_block: 3", "write a multiple of 2"),
        ("layout: 'adapt:31', format: xfs, per_array: 4", "write 'target.per_block: 4'"),
    ],
)
def test_arrays_carry_whole_numbers_of_targets(target: str, remedy: str) -> None:
    text = ON_ONE_ARRAY.replace(
        'layout: "declustered:8d+2p:24c:1s", format: ldiskfs', target
    ).replace("per_enclosure: 24", "per_enclosure: 48")
    with pytest.raises(InputError, match=re.escape(remedy)):
        evaluate(load_scenario("s.yaml", text))
