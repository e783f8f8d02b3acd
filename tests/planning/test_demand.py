"""Scenarios that state a demand: years, dates, purchases, forecasts, migration, and errors."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.answers.forecast import forecast_sentences
from model.answers.needs import Need, inodes_full, move, needs
from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.answers.summary import (
    endurance_sentence,
    full_sentence,
    inodes_sentence,
    migration_sentence,
    need_sentence,
)
from model.commands.overview import print_plan
from model.design.scenario import Scenario, edited, load_scenario
from model.errors import InputError
from model.procedures.forecast import time_reached

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TIER = "site/tiers:project"
FLASH = "samsung-pm1653-3840gb"
GROUPS = [
    {"name": "genomics", "volume": "0.5 PB", "growth": "40 %"},
    {"name": "imaging", "volume": "0.2 PB", "added": "300 TB/year"},
]
NO_YEARS = "not full within 5 years"


def planned(stated: Any, at: str = "tiers.0.demand", **changes: Any) -> Results:
    scenario = load_scenario(SCENARIOS / "beluga.yaml")
    return evaluate(edited(scenario, {at: stated, **changes}))


def need_of(results: Results) -> Need:
    [need] = needs(results)
    return need


def kept(n: int, daily: float = 1e12) -> float:
    return 5e14 + n * daily + (n * n * 1.37e12) % 7e12


def history(tmp_path: Path, daily: float = 1e12) -> Path:
    """Copy a scenario beside a file of past usage that grows, though not on each day."""
    first = datetime.date(2026, 1, 1)
    days = [first + datetime.timedelta(days=n) for n in range(60)]
    lines = ["date,bytes", *(f"{day},{kept(n, daily)}" for n, day in enumerate(days))]
    (tmp_path / "usage.csv").write_text("\n".join(lines) + "\n")
    file = tmp_path / "beluga.yaml"
    file.write_text((SCENARIOS / "beluga.yaml").read_text(encoding="utf-8"))
    return file


def test_groups_by_hand() -> None:
    """0.5 PB at 40 % and 0.2 PB with 300 TB a year: 1 and 0.7 PB after one year and two."""
    results = planned({"start": "2026-01-01", "groups": GROUPS})
    need = need_of(results)
    assert [year.demand for year in need.years[:3]] == pytest.approx([0.7e15, 1.2e15, 1.78e15])
    assert need.years[1].needed == pytest.approx(1.5e15)
    assert [year.blocks for year in need.years] == [1, 2, 2, 3, 3, 4]
    assert [year.bought for year in need.years] == [0, 1, 0, 1, 0, 1]
    assert need.first_purchase == need.years[1]
    assert need.years[1].date == datetime.date(2027, 1, 1)
    assert need.full_on == datetime.date(2026, 12, 9)
    assert full_sentence(need) == "full after 342.7 days, on 2026-12-09"


def test_the_search_finds_what_the_closed_form_does() -> None:
    """Two equal halves of one group fill up when the whole does; searched and closed."""
    whole = {"name": "a", "volume": "0.6 PB", "growth": "25 %"}
    halves = [whole | {"name": name, "volume": "0.3 PB"} for name in ("a", "b")]
    closed = need_of(planned({"groups": [whole]})).time_full
    searched = need_of(planned({"groups": halves})).time_full
    assert searched == pytest.approx(closed, rel=1e-9)
    linear = [{"name": n, "volume": "0.3 PB", "added": "50 TB/year"} for n in ("a", "b")]
    results = planned({"groups": linear})
    assert (TIER, "time_full") in results.values
    years = (results[TIER, "planned_capacity"] - 0.6e15) / 100e12
    assert need_of(results).time_full == pytest.approx(years * 31557600)


@pytest.mark.parametrize(
    "groups",
    [
        [{"name": "a", "volume": "0.6 PB", "added": "50 TB/year"}],
        [{"name": n, "volume": "0.3 PB", "added": "25 TB/year"} for n in ("a", "b")],
        [
            {"name": "a", "volume": "0.6 PB", "growth": "8 %"},
            {"name": "b", "volume": "0.1 TB", "added": "1 TB/year"},
        ],
    ],
)
@pytest.mark.parametrize("at", ["tiers.0.demand", "demand"])
def test_snapshots_leave_less_room_for_a_demand(groups: list[dict[str, str]], at: str) -> None:
    """Full at the live capacity: usable x 80 % x (1 - 10 %); more usable is needed as well."""
    results = planned({"groups": groups}, at, **{"tiers.0.policy.snapshot_reserve": "10 %"})
    need, path = need_of(results), "site" if at == "demand" else TIER
    live = results[path, "live_capacity"]
    assert live == pytest.approx(results[path, "usable_capacity"] * 0.8 * 0.9)
    if len(groups) == 1 or "growth" not in groups[0]:
        assert need.time_full == pytest.approx((live - 0.6e15) / 50e12 * 31557600)
    else:
        reached = time_reached(lambda t: 0.6e15 * 1.08**t + 1e11 + 1e12 * t, live, 100)
        assert need.time_full == pytest.approx(reached * 31557600)
    for year in need.years:
        assert year.needed == pytest.approx((year.demand or 0.0) / 0.8 / 0.9)
    assert need.years[0].live == pytest.approx(live)


def test_where_all_is_left_to_snapshots_no_file_fits() -> None:
    results = planned({"groups": GROUPS}, "demand", **{"tiers.0.policy.snapshot_reserve": "100 %"})
    need = need_of(results)
    assert need.years[0].live == 0
    assert need.time_full == 0
    assert results.truth(need.years[0].path, "demand_is_met") is False


def test_growth_in_common_is_one_formula() -> None:
    """Groups that say no growth share one; it fills up when each has that growth of its own."""
    bare = [{"name": "a", "volume": "0.4 PB"}, {"name": "b", "volume": "0.2 PB"}]
    reason = {"value": "25 %", "status": "assumed", "because": "it was so"}
    common = planned({"growth": reason, "groups": bare})
    assert common.steps[TIER, "time_full"].quantity.kind == "formula"
    own = planned({"groups": [group | {"growth": "25 %"} for group in bare]})
    assert own.steps[TIER, "time_full"].quantity.kind == "opaque"
    assert need_of(common).years[3].demand == pytest.approx(need_of(own).years[3].demand)
    assert need_of(common).time_full == pytest.approx(need_of(own).time_full, rel=1e-9)
    [said] = [p for (_, name), p in common.plan.provenance.items() if name == "common_growth"]
    assert said.because == "it was so"
    mixed = planned({"growth": "25 %", "groups": [*bare, GROUPS[1] | {"name": "c"}]})
    assert mixed[TIER, "groups_volume"] == pytest.approx(0.8e15)
    assert need_of(mixed).time_full == pytest.approx(
        time_reached(
            lambda t: 0.6e15 * 1.25**t + 0.2e15 + 3e14 * t, common[TIER, "planned_capacity"], 100
        )
        * 31557600
    )


def test_shrinking_groups_stop_at_nothing() -> None:
    """One group is gone after a year, so what the other adds isn't taken off for ever."""
    groups = [
        {"name": "a", "volume": "0.1 PB", "added": "-100 TB/year"},
        {"name": "b", "volume": "0.5 PB", "added": "100 TB/year"},
    ]
    results = planned({"groups": groups})
    years = (results[TIER, "planned_capacity"] - 0.5e15) / 100e12
    assert need_of(results).time_full == pytest.approx(years * 31557600, rel=1e-9)


def test_what_fits_for_ever_is_said_so() -> None:
    """A ceiling below the limit, or no growth, is not full within a hundred years."""
    ceiling = {"name": "a", "volume": "0.5 PB", "growth": "50 %", "ceiling": "0.9 PB"}
    for groups in (
        [ceiling],
        [{"name": "a", "volume": "0.5 PB"}],
        [ceiling, GROUPS[0] | {"growth": "0 %", "volume": "1 TB"}],
    ):
        need = need_of(planned({"start": "2026-01-01", "groups": groups}))
        assert need.time_full is None
        assert need.full_on is None
        assert need.first_purchase is None
        assert full_sentence(need) == "not full within 100 years"


def test_too_small_a_purchase_is_full_at_once() -> None:
    """More than the purchase holds: blocks are added in year 0 already."""
    need = need_of(planned({"groups": [{"name": "a", "volume": "3 PB"}]}))
    assert need.time_full == 0
    assert need.years[0].bought == 2
    assert full_sentence(need) == "full from the first day"


def test_a_tier_by_purge() -> None:
    """NERSC's method: 28 days, half purged, 133.1167 TB a day, three times the work."""
    purge = {"after": "28 days", "share": 0.5, "improvement": 3, "growth": "133.1167 TB/day"}
    results = planned({"purge": purge})
    assert results[TIER, "purge_capacity"] == pytest.approx(22.3636e15, rel=1e-5)
    assert need_of(results).years[0].needed == pytest.approx(22.3636e15, rel=1e-5)
    assert need_of(results).time_full == 0
    small = purge | {"growth": "1 TB/day"}
    assert full_sentence(need_of(planned({"purge": small}))) == NO_YEARS


NERSC = {
    "writes_per_day": 0.0240298,
    "drives": 248 * 41,
    "drive_capacity": "4 TB",
    "data_share": 0.8,
    "amplification": 2.68024,
}


@pytest.mark.parametrize(
    ("improvement", "amplification", "writes"), [(3, 2.68024, 0.28112), (4, 3.16983, 0.33247)]
)
def test_the_endurance_that_a_purge_asks_for(
    capsys: pytest.CaptureFixture[str], improvement: int, amplification: float, writes: float
) -> None:
    """NERSC's flash: 0.28 and 0.33 drive writes a day, judged by the catalog's rating."""
    purge = {"after": "28 days", "improvement": improvement, "growth": "133.1167 TB/day"}
    purge["endurance"] = NERSC | {"amplification": amplification}
    results = planned({"purge": purge}, **{"tiers.0.drives.part": FLASH})
    assert results[TIER, "drive_writes_per_day"] == pytest.approx(writes, rel=2e-5)
    assert results[TIER, "rated_writes_per_day"] == 1
    assert results[TIER, "endurance_suffices"] == 1
    found = plan_json(results)
    assert found["tiers"]["project"]["drive_writes_per_day"]["value"] == pytest.approx(
        writes, rel=2e-5
    )
    print_plan(results)
    assert f"Endurance: drives must endure {writes:.4f} drive writes" in capsys.readouterr().out
    disks = planned({"purge": purge})
    assert disks[TIER, "endurance_suffices"] is None
    assert endurance_sentence(disks, TIER).endswith("their rating is unknown")
    worn = purge | {"endurance": NERSC | {"writes_per_day": 0.1}}
    short = planned({"purge": worn}, **{"tiers.0.drives.part": FLASH})
    assert endurance_sentence(short, TIER).endswith("they are rated for 1: insufficient")
    site = planned({"purge": purge}, at="demand")
    said = endurance_sentence(site, "site")
    assert said.endswith("at the capacity derived from the purge policy")


def test_a_tier_by_history(tmp_path: Path) -> None:
    """About 1 TB a day from 560 TB: the band holds it, and the same seed gives the same."""
    scenario = load_scenario(history(tmp_path))
    stated = {"tiers.0.demand": {"history": {"file": "usage.csv"}}}
    results = evaluate(edited(scenario, stated))
    year = f"{TIER}/years:year 2"
    low, high = results[year, "forecast_low"], results[year, "forecast_high"]
    assert low is not None
    assert high is not None
    assert low < 560e12 + 730e12 < high
    demand = results[year, "demand"]
    assert demand is not None
    assert low < demand < high
    assert plan_json(evaluate(edited(scenario, stated))) == plan_json(results)
    other = {"tiers.0.demand": {"history": {"file": "usage.csv", "seed": 2, "purged": True}}}
    assert evaluate(edited(scenario, other))[year, "demand"] != demand
    need = need_of(results)
    assert need.horizon == 5
    trend = [results[year.path, "forecast_trend"] for year in need.years]
    assert trend[5] == pytest.approx(kept(59) + 1826.25 * (kept(59) - kept(0)) / 59)
    at_trend = (1.167e15 - 560e12) / 1e12 * 86400
    assert need.time_full is not None
    assert need.late_time is not None
    assert 0.7 * at_trend < need.time_full < at_trend < need.late_time
    limit = results[TIER, "planned_capacity"]
    for time, name in ((need.time_full, "demand"), (need.late_time, "forecast_low")):
        levels = [results[year.path, name] for year in need.years]
        assert np.interp(time / 31557600, range(6), levels) == pytest.approx(limit)
    assert "at the lower end of the range" in full_sentence(need)
    assert plan_json(results)["demand"]["project"]["time_full_if_low"] == need.late_time


def past(tmp_path: Path, volumes: list[float], step: int = 1, **stated: Any) -> Results:
    """Plan a tier with a history of these volumes, each some days after the one before."""
    scenario = load_scenario(history(tmp_path))
    first = datetime.date(2024, 1, 1).toordinal()
    lines = [
        f"{datetime.date.fromordinal(first + step * n)},{round(volume)}"
        for n, volume in enumerate(volumes)
    ]
    (tmp_path / "usage.csv").write_text("\n".join(["date,bytes", *lines]))
    return evaluate(
        edited(scenario, {"tiers.0.demand": {"history": {"file": "usage.csv", **stated}}})
    )


def saw(n: int) -> float:
    """Usage that grows by 20 TB a day, and that a purge cuts by half each 50 days."""
    return 1e15 + 20e12 * (n % 50)


def test_growth_by_a_share_goes_on_as_such(tmp_path: Path) -> None:
    """+2.2 % in each of 23 months: 4.2 PB become 15.5 PB in five years; a line gives 8.7 PB.

    The range holds the curve and is no thin one: half a percent of noise in each record leaves
    the growth itself uncertain, and five years multiply that.
    """
    rng = np.random.default_rng(7)
    volumes = [2.6e15 * 1.022**n * (1 + rng.normal(0, 0.005)) for n in range(24)]
    results = past(tmp_path, volumes, 30)
    need = need_of(results)
    low, mean, high = (results[need.end.path, f"forecast_{x}"] for x in ("low", "mean", "high"))
    assert low is not None
    assert high is not None
    exact = 2.6e15 * 1.022 ** (23 + 5 * 365.25 / 30)
    assert low < exact < high
    assert mean == pytest.approx(exact, rel=0.05)
    assert (high - low) / exact > 0.1
    assert results[TIER, "history_growth"] == pytest.approx(1.022 ** (365.25 / 30) - 1, rel=0.05)
    found = " ".join(forecast_sentences(results, need))
    assert "Growth: exponential, +30." in found
    assert "2.6 times as far ahead as the history is long" in found
    line = past(tmp_path, volumes, 30, model="linear")
    as_line = line[need.end.path, "forecast_mean"]
    assert as_line == pytest.approx(8.7e15, rel=0.05)
    assert "Growth: linear, 8" in " ".join(forecast_sentences(line, need_of(line)))


def test_a_line_stays_a_line(tmp_path: Path) -> None:
    """Noise that favours a curve by a little doesn't make usage explode."""
    for seed in range(10):
        noise = np.random.default_rng(seed).normal(0, 5e12, 300)
        results = past(tmp_path, [5e14 + 1e12 * n + noise[n] for n in range(300)])
        assert "Growth: linear, 3" in " ".join(forecast_sentences(results, need_of(results)))


def test_two_questions_of_a_purge(tmp_path: Path) -> None:
    """With the purge, what is stored can't exceed the system; without it, it grows on."""
    volumes = [saw(n) for n in range(400)]
    said = {"purged": True, "capacity": "2.1 PB", "samples": 200}
    with_purge = past(tmp_path, volumes, question="with_purge", **said)
    without = past(tmp_path, volumes, question="without_purge", **said)
    assert past(tmp_path, volumes, **said).values == without.values
    need = need_of(with_purge)
    for year in need.years:
        ends = [with_purge[year.path, f"forecast_{x}"] for x in ("low", "demand", "high", "mean")]
        assert all(end is not None and 0 <= end <= 2.1e15 for end in ends)
    assert with_purge[TIER, "history_capacity"] == 2.1e15
    grown = without[need.years[2].path, "forecast_mean"]
    assert grown == pytest.approx(saw(399) + 20e12 * 730.5, rel=1e-6)
    found = forecast_sentences(with_purge, need)
    assert found[0] == (
        "Usage history: 399 days, with purges, on a system of 2.1 PB; 1.98 PB at its end"
    )
    assert found[1].startswith(
        "Forecast: data that will be stored while the purge continues, on the recorded system, "
        "so at most 2.1 PB; the plan uses the 90 % quantile"
    )
    assert (
        "data that would be stored without the purge;"
        in forecast_sentences(without, need_of(without))[1]
    )


def test_the_backtest_is_shown(tmp_path: Path) -> None:
    """A history whose growth stops halfway: the backtest misses, and the range widens by that."""
    slope = [5e14 + 1e12 * min(n, 100) + (n * n % 7) * 1e10 for n in range(201)]
    steady = [5e14 + 0.5e12 * n + (n * n % 7) * 1e10 for n in range(201)]
    bent, even = past(tmp_path, slope), past(tmp_path, steady)
    need = need_of(bent)
    assert bent[TIER, "backtest_recorded"] == pytest.approx(6e14, rel=1e-3)
    assert bent[TIER, "backtest_forecast"] == pytest.approx(7e14, rel=1e-2)
    assert bent[TIER, "backtest_error"] == pytest.approx(1 / 6, rel=0.05)
    assert any(
        "+16." in text and "outside the range" in text for text in forecast_sentences(bent, need)
    )
    assert any("inside the range" in text for text in forecast_sentences(even, need_of(even)))
    spreads = [results[need.end.path, "forecast_spread"] or 0.0 for results in (bent, even)]
    assert spreads[0] > 5 * spreads[1]
    found = plan_json(bent)["demand"]["project"]["forecast"]
    assert found["model"] == "linear"
    assert found["backtest_error"] == bent[TIER, "backtest_error"]
    (tmp_path / "usage.csv").write_text(
        "date,bytes\n2025-01-01,1e15\n2025-12-01,2e15\n2026-01-01,3e15\n"
    )
    stated = {"tiers.0.demand": {"history": {"file": "usage.csv"}}}
    few = evaluate(edited(load_scenario(tmp_path / "beluga.yaml"), stated))
    assert few[TIER, "backtest_forecast"] is few[TIER, "backtest_error"] is None
    assert "Backtest: none, as the history has too few records" in forecast_sentences(
        few, need_of(few)
    )


def test_low_quantiles_are_planned_with(tmp_path: Path) -> None:
    """What is exceeded by nine futures of ten; the range stays in order around each quantile."""
    found = []
    for quantile in (0.01, 0.1, 0.5, 0.99):
        results = past(tmp_path, [kept(n) for n in range(60)], quantile=quantile)
        year = f"{TIER}/years:year 3"
        low, planned_with, high = (
            results[year, name] for name in ("forecast_low", "demand", "forecast_high")
        )
        assert low is not None
        assert planned_with is not None
        assert high is not None
        assert low <= planned_with <= high
        found.append(planned_with)
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    ("stated", "volumes", "said"),
    [
        ({"capacity": "1 PB"}, [1e14, 2e15, 1e15], "has 2 PB, more than the 1 PB of its system"),
        (
            {"model": "exponential"},
            [0.0, 1e15, 2e15],
            "this model can't describe usage that starts at zero or grows",
        ),
        (
            {"model": "exponential"},
            [1e12, 1e15, 2e15],
            "this model can't describe usage that starts at zero or grows",
        ),
    ],
)
def test_histories_that_contradict(
    tmp_path: Path, stated: dict[str, Any], volumes: list[float], said: str
) -> None:
    """What the file refutes is an error at the field."""
    with pytest.raises(InputError, match=said) as caught:
        past(tmp_path, volumes, **stated)
    assert f"tiers.0.demand.history.{next(iter(stated))}" in str(caught.value)


def test_a_limit_that_nobody_stated_is_asked_for(tmp_path: Path) -> None:
    """A purge without a capacity has no limit; a full system hides what users wanted."""
    volumes = [saw(n) for n in range(60)]
    open_ended = past(tmp_path, volumes, purged=True, question="with_purge")
    assert any("has no upper limit: write the usable 'capacity'" in x for x in open_ended.warnings)
    full = past(tmp_path, volumes, capacity="2 PB")
    assert any("reaches 99 % of its system" in text for text in full.warnings)


def test_purges_that_nobody_stated_are_asked_for(tmp_path: Path) -> None:
    """A history without a word on purges isn't one without them: the plan says so and asks."""
    volumes = [saw(n) for n in range(100)]
    unknown = past(tmp_path, volumes)
    assert (
        "'usage.csv': whether files were purged while it was recorded is unknown (usage fell in 1 "
        "of 99 intervals), so the forecast only continues what was stored: write 'purged: false', "
        "or 'purged: true' with a 'question'"
    ) in unknown.warnings
    said = forecast_sentences(unknown, need_of(unknown))
    assert said[0].startswith("Usage history: 99 days, purges unknown, on ")
    assert "whether files were purged is unknown" in said[1]
    assert plan_json(unknown)["demand"]["project"]["forecast"]["purged"] is None
    without = past(tmp_path, volumes, purged=False)
    assert not any("purge" in text for text in without.warnings)
    assert "without purges" in forecast_sentences(without, need_of(without))[0]
    assert without.values == unknown.values


def test_the_question_of_a_purge_is_asked_for(tmp_path: Path) -> None:
    """Where files were purged, what is forecast is said to be a choice until it is stated."""
    volumes = [saw(n) for n in range(100)]
    for question, asks in ((None, True), ("with_purge", False), ("without_purge", False)):
        stated = {"question": question} if question else {}
        found = past(tmp_path, volumes, purged=True, capacity="3 PB", **stated)
        assert any("'question: with_purge' for data that" in x for x in found.warnings) is asks
    with pytest.raises(InputError, match="or write 'question: with_purge'"):
        past(tmp_path, volumes, 7, purged=True)


def test_a_history_that_ended_before_the_purchase(tmp_path: Path) -> None:
    """About 1 TB a day from 560 TB on 2026-03-01: 306 days to 2027-01-01 are drawn as well."""
    scenario = load_scenario(history(tmp_path))

    def started(day: str | None) -> Results:
        start = {"start": day} if day else {}
        demand = {"history": {"file": "usage.csv"}, **start}
        return evaluate(edited(scenario, {"tiers.0.demand": demand}))

    late, today, plain = (started(day) for day in ("2027-01-01", "2026-03-01", None))
    year = f"{TIER}/years:year 0"
    assert today[year, "demand"] == plain[year, "demand"] == kept(59)
    low, high = (late[year, name] for name in ("forecast_low", "forecast_high"))
    assert low is not None
    assert high is not None
    assert low < kept(59) + 306e12 < high
    dates = [need_of(results).full_on for results in (late, today)]
    assert None not in dates
    assert abs((dates[0] - dates[1]).days) < 120
    for day, said in (("2026-02-28", "before the end of"), ("2046-01-01", "write newer usage")):
        with pytest.raises(InputError, match=said) as caught:
            started(day)
        assert "tiers.0.demand.start" in str(caught.value)


def test_a_purge_with_history(tmp_path: Path) -> None:
    """The mean growth is that of the days that grew."""
    scenario = load_scenario(history(tmp_path))
    stated = {"tiers.0.demand": {"purge": {"after": "28 days", "history": "usage.csv"}}}
    results = evaluate(edited(scenario, stated))
    steps = [kept(n + 1) - kept(n) for n in range(59)]
    grown = [step for step in steps if step >= 0]
    assert 0 < len(grown) < 59
    assert results[TIER, "purge_growth"] == pytest.approx(sum(grown) / len(grown) / 86400)


def thinned(tmp_path: Path, keep: Callable[[int], bool]) -> Scenario:
    """Give a scenario beside a file of some days of past usage."""
    scenario = load_scenario(history(tmp_path))
    head, *days = (tmp_path / "usage.csv").read_text().splitlines()
    kept_days = [day for n, day in enumerate(days) if keep(n)]
    (tmp_path / "usage.csv").write_text("\n".join([head, *kept_days]))
    return scenario


@pytest.mark.parametrize(
    "demand",
    [
        {"purge": {"after": "28 days", "history": "usage.csv"}},
        {"history": {"file": "usage.csv", "purged": True, "question": "without_purge"}},
    ],
)
def test_a_purge_needs_single_days(tmp_path: Path, demand: dict[str, Any]) -> None:
    """Weekly usage is refused; a day that is missing is left out, and that is said."""
    weekly = thinned(tmp_path, lambda n: n % 7 == 0)
    with pytest.raises(InputError, match="has single records for 0 of 56 days") as caught:
        evaluate(edited(weekly, {"tiers.0.demand": demand}))
    assert "tiers.0.demand" in str(caught.value)
    gaps = evaluate(edited(thinned(tmp_path, lambda n: n != 20), {"tiers.0.demand": demand}))
    assert any("intervals longer than a day (1) don't count" in text for text in gaps.warnings)
    whole = evaluate(edited(thinned(tmp_path, lambda _: True), {"tiers.0.demand": demand}))
    assert not any("usage.csv" in text for text in whole.warnings)
    if "purge" in demand:
        steps = [kept(n + 1) - kept(n) for n in range(59) if n not in (19, 20)]
        grown = [step for step in steps if step >= 0]
        assert gaps[TIER, "purge_growth"] == pytest.approx(sum(grown) / len(grown) / 86400)


def test_a_history_of_few_intervals_says_little(tmp_path: Path) -> None:
    """Three days far apart give a forecast, with a warning."""
    few = thinned(tmp_path, lambda n: n in (0, 30, 59))
    results = evaluate(edited(few, {"tiers.0.demand": {"history": {"file": "usage.csv"}}}))
    assert any("has only 2 intervals" in text for text in results.warnings)


def test_usage_that_only_falls_tells_nothing(tmp_path: Path) -> None:
    """A purged system of which no day grew is refused, at the scenario."""
    scenario = load_scenario(history(tmp_path, daily=-1e12))
    lines = [f"2026-01-0{n},{9 - n}" for n in range(1, 6)]
    (tmp_path / "usage.csv").write_text("\n".join(["date,bytes", *lines]))
    stated = {"tiers.0.demand": {"history": {"file": "usage.csv", "purged": True}}}
    with pytest.raises(InputError, match="usage fell on every day"):
        evaluate(edited(scenario, stated))


def test_the_site_buys_blocks_of_its_only_data_tier() -> None:
    """A demand of the site is met by blocks of its data tier, as if it were stated there."""
    results, of_tier = planned({"groups": GROUPS}, at="demand"), planned({"groups": GROUPS})
    need = need_of(results)
    assert (need.name, need.bought_by) == ("site", TIER)
    assert need.time_full == pytest.approx(342.7 * 86400, rel=1e-3)
    assert [year.bought for year in need.years] == [y.bought for y in need_of(of_tier).years]
    assert sum(year.bought or 0 for year in need.years) == 3
    met = [results[year.path, "demand_is_met"] for year in need.years]
    assert met == [1] * 6
    for name in ("known_year_expansion", "year_power", "year_fabric_switches"):
        assert [results[year.path, name] for year in need.years] == [
            of_tier[f"site/years:year {n}", name] for n in range(6)
        ]


def test_cri_departments() -> None:
    """The table of the talk as a file: 1,190 TB, on more than one of Béluga's blocks."""
    need = need_of(planned({"file": "data/cri-departments.csv"}))
    assert need.years[0].demand == 1190e12
    assert need.years[0].blocks == 2


def test_migration_of_cri() -> None:
    """15.65 days at the 880 MB/s that the source gives; the gateways are unknown if not stated."""
    move = {"volume": "1.19 PB", "source_rate": "880 MB/s"}
    for more in ({}, {"gateways": {"count": 4, "rate": "1.25 GB/s"}}, {"target_rate": "5 GB/s"}):
        results = planned(move | more, at="migration")
        assert results["site", "migration_time"] == pytest.approx(1.19e15 / 880e6)
    through_one = {"volume": "1.19 PB", "gateways": {"count": 1, "rate": "10 Gbit/s"}}
    days = planned(through_one, at="migration")["site", "migration_time"] / 86400
    assert days == pytest.approx(11.0, abs=0.05)


def test_cri() -> None:
    """CRI: 1,190 TB of 19 departments, doubled in five years; 15.65 days to move them."""
    results = evaluate(load_scenario(SCENARIOS / "cri.yaml"))
    need = need_of(results)
    assert need.years[0].demand == 1190e12
    assert need.end.demand == pytest.approx(2 * 1190e12, rel=1e-3)
    years = math.log(0.8 * 3900 / 1190) / math.log(1.1487)
    assert need.time_full == pytest.approx(years * 31557600)
    assert need.full_on == datetime.date(2025, 12, 13)
    moved = move(results)
    assert moved is not None
    assert (moved.limit, moved.helps) == ("source", False)
    assert migration_sentence(results).endswith(
        "limited by the source; more gateways would not help"
    )


def test_more_gateways_help_until_something_else_limits() -> None:
    """Two gateways of 1.25 GB/s: the target takes 12.6 times as much as one."""
    move_in = {"volume": "1 PB", "gateways": {"count": 2, "rate": "1.25 GB/s"}}
    results = planned(move_in | {"target_rate": "12 GB/s"}, at="migration")
    found = move(results)
    assert found is not None
    assert (found.limit, found.helps) == ("gateways", True)
    assert results["site", "useful_gateways"] == 10
    assert "more gateways would help, up to 10" in migration_sentence(results)
    enough = {**move_in, "gateways": {"count": 10, "rate": "1.25 GB/s"}, "target_rate": "12 GB/s"}
    assert move(planned(enough, at="migration")).helps is False
    unsaid = planned({"volume": "1 PB", "source_rate": "1 GB/s"}, at="migration")
    assert "unknown: gateways not known" in migration_sentence(unsaid)
    assert plan_json(unsaid)["migration"]["limited_by"] == "source"
    assert plan_json(unsaid)["migration"]["more_gateways_help"] is None


def test_without_a_demand_nothing_is_added() -> None:
    """The JSON and the books of a plan without demand are as before."""
    results = evaluate(load_scenario(SCENARIOS / "beluga.yaml"))
    assert {"demand", "inodes", "migration"}.isdisjoint(plan_json(results))
    assert migration_sentence(results) == ""
    assert "year_expansion" not in results.plan.instances["site/years:year 1"].book
    assert list(needs(results)) == []


def test_json_and_terminal(capsys) -> None:
    """Programs find the years of the demand under its tier; people find a table."""
    move = {"volume": "1.19 PB", "source_rate": "880 MB/s"}
    results = planned({"start": "2024-02-29", "groups": GROUPS}, migration=move)
    document = json.loads(json.dumps(plan_json(results)))["demand"]["project"]
    assert document["date_full"] == "2025-02-05"
    assert document["searched_years"] == 100
    assert document["years"][1]["blocks_owned"]["value"] == 2
    assert document["dates"][1] == "2025-02-28"
    assert document["demand_today"] == 0.7e15
    assert document["needed_at_end"] == document["years"][5]["needed_capacity"]["value"]
    print_plan(results)
    printed = capsys.readouterr().out
    assert "project, demand: full after 342.7 days, on 2025-02-05" in printed
    assert "2025-02-28  1.200 (1.066 PiB)  1.500 (1.332 PiB)" in printed
    words = " ".join(printed.split())
    assert "usable capacity required by 2029-02-28 (year 5), on 4 blocks" in words
    assert "Migration: 1.19 PB at 880 MB/s takes at least 15.65 days" in printed
    print_plan(planned({"groups": GROUPS}, at="demand"))
    assert "site, demand: full after 342.7 days\n" in capsys.readouterr().out


def test_dates_beyond_the_calendar_are_left_out() -> None:
    """A start at the end of the calendar has years, and no dates."""
    need = need_of(planned({"start": "9997-01-01", "groups": GROUPS}))
    assert [year.date is None for year in need.years] == [False] * 3 + [True] * 3
    slow = [{"name": "a", "volume": "1 PB", "added": "10 TB/year"}]
    assert need_of(planned({"start": "9995-01-01", "groups": slow})).full_on is None


def test_prices_that_are_known_make_expansions_known() -> None:
    """With a price on every line, the years' purchases have one, falling by the stated share."""
    scenario = load_scenario(SCENARIOS / "beluga.yaml")
    prices = {f"{at}.price": "1000 CAD" for at, _ in scenario.pieces() if at.startswith("tiers.0")}
    existing = ["network cables", "SAS cables", "switches", "power cords"]
    there = {"existing": existing, "economics.price_decline": 0.1}
    results = planned({"groups": GROUPS}, **prices, **there)
    block = results[TIER, "block_cost"]
    assert block is not None
    assert need_of(results).years[1].cost == pytest.approx(0.9 * block)
    assert results["site", "later_capital_cost"] == pytest.approx(block * (0.9 + 0.9**3 + 0.9**5))


def test_inodes_run_out_before_bytes(capsys) -> None:
    """Files of 10 kB fill the inodes of the metadata tier before the bytes of the data."""
    small, large = {"mean_size": "100 kB"}, {"mean_size": "5 MB"}
    results = planned({"start": "2026-01-01", "groups": GROUPS}, files=small)
    inodes, mean = results["site", "inodes_available"], 1e5
    assert inodes == pytest.approx(results["site", "metadata_capacity"] / 4096, rel=1e-9)
    assert results["site", "inodes_suffice"] == 0
    assert any("inodes run out before capacity" in text for text in results.warnings)
    full = inodes_full(results)
    assert full is not None
    assert full.time == 0 if inodes * mean < 0.7e15 else full.time > 0
    assert plan_json(results)["inodes"]["time_full"] == full.time
    print_plan(results)
    assert "inodes run out first; the inodes are full" in capsys.readouterr().out
    results = planned({"start": "2026-01-01", "groups": GROUPS}, files=large)
    assert results["site", "inodes_suffice"] == 1
    full = inodes_full(results)
    need = need_of(results)
    assert full is not None
    assert full.time is not None
    assert need.time_full is not None
    assert full.time > need.time_full
    assert full.date is not None
    assert full.date > datetime.date(2026, 12, 9)
    assert not any("inodes" in text for text in results.warnings)


def test_an_unknown_capacity_is_no_never() -> None:
    """Drives of unknown capacity leave open when they are full, and how many blocks are needed."""
    drives = {"name": "some drive", "per_enclosure": 106}
    for groups in (GROUPS, GROUPS[:1]):
        results = planned({"groups": groups}, **{"tiers.0.drives": drives})
        need = need_of(results)
        assert need.time_full is None
        assert not need.is_known
        assert need.years[1].blocks is None
        assert full_sentence(need) == "the date at which it is full is unknown"
    purge = {"purge": {"after": "28 days", "growth": "1 TB/day"}}
    files = {"mean_size": "5 MB"}
    results = planned(purge, at="demand", files=files, **{"tiers.0.drives": drives})
    assert not need_of(results).is_known
    assert inodes_full(results) is None
    assert inodes_sentence(results).endswith("files that fill the planned capacity")


def test_inodes_run_out_while_blocks_are_bought() -> None:
    """Bytes hold, since blocks are bought; inodes don't: 14.32 PB of 2 MB, doubling from 0.6 PB."""
    doubling = [{"name": "a", "volume": "600 TB", "growth": "100 %"}]
    results = planned({"start": "2026-06-01", "groups": doubling}, files={"mean_size": "2 MB"})
    inodes = results["site", "inodes_available"]
    assert inodes is not None
    years = math.log2(inodes * 2e6 / 600e12)
    assert 4 < years < 5
    full = inodes_full(results)
    assert full is not None
    assert full.time == pytest.approx(years * 31557600)
    said = inodes_sentence(results)
    assert "capacity runs out first" not in said
    assert (
        "blocks are added before capacity runs out, but inodes run out within the plan; the" in said
    )
    assert said.endswith(f"the inodes are full after 4.577 years, on {full.date}, at the latest")
    assert any("inodes run out at the latest after 4.577 y" in text for text in results.warnings)
    slow = [doubling[0] | {"growth": "20 %"}]
    later = planned({"groups": slow}, files={"mean_size": "2 MB"})
    assert not any("inodes run out" in text for text in later.warnings)
    assert "; the inodes are full after 17.4 years, at the latest" in inodes_sentence(later)
    assert "within the plan" not in inodes_sentence(later)
    steady = planned({"groups": [{"name": "a", "volume": "600 TB"}]}, files={"mean_size": "2 MB"})
    assert ": capacity runs out first; the inodes are not full within 100 years at best" in (
        inodes_sentence(steady)
    )
    site = planned({"groups": doubling}, at="demand", files={"mean_size": "2 MB"})
    assert ": blocks are added before capacity runs out" in inodes_sentence(site)


def test_one_block_is_no_blocks() -> None:
    """The sentence on what is needed counts one block as one."""
    steady = need_of(planned({"groups": [{"name": "a", "volume": "600 TB"}]}))
    assert need_sentence(steady).endswith(", on 1 block")


def test_inodes_without_a_demand() -> None:
    """The files are counted against the planned capacity; when they come is not known."""
    results = planned({"mean_size": "5 MB"}, at="files")
    assert inodes_full(results) is None
    assert inodes_sentence(results).endswith("planned capacity: capacity runs out first")
    assert "inodes" not in plan_json(results)
    assert inodes_sentence(planned({"groups": GROUPS}, files=None)) == ""


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        ({}, "write exactly one of groups, file, purge, history; found none"),
        ({"groups": GROUPS, "file": "x"}, "found 'groups' and 'file'"),
        ({"groups": [GROUPS[0], GROUPS[0]]}, "two groups have the name 'genomics'"),
        (
            {"groups": [{"name": "a", "volume": "1 TB", "ceiling": "2 TB"}]},
            "'ceiling' needs 'growt",
        ),
        (
            {"groups": [{"name": "a", "volume": "3 TB", "growth": 0.1, "ceiling": "2 TB"}]},
            "'ceiling' must be at least the 'volume' of today",
        ),
        (
            {"groups": [{"name": "a", "volume": "1 TB", "growth": -0.1, "ceiling": "2 TB"}]},
            "'ceiling' requires growth",
        ),
        ({"groups": [{"name": "a", "volume": "0 B", "growth": 0.1}]}, "a share of zero"),
        ({"groups": [{"name": "a", "volume": "1 TB", "growht": 0.1}]}, "did you mean 'growth'?"),
        ({"purge": {"after": "28 days"}}, "write either 'growth' or 'history'"),
        (
            {"purge": {"after": "28 days", "share": 0, "growth": "1 TB/day"}},
            "must be at least 0.01",
        ),
        ({"history": {"file": "x", "quantile": 0}}, "must be at least 0.001, is 0"),
        ({"history": {"file": "x", "question": "with_purge"}}, "is for a history with purges"),
        (
            {"history": {"file": "x", "purged": True, "model": "exponential"}},
            "purged data has no growth model",
        ),
        ({"file": "../x.csv"}, "leads out of the scenario's folder"),
        ({"groups": GROUPS, "growth": "10 %"}, "each group says how it grows"),
        ({"groups": GROUPS, "growth": 25}, "is 25: write a share, as in '25 %'"),
        ({"groups": GROUPS, "growth": "-100 %"}, "must be at least -99 %"),
        ({"history": {"file": "x"}, "growth": "10 %"}, "leave it out with 'history'"),
    ],
)
def test_wrong_demands(demand: dict[str, Any], said: str) -> None:
    """A demand that can't be meant says what to write instead."""
    with pytest.raises(InputError) as caught:
        planned(demand)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("beluga", {"tiers.1.demand": {"groups": GROUPS}}, "enter it in a data tier"),
        (
            "beluga",
            {"tiers.0.demand": {"groups": GROUPS}, "demand": {"groups": GROUPS}},
            "either for the site or at its tiers",
        ),
        ("beluga", {"migration": {"volume": "0 B"}}, "there is no data to migrate"),
        ("astra", {"files": {"mean_size": "5 MB"}}, "'files' needs a tier with 'holds: metadata'"),
    ],
)
def test_demands_in_the_wrong_place(name: str, changes: dict[str, Any], said: str) -> None:
    """Metadata tiers have no demand of bytes, nor others inodes; one demand excludes another."""
    with pytest.raises(InputError, match=said):
        evaluate(edited(load_scenario(SCENARIOS / f"{name}.yaml"), changes))


OTHERS = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: as given
    given: {capacity: 1 PB, read_bandwidth: 5 GB/s, write_bandwidth: 4 GB/s}
  - name: bare
    given: {capacity: 1 PB}
  - name: project
    file_system: FILE_SYSTEM
    blocks: 3
    servers: {name: a server, per_block: 4}
    drives: {name: a drive, per_server: 12, capacity: 4 TB}
    target: TARGET
    demand: {groups: [{name: a, volume: 100 TB, growth: 50 %}]}
"""


@pytest.mark.parametrize(
    ("target", "file_system"),
    [
        ("{layout: 'raidz2:12'}", "zfs"),
        ("{redundancy: raid, layout: 'raid6:12', format: ext4}", "beegfs"),
        ("{redundancy: raid, layout: 'raid6:12', format: zfs}", "lustre"),
        ("{redundancy: declustered, layout: 8+2p}", "scale"),
        ("{redundancy: ceph, layout: 3-way}", "ceph"),
    ],
)
def test_tiers_of_every_kind_grow_beside_one_as_given(target: str, file_system: str) -> None:
    """Blocks are bought as demand asks; what is given as a whole stays as it is."""
    text = OTHERS.replace("FILE_SYSTEM", file_system).replace("TARGET", target)
    results = evaluate(load_scenario("s.yaml", text))
    need = need_of(results)
    assert need.years[-1].blocks > 3
    for year in need.years:
        assert year.live >= year.demand
        same = results[
            f"site/tiers:as given/{year.path.rpartition('/')[2]}", "tier_year_usable_capacity"
        ]
        assert same == 1e15
    assert results["site/years:year 5", "year_usable_capacity"] == pytest.approx(
        2e15 + results[need.years[5].path, "tier_year_usable_capacity"]
    )
    assert results["site/years:year 5", "year_read_bandwidth"] is None
    assert plan_json(results)["demand"]["project"]["known"]


def as_given(demand: str) -> Results:
    """Plan a tier that is given as a whole, with a demand, beside one of blocks without."""
    text = OTHERS.replace("FILE_SYSTEM", "zfs").replace("TARGET", "{layout: 'raidz2:12'}")
    text = text[: text.index("    demand")]
    whole = "name: as given\n"
    return evaluate(load_scenario("s.yaml", text.replace(whole, f"{whole}    demand: {demand}\n")))


def test_a_tier_as_given_compares_and_buys_nothing() -> None:
    """It has no blocks to buy more of; its demand passes the 0.8 PB that it is planned for."""
    results = as_given("{groups: [{name: a, volume: 500 TB, growth: 20 %}]}")
    need = need_of(results)
    assert not need.buys
    assert [year.live for year in need.years] == [0.8e15] * 6
    assert [results[year.path, "demand_is_met"] for year in need.years] == [1, 1, 1, 0, 0, 0]
    assert results[need.end.path, "tier_year_occupancy"] == pytest.approx(0.5 * 1.2**5)
    years = math.log(1.6) / math.log(1.2)
    assert need.time_full == pytest.approx(years * 31557600, rel=1e-9)
    assert results["site", "later_capital_cost"] == 0
    with pytest.raises(InputError, match="enter it in a data tier"):
        edited(results.plan.scenario, {"tiers.0.holds": "metadata"})


VOLUMES = st.integers(1, 900).map(lambda n: f"{n} TB")
GROWTHS = st.one_of(
    st.just({}),
    st.integers(-300, 300).map(lambda n: {"added": f"{n} TB/year"}),
    st.integers(-50, 100).map(lambda n: {"growth": f"{n} %"}),
    st.integers(1, 200).map(lambda n: {"growth": f"{n} %", "ceiling": "1.3 PB"}),
)
LIKELY = st.lists(
    st.builds(lambda v, g: {"volume": v, **g}, VOLUMES, GROWTHS), min_size=1, max_size=4
)


@given(LIKELY, st.sampled_from([None, "12 %", "-5 %"]), st.booleans())
def test_the_date_agrees_with_the_years(
    groups: list[dict[str, Any]], growth: str | None, at_site: bool
) -> None:
    """No demand is negative; before it is full each year fits, after it, growing ones don't."""
    named = [{"name": f"g{n}", **group} for n, group in enumerate(groups)]
    demand: dict[str, Any] = {"groups": named}
    if growth and any(len(group) == 1 for group in groups):
        demand["growth"] = growth
    tier: dict[str, Any] = {"name": "a", "given": {"capacity": "1.5 PB"}}
    scenario: dict[str, Any] = {"name": "s", "tiers": [tier]}
    (scenario if at_site else tier)["demand"] = demand
    results = evaluate(load_scenario("s.yaml", json.dumps(scenario)))
    need = need_of(results)
    full = math.inf if need.time_full is None else need.time_full / 31557600
    grows = growth != "-5 %" and not any("-" in str(group) for group in groups)
    for year in need.years:
        assert year.demand is not None
        assert year.demand >= 0
        if year.year < full:
            assert year.demand <= 1.2e15 * (1 + 1e-9)
        elif grows:
            assert year.demand >= 1.2e15 * (1 - 1e-9)
    if full == 0:
        assert need.years[0].demand >= 1.2e15
