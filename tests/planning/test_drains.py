"""Tiers that drain into another: what clients see, what dumps ask, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.results import Results
from model.answers.summary import headline

BURST = """
schema: ostimate.scenario/1
name: Burst
machine: {memory: 100 TB}
checkpoint: {fraction: 0.8, job_mtti: 24 h, ratio: 200}
tiers:
  - name: burst
    drains_into: disk
    given: {capacity: 300 TB, read_bandwidth: 200 GB/s, write_bandwidth: 190 GB/s}
    policy: {fill_limit: 0.8}
  - name: disk
    given: {capacity: 6 PB, read_bandwidth: 30 GB/s, write_bandwidth: 20 GB/s}
economics: {currency: USD, price_date: 2024-01-01, years: 3}
"""


def planned(*changes: tuple[str, str]) -> Results:
    """Plan the site of a burst tier before a disk tier, with pieces of its text changed."""
    text = BURST
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("burst.yaml", text))


def met(results: Results) -> dict[str, Any]:
    """Say of each check of the site whether it is met."""
    return {check.name: check.met for check in results.checks}


def test_clients_see_the_burst_tier_alone() -> None:
    """What goes through the burst tier isn't counted again behind it, in any year."""
    results = planned()
    assert results["site", "write_bandwidth"] == pytest.approx(190e9)
    assert results["site", "read_bandwidth_bound"] == pytest.approx(200e9)
    assert results["site", "usable_capacity"] == pytest.approx(6.3e15)
    assert any("burst beside disk" in warning for warning in results.warnings)
    assert "limited by" in headline(results)
    assert "in disk" not in headline(results).partition("survives")[0]
    growing = "demand: {groups: [{name: all, volume: 1 PB, growth: 20 %}]}\neconomics:"
    grown = planned(("economics:", growing))
    for year in grown.years():
        assert grown[year, "year_write_bandwidth"] == pytest.approx(190e9)
        assert grown[year, "year_read_bandwidth"] == pytest.approx(200e9)
    apart = planned(("    drains_into: disk\n", ""))
    assert apart["site", "write_bandwidth"] == pytest.approx(210e9)
    assert met(apart) == {"checkpoint_bandwidth": True}


def test_the_floor_of_the_drain() -> None:
    """MTTI of 24 h, ratio 200: 432 s and 139.24 min; the drain is 4.92 % of the dump's rate."""
    results = planned()
    required = results["site", "required_drain_bandwidth"]
    assert required == pytest.approx(80e12 / (432 + 139.24 * 60), rel=1e-4)
    dump = results["site", "required_checkpoint_bandwidth"] or 0.0
    assert (required or 0.0) / dump == pytest.approx(0.0492, abs=5e-5)
    assert results["site", "drain_bandwidth"] == pytest.approx(20e9)
    assert met(results) == {
        "absorbed_bandwidth": True,
        "drain_bandwidth": True,
        "burst_capacity": True,
    }


def test_a_slow_end_of_the_drain_is_not_met() -> None:
    """Of 9.1 GB/s, 9 behind the burst tier are too few, and so are 9 that it reads."""
    for change in (
        ("write_bandwidth: 20 GB/s", "write_bandwidth: 9 GB/s"),
        ("read_bandwidth: 200 GB/s", "read_bandwidth: 9 GB/s"),
    ):
        results = planned(change)
        assert results["site", "drain_bandwidth"] == pytest.approx(9e9)
        assert met(results)["drain_bandwidth"] is False
        assert met(results)["absorbed_bandwidth"] is True
    unknown = planned((", write_bandwidth: 20 GB/s", ""))
    assert met(unknown)["drain_bandwidth"] is None


def test_a_burst_tier_that_holds_too_little() -> None:
    """Below one dump the drain sets the pace; below two, one drains while none can be written."""
    one = planned(("capacity: 300 TB", "capacity: 150 TB"))
    assert one["site", "burst_capacity"] == pytest.approx(120e12)
    assert one["site", "absorbed_bandwidth"] == pytest.approx(190e9)
    assert one["site", "committed_dump_time"] == pytest.approx(80e12 / 190e9)
    assert met(one) == {
        "absorbed_bandwidth": True,
        "drain_bandwidth": True,
        "burst_capacity": False,
    }
    less = planned(("capacity: 300 TB", "capacity: 99 TB"))
    assert less["site", "absorbed_bandwidth"] == pytest.approx(20e9)
    assert met(less)["absorbed_bandwidth"] is False
    three = planned(("ratio: 200}", "ratio: 200, dumps_in_burst: 3.5}"))
    assert three["site", "required_burst_capacity"] == pytest.approx(280e12)
    assert met(three)["burst_capacity"] is False


def test_other_tiers_in_front_take_no_dumps() -> None:
    """Clients see a third tier, too, but dumps go where it drains from."""
    third = "  - name: home\n    given: {capacity: 1 PB, write_bandwidth: 50 GB/s}\neconomics:"
    results = planned(("economics:", third))
    assert results["site", "write_bandwidth"] == pytest.approx(240e9)
    assert results["site", "absorbed_bandwidth"] == pytest.approx(190e9)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("drains_into: disk", "drains_into: disc", "'disc', which isn't there: write one of disk"),
        ("drains_into: disk", "drains_into: burst", "can't drain into itself"),
        ("- name: disk", "- name: disk\n    drains_into: burst", "can't drain further"),
        ("- name: disk", "- name: disk\n    drains_into: deep", "can't drain further"),
        ("- name: disk", "- name: disk\n    holds: metadata", "tiers that hold data"),
        ("- name: deep", "- name: deep\n    drains_into: tape", "into the same tier"),
        ("    drains_into: disk\n", "", "'checkpoint.dumps_in_burst' needs a tier"),
    ],
)
def test_what_cannot_drain(old: str, new: str, words: str) -> None:
    """A name that isn't there, a circle, a chain, metadata, two tiers behind: each is said."""
    more = "".join(
        f"  - name: {name}\n    given: {{capacity: 1 PB}}\n" for name in ("deep", "tape")
    )
    text = BURST.replace("economics:", f"{more}economics:")
    text = text.replace("ratio: 200}", "ratio: 200, dumps_in_burst: 2}")
    assert old in text
    with pytest.raises(InputError, match=words):
        evaluate(load_scenario("burst.yaml", text.replace(old, new, 1)))
