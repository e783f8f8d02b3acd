"""Limits of the site that growth exceeds in later years."""

from __future__ import annotations

from model.answers.results import Results, evaluate
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


def test_no_warning_without_growth_without_limits_or_for_a_limit_missed_at_once():
    assert not growth_warnings(grown("0 %", racks=2, power="25 kW"))
    assert not growth_warnings(grown("30 %"))
    assert not growth_warnings(grown("30 %", racks=1, power="1 kW"))
    assert not growth_warnings(grown("30 %", racks=50, power="5 MW"))
