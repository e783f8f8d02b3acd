"""Limits of the site that growth exceeds in later years."""

from __future__ import annotations

from model.answers.results import Results, evaluate
from model.answers.risks import risks
from model.answers.sentences import sentence_text
from model.answers.summary import headline
from model.answers.verdict import verdict_json
from model.answers.views.requirements import requirements
from model.design.scenario import edited
from model.search.families import family
from model.units.figures import show

LIMITS = {"racks": ("year_racks", "1"), "power": ("year_power", "watt")}


def grown(growth: str, **requirements: object) -> Results:
    """Plan the template of flash with 1.4 PB of data that grow every year."""
    groups = [{"name": "users", "volume": "1.4 PB", "growth": growth}]
    demand = {"start": "2027-01-01", "groups": groups}
    stated = {f"requirements.{name}": value for name, value in requirements.items()}
    of = family("flash-scratch")
    return evaluate(edited(of.closed.plan.scenario, {"demand": demand, **stated}), of.catalog)


def growth_warnings(results: Results) -> list[str]:
    return [one for one in results.warnings if "growth exceeds" in one]


def test_limits_that_growth_exceeds_are_said_with_the_year():
    results = grown("30 %", racks=2, power="25 kW")
    assert all(check.met for check in results.checks if check.name in LIMITS)
    found = growth_warnings(results)
    assert len(found) == len(LIMITS)
    for (name, (figure, _)), text in zip(LIMITS.items(), found, strict=True):
        of_years = [results[path, figure] or 0.0 for path in results.years()]
        limit = results["site", f"required_{'racks' if name == 'racks' else 'power'}"] or 0.0
        first = next(n for n, one in enumerate(of_years) if one > limit)
        most = f"{max(of_years):.0f} racks" if name == "racks" else show(max(of_years), "watt")
        assert f"from year {first} on: {most} by year {len(of_years) - 1}" in text


def test_sentence_rows_and_risks_say_which_limits_growth_exceeds():
    """What is met at the purchase alone isn't said to be met without a word of later years."""
    results = grown("30 %", racks=2, power="25 kW")
    racks, power = (
        next(n for n, path in enumerate(results.years()) if (results[path, figure] or 0) > limit)
        for figure, limit in (("year_racks", 2), ("year_power", 25e3))
    )
    text = (
        f"growth exceeds the maximum number of racks from year {racks} on and the maximum "
        f"equipment power from year {power} on"
    )
    assert text in headline(results)
    [risk] = [one for one in risks(results) if "growth" in one]
    most = {
        name: max(results[path, figure] or 0 for path in results.years())
        for name, figure in (("racks", "year_racks"), ("power", "year_power"))
    }
    assert risk == (
        f"Needed by growth up to year 5: {most['racks']:.0f} racks, at most 2 racks; "
        f"{show(most['power'], 'watt')}, at most 25 kW"
    ), "how far, as the verdict beside it says which limits, and when"
    rows = {row.key: sentence_text(results, row.note) for row in requirements(results).rows}
    for name, first in (("racks", racks), ("power", power)):
        assert f"not met from year {first} on, by growth: " in rows[name]
    assert not any("growth" in text for name, text in rows.items() if name not in LIMITS)
    found = verdict_json(results) or {}
    assert {name: one["from_year"] for name, one in found["exceeded_by_growth"].items()} == {
        "racks": racks,
        "power": power,
    }
    for other in (grown("0 %", racks=2, power="25 kW"), grown("30 %", racks=50, power="5 MW")):
        assert "growth exceeds" not in headline(other)
        assert "exceeded_by_growth" not in (verdict_json(other) or {})


def test_no_warning_without_growth_without_limits_or_for_a_limit_missed_at_once():
    assert not growth_warnings(grown("0 %", racks=2, power="25 kW"))
    assert not growth_warnings(grown("30 %"))
    assert not growth_warnings(grown("30 %", racks=1, power="1 kW"))
    assert not growth_warnings(grown("30 %", racks=50, power="5 MW"))
