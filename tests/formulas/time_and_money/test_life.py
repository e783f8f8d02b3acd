"""What the years cost beside purchase and energy: each adds itself, and nothing until stated."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy_financial
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import InputError, evaluate, load_scenario
from model.answers.results import Results
from model.answers.views.view import number
from model.answers.views.years import PARTS, costs, units, without
from model.books.inputs import declared
from model.formulas.time_and_money.owned import of_tiers
from tests import planned
from tests.demand_trees import of_groups
from tests.trees import LIFE

YEARS = planned.YEARS
YEAR = 8766 * 3600.0
TIER = planned.like("disks")
SITE = planned.planned(TIER, economics=LIFE)
BARE = planned.evaluated(planned.planned(TIER))
ITEMS = {
    "space": "rack_price",
    "media": "media_replacement",
    "moving": "moving_cost",
    "removal": "removal_cost",
    "residue": "residual_share",
}
"""What a year may cost, and the figure that it waits for."""


def evaluated(**of_site: float) -> dict[tuple[str, str], float]:
    return planned.evaluated(SITE, {("site", name): x for name, x in of_site.items()})


def flow(values: dict[tuple[str, str], float], name: str) -> list[float]:
    return [values[f"site/years:year {j}", name] for j in range(YEARS + 1)]


def results_of(economics: dict[str, Any], *tiers: planned.Said) -> Results:
    said = planned.merged(planned.EXAMPLES["site"], {"tiers": list(tiers or [TIER])})
    said = planned.merged(said, {"economics": economics})
    return evaluate(load_scenario("example.yaml", json.dumps(said)))


def test_all_kinds_are_shown() -> None:
    """The table of years has a place for whatever joins the cost of a year."""
    of_owned = of_tiers(("any",))  # a chapter for each set of owned tiers, so none is declared
    items = (*declared().values(), *of_owned)
    joined = {item.name for item in items if item.part_of == "year_cost"}
    assert joined == set(PARTS)


@given(st.fixed_dictionaries({name: st.floats(0.0, 0.9) for name in ITEMS.values()}))
def test_each_adds_itself(figures: dict[str, float]) -> None:
    """The years cost what they did, and each item beside."""
    values = evaluated(warranty=0.0, **figures)
    added = sum(sum(flow(values, f"year_{item}")) for item in ITEMS)
    bare = BARE["site", "undiscounted_cost"]
    assert values["site", "undiscounted_cost"] == pytest.approx(bare + added, rel=1e-12)


def test_each_falls_due_in_its_years() -> None:
    """Moving in at the purchase; space in each year; the end in the last; drives unwarranted."""
    values = evaluated(price_decline=0.1, media_replacement=0.02)
    racks = values["site", "racks"]
    assert flow(values, "year_space") == pytest.approx([0] + [racks * 1000] * YEARS)
    assert flow(values, "year_moving") == [1000, 0, 0, 0]
    assert flow(values, "year_removal") == [0, 0, 0, 2000]
    capital, drives = values["site", "capital_cost"], values["site", "media_cost"]
    assert flow(values, "year_residue") == pytest.approx([0, 0, 0, -0.1 * capital])
    expected = [0, 0, 0.02 * drives * 0.9**2, 0.02 * drives * 0.9**3]
    assert flow(values, "year_media") == pytest.approx(expected)
    assert drives == values["site/tiers:t/lines:drives", "line_cost"]


@pytest.mark.parametrize("item", ITEMS)
def test_what_is_stated_in_part_is_unknown(item: str) -> None:
    """Never 0: the sum is unknown, its known part leaves the item out and counts it."""
    values = evaluated(**{ITEMS[item]: math.nan})
    whole = evaluated()
    assert math.isnan(values["site", "undiscounted_cost"])
    assert values["site", "unknown_costs"] == sum(map(math.isnan, flow(values, f"year_{item}"))) > 0
    known = sum(flow(values, "known_year_cost"))
    left = sum(flow(whole, "year_cost")) - sum(flow(whole, f"year_{item}"))
    assert known == pytest.approx(left, rel=1e-12)


def test_space_by_area_is_that_of_the_racks() -> None:
    by_area = {"price_per_square_metre": "400 EUR/year", "square_metres_per_rack": 2.5}
    found = results_of({"space": by_area})["site/years:year 1", "year_space"]
    assert (
        found
        == results_of({"space": {"price_per_rack": "1000 EUR/year"}})[
            "site/years:year 1", "year_space"
        ]
    )


def test_lines_have_rates_of_their_own() -> None:
    """What states one is maintained at it, the others at the general rate; after the warranty."""
    tier = planned.like(
        "disks", enclosures={"maintenance_rate": 0.1}, drives={"maintenance_rate": 0}
    )
    found = results_of({"maintenance_rate": 0.05, "warranty": "1 year"}, tier)
    lines = {path.rpartition(":")[2]: results for path, results in _line_costs(found).items()}
    plain = sum(lines.values()) - lines["enclosures"] - lines["drives"]
    expected = 0.1 * lines["enclosures"] + 0.05 * plain
    paid = [found[f"site/years:year {j}", "year_maintenance"] for j in range(YEARS + 1)]
    assert paid == pytest.approx([0, 0, expected, expected])


def _line_costs(results: Results) -> dict[str, float]:
    return {
        path: value or 0.0 for (path, name), value in results.values.items() if name == "line_cost"
    }


def test_the_average_rate_holds_for_what_is_bought_later() -> None:
    """One rate for all lines is the general one, as demand grows too."""
    growing = planned.like("disks", demand=of_groups("added"))
    each = ("servers", "processors", "memory", "network", "enclosures", "drives")
    by_line = planned.merged(growing, {name: {"maintenance_rate": 0.05} for name in each})
    one, other = (results_of({"maintenance_rate": 0.05}, tier) for tier in (growing, by_line))
    for path in one.years():
        assert other[path, "year_maintenance"] == pytest.approx(one[path, "year_maintenance"])


@given(st.floats(-0.2, 0.5), st.floats(0.0, 0.3))
def test_nominal_costs_are_worth_the_same(rate: float, inflation: float) -> None:
    """Discounted at the nominal rate, costs in the money of each year are the real ones."""
    values = evaluated(discount_rate=rate, inflation=inflation)
    nominal = flow(values, "year_nominal_cost")
    worth = numpy_financial.npv(values["site", "nominal_discount_rate"], nominal)
    assert worth == pytest.approx(values["site", "total_cost_of_ownership"], rel=1e-9)
    assert values["site", "nominal_cost"] == pytest.approx(sum(nominal))


@given(st.floats(0.01, 1.0))
def test_what_users_pay_comes_to_the_cost(share: float) -> None:
    """The rate of each year times what is charged for, over all years."""
    for values in (
        evaluated(charged_share=share),
        planned.evaluated(GROWING, {("site", "charged_share"): share}),
    ):
        rate = values["site", "chargeback_rate"]
        paid = sum(rate * charged for charged in flow(values, "year_charged_capacity"))
        assert paid == pytest.approx(values["site", "undiscounted_cost"], rel=1e-12)


GROWING = planned.planned(planned.like("disks", demand=of_groups("added")), economics=LIFE)


@pytest.mark.parametrize(
    ("price", "size", "published"),
    [(8342, 22, 76), (8899, 33, 54), (17241, 55, 63), (19260, 88, 44), (8342, 32, 52),
     (8899, 48, 37), (17241, 80, 43)],
)  # fmt: skip
def test_published_costs_of_a_terabyte(price: float, size: float, published: float) -> None:
    """Edinburgh's School of Informatics, 2020: pounds for a TB and year over five years."""
    tier = {"name": "t", "given": {"capacity": f"{size} TB"}, "equipment": {"name": "server"}}
    tier["equipment"] |= {"price": f"{price} GBP", "power": "0 W", "rack_units": 2}
    free = {"currency": "GBP", "energy_price": "0 GBP/kWh", "pue": 1, "years": 5}
    said = {"name": "x", "tiers": [tier], "economics": free}
    results = evaluate(load_scenario("x.yaml", json.dumps(said)))
    rate = (results["site", "yearly_cost_per_usable"] or 0.0) * 1e12
    assert round(rate) == published
    assert results["site", "cost_per_usable"] == pytest.approx(price / (size * 1e12))


def test_units_of_growth_are_the_mean_of_the_years() -> None:
    """Cost holds what later years buy, so it is divided by what these have, not by year 0's."""
    found = results_of(LIFE, planned.like("disks", demand=of_groups("share")))
    values = {at: value or 0.0 for at, value in found.values.items()}
    of_years = [f"site/years:year {j}" for j in range(1, YEARS + 1)]
    assert values[of_years[-1], "year_usable_capacity"] > values["site", "usable_capacity"]
    for name, cost, of_year in (
        ("cost_per_usable", "total_cost_of_ownership", "year_usable_capacity"),
        ("yearly_cost_per_usable", "undiscounted_cost", "year_usable_capacity"),
    ):
        there = sum(values[year, of_year] for year in of_years)
        mean = there if name.startswith("yearly") else there / YEARS
        assert values["site", name] == pytest.approx(values["site", cost] / mean)
    assert units(found).title.endswith("mean over the years")


RATES = st.floats(0.0, 0.5)


@given(RATES, RATES, RATES)
def test_net_and_tax_are_gross(general: float, energy: float, staff: float) -> None:
    """By item: its own rate, or the general one; own staff isn't taxed unless stated."""
    others = ("maintenance", "space", "media", "moving", "removal", "residue")
    unstated = {f"{item}_vat_rate": math.nan for item in others}
    own = {"energy_vat_rate": energy, "staff_vat_rate": staff}
    values = evaluated(vat_rate=general, **own, **unstated)
    for j in range(YEARS + 1):
        at = {name: values[f"site/years:year {j}", name] for name in ("year_cost", "year_tax")}
        rates = {"year_energy": energy, "year_staff": staff}
        parts = {name: values.get((f"site/years:year {j}", name), 0.0) for name in PARTS}
        expected = sum(cost * rates.get(name, general) for name, cost in parts.items())
        assert at["year_tax"] == pytest.approx(expected, rel=1e-9, abs=1e-9)
        gross = values[f"site/years:year {j}", "year_gross_cost"]
        assert gross == pytest.approx(at["year_cost"] + at["year_tax"])
    assert values["site", "gross_cost"] == pytest.approx(sum(flow(values, "year_gross_cost")))
    assert values["site", "total_tax"] == pytest.approx(sum(flow(values, "year_tax")))


def test_one_unknown_rate_leaves_the_rest() -> None:
    """An item whose rate nobody knows has an unknown tax; what costs nothing has none."""
    values = evaluated(vat_rate=math.nan, energy_vat_rate=0.0, staff_cost=0.0)
    assert flow(values, "year_energy_tax") == [0.0] * (YEARS + 1)
    assert flow(values, "year_staff_tax") == [0.0] * (YEARS + 1)
    assert math.isnan(values["site", "gross_cost"])


def test_the_table_of_years_adds_up_and_says_what_is_left_out() -> None:
    results = results_of(LIFE)
    view = costs(results)
    for row in view.rows:
        *years, last = (number(results, entry) for entry in row.entries if entry)  # type: ignore
        if row.label != results.item(results.years()[0], "cumulative_cost").label:
            assert (last is None) == (None in years), row.label
            assert last is None or last == pytest.approx(sum(years)), row.label
    assert "Not included" not in without(results)
    priced = {"equipment": {"name": "all", "price": "1 EUR", "power": "1 W", "rack_units": 1}}
    known = units(results_of({"charged_share": 0.8}, planned.like("given", **priced)))
    assert any(row.label.startswith("Charge per TB") for row in known.rows)
    bare = results_of({"maintenance_rate": None, "staff_cost": None, "none_of": ["staff"]})
    unstated = (
        "maintenance, space, media replacement, migration, decommissioning and residual value."
    )
    assert unstated in without(bare)
    assert "Staff" in {row.label for row in costs(bare).rows}
    assert "Maintenance" not in {row.label for row in costs(bare).rows}


@pytest.mark.parametrize(
    ("economics", "said"),
    [
        ({"none_of": ["staff"]}, "'none_of' names staff, which is stated"),
        ({"space": {"square_metres_per_rack": 2}}, "write either 'price_per_rack' or"),
        ({"space": {"price_per_square_metre": "2 EUR/year"}}, "go together"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(economics: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        results_of(economics)


def test_drives_of_no_tier_are_not_replaced() -> None:
    with pytest.raises(InputError, match="no tier is built of drives: leave it out"):
        results_of({"media_replacement": 0.02}, planned.like("given"))
