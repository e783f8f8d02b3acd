"""Price paths by kind of part: fitted to dated prices, and used by all that is ordered later."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest

from model.answers.results import Results, evaluate
from model.answers.sentences import sentence_text
from model.answers.views.order_timing import order_timing, rule, timing_sentence
from model.answers.views.view_text import text_table
from model.design.scenario import Scenario, edited, load_scenario
from model.errors import InputError
from model.parts.catalog import load_catalog
from model.parts.price_series import price_series
from model.planning.price_paths import NAMES, price_path
from model.procedures.price_path import fit

LATER, STAGED = "site/timings:later", "site/timings:in stages"
PHASES = [
    {"name": "first", "share": "50 %", "after": "0 months"},
    {"name": "second", "share": "50 %", "after": "36 months"},
]


@cache
def _scenario() -> Scenario:
    return load_scenario("scenarios/templates/project-space.yaml")


def results(**economics: Any) -> Results:
    return evaluate(edited(_scenario(), {f"economics.{at}": one for at, one in economics.items()}))


def test_a_planted_decline_comes_back() -> None:
    """20 % a year, and twice the trend afterwards."""
    found = fit([(2018.0 + year, 100 * 0.8**year) for year in range(5)])
    assert found is not None
    assert found.decline() == pytest.approx(0.2)
    assert found.error == pytest.approx(0.0, abs=1e-12)
    assert found.above([(2024.0, 2 * 100 * 0.8**6)]) == pytest.approx(2.0)
    assert fit([(2018.0, 1.0), (2018.0, 2.0)]) is None


def test_the_fit_is_that_of_numpy() -> None:
    import numpy as np

    prices = [(2018.0, 44.9), (2018.5, 43.0), (2021.9, 34.0), (2025.4, 20.4)]
    found = fit(prices)
    assert found is not None
    years, logs = zip(*((year, math.log(price)) for year, price in prices), strict=True)
    (change, start), covered = np.polyfit(years, logs, 1, cov="unscaled")
    assert (found.change, found.start) == pytest.approx((change, start))
    rest = [math.log(p) - start - change * y for y, p in prices]
    assert found.error == pytest.approx(math.sqrt(sum(r * r for r in rest) / 2 * covered[0, 0]))


def test_disks_and_flash_have_paths_of_their_own() -> None:
    """Disks from 43 to 20 USD/TB in 7.5 years, flash from 656 to 104."""
    disks, flash, memory = (price_path(of) for of in ("disks", "flash", "memory"))
    assert disks.decline == pytest.approx(1 - (20.36 / 43.23) ** (1 / 6.5), abs=0.02)
    assert 0.18 < flash.low < flash.decline < flash.high < 0.31
    assert disks.low < disks.decline < disks.high
    assert memory.decline == 0
    assert 1.5 < disks.premium < 2 < flash.premium


def test_the_path_of_servers_is_that_of_an_index() -> None:
    """From 109.8 to 99.1 in 11.5 years: it fell until 2020 and rose since, both in its range."""
    servers = price_path("servers")
    assert servers.decline == pytest.approx(1 - (99.1 / 109.8) ** (1 / 11.5), abs=0.006)
    assert servers.low == pytest.approx(1 - (99.1 / 81.8) ** (1 / 5), abs=1e-3)
    assert servers.high == pytest.approx(1 - (80.5 / 107.8) ** (1 / 5), abs=1e-3)
    assert "values of an index" in servers.decline_text
    assert "adjusted for quality" in servers.decline_text
    assert servers.premium == pytest.approx(1.007, abs=1e-3), "what rose since mid-2025"
    found = results()
    lines = {line.path: line for line in found.plan.lines}
    known = {
        path: found[path, "line_cost"]
        for path, line in lines.items()
        if line.role in ("servers", "processors") and not line.option
    }
    total = sum(cost or 0.0 for cost in known.values())
    share = found["site", "site_server_cost_share"]
    assert share == pytest.approx(total / found["site", "known_capital_cost"])
    assert share > 0
    own = results(price_paths={"servers": "-5 %", "relief": "0 months"})
    assert own["site", "later_server_level"] == pytest.approx(1.05**2)


def test_prices_fall_after_the_shortage_only() -> None:
    found = results(phases=PHASES)
    relief = (price_series().relief.date - found.plan.scenario.economics.price_date).days
    site = {name: found["site", f"site_{name}_cost_share"] for name in NAMES.values()}
    years = 3 - relief / 365.25
    level = 1 - sum(
        share * (1 - (1 - price_path(of).decline) ** years)
        for of, share in zip(NAMES, site.values(), strict=True)
    )
    assert found["site/phases:second", "phase_price_level"] == pytest.approx(level)
    assert found["site/phases:first", "phase_price_level"] == 1
    known = found.plan.provenance["site", "disk_price_decline"]
    assert known.because.startswith("fitted to 6 prices of 2018 to 2025")


def test_a_decline_of_the_scenario_counts_instead() -> None:
    found = results(phases=PHASES, price_decline={"value": "10 %", "because": "frame contract"})
    assert found["site/phases:second", "phase_price_level"] == pytest.approx(0.9**3)
    assert found["site", "later_order_level"] == pytest.approx(0.9**2)
    known = found.plan.provenance["site", "disk_price_decline"]
    assert (known.status, known.because) == ("stated", "frame contract")


def test_a_path_of_the_scenario_counts_instead() -> None:
    found = results(phases=PHASES, price_paths={"disks": "20 %", "relief": "0 months"})
    assert found["site", "later_disk_level"] == pytest.approx(0.8**2)
    assert found["site", "disk_price_decline"] == 0.2
    assert found["site", "flash_price_decline"] == price_path("flash").decline
    # The cheap end falls as fast at least: 20 % is more than any decline that was fitted.
    premium = found["site", "disk_price_premium"]
    assert found["site", "cheap_disk_level"] == pytest.approx(0.8**2 / premium)


def test_plans_before_the_shortage_have_no_paths() -> None:
    found = results(price_date="2024-06-30")
    assert ("site", "disk_price_decline") not in found.values
    assert order_timing(found) is None


def test_now_in_stages_or_later() -> None:
    """Half of the purchase later saves half as much; the ends hold the expected cost."""
    found = results()
    now, later = found["site", "known_capital_cost"], found[LATER, "later_purchase_cost"]
    factor = found["site", "later_discount_factor"]
    assert later == pytest.approx(now * found["site", "later_order_level"] * factor)
    assert found[STAGED, "later_purchase_saving"] == pytest.approx((now - later) / 2)
    assert found[LATER, "cheap_purchase_cost"] < later < found[LATER, "dear_purchase_cost"]
    rate = found[LATER, "later_break_even_rate"] * 2 * 365.25 * 86400
    assert rate == pytest.approx(found[LATER, "later_purchase_saving"])
    rate = found.plan.scenario.economics.discount_rate.value
    assert found["site", "break_even_rise"] == pytest.approx((1 + rate) ** 2 - 1)


def test_the_view_names_the_three_ways() -> None:
    found = results()
    view = order_timing(found)
    assert view is not None
    assert [row[0].text for row in text_table(found, view).rows] == [
        "All now",
        "In stages",
        "All later",
    ]
    assert sentence_text(found, timing_sentence(found)).startswith(
        "Ordering everything 2 years later costs "
    )


@pytest.mark.parametrize("kind", ["nic", "switch", "cable", "transceiver", "rack"])
def test_what_has_no_path_has_no_part_with_prices_of_three_dates(kind: str) -> None:
    """Once one has, it can have a path, and the text that says why it has none is wrong."""
    catalog = load_catalog()
    for part in catalog.keys_of_kind(kind):
        assert len({one.date for one in catalog.prices(part)}) < 3, part


@pytest.mark.parametrize("wanted", [-0.6, 0.04, 0.3])
def test_a_stated_path_lies_within_its_ends(wanted: float) -> None:
    """Prices that rise by 60 % a year are dearer than the one rise of the shortage."""
    found = results(price_paths={"servers": {"value": wanted, "because": "own"}})
    low, middle, high = (
        found.known("site", f"{end}_server_level") for end in ("cheap", "later", "dear")
    )
    assert low <= middle <= high
    assert middle == pytest.approx(
        (1 - wanted) ** (found.known("site", "later_order_years") - RELIEF)
    )


RELIEF = results().known("site", "price_relief_time") / (365.25 * 86400)


@pytest.mark.parametrize(
    ("economics", "told", "silent"),
    [
        ({}, ("stay flat until", "producer price index", "such as networks"), ("own decline",)),
        (
            {"price_paths": {"servers": {"value": 0.04, "because": "own"}}},
            ("stay flat until", "the rate of servers is stated", "such as networks"),
            ("index",),
        ),
        (
            {"price_decline": {"value": 0.05, "because": "own"}},
            ("follow the plan's own decline of 5 % a year. High end: they stay as they are.",),
            ("stay flat", "index", "networks"),
        ),
        ({"price_date": "2029-03-01"}, ("servers fall at the annual rate",), ("stay flat",)),
    ],
)
def test_what_prices_follow_is_said_as_it_is(
    economics: dict[str, Any], told: tuple[str, ...], silent: tuple[str, ...]
) -> None:
    said = rule(results(**economics))
    assert [one for one in told if one not in said] == []
    assert [one for one in silent if one in said] == []


@pytest.mark.parametrize(
    ("day", "has_some"), [("2025-06-30", False), ("2025-07-01", True), ("2025-07-15", True)]
)
def test_the_shortage_begins_on_its_first_day(day: str, has_some: bool) -> None:
    assert (order_timing(results(price_date=day)) is not None) is has_some


@pytest.mark.parametrize("kind", ["disks", "flash", "memory", "servers"])
def test_prices_cannot_fall_by_more_than_all(kind: str) -> None:
    with pytest.raises(InputError, match=r"must be at most 0\.99"):
        results(price_paths={kind: {"value": 1.2, "because": "own"}})
