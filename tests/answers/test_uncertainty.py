"""What is uncertain of a plan without being asked: what its stages deliver."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.ranges import range_of, rests_on
from model.answers.results import Results
from model.answers.uncertainty import RUNS, Delivers, uncertain
from model.planning.bands import Banded
from model.procedures.draws import Factor, Listed
from model.procedures.pooling import Share

PROJECT = "scenarios/templates/project-space.yaml"
TIER = "site/tiers:project"


def of(results: Results) -> dict[tuple[str, str], Banded]:
    return {one.addresses[0]: one for one in uncertain(results)}


def test_stages_deliver_as_systems_did() -> None:
    """Around what is expected; stages of a tier rise together, all of one software in part."""
    results = evaluate(load_scenario(PROJECT))
    at = TIER, "drives_write_delivery"
    found = of(results)
    law = found[at].law
    assert isinstance(law, Delivers)
    low, middle, high = law.at(np.array([0.05, 0.5, 0.95]))
    assert middle == pytest.approx(results[at])
    assert 0 < low < middle < high <= 1
    read, other = (
        found[TIER, "drives_read_delivery"],
        found["site/metadata:metadata", "nic_write_delivery"],
    )
    assert found[TIER, "sas_write_delivery"].columns == found[at].columns
    assert read.column != found[at].column != other.column
    assert read.common == found[at].common == other.common == "what Lustre delivers"


def test_a_measured_stage_differs_as_runs_do() -> None:
    """Béluga's servers were measured, and its links passed what they did."""
    found = of(evaluate(load_scenario("scenarios/beluga.yaml")))
    laws = [one.law for (path, _), one in found.items() if path.startswith(TIER)]
    assert {law.spread for law in laws if isinstance(law, Factor)} == {1.04}
    assert not any(isinstance(law, Delivers) for law in laws)


def test_a_scenario_may_say_how_far_measured_bandwidths_are_off() -> None:
    """From run to run; the shares of the sheet are the ends of the law."""
    base = load_scenario("scenarios/beluga.yaml")
    results = evaluate(edited(base, {"tiers.0.policy.spreads.runs": 0.1}))
    laws = [one.law for (path, _), one in of(results).items() if path.startswith(TIER)]
    (law, *others) = (one for one in laws if isinstance(one, Factor))
    assert {one.spread for one in (law, *others)} == {1.1}
    ends = law.at(np.array([0.05, 0.95])) / law.median
    shares = [results[TIER, f"measured_{end}_share"] for end in ("low", "high")]
    assert list(ends) == pytest.approx(shares, rel=1e-6)
    assert (TIER, RUNS) in rests_on(results, TIER, "write_bandwidth")
    before = range_of(evaluate(base), "site", "write_bandwidth")
    after = range_of(results, "site", "write_bandwidth")
    assert before is not None
    assert after is not None
    assert after.low < before.low < before.high < after.high


def test_what_the_scenario_says_of_a_stage_goes_first() -> None:
    """Its band; a stated share alone moves the band of systems."""
    write = "tiers.0.policy.deliveries.write.drives"
    base = load_scenario(PROJECT)
    at = TIER, "drives_write_delivery"
    stated = of(evaluate(edited(base, {write: 0.8})))[at].law
    assert isinstance(stated, Delivers)
    assert stated.share.expected == pytest.approx(0.8)
    bands = {write: {"values": [0.5, 0.9]}}
    banded = of(evaluate(edited(base, {"bands": bands, write: 0.8})))
    assert at not in banded
    assert banded[TIER, "own_drives_write_delivery"].law == Listed((0.5, 0.9))
    off = uncertain(evaluate(edited(base, {"bands": {"deliveries": False, "failures": False}})))
    assert {one.origin for one in off} == {"prices"}


@given(st.floats(0.0, 1.0))
def test_a_part_in_common_leaves_the_distribution_as_it_is(common: float) -> None:
    """Two normal scores of parts that add up to 1 are a normal score."""
    law = Delivers(Share(0.9, 0.7, 30.0, common))
    drawn = np.random.default_rng(1).random((2, 200_000))
    levels = np.array([0.05, 0.5, 0.95])
    assert np.quantile(law.jointly(*drawn), levels) == pytest.approx(law.at(levels), abs=0.01)
