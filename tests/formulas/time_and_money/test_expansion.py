"""Expansions: whole blocks, never sold, at falling prices; the costs of the years follow."""

from __future__ import annotations

import numpy_financial
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.demand_trees import of_groups
from tests.planned import evaluated as planned_values
from tests.planned import like, planned

SITE = planned(
    like("disks", demand=of_groups("added")), like("disks", "steady"), requirements={"racks": 20}
)
TIER, YEARS = "site/tiers:t", range(4)
GROUP = f"{TIER}/demand:added 0"
ADDED = st.floats(-1e7, 1e8)
VOLUMES = st.floats(1e12, 2e16)


def evaluated(volume: float, added: float, **given_: float) -> dict[tuple[str, str], float]:
    """Evaluate a site of one tier with one group that adds so many bytes a second."""
    of_site = {("site", name): figure for name, figure in given_.items()}
    of_group = {(GROUP, "group_volume"): volume, (GROUP, "group_added"): added}
    return planned_values(SITE, of_site | of_group)


def of_years(values: dict[tuple[str, str], float], name: str, path: str = TIER) -> list[float]:
    return [values[f"{path}/years:year {j}", name] for j in YEARS]


@given(VOLUMES, ADDED)
def test_blocks_are_whole_enough_and_never_sold(volume: float, added: float) -> None:
    """Each year's blocks hold the peak of demand below the fill limit, and one fewer wouldn't."""
    values = evaluated(volume, added)
    owned, demand = of_years(values, "blocks_owned"), of_years(values, "demand")
    block = values[TIER, "block_usable_capacity"] * values[TIER, "fill_limit"]
    for j in YEARS:
        peak = max(demand[: j + 1])
        assert owned[j] == int(owned[j])
        assert owned[j] * block >= peak * (1 - 1e-8)
        before = owned[j - 1] if j else values[TIER, "blocks"]
        assert owned[j] >= before
        assert owned[j] == before or (owned[j] - 1) * block < peak
    assert of_years(values, "peak_demand") == [max(demand[: j + 1]) for j in YEARS]


@given(VOLUMES, st.floats(0, 1e8), st.floats(-0.2, 0.3))
def test_twice_the_demand_never_costs_less(volume: float, added: float, decline: float) -> None:
    """Doubling volume and growth buys at least as many blocks and costs at least as much."""
    one = evaluated(volume, added, price_decline=decline)
    two = evaluated(2 * volume, 2 * added, price_decline=decline)
    assert all(
        b >= a
        for a, b in zip(of_years(one, "blocks_owned"), of_years(two, "blocks_owned"), strict=True)
    )
    name = "undiscounted_cost"
    if decline <= 0:
        assert two["site", name] >= one["site", name] * (1 - 1e-12)


@given(VOLUMES, ADDED, st.floats(0, 0.5))
def test_prices_fall_by_the_year(volume: float, added: float, decline: float) -> None:
    """A block of year j costs p (1 - k)^j."""
    values = evaluated(volume, added, price_decline=decline)
    price = values[TIER, "tier_cost"] / values[TIER, "blocks"]
    bought = of_years(values, "blocks_bought")
    for j, cost in enumerate(of_years(values, "expansion_cost")):
        assert cost == pytest.approx(bought[j] * price * (1 - decline) ** j, rel=1e-12)
    assert values["site", "later_capital_cost"] == pytest.approx(
        sum(of_years(values, "expansion_cost")), rel=1e-12
    )


@given(VOLUMES, ADDED, st.floats(0, 0.3))
def test_the_years_still_add_up(volume: float, added: float, rate: float) -> None:
    """The total cost of ownership is numpy-financial's net present value of the years."""
    values = evaluated(volume, added, discount_rate=rate)
    flow = of_years(values, "year_cost", "site")
    expected = float(numpy_financial.npv(rate, flow))
    assert values["site", "total_cost_of_ownership"] == pytest.approx(expected, rel=1e-12)
    parts = ("year_capital", "year_expansion", "year_energy", "year_maintenance", "year_staff")
    summed = [sum(values[f"site/years:year {j}", part] for part in parts) for j in YEARS]
    assert flow == pytest.approx(summed, rel=1e-12)


@given(VOLUMES, ADDED)
def test_power_space_and_bandwidth_follow(volume: float, added: float) -> None:
    """They grow with the blocks that are owned, and the steady tier adds the same each year."""
    values = evaluated(volume, added)
    for j, owned in enumerate(of_years(values, "blocks_owned")):
        times = owned / values[TIER, "blocks"]
        at = f"{TIER}/years:year {j}"
        for of_year, whole in (
            ("tier_year_power", "tier_power"),
            ("tier_year_rack_units", "tier_rack_units"),
            ("tier_year_usable_capacity", "usable_capacity"),
            ("tier_year_live_capacity", "live_capacity"),
            ("tier_year_write_bandwidth", "write_bandwidth"),
        ):
            assert values[at, of_year] == pytest.approx(times * values[TIER, whole], rel=1e-12)
        site = f"site/years:year {j}"
        assert values[site, "year_usable_capacity"] == pytest.approx(
            values[at, "tier_year_usable_capacity"]
            + values["site/tiers:steady", "usable_capacity"],
            rel=1e-12,
        )
        assert values[site, "year_racks"] >= values["site", "racks"]


def test_maintenance_follows_what_is_owned() -> None:
    """The share is taken of all that was bought up to the year."""
    values = evaluated(1e15, 1e8, maintenance_rate=0.05)
    owned = values["site", "capital_cost"]
    for j in YEARS:
        owned += values[f"site/years:year {j}", "year_expansion"]
        paid = values[f"site/years:year {j}", "year_maintenance"]
        assert paid == pytest.approx(0.05 * owned if j else 0.0, rel=1e-12)


def test_a_steady_demand_buys_nothing() -> None:
    """What the purchase holds needs no expansion, whatever prices do."""
    values = evaluated(1e12, 0.0, price_decline=0.5)
    assert of_years(values, "blocks_bought") == [0.0] * len(YEARS)
    assert values["site", "later_capital_cost"] == 0
