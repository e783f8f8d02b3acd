"""Laws of what is committed: it follows every rate without a jump, and never falls as one rises."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, states
from tests import planned, trees

PATH = "site/tiers:t"
BASE = load_scenario("scenarios/lcpq.yaml")
RATES = ("_bandwidth", "_rate", "_signalling", "_efficiency", "_transfer_rate")
"""How inputs end that say how fast a part is."""
COMMITTED = tuple(f"{way}_bandwidth" for way in WAYS)


def rates_of(words: str) -> list[str]:
    """Name the inputs of a tier that say how fast its parts are."""
    inputs = planned.planned(planned.like(words)).children["tiers"][0].inputs
    known = (name for name, value in inputs.items() if value and math.isfinite(value))
    return sorted(name for name in known if name.endswith(RATES) and "price" not in name)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(trees.CHAINS), st.data(), st.floats(1.0, 20.0))
def test_no_faster_part_commits_less(words: str, data: st.DataObject, more: float) -> None:
    """Whatever gets faster, no bandwidth of the healthy tier, nor of a state, falls."""
    name = data.draw(st.sampled_from(rates_of(words)))
    inputs = planned.planned(planned.like(words)).children["tiers"][0].inputs
    if name.endswith("_efficiency"):
        slow, fast = inputs[name] / more, inputs[name]
    else:
        slow, fast = inputs[name], inputs[name] * more
    before, after = (planned.of_tier(words, {name: value}) for value in (slow, fast))
    for address, value in before.items():
        if address[1] in (*COMMITTED, *(f"degraded_{one}" for one in COMMITTED)):
            assert after[address] >= value * (1 - 1e-12) or math.isnan(value), address


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(trees.CHAINS), st.data(), st.floats(0.05, 20.0))
def test_what_is_committed_makes_no_jump(words: str, data: st.DataObject, by: float) -> None:
    """A rate that changes by a millionth changes what is committed by no more than about that."""
    name = data.draw(st.sampled_from([r for r in rates_of(words) if r.endswith("_bandwidth")]))
    inputs = planned.planned(planned.like(words)).children["tiers"][0].inputs
    rate = inputs[name] * by
    before, after = (planned.of_tier(words, {name: x}) for x in (rate, rate * (1 + 1e-6)))
    for one in COMMITTED:
        assert after[PATH, one] == pytest.approx(before[PATH, one], rel=1e-5)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(trees.CHAINS), st.floats(0.05, 1.0))
def test_committed_is_within_the_bound_and_the_healthy_tier(words: str, factor: float) -> None:
    """Nothing is committed above its bound; no state commits more than the healthy tier."""
    values = planned.of_tier(words, {"delivery_factor": factor})
    for (path, name), value in values.items():
        bound = values.get((path, f"{name}_bound"))
        if bound is not None and not math.isnan(value):
            assert value <= bound * (1 + 1e-12), (path, name)
        if name.startswith("degraded_") and not math.isnan(value):
            healthy = values[PATH, name.removeprefix("degraded_")]
            assert value <= healthy * (1 + 1e-12), (path, name)


def measured(rate: str, **more: object) -> Results:
    """Sixty measured targets on six servers of four ports of 12.5 GB/s."""
    tier = {
        "name": "disk",
        "blocks": 3,
        "servers": {"name": "server", "per_block": 2},
        "network": {"part": "mellanox-mcx555a-ecat", "per_server": 4, "ports": 1},
        "enclosures": {"name": "enclosure", "per_block": 2},
        "drives": {"part": "seagate-exos-x18-18tb", "per_enclosure": 100},
        "target": {"layout": "raidz2:10"},
        "measured_target": {"read_bandwidth": rate, "write_bandwidth": rate},
        **more,
    }
    return evaluate(edited(BASE, {"published": [], "tiers": [tier]}))


def test_measured_targets_a_little_faster_commit_no_less() -> None:
    """5.00 GB/s a target meet the ports at 300 GB/s; 5.01 used to commit a quarter less."""
    below, above = (
        measured(rate)["site/tiers:disk", "read_bandwidth"] for rate in ("5.00 GB/s", "5.01 GB/s")
    )
    share = measured("5 GB/s")["site/tiers:disk", "nic_read_delivery"]
    assert share is not None
    assert below == above == pytest.approx(share * 300e9)
    assert measured("3.2 GB/s")["site/tiers:disk", "read_bandwidth"] == pytest.approx(192e9)


def test_a_state_loses_of_what_is_expected() -> None:
    """Ports limit what is expected of two servers, targets the upper bound: 240 of 300 GB/s."""
    results = measured(
        "12 GB/s",
        blocks=1,
        network={"part": "mellanox-mcx555a-ecat", "per_server": 12, "ports": 1},
    )
    healthy, down = states(results, "site/tiers:disk")[:2]
    assert (healthy.name, down.name) == (HEALTHY, "server down")
    for way in WAYS:
        assert healthy.flows[way].independent_bound == pytest.approx(240e9)
        assert down.flows[way].independent_bound == pytest.approx(150e9)
        left, whole = down.flows[way].independent, healthy.flows[way].independent
        assert left is not None
        assert whole is not None
        assert down.flows[way].loss == pytest.approx(1 - left / whole) == pytest.approx(0.5)


@pytest.mark.parametrize("figure", ["read_bandwidth", "write_bandwidth"])
def test_a_fit_of_one_way_lifts_that_way_alone(figure: str) -> None:
    """Controllers whose reading was fitted deliver that; of writing, nothing was shown."""
    rates: dict[str, object] = {f"{way}_bandwidth": "6 GB/s" for way in WAYS}
    rates[figure] = {"value": "6 GB/s", "status": "calibrated", "because": "fitted"}
    array = {"part": "netapp-e5760", "per_block": 2, **rates}
    results = measured(
        "1 GB/s",
        enclosures=array,
        measured_target=None,
        target={"redundancy": "raid", "layout": "raid6:10", "format": "ldiskfs"},
    )
    for way in WAYS:
        (stage,) = (s for s in results.stages("site/tiers:disk", way) if s.name == "array")
        own = results["site/tiers:disk", f"array_{way}_delivery"] if stage.evidence == "" else 1.0
        assert stage.delivery == pytest.approx(own)
        assert (own == 1.0) is figure.startswith(way)


def test_one_factor_sets_all_deliveries_but_those_stated() -> None:
    """The factor of a scenario counts on every stage; a delivery of a stage goes before it."""
    policy = {"delivery_factor": 0.5, "deliveries": {"nic": 0.9}}
    results = measured("1 GB/s", measured_target=None, policy=policy)
    given = {s.name: s.delivery for s in results.stages("site/tiers:disk", "read") if s.bandwidth}
    assert given["nic"] == pytest.approx(0.9)
    assert {given[name] for name in given if name != "nic"} == {0.5}


def test_nobody_limits_a_state_that_serves_nothing() -> None:
    """A single server down leaves nothing: no stage is to blame."""
    results = evaluate(
        edited(BASE, {"tiers.0.servers.per_block": 1, "tiers.0.blocks": 1, "published": []})
    )
    down = next(s for s in states(results, "site/tiers:beegfs") if s.name == "server down")
    for way in WAYS:
        assert down.flows[way].independent == 0
        assert down.flows[way].limit is None


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(("disks", "disks cabled", "disks inside", "disks cabled two")), st.data())
def test_one_stage_loses_alike_of_bound_and_committed(words: str, data: st.DataObject) -> None:
    """Where all stages deliver alike, what is committed is that share of the bound in any state."""
    share = data.draw(st.floats(0.05, 1.0))
    name = data.draw(st.sampled_from(rates_of(words)))
    rate = planned.planned(planned.like(words)).children["tiers"][0].inputs[name]
    figures = {name: rate * data.draw(st.floats(0.01, 1.0))}
    values = planned.of_tier(words, figures, policy={"delivery_factor": share})
    losses = 0
    for (path, name), bound in values.items():
        if name.startswith("degraded_") and name.endswith("_bound") and not math.isnan(bound):
            one = name.removesuffix("_bound")
            assert values[path, one] == pytest.approx(share * bound)
            healthy = values[PATH, name.removeprefix("degraded_")]
            way = "read" if "read" in one else "write"
            loss = values[path, f"striped_{way}_loss" if "striped" in one else f"{way}_loss"]
            assert loss == pytest.approx(1 - bound / healthy, abs=1e-9)
            losses += 1
    assert losses
