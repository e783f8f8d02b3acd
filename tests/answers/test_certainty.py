"""Laws of samples: quantiles, chances, what moves together, the same bits from the same seed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import InputError, evaluate, load_scenario, regret, sample
from model.answers.certainty import LEVELS, Drawn
from model.answers.ranges import ALL, ranges
from model.answers.results import Results
from model.answers.sensitivity import ranked
from model.answers.uncertainty import uncertain
from model.answers.views import certainty_tables as views
from model.answers.views import comparison_tables
from model.answers.views.view_text import text_table
from model.planning.loading import edited
from model.procedures.draws import Factor

ROOT = Path(__file__).parents[2]
ASTRA = (ROOT / "scenarios/astra.yaml").read_text(encoding="utf-8")
TEMPLATE = (
    (ROOT / "scenarios/templates/project-space.yaml")
    .read_text(encoding="utf-8")
    .partition("\nbands:")[0]
)
LIMIT = "tiers.0.policy.fill_limit"
BANDS = f"""
bands:
  deliveries: true
  prices: true
  economics.energy_price: {{median: 0.19 EUR/kWh, spread: 1.3}}
  {LIMIT}: {{low: 0.7, likely: 0.8, high: 0.85}}
"""


def planned(bands: str, text: str = ASTRA) -> Results:
    return evaluate(load_scenario("a.yaml", f"{text}\n{bands}"))


@cache
def whole() -> Results:
    wished = dict.fromkeys(
        ("requirements.read_bandwidth", "requirements.write_bandwidth"), "20 GB/s"
    )
    return evaluate(edited(load_scenario("a.yaml", f"{TEMPLATE}\n{BANDS}"), wished))


@cache
def drawn(**more: Any) -> Drawn:
    return sample(whole(), **more)


@pytest.mark.parametrize("method", ["lhs", "sobol"])
def test_quantiles_are_ordered(method: str) -> None:
    """Of every quantity of the plan, known or not."""
    found = drawn(figures="all", method=method)
    for address in found.shown:
        of = found.quantiles(address)
        known = [value for value in of.at if value is not None]
        assert known == sorted(known)
        assert len(known) in (0, len(LEVELS))
        assert bool(known) == (of.unknown < 1)


def test_racks_of_many_cases_are_packed_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """All figures to the bit: cases differ in what racks draw, weigh, and how many there are."""
    bands = (
        "bands:\n  tiers.0.drives.power: {low: 6 W, likely: 9 W, high: 12 W}\n"
        "  tiers.0.enclosures.weight: {low: 30 kg, likely: 50 kg, high: 300 kg}\n"
        "  site.rack_power: {low: 4 kW, likely: 15 kW, high: 16 kW}"
    )
    found = {}
    for few in (0, 1000):
        monkeypatch.setattr("model.engine.batch.FEW", few)
        found[few] = sample(planned(bands, TEMPLATE), 200, figures="all")
    assert len(set(found[0].of("racks"))) > 1
    for address, values in found[0].values.items():
        assert values.tobytes() == found[1000].values[address].tobytes(), address


@pytest.mark.parametrize("template", ["lab-nas", "project-space"])
def test_a_sample_is_what_the_plan_shows(template: str) -> None:
    """Failure rates move the number of cold spares, and so the cost, in both."""
    results = evaluate(load_scenario(f"scenarios/templates/{template}.yaml"))
    found, shown = sample(results), ranges(results)
    assert found.bands[-1].addresses == (
        (dict(results.tiers())[results.plan.scenario.tiers[0].name], "drive_failure_rate"),
    )
    same = [one for one in found.chances if one.name in shown.chances]
    assert "budget" in {one.name for one in same}
    for one in same:
        assert one == shown.chances[one.name]
    for name in ("capital_cost", "gross_capital_cost"):
        at = found.quantiles(("site", name)).at
        assert (at[0], at[-1]) == pytest.approx(shown.of["site", name], rel=1e-12)


def test_a_band_of_zero_width_is_the_plan() -> None:
    """Every quantity, to the bit, in every case; unknown where the plan doesn't know it."""
    limit = whole()["site/tiers:project", "fill_limit"]
    price = whole()["site", "energy_price"]
    assert price is not None
    results = planned(
        f"bands:\n  {LIMIT}: {{low: {limit}, likely: {limit}, high: {limit}}}\n"
        "  economics.energy_price: {median: 0.1902 EUR/kWh, spread: 1}\n"
        "  economics.pue: {values: [1.5]}\n  deliveries: false\n  prices: false\n"
        "  failures: false",
        TEMPLATE,
    )
    found = sample(results, 16, figures="all")
    for address, values in found.values.items():
        own = results[address]
        assert (np.isnan(values) if own is None else values == own).all(), address


def test_one_case_is_that_plan() -> None:
    """What is sampled in a case is what planning anew with its figures gives."""
    results = planned(f"bands: {{{LIMIT}: {{low: 0.7, likely: 0.8, high: 0.85}}}}")
    at = "site/tiers:scratch"
    found = sample(results, 4, figures=[f"{at.rpartition(':')[2]}.fill_limit"])
    for n, limit in enumerate(found.of((at, "fill_limit"))):
        anew = evaluate(edited(results.plan.scenario, {LIMIT: float(limit)}))
        assert found.of("planned_capacity")[n] == anew["site", "planned_capacity"]


def test_further_figures_are_named_by_one_name_or_several() -> None:
    """One name is no list of letters; a name that no figure has is said to be wrong."""
    results = planned(f"bands: {{{LIMIT}: {{low: 0.7, likely: 0.8, high: 0.85}}}}")
    one, two = ("site/tiers:scratch", "fill_limit"), ("site/tiers:scratch", "raw_capacity")
    own = sample(results, 4).shown
    assert sample(results, 4, figures="scratch.fill_limit").shown == (*own, one)
    both = ["scratch.fill_limit", "scratch.raw_capacity", "scratch.fill_limit"]
    assert sample(results, 4, figures=both).shown == (*own, one, two)
    assert set(sample(results, 4, figures="all").shown) == set(results.values)
    with pytest.raises(InputError, match=r"figures: .*'nothing'"):
        sample(results, 4, figures="nothing")


@settings(max_examples=10)
@given(st.integers(0, 2**40), st.sampled_from(["lhs", "sobol"]))
def test_a_seed_gives_the_same_bits(seed: int, method: Any) -> None:
    """And another one others."""
    one, same, other = (sample(whole(), 32, s, method) for s in (seed, seed, seed + 1))
    for address in one.shown:
        assert np.array_equal(one.of(address), same.of(address), equal_nan=True)
    assert not np.array_equal(one.of("planned_capacity"), other.of("planned_capacity"))


def test_a_group_moves_together() -> None:
    """Its figures have the same rank in every case; without it they don't."""
    tiers = ("tiers.0", "tiers.1")
    band = "low: 0.6, likely: 0.7, high: 0.8"
    names = ["project.fill_limit", "metadata.fill_limit"]
    for group, is_one in ((", group: how full", True), ("", False)):
        bands = "".join(f"\n  {at}.policy.fill_limit: {{{band}{group}}}" for at in tiers)
        found = sample(planned(f"bands:{bands}", TEMPLATE), figures=names)
        one, two = (found.of(name).argsort() for name in names)
        assert np.array_equal(one, two) is is_one


def test_the_chance_of_all_is_no_more_than_of_each() -> None:
    """A case meets all requirements or it doesn't; unknown is apart."""
    bands = "bands: {deliveries: true, checkpoint.job_mtti: {median: 72 h, spread: 1.3}}"
    found = sample(planned(bands), 512)
    chances = {one.name: one for one in found.chances}
    each = [one.met for name, one in chances.items() if name not in (ALL, "fit")]
    assert 0 < min(each) < 1
    assert chances[ALL].met <= min(each)
    assert all(one.met + one.unknown <= 1 for one in chances.values())
    assert found.chance_met(ALL) == sample(found.results, 512).chance_met(ALL)
    with pytest.raises(LookupError, match="there is capacity"):
        found.chance_met("tape")


def test_a_design_that_does_not_fit_meets_nothing() -> None:
    """In no case at all."""
    base = load_scenario("a.yaml", f"{TEMPLATE}\n{BANDS}")
    found = sample(edited(base, {"tiers.0.drives.per_enclosure": 500}), 16)
    assert found.chance_met("fit").met == 0
    assert found.chance_met(ALL).met == found.chance_met(ALL).unknown == 0


def test_a_tornado_is_at_the_quantiles_of_a_band() -> None:
    """The planned capacity hangs on the fill limit alone, which it is proportional to."""
    results = planned(f"bands: {{{LIMIT}: {{values: [0.5, 0.75]}}, deliveries: true}}")
    found = sample(results)
    (swing,) = found.tornado("planned_capacity")
    usable = results["site", "usable_capacity"]
    assert usable is not None
    assert swing.column == LIMIT
    assert (swing.low, swing.high) == (pytest.approx(0.5 * usable), pytest.approx(0.75 * usable))
    widths = [swing.width for swing in drawn().tornado("total_cost_of_ownership")]
    assert widths == sorted(widths, reverse=True)
    assert len(widths) > 1


def test_indices_say_what_a_figure_hangs_on() -> None:
    """A figure of one band: its index is 1, within its interval; one that doesn't vary has none."""
    found = drawn()
    (only,) = found.indices("planned_capacity", 256)
    assert only.column == LIMIT
    assert only.total == only.first == (1, 1, 1)
    assert found.indices("usable_capacity") == ()
    several = found.indices("total_cost_of_ownership", 256)
    totals = [one.total[0] or 0.0 for one in several]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == pytest.approx(1, abs=0.1)  # a sum of what is drawn: nothing acts together
    for one in several[:2]:
        index, low, high = one.total
        assert (low or 0.0) <= (index or 0.0) <= (high or 0.0)


def test_two_cases_are_two_peaks() -> None:
    """A figure that is either one or another one is not its mean."""
    found = sample(planned(f"bands: {{{LIMIT}: {{values: [0.5, 0.75]}}}}"))
    peaks = found.peaks("planned_capacity")
    assert peaks is not None
    assert peaks.below == 0.5
    assert found.peaks("usable_capacity") is None
    assert drawn().peaks("planned_capacity") is None


def test_what_weighs_and_has_no_band_is_named() -> None:
    """The write bandwidth of Astra rests on what stages deliver, which has no band here."""
    found = sample(planned(f"bands: {{{LIMIT}: {{values: [0.5, 0.75]}}}}"))
    lacking = {one.address[1] for one in found.without_band}
    assert "own_nic_write_delivery" in lacking
    assert "fill_limit" not in lacking


WRONG: dict[str, dict[str, Any]] = {
    "write 'bands'": {},
    "a number of samples from 2": {"n": 1},
    "write 'lhs' or 'sobol'": {"method": "dice"},
    "no quantity of this scenario is called 'speed'": {"figures": ["speed"]},
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_said_in_a_line(said: str) -> None:
    """With what to write instead."""
    results = whole() if WRONG[said] else planned("bands: {deliveries: false}")
    with pytest.raises(InputError) as wrong:
        sample(results, **WRONG[said])
    assert said in str(wrong.value)


def test_a_count_is_drawn_where_nothing_else_is_built() -> None:
    """More blocks hold more; another number of adapters makes other states of failure."""
    blocks = sample(planned("bands: {tiers.0.blocks: {values: [10, 20]}}"), 8)
    less, more = sorted(set(blocks.of("usable_capacity")))
    assert more == 2 * less
    with pytest.raises(InputError, match="compare designs instead"):
        sample(planned("bands: {tiers.1.adapters.per_server: {values: [1, 2]}}", TEMPLATE), 8)


@cache
def compared(**more: Any) -> Any:
    first = planned(
        "bands: {economics.energy_price: {median: 0.19 EUR/kWh, spread: 1.3}, "
        "deliveries: false, prices: false}",
        TEMPLATE,
    )
    base, blocks = first.plan.scenario, "tiers.0.blocks"
    named = {
        "as it is": first,
        "more": edited(base, {blocks: int(first["site/tiers:project", "blocks"] or 0) + 1}),
        "too few": edited(base, {blocks: 1}),
    }
    return regret(named, sample(first, 64), **more)


def test_least_regret_is_of_the_cheapest_that_meets_all() -> None:
    """One that misses in every case has no regret of its own, and is not chosen."""
    found = compared()
    of = {one.name: one for one in found.of}
    assert of["as it is"].mean == of["as it is"].worst == 0
    assert of["more"].mean > 0
    assert of["more"].worst >= of["more"].mean
    assert of["too few"].mean is None
    assert of["too few"].missed == of["too few"].spared == 1
    assert found.least_mean.name == found.least_worst.name == "as it is"


def test_designs_that_ask_for_unlike_things_are_judged_by_the_first() -> None:
    """2.3 PB of flash cost less than 20 PB of disks, and are no way to have these; nor back."""
    names = "project-space", "flash-scratch"
    plans = {of: evaluate(load_scenario(ROOT / f"scenarios/templates/{of}.yaml")) for of in names}
    for first, other in (names, names[::-1]):
        found = regret({first: plans[first], other: plans[other]}, sample(plans[first], 64))
        own = regret({first: plans[first], "the same": plans[first]}, sample(plans[first], 64))
        assert (found.judged_by, own.judged_by) == (first, "")
        assert found.of[0].missed == own.of[0].missed < 1
        assert found.of[1].missed == 1
        assert found.least_mean.name == found.least_worst.name == first
        assert comparison_tables.least(found).endswith(
            f"All are judged by the requirements of {first}."
        )


def test_bands_of_requirements_are_those_of_the_first() -> None:
    """Asked for 20 to 30 PB, the same design misses as often as one that asks for it itself."""
    energy = "economics.energy_price: {median: 0.19 EUR/kWh, spread: 1.3}"
    fixed = f"deliveries: false, prices: false, {energy}"
    band = f"{fixed}, requirements.capacity: {{low: 20 PB, likely: 21 PB, high: 30 PB}}"
    sure, unsure = (planned(f"bands: {{{said}}}", TEMPLATE) for said in (fixed, band))
    found = regret({"unsure": unsure, "sure": sure}, sample(unsure, 64))
    assert found.judged_by == "unsure"
    assert found.of[1].missed >= found.of[0].missed > 0
    assert regret({"sure": sure, "unsure": unsure}, sample(sure, 64)).of[1].missed == 0


def test_none_is_regretted_least_where_none_meets_all() -> None:
    few = edited(planned("bands: {prices: true}", TEMPLATE).plan.scenario, {"tiers.0.blocks": 1})
    found = regret({"one": few, "other": few}, sample(few, 64))
    assert comparison_tables.least(found).startswith("No design meets all requirements in any case")


def test_a_miss_may_have_its_price() -> None:
    """Then a cheap design that misses is regretted by that price, less what it saves."""
    dear, cheap = compared(cost_of_miss=1e9), compared(cost_of_miss=1.0)
    assert dear.least_mean.name != "too few"
    assert cheap.least_mean.name == "too few"


def test_more_may_be_better() -> None:
    """The most bandwidth of the designs that meet all is regretted by none."""
    found = compared(figure="write_bandwidth", maximise=True)
    assert found.least_worst.name == "more"
    assert found.of[0].mean > 0


def test_unlike_designs_are_refused() -> None:
    """Fewer than two, unlike currencies, a figure that isn't known."""
    with pytest.raises(InputError, match="at least 2 designs"):
        regret({"one": whole()}, drawn(n=64))
    dollars = planned(BANDS.replace("EUR", "USD"))
    with pytest.raises(InputError, match="count in EUR and USD"):
        regret({"one": whole(), "other": dollars}, drawn(n=64))
    with pytest.raises(InputError, match="'speed' isn't known of"):
        regret({"one": whole(), "other": whole()}, drawn(n=64), figure="speed")


def test_what_the_page_shows_can_be_planned() -> None:
    """The bands of docs/uncertainty.md, of the template that they are written for."""
    text = (ROOT / "docs/uncertainty.md").read_text(encoding="utf-8")
    bands = text.split("```yaml\n")[1].split("```")[0]
    found = sample(planned(bands, TEMPLATE), 64)
    assert {one.called for one in found.results.plan.bands} > {"requirements.capacity"}
    assert 0 < found.chance_met("capacity").met < 1


FLASH = (ROOT / "scenarios/templates/flash-scratch.yaml").read_text(encoding="utf-8")
SHARE = "  tiers.0.policy.deliveries.cpu_memory: {low: 0.6, likely: 0.8, high: 1.0}\n"


def test_what_another_server_was_measured_to_do_may_be_off_by_a_factor_of_two() -> None:
    """Unless a band says how far: both are drawn, and neither makes a bandwidth sure."""
    asked = FLASH.replace("read_bandwidth: 200 GB/s", "read_bandwidth: 500 GB/s")
    like = "processing: {like: iopsstor-oss-2023}"
    stated = asked.replace(like, f"{like}\n    policy: {{deliveries: {{cpu_memory: 0.8}}}}")
    for text, said in ((asked, ""), (stated, f"bands:\n{SHARE}")):
        found = sample(planned(said, text), 64)
        assert 0 < found.chance_met("read_bandwidth").met < 1
    at = "site/tiers:scratch", "alike_variation"
    of = {one.addresses[0]: one for one in uncertain(planned("", FLASH))}
    assert of[at].law == Factor(1.0, 2.0)
    by_band = uncertain(planned(f"bands:\n{SHARE}", stated))
    assert at not in {one.addresses[0] for one in by_band}
    less = edited(planned("", FLASH).plan.scenario, {"tiers.0.policy.spreads.servers": 0.05})
    of = {one.addresses[0]: one for one in uncertain(evaluate(less))}
    assert of[at].law == Factor(1.0, 1.05)


def test_a_fit_that_nobody_knows_is_not_counted() -> None:
    store = (ROOT / "scenarios/templates/ai-training-store.yaml").read_text(encoding="utf-8")
    assert views.NOT_COUNTED in views.chances(sample(planned("", store), 64)).rows[-1].note


def test_a_definition_is_no_assumption() -> None:
    """Nobody doubts how long a year is."""
    assert "year_length" not in {one.item.name for one in ranked(planned("", FLASH))}


def test_shares_are_in_percent_in_all_columns() -> None:
    """Those at the ends of a range as that of the plan: 31 % to 93 % of 68 %, not of 0.68."""
    limit = ("site/tiers:project", "fill_limit")
    filled = planned(f"bands: {{{LIMIT}: {{values: [0.5, 0.75]}}}}", TEMPLATE)
    tornado = views.tornado(sample(filled, 16, figures=["project.fill_limit"]), limit)
    for results, view in ((whole(), views.bands(whole())), (filled, tornado)):
        ends = [n for n, column in enumerate(view.columns, 1) if column.look == ""][:4]
        rows = text_table(results, view).rows
        kinds = [{row[n].text.endswith(" %") for n in ends} for row in rows]
        assert all(len(kind) == 1 for kind in kinds)
        assert {True} in kinds


def test_a_share_is_written_with_its_interval() -> None:
    assert views.within((0.83, 0.75, 0.92)) == "83 % (75 to 92 %)"
    assert views.within((0.83, None, None)) == "83 %"
    assert views.within((None, None, None)) == ""
