"""Layouts that lose data less often: they need no more drives, and are safer by one step."""

from __future__ import annotations

import pytest

from model.kinds.layouts import parse_code, parse_raid
from model.kinds.safer_layouts import (
    drives_of,
    more_distributed_spares,
    more_parity,
    narrower,
    safer_codes,
)


@pytest.mark.parametrize(
    ("layout", "parity", "narrow"),
    [
        ("raid0:8", "raid5:8", None),
        ("3 x raid5:9", "3 x raid6:9", "5 x raid5:5"),
        ("raid6:8+2", None, "raid6:6"),
        ("raid50:2x5", "raid60:2x5", "raid50:3x3"),
        ("2 x raid60:2x10", None, "2 x raid60:3x6"),
        ("raid1:2", "raid1:3", None),
        ("6 x raid1:2", "4 x raid1:3", None),
        ("raid10:8", None, None),
        ("raid5:4", "raid6:4", "raid5:3"),
        ("raid5:3", "raid6:3", None),
        ("raid6:4", None, None),
        ("disk", "mirror:2", None),
        ("9 x disk", "4 x mirror:2", None),
        ("mirror:2", "mirror:3", None),
        ("5 x mirror:2", "3 x mirror:3", None),
        ("raidz1:5", "raidz2:5", "raidz1:3"),
        ("3 x raidz1:5", "3 x raidz2:5", "5 x raidz1:3"),
        ("raidz1:4", "raidz2:4", "raidz1:3"),
        ("raidz1:3", "raidz2:3", None),
        ("raidz2:4", "raidz3:4", None),
        ("raidz3:12", None, "raidz3:8"),
        ("raidz2:10 + raidz2:8", "raidz3:10 + raidz3:8", "raidz2:6 + raidz2:5"),
        (
            "raidz2:10 + special mirror:2",
            "raidz3:10 + special mirror:3",
            "raidz2:6 + special mirror:2",
        ),
        ("raidz2:10 + 2 x spare", "raidz3:10 + 2 x spare disk", "raidz2:6 + 2 x spare disk"),
        ("raidz2:10 of 20 TB", None, None),
        ("draid1:8d:24c:1s", "draid2:8d:24c:1s", "draid1:4d:24c:1s"),
        ("draid3:8d:24c", None, "draid3:4d:24c:0s"),
        ("draid2:3d:24c:0s", "draid3:3d:24c:0s", "draid2:2d:24c:0s"),
        ("draid2:2d:24c:0s", "draid3:2d:24c:0s", None),
        ("draid1:8d:10c:1s", None, "draid1:4d:10c:1s"),
    ],
)
def test_one_more_drive_of_parity_or_half_the_data(
    layout: str, parity: str | None, narrow: str | None
) -> None:
    assert more_parity(layout) == parity
    assert narrower(layout) == narrow


@pytest.mark.parametrize(
    ("layout", "safer"),
    [
        ("2-way", [("one more copy", "3-way")]),
        ("1+2", [("one more copy", "4-way")]),
        ("4+2", [("one more strip of parity", "4+3"), ("half the data strips", "2+2")]),
        ("5+2P", [("one more strip of parity", "5+3p"), ("half the data strips", "2+2p")]),
        ("3+2p", [("one more strip of parity", "3+3p")]),
    ],
)
def test_codes_that_are_safer(layout: str, safer: list[tuple[str, str]]) -> None:
    assert list(safer_codes(layout)) == safer
    code = parse_code(layout)
    for _, other in safer:
        more = parse_code(other)
        assert more.parity / more.data > code.parity / code.data


@pytest.mark.parametrize(
    ("layout", "more", "drives"),
    [
        ("draid2:8d:24c:1s", "draid2:8d:24c:2s", 24),
        ("2 x draid2:8d:24c:1s + raidz2:10", "2 x draid2:8d:24c:2s + raidz2:10", 58),
        ("draid2:8d:10c", None, 10),
        ("2 x raid6:10", None, 20),
        ("2 x mirror:3 + log mirror:2", None, 8),
    ],
)
def test_one_more_distributed_spare(layout: str, more: str | None, drives: int) -> None:
    assert more_distributed_spares(layout) == more
    assert drives_of(layout) == drives


def test_a_raid_that_is_proposed_is_read() -> None:
    assert parse_raid(more_parity("2 x raid50:2x5") or "").survives == 2
