"""A layout by itself: the figures of a tier that a scenario says in full."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model import zfs_pool
from model.__main__ import main
from model.answers.layout_capacity import layout_capacity
from model.kinds.layouts import LayoutTextError, parse_server_code
from model.pools.groups import is_raid, raid_groups
from tests.one_tier import planned

TIER = "site/tiers:t"
FIGURES = ("raw_capacity", "usable_capacity", "planned_capacity", "stored_capacity")


@pytest.mark.parametrize(
    ("layout", "target", "file_system"),
    [
        ("ceph:8+3", "{redundancy: ceph, layout: 8+3}", "ceph"),
        ("ceph:3-way", "{redundancy: ceph, layout: 3-way}", "ceph"),
        ("code:4+2", "{redundancy: code, layout: 4+2}", "none"),
        ("weka:8+2", "{redundancy: code, layout: 8+2}", "weka"),
        ("DAOS: 8+2", "{redundancy: code, layout: 8+2}", "daos"),
        ("minio:8+4", "{redundancy: code, layout: 8+4}", "minio"),
    ],
)
def test_a_code_is_that_of_a_tier(layout: str, target: str, file_system: str) -> None:
    """Of 12 servers of 12 drives, as three blocks of four."""
    found = layout_capacity(layout, "4 TB", servers=12, drives_per_server=12)
    results = planned(target, file_system)
    for name in FIGURES:
        assert found.figures[name] == pytest.approx(results[TIER, name], abs=1)
    assert found.raw == 144 * 4 * 10**12


@pytest.mark.parametrize("code", ["4+2p", "8+3p", "3-way"])
def test_a_recovery_group_is_that_of_a_tier(code: str) -> None:
    """Three blocks of four servers are three recovery groups, each as one alone."""
    found = layout_capacity(f"declustered:{code}", "4 TB", servers=4, drives_per_server=12)
    results = planned(f"{{redundancy: declustered, layout: {code}}}", "scale")
    for name in FIGURES:
        assert 3 * found.figures[name] == pytest.approx(results[TIER, name], abs=3)


@pytest.mark.parametrize("layout", ["raid6:10", "raid60:2x10", "raid10:8", "8 x drive"])
def test_mirrors_of_raid_groups(layout: str) -> None:
    """A buddy mirror holds what one of its two targets holds, formatted with XFS."""
    found = layout_capacity(layout, "10 TB", copies=2)
    alone = {answer.what: answer.size for answer in raid_groups(layout, "10 TB").answers}
    assert found.figures["usable_capacity"] == pytest.approx(alone["XFS: df's Size"], abs=1)
    assert found.raw == 2 * alone["Raw capacity"]
    assert any("XFS reserve" in text for text in found.warnings)


def test_mirrors_of_pools() -> None:
    options = {"release": "2.3", "partitioning": "linux", "luks": "16 MiB"}
    found = layout_capacity("2 x raidz2:8", "8 TB", copies=2, of_zfs=options)
    pool = zfs_pool("2 x raidz2:8", "8 TB", release="2.3", partitioning="linux", luks="16 MiB")
    assert found.figures["usable_capacity"] == pool.available
    assert found.figures["pool_size"] == pool.size
    half = layout_capacity("2 x raidz2:8", "8 TB", copies=2, policy={"fill_limit": "50 %"})
    assert half.figures["planned_capacity"] == pytest.approx(
        half.figures["usable_capacity"] / 2, abs=1
    )


def test_losses_lead_from_raw_to_usable() -> None:
    """The rows above usable capacity are the raw capacity and each known loss."""
    for layout in ("ceph:8+3", "ece:8+2p", "weka:16+2"):
        found = layout_capacity(layout, "10 TB", servers=18, drives_per_server=12)
        rows = [answer.size for answer in found.answers]
        at = next(n for n, a in enumerate(found.answers) if a.what.startswith("Usable"))
        assert rows[0] - sum(rows[1:at]) == pytest.approx(rows[at], abs=3)


@pytest.mark.parametrize(
    ("layout", "more", "message"),
    [
        ("ceph:8+3", {}, "give their number"),
        ("ceph:8+3", {"servers": 4, "drives_per_server": 2}, "needs 11 servers, but there are 4"),
        (
            "ece:7+2p",
            {"servers": 12, "drives_per_server": 12},
            "Storage Scale has no code '7\\+2p'",
        ),
        ("ceph:3-way", {"servers": 4, "drives_per_server": 2, "copies": 2}, "as in 'ceph:3-way'"),
        ("raid6:10", {"copies": 3, "servers": 2}, "3 copies need 3 servers, not 2"),
        ("raid6:10", {"copies": 2, "drives_per_server": 5}, "needs 10 drives in one target"),
        ("raid6:10", {"copies": 2, "policy": {"fill_limit": "150 %"}}, "at most 100 %"),
    ],
)
def test_what_is_no_layout_is_refused(layout: str, more: dict[str, object], message: str) -> None:
    with pytest.raises(LayoutTextError, match=message):
        layout_capacity(layout, "10 TB", **more)  # type: ignore[arg-type]


def test_a_drive_of_the_catalog() -> None:
    """Its capacity is that of its data sheet."""
    key = "seagate-st10000nm0096"
    found = layout_capacity("ceph:4+2", key, servers=6, drives_per_server=10)
    assert found.raw == 60 * 10 * 10**12


def test_texts_of_codes() -> None:
    """Arrays with their drives, RAID groups and vdevs are no erasure codes across servers."""
    for text in ("declustered:8d+2p:41c:2s", "raid6:10", "raidz2:10", "8+3", "lustre:8+3"):
        assert parse_server_code(text) is None
    assert is_raid("8 x drive")
    assert not is_raid("ece:8+2p")
    codes = [parse_server_code(text) for text in ("ceph:8+3", "ece:3-way")]
    assert [code and code.fewest_servers for code in codes] == [11, 3]
    assert [code and code.shares_servers for code in codes] == [False, True]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """As text and as JSON; what is missing is asked for."""
    line = ["pool", "ceph:8+3", "--drive", "10 TB", "--servers", "12", "--drives-per-server", "12"]
    assert main([*line, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.layout/1"
    assert (found["raw_capacity"], found["servers"]) == (1440 * 10**12, 12)
    assert found["usable_capacity"] == pytest.approx(1440e12 * 8 / 11 * 0.95, abs=1)
    assert main(line) == 0
    text = capsys.readouterr().out
    assert "ceph:8+3 on 12 servers with 12 drives of 10 TB each" in text
    assert "Usable: MAX AVAIL" in text
    assert main(["pool", "raid6:10", "--drive", "10 TB", "--copies", "2"]) == 0
    text = capsys.readouterr().out
    assert "2 copies of each file" in text
    assert "XFS reserve for its own trees isn't counted." in text
    sizes = ["--ashift", "13", "--recordsize", "128 KiB"]
    assert main(["pool", "raidz2:10", "--drive", "10 TB", "--copies", "2", *sizes]) == 0
    assert "Stored: records of 128 KiB" in capsys.readouterr().out
    for ashift in (9, 13):  # each copy takes what one pool says
        sizes = ["--ashift", str(ashift), "--recordsize", "16 KiB", "--json", "-"]
        assert main(["pool", "raidz2:10", "--drive", "10 TB", "--copies", "2", *sizes]) == 0
        found = json.loads(capsys.readouterr().out)
        pool = zfs_pool("raidz2:10", "10 TB", ashift=ashift, recordsize="16 KiB")
        assert found["stored_capacity"] == pytest.approx(pool.stored["16 KiB"], rel=1e-9)
    assert main(["pool", "raid6:10", "--drive", "1 TB", "--copies", "2", "--servers", "1"]) == 2
    assert "2 copies need 2 servers" in capsys.readouterr().err
    for arguments, message in (
        (["ceph:8+3", "--drive", "10 TB"], "needs --servers and --drives-per-server"),
        (line[1:2] + line[4:], "write --drive"),
        ([*line[1:], "--csv", "-"], "--csv applies to ZFS pools only"),
        (["raid6:10", "--drive", "1 TB", "--servers", "2"], "needs an erasure code across servers"),
        (["--from", "pools.csv", "--copies", "2"], "--copies applies to a single layout"),
    ):
        with pytest.raises(SystemExit):
            main(["pool", *arguments])
        assert message in capsys.readouterr().err


def test_a_list_holds_pools(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A code in a list is refused at its place, with what to write instead."""
    file = tmp_path / "pools.csv"
    file.write_text("layout,drive\nraidz2:10,10 TB\nceph:8+3,10 TB\n")
    assert main(["pool", "--from", str(file)]) == 1
    error = capsys.readouterr().err
    assert f"{file}:3:1: layout: 'ceph:8+3' is an erasure code across servers" in error
