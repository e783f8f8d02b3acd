"""A scenario of Lustre, what such a system would print, and the scenario that an import makes."""

from __future__ import annotations

import time

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.installed.capacity_checks import Check
from model.installed.files import read_file
from model.installed.joining import Joined, join
from model.reading.yaml_edits import plain
from tests.installed.examples import DATA
from tests.installed.made_lustre import KIB, Ost, lctl, lfs_df

SCENARIO = """
schema: ostimate.scenario/1
name: made
tiers:
  - name: scratch
    file_system: lustre
    blocks: 2
    servers: {{name: s, per_block: 2}}
    drives: {{name: d, per_server: {drives}, capacity: "{capacity} B"}}
    target: {target}
"""
TARGETS = [
    (20, "{redundancy: raid, layout: 'raid6:10', format: ldiskfs}"),
    (24, "{redundancy: raid, layout: 'raid6:12', format: ldiskfs, made_by: exascaler}"),
    (16, "{redundancy: raid, layout: 'raid10:8', format: ldiskfs}"),
    (22, "{layout: 'raidz2:11'}"),
]


def joined(*texts: str) -> Joined:
    return join([one for text in texts for one in read_file("x.txt", text)])


def planned(found: Joined) -> Results:
    assert found.scenario is not None
    return evaluate(load_scenario("mine.yaml", plain(found.scenario)))


def osts_of(results: Results) -> list[Ost]:
    """The targets of the tier, filled unequally."""
    count = int(results["site/tiers:scratch", "targets"] or 0)
    fillable = (results["site/tiers:scratch", "usable_capacity"] or 0) / count
    at = "site/tiers:scratch"
    is_ldiskfs = (at, "formatted_capacity") in results.values
    size = (results[at, "formatted_capacity"] or 0) / count if is_ldiskfs else fillable
    inodes = results[f"{at}/pools:target", "target_inodes"] or 0 if is_ldiskfs else 0
    return [Ost(size, fillable, int(fillable * (0.4 + n / 100)), inodes) for n in range(count)]


@pytest.mark.parametrize(("drives", "target"), TARGETS)
@pytest.mark.parametrize("capacity", [16000900661248, 3840755982336])
def test_the_same_capacity_comes_back(drives, target, capacity):
    text = SCENARIO.format(drives=drives, target=target, capacity=capacity)
    results = evaluate(load_scenario("made.yaml", text))
    osts = osts_of(results)
    found = joined(lfs_df("scratch", osts))
    usable = planned(found)["site", "usable_capacity"]
    assert usable == sum(int(ost.fillable // KIB) for ost in osts) * KIB
    assert usable == pytest.approx(results["site", "usable_capacity"], abs=KIB * len(osts))
    fullest = found.occupancies[0].fullest
    assert fullest is not None
    assert fullest.name == f"OST{len(osts) - 1:04x}"


@pytest.mark.parametrize(("drives", "target"), TARGETS[:3])
def test_inodes_tell_the_device_of_an_ost(drives, target):
    text = SCENARIO.format(drives=drives, target=target, capacity=16000900661248)
    results = evaluate(load_scenario("made.yaml", text))
    (found,) = read_file("x", lctl("scratch", osts_of(results)))
    at = "site/tiers:scratch/pools:target"
    ratio = found.reading.reading["bytes_per_inode"]
    assert ratio == results[at, "ext_inode_ratio"]
    exported = results[at, "target_exported"]
    assert exported is not None
    assert 0 <= exported - found.reading.reading["device_bytes"] <= ratio


POOLS = [(DATA / f"{one}-2.txt").read_text() for one in ("zpool-status", "zpool-list-vp")]


def check_of_lustre(found: Joined) -> Check:
    (check,) = [one for one in found.checks if "lfs df" in one.figure]
    return check


def test_pools_and_lfs_df_are_compared():
    pools = [*POOLS, (DATA / "zfs-list-p-2.txt").read_text()]
    model = planned(joined(*pools, lfs_df("w", [Ost(2**48, 2**48)])))["site", "usable_capacity"]
    assert model is not None
    check = check_of_lustre(joined(*pools, lfs_df("w", [Ost(model, model)])))
    assert check.agrees
    assert not check.cause
    less = check_of_lustre(joined(*pools, lfs_df("w", [Ost(model, model * 0.9)])))
    assert less.agrees is False
    assert "taken on another day" in less.cause


def test_a_hundred_servers_take_some_seconds():
    """Ten seconds are allowed for 100 servers, on a machine that does nothing else."""
    osts = [Ost(1e15 + n, 9e14, n) for n in range(800)]
    lines = lctl("big", osts).splitlines(keepends=True)
    servers = ["".join(lines[n : n + 40]) for n in range(0, len(lines), 40)]
    assert len(servers) == 100
    begin = time.monotonic()
    found = joined(lfs_df("big", osts), *servers)
    assert found.scenario is not None
    assert not any("run it on each server" in one for one in found.warnings)
    assert time.monotonic() - begin < 10
