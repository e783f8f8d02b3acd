"""Random requests a second, against what is published of pools, dRAID and RAID groups."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario
from model.answers.summary import requests_sentence

TEXT = """
schema: ostimate.scenario/1
name: requests
tiers:
  - name: t
    file_system: {system}
    blocks: 1
    servers: {{name: s, per_block: 1}}
    network: {{name: port, per_server: 1, ports: 1{port}}}
    drives: {{name: d, per_server: {drives}, capacity: 6 TB, read_bandwidth: 100 MB/s,
             write_bandwidth: 100 MB/s, random_read_rate: {reads} IOPS,
             random_write_rate: {writes} IOPS}}
    target: {target}
"""
TIER = "site/tiers:t"


def rates(
    target: str, drives: int, reads: float, writes: float, system: str = "zfs"
) -> list[float]:
    """Give the random reads and writes a second of a tier of one target."""
    text = TEXT.format(
        system=system, drives=drives, reads=reads, writes=writes, target=target, port=""
    ).replace("100 MB/s", "7 GB/s")
    results = evaluate(load_scenario("requests.yaml", text))
    return [results[TIER, f"random_{way}_rate_bound"] or 0.0 for way in ("read", "write")]


@pytest.mark.parametrize(
    ("layout", "reads", "writes"),
    [
        ("12 x disk", 3000, 3000),
        ("6 x mirror:2", 3000, 1500),
        ("4 x mirror:3", 3000, 1000),
        ("mirror:12", 3000, 250),
        ("raidz1:12", 250, 250),
        ("2 x raidz2:6", 500, 500),
        ("3 x raidz1:4", 750, 750),
    ],
)
def test_six_metrics(layout: str, reads: float, writes: float) -> None:
    """TrueNAS, Six Metrics for Measuring ZFS Pool Performance: 12 drives of 250 IOPS.

    An N-way mirror reads at N times a drive and writes at one, a RAIDZ vdev does both at one.
    """
    assert rates(f"{{layout: '{layout}'}}", 12, 250, 250) == pytest.approx([reads, writes])


def test_draid() -> None:
    """OpenZFS, zpoolconcepts(7): floor((N - S) / (D + P)) drives: 53 with 3 spares, 8+2, are 5."""
    found = rates("{layout: 'draid2:8d:53c:3s'}", 53, 200, 200)
    assert found == pytest.approx([1000, 1000])


@pytest.mark.parametrize(
    ("layout", "drives", "one", "reads", "writes"),
    [
        ("raid6:6", 6, 180, 1080, 180),  # Crucial: six drives in RAID 6 write as one alone
        ("raid5:5", 5, 180, 900, 225),  # 5 x 180 IOPS, penalty 4
        ("raid10:8", 8, 180, 1440, 720),  # 8 x 180 IOPS, penalty 2
        ("raid1:2", 2, 180, 360, 180),
        ("raid0:4", 4, 180, 720, 720),
        ("drive", 1, 180, 180, 180),
    ],
)
def test_raid_penalties(layout: str, drives: int, one: int, reads: float, writes: float) -> None:
    """RAID 0 1, RAID 1 and 10 2, RAID 5 4, RAID 6 6 requests of drives for each small write."""
    target = f"{{redundancy: raid, format: none, layout: '{layout}'}}"
    assert rates(target, drives, one, one, "none") == pytest.approx([reads, writes])


def test_each_copy_of_a_file_is_written() -> None:
    """Two groups of RAID 1 of 180 IOPS write 360; with each file on both, half of it."""
    target = "{{redundancy: raid, format: none, layout: 'raid1:2', copies: {}}}"
    reads, writes = rates(target.format(1), 4, 180, 180, "none")
    again, halved = rates(target.format(2), 4, 180, 180, "none")
    assert (reads, writes) == pytest.approx((720, 360))
    assert (again, halved) == pytest.approx((720, 180))


def test_flash_reads_old_data_faster_than_it_writes() -> None:
    """RAID 5 on drives of 1,000,000 reads and 200,000 writes: 2 of each are 12 us of a drive."""
    target = "{redundancy: raid, format: none, layout: 'raid5:5'}"
    found = rates(target, 5, 1e6, 2e5, "none")
    assert found[1] == pytest.approx(5 / 12e-6)


def test_requests_go_through_the_chain() -> None:
    """A port of 12.5 GB/s carries 3.05 million requests of 4 KiB, whatever the drives could do."""
    text = TEXT.format(
        system="none",
        drives=24,
        reads=1e6,
        writes=2e5,
        target="{redundancy: raid, format: none, layout: drive}",
        port=", bandwidth: 12.5 GB/s",
    ).replace("100 MB/s", "7 GB/s")
    results = evaluate(load_scenario("requests.yaml", text))
    assert results[TIER, "random_read_rate_bound"] == pytest.approx(12.5e9 / 4096)
    assert "random reads or" in requests_sentence(results, TIER)


def test_nothing_is_said_where_a_drive_is_silent() -> None:
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    assert requests_sentence(results, "site/tiers:project") == ""
