"""What stages deliver: the systems that it rests on, and how a scenario states it."""

from __future__ import annotations

import re
from functools import cache
from statistics import median

import pytest

from model import edited, evaluate, load_scenario
from model.answers.evidence import known_by
from model.answers.output import plan_json
from model.answers.results import WAYS
from model.answers.results import evaluate as planned
from model.answers.stage_efficiencies import deliveries
from model.answers.summary import committing
from model.answers.validation import SCENARIOS, is_prediction, validate
from model.answers.views.state_table import states
from model.formulas.chain.stage_efficiencies import (
    CLIENTS,
    DRIVES,
    FACTOR,
    LEAST_KNOWN,
    OWN,
    PORTS,
    SPLIT,
    Seen,
    median_of,
)

ELSEWHERE = {
    ("LCPQ", "write"): ("lcpq", "IO500 easy write, 30 processes"),
    ("Astra", "write"): ("astra", "IOR write before the launch configuration was fixed"),
    ("Sequoia, March", "write"): ("sequoia", "ZPIOS write over XDD write, March"),
    ("Sequoia, April", "write"): ("sequoia", "ZPIOS write over XDD write, April"),
}
"""Shares that the five reference systems show: the scenario, and the figure of its row."""


@cache
def shown() -> dict[tuple[str, str], tuple[float, str]]:
    """Give what measured systems delivered of their least known stage, and which one that was."""
    found = {}
    for file in sorted(SCENARIOS.glob("measured/*.yaml")):
        results = planned(load_scenario(file))
        ((_, tier),) = results.tiers()
        for row in validate(load_scenario(file)):
            if is_prediction(row):
                way = row.figure.rpartition(", ")[2]
                stage = results.stages(tier, way)[0]
                assert row.published is not None
                assert stage.bandwidth is not None
                found[row.system, way] = row.published / stage.bandwidth, stage.name
    for key, (stem, figure) in ELSEWHERE.items():
        rows = validate(load_scenario(SCENARIOS / f"{stem}.yaml"))
        row = next(row for row in rows if row.figure == figure)
        found[key] = row.reached or row.published or 0.0, ""
    return found


SYSTEMS = list(dict.fromkeys((*DRIVES, *CLIENTS, *PORTS, *LEAST_KNOWN)))
"""In one order, so that all workers collect the same tests."""
LATER = {"Ceph 3x Clyso", "AS13000", "Guacolda", "Iopsstor", "Janelia"}
"""Systems published after the shares were set; they check the shares, and don't count in them."""


@pytest.mark.parametrize("seen", SYSTEMS, ids=lambda s: s.system)
def test_shares_are_what_systems_showed(seen: Seen) -> None:
    """Each share is what was published over the bound of the system's own scenario."""
    for way, share in (("write", seen.write), ("read", seen.read)):
        if share is not None:
            assert shown()[seen.system, way][0] == pytest.approx(share, abs=0.006)


def test_no_system_is_left_out() -> None:
    """Whatever limited a measured system by its drives or its clients counts."""
    for stage, systems in (("drives", DRIVES), ("clients", CLIENTS)):
        counted = {one.system for one in systems} | LATER
        assert {system for (system, _), (_, limit) in shown().items() if limit == stage} <= counted


def test_a_default_is_the_median_of_what_was_seen() -> None:
    """In twentieths: the figures bear no more."""
    for name, systems in (("drives", DRIVES), ("clients", CLIENTS), ("nic", PORTS)):
        middle = median(share for one in systems for share in one.of_way())
        assert OWN.inputs[f"own_{name}_delivery"].default == pytest.approx(middle, abs=0.026)
    assert FACTOR.inputs["least_known_delivery"].default == median_of(LEAST_KNOWN) == 0.75
    assert FACTOR.inputs["delivery_factor"].default is None


def test_a_stage_that_enough_systems_show_delivers_another_share_each_way() -> None:
    """Three systems each way at least, and they differ by a twentieth; else one figure is kept."""
    for name, systems in (("drives", DRIVES), ("clients", CLIENTS), ("nic", PORTS)):
        shares = [[share for one in systems for share in one.of_way(way)] for way in WAYS]
        assert (name in SPLIT) == (min(len(of_way) for of_way in shares) >= 3)
        for way, of_way in zip(WAYS, shares, strict=True):
            default = OWN.inputs[f"own_{name}_{way}_delivery"].default
            wanted = median(of_way) if name in SPLIT else 0.95
            assert default == pytest.approx(wanted, abs=0.026)
    drives = [OWN.inputs[f"own_drives_{way}_delivery"].default for way in WAYS]
    clients = [OWN.inputs[f"own_clients_{way}_delivery"].default for way in WAYS]
    assert (drives, clients) == ([0.7, 0.8], [0.65, 0.95])


STATED = (
    ({}, 0.8, 0.7),
    ({"deliveries": {"drives": 0.6}}, 0.6, 0.6),
    ({"deliveries": {"write": {"drives": 0.6}}}, 0.6, 0.7),
    ({"deliveries": {"drives": 0.5, "read": {"drives": 0.6}}}, 0.5, 0.6),
    ({"delivery_factor": 0.9}, 0.9, 0.9),
    ({"delivery_factor": 0.9, "deliveries": {"drives": 0.6}}, 0.6, 0.6),
    ({"delivery_factor": 0.9, "deliveries": {"read": {"drives": 0.6}}}, 0.9, 0.6),
)
"""What a policy says, and what drives then deliver when clients write and read."""


@pytest.mark.parametrize(("policy", "write", "read"), STATED)
def test_what_is_stated_goes_first(policy: dict[str, object], write: float, read: float) -> None:
    """A share of one way goes before that of both, this before that of all stages."""
    base = load_scenario("scenarios/measured/shaheen2.yaml")
    results = evaluate(edited(base, {f"tiers.0.policy.{k}": v for k, v in policy.items()}))
    ((_, tier),) = results.tiers()
    found = {way: {s.name: s for s in results.stages(tier, way)} for way in WAYS}
    assert found["write"]["drives"].delivery == pytest.approx(write)
    assert found["read"]["drives"].delivery == pytest.approx(read)
    said = {one.way: one.value for one in deliveries(results, tier) if one.stage == "drives"}
    assert {way: said.get(way, said.get("")) for way in WAYS} == {"write": write, "read": read}


def test_wires_deliver_nearly_all_where_the_server_is_known() -> None:
    """Béluga's CPU and memory are calibrated; of Astra's servers nothing is known."""
    beluga, astra = (
        {one.name: one for one in deliveries(results, tier)}
        for results, tier in (
            (evaluate(load_scenario("scenarios/beluga.yaml")), "site/tiers:project"),
            (evaluate(load_scenario("scenarios/astra.yaml")), "site/tiers:scratch"),
        )
    )
    assert (beluga["nic"].value, beluga["nic"].seen) == (0.95, PORTS)
    assert (astra["nic"].value, astra["nic"].seen) == (0.75, LEAST_KNOWN)
    assert beluga["drives_write"].band == (0.58, 0.87)
    assert "cpu_memory" not in beluga
    assert "targets" not in astra


def test_another_stage_than_that_of_the_bound_may_commit_least() -> None:
    """Fir's ten clients could write 125 GB/s, and 119 of them; its disks deliver 109 of 136."""
    results = evaluate(load_scenario("scenarios/measured/fir.yaml"))
    said = committing(results, "site/tiers:fir", "write")
    assert said == "as Drives deliver 0.80 of 136.5 GB/s"
    assert committing(results, "site/tiers:fir", "read") == ""


def test_no_stage_delivers_more_than_its_rate() -> None:
    """A share of a rate is from 0 to 1; more is refused where a scenario states it."""
    shares = [item for item in OWN.inputs.values() if item.name.endswith("_delivery")]
    assert len(shares) > 5
    assert {(item.low, item.high) for item in shares} == {(0.0, 1.0)}


def test_wires_of_a_server_that_nobody_knows_deliver_what_is_stated_of_these() -> None:
    """Astra's port delivers that; with a rate of its processors, what wires deliver."""
    stated = {"wires": 0.9, "least_known": 0.6}
    base = edited(load_scenario("scenarios/astra.yaml"), {"tiers.0.policy.deliveries": stated})
    path = "site/tiers:scratch"
    assert evaluate(base)[path, "nic_delivery"] == 0.6
    known = edited(base, {"tiers.0.processing": {"write_rate": "1 TB/s"}})
    assert evaluate(known)[path, "nic_delivery"] == 0.9
    (said,) = (one for one in deliveries(evaluate(base), path) if one.stage == "nic")
    assert not said.seen


def test_a_stated_delivery_says_who_stated_it() -> None:
    """One that the scenario states rests on its own reason, not on systems."""
    own = {"value": 0.8, "status": "measured", "because": "our last system"}
    base = load_scenario("scenarios/lcpq.yaml")
    results = evaluate(edited(base, {"tiers.0.policy.deliveries.drives": own}))
    found = plan_json(results)["deliveries"]["beegfs"]["drives"]
    assert found["value"] == 0.8
    assert (found["low"], found["high"], found["systems"]) == (None, None, [])
    assert "our last system" in found["rests_on"]
    assert results["site/tiers:beegfs", "write_bandwidth"] == pytest.approx(0.8 * 5.6e9)


def test_states_name_the_stage_that_commits_least_beside_the_one_that_limits() -> None:
    """The AI store's drives limit writing; what another server read is expected, and no bound."""
    results = evaluate(load_scenario("scenarios/templates/ai-training-store.yaml"))
    tier = "site/tiers:samples"
    assert committing(results, tier, "write") == ""
    assert re.fullmatch(
        r"as CPU and memory are expected to serve 162 GB/s, measured on .*Bracewell.*, unscaled",
        committing(results, tier, "read"),
    )
    found = states(results, tier)
    said = dict(zip((row.label for row in found.rows), found.entries("write_limit"), strict=True))
    assert said["healthy"] == said["drive rebuilding"] == "Drives"
    assert found.entries("read_limit")[0] == "NIC; lowest expected bandwidth: CPU and memory"


def test_a_rate_of_a_target_that_nobody_measured_is_assumed() -> None:
    """A field for what was measured holds what is assumed, too: its status says which."""
    scenario = load_scenario("scenarios/templates/project-space.yaml")
    rate = {"value": "2 GB/s", "status": "assumed", "because": "as a colleague remembers it"}
    for status, words in (("assumed", "assumed"), ("measured", "measured")):
        said = {"read_bandwidth": {**rate, "status": status}, "write_bandwidth": "1 GB/s"}
        results = evaluate(edited(scenario, {"tiers.0.measured_target": said}))
        stages = results.stages("site/tiers:project", "read")
        (targets,) = (stage for stage in stages if stage.label == "Targets")
        assert known_by(results, targets) == words
