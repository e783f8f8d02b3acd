"""Building blocks: what their drives make, what is left, what an enclosure takes along."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.planned import of_tier

TIER = "site/tiers:t"


def evaluated(
    words: str = "disks cabled", layout: str = "raidz3:11", **given_: float
) -> dict[tuple[str, str], float]:
    return of_tier(words, given_, target={"layout": layout})


def test_belugas_block() -> None:
    """Béluga: 2 enclosures of 106 drives make 19 targets of 11 and 3 spares; 2.12 PB raw."""
    values = evaluated(blocks=1.0)
    assert values[TIER, "drives_per_block"] == 212
    assert values[TIER, "targets_per_block"] == 19
    assert values[TIER, "spare_drives_per_block"] == 3
    assert values[TIER, "raw_capacity"] == 2.12e15
    assert values[TIER, "targets_per_server"] == 9.5


@pytest.mark.parametrize(
    ("layout", "kib", "moved"),
    [
        ("raidz2:11", 4, 3.0),
        ("raidz2:11", 8, 2.0),
        ("raidz2:11", 128, 1.25),
        ("raidz2:11", 1024, 314 / 256),
        ("raidz3:11", 1024, 352 / 256),
        ("mirror:3", 128, 3.0),
        ("8 x disk", 4, 1.0),
        ("draid2:8d:53c:3s", 128, 10 / 8),
        ("draid2:8d:53c:3s", 4, 10.0),
        ("raidz2:11 + raidz2:11", 128, 1.25),
    ],
)
def test_parity_by_the_record(layout: str, kib: int, moved: float) -> None:
    """RAIDZ writes parity for each row of a record's sectors; dRAID fills the last stripe.

    OpenZFS's vdev_raidz.c and vdev_draid.c: raidz2:11 with sectors of 4 KiB makes 3 sectors of
    1, 4 of 2, 40 of 32 and 314 of 256. Sectors that only pad a hole aren't written.
    """
    values = of_tier("disks cabled", target={"layout": layout, "record_size": f"{kib} KiB"})
    assert values[TIER, "write_amplification"] == pytest.approx(moved)


def test_distributed_spares_are_no_spare_drives() -> None:
    """Two enclosures of 106 drives make four dRAID targets of 53; their 3 spares are inside."""
    values = evaluated(layout="draid2:8d:53c:3s", blocks=2.0)
    assert values[TIER, "targets"] == 8
    assert values[TIER, "spare_drives_per_block"] == 0
    assert values[TIER, "distributed_spares"] == 24
    assert values[TIER, "distributed_spare_capacity"] == 24 * 10e12


def test_belugas_enclosures() -> None:
    """Of 11 drives over 2 enclosures 6 share one: RAIDZ3 is lost with it; over 4 it is not."""
    assert evaluated()[TIER, "survives_enclosure_loss"] == 0
    four = evaluated(enclosures_per_block=4.0)
    assert four[TIER, "survives_enclosure_loss"] == 1
    assert evaluated(layout="mirror:2")[TIER, "survives_enclosure_loss"] == 1


def test_astras_servers() -> None:
    """Astra: two targets of 8 in each server of 16 drives, none left; 20 servers are 40 targets."""
    values = evaluated(
        "disks inside",
        layout="raidz1:8",
        blocks=10.0,
        drives_per_server=16.0,
        drive_capacity=1.6e12,
    )
    assert values[TIER, "servers"] == 20
    assert values[TIER, "targets"] == 40
    assert values[TIER, "spare_drives_per_block"] == 0
    assert values[TIER, "raw_capacity"] == 40 * 8 * 1.6e12


COUNTS = st.integers(1, 4), st.integers(24, 108), st.integers(0, 12), st.integers(5, 24)


@given(*COUNTS)
def test_every_drive_is_in_a_target_or_spare(
    enclosures: int, drives: int, reserved: int, width: int
) -> None:
    """As many whole targets as fit beside the reserved spares; the rest is spare too."""
    values = evaluated(
        layout=f"raidz2:{width}",
        enclosures_per_block=float(enclosures),
        drives_per_enclosure=float(drives),
        reserved_spares_per_block=float(reserved),
    )
    targets, spares = (values[TIER, n] for n in ("targets_per_block", "spare_drives_per_block"))
    assert targets == max(0, math.floor((enclosures * drives - reserved) / width))
    assert spares == enclosures * drives - targets * width
    assert reserved <= spares < reserved + width


def test_given_targets_are_kept() -> None:
    """A stated number of targets is what it is; the drives besides are spares."""
    values = evaluated("disks cabled two", targets_per_block=18.0)
    assert values[TIER, "targets_per_block"] == 18
    assert values[TIER, "spare_drives_per_block"] == 212 - 18 * 11


@given(st.integers(1, 50), st.integers(2, 5))
def test_blocks_are_equal(blocks: int, times: int) -> None:
    """So many times the blocks are so many times the servers, drives, targets and bytes."""
    few, many = (evaluated(blocks=float(n)) for n in (blocks, blocks * times))
    for name in ("servers", "drives", "targets", "raw_capacity", "usable_capacity"):
        assert many[TIER, name] == pytest.approx(times * few[TIER, name], rel=1e-15)


def test_a_chassis_holds_one_server_unless_its_datasheet_says_more() -> None:
    """Four blocks of two servers are eight pieces; of a chassis for four, two."""
    assert evaluated()[TIER, "servers"] == 8
    assert evaluated()[TIER, "server_chassis"] == 8
    assert evaluated(nodes_per_chassis=4.0)[TIER, "server_chassis"] == 2
