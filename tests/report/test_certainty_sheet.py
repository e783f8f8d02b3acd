"""The sheet of certainty says what the sample says, and how it came about."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from model import evaluate, load_scenario, sample
from model.answers.results import Results
from model.answers.views import certainty_tables
from model.answers.views.certainty_charts import MOST, against_requirements, tornado_chart
from model.answers.views.certainty_tables import MOST_SWINGS
from report.charts.drawing import drawn as drawing
from report.workbook.workbook import workbook_bytes

TEMPLATE = (
    Path("scenarios/templates/project-space.yaml")
    .read_text(encoding="utf-8")
    .partition("\nbands:")[0]
)
KEPT = "Capacity for retained checkpoints"
BANDS = """
bands:
  deliveries: true
  economics.energy_price: {median: 0.19 EUR/kWh, spread: 1.3, because: five years}
  requirements.capacity: {low: 18 PB, likely: 21 PB, high: 24 PB}
"""


@cache
def results() -> Results:
    return evaluate(load_scenario("a.yaml", TEMPLATE + BANDS))


@cache
def rows(*, last: bool = False) -> dict[str, list[Any]]:
    """Give the rows of the sheet by their label: the first of a label, or the last."""
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(results())))
    found: dict[str, list[Any]] = {}
    for row in book["Certainty"].iter_rows(values_only=True):
        if last or str(row[0]) not in found:
            found[str(row[0])] = list(row[1:])
    return found


@pytest.mark.long
def test_it_holds_the_quantiles_and_the_chances() -> None:
    """As values, beside the plan's own figure, which is alive."""
    drawn = sample(results())
    write = rows(last=True)["Write bandwidth"]
    assert write[0].startswith("=")
    assert write[1:6] == pytest.approx(drawn.quantiles("write_bandwidth").at)
    assert rows()["Usable capacity"][4] == drawn.chance_met("capacity").met
    assert 0 < drawn.chance_met("capacity").met < 1


def test_it_names_the_procedure() -> None:
    """Label, points and seed, and that nothing follows an edit."""
    note = next(text for text in rows() if "Values, not formulas" in text)
    assert "model/answers/certainty.py; 512 samples, Latin hypercube, seed 0" in note


def test_energy_is_priced_as_people_do() -> None:
    """By the kWh, and with why."""
    price = rows()["Energy price"]
    assert price[0] == "0.1902 EUR/kWh"
    assert price[8] == "five years"


def test_a_tornado_says_that_there_are_more_bands_than_it_shows() -> None:
    drawn = sample(evaluate(load_scenario("scenarios/templates/project-space.yaml")), 64)
    address = ("site", "capital_cost")
    count = len(drawn.tornado(address))
    assert count > MOST_SWINGS
    chart = tornado_chart(drawn, address)
    assert chart is not None
    said = f"({MOST_SWINGS} widest of {count} ranges)"
    assert said in chart.title
    assert said in certainty_tables.tornado(drawn, address).title
    assert f"({MOST_SWINGS} most influential of {len(drawn.without_band)} figures)" in (
        certainty_tables.without(drawn).title
    )
    assert certainty_tables.widest(drawn, ("site", "write_bandwidth")) == ""


def test_a_requirement_far_exceeded_hides_no_other() -> None:
    """900 times the room for checkpoints is drawn as 5 times, and its text says so."""
    plan = evaluate(load_scenario("scenarios/templates/ai-training-store.yaml"))
    chart = against_requirements(sample(plan))
    assert chart is not None
    wide, *_, texts = drawing(plan, chart).data
    far, near = (list(wide.y).index(name) for name in (KEPT, "Usable capacity"))
    assert max(wide.base) == wide.base[far] == 100 * MOST
    assert texts.text[far].strip() == "over 5 x required, met in 100 %"
    assert texts.text[near].strip() == "met in 100 %"


def test_charts_show_the_same_quantiles() -> None:
    """Shares of what each case requires; both ends of each band."""
    drawn = sample(results())
    chart = against_requirements(drawn)
    assert chart is not None
    wide = drawing(drawn.results, chart).data[0]
    capacity = list(wide.y).index("Usable capacity")
    share = 100 * drawn.of("usable_capacity") / drawn.of("required_capacity")
    assert wide.base[capacity] < 100 < wide.base[capacity] + wide.x[capacity]
    assert share.min() < wide.base[capacity]
    bars = tornado_chart(drawn, ("site", "write_bandwidth"))
    assert bars is not None
    ends = drawing(drawn.results, bars)
    swing, _ = drawn.tornado("write_bandwidth")
    low, high = ends.data
    assert low.base[0] + low.x[0] == pytest.approx((swing.low or 0.0) / 1e9)
    assert high.base[0] + high.x[0] == pytest.approx((swing.high or 0.0) / 1e9)
    assert tornado_chart(drawn, ("site", "usable_capacity")) is None
