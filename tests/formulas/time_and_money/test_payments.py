"""Phases and payments: what is split comes to the same sum, each payment in its fiscal year."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import InputError, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.views.payments import payments, phases
from model.answers.views.view_text import text_table
from tests import planned
from tests.demand_trees import of_groups

ROOT = Path(__file__).parents[3]
YEARS = planned.YEARS
TIER = planned.like("disks")


def parts(*pairs: tuple[float, float]) -> list[dict[str, Any]]:
    """Say phases or milestones: shares, and months."""
    return [
        {"name": f"part {n}", "share": share, "after": f"{months} months"}
        for n, (share, months) in enumerate(pairs)
    ]


def site(**economics: Any) -> dict[tuple[str, str], float]:
    return planned.evaluated(planned.planned(TIER, economics=economics))


def of_years(values: dict[tuple[str, str], float], name: str) -> list[float]:
    return [values[f"site/years:year {j}", name] for j in range(YEARS + 1)]


WHOLE = site()
SPLIT = planned.planned(TIER, economics={"phases": parts((0.5, 0), (0.5, 1))})
ONE, TWO = (f"site/phases:part {n}" for n in (0, 1))


def split(share: float, months: float, **of_site: float) -> dict[tuple[str, str], float]:
    """Order a share at once, and the rest some months later."""
    changes = {("site", name): x for name, x in of_site.items()}
    changes |= {(ONE, "phase_share"): share, (TWO, "phase_share"): 1 - share}
    return planned.evaluated(SPLIT, changes | {(TWO, "phase_time"): months / 12 * 8766 * 3600})


@given(st.floats(0.01, 0.99), st.floats(0, 35.9))
def test_an_order_split_in_two_changes_nothing_but_phases(share: float, months: float) -> None:
    """At no discount and no decline of prices; every other figure of the site is as it was."""
    same = {"discount_rate": 0.0, "maintenance_rate": 0.0}
    values = split(share, months, price_decline=0.0, **same)
    whole = planned.evaluated(planned.planned(TIER), {("site", n): x for n, x in same.items()})
    for (path, name), expected in whole.items():
        if "years" not in path:
            found = values[path, name]
            assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), (path, name)
    for name in ("year_energy", "year_staff"):
        assert of_years(values, name) == of_years(whole, name)
    assert sum(of_years(values, "year_capital")) == pytest.approx(whole["site", "capital_cost"])


@pytest.mark.parametrize(
    ("months", "warranty", "shares"),
    [(0, 0, [0, 1, 1, 1]), (18, 0, [0, 0.4, 0.7, 1]), (12, 1.5, [0, 0, 0.2, 0.7])],
)
def test_each_phase_is_maintained_after_its_own_warranty(
    months: int, warranty: float, shares: list[float]
) -> None:
    """Of 40 % at once, and 60 % later: the part of each year that no warranty covers."""
    values = split(0.4, months, warranty=warranty * 8766 * 3600, maintenance_rate=0.1)
    whole = 0.1 * values["site", "maintained_cost"]
    expected = [share * whole for share in shares]
    assert of_years(values, "year_maintenance")[: len(shares)] == pytest.approx(expected)


@given(st.floats(0.01, 0.99), st.integers(0, 35), st.floats(-0.2, 0.3))
def test_a_phase_costs_what_its_year_asks(share: float, months: int, decline: float) -> None:
    """Whole years after the first order, at p (1 - k)^j."""
    values = split(share, months, price_decline=decline)
    capital, year = values["site", "capital_cost"], months // 12
    expected = [0.0] * (YEARS + 1)
    expected[0] += share * capital
    expected[year] += (1 - share) * capital * (1 - decline) ** year
    assert of_years(values, "year_capital") == pytest.approx(expected, rel=1e-9)


def test_both_conventions_of_falling_prices() -> None:
    """The price loses a share each year, or the capacity for the money gains it."""
    both = {"phases": parts((0.5, 0), (0.5, 24)), "price_decline": 0.25}
    grown = planned.like("disks", demand=of_groups("added"))
    for convention, level in (("price falls", 0.75**2), ("capacity grows", 1.25**-2)):
        values = site(**both, price_convention=convention)
        assert values[TWO, "phase_price_level"] == pytest.approx(level, rel=1e-12)
        economics = {"price_convention": convention, "price_decline": 0.25}
        later = planned.evaluated(planned.planned(grown, economics=economics))
        assert later["site/tiers:t/years:year 2", "price_level"] == pytest.approx(level, rel=1e-12)


MILESTONES = {"milestones": parts((0.3, 0), (0.6, 4), (0.1, 6))}


@pytest.mark.parametrize(
    ("order", "starts", "shares"),
    [("2026-01-01", 1, [1, 0]), ("2026-09-01", 1, [0.3, 0.7]), ("2026-09-01", 10, [0.3, 0.7]),
     ("2026-09-01", 7, [1, 0]), ("2026-12-31", 1, [0.3, 0.7]), ("2026-02-28", 3, [0.3, 0.7])],
)  # fmt: skip
def test_each_payment_has_its_fiscal_year(order: str, starts: int, shares: list[float]) -> None:
    """By the day of the order, the months after it, and the first month of a fiscal year."""
    due = {**MILESTONES, "fiscal_year_starts": starts}
    values = site(order_date=order, payments=due)
    capital = values["site", "capital_cost"]
    paid = of_years(values, "year_capital_payment")
    expected = [share * capital for share in shares] + [0.0] * (YEARS - 1)
    assert paid == pytest.approx(expected, rel=1e-12)


@given(st.dates(date(1980, 1, 1), date(2100, 12, 31)), st.integers(1, 12))
@pytest.mark.parametrize("split_", [False, True])
def test_payments_sum_to_the_cost(split_: bool, day: Any, starts: int) -> None:
    """Whatever the dates: nothing is paid twice, and nothing is forgotten."""
    ordered = {"phases": parts((0.2, 0), (0.8, 14))} if split_ else {}
    due = {**MILESTONES, "fiscal_year_starts": starts}
    values = site(order_date=str(day), payments=due, price_decline=0.1, **ordered)
    assert values["site", "payments"] == pytest.approx(values["site", "undiscounted_cost"])
    assert sum(of_years(values, "known_year_payment")) == pytest.approx(values["site", "payments"])


def shown(economics: dict[str, Any]) -> Results:
    return evaluate(load_scenario("x.yaml", planned.json.dumps(
        {**planned.EXAMPLES["site"], "tiers": [TIER],
         "economics": {**planned.EXAMPLES["site"]["economics"], **economics}}
    )))  # fmt: skip


def test_views_name_dates_and_fiscal_years() -> None:
    due = {**MILESTONES, "fiscal_year_starts": 10}
    results = shown(
        {"order_date": "2026-08-31", "payments": due, "phases": parts((0.2, 0), (0.8, 14))}
    )
    by_year, by_phase = payments(results), phases(results)
    assert by_year is not None
    assert by_phase is not None
    heads = text_table(results, by_year).heads
    assert heads[1:] == ("2025/26", "2026/27", "2027/28", "2028/29")
    assert [row[1].text for row in text_table(results, by_phase).rows] == [
        "2026-08-31",
        "2027-10-31",
    ]
    found = plan_json(results)
    assert found["fiscal_years"][0] == "2025-10-01"
    assert found["phases"]["part 1"]["delivered_share"]["value"] == 1
    bare = shown({})
    assert (payments(bare), phases(bare)) == (None, None)


def test_sequoia_came_in_three_phases() -> None:
    """10 % of the bandwidth in October 2011, 50 % by December, all of it by February 2012."""
    results = evaluate(load_scenario(ROOT / "scenarios" / "sequoia.yaml"))
    names = ("October 2011", "December 2011", "February 2012")
    shares = [results[f"site/phases:{name}", "delivered_share"] for name in names]
    assert shares == pytest.approx([0.1, 0.5, 1.0], rel=1e-12)
    writes = results["site", "write_bandwidth"] or 0.0
    half = results["site/phases:December 2011", "phase_write_bandwidth"]
    assert half == pytest.approx(writes / 2, rel=1e-12)


@pytest.mark.parametrize(
    ("economics", "said"),
    [
        ({"phases": parts((0.5, 0), (0.4, 1))}, "the shares of all phases make 0.9: they must"),
        ({"phases": parts((0.5, 2), (0.5, 1))}, "write 'phases' in the order of their time"),
        ({"phases": parts((0.5, 0), (0.5, 1))[:1] * 2}, "two phases have the name 'part 0'"),
        ({"order_date": "9999-12-31"}, "write a day from 1980 to 2100"),
        ({"payments": MILESTONES}, "'payments' needs 'order_date'"),
        (
            {"order_date": "2026-09-01", "payments": {"milestones": parts((1.0, 90))}},
            "'part 0' falls 7.5 years after the first order",
        ),
        ({"phases": parts((0.5, 0), (0.5, 90))}, "'part 1' is ordered 7.5 years after the first"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(economics: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        shown(economics)
