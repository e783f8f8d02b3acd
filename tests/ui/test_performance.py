"""Chains, states, remedies, goals and checkpoints: what limits, and what is unknown, is said."""

from __future__ import annotations

import re
from base64 import b64decode

from model.units.figures import show
from tests.ui.visits import (
    ROOT,
    metric,
    opened,
    plain,
    results,
    stages_as,
    tables,
    unfolded,
    went,
)
from tests.ui.working import work_of
from ui.state import origins


def test_metrics_are_the_results() -> None:
    """Those of the plan, with what was asked below: Astra's dumps take longer than asked."""
    at = opened("astra", "checkpoint")
    best = results(at)["site", "committed_checkpoint_interval"]
    assert metric(at, "Best interval") == show(best, "second") == "7.499 h"
    assert "<small>required: 6.962 h</small>" in tables(at)


def test_an_unknown_stage_is_listed_and_not_drawn() -> None:
    at = stages_as(opened("lcpq", "performance"), "Table")
    said = " ".join(element.value for element in at.markdown)
    assert "Unknown, so ignored: CPU and memory, HBA, HBA PCIe" in said
    assert any("CPU and memory (Processor write time" in one.help for one in at.markdown)
    assert "assumed, incomplete" in tables(at), "of memory a bound is known"
    stages_as(at, "Bars")
    assert "HBA PCIe" not in at.get("plotly_chart")[0].proto.spec


def test_it_is_said_what_one_stream_gets() -> None:
    at = opened("astra", "performance")
    said = next(one for one in at.caption if one.value == "Single streams are slower")
    assert plain(said.help).startswith("Single streams are slower: 926 MB/s to 1.5 GB/s")


def test_a_scenario_without_checkpoints_has_an_empty_state() -> None:
    at = opened("beluga", "checkpoint")
    assert "No checkpoints are planned yet" in at.info[0].value


def test_the_chain_of_a_state_can_be_looked_at() -> None:
    at = opened("beluga", "performance")
    at.selectbox(key="state").select("server down").run()
    assert not at.exception
    said = next(plain(m.value) for m in at.markdown if "in this state" in m.value)
    assert "50.0\N{NO-BREAK SPACE}% less than when healthy" in said
    assert "6.2 GB/s" in said
    assert "limited by **CPU and memory**" in said


def test_the_picture_of_a_state_is_drawn_anew() -> None:
    """It says what flows as the results do; while a server is down, the racks are one short."""
    at = opened("templates/project-space", "performance")

    def pictures() -> list[str]:
        addresses = (image.proto.imgs[0].url for image in at.get("image"))
        return [b64decode(url.partition(",")[2]).decode() for url in addresses]

    (healthy,) = pictures()
    written = show(results(at)["site", "write_bandwidth"], "byte/s")
    assert f">{written}<" in healthy
    at.selectbox(key="state").select("server down").run()
    unfolded(at, "racks left")
    down, racks = pictures()
    flow = results(at)["site/tiers:project/states:server down", "degraded_write_bandwidth"]
    assert f">{show(flow, 'byte/s')}<" in down
    assert racks.count('class="lost"') == 1


def test_remedies_say_what_they_buy_and_take() -> None:
    text = tables(opened("astra", "remedies"))
    assert "A second port of each network adapter" in text
    assert "+26 %; likely 108.3\N{EN DASH}296.4; at most 309.2" in text


def test_goals_are_counted_in_racks() -> None:
    text = tables(opened("sequoia", "workloads"))
    for words in ("XDD 1 MiB random read", "487.7 GB/s", "✗ not met", "50", "asked for"):
        assert words in text
    above = text.partition("128 % of the upper bound")[2].partition("</td>")[0]
    assert "limit, targets, which is based on ZPIOS, through ZFS" in above
    unproven = "unproven: a remaining server serves 2 targets instead of 1"
    assert unproven in tables(opened("sequoia", "states"))


def test_the_chain_of_a_survivor_says_what_is_unproven_and_unknown() -> None:
    at = opened("sequoia", "performance")
    at.selectbox(key="state").select("server down").run()
    said = next(plain(m.value) for m in at.markdown if "in this state" in m.value)
    assert "Unproven: a remaining server serves 2 targets instead of 1" in said
    assert "Unknown, so ignored: CPU and memory" in said


def test_a_tier_as_given_has_no_other_states() -> None:
    at = opened("cri", "states")
    assert not at.exception
    assert any("entered as a whole" in caption.value for caption in at.caption)


def test_a_burst_tier_is_judged_with_its_drain() -> None:
    """The page of checkpoints says what absorbs, what drains and what holds the dumps."""
    text = (ROOT / "tests/report/burst.yaml").read_bytes()
    at = opened("astra", "checkpoint")
    work_of(at).uploads = {"mine": origins.read("mine.yaml", text)}
    work_of(at).choice = "mine"
    at.run()
    assert not at.exception
    found, shown_rows = results(at), tables(at)
    for check, name in (
        ("Drain bandwidth for checkpoints", "drain_bandwidth"),
        ("Burst capacity for checkpoints", "burst_capacity"),
        ("Write bandwidth of draining tiers for checkpoints", "absorbed_bandwidth"),
    ):
        assert check in shown_rows
        assert show(found["site", name], found.item("site", name).unit) in shown_rows


def test_the_state_table_says_what_limits_files_over_all_targets() -> None:
    """Ports limit Astra's independent files; where rebuilds take half, targets those over all."""
    at = opened("astra", "states", edit="tiers.0.states.rebuild_share=0.5")
    assert "striped files: Targets" in tables(at)


def test_the_chain_of_affected_servers_says_whose_it_is() -> None:
    """One of Astra's 20 servers rebuilds: how far its stages are used is known."""
    at = opened("astra", "performance", edit="tiers.0.states.rebuild_share=0.5")
    stages_as(at, "Table")
    assert "if all servers were" not in tables(at)
    at.selectbox(key="state").select("drive rebuilding").run()
    said = " ".join(plain(m.value) for m in at.markdown if "in this state" in m.value)
    assert "as when healthy" in said
    assert "0.0 %" not in said
    said = said.replace("\N{NO-BREAK SPACE}", " ")
    assert "files over all targets get 154.6 GB/s, 11.9 % less than when healthy" in said
    assert "limited by **targets**" in said
    assert "the affected server." in said
    text = tables(at)
    assert "Tier, if all servers were affected, TB/s" in text
    chain = text.partition("Use at the upper bound")[2].partition("</table>")[0]
    assert "100 %" in chain
    assert chain.count("incomplete") == 1  # memory is stated, the work of CPU and memory isn't


def test_the_page_says_how_stages_combine_and_targets_split() -> None:
    at = stages_as(opened("beluga", "performance"), "Table")
    combined = [c.value for c in at.caption if "Stages overlap" in c.value]
    assert len(combined) == 2  # one for each way
    assert all("their times add up" in words for words in combined)
    assert any("19 targets on the 2 servers" in m.value for m in at.markdown)
    went(at, "remedies")
    assert re.search(r"±0 %; striped files: [0-9.]+, [+]", tables(at))
