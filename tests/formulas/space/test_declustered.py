"""IBM Storage Scale's declustered RAID: the vendor's estimator, then laws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.formulas.space import declustered
from model.kinds.layouts import parse_code
from tests.planned import evaluated, like, planned

GIB = 2.0**30
TIER = "site/tiers:t"
TARGET = f"{TIER}/pools:target"
STEPS = (
    "spare_capacity",
    "distributed_spare_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "file_system_reserve",
    "headroom_capacity",
    "planned_capacity",
)


def recovery_group(
    servers: int, drives: int, size: float, code: str, block: float = 4.0, **more: float
) -> dict[str, float]:
    """Compute one recovery group."""
    flash = {"checksum_granularity": "8 KiB"} if more.pop("flash", 0) else {}
    figures = {"blocks": 1, "servers_per_block": servers, "drives_per_server": drives}
    changes = {(TIER, name): figure for name, figure in figures.items()}
    changes |= {(TIER, "drive_capacity"): size, (TARGET, "file_block"): block * 2**20}
    tier = like("disks inside scale", target={"layout": code, **flash, **more})
    values = evaluated(planned(tier), changes)
    return {name: x for (path, name), x in values.items() if path in (TIER, TARGET)}


@pytest.mark.parametrize(
    ("servers", "drives", "size", "code", "flash", "block", "raw", "array", "usable"),
    [
        (12, 12, 4e12, "8+2p", 0, 4, 536400, 508454, 403095),
        (12, 12, 4e12, "8+3p", 0, 4, 536400, 508454, 366155),
        (6, 12, 15.36e12, "4+2p", 1, 4, 1029960, 981264, 651205),
        (6, 24, 15.36e12, "8+2p", 1, 16, 2059920, 2007240, 1598082),
        (4, 10, 7.68e12, "4+3p", 1, 4, 286080, 262296, 149047),
    ],
)
def test_ibms_estimator(
    servers: int,
    drives: int,
    size: float,
    code: str,
    flash: int,
    block: int,
    raw: int,
    array: int,
    usable: int,
) -> None:
    """IBM's ece_capacity_estimator 1.3 prints these whole GiB, and claims 1 %.

    For the first, its README prints 405381 (release 1.0), and 1.2 is said to give 402714.
    """
    small = flash and block <= parse_code(code).data / 2
    values = recovery_group(servers, drives, size, code, block, flash=float(small))
    assert servers * drives * (size // GIB) == raw
    assert int(values["declustered_capacity"] / GIB) == array
    assert int(values["usable_capacity"] / GIB) == usable


def test_copies() -> None:
    """IBM: 3-way replication holds 33 %, 4-way 25 %, 8+3p 73 %, spare space excluded."""
    for code, share in (("3-way", 0.333), ("4-way", 0.25), ("8+3p", 0.727), ("8+2p", 0.8)):
        values = recovery_group(12, 12, 4e12, code, 8, spare_drives=0.0)
        held = values["usable_capacity"] / values["declustered_capacity"]
        assert held == pytest.approx(share, rel=0.02)


def test_spares_by_the_servers() -> None:
    """The planner's rule: two drives of each server at most, three at least."""
    for servers, drives, spares in ((12, 12, 6), (4, 10, 3), (64, 12, 24), (4, 4, 2), (16, 4, 8)):
        assert recovery_group(servers, drives, 4e12, "4+2p")["spare_drives"] == spares


@pytest.mark.parametrize(("servers", "logs"), [(2, 4 * 4 * 66), (4, 8 * 4 * 65)])
def test_log_homes_of_the_groups_and_of_their_root(servers: int, logs: int) -> None:
    """Two log groups a server, four copies each: 32 GiB and a share of the root's 2 GiB.

    Drives of 960 GB have partitions of 512 MiB: 64 for the group's log home, and of the root's 2
    where two servers share it, or 1 where four do.
    """
    values = recovery_group(servers, 12, 960e9, "4+2p")
    assert values["partition_size"] == 2**29
    assert values["log_partitions"] == logs


@settings(max_examples=30)
@given(st.integers(6, 32), st.integers(6, 30), st.integers(10**12, 4 * 10**13))
def test_the_way_down_adds_up(servers: int, drives: int, size: int) -> None:
    """All steps make the raw capacity, none below zero; parity costs, drives don't."""
    wide, safe = (recovery_group(servers, drives, float(size), code) for code in ("8+2p", "8+3p"))
    assert sum(wide[step] for step in STEPS) == pytest.approx(wide["raw_capacity"], rel=1e-12)
    assert all(wide[step] >= -1e-9 * wide["raw_capacity"] for step in STEPS)
    assert safe["usable_capacity"] < wide["usable_capacity"]


def ess(enclosures: int, drives: int, **target: object) -> dict[str, float]:
    """Compute one building block of two servers and enclosures."""
    tier = like(
        "disks cabled scale",
        blocks=1,
        enclosures={"per_block": enclosures, "part": None, "name": "a JBOD"},
        drives={"per_enclosure": drives},
        target={"layout": "8+2p", **target},
    )
    values = evaluated(planned(tier))
    return {name: x for (path, name), x in values.items() if path in (TIER, TARGET)}


@pytest.mark.parametrize(
    ("enclosures", "drives", "groups", "spares"),
    [
        (4, 106, "paired", 8),
        (4, 106, "shared", 4),
        (1, 24, "paired", 2),
        (1, 48, "paired", 4),
        (1, 24, "shared", 2),
        (2, 12, "shared", 2),
        (1, 50, "paired", 2),
    ],
)
def test_spares_of_ess(enclosures: int, drives: int, groups: str, spares: int) -> None:
    """IBM: one for each enclosure above 24 drives of an array, two from 13, one for 12."""
    values = ess(enclosures, drives, recovery_groups=groups)
    assert values["spare_drives"] == spares


def test_alpine() -> None:
    """77 ESS GL4 of 422 drives of 10 TB: statfs said 225,668.2 TiB = 248.1 PB; 8 spares each."""
    given = ess(4, 106, block_size="16 MiB")
    assert given["spare_drives"] == 8
    usable = given["usable_capacity"] / 424 * 422 * 77
    assert usable == pytest.approx(225668.2 * 2**40, rel=0.03)
    assert usable > 225668.2 * 2**40


def test_one_in_a_thousand_is_kept_back() -> None:
    """IBM's estimator keeps back one of each thousand partitions, and of each thousand tracks."""
    of = {name: figure.default for name, figure in declustered.GNR.inputs.items()}
    for count, kept in ((1000.0, 1.0), (1001.0, 2.0), (2000.0, 2.0)):
        usable = declustered.usable_partitions(count, of["reserve_divisor"], 0.0, 0.0, 0.0, 0.0)
        assert usable == count - kept
    for tracks, free in ((100e3, 100.0), (100001.0, 101.0)):
        assert declustered.free_tracks(tracks, of["track_divisor"], 1.0, 1e9) == free
