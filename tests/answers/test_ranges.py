"""Ranges of bandwidths: what they hold, what narrows them, and how often requirements are met."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.ranges import (
    LOSS,
    LOST,
    OUTAGE,
    Range,
    Ranges,
    chance_text,
    likely,
    range_of,
    ranges,
)
from model.answers.sentences import sentence_text
from model.answers.summary import headline
from model.answers.validation import SCENARIOS
from model.answers.verdict import weakest_sentence
from model.answers.views.requirements import requirements
from model.answers.views.state_table import ranges_text, states
from model.design.choices import Objective
from model.search import views
from model.search.answers import search_json
from model.search.search import search
from model.units.figures import THIN

ASTRA, TIER = "scenarios/astra.yaml", "site/tiers:scratch"
PLANNED = [
    *sorted(SCENARIOS.glob("*.yaml")),
    *sorted(SCENARIOS.glob("measured/*.yaml")),
    *sorted(SCENARIOS.glob("templates/*.yaml")),
]


@pytest.mark.long
@pytest.mark.parametrize("file", PLANNED, ids=lambda file: file.stem)
def test_each_plan_has_a_range_around_what_is_expected(file) -> None:  # type: ignore[no-untyped-def]
    """Of each bandwidth that is known; never above the upper bound by more than a run's luck."""
    results = evaluate(load_scenario(file))
    for path in ("site", *(path for _, path in results.tiers())):
        for name in ("read_bandwidth", "write_bandwidth"):
            if (value := results.values.get((path, name))) is None:
                assert range_of(results, path, name) is None
                continue
            low, high = range_of(results, path, name) or (np.nan, np.nan)
            assert low <= value <= high
            bound = results[path, f"{name}_bound"]
            assert bound is None or high <= bound * 1.08 or results.plan.scenario.name == "LCPQ"
    for (path, name), (low, high) in ranges(results).of.items():  # of the purchase, too
        assert low <= (results[path, name] or 0.0) <= high, (path, name)
        assert "the plan" not in likely(results, path, name)


def test_a_bound_below_its_range_is_of_a_mean_run() -> None:
    """What was measured once is exceeded by luck; what data sheets say isn't."""
    for name, is_measured in (("beluga", True), ("templates/flash-scratch", False)):
        results = evaluate(load_scenario(f"scenarios/{name}.yaml"))
        _, high = range_of(results, "site", "write_bandwidth") or (np.nan, np.nan)
        assert (high > (results["site", "write_bandwidth_bound"] or np.nan)) is is_measured
        said = headline(results)
        assert ("GB/s in an average run, limited by" in said) is is_measured


def test_a_purchase_outside_its_range_says_why() -> None:
    """As a range that the scenario states is around no figure of the plan."""
    base = load_scenario("scenarios/templates/lab-nas.yaml")
    band = {"low": "2000 EUR", "likely": "2500 EUR", "high": "3000 EUR"}
    results = evaluate(edited(base, {"bands": {"tiers.0.drives.price": band}}))
    assert results["site", "capital_cost"] < ranges(results).of["site", "capital_cost"].low
    text = likely(results, "site", "capital_cost")
    assert text.endswith("(above the plan, as most ranges that it rests on are)")


def test_the_same_plan_has_the_same_range() -> None:
    one, other = (ranges(evaluate(load_scenario(ASTRA))) for _ in range(2))
    assert (one.of, one.chances) == (other.of, other.chances)
    assert all(np.array_equal(drawn, other.draws[way]) for way, drawn in one.draws.items())


@given(st.floats(0.3, 3.0))
@settings(max_examples=10, deadline=None)
def test_the_more_is_required_the_less_often_it_is_met(times: float) -> None:
    base = load_scenario("scenarios/templates/project-space.yaml")
    wanted = [f"{31 * one:.6g} GB/s" for one in (times, 1.1 * times)]
    chances = []
    for one in wanted:
        changed = edited(base, {"requirements.write_bandwidth": one})
        chances.append(ranges(evaluate(changed)).chances["write_bandwidth"].met)
    assert chances[1] <= chances[0]


def test_a_chance_of_half_is_that_of_what_is_expected() -> None:
    """The median of the draws lies near the expected value."""
    base = load_scenario("scenarios/templates/project-space.yaml")
    expected = evaluate(base)["site", "write_bandwidth"]
    assert expected is not None
    results = evaluate(edited(base, {"requirements.write_bandwidth": f"{expected / 1e9:.9g} GB/s"}))
    assert ranges(results).chances["write_bandwidth"].met == pytest.approx(0.5, abs=0.05)


def test_a_stated_efficiency_moves_the_range_with_it() -> None:
    base = load_scenario(ASTRA)
    stated = (edited(base, {"tiers.0.policy.delivery_factor": share}) for share in (0.5, 0.9))
    low, high = (range_of(evaluate(one), TIER, "write_bandwidth") for one in stated)
    assert low is not None
    assert high is not None
    assert low.low < high.low
    assert low.high < high.high


def test_a_measured_stage_differs_as_runs_do() -> None:
    """Béluga's servers were measured and calibrated: 8 % either way, at most."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    found = range_of(results, "site/tiers:project", "write_bandwidth")
    value = results["site/tiers:project", "write_bandwidth"]
    assert found is not None
    assert value is not None
    assert 0.92 < found.low / value < found.high / value < 1.08


def test_json_has_ranges_and_chances() -> None:
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    found = plan_json(results)
    for part in (found["site"], found["tiers"]["project"]):
        for name in ("read_bandwidth", "write_bandwidth"):
            low, value, high = (part[f"{name}{end}"]["value"] for end in ("_low", "", "_high"))
            assert low < value < high
    asked = found["requirements"]
    assert 0 < asked["write_bandwidth"]["chance"] < 1
    assert asked["capacity"]["chance"] is None


METADATA_UNKNOWN = "scenarios/beluga.yaml"
"""How fast its metadata drives are written is unknown, and so is how long a rebuild takes."""


@pytest.mark.parametrize(
    ("loss", "chance", "said"),
    [
        ("1e-6", "0 %", "met in 0 %"),  # missed by what is known alone, in all draws
        ("1e-4", "0 to ", "met in 0 to "),  # in half of them; in the other half unknown
        ("1e-2", "", ""),  # unknown in all
    ],
)
def test_a_chance_and_the_verdict_agree_where_part_is_unknown(
    loss: str, chance: str, said: str
) -> None:
    results = evaluate(edited(load_scenario(METADATA_UNKNOWN), {"requirements.loss": loss}))
    [row] = requirements(results).only("chance").rows
    entry = row.entries[0] if isinstance(row.entries[0], tuple) else ()
    text, verdict = sentence_text(results, entry), weakest_sentence(results)
    assert text.startswith(chance)
    assert bool(text) == bool(chance)
    assert said in verdict
    assert bool(verdict) == bool(said)
    asked = plan_json(results)["requirements"]["loss"]
    of_all = plan_json(results)["verdict"]
    for found in (asked, of_all):
        limits = found.get("chance_at_least"), found.get("chance_at_most")
        assert (limits == (None, None)) == (loss != "1e-4")
        assert (found["chance"] == 0) == (loss == "1e-6")


def test_what_no_draw_changes_is_not_met_rather_than_met_in_no_case() -> None:
    """As the row of the requirement has no chance either."""
    base = load_scenario("scenarios/templates/project-space.yaml")
    results = evaluate(edited(base, {"requirements.capacity": "900 PB"}))
    assert "capacity" not in ranges(results).chances
    assert weakest_sentence(results).startswith("Weakest: usable capacity, not met")


def test_losses_and_outages_have_ranges_of_the_same_draws() -> None:
    """An outage is what an availability leaves of a year, at each end; and so is a loss of data."""
    results = evaluate(load_scenario(METADATA_UNKNOWN))
    year = results["site", "year_length"] or 0.0
    for path in ("site", "site/tiers:project", "site/metadata:metadata"):
        outage, reached = (range_of(results, path, name) for name in (OUTAGE, "availability"))
        assert outage is not None
        assert reached is not None
        assert outage == pytest.approx([(1 - end) * year for end in reached[::-1]], rel=1e-9)
    lost, chance = (range_of(results, "site/tiers:project", name) for name in (LOST, LOSS))
    assert lost is not None
    assert chance is not None
    data = (results["site/tiers:project", "planned_capacity"] or 0.0) / 1  # one block
    assert lost.high / data == pytest.approx(chance.high, rel=0.01), "nearly all by enclosures"
    assert lost.low < (results["site/tiers:project", LOST] or 0.0) < lost.high
    found = plan_json(results)["tiers"]["project"]
    assert found["expected_bytes_lost_low"]["value"] == lost.low


@pytest.mark.parametrize("file", sorted(SCENARIOS.glob("templates/*.yaml")), ids=lambda f: f.stem)
def test_tiers_of_one_failure_rate_all_have_a_range_or_none(file) -> None:  # type: ignore[no-untyped-def]
    """A template that enters the rate of the catalog for one tier would leave out its range."""
    results = evaluate(load_scenario(file))
    found: dict[float | None, set[bool]] = {}
    assert not any(tier.spares and tier.spares.failure_rate for tier in results.plan.scenario.tiers)
    for _, path in results.tiers():
        rate = results.values.get((path, "drive_failure_rate"))
        found.setdefault(rate, set()).add(bool(likely(results, path, LOSS)))
    assert all(len(has) == 1 for has in found.values())


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1e-12, 1e-10, "likely below 1e-9"),
        (1e-12, 2e-7, "likely below 1e-9 to 1 in 5 million"),
        (1e-4, 0.02, "likely 1 in 10 000 to 2 %"),
        (1e-4, 1.0001e-4, "likely 1 in 10 000"),
    ],
)
def test_a_range_of_a_loss_ends_where_the_model_does(low: float, high: float, text: str) -> None:
    results = evaluate(load_scenario(METADATA_UNKNOWN))
    path, name = at = "site/tiers:project", LOSS
    value = (low * high) ** 0.5
    results.values[at] = value
    results.once(("ranges",), lambda: Ranges({at: Range(low, high)}, {}, {}))
    assert likely(results, path, name).replace(THIN, " ") == text


def test_a_range_is_said_in_words() -> None:
    results = evaluate(load_scenario(ASTRA))
    assert likely(results, TIER, "write_bandwidth").startswith("likely ")
    assert likely(results, TIER, "no_bandwidth") == ""
    assert [chance_text(one) for one in (0.0, 0.001, 0.005, 0.07, 0.995, 0.999, 1.0)] == [
        "0 %",
        "under 1 %",
        "under 1 %",
        "7 %",
        "over 99 %",
        "over 99 %",
        "100 %",
    ]


def test_requirements_and_states_say_the_range() -> None:
    """A state has no range of its own: it loses what its hardware loses."""
    results = evaluate(load_scenario(ASTRA))
    found = {row.key: row for row in requirements(results).only("likely").rows}
    (entry,) = found["checkpoint_bandwidth"].entries
    assert isinstance(entry, tuple)
    assert sentence_text(results, entry) == likely(results, "site", "write_bandwidth")
    assert found["capacity"].entries == ((),)
    text = ranges_text(results, TIER)
    for way in ("read", "write"):
        assert f"{way} {likely(results, TIER, f'{way}_bandwidth')}" in text
    healthy, *others = states(results, TIER).rows
    assert likely(results, TIER, "write_bandwidth") in str(healthy.note)
    assert not any("likely" in str(row.note) for row in others)


@pytest.mark.long
def test_designs_of_a_search_have_ranges() -> None:
    scenario = load_scenario("scenarios/templates/project-space.yaml")
    found = search(scenario, scenario.objective or Objective(minimise="capital_cost"))
    assert found.best is not None
    told = search_json(found)["best"]
    ends = range_of(found.best.results, "site", "write_bandwidth")
    assert ends is not None
    assert told["ranges"]["write_bandwidth_low"] == ends.low < told["figures"]["write_bandwidth"]
    table = views.designs(found)[0].only("write_bandwidth range").rows[0].entries[0]
    assert isinstance(table, tuple)
    text = sentence_text(found.best.results, table)
    assert text == likely(found.best.results, "site", "write_bandwidth")
