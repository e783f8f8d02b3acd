"""A measured server that is named as alike shifts what is expected, and widens no range.

The measured systems of the catalog are compared with each other: each is predicted without the
systems of its own family, and then beside one server of another family with the same software and
media.
"""

from __future__ import annotations

from functools import cache
from math import expm1, log, sqrt
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.evidence_of_efficiencies import FAMILIES
from model.answers.explain import find
from model.answers.ranges import range_of
from model.answers.results import WAYS, Results
from model.answers.validation import reference_files
from model.design.tier import Tier
from model.formulas.chain.alike_servers import WEIGHTS
from model.formulas.chain.network import NETWORK
from model.formulas.chain.stage_efficiencies import committed, kind_of
from model.planning.servers import media_of
from model.procedures.pooling import LIKELY, Seen, Share, Stage, pool
from model.units.figures import parse

SYSTEMS = {
    "alpine": "alpine-nsd-2018",
    "capstor": "capstor-oss-2023",
    "ceph-clyso-320": "ceph-clyso-3x-2024",
    "ceph-clyso-ec62": "ceph-clyso-6-2-2024",
    "cscs-iopsstor": "iopsstor-oss-2023",
    "daos-borealis": "borealis-daos-2023",
    "dell-beegfs-nvme": "dell-beegfs-nvme-2019",
    "ess3200-guacolda": "ess3200-canister-2021",
    "hpe-daos-dl360": "borealis-daos-2023",
    "iei-as13000": "iei-as13000-2024",
    "ist-austria": "ist-austria-oss-2019",
    "janelia-vast": "janelia-dbox-2021",
    "lightbits-nvme-tcp": "lightbits-target-2024",
    "lustre02": "lustre02-oss-2016",
    "pixstor-large": "pixstor-nsd-2020",
    "shaheen2": "shaheen2-oss-2015",
    "yanrong-f8000x": "yanrong-f8000x-2024",
}
"""Measured systems, each with a measured server of the same software and media."""
DRAWN = 1.015
"""How much wider a range may be by its draws."""
LIKE = "tiers.0.processing.like"


def widths(results: Results) -> dict[str, float]:
    """Return the relative width of a tier's range, each way."""
    (_, path), *_ = results.tiers()
    found = {}
    for way in WAYS:
        name = f"{way}_bandwidth"
        expected, ends = results[path, name], range_of(results, path, name)
        if expected and ends:
            assert ends.low < expected < ends.high
            found[way] = (ends.high - ends.low) / expected
    return found


def test_a_server_alike_narrows_the_range() -> None:
    """It never widens one by more than its draws do; most ranges become narrower, none by half."""
    narrower = []
    for name, key in SYSTEMS.items():
        scenario = load_scenario(f"scenarios/measured/{name}.yaml")
        without, beside = (widths(evaluate(edited(scenario, one))) for one in ({}, {LIKE: key}))
        for way, width in without.items():
            assert 0.5 * width < beside[way] <= width * DRAWN, (name, way)
            narrower.append(beside[way] / width)
    assert np.mean(np.array(narrower) < 1) > 0.65
    assert np.median(narrower) < 0.995


def test_a_stated_spread_decides_how_much_it_counts() -> None:
    """A server that is said to be the same within 5 % is expected, and the range is narrow."""
    scenario = load_scenario("scenarios/measured/alpine.yaml")
    like = {LIKE: "alpine-nsd-2018"}
    pooled, beside, same = (
        evaluate(edited(scenario, change))
        for change in ({}, like, like | {"tiers.0.policy.spreads.servers": 0.05})
    )
    (_, at), *_ = pooled.tiers()
    measured = (pooled[at, "servers"] or 0.0) * 12.47e9
    rates = [one[at, "read_bandwidth"] or 0.0 for one in (pooled, beside, same)]
    assert measured < rates[2] < 1.1 * measured < rates[1] < rates[0]
    assert widths(same)["read"] < 0.3 * widths(pooled)["read"]


def test_an_efficiency_for_all_stages_counts_alone() -> None:
    """What a scenario states of all stages is expected, whatever an alike server did."""
    stated = {"tiers.0.policy.delivery_factor": 0.5, LIKE: "alpine-nsd-2018"}
    results = evaluate(edited(load_scenario("scenarios/measured/alpine.yaml"), stated))
    (_, path), *_ = results.tiers()
    for way in WAYS:
        half = 0.5 * (results[path, f"{way}_bandwidth_bound"] or 0.0)
        assert results[path, f"{way}_bandwidth"] == pytest.approx(half)


WEIGHT = WEIGHTS["read"].quantities["alike_read_weight"].function
BESIDE = committed(NETWORK.quantities["nic_read_stage"], by_way=True, beside=True).function


def beside(stage: float, share: object, rate: float, variation: object, weight: float) -> object:
    """Return what is expected of a stage beside a server of some rate."""
    return BESIDE(stage, share, float("nan"), rate, variation, 2.0, weight)


NORMAL = np.random.default_rng(7).standard_normal((2, 20_000))


def spread_of(share: Share) -> float:
    """Return the narrower side of a share's range as a spread."""
    ends = share.at(LIKELY)
    return expm1(min(abs(log(end / share.expected)) for end in ends) / float(LIKELY[1]))


@settings(max_examples=100, deadline=None)
@given(st.floats(-1.5, 3.0), st.floats(0.2, 1.2), st.floats(0.05, 20.0), st.floats(0.2, 4.0))
def test_no_measured_server_widens_a_range(
    logit: float, scale: float, rate: float, spread: float
) -> None:
    """Whatever it was measured to do, and however far such servers differ."""
    share = Share(logit, scale, 30.0, 0.0)
    weight = float(WEIGHT(spread_of(share), spread))
    drawn = share.at(NORMAL[0])
    after = beside(1.0, drawn, rate, np.exp(log(1 + spread) * NORMAL[1]), weight)
    expected = beside(1.0, share.expected, rate, 1.0, weight)
    low, high = np.quantile(drawn, [0.05, 0.95])
    below, above = np.quantile(after, [0.05, 0.95])
    assert below < expected < above <= 1.0
    assert (above - below) / expected <= (high - low) / share.expected * DRAWN
    assert expected / share.expected == pytest.approx(1.0, rel=2.0**weight - 1 + 1e-9)


@settings(max_examples=100, deadline=None)
@given(st.floats(0.0, 1e11), st.floats(0.05, 1.0), st.floats(1e6, 1e12), st.floats(1.0, 10.0))
def test_no_faster_part_or_server_is_expected_to_do_less(
    stage: float, share: float, rate: float, faster: float
) -> None:
    before = beside(stage, share, rate, 1.0, 0.3)
    assert before <= stage
    assert beside(stage * faster, share, rate, 1.0, 0.3) >= before * (1 - 1e-12)
    assert beside(stage, share, rate * faster, 1.0, 0.3) >= before * (1 - 1e-12)


class Measured(NamedTuple):
    """A measured system: what it is, what each server did, and what its parts leave each."""

    family: str
    software: str
    media: str
    seen: Seen
    rate: float
    bound: float


@cache
def systems() -> list[Measured]:
    """Return the measured systems, but those that few clients limit."""
    found = []
    for scenario in map(load_scenario, reference_files()):
        for one in scenario.published:
            if one.kind != "bound" or one.evidence not in ("capability", "rated"):
                continue
            results = evaluate(edited(scenario, one.change) if one.change else scenario)
            path, name = find(results, one.quantity or "")[0]
            tier, way = dict(results.designs).get(path), name.partition("_")[0]
            if not (isinstance(tier, Tier) and name == f"{way}_bandwidth_bound"):
                continue
            kind = kind_of(results.stages(path, way)[0].name)
            if kind == "clients":
                continue
            servers, bound = results[path, "servers"] or 0.0, results[path, name] or 0.0
            rate, family = parse(one.value, "byte/s"), FAMILIES.get(scenario.name, scenario.name)
            stage = Stage(tier.file_system, way, kind, tier.target.on_zfs)
            seen = Seen(stage, rate / bound, family)
            software = tier.target.measured_as(tier.file_system)
            media = media_of(tier, results.plan.catalog)
            found.append(Measured(family, software, media, seen, rate / servers, bound / servers))
    return found


def test_measured_systems_are_predicted_no_worse_beside_an_alike_one() -> None:
    """What one system says of another, both left out of the pool: little, as the docs say."""
    everything = systems()
    pools = cache(lambda *out: pool([one.seen for one in everything if one.family not in out]))
    logs: dict[str, list[tuple[float, float, float]]] = {"any": [], "alike": []}
    inside: list[tuple[bool, bool]] = []
    for one in everything:
        for other in everything:
            kin = one.family == other.family or one.seen.stage.way != other.seen.stage.way
            if kin or (one.software, one.media) != (other.software, other.media):
                continue
            share = pools(*sorted((one.family, other.family))).share(one.seen.stage)
            weight = float(WEIGHT(spread_of(share), 1.0))
            expected = float(beside(1.0, share.expected, other.rate / one.bound, 1.0, weight))  # type: ignore[arg-type]
            usual, delivered = share.expected, one.seen.share
            difference = log(other.rate / one.bound / usual)
            row = (log(delivered / usual), log(delivered / expected), difference)
            logs["any"].append(row)
            if abs(log(one.bound / other.bound)) < log(1.25):
                logs["alike"].append(row)
            for_share = share.at(NORMAL[0, :2000])
            draws = beside(
                1.0, for_share, other.rate / one.bound, np.exp(log(2) * NORMAL[1, :2000]), weight
            )
            ends = [np.quantile(of, [0.05, 0.95]) for of in (for_share, draws)]
            inside.append(tuple(low <= one.seen.share <= high + 0.03 for low, high in ends))  # type: ignore[arg-type]
    slopes = {}
    for name, rows in logs.items():
        before, after, difference = np.array(rows).T
        assert sqrt(np.mean(after**2)) <= sqrt(np.mean(before**2)), name
        slopes[name] = float((difference * before).sum() / (difference**2).sum())
    assert abs(slopes["any"]) < 0.1  # "none of the difference"
    assert 0.2 < slopes["alike"] < 0.3  # "a quarter"
    assert len(logs["any"]) > 300
    assert 0.85 <= np.mean([beside for _, beside in inside]) <= 0.97
