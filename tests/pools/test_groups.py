"""RAID groups by themselves: the figures of a tier of them, and published ones."""

from __future__ import annotations

import json

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.pools.groups import is_raid, raid_groups

TIER = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: {system}
    blocks: 1
    servers: {{name: a server, per_block: 1}}
    drives: {{name: a drive, per_server: {drives}, capacity: 10 TB}}
    target: {{redundancy: raid, layout: "{layout}", format: {format}}}
"""


@pytest.mark.parametrize(
    ("layout", "drives"),
    [("raid6:10", 10), ("2 x raid60:2x10", 40), ("gridraid:41", 41), ("raid10:8", 8)],
)
@pytest.mark.parametrize(
    ("form", "system", "size", "users"),
    [
        ("ldiskfs", "lustre", "ldiskfs under Lustre: df's Size", "ldiskfs: users may fill"),
        ("ext4", "beegfs", "ext4: df's Size", "ext4: users may fill"),
        ("xfs", "beegfs", "XFS: df's Size", "XFS: df's Size"),
        ("zfs", "none", "ZFS on the groups: zfs list", "ZFS on the groups: zfs list"),
        ("zfs", "lustre", "ZFS on the groups, under Lustre", "ZFS on the groups, under Lustre"),
    ],
)
def test_groups_alone_are_those_of_a_tier(
    layout: str, drives: int, form: str, system: str, size: str, users: str
) -> None:
    """The calculator and a tier of one target say the same of all formats."""
    text = TIER.format(system=system, layout=layout, drives=drives, format=form)
    results = evaluate(load_scenario("s.yaml", text))
    found = {answer.what: answer.size for answer in raid_groups(layout, "10 TB").answers}
    path = "site/tiers:t"
    known = results.values.get((path, "formatted_capacity"), results[path, "usable_capacity"])
    assert found[size] == pytest.approx(known, abs=1)
    assert found[users] == pytest.approx(results[path, "usable_capacity"], abs=1)
    assert found["Raw capacity"] == results[path, "raw_capacity"]


def test_declustered_groups_alone_are_those_of_an_appliance_too() -> None:
    """An appliance keeps 1 % for root, not 5; groups of their own have no such line."""
    text = TIER.format(system="lustre", layout="gridraid:41", drives=41, format="ldiskfs")
    text = text.replace("format: ldiskfs", "format: ldiskfs, made_by: clusterstor")
    results = evaluate(load_scenario("s.yaml", text))
    found = {answer.what: answer.size for answer in raid_groups("gridraid:41", "10 TB").answers}
    usable = results["site/tiers:t", "usable_capacity"]
    assert found["ldiskfs of ClusterStor: users may fill"] == pytest.approx(usable, abs=1)
    alone = {answer.what for answer in raid_groups("raid6:10", "10 TB").answers}
    assert not [what for what in alone if "ClusterStor" in what]


def test_dells_targets() -> None:
    """Dell's Lustre of 2015: OSTs of 8+2 drives of 4 TB, "about 29 TiB" each."""
    assert raid_groups("raid6:10", "4 TB").exported / 2**40 == pytest.approx(29, rel=0.005)


def test_pool_takes_layouts_of_tiers(capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as JSON; what is wrong says what to write instead, in one line."""
    assert main(["pool", "gridraid:41", "--drive", "4 TB", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.groups/1"
    assert (found["raw"], found["spare"]) == (41 * 4 * 10**12, 8 * 10**12)
    assert found["exported"] == 1248 * 10**11
    assert main(["pool", "raid6:10", "--drive", "4 TB"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("raid6:10 of 4 TB: RAID groups, without servers\n")
    assert "ldiskfs: users may fill" in text
    for arguments, remedy in (
        (["raid6:41", "--drive", "4 TB"], "declustered:8d+2p:41c:2s"),
        (["raid60:20", "--drive", "4 TB"], "raid60:2x10"),
    ):
        assert main(["pool", *arguments]) == 2
        assert remedy in capsys.readouterr().err
    for arguments, remedy in (
        (["raid6:10"], "write --drive"),
        (["raid6:10", "--drive", "4 TB", "--fill-limit", "80 %"], "remove it"),
    ):
        with pytest.raises(SystemExit):
            main(["pool", *arguments])
        assert remedy in capsys.readouterr().err


def test_vdevs_are_no_groups() -> None:
    for layout in ("raidz2:10", "draid2:8d:53c:3s", "mirror:2", "8+2p"):
        assert not is_raid(layout)


def test_a_declustered_array_is_written_as_in_a_tier() -> None:
    """`target.declustered: 8d+2p:41c:2s` and the calculators have the same words."""
    tier, named = (raid_groups(text, "4 TB") for text in ("8d+2p:41c:2s", "gridraid:41"))
    assert tier.exported == named.exported == 124_800_000_000_000
    assert is_raid("8d+2p:41c:2s")
    assert not is_raid("draid2:8d:41c:2s")
