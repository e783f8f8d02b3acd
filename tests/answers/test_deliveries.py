"""What stages deliver: the systems that it rests on, and how a scenario states it."""

from __future__ import annotations

import math
import re
from pathlib import Path
from statistics import median, stdev

import pytest

from model import edited, evaluate, load_scenario
from model.answers.evidence import known_by
from model.answers.evidence_of_efficiencies import evidence, text_of
from model.answers.output import plan_json
from model.answers.results import WAYS
from model.answers.stage_efficiencies import deliveries
from model.answers.summary import committing
from model.answers.validation import predicted_without_kin, reference_files
from model.answers.views.state_table import states
from model.design.policy import WIRES
from model.formulas.chain.stage_efficiencies import OWN, STAGES
from model.formulas.chain.stage_efficiencies import WIRES as OF_CHAIN
from model.parts.delivered import FILE, delivered
from model.planning.efficiencies import OF_KNOWN_SERVERS, OF_PORTS, pooled, seen_in
from model.procedures.pooling import LIKELY, Stage, left_out, logit_of, pool
from model.units.figures import percent


def test_the_evidence_is_what_the_measured_systems_show() -> None:
    """Whoever adds a system, or changes a bound, makes the evidence anew."""
    found = text_of(evidence(load_scenario(file) for file in reference_files()))
    assert found == FILE.read_text("utf-8")


def test_no_system_delivered_more_than_its_bound() -> None:
    assert {one.system for one in delivered() if one.share > 1} == set()


def _text(file: str) -> str:
    return " ".join(Path(file).read_text("utf-8").split())


def test_a_new_system_is_predicted_as_well_as_is_said() -> None:
    """Each family left out in turn; README, docs and page give these figures."""
    found = predicted_without_kin()
    assert found.median <= 0.15
    assert 0.85 <= found.in_range / found.bandwidths <= 0.97
    assert found.width <= 0.8
    off, holds = percent(found.median), f"{found.in_range} of {found.bandwidths}"
    assert f"within {off}, and the 90 % range holds {holds}" in _text("README.md")
    bottlenecks = _text("docs/bottlenecks.md")
    assert f"off by {off} in the median" in bottlenecks
    assert f"is {found.width:.2f} of the expected value, holds {holds} bandwidths" in bottlenecks
    systems = len({one.system for one in delivered()})
    assert f"{found.bandwidths} bandwidths of {systems} systems" in bottlenecks
    assert f"median error of {off}" in found.text
    assert holds.partition(" of ")[0] in found.text


def test_beyond_what_was_measured_predictions_are_no_worse() -> None:
    """More expected of a server than others with its software did: no reason for a wider range.

    Docs give these figures. A range that widens with the distance would hold nothing more.
    """
    systems, found = delivered(), predicted_without_kin()
    assert all(one.servers for one in systems)
    seen = [seen_in(one) for one in systems]
    ratios, above, further, wider, widths = [], [], [], 0, []
    for system, one, without in zip(systems, seen, left_out(seen), strict=True):
        others = [
            other.of_server or 0.0
            for other in systems
            if (other.software, other.way) == (system.software, system.way)
            and other.family != system.family
        ]
        most, bound = max(others, default=math.inf), system.bound / (system.servers or 1)
        beyond = without.expected * bound / most
        low, high = map(float, without.at(LIKELY))
        if beyond > 1:
            further.append(beyond)
            ratios.append(one.share / without.expected)
            assert low <= one.share <= high
        if low * bound > most:
            above.append(one.share / without.expected)
        scale = math.hypot(without.scale, math.log(max(beyond, 1)))
        low, high = map(float, without._replace(scale=scale).at(LIKELY))
        wider += low <= one.share <= high
        widths.append((high - low) / without.expected)
    assert (found.beyond, found.beyond_in_range) == (len(ratios), len(ratios))
    assert found.beyond_median < found.median
    assert wider == found.in_range
    assert median(widths) > found.width
    docs = _text("docs/bottlenecks.md")
    assert f"within their ranges, and are off by {percent(found.beyond_median)}" in docs
    assert f"All {found.beyond} are within" in docs
    assert (round(100 * min(further) - 100), round(max(further), 1)) == (4, 3.9)
    assert "the same way, by 4 to 290 %" in docs
    assert f"median of measured to expected is {median(ratios):.2f}" in docs
    assert len(above) == 4
    assert f"within it: {min(above):.2f} to {max(above):.2f} of the expected value" in docs


def test_a_fifth_of_the_families_is_predicted_from_the_others() -> None:
    """A second split, for which nothing was chosen: five groups of families, by their order."""
    seen = [seen_in(one) for one in delivered()]
    families = sorted({one.family for one in seen})
    errors, in_range = [], 0
    for group in (families[first::5] for first in range(5)):
        others = pool([one for one in seen if one.family not in group])
        for one in (one for one in seen if one.family in group):
            share = others.share(one.stage)
            low, high = share.at(LIKELY)
            errors.append(abs(share.expected / one.share - 1))
            in_range += bool(low <= one.share <= high)
    assert len(errors) == len(seen)
    assert median(errors) <= 0.17
    assert 0.85 <= in_range / len(seen) <= 0.97


def test_ports_beside_known_servers_are_as_those_of_few_clients_that_wrote() -> None:
    """The source of the share and of its range: both follow from the evidence of the catalog."""
    shares = [
        one.share
        for one in delivered()
        if (one.stage, one.way) == ("clients", "write")
        and one.family in {"Alpine", "Bracewell", "Lenox"}
    ]
    assert [round(min(shares), 2), round(max(shares), 2)] == [0.89, 0.97]
    assert OF_KNOWN_SERVERS.expected == pytest.approx(median(shares), abs=0.01)
    assert OF_KNOWN_SERVERS.scale == pytest.approx(stdev(map(logit_of, shares)), rel=0.1)
    assert [f"{end:.2f}" for end in OF_KNOWN_SERVERS.at(LIKELY)] == ["0.88", "0.99"]
    assert "0.95 (0.88 to 0.99)" in _text("docs/bottlenecks.md")


def test_a_stage_that_limited_no_measured_system_has_a_wider_range() -> None:
    """CPU and memory: the effects of the software and the way, and what was never seen."""
    assert "server" not in {one.kind for one in delivered()}
    server, wire = (pooled().share(Stage("lustre", "write", kind)) for kind in ("server", "wire"))
    assert server.scale > 1.1 * wire.scale


def test_links_are_the_same_in_schema_and_chain() -> None:
    assert set(WIRES) == set(OF_CHAIN)
    assert {stage.name for stage in STAGES if stage.kind == "wire"} == set(WIRES)


SHAHEEN = "scenarios/measured/shaheen2.yaml"
OF_SHAHEEN = {
    one.name: one.value
    for one in deliveries(evaluate(load_scenario(SHAHEEN)), "site/tiers:scratch")
}
WRITE, READ = OF_SHAHEEN["drives_write"], OF_SHAHEEN["drives_read"]
STATED = (
    ({}, WRITE, READ),
    ({"deliveries": {"drives": 0.6}}, 0.6, 0.6),
    ({"deliveries": {"write": {"drives": 0.6}}}, 0.6, READ),
    ({"deliveries": {"drives": 0.5, "read": {"drives": 0.6}}}, 0.5, 0.6),
    ({"delivery_factor": 0.9}, 0.9, 0.9),
    ({"delivery_factor": 0.9, "deliveries": {"drives": 0.6}}, 0.6, 0.6),
    ({"delivery_factor": 0.9, "deliveries": {"read": {"drives": 0.6}}}, 0.9, 0.6),
)
"""What a policy says, and what drives then deliver when clients write and read."""


@pytest.mark.parametrize(("policy", "write", "read"), STATED)
def test_what_is_stated_goes_first(policy: dict[str, object], write: float, read: float) -> None:
    """A share of one way goes before that of both, this before that of all stages."""
    base = load_scenario(SHAHEEN)
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
    assert beluga["nic_read"].value == pytest.approx(0.95)
    assert 0.6 < astra["nic_read"].value < 0.75
    assert {one.software for one in astra["nic_read"].seen} == {"lustre"}
    low, high = astra["nic_read"].band or (0.0, 0.0)
    assert low < astra["nic_read"].value < high
    assert "cpu_memory_write" not in beluga
    assert "targets" not in astra


def test_no_stage_delivers_more_than_its_rate() -> None:
    """A share of a rate is from 0 to 1; more is refused where a scenario states it."""
    shares = [item for item in OWN.inputs.values() if item.name.endswith("_delivery")]
    assert len(shares) > 5
    assert {(item.low, item.high) for item in shares} == {(0.0, 1.0)}


def test_all_links_deliver_what_is_stated_of_them() -> None:
    """Both names say it; what is said of one link goes before."""
    base, path = load_scenario("scenarios/astra.yaml"), "site/tiers:scratch"
    for name in ("wires", "least_known"):
        stated = {name: 0.9, "nic_pcie": 0.8}
        results = evaluate(edited(base, {"tiers.0.policy.deliveries": stated}))
        assert (results[path, "nic_delivery"], results[path, "nic_pcie_delivery"]) == (0.9, 0.8)
        (said,) = (one for one in deliveries(results, path) if one.stage == "nic")
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
    store = load_scenario("scenarios/templates/ai-training-store.yaml")
    results = evaluate(edited(store, {"tiers.0.policy.deliveries.cpu_memory": 1.0}))
    tier = "site/tiers:samples"
    assert committing(results, tier, "write") == ""
    assert re.fullmatch(
        r"limited by CPU and memory at 288 GB/s, measured on BeeGFS .*, "
        r"not scaled to this server",
        committing(results, tier, "read"),
    )
    found = states(results, tier)
    said = dict(zip((row.label for row in found.rows), found.entries("write_limit"), strict=True))
    assert said["healthy"] == said["drive rebuilding"] == "Drives"
    assert found.entries("read_limit")[0] == "CPU and memory (upper bound: NIC)"


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


def test_a_share_names_the_systems_that_it_rests_on_or_says_that_it_is_of_ports() -> None:
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    found = [one for one in deliveries(results, "site/tiers:project") if one.band]
    assert found
    for one in found:
        assert (one.rests_on == OF_PORTS) == (not one.seen)
        assert all(seen.system in one.rests_on for seen in one.seen)
