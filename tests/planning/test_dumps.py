"""Checkpoints in a plan: whose interrupts count, what is judged once, what dumps wear."""

from __future__ import annotations

import math

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.checkpoints import checkpoints_sentence
from model.answers.results import Results

TEXT = """
schema: ostimate.scenario/1
name: Dumps
machine: {compute_nodes: 1000, node_memory: 1 TB}
checkpoint: {fraction: 0.8, job_mtti: 24 h, ratio: 200}
tiers:
  - name: flash
    blocks: 10
    servers: {name: node, per_block: 1}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1}
    drives: {part: samsung-pm9a3-7680gb, per_server: 12}
    target: {layout: raidz2:12}
"""
TIER = "site/tiers:flash"


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("dumps.yaml", text))


def test_what_dumps_write_a_day_and_ask_of_flash() -> None:
    """800 TB each 146.4 min are 7.87 PB a day: with 308/256 of parity 10.3 writes of 921.6 TB."""
    results = planned()
    period = 24 * 3600 * (0.096695 + 1 / 200)
    written = 800e12 * 86400 / period
    assert results["site", "checkpoint_writes_per_day"] == pytest.approx(written, rel=1e-5)
    asked = written * 308 / 256 / (120 * 7.68e12)
    assert results[TIER, "checkpoint_drive_writes_per_day"] == pytest.approx(asked, rel=1e-5)
    assert results.truth(TIER, "checkpoint_endurance_suffices") is False
    assert any(
        "checkpoints exceed the rated drive writes per day" in warning
        for warning in results.warnings
    )
    said = checkpoints_sentence(results)
    assert "drive writes a day for the flash of flash, rated for 1" in said
    years = 14_020e12 / (asked * 7.68e12) / 365.25  # the TBW of the datasheet
    assert results[TIER, "drive_life"] == pytest.approx(years, rel=1e-5)
    assert f"it lasts {years:.4g} years" in said
    rare = planned(("job_mtti: 24 h, ratio: 200", "job_mtti: 2400 h, dump_time: 1 h"))
    assert rare.truth(TIER, "checkpoint_endurance_suffices") is True


def test_rated_bytes_and_stated_writes_go_before_drive_writes_and_checkpoints() -> None:
    """26,700 TB of each 7.68 TB drive; 100 TB of clients a day are 0.13 writes of 921.6 TB."""
    results = planned(
        ("  - name: flash", "  - name: flash\n    daily_writes: 100 TB"),
        ("pm9a3-7680gb", "pm9a3-7680gb, endurance: {value: 26700 TB, because: a variant}"),
    )
    written = 100e12 * 308 / 256 / 120
    assert results[TIER, "drive_daily_writes"] == pytest.approx(written)
    assert results[TIER, "drive_life"] == pytest.approx(26700e12 / written / 365.25)
    assert not any("wear its flash out" in warning for warning in results.warnings)
    worn = planned(
        ("  - name: flash", "  - name: flash\n    daily_writes: 10 PB"),
        ("pm9a3-7680gb", "pm9a3-7680gb, endurance: {value: 26700 TB, because: a variant}"),
    )
    assert any("10 PB a day wear its flash out in 0.7" in text for text in worn.warnings)


def test_flash_behind_a_burst_tier_takes_all_dumps() -> None:
    """Before it two tiers share each dump by their rates; behind it all of them end."""
    tier = TEXT[TEXT.index("  - name") :]
    results = planned(
        ("  - name: flash", "  - name: flash\n    drains_into: behind"),
        (
            "layout: raidz2:12}",
            f"layout: raidz2:12}}\n{tier}".replace("name: flash", "name: behind").rstrip(),
        ),
    )
    dumps = results["site", "checkpoint_writes_per_day"]
    for name in ("flash", "behind"):
        at = f"site/tiers:{name}"
        assert results[at, "tier_checkpoint_writes_per_day"] == pytest.approx(dumps)


def test_interrupts_of_nodes() -> None:
    """Those of 1,000 nodes are the job's; where nothing is said, what is taken is said."""
    stated = planned(("job_mtti: 24 h", "node_mtti: 24000 h"))
    assert stated["site", "job_mtti"] == pytest.approx(24 * 3600)
    assert not any("MTTI" in warning for warning in stated.warnings)
    assumed = planned(("job_mtti: 24 h, ", ""))
    assert assumed["site", "job_mtti"] == pytest.approx(1e9 / 41900 * 3600 / 1000)
    assert any("assumed MTTI of 2.723 years per node" in said for said in assumed.warnings)
    memory = ("{compute_nodes: 1000, node_memory: 1 TB}", "{memory: 1 PB}")
    unknown = planned(("job_mtti: 24 h, ", ""), memory)
    assert unknown["site", "job_mtti"] is None
    assert any("the interrupt rate is unknown" in said for said in unknown.warnings)
    with pytest.raises(InputError, match=r"machine\.compute_nodes"):
        planned(("job_mtti: 24 h", "node_mtti: 24000 h"), memory)


def test_a_low_efficiency_is_a_finding() -> None:
    """By what the storage commits, whatever was asked of it."""
    small = planned(("node_memory: 1 TB", "node_memory: 10 GB"))
    assert not any("less than 80 %" in warning for warning in small.warnings)
    assert any("less than 80 %" in warning for warning in planned().warnings)


def test_what_jobs_get_of_the_plan_stands_beside_what_was_asked() -> None:
    """Daly's optimum for the dump that the storage commits: 800 TB at its own bandwidth."""
    results = planned()
    bandwidth, mtti = results["site", "write_bandwidth"], 24 * 3600
    assert bandwidth is not None
    dump = 800e12 / bandwidth
    assert results["site", "committed_dump_time"] == pytest.approx(dump)
    interval = results["site", "committed_checkpoint_interval"]
    assert interval is not None
    t = interval / mtti
    assert t + dump / mtti + math.log1p(-t) == pytest.approx(0, abs=1e-9), "the best interval"
    assert results["site", "committed_job_efficiency"] == pytest.approx(1 - t)
    asked = results["site", "job_efficiency"]
    assert asked is not None
    assert asked > 1 - t, "it takes longer than was asked"
    written = results["site", "committed_checkpoint_writes_per_day"]
    assert written is not None
    assert written < bandwidth * 86400, "no more than it can write in a day"
    wished = planned(("ratio: 200", f"bandwidth: {bandwidth:.0f} B/s"))
    for name in ("dump_time", "checkpoint_interval", "job_efficiency", "restart_time"):
        committed = wished["site", f"committed_{name}"]
        assert committed == pytest.approx(wished["site", name], rel=1e-9)


def test_a_dump_that_takes_for_ever_leaves_nothing() -> None:
    tiny = planned(
        ("node_memory: 1 TB", "node_memory: 1 EB"), ("ratio: 200", "ratio: 200, restart: dump")
    )
    assert tiny["site", "committed_job_efficiency"] == pytest.approx(0, abs=1e-12)


def test_a_wished_bandwidth_is_not_judged_beside_the_required_one() -> None:
    """The write bandwidth that is required is judged; a wish for more than that is said."""
    wish = ("ratio: 200}", "bandwidth: 200 GB/s}\nrequirements: {write_bandwidth: 200 GB/s}")
    both = planned(wish)
    assert [check.name for check in both.checks] == ["write_bandwidth"]
    assert not any("checkpoints rely on" in warning for warning in both.warnings)
    more = planned((wish[0], wish[1].replace("bandwidth: 200 GB/s}\n", "bandwidth: 300 GB/s}\n")))
    assert "checkpoints rely on 300 GB/s, but only 200 GB/s are required to write" in more.warnings
    alone = planned((wish[0], "bandwidth: 200 GB/s}"))
    assert [check.name for check in alone.checks] == ["checkpoint_bandwidth"]
