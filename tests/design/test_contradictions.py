"""What a scenario states twice, or without what belongs to it: each is refused with a remedy."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.design.scenario import load_scenario
from model.errors import InputError
from tests.planned import EXAMPLES, like, merged

TASK = {"name": "checksum", "rate": "3 GB/s"}
READS = {"name": "reads", "way": "read", "server_bandwidth": "1 GB/s"}
GOAL = {"name": "asked", "bandwidth": "1 GB/s"}
FURTHER = {"name": "large drive", "capacity": "20 TB"}
CODE = {"redundancy": "ceph", "layout": "4+2"}
DOMAINS = {"layout": "draid2:4d:12c:96w:2s", "release": "next"}
OF_TIER = [
    ("disks", {"processing": {"tasks": [TASK], "cores": 8}}, "write either 'tasks' or 'read_rate'"),
    (
        "disks",
        {"processing": {"tasks": [TASK, TASK], "cores": 8, "read_rate": None, "write_rate": None}},
        "two tasks have the name 'checksum': names must differ",
    ),
    ("disks", {"processing": {"cores": 8}}, "write 'cores' with 'tasks', or neither"),
    (
        "disks",
        {"fabric": {"links": None, "link_bandwidth": None}},
        "write 'links', 'routers', 'uplinks' or 'clients'",
    ),
    ("disks", {"fabric": {"links": None}}, "write 'links' and 'link_bandwidth', or neither"),
    ("disks", {"drives": {"per_server": 4}}, "write either 'per_enclosure' or 'per_server'"),
    ("disks", {"drives": {"per_enclosure": None}}, "either 'per_enclosure' or 'per_server'"),
    (
        "given",
        {"policy": {"partial_stripes": {"share": 0.1, "amplification": 2}}},
        "'policy.partial_stripes' belongs to a tier of parts, with a target",
    ),
    (
        "disks",
        {"calibration": EXAMPLES["words"]["calibrated"]["calibration"]},
        "write either 'processing' or 'calibration'",
    ),
    (
        "disks",
        {"enclosures": {"expander_bandwidth": "20 GB/s"}},
        "'expander_bandwidth' requires 'adapters' to connect the enclosures",
    ),
    (
        "disks",
        {"target": {"layout": "raidz2:10 + raidz2:10 of 20 TB"}, "further_drives": FURTHER}
        | {"spares": {"years": 3}},
        "'spares' are of one kind of drive",
    ),
    ("disks", {"further_drives": FURTHER}, "'further_drives' are in no vdev: name their size"),
    (
        "disks",
        {"target": {"layout": "raidz2:10 + raidz2:10 of 20 TB"}},
        "has vdevs of other drives: write 'further_drives'",
    ),
    (
        "disks inside",
        {"placement": {"rule": "spread"}},
        "'placement' needs 'enclosures': drives in servers stay with theirs",
    ),
    (
        "disks",
        {"target": CODE, "file_system": "ceph", "placement": {"rule": "spread"}},
        "strips of '4+2' lie where its system chooses: leave 'placement' out",
    ),
    (
        "disks",
        {"target": DOMAINS, "placement": {"rule": "packed"}},
        "failure domains are in different enclosures: write 'rule: spread', or 'slots'",
    ),
    (
        "disks",
        {"file_layout": {"extents": [{"targets": 1}, {"targets": 4}]}},
        "only the last of 'extents' has no 'up_to'",
    ),
    (
        "disks",
        {"file_layout": {"extents": [{"up_to": "1 GB", "targets": 1}] * 2 + [{"targets": 4}]}},
        "each 'up_to' must be above the one before",
    ),
    (
        "disks",
        {"file_layout": {"extents": [{"up_to": "1 GB", "targets": 1}]}},
        "leave 'up_to' out of the last of 'extents'",
    ),
    (
        "disks",
        {"workloads": {"measured": [READS, READS]}},
        "two workloads have the name 'reads': names must differ",
    ),
    ("disks", {"workloads": {"goals": [GOAL, GOAL]}}, "two goals have the name 'asked'"),
    ("disks", {"demand": {"tier": "t"}}, "a tier's 'demand' buys its own blocks: leave 'tier' out"),
]
OF_SITE = [
    (
        {"demand": {"tier": "other"}},
        "no data tier is called 'other', for 'demand.tier': write 't'",
    ),
    (
        {"bands": {f"tiers.t.{n}": {"values": [1, 2]} for n in range(201)}},
        "has 201 entries: at most 200 are read",
    ),
    ({"objective": {"minimise": "racks", "maximise": "planned_capacity"}}, "write either 'minim"),
    ({"objective": {"near": 0.1}}, "write either 'minimise' or 'maximise'"),
]
GROWING = {"groups": [{"name": "a", "volume": "1 PB", "growth": 0.2}]}


def _refused(tier: dict[str, Any], site: dict[str, Any]) -> str:
    whole = {"schema": "ostimate.scenario/1", **merged(EXAMPLES["site"], site), "tiers": [tier]}
    with pytest.raises(InputError) as wrong:
        load_scenario("wrong.yaml", yaml.safe_dump(whole))
    return str(wrong.value)


@pytest.mark.parametrize(("words", "edits", "message"), OF_TIER, ids=lambda one: str(one)[:40])
def test_what_contradicts_itself_in_a_tier_is_refused(
    words: str, edits: dict[str, Any], message: str
) -> None:
    if "demand" in edits:
        edits = {"demand": {**GROWING, **edits["demand"]}}
    assert message in _refused(like(words, **edits), {})


@pytest.mark.parametrize(("edits", "message"), OF_SITE, ids=lambda one: str(one)[:40])
def test_what_contradicts_itself_in_a_scenario_is_refused(
    edits: dict[str, Any], message: str
) -> None:
    if "demand" in edits:
        edits = {"demand": {**GROWING, **edits["demand"]}}
    assert message in _refused(like("disks"), edits)


def test_as_many_ranges_as_are_read_are_accepted() -> None:
    bands = {f"tiers.t.{n}": {"values": [1, 2]} for n in range(200)}
    whole = {"schema": "ostimate.scenario/1", "name": "s", "tiers": [like("disks")], "bands": bands}
    assert len(list(load_scenario("right.yaml", yaml.safe_dump(whole)).bands.figures())) == 200


@pytest.mark.parametrize("words", ["disks", "disks inside", "given"])
def test_what_the_examples_begin_from_is_accepted(words: str) -> None:
    whole = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [like(words)]}
    assert load_scenario("right.yaml", yaml.safe_dump(whole)).tiers[0].name == "t"
