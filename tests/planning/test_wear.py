"""Wear of flash in plans: of any tier, of metadata, of caches, by checkpoints, and its verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.results import Results
from model.answers.views.view import Value
from model.answers.views.wear_table import wear

ROOT = Path(__file__).parents[2]
ONE = """
schema: ostimate.scenario/1
name: wear
tiers:
  - name: t
    file_system: none
    blocks: 1
    daily_writes: 15 TB
    servers: {name: server, per_block: 1}
    drives: {name: SSD, per_server: 1, capacity: 15 TB, endurance: 26700 TB}
    target: {redundancy: raid, layout: drive, format: xfs}
"""
TIER = "site/tiers:t"


def planned(**drives: Any) -> Results:
    return evaluate(load_scenario("wear.yaml", ONE)).edited(
        {f"tiers.0.drives.{name}": value for name, value in drives.items()}
    )


def of(name: str, edits: dict[str, Any]) -> Results:
    return evaluate(load_scenario(ROOT / f"scenarios/{name}.yaml")).edited(edits)


def test_26700_tb_at_15_tb_a_day() -> None:
    """blocksandfiles.com: 26,700 TBW at 15 TB a day are five years; 4.87 exactly: 1 DWPD."""
    results = planned()
    assert results[TIER, "drive_life"] == pytest.approx(5, rel=0.03)
    assert results[TIER, "planned_writes_per_day"] == 1
    assert results[TIER, "endurance_writes_per_day"] == pytest.approx(1, rel=0.03)
    assert results.truth(TIER, "drive_life_suffices") is False
    (row,) = wear(results).rows
    assert row.label == "t"
    lasting = planned(endurance="30000 TB")
    assert lasting.truth(TIER, "drive_life_suffices") is True


def test_the_band_of_an_over_provisioned_drive() -> None:
    """16 TB of flash behind 15 TB: random writes amplify by 8, so long ones wear 8 times less."""
    results = planned(raw_flash="16 TB")
    assert results[TIER, "over_provisioning"] == pytest.approx(1 / 15)
    life, longest = results[TIER, "drive_life"], results[TIER, "longest_drive_life"]
    assert longest == pytest.approx(8 * (life or 0.0))


def test_own_and_rated_amplification() -> None:
    plain = planned()[TIER, "drive_life"] or 0.0
    stated = planned(write_amplification=2, rated_write_amplification=5)
    assert stated[TIER, "drive_life"] == pytest.approx(2.5 * plain)
    by_flash = planned(write_amplification=2, raw_flash="16 TB")
    assert by_flash[TIER, "drive_life"] == pytest.approx(4 * plain)
    for drives, what in (
        ({"write_amplification": 2}, "needs 'rated_write_amplification', or 'raw_flash'"),
        ({"rated_write_amplification": 2}, "needs 'write_amplification'"),
        ({"raw_flash": "15 TB"}, "write more than 'capacity'"),
    ):
        with pytest.raises(InputError, match=what):
            planned(**drives)


def test_the_metadata_of_beluga() -> None:
    """Its SSDs of 1.92 TB are rated for 3 DWPD: 10.5 PB each in five years."""
    results = of("beluga", {"tiers.1.daily_writes": "10 TB"})
    at = "site/metadata:metadata"
    assert results[at, "endurance_writes_per_day"] == pytest.approx(3)
    assert results[at, "drive_endurance"] == pytest.approx(3 * 1.92e12 * 365.25 * 5)
    assert results.truth(at, "drive_life_suffices") is True


def test_the_caches_of_lcpq() -> None:
    """All that is written goes through the caches: 3 DWPD of 3.8 TB last 57 years at 0.26."""
    edits = {"tiers.0.daily_writes": "10 TB", "tiers.0.cache.endurance": "20805 TB"}
    results = of("lcpq", edits)
    at = "site/tiers:beegfs"
    drives = (results[at, "servers"] or 0) * (results[at, "cache_drives_per_server"] or 0)
    daily = 10e12 / drives
    assert results[at, "cache_daily_writes"] == pytest.approx(daily)
    assert results[at, "cache_life"] == pytest.approx(20805e12 / daily / 365.25)
    assert results.truth(at, "cache_life_suffices") is True
    assert [row.label for row in wear(results).rows] == ["beegfs, caches"]


def test_the_flash_of_astra_takes_checkpoints_at_the_best_interval() -> None:
    """265 TB each 7.32 h are 870 TB a day: its drives of 1.6 TB need some 2 DWPD."""
    results = of("astra", {"tiers.0.drives.endurance": "8760 TB"})  # 3 DWPD for five years
    at = "site/tiers:scratch"
    written = 0.8 * 331.776e12 * 24 / (72 * (0.096695 + 1 / 200))
    assert results["site", "checkpoint_writes_per_day"] == pytest.approx(written, rel=1e-4)
    raw, times = results[at, "raw_capacity"], results[at, "mixed_write_amplification"]
    per_day = results[at, "planned_writes_per_day"] or 0.0
    written = results["site", "checkpoint_writes_per_day"] or 0.0
    assert per_day == pytest.approx(written * (times or 0.0) / (raw or 1.0))
    assert results[at, "drive_life"] == pytest.approx(8760 / 1.6 / per_day / 365.25)


def test_flash_without_a_rating_has_a_row_that_says_so() -> None:
    """The writes of Astra's checkpoints are known, the rating of its drives isn't."""
    results = of("astra", {})
    (row,) = wear(results).rows
    written, *others = row.entries
    assert row.label == "scratch"
    assert isinstance(written, Value)
    assert results["site/tiers:scratch", "planned_writes_per_day"] == pytest.approx(1.945, rel=1e-3)
    shown = [results[one.addresses[0]] if isinstance(one, Value) else one for one in others]
    assert set(shown) <= {None, "unknown", ""}
    assert len([one for one in shown if one != ""]) == 4


def test_disks_that_are_written_daily_have_no_row() -> None:
    assert wear(planned(name="disk", endurance=None)).rows == ()
    (row,) = wear(planned(endurance=None)).rows
    assert row.label == "t"
