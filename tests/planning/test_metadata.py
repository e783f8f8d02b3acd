"""Scenarios that say their files and clients: inodes of each kind of target, memory, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from model.answers.metadata import INODES_NOTE, count, inodes_are_bound
from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.answers.summary import inodes_sentence
from model.commands.overview import print_plan
from model.design.scenario import edited, load_scenario
from model.errors import InputError
from model.units.figures import THIN

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DATA, MDTS = "site/tiers:project", "site/metadata:metadata"
CLIENTS = {"nodes": 1024, "cores": 32, "login_nodes": 12, "working_set": 20000000}
SIZES = {"sizes": [{"size": "4 KiB", "share": 0.6}, {"size": "5 MB", "share": 0.4}]}
GIB = 2.0**30

TEXT = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: d
    given: {capacity: 1 PB}
  - name: m
    holds: metadata
    file_system: FILE_SYSTEM
    blocks: 2
    servers: {name: a server, per_block: 2}
    drives: {name: a drive, per_server: 6, capacity: 2 TB}
    states: {failover: true}
    target: TARGET
"""


def beluga(**changes: Any) -> Results:
    scenario = load_scenario(SCENARIOS / "beluga.yaml")
    return evaluate(edited(scenario, {"files": None, "clients": None, **changes}))


def small(file_system: str, target: str, more: str = "files: {mean_size: 1 MB}") -> Results:
    text = TEXT.replace("FILE_SYSTEM", file_system).replace("TARGET", target)
    return evaluate(load_scenario("s.yaml", f"{text}{more}\n"))


@pytest.mark.parametrize(
    ("file_system", "target", "inodes"),
    [
        # 12 drives of 2 TB in a block, 3 targets of 2+2: 4 TB each, 6 targets in all
        ("lustre", "{redundancy: raid, layout: 'raid10:4', format: ldiskfs}", 6 * (4e12 // 2560)),
        (
            "lustre",
            "{redundancy: raid, layout: 'raid10:4', format: ldiskfs, inode_ratio: 900 B, "
            "inode_size: 512 B}",
            6 * 4294967295.0,
        ),
        ("none", "{redundancy: raid, layout: 'raid10:4', format: ext4}", 6 * (4e12 // 16384)),
        # mkfs.xfs(8): 5 % of 1 to 50 TiB, for inodes of 512 B
        ("none", "{redundancy: raid, layout: 'raid10:4', format: xfs}", 6 * (4e12 * 0.05 // 512)),
        ("beegfs", "{redundancy: raid, layout: 'raid10:4', format: ext4}", 6 * (4e12 // 16384)),
        (
            "beegfs",
            "{redundancy: raid, layout: 'raid10:4', format: ext4, inode_ratio: 2048 B}",
            6 * 1.2e9,
        ),
        (
            "beegfs",
            "{redundancy: raid, layout: 'raid10:4', format: ext4, inode_ratio: 2 KiB, copies: 2}",
            6 * 0.6e9,
        ),
    ],
)
def test_inodes_by_their_number(file_system: str, target: str, inodes: float) -> None:
    """ldiskfs and ext4 make inodes by their ratio; BeeGFS's rule is 500 GB for 150 million."""
    results = small(file_system, target)
    assert results["site/metadata:m", "inodes"] == pytest.approx(inodes, rel=1e-9)
    assert results["site", "inodes_available"] == results["site/metadata:m", "inodes"]


@pytest.mark.parametrize(
    ("file_system", "target", "space"),
    [
        ("lustre", "{layout: 'mirror:2'}", 4096),
        ("zfs", "{layout: 'mirror:2'}", 4096),
        ("lustre", "{redundancy: raid, layout: 'raid10:4', format: zfs}", 4096),
        ("scale", "{redundancy: declustered, layout: 3-way}", 2048),
    ],
)
def test_inodes_by_space(file_system: str, target: str, space: int) -> None:
    """ZFS makes an inode in each 4 KiB that `df` reports, Scale in each 2 x 1 KiB."""
    results = small(file_system, target)
    tier = "site/metadata:m"
    found = results[tier, "inodes"]
    assert found == pytest.approx(results[tier, "usable_capacity"] / space, rel=1e-6)
    files = results[tier, "tier_files"]
    assert files == pytest.approx(0.8e15 / 1e6)
    headroom = 1 if file_system == "scale" else 2
    assert results[tier, "metadata_space_needed"] == pytest.approx(files * space * headroom)


def test_beegfs_by_its_share() -> None:
    """Large files need no less than half a percent of the data."""
    target = "{redundancy: raid, layout: 'raid10:4', format: ext4}"
    results = small("beegfs", target, "files: {mean_size: 1 GB}")
    assert results["site/metadata:m", "metadata_space_needed"] == 0.005 * 1e15


@pytest.mark.parametrize(
    ("file_system", "target"),
    [
        ("beegfs", "{layout: 'mirror:2'}"),
        ("beegfs", "{redundancy: raid, layout: 'raid10:4', format: xfs}"),
        ("ceph", "{redundancy: ceph, layout: 3-way}"),
    ],
)
def test_inodes_of_unknown_rules_are_refused(file_system: str, target: str) -> None:
    """What has no rule is said in a line, with what has one; without files nobody asks."""
    with pytest.raises(InputError) as caught:
        small(file_system, target)
    assert [problem.field for problem in caught.value.problems] == ["tiers.1.target"]
    assert "inodes of the tier 'm' can't be counted" in str(caught.value)
    assert "BeeGFS on ext4" in str(caught.value)
    results = small(file_system, target, "")
    assert ("site/metadata:m", "inodes") not in results.values


def test_inodes_as_given() -> None:
    """A tier that is given as a whole may say its inodes; if not, all that needs them waits."""
    text = TEXT[: TEXT.index("    file_system")]
    for inodes, known in ((", inodes: 156600000", 156.6e6), ("", None)):
        stated = f"{text}    given: {{capacity: 10 TB{inodes}}}\nfiles: {{mean_size: 1 MB}}\n"
        results = evaluate(load_scenario("s.yaml", stated))
        assert results["site", "inodes_available"] == known
        assert ("unknown inodes" in inodes_sentence(results)) == (known is None)
    assert results["site", "inodes_suffice"] is None
    assert ("site/metadata:m", "given_inodes") in results.waits_for("site", "inodes_margin")


def test_a_histogram_gives_the_mean() -> None:
    """60 % of 4 KiB and 40 % of 5 MB are 2.0025 MB on average."""
    by_size, by_mean = beluga(files=SIZES), beluga(files={"mean_size": "2002457.6 B"})
    for name in ("mean_file_size", "files_expected", "inode_limited_capacity", "inodes_margin"):
        assert by_size["site", name] == pytest.approx(by_mean["site", name])


def test_data_on_mdt_takes_inodes() -> None:
    """Up to 64 KiB of each file: 0.6 x 4 KiB + 0.4 x 64 KiB beside the 4 KiB of an inode."""
    without, results = beluga(files=SIZES), beluga(files=SIZES, **{"tiers.1.data_on_mdt": "64 KiB"})
    each = 0.6 * 4096 + 0.4 * 65536
    assert results[MDTS, "mdt_data_per_file"] == pytest.approx(each)
    assert results[MDTS, "inodes"] == pytest.approx(
        (without[MDTS, "inodes"] or 0) * 4096 / (4096 + each), rel=1e-6
    )
    files = results["site", "files_expected"]
    assert results[MDTS, "mdt_data"] == pytest.approx((files or 0) * each)
    needed = without[MDTS, "metadata_space_needed"] or 0
    assert results[MDTS, "metadata_space_needed"] == pytest.approx(needed + (files or 0) * each)


def test_warnings_name_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Which inodes are used up at how many bytes, and of how many that are planned."""
    results = beluga(files={"mean_size": "100 kB"})
    [said] = [text for text in results.warnings if "inodes" in text]
    inodes = results["site", "inodes_available"]
    assert said == (
        f"inodes run out before capacity: {count(inodes)} inodes are used up at 716 TB of files of "
        "100 kB, but 1.167 PB are planned"
    )
    checks = plan_json(results)["checks"]
    assert plan_json(results)["verdicts"]["site"]["bytes_fill_first"] is False
    assert checks["bytes run out before inodes"] is False
    assert checks["inodes suffice for the files that are expected"] is False
    print_plan(results)
    shown = " ".join(capsys.readouterr().out.split())
    assert "metadata at most 7.16 billion 11.67 billion 716 TB" in shown


def test_counted_files() -> None:
    """A count goes before what the planned bytes would hold; a mean size isn't needed then."""
    results = beluga(files={"count": 9e9})
    assert results["site", "files_expected"] == 9e9
    assert results["site", "inode_limited_capacity"] is None
    assert "there are only 7.16 billion inodes for 9 billion" in "\n".join(results.warnings)
    assert inodes_sentence(results).endswith("9 billion files that are expected: insufficient")
    few = beluga(files={"count": 1e9, "mean_size": "100 kB"})
    assert few["site", "inodes_suffice"] == 1
    assert few["site", "bytes_fill_first"] == 0
    assert inodes_sentence(few).endswith("1 billion files that are expected: inodes run out first")


@pytest.mark.parametrize(
    ("file_system", "more", "said"),
    [
        ("beegfs", "format: ext4", "'target.inode_ratio' of m, now 16 KiB"),
        ("lustre", "format: ldiskfs", "'target.inode_ratio' of m, now 2.5 KiB"),
    ],
)
def test_short_inodes_name_the_field(file_system: str, more: str, said: str) -> None:
    """The sentence and the warning say which figure makes more inodes."""
    target = f"{{redundancy: raid, layout: 'raid10:4', {more}}}"
    results = small(file_system, target, "files: {count: 9000000000, mean_size: 4 KiB}")
    assert said in inodes_sentence(results)
    assert any(said in text for text in results.warnings)


def test_data_on_mdt_names_the_manuals_ratios() -> None:
    """On ldiskfs the Lustre manual advises other ratios where small files stand on the MDT."""
    target = "{redundancy: raid, layout: 'raid10:4', format: ldiskfs}\n    data_on_mdt: 4 KiB"
    sizes = "files: {count: 9000000000, sizes: [{size: 4 KiB}]}"
    results = small("lustre", target, sizes)
    assert "5,632 bytes for each inode for 4 KB of data, and 66,560" in inodes_sentence(results)


def test_scale_at_worst_is_said() -> None:
    """Files that fit typically may not at worst."""
    results = small("scale", "{redundancy: declustered, layout: 3-way}")
    tier = "site/metadata:m"
    assert (results[tier, "inodes_at_worst"] or 0) < 0.8e9 < (results[tier, "inodes"] or 0)
    assert any("in the worst case, its metadata is full at" in text for text in results.warnings)


def test_memory_of_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs that share enclosures count with failover; modules are binary: 12 x 16 GiB."""
    results = beluga(clients=CLIENTS)
    assert results[DATA, "installed_memory"] == results[MDTS, "installed_memory"] == 192 * GIB
    assert results[DATA, "failover_targets"] == 19
    assert results[DATA, "memory_by_rule"] == (24 + 8 * 10) * GIB
    assert results[DATA, "memory_suffices"] == 1
    assert results[MDTS, "failover_targets"] == 2
    print_plan(results, notes=True)
    printed = capsys.readouterr().out
    assert "project   192 GiB" in printed
    assert "57,696 MB" in printed
    checks = plan_json(results)["checks"]
    assert checks["project: servers have the memory that Lustre's manual asks for"] is True


def test_too_little_memory_is_said() -> None:
    """Two modules of 16 GiB are less than what an OSS needs."""
    results = beluga(clients=CLIENTS, **{"tiers.0.memory.per_server": 2})
    [said] = [text for text in results.warnings if "Lustre manual" in text]
    assert said.startswith("project: a server has 32 GiB of memory, but needs ")
    assert said.endswith("with failover by the Lustre manual")
    assert results[DATA, "memory_margin"] == pytest.approx(
        32 * GIB / (results[DATA, "memory_needed"] or 0) - 1
    )


def test_servers_that_share_nothing_stand_alone() -> None:
    """Drives in the servers are lost with them; the machine's nodes are the clients."""
    scenario = load_scenario(SCENARIOS / "astra.yaml")
    clients = {"cores": 56, "login_nodes": 4, "working_set": 1e7}
    results = evaluate(edited(scenario, {"clients": clients}))
    tier = "site/tiers:scratch"
    assert results["site", "client_nodes"] == 2592
    assert (tier, "failover_targets") not in results.values
    assert results[tier, "memory_needed"] == results[tier, "oss_memory"]


def test_unknown_memory_waits_for_what_is_missing() -> None:
    """Nothing is guessed: neither a working set nor the size of a module."""
    results = beluga(clients={"nodes": 1024, "cores": 32, "login_nodes": 12})
    assert results[DATA, "memory_needed"] is None
    assert results[DATA, "memory_suffices"] is None
    assert results.waits_for(DATA, "memory_needed") == [("site", "working_set_files")]
    assert not any("Lustre manual" in text for text in results.warnings)
    modules = {"name": "some modules", "per_server": 12, "channels": 12}
    results = beluga(clients=CLIENTS, **{"tiers.0.memory": modules})
    assert results[DATA, "installed_memory"] is None
    results = beluga(clients=CLIENTS, **{"tiers.0.memory": {**modules, "capacity": "16 GiB"}})
    assert results[DATA, "installed_memory"] == 192 * GIB
    decimal = {**modules, "capacity": "16 GB"}
    said = beluga(clients=CLIENTS, **{"tiers.0.memory": decimal}).warnings
    assert any("a memory module is entered as 16 GB, but memory modules are" in w for w in said)
    assert not any("dumps" in w for w in said)
    results = beluga(clients={"cores": 32})
    assert results["site", "client_nodes"] is None


def test_without_files_and_clients_nothing_is_asked() -> None:
    """A metadata tier has inodes; what they are compared with is left out."""
    results = beluga()
    assert results[MDTS, "inodes"]
    site = plan_json(results)["site"]
    assert not {"inodes_available", "client_nodes"} & set(site)
    assert (MDTS, "memory_needed") not in results.values
    assert json.dumps(plan_json(results))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"files": {}}, "write the 'mean_size' of the files, their 'sizes', or their 'count'"),
        ({"files": {**SIZES, "mean_size": "1 MB"}}, "either 'mean_size' or 'sizes', not both"),
        ({"files": {"sizes": [{"size": "0 B"}]}}, "less than a byte on average"),
        ({"files": {"sizes": [{"size": "1 MB", "share": 0.5}]}}, "write shares that make 1"),
        ({"files": {"count": 0}}, "must be above 0"),
        ({"files": {"mean_sise": "1 MB"}}, "did you mean 'mean_size'?"),
        ({"tiers.1.data_on_mdt": "64 KiB"}, "'data_on_mdt' of 'metadata' needs to know the small"),
        (
            {"tiers.1.data_on_mdt": "64 KiB", "files": {"mean_size": "1 MB"}},
            "write 'files: {sizes:",
        ),
        ({"tiers.0.data_on_mdt": "64 KiB"}, "requires a Lustre tier with 'holds: metadata'"),
        ({"clients": {"nodes": 0}}, "clients.nodes"),
        ({"clients": {"working_set": "1 TB"}}, "clients.working_set"),
    ],
)
def test_wrong_files_and_clients(changes: dict[str, Any], said: str) -> None:
    """What can't be meant says what to write instead."""
    with pytest.raises(InputError) as caught:
        beluga(**changes)
    assert said in str(caught.value)


def test_clients_without_lustre_are_refused() -> None:
    """The rules are those of Lustre's manual."""
    with pytest.raises(InputError, match="no tier is Lustre"):
        small("zfs", "{layout: 'mirror:2'}", "clients: {nodes: 4}")


def test_given_inodes_belong_to_metadata() -> None:
    """A tier of data has none of its own."""
    text = TEXT.replace("capacity: 1 PB", "capacity: 1 PB, inodes: 5")
    text = text.replace("FILE_SYSTEM", "zfs").replace("TARGET", "{layout: 'mirror:2'}")
    with pytest.raises(InputError, match=r"'given\.inodes' belongs to a tier"):
        load_scenario("s.yaml", text)


def test_numbers_in_words() -> None:
    """Counts of files are written as people say them."""
    found = [count(x) for x in (None, 0, 999_999, 1e6, 7.159922688e9, 2.5e12)]
    words = ["unknown", "0", f"999{THIN}999", "1 million", "7.16 billion", "2.5 trillion"]
    assert found == words


def test_inodes_on_zfs_are_an_upper_bound(capsys: pytest.CaptureFixture[str]) -> None:
    """ZFS has no fixed number of inodes: what the rule gives is at most; ldiskfs has one."""
    results = beluga(files={"mean_size": "2 MB"})
    assert inodes_sentence(results).startswith("at most 7.16 billion inodes for ")
    print_plan(results, notes=True)
    assert INODES_NOTE in " ".join(capsys.readouterr().out.split())
    assert inodes_are_bound(results.values, "site/metadata:metadata")
    assert not inodes_are_bound(results.values, "site/tiers:project")
    given = edited(load_scenario(SCENARIOS / "lcpq.yaml"), {"files": {"mean_size": "2 MB"}})
    assert not inodes_are_bound(evaluate(given).values)
