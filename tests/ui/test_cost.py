"""Costs: amounts, prices that are entered, and what is left out."""

from __future__ import annotations

import re

from streamlit.testing.v1 import AppTest

from model.units.brief import about
from model.units.figures import THIN, grouped
from store.patches import Patch
from tests.ui.visits import (
    NBSP,
    cards,
    change,
    field,
    metric,
    opened,
    results,
    tables,
    unfolded,
)
from tests.ui.working import work_of
from ui.base.fields import Reader


def test_no_staff_is_no_money_a_year() -> None:
    at = unfolded(opened("sequoia", "cost"), "economics")
    staff = field(at, "economics.staff_cost")
    assert at.text_input(key=staff).value == "0 USD/year"
    at.text_input(key=staff).set_value("0 USD/year").run()
    assert not at.error


def test_amounts_have_four_digits_on_a_page_and_all_under_the_pointer() -> None:
    """What the lines of a tier come to is no bill; the lines themselves are, and are exact."""
    at = opened("templates/project-space", "cost")
    cost = results(at)["site", "equipment_cost"]
    full = f"{grouped(cost or 0.0)} EUR".replace(THIN, NBSP)
    assert f'title="{full}"><button' in tables(at).replace(THIN, NBSP)
    assert about(cost or 0.0, "EUR", 4) == "1.819 M EUR"
    assert ">1.819 M EUR</button>" in tables(at)
    assert full not in re.sub('title="[^"]*"', "", tables(at).replace(THIN, NBSP))
    at.toggle(key="all lines of the bill").set_value(True).run()
    line = next(line for line in results(at).plan.lines if line.name.startswith("Western"))
    price = results(at)[line.path, "unit_price"] or 0.0
    assert f">{grouped(price)} EUR<".replace(THIN, NBSP) in tables(at).replace(THIN, NBSP)


def test_a_price_enters_the_cost() -> None:
    at = opened("astra", "cost")
    priced(at, len(results(at).bill))
    gross = results(at)["site", "gross_capital_cost"]
    assert metric(at, "Purchase with VAT") == ("unknown" if gross is None else about(gross, "USD"))
    assert at.get("plotly_chart")
    # Energy has no price yet: of the years, the known part stands there, and says what is missing.
    assert "Total over years, net, discounted" not in cards(at)
    assert metric(at, "Total over years, known part") != "unknown"
    assert "Purchase, known part" not in cards(at)


def priced(at: AppTest, count: int) -> None:
    """State a price for the last lines of the bill."""
    fields = [one.path for one in Reader(results(at)).prices()]
    work_of(at).patch("astra", *(Patch(path, "1000 USD") for path in fields[-count:]))
    at.run()


def test_prices_are_entered_on_design() -> None:
    at = opened("astra", "cost")
    at.button(key="enter prices").click().run()
    assert not at.exception
    assert at.title[0].value == "Design"
    assert at.dataframe[0].value["part"].tolist()[0] == "HPE Apollo 4520"


def said_of_cost(at: AppTest) -> str:
    """What is said below the sums; where no price is known, a part of it under the pointer."""
    (found,) = (one for one in at.caption if "discount rate" in f"{one.value} {one.help}")
    return f"{found.value} {found.help}".replace("\\", "")


def test_what_is_left_out_of_the_cost_is_said_until_it_is_entered() -> None:
    at = opened("astra", "cost")
    assert "no value was entered: maintenance, staff, space" in said_of_cost(at)
    change(at, "economics.maintenance_rate", "5 %")
    assert "no value was entered: staff, space" in said_of_cost(at)
    change(at, "economics.staff_cost", "80000 USD/year")
    assert "no value was entered: space" in said_of_cost(at)


def test_one_missing_price_is_singular() -> None:
    at = opened("astra", "cost")
    priced(at, len(results(at).bill) - 1)
    assert "1 of 7 prices is missing" in at.warning[0].value


def test_payments_begin_in_a_table_and_go_again() -> None:
    page = unfolded(opened("beluga", "cost"), "payments")
    assert any(one.label == "Apply milestones" for one in page.button)

    def script() -> None:
        from ui.forms import rows
        from ui.frame import address

        address.prepare()
        order = {"name": "order", "share": "30 %", "after": "0 s"}
        rest = {"name": "delivery", "share": "70 %", "after": "3 months"}
        assert rows.take_rows(rows.MILESTONES, [order, rest]) == ()
        assert rows.take_rows(rows.MILESTONES, [order])  # 30 % isn't all

    entered = AppTest.from_function(script, default_timeout=60)
    entered.query_params["scenario"] = "beluga"
    entered.query_params["edit"] = ["economics.order_date=2027-04-01"]
    entered.run()
    assert not entered.exception
    economics = work_of(entered).of("beluga").sections["economics"]
    assert [one["share"] for one in economics["payments"]["milestones"]] == ["30 %", "70 %"]
    work_of(page).patch("beluga", Patch("economics", economics))
    page.run()
    assert not page.exception
    assert len(results(page).plan.scenario.economics.payments.milestones) == 2
