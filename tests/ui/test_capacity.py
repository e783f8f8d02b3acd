"""Capacity and growth: steps, more than one right answer, and when all is full."""

from __future__ import annotations

import re

from model.units.figures import show, show_both
from report.statement import statement
from tests.ui.visits import (
    ROOT,
    as_table,
    change,
    metric,
    opened,
    results,
    tables,
    unfolded,
    usable_exactly,
)
from tests.ui.working import work_of
from ui.base.fields import Reader
from ui.state import origins


def test_a_step_that_takes_nothing_is_left_out() -> None:
    at = opened("astra", "capacity")
    assert "Distributed spare capacity" not in tables(at)
    assert "Distributed spare" not in at.get("plotly_chart")[0].proto.spec
    change(at, "tiers.0.target.layout", "draid2:6d:16c:2s")
    assert not at.error
    assert "Distributed spare" in at.get("plotly_chart")[0].proto.spec
    assert "Distributed spare capacity" in tables(as_table(at))
    assert not at.get("plotly_chart"), "a figure stands once"


def test_only_tiers_on_zfs_offer_its_release() -> None:
    """ZFS on drives or on RAID groups has a release; ext4 under BeeGFS has none."""
    for name, has in (("beluga", True), ("sequoia", True), ("lcpq", False)):
        reader = Reader(results(opened(name, "capacity")))
        paths = {field.path for field in reader.all()}
        assert ("tiers.0.target.release" in paths) is has
        assert ("tiers.0.target.layout" in paths) is True


def test_a_tier_given_as_a_whole_is_drawn_in_its_units() -> None:
    """CRI's raw capacity is unknown: its columns are in PB and PiB all the same."""
    drawn = tables(as_table(opened("cri", "capacity")))
    assert re.search(r'<th class="r"[^>]*>PB</th>', drawn)
    assert re.search(r'<th class="r"[^>]*>PiB</th>', drawn)
    assert "3.900" in drawn


def test_the_statement_for_a_tender_says_all_steps_of_all_tiers() -> None:
    at = unfolded(opened("beluga", "capacity"), "statement")
    text = next(code.value for code in at.code if "in df for" in code.value)
    said = " ".join(text.split())
    for tier in statement(results(at)).tiers:
        for sentence in tier.sentences:
            assert sentence.text in said
    for _, path in results(at).tiers():
        raw, planned = (results(at)[path, f"{step}_capacity"] or 0 for step in ("raw", "planned"))
        assert f"{100 * planned / raw:.2f} %" in text
    for words in ("TB", "TiB", "of raw", "10^12", "Space that ZFS reserves for itself."):
        assert words in text
    assert max(map(len, text.splitlines())) <= 72


def test_the_capacity_page_has_more_than_one_right_answer() -> None:
    at = opened("beluga", "capacity")
    path = "site/tiers:project"
    text = tables(at)
    for name in ("listed_capacity", "reference_capacity"):
        assert show_both(results(at)[path, name]) in text
    # A step stands among the steps, and not a second time; what is usable, to the byte.
    assert show_both(results(at)[path, "usable_capacity"]) not in text
    assert usable_exactly(at) == results(at)[path, "usable_capacity"]
    assert show_both(results(at)[f"{path}/pools:target", "pool_available"]) in text
    assert show_both(results(at)[path, "stored_capacity"]) in text
    change(at, "tiers.0.policy.snapshot_reserve", 0.25)
    assert "Snapshot" in at.get("plotly_chart")[0].proto.spec
    change(at, "tiers.0.target.record_size", "128 KiB")
    assert "Stored: records of 128 KiB" in tables(at)
    assert "Snapshot capacity" in tables(as_table(at))


def test_growth_says_what_to_write_where_nothing_is_stated() -> None:
    at = opened("astra", "growth")
    assert "No demand has been entered yet" in at.info[0].value
    assert "No migration has been entered yet" in at.info[1].value
    assert not at.get("plotly_chart")


def test_growth_of_cri_and_its_edits() -> None:
    at = opened("cri", "growth")
    assert metric(at, "Stored at purchase") == "1.19 PB"
    assert metric(at, "Becomes full") == "2025-12-13"
    assert metric(at, "Minimum time") == "15.65 days"
    assert any("more gateways would not help" in text.value for text in at.markdown)
    assert "Human Genetics" in tables(at)
    change(at, "demand.growth", "40 %")
    assert metric(at, "Becomes full") == "2021-11-11"
    assert "✗ not met" in tables(at)


def test_growth_says_what_flash_must_stand() -> None:
    wear = "writes_per_day: 0.1, drives: 10168, drive_capacity: 4 TB, data_share: 0.8"
    purge = f"after: 28 days, growth: 133 TB/day, endurance: {{{wear}, amplification: 2.68}}"
    beluga = (ROOT / "scenarios/beluga.yaml").read_text(encoding="utf-8")
    tier = "tiers:\n  - name: project\n"
    text = beluga.replace(tier, f"{tier}    demand: {{purge: {{{purge}}}}}\n")
    at = opened("beluga", "growth")
    work_of(at).uploads = {"mine": origins.read("mine.yaml", text.encode())}
    work_of(at).choice = "mine"
    at.run()
    assert not at.exception
    assert metric(at, "Drive writes per day") == "1.171"
    assert any("their rating is unknown" in text.value for text in at.markdown)


def test_growth_of_a_tier_that_buys_blocks_and_runs_out_of_inodes() -> None:
    beluga = (ROOT / "scenarios/beluga.yaml").read_text(encoding="utf-8")
    demand = "demand: {groups: [{name: a, volume: 0.6 PB, growth: 25 %}]}"
    tier = "tiers:\n  - name: project\n"
    assert tier in beluga
    assert "value: 2 MB" in beluga
    at = opened("beluga", "growth")
    text = beluga.replace(tier, f"{tier}    {demand}\n").replace("value: 2 MB", "value: 20 kB")
    work_of(at).uploads = {"mine": origins.read("mine.yaml", text.encode())}
    work_of(at).choice = "mine"
    at.run()
    assert not at.exception
    found = results(at)
    assert metric(at, "Blocks in the last year") == show(
        found["site/tiers:project/years:year 5", "blocks_owned"], "1"
    )
    assert metric(at, "Becomes full").startswith("after 2.9")
    assert metric(at, "Inodes exhausted") == "at once"
    assert "Bought" in tables(at)
