"""What plans survive: the enumeration agrees with the figure of the tree, in every kind of tier."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from model import evaluate, load_scenario
from model.answers import summary
from model.answers.placement import (
    pairs_json,
    singles_json,
    slot_map,
    survival_of,
    tier_named,
)
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.survival import ACCESS, CHAINED, DATA
from model.answers.views.survival_table import UNCOUNTED, said_of_copies, survival
from model.placement.slots import Group, Slot, SlotMap
from model.placement.verdicts import Coded, Tier, block_of
from model.placement.wiring import Parts
from tests.planned import EXAMPLES, like

SYSTEMS = ("astra", "beluga", "lcpq", "sequoia", "templates/project-space")
WORDS = (
    "disks cabled",
    "disks cabled packed",
    "disks cabled bays",
    "disks arrays raid",
    "disks arrays raid evenly",
    "disks arrays lun copied",
    "disks cabled draid",
    "disks cabled draid copied",
    "disks cabled scale",
    "disks cabled unequal",
    "disks cabled special",
    "disks cabled apart",
)


def plan_of(words: str) -> Results:
    """Plan a tier of so many words by itself."""
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [like(words)]}
    return evaluate(load_scenario("example.yaml", json.dumps(text)))


def agrees(results: Results) -> int:
    """Compare both verdicts on the loss of an enclosure; return how many tiers have one."""
    compared = 0
    for _, path in results.tiers():
        known = results.values.get((path, "survives_enclosure_loss"))
        found = survival_of(results, path)
        if known is None or found is None:
            continue
        one = singles_json(found)
        assert (one["enclosure_with_its_drives"] == "survives") == bool(known), path
        assert (one["enclosure"] == "survives") == results.truth(path, ACCESS), path
        compared += 1
    return compared


@pytest.mark.parametrize("system", SYSTEMS)
def test_verdicts_agree_with_the_figure_of_published_systems(system: str) -> None:
    results = evaluate(load_scenario(f"scenarios/{system}.yaml"))
    assert agrees(results) == {"beluga": 2, "sequoia": 2, "templates/project-space": 2}.get(
        system, 0
    )


@pytest.mark.parametrize("words", WORDS)
def test_verdicts_agree_with_the_figure_of_each_kind(words: str) -> None:
    assert agrees(plan_of(words)) == 1


@settings(max_examples=40)
@given(
    enclosures=st.integers(1, 14),
    bays=st.integers(2, 30),
    layout=st.sampled_from(("draid2:4d:12c:96w:2s", "draid1:3d:6c:24w", "draid3:5d:9c:45w:1s")),
)
@example(enclosures=8, bays=12, layout="draid2:4d:12c:96w:2s")
@example(enclosures=12, bays=5, layout="draid1:3d:6c:24w")
def test_verdicts_agree_with_the_figure_of_failure_domains(
    enclosures: int, bays: int, layout: str
) -> None:
    """Also where domains can't be dealt out evenly: 12 of 8 drives in 8 enclosures of 12."""
    tier = {
        **like("disks cabled draid"),
        "enclosures": {"name": "e", "per_block": enclosures, "bays": bays},
        "drives": {"name": "d", "per_enclosure": bays, "capacity": "20 TB"},
        "target": {"layout": layout, "release": "next"},
    }
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    assume(enclosures * bays >= int(layout.partition("c:")[2].partition("w")[0]))
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    tier_of_parts = tier_named(results, path)
    assert tier_of_parts is not None
    placed = slot_map(results, path, tier_of_parts)
    assert placed is not None
    assert results.truth(path, "survives_enclosure_loss") is (placed.fatal_enclosures == 0)


@settings(max_examples=60)
@given(
    enclosures=st.integers(1, 9),
    adapters=st.integers(1, 3),
    cables=st.integers(1, 4),
    blocks=st.integers(1, 2),
    copies=st.integers(1, 2),
    layout=st.sampled_from(("raidz1:4", "raidz2:9", "raidz3:11", "mirror:2", "4 x raidz1:3")),
    rule=st.sampled_from(("spread", "packed")),
)
@example(9, 2, 4, 1, 1, "raidz1:9", "spread")
@example(9, 2, 4, 2, 1, "raidz2:11", "spread")
@example(2, 1, 1, 1, 2, "raidz1:4", "spread")
@example(2, 1, 2, 1, 2, "raidz1:4", "packed")
@example(3, 1, 1, 1, 2, "raidz3:11", "spread")
@example(2, 1, 4, 1, 2, "4 x raidz1:3", "packed")
@example(3, 1, 3, 1, 2, "raidz1:4", "packed")
@example(2, 1, 2, 1, 2, "raidz2:7", "packed")
def test_sentence_figures_and_table_agree_on_enclosures(
    enclosures: int, adapters: int, cables: int, blocks: int, copies: int, layout: str, rule: str
) -> None:
    """Data and access apart, also where enclosures hang behind others, or files have copies."""
    assume(copies == 1 or enclosures * blocks > 1)  # each copy needs a target of its own
    tier = {
        "name": "t",
        "file_system": "beegfs",
        "blocks": blocks,
        "servers": {"name": "s", "per_block": 2},
        "adapters": {"name": "a", "per_server": adapters, "cables": cables},
        "enclosures": {"name": "e", "per_block": enclosures},
        "drives": {"name": "d", "per_enclosure": 12, "capacity": "20 TB"},
        "placement": {"rule": rule},
        "target": {"layout": layout, "copies": copies},
    }
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    found = survival_of(results, path)
    assert found is not None
    one = singles_json(found)
    data, access = (results.truth(path, name) for name in (DATA, ACCESS))
    assert data is (one["enclosure_with_its_drives"] == "survives")
    assert access is (one["enclosure"] == "survives")
    words = sentence_text(results, summary.survival(results))
    assert (" and an enclosure" in words) is bool(data)
    assert (", not of an enclosure" in words) is not data
    assert (CHAINED in words) is (data is True and access is False)
    if copies == 1:
        placed = survival_map(results, path)
        assert data is (placed.fatal_enclosures == 0)
        stops = results[path, "stopping_enclosures_per_block"]
        assert isinstance(found, Tier)
        assert stops == sum(
            found.loses(part) for part in found.block.wiring.components if part.kind == "enclosure"
        )


def survival_map(results: Results, path: str) -> SlotMap:
    tier = tier_named(results, path)
    assert tier is not None
    placed = slot_map(results, path, tier)
    assert placed is not None
    return placed


def of(words: str) -> tuple[dict[str, str], dict[str, str]]:
    results = plan_of(words)
    [(_, path)] = results.tiers()
    found = survival_of(results, path)
    assert found is not None
    assert survival(results, path) is not None
    return singles_json(found), pairs_json(found)


def test_a_code_over_servers_survives_as_many_as_it_has_parity() -> None:
    one, two = of("disks inside ceph")
    assert one["server"] == "survives"
    assert {"drive+drive", "drive+server", "server+server"} <= set(two)


def test_a_recovery_group_of_servers_spreads_its_strips() -> None:
    """8+2p over 2 servers: 5 strips are in each, so the loss of one stops it."""
    one, _ = of("disks inside scale trio")
    assert one["server"] == "access"
    assert one["drive"] == "survives"


def test_single_drives_lose_their_files() -> None:
    one, two = of("disks inside beegfs")
    assert one["drive"] == "data"
    assert two["drive+drive"] == "data"


def test_a_code_is_told_apart() -> None:
    results = plan_of("disks inside ceph")
    [(_, path)] = results.tiers()
    assert isinstance(survival_of(results, path), Coded)


@pytest.mark.parametrize(
    "edits",
    [
        {"drives": {"per_enclosure": 10**6}},
        {"servers": {"per_block": 10**5}},
        {"enclosures": {"per_block": 10**5}},
        {"adapters": {"per_server": 10**5}},
        {"network": {"per_server": 10**5}},
    ],
)
def test_huge_blocks_are_not_enumerated(edits: dict[str, dict[str, int]]) -> None:
    """They take no longer than others: nothing is said of them."""
    text = {
        "schema": "ostimate.scenario/1",
        **EXAMPLES["site"],
        "tiers": [like("disks cabled", **edits)],
    }
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    began = time.process_time()
    assert survival(results, path) is None
    assert time.process_time() - began < 2


def test_many_servers_have_singles_but_no_pairs() -> None:
    """Of 40 servers that take over from each other, pairs would take minutes."""
    groups = tuple(Group(f"g{n}", 4, 1, n) for n in range(40))
    slots = tuple(tuple(Slot(n, bay) for bay in range(4)) for n in range(40))
    placed = SlotMap(groups, slots, (4,) * 40)
    tier = Tier(block_of(placed, Parts(servers=40, enclosures=0, network_adapters=2)))
    assert {one.kinds[0]: one.loss for one in tier.singles()}["server"] == "survives"
    assert tier.pairs() == ()


def test_write_back_caches_lose_data_and_bar_takeover() -> None:
    """LCPQ: five drives behind each cache drive, none of them redundant."""
    results = evaluate(load_scenario("scenarios/lcpq.yaml"))
    path = dict(results.tiers())["beegfs"]
    found = survival_of(results, path)
    assert isinstance(found, Tier)
    assert found.behind_cache > 1
    assert singles_json(found)["cache_drive"] == "data"
    cached, _ = of("disks cabled cached")
    assert cached["server"] == ("access" if "cache_drive" in cached else "survives")


@pytest.mark.parametrize(
    ("beside", "lost", "example"),
    [
        ("special mirror:2 of 1.6 TB + dedup mirror:2 of 800 GB", 2, "special mirror:2"),
        ("special mirror:3 of 1.6 TB + dedup mirror:2 of 800 GB", 2, "dedup mirror:2"),
        ("special mirror:3 of 1.6 TB", 3, ""),
        ("special mirror:4 of 1.6 TB", 3, ""),
        ("special disk of 1.6 TB", 1, "special disk"),
    ],
)
def test_vdevs_beside_the_tier_lose_its_pool(beside: str, lost: int, example: str) -> None:
    """Their drives are in no bay, but a pool dies with any vdev that holds metadata or tables."""
    tier = like("disks cabled apart")
    tier["target"]["layout"] = f"raidz2:10 + {beside} + log"
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    found = survival_of(results, path)
    assert isinstance(found, Tier)
    one = next(each for each in found.singles() if each.kinds == ("drive",))
    two = next(each for each in found.pairs() if each.kinds == ("drive", "drive"))
    assert one.loss == ("data" if lost == 1 else "survives")
    assert two.loss == ("data" if lost <= 2 else "survives")
    drives = "any drive" if lost == 1 else "any two drives"
    assert two.example == (f"{drives} of {example}" if example else "")
    if lost == 1:
        assert {each.loss for each in found.pairs() if each.kinds[0] == "drive"} == {"data"}
    said = sentence_text(results, summary.survival(results))
    assert f"the loss of {('a drive', '1 drive', '2 drives')[lost - 1]} " in said
    assert said.startswith("doesn't") is (lost == 1)


def beside(layout: str) -> Results:
    tier = like("disks cabled apart")
    tier["target"]["layout"] = layout
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    return evaluate(load_scenario("example.yaml", json.dumps(text)))


def test_what_holds_drives_in_no_bay_is_not_counted_and_said() -> None:
    """An enclosure may hold both sides of a special mirror of drives beside the tier's."""
    results = beside("raidz2:10 + special mirror:2 of 1.6 TB + log of 400 GB")
    [(_, path)] = results.tiers()
    found = survival(results, path)
    assert found is not None
    noted = {row.label for row in found.rows if "special mirror:2" in str(row.note)}
    assert noted == {"enclosure", "enclosure with its drives", "server"}
    words = "which enclosure or server holds special mirror:2"
    assert words in sentence_text(results, summary.survival(results))
    without = beside("raidz2:10 + special mirror:2 + log of 400 GB")
    assert "holds" not in sentence_text(without, summary.survival(without))


def test_each_count_of_failures_has_an_example_of_its_own() -> None:
    """LCPQ: a server alone stops its targets, a drive loses data; two adapters stop more."""
    results = evaluate(load_scenario("scenarios/lcpq.yaml"))
    found = survival(results, dict(results.tiers())["beegfs"])
    assert found is not None
    rows = {row.label: row.entries for row in found.rows}
    assert rows["server"][1] == "server 1"
    assert rows["server"][3] == "server 1 and server 2"
    assert rows["server"][5] == "any drive"
    two = "network adapter 1 of server 1 and network adapter 2 of server 1"
    assert rows["network adapter"][1:4] == ("", "access lost", two)


def test_the_place_of_copies_is_said_where_a_tier_has_copies() -> None:
    text = Path("scenarios/templates/project-space.yaml").read_text(encoding="utf-8")
    plain = evaluate(load_scenario("space.yaml", text))
    twice = text.replace("    target:\n", "    target:\n      copies: 2\n", 1)
    copied = evaluate(load_scenario("space.yaml", twice))
    (_, project), (_, metadata) = copied.tiers()
    assert said_of_copies(plain) == said_of_copies(copied, metadata) == ""
    assert "not even a rack" in said_of_copies(copied)
    assert "pools of OSTs" in said_of_copies(copied, project)
    assert "all copies" not in said_of_copies(copied)


def test_a_target_with_no_partner_is_named() -> None:
    """Of three targets in 2 x 12 bays, the last one lies over both enclosures."""
    tier = {
        "name": "t",
        "file_system": "beegfs",
        "blocks": 1,
        "servers": {"name": "s", "per_block": 2},
        "adapters": {"name": "a", "per_server": 1, "cables": 2},
        "enclosures": {"name": "e", "per_block": 2},
        "drives": {"name": "d", "per_enclosure": 12, "capacity": "20 TB"},
        "placement": {"rule": "packed"},
        "target": {"layout": "raidz2:8", "copies": 2},
    }
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    assert "In t, one part may take all copies of files on target 3." in said_of_copies(results)
    assert ", not of an enclosure" in sentence_text(results, summary.survival(results))
    [(_, path)] = results.tiers()
    assert not results.truth(path, DATA)


def test_pairs_of_racks_are_said_to_be_left_out() -> None:
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    for _, path in results.tiers():
        found = survival(results, path)
        assert found is not None
        [rack] = [row for row in found.rows if row.label == "rack"]
        assert rack.entries[2] == ("" if path.endswith("metadata") else UNCOUNTED)
        assert rack.entries[4] == UNCOUNTED


def test_the_weakest_group_is_named() -> None:
    """Two drives of a special mirror of the tier's drives, not of a RAIDZ2 vdev beside it."""
    results = beside("raidz2:10 + special mirror:2")
    [(_, path)] = results.tiers()
    found = survival_of(results, path)
    assert isinstance(found, Tier)
    two = next(each for each in found.pairs() if each.kinds == ("drive", "drive"))
    assert two.example == "any two drives of target 1 special mirror-1"


@pytest.mark.parametrize(("units", "rack"), [(42, "access"), (8, "access"), (5, "survives")])
def test_a_rack_with_both_enclosures_of_a_split_block_stops_it(units: int, rack: str) -> None:
    """In 8 units, both servers are in one rack and both enclosures in another."""
    tier = {
        "name": "t",
        "file_system": "beegfs",
        "blocks": 1,
        "servers": {"name": "s", "per_block": 2, "rack_units": 1},
        "adapters": {"name": "a", "per_server": 1, "cables": 4},
        "enclosures": {"name": "e", "per_block": 2, "rack_units": 4},
        "drives": {"name": "d", "per_enclosure": 12, "capacity": "20 TB"},
        "placement": {"rule": "packed"},
        "target": {"layout": "raidz2:6", "copies": 2},
    }
    site = {**EXAMPLES["site"].get("site", {}), "rack_units": units}
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "site": site, "tiers": [tier]}
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    found = survival_of(results, path)
    assert found is not None
    assert singles_json(found)["rack"] == rack
