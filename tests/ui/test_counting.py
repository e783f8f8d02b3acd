"""Pages count in the currency and the base that the user chose, and keep to it."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from model.design.tier_edits import counted_in
from tests.ui.visits import opened, results, tables, went
from tests.ui.working import work_of

FLASH = "templates/flash-scratch"
RATES = st.floats(1e-3, 1e3).map(lambda rate: float(f"{rate:.6g}"))


@given(RATES, RATES)
def test_the_way_back_leads_to_the_same_rates(usd: float, gbp: float) -> None:
    rates = {"USD": {"rate": usd, "date": "2026-11-22"}, "GBP": {"rate": gbp, "date": "2026-11-20"}}
    data = {"economics": {"currency": "EUR", "exchange": rates, "years": 5}}
    there = counted_in(data, "USD", "EUR", rates["USD"])
    told = there["economics"]
    assert told["currency"] == "USD"
    assert told["years"] == 5
    assert told["exchange"]["GBP"]["rate"] == pytest.approx(gbp / usd)
    back = counted_in(there, "EUR", "USD", told["exchange"]["EUR"])["economics"]
    assert back["exchange"]["USD"]["rate"] == pytest.approx(usd, rel=1e-11)
    assert back["exchange"]["GBP"]["rate"] == pytest.approx(gbp, rel=1e-11)
    assert back["exchange"]["GBP"]["date"] == "2026-11-20"


def menu(**params: str) -> AppTest:
    at = opened(FLASH, "cost", **params)
    at.session_state["menu is open"] = True
    return at.run()


def head(at: AppTest) -> str:
    return next(one.value for one in at.get("html") if "sums" in one.value)


def test_money_is_counted_in_another_currency_and_back() -> None:
    at = menu()
    before = results(at)["site", "capital_cost"]
    at.selectbox(key=f"currency of {FLASH}").set_value("USD").run()
    assert not at.exception
    assert not at.error
    after = results(at)["site", "capital_cost"]
    assert after == pytest.approx(before / 0.87)
    assert "USD" in head(at)
    assert "EUR" not in head(at)
    assert "USD" in tables(at)
    assert work_of(at).planned.effect.endswith(f", was {before / 1e6:.2f} M EUR")
    met = [check.met for check in results(at).checks]
    assert met == [True] * len(met)  # the budget is converted, too
    at.selectbox(key=f"currency of {FLASH}").set_value("EUR").run()
    assert results(at)["site", "capital_cost"] == pytest.approx(before, rel=1e-10)


def test_a_rate_is_stated_for_one_more_currency() -> None:
    at = menu()
    at.button(key="count in another currency").click().run()
    assert len(at.error) == 3
    before = results(at)["site", "capital_cost"]
    at.text_input(key="code of a currency").set_value("chf")
    at.text_input(key="rate of a currency").set_value("1.05")
    at.date_input(key="day of a rate").set_value(datetime.date(2026, 11, 20)).run()
    at.button(key="count in another currency").click().run()
    assert not at.error
    assert not at.exception
    assert results(at)["site", "capital_cost"] == pytest.approx(before / 1.05)
    assert results(at).plan.scenario.economics.currency == "CHF"


def test_tables_and_head_follow_the_base() -> None:
    at = opened(FLASH, "overview", base="TiB")
    assert tables(at).count("2.055 PiB") == 2
    assert tables(at).count("2.314 PB") == 2
    assert head(at).index("2.055 PiB") < head(at).index("2.314 PB")
    assert tables(opened(FLASH, "overview")).count("2.314 PB") == 2


def test_tables_and_charts_are_in_the_base_that_is_chosen() -> None:
    for base, unit in (("TB", "PB"), ("TiB", "PiB")):
        at = opened("cri", "capacity", base=base)
        (chart,) = at.get("plotly_chart")
        assert f'"Capacity, {unit}"' in chart.proto.spec
        went(at, "growth")
        (chart,) = at.get("plotly_chart")
        assert f'"Demand, {unit}"' in chart.proto.spec
        assert f">Demand, {unit}</th>" in tables(at)
