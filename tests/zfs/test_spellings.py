"""Spellings of layouts that aren't ZFS's own: what is meant by each, and what is not guessed."""

from __future__ import annotations

import pytest

from model.zfs.spellings import meant, of_controller
from model.zfs.vdevs import LayoutError, parse_layout


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("10 wide raidz2", "raidz2:10"),
        ("10-drive RAID-Z2", "raidz2:10"),
        ("2 disks mirror", "mirror:2"),
        ("raidz2 x 10", "raidz2:10"),
        ("raidz2(10)", "raidz2:10"),
        ("mirror-2", "mirror:2"),
        ("4 x 10-wide raidz2", "4 x raidz2:10"),
        ("4*10 raidz", "4 x raidz:10"),
        ("special 2 x mirror:2", "2 x special mirror:2"),
        ("log 2 mirror:2", "2 x log mirror:2"),
        ("spares 3", "3 x spare"),
        ("8+3p", "raidz3:11"),
        ("8+4", ""),
        ("raidz4:10", ""),
        ("ten drives", ""),
    ],
)
def test_what_is_meant(text: str, layout: str) -> None:
    assert meant(text) == layout
    if layout:
        data = "" if "raidz" in layout or layout == "mirror:2" else "disk + "
        assert parse_layout(data + layout)
        with pytest.raises(LayoutError, match="did you mean"):
            parse_layout(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("raid0:8", "write 'disk:8'"),
        ("raid0", ""),
        ("2 x raid0:8", "write '2 x disk:8'"),
        ("raid0:eight", "write 'disk:10'"),
        ("4 raid1:2", "write '4 x mirror:2'"),
        ("raid10:4", "write 'mirror:4'"),
        ("raid5:5", "write 'raidz1:5'"),
        ("RAID-6:8+2", "write 'raidz2:10'"),
        ("raid6:32", "write 'raidz2:32'"),
        ("raid6:33", "write 'raidz2:33'; controllers that spread strips over so many"),
        ("raid1:33", "write 'mirror:33'"),
        ("raid50:2x5", "write its spans as vdevs, as in '2 x raidz2:10'"),
        ("raid60", ""),
        ("raidz2:10", ""),
    ],
)
def test_what_zfs_has_in_place_of_a_level(text: str, words: str) -> None:
    found = of_controller(text)
    assert found.startswith(words)
    assert bool(found) == bool(words)
    assert found.endswith("33c:2s'") == (text == "raid6:33")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "raidz2:8+3",
            "'raidz2:8+3' says 3 drives of parity, but raidz2 has 2: "
            "write 'raidz2:8+2' or 'raidz3:8+3'",
        ),
        ("raidz:8+2", "but raidz has 1: write 'raidz:8+1' or 'raidz2:8+2'"),
        ("raidz2:8+4", "but raidz2 has 2: write 'raidz2:8+2'"),
        ("raidz2:8+0", "but raidz2 has 2: write 'raidz2:8+2'"),
    ],
)
def test_data_and_parity_that_contradict_the_kind(text: str, what: str) -> None:
    with pytest.raises(LayoutError) as wrong:
        parse_layout(text)
    assert str(wrong.value).endswith(what)
