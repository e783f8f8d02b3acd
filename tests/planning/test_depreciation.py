"""Book value by year: linear, by class, of the equipment of the purchase."""

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
    assert {"Depreciation of the purchase", "Book value of the purchase"} <= set(labels)
    assert "Book value of the purchase" not in [row.label for row in costs(plain).rows]
    assert results["site", "undiscounted_cost"] == pytest.approx(
        plain["site", "undiscounted_cost"] + 9
    )
