"""Book value by year: linear, by class, of the purchase and of what growth buys."""

from __future__ import annotations

import pytest

from model.answers.results import Results, evaluate
from model.answers.views.years import costs
from model.design.scenario import edited, load_scenario

PRICED = load_scenario("tests/report/priced.yaml")
YEARS = [f"site/years:year {n}" for n in range(6)]


def depreciated(**times: str) -> Results:
    changes = {
        "economics.depreciation": times,
        "services": [{"kind": "shipping", "price": "9 EUR"}],
    }
    return evaluate(edited(PRICED, changes))


def test_one_time_for_all_is_a_straight_line() -> None:
    """Four years: a quarter less each year, and nothing is left from then on."""
    results = depreciated(time="4 years")
    price = results["site", "capital_cost"] - 9
    values = [results[year, "year_book_value"] for year in YEARS]
    assert values == pytest.approx([price * share for share in (1, 0.75, 0.5, 0.25, 0, 0)])
    lost = [results[year, "year_depreciation"] for year in YEARS]
    assert lost == pytest.approx([0, *[price / 4] * 4, 0], abs=1e-6)


def test_classes_have_times_of_their_own() -> None:
    results = depreciated(time="10 years", drives="5 years", shared="2 years")
    drives, shared = results["site", "media_cost"], results["site", "shared_cost"]
    others = results["site", "hardware_cost"] - drives - shared
    assert results[YEARS[1], "year_book_value"] == pytest.approx(
        0.8 * drives + 0.5 * shared + 0.9 * others
    )
    assert results[YEARS[5], "year_book_value"] == pytest.approx(0.5 * others)


def test_it_is_shown_by_year_and_is_no_cost() -> None:
    plain, results = evaluate(PRICED), depreciated(time="4 years")
    labels = [row.label for row in costs(results).rows]
    assert {"Depreciation", "Book value"} <= set(labels)
    assert "Book value" not in [row.label for row in costs(plain).rows]
    assert results["site", "undiscounted_cost"] == pytest.approx(
        plain["site", "undiscounted_cost"] + 9
    )


GROWS = {"groups": [{"name": "users", "volume": "14 PB", "added": "5 PB/year"}]}
TIMES = {"drives": 3, "shared": 10, "others": 7}


@pytest.fixture(scope="module")
def growing() -> Results:
    times = {"time": "7 years", "drives": "3 years", "shared": "10 years"}
    template = load_scenario("scenarios/templates/project-space.yaml")
    return evaluate(edited(template, {"tiers.0.demand": GROWS, "economics.depreciation": times}))


def bought(results: Results, year: int) -> dict[str, float]:
    """Return what is bought for a year by class, added up from tiers and shared items."""
    found = dict.fromkeys(TIMES, 0.0)
    for path, instance in results.plan.instances.items():
        above = path.removesuffix(f"/years:year {year}")
        if above == path or above.count("/") != 1 or "expansion_cost" not in instance.book:
            continue
        cost = results[path, "expansion_cost"]
        assert cost is not None
        if "/services" in above:
            continue
        if "/tiers" in above or "/metadata" in above:
            drives = sum(
                results[line.path, "line_cost"] or 0
                for line in results.plan.lines
                if line.path in (f"{above}/lines:drives", f"{above}/lines:hot spares")
            )
            share = drives / results[above, "tier_cost"]
            found["drives"] += cost * share
            found["others"] += cost * (1 - share)
        else:
            found["shared"] += cost
    return found


def test_what_growth_buys_is_depreciated_from_its_year_on(growing: Results) -> None:
    """Each year's purchases lose a part of their price a year, by class, as the purchase does."""
    purchase = {"drives": growing["site", "media_cost"], "shared": growing["site", "shared_cost"]}
    purchase["others"] = growing["site", "hardware_cost"] - sum(purchase.values())
    bought_in = [purchase, *(bought(growing, year) for year in range(1, 6))]
    assert sum(bought_in[2].values()) > 300_000
    before = growing[YEARS[0], "year_book_value"]
    assert before == pytest.approx(sum(purchase.values()))
    for year in range(1, 6):
        worth = sum(
            price * max(0, 1 - (year - n) / TIMES[kind])
            for n, prices in enumerate(bought_in[: year + 1])
            for kind, price in prices.items()
        )
        assert growing[YEARS[year], "year_book_value"] == pytest.approx(worth), year
        lost = before + sum(bought_in[year].values()) - worth
        assert growing[YEARS[year], "year_depreciation"] == pytest.approx(lost), year
        before = worth


def test_services_of_growth_are_paid_and_not_depreciated(growing: Results) -> None:
    paid = growing[YEARS[1], "year_expansion"]
    assert growing[YEARS[1], "year_equipment_expansion"] == pytest.approx(paid - 25_000)
