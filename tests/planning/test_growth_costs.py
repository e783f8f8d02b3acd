"""What blocks that are bought later take with them is what a plan of as many blocks has."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.results import Results, evaluate
from model.answers.summary import headline
from model.answers.views.years import costs, without
from model.design.scenario import Scenario, edited, load_scenario
from model.units.figures import show

TEMPLATE = Path(__file__).parents[2] / "scenarios" / "templates" / "project-space.yaml"
GROWING = {"start": "2027-01-01", "groups": [{"name": "all", "volume": "14 PB", "growth": "20 %"}]}
SAME_PRICES = {"economics.price_decline": 0.0}
"""Later years pay the prices of the purchase, instead of those of price paths."""
PROJECT, LAST = "site/tiers:project", "site/years:year 5"


def planned(scenario: Scenario, **changes: object) -> Results:
    return evaluate(edited(scenario, changes))


@pytest.fixture(scope="module")
def template() -> Scenario:
    return load_scenario(TEMPLATE)


@pytest.fixture(scope="module")
def grown(template: Scenario) -> Results:
    return planned(template, demand=GROWING, **SAME_PRICES)


def test_growth_buys_what_a_plan_of_as_many_blocks_has(template: Scenario, grown: Results) -> None:
    """Switches, racks, cords and support: 6 blocks that become 13 cost what 13 cost."""
    blocks = grown[f"{PROJECT}/years:year 5", "blocks_owned"]
    assert blocks == 13
    whole = planned(template, **{"tiers.0.blocks": 13})
    names = {
        "year_racks": "racks",
        "year_fabric_switches": "fabric_switches",
        "other_cords_in_year": "other_cords",
        "year_all_servers": "all_servers",
        "year_power": "equipment_power",
    }
    for in_year, of_plan in names.items():
        assert grown[LAST, in_year] == pytest.approx(whole["site", of_plan])
    assert grown["site", "racks"] == 3
    assert grown[LAST, "year_racks"] == 5
    later, more = grown["site", "later_capital_cost"], whole["site", "capital_cost"]
    shelf = 0.002 * more  # spares on the shelf: a share of a block here, whole drives there
    assert later == pytest.approx(more - grown["site", "capital_cost"], abs=shelf)


def test_eleven_blocks_need_a_second_switch_and_a_fourth_rack(grown: Results) -> None:
    year = "site/years:year 4"
    assert grown[f"{PROJECT}/{year.rpartition('/')[2]}", "blocks_owned"] == 11
    assert grown[year, "year_fabric_ports"] == 48
    assert grown[year, "year_fabric_switches"] == 2
    assert grown[year, "year_racks"] == 4


def test_cost_by_year_has_the_dates_and_what_is_bought(grown: Results) -> None:
    rows = {row.label: row.entries for row in costs(grown).rows}
    assert rows["Until"][:3] == ("2027-01-01", "2028-01-01", "2029-01-01")
    assert {"Blocks bought", "Racks", "Switches"} <= rows.keys()
    later = show(grown["site", "later_capital_cost"], "currency", currency="EUR")
    assert f", including {later} net for growth" in headline(grown)


def test_ports_of_an_unspecified_switch_are_no_switches(template: Scenario) -> None:
    rows = {row.label for row in costs(planned(template, demand=GROWING, fabric=None)).rows}
    assert "Switch ports" in rows
    assert "Switches" not in rows


def test_prices_of_later_years_count_for_all_that_is_bought(template: Scenario) -> None:
    steady = planned(template, demand=GROWING, **SAME_PRICES)
    falling = planned(template, demand=GROWING, **{"economics.price_decline": 0.1})
    for year in range(1, 6):
        path = f"site/years:year {year}"
        full = steady[path, "year_expansion"]
        assert falling[path, "year_expansion"] == pytest.approx(full * 0.9**year)


def test_growth_that_buys_nothing_says_when_it_is_full() -> None:
    """Of several data tiers one must be named; until then cost and sentence say what they lack."""
    text = TEMPLATE.read_text(encoding="utf-8")
    data = text.index("  - name: project"), text.index("  - name: metadata")
    second = text[slice(*data)].replace("name: project", "name: second")
    two = text[: data[1]] + second + text[data[1] :]
    scenario = load_scenario(TEMPLATE, two)
    results = planned(scenario, demand=GROWING)
    said = "growth not included: full in"
    assert said in headline(results)
    assert said.capitalize() in without(results)
    assert results["site", "later_capital_cost"] == 0
    named = planned(scenario, demand={**GROWING, "tier": "second"})
    assert said not in headline(named)
    owned = named["site/tiers:second/years:year 5", "blocks_owned"]
    assert owned is not None
    assert owned > 6
    assert all(named[f"site/years:year {n}", "demand_is_met"] == 1 for n in range(6))
