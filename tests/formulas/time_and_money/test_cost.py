"""Costs: the years add up, discounted as numpy-financial does; taxes and what is unknown beside."""

from __future__ import annotations

import math

import numpy as np
import numpy_financial
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.time_and_money import cost
from tests import planned

YEAR = 8766 * 3600.0
SITE = planned.planned(planned.like("disks"))


def evaluated(unit_price: float | None = None, **given_: float) -> dict[tuple[str, str], float]:
    """Evaluate a site of one tier; a price may be put in place of that of every piece."""
    changes = {("site", name): figure for name, figure in given_.items()}
    if unit_price is not None:
        lines = [path for path, instance in SITE.walk() if instance.role == "lines"]
        changes |= dict.fromkeys(((path, "unit_price") for path in lines), unit_price)
    return planned.evaluated(SITE, changes)


def flow(values: dict[tuple[str, str], float], name: str = "year_cost") -> list[float]:
    return [values[f"site/years:year {j}", name] for j in range(planned.YEARS + 1)]


RATES = st.floats(-0.4, 0.9)


@given(RATES, st.floats(0, 1e5), st.floats(0, 1e-6), st.floats(0, 1), st.floats(0, 0.1))
def test_discounted_as_numpy_financial(
    rate: float, price: float, energy: float, maintenance: float, staff: float
) -> None:
    """The total is numpy-financial's net present value of the years, the purchase undiscounted."""
    values = evaluated(
        price,
        discount_rate=rate,
        energy_price=energy,
        maintenance_rate=maintenance,
        staff_cost=staff,
    )
    expected = numpy_financial.npv(rate, flow(values))
    assert values["site", "total_cost_of_ownership"] == pytest.approx(float(expected), rel=1e-12)
    last = values[f"site/years:year {planned.YEARS}", "cumulative_cost"]
    assert last == pytest.approx(values["site", "total_cost_of_ownership"], rel=1e-12)
    assert values["site", "undiscounted_cost"] == pytest.approx(sum(flow(values)), rel=1e-12)


def test_published_vector() -> None:
    """numpy-financial's own example: -40000, 5000, 8000, 12000, 30000 at 8 % are 3065.22267.

    The factors of the chain are applied to its flow; the fourth year comes after the chain's last.
    """
    values = evaluated(discount_rate=0.08)
    factors = flow(values, "discount_factor")
    cash = [-40000, 5000, 8000, 12000]
    total = float(np.dot(factors, cash)) + 30000 * factors[-1] / 1.08
    assert total == pytest.approx(3065.22267, abs=5e-6)


def test_no_discount_is_the_sum() -> None:
    """At a rate of 0 the years simply add up."""
    values = evaluated(discount_rate=0.0)
    assert values["site", "total_cost_of_ownership"] == values["site", "undiscounted_cost"]


@given(RATES, RATES)
def test_a_higher_rate_is_a_lower_total(one: float, other: float) -> None:
    """Later costs weigh less at a higher rate."""
    low, high = sorted((one, other))
    totals = [evaluated(discount_rate=r)["site", "total_cost_of_ownership"] for r in (low, high)]
    assert totals[0] >= totals[1] * (1 - 1e-15)


def test_the_purchase_falls_into_year_0() -> None:
    """Year 0 is the purchase and nothing else; running costs are those of the years after."""
    values = evaluated()
    assert flow(values, "year_capital") == [values["site", "capital_cost"], 0, 0, 0]
    for running in ("year_energy", "year_maintenance", "year_staff"):
        first, *later = flow(values, running)
        assert first == 0
        assert min(later) > 0
        assert len(set(later)) == 1


def test_a_year_of_energy() -> None:
    """1 kW at a PUE of 1.2 and 0.25 a kWh is 2629.80 a year of 8,766 h."""
    values = evaluated(pue=1.2, energy_price=0.25 / 3.6e6)
    power = values["site", "equipment_power"]
    year = values["site/years:year 1", "year_energy"]
    assert year / power * 1000 == pytest.approx(2629.80)
    assert values["site", "facility_power"] == pytest.approx(1.2 * power)


def test_maintenance_is_a_share_of_the_purchase() -> None:
    """A maintenance of 100 % pays the purchase again in each year."""
    values = evaluated(
        maintenance_rate=1.0, pue=1.0, energy_price=0.0, staff_cost=0.0, discount_rate=0.0
    )
    capital = values["site", "capital_cost"]
    assert values["site", "total_cost_of_ownership"] == pytest.approx(capital * (1 + planned.YEARS))


def test_value_added_tax_is_beside_the_net_price() -> None:
    """Net and tax make gross; the total cost of ownership stays net."""
    with_tax, without = evaluated(vat_rate=0.19), evaluated(vat_rate=0.0)
    net = with_tax["site", "capital_cost"]
    assert with_tax["site", "gross_capital_cost"] == pytest.approx(1.19 * net)
    assert with_tax["site", "capital_tax"] == pytest.approx(0.19 * net)
    for name in ("capital_cost", "total_cost_of_ownership"):
        assert with_tax["site", name] == without["site", name]


def test_an_unknown_price_leaves_the_known_part() -> None:
    """One unknown price makes the total unknown; the known part is the rest, and one is counted."""
    values = planned.evaluated(SITE, {("site/tiers:t/lines:drives", "unit_price"): math.nan})
    whole = evaluated()
    for name in ("equipment_cost", "capital_cost", "total_cost_of_ownership"):
        assert math.isnan(values["site", name])
        assert not math.isnan(whole["site", name])
    missing = whole["site/tiers:t/lines:drives", "line_cost"]
    assert values["site", "known_capital_cost"] == pytest.approx(
        whole["site", "capital_cost"] - missing
    )
    assert values["site", "unknown_equipment_cost"] == 1
    assert whole["site", "unknown_equipment_cost"] == 0
    assert (
        whole["site", "known_total_cost_of_ownership"] == whole["site", "total_cost_of_ownership"]
    )
    assert (
        0
        < values["site", "known_total_cost_of_ownership"]
        < whole["site", "total_cost_of_ownership"]
    )


def test_value_added_tax_is_unknown_until_it_is_stated() -> None:
    """The net price is known, what is paid with tax is not, and nothing is made up."""
    values = evaluated(vat_rate=math.nan)
    assert math.isnan(values["site", "gross_capital_cost"])
    assert not math.isnan(values["site", "capital_cost"])
    assert dict(cost.SITE.inputs)["vat_rate"].default is None


def test_a_known_part_counts_what_it_leaves_out() -> None:
    """By kind, and by year: without a price of energy, each year but that of the purchase."""
    values = evaluated(energy_price=math.nan)
    years = [f"site/years:year {n}" for n in range(planned.YEARS + 1)]
    assert [values[year, "unknown_year_costs"] for year in years] == [0.0] + [1.0] * planned.YEARS
    assert values["site", "years_of_unknown_energy"] == planned.YEARS
    assert values["site", "years_of_unknown_maintenance"] == 0
    assert values["site", "unknown_costs"] == planned.YEARS
    assert evaluated()["site", "unknown_costs"] == 0
    both = evaluated(math.nan, energy_price=math.nan, maintenance_rate=0.1)
    assert both["site", "unknown_costs"] == 1 + 2 * planned.YEARS


def test_none_of_an_unknown_part_costs_nothing() -> None:
    """Zero pieces of a part without a price are 0, not unknown."""
    values = evaluated(None)
    line = "site/common:common/lines:1"
    changes = {(line, "line_count"): 0.0, (line, "unit_price"): math.nan}
    numbers = planned.evaluated(SITE, changes)
    assert float(numbers["site", "capital_cost"]) < values["site", "capital_cost"]
    assert numbers[line, "line_cost"] == 0


@pytest.mark.parametrize("measure", ["cost", "power", "weight", "rack_units"])
def test_the_parts_make_the_whole(measure: str) -> None:
    """The bill of materials adds up: lines make tiers, tiers and what is common make the site."""
    values = evaluated()
    lines = [x for (path, name), x in values.items() if name == f"line_{measure}"]
    assert len(lines) > 5
    assert values["site", f"equipment_{measure}"] == pytest.approx(sum(lines))


def test_maintenance_begins_where_the_warranty_ends() -> None:
    """18 months leave half of the second year, and the years after it; none of year 0."""
    values = evaluated(warranty=1.5 * YEAR, maintenance_rate=0.1)
    capital = values["site", "capital_cost"]
    assert flow(values, "maintained_share") == [0, 0, 0.5, 1]
    paid = flow(values, "year_maintenance")
    assert paid == pytest.approx([0, 0, 0.05 * capital, 0.1 * capital], rel=1e-12)


@given(st.floats(0, 20), st.floats(0, 20))
def test_a_longer_warranty_never_costs_more(one: float, other: float) -> None:
    """At the same price of the purchase; warranty and maintenance together fill the service."""
    short, long = sorted((one, other))
    before, after = (evaluated(warranty=years * YEAR) for years in (short, long))
    assert after["site", "undiscounted_cost"] <= before["site", "undiscounted_cost"] * (1 + 1e-12)
    assert sum(flow(before, "maintained_share")) == pytest.approx(max(planned.YEARS - short, 0))
