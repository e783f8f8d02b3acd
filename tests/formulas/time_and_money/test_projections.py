"""Projections: published sums come out exactly, and present values as numpy-financial has them."""

from __future__ import annotations

from pathlib import Path

import numpy_financial
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import InputError, edited, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.views.plan_charts import projected_costs
from model.answers.views.projections import projections, remark
from model.answers.views.view_text import text_table
from model.engine.tree import Address
from model.units.figures import show
from report.charts.drawing import drawn
from tests import planned

CRI = Path(__file__).parents[3] / "scenarios" / "cri.yaml"
YEARS = planned.YEARS
STATED = {
    "leave_out": ["power"],
    "alternatives": [
        {"name": "old", "costs": [{"name": "service", "cost": "3000 EUR"}]},
        {"name": "new", "costs": [{"name": "service", "cost": "500 EUR", "year": 2}]},
    ],
}
SITE = planned.planned(planned.like("given"), projections=STATED)
OLD, NEW = (f"site/projections:{name}" for name in ("old", "new"))
COSTS = st.floats(0, 1e7)
RATES = st.floats(-0.3, 0.9) | st.just(0.0) | st.floats(-1e-9, 1e-9)


def evaluated(rate: float, old: float, new: float, year: float = 2.0) -> dict[Address, float]:
    service = "items:service"
    changes = {
        ("site", "discount_rate"): rate,
        (f"{OLD}/{service}", "item_cost"): old,
        (f"{NEW}/{service}", "item_cost"): new,
        (f"{NEW}/{service}", "item_year"): year,
    }
    return planned.evaluated(SITE, changes)


def test_the_published_sums_are_exact() -> None:
    """The talk's five years: 3.7 million dollars of Isilon against 0.55 million."""
    results = evaluate(load_scenario(CRI))
    sums = [results[f"site/projections:{name}", "projected_cost"] for name in ("Isilon", "GPFS")]
    assert sums == [3_700_000, 550_000]
    assert results["site/projections:GPFS", "saved_cost"] == 3_150_000
    assert ("site/projections:Isilon", "break_even_price") not in results.values
    text = remark(results)
    assert "Both exclude the purchase of the new system, power and staff" in text


def test_they_are_no_part_of_the_plan() -> None:
    """Without the projections, every other figure is as it was."""
    scenario = load_scenario(CRI)
    bare = evaluate(edited(scenario, {"projections": None}))
    values = evaluate(scenario).values
    assert {at: values[at] for at in bare.values} == bare.values


@given(RATES, COSTS, COSTS, st.integers(0, 5))
def test_discounted_as_numpy_financial(rate: float, old: float, new: float, year: int) -> None:
    """Equal parts are an annuity, what has a year is discounted from its end."""
    values = evaluated(rate, old, new, year)
    annuity = -numpy_financial.pv(rate, YEARS, old / YEARS) if abs(rate) > 1e-9 else old
    npv = numpy_financial.npv(rate, [0.0] * year + [new])
    # numpy-financial subtracts powers near 1, and so loses digits at rates near 0
    near = 1e-12 if abs(rate) > 1e-3 or rate == 0 else 1e-6
    assert values[OLD, "projected_present_cost"] == pytest.approx(float(annuity), rel=near)
    assert values[NEW, "projected_present_cost"] == pytest.approx(float(npv), rel=1e-12)


@given(RATES, COSTS, COSTS)
def test_at_the_break_even_price_both_cost_the_same(rate: float, old: float, new: float) -> None:
    """Paid at once beside its own costs, it makes up the difference."""
    values = evaluated(rate, old, new)
    paid = values[NEW, "break_even_price"] + values[NEW, "projected_present_cost"]
    assert paid == pytest.approx(values[OLD, "projected_present_cost"], rel=1e-9, abs=1e-6)


def test_undiscounted_it_is_the_difference() -> None:
    values = evaluated(0.0, 3000.0, 500.0)
    assert values[NEW, "break_even_price"] == values[NEW, "saved_cost"] == 2500.0


def test_view_and_chart() -> None:
    """A column for each alternative, in each output."""
    results = evaluate(load_scenario(CRI))
    view = projections(results)
    assert view is not None
    table = text_table(results, view)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert rows["Over all years"] == [show(x, "currency", currency="USD") for x in (3.7e6, 5.5e5)]
    assert rows["Saving compared with the first"][0] == ""
    chart = projected_costs(results)
    assert chart is not None
    assert [sum(bar.x[n] for bar in drawn(results, chart).data) for n in (0, 1)] == pytest.approx(
        [3.7, 0.55]
    )
    found = plan_json(results)["projections"]["alternatives"]
    assert found["GPFS"]["projected_cost"]["value"] == 550_000
    assert projections(evaluate(edited(results.plan.scenario, {"projections": None}))) is None


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"projections.alternatives.0.costs.0.year": 9}, "must be at most 5, the years of service"),
        ({"projections.alternatives.1.name": "Isilon"}, "two alternatives have the name 'Isilon'"),
        ({"projections.alternatives.1.costs.1.name": "Maintenance"}, "two costs have the name"),
        ({"projections.alternatives.1.costs.1.cost": "5 EUR"}, "this is in EUR"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(edit: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluate(edited(load_scenario(CRI), edit))
