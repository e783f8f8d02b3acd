"""What people write of pools, drives and files, and what is asked, read or refused of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from model import load_catalog, zfs_pool
from model.__main__ import main
from model.errors import InputError
from model.kinds.layouts import parse_raid
from model.pools.answers import zfs_answers
from model.pools.listed import read_pools
from model.pools.mixes import read_files
from model.zfs.vdevs import LayoutError, parse_layout


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("RAIDZ2x10", "raidz2:10"),
        ("raidz2 10", "raidz2:10"),
        ("raidz2(10)", "raidz2:10"),
        ("10-wide raidz2", "raidz2:10"),
        ("10 wide RAID-Z2", "raidz2:10"),
        ("2x10 raidz2", "2 x raidz2:10"),
        ("8+2", "raidz2:10"),
        ("8 + 3p", "raidz3:11"),
        ("raidz2:10 + special 2 x mirror:2", "2 x special mirror:2"),
        ("raidz2:10 + spare 2", "2 x spare"),
    ],
)
def test_what_was_meant_is_guessed(text: str, meant: str) -> None:
    with pytest.raises(LayoutError, match="did you mean") as caught:
        parse_layout(text)
    assert f"did you mean '{meant}'?" in str(caught.value)
    parse_layout(f"{meant} + raidz2:10")  # what is offered is a layout


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("raid60:20", "2 x raidz2:10"),
        ("raid6:41", "raidz2:41"),
        ("raid6:10", "raidz2:10"),
        ("3 x raid10:8", "3 x mirror:8"),
    ],
)
def test_raid_of_a_controller_is_no_layout_of_zfs(text: str, instead: str) -> None:
    with pytest.raises(LayoutError, match="RAID of a controller") as caught:
        parse_layout(text)
    assert f"'{instead}'" in str(caught.value)
    parse_layout(instead)


@pytest.mark.parametrize(("text", "spread"), [("raid6:41", True), ("raid6:32", False)])
def test_wider_groups_than_controllers_make_are_declustered(text: str, spread: bool) -> None:
    """41 drives of one group are an array that spreads its strips, be it asked of ZFS."""
    with pytest.raises(LayoutError) as caught:
        parse_layout(text)
    other = "'redundancy: raid' and 'declustered:8d+2p:41c:2s'"
    assert (other in str(caught.value)) is spread
    if spread:
        parse_raid("declustered:8d+2p:41c:2s")


def test_one_spare_and_two_spares() -> None:
    """Both count, in the words of people."""
    for text, drives in (("1 spare", 11), ("2 spares", 12), ("1 log + 2 caches", 13)):
        assert zfs_pool(f"raidz2:10 + {text}", "10 TB").raw == drives * 10**13
    with pytest.raises(LayoutError, match="with 1 spare and 2 parity"):
        parse_layout("draid2:9d:11c:1s")


def test_a_drive_of_the_catalog(capsys: pytest.CaptureFixture[str]) -> None:
    """A key stands for the drive's capacity, in a list as well; other parts are refused."""
    key = "seagate-st12000nm0027"
    assert zfs_pool("raidz2:10", key) == zfs_pool("raidz2:10", load_catalog().part(key))
    assert zfs_pool("raidz2:10", key).raw == 120 * 10**12
    with pytest.raises(ValueError, match="did you mean 'seagate-st12000nm0027'"):
        zfs_pool("raidz2:10", "seagate-st12000nm0028")
    with pytest.raises(ValueError, match="of kind hdd or ssd"):
        zfs_pool("raidz2:10", "amd-epyc-7313p")
    with pytest.raises(SystemExit):
        main(["pool", "--help"])
    assert "of 1.6 TB" in " ".join(capsys.readouterr().out.split())


def test_decimal_commas_that_leave_no_doubt(tmp_path: Path) -> None:
    """A spreadsheet in German: '10,5 TB' tells that '3,840 TB' is 3.84 TB; both are asked about."""
    file, asked = tmp_path / "pools.csv", []
    file.write_text("Layout;Drive\nraidz2:10;10,5 TB\nraidz2:10;3,840 TB\n")
    pools = read_pools(str(file), ask=asked.append)
    assert [pool.figures.raw for pool in pools] == [105 * 10**12, 384 * 10**11]
    assert asked == ["drive: '10,5 TB' is read as '10.5 TB', and so are its other decimal commas"]
    for doubtful in ("3,840 TB", "10,5 TB\nraidz2:10;3.84 TB"):
        file.write_text(f"Layout;Drive\nraidz2:10;{doubtful}\n")
        with pytest.raises(InputError, match="comma"):
            read_pools(str(file))
    file.write_text("size;share\n4 KiB;60,5 %\n1 MiB;39,5 %\n")
    assert read_files(str(file)) == pytest.approx({4096: 0.605, 2**20: 0.395})


def test_shares_without_percent(tmp_path: Path) -> None:
    file = tmp_path / "files.csv"
    file.write_text("size,share\n4 KiB,60\n1 MiB,40\n")
    with pytest.raises(InputError, match="did you mean '60 %'"):
        read_files(str(file))


def test_files_longer_than_the_pool() -> None:
    """Ten files of 100 TB don't fit into 80 TB, not in part either."""
    found = zfs_answers("raidz2:10", "10 TB", policy={}, mix={10**14: 10.0})
    answer = found.listed()[-1]
    assert answer.size == 0
    assert answer.meaning == "none: a file is larger than the pool"
    fits = zfs_answers("raidz2:10", "10 TB", policy={}, mix={10**13: 10.0}).listed()[-1]
    assert fits.size > 7 * 10**13
    assert fits.meaning.startswith("7 in records")


@pytest.mark.parametrize("start", ["mirror", "1", "special", "1 raid6", "10 wide"])
def test_guessing_is_linear(start: str) -> None:
    """Blanks without end don't keep anybody waiting."""
    began = time.perf_counter()
    with pytest.raises(LayoutError):
        parse_layout(f"{start}{' ' * 40_000}z")
    assert time.perf_counter() - began < 1
