"""Charts of sheets are drawn from live cells that hold what the page draws."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.cell import range_boundaries

from model.answers.comparison import compare
from model.answers.results import Results, evaluate
from model.answers.views import comparison_tables
from model.answers.views.chart import Chart, known
from model.answers.views.comparison_charts import costs, where_raw_goes
from model.answers.views.plan_charts import cost_by_year, efficiency_curve
from model.design.scenario import load_scenario
from report.workbook.comparison_workbook import comparison_workbook
from report.workbook.workbook import workbook_bytes
from tests.report.books import PRICED, sheet_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def values(book: Any, reference: str) -> list[Any]:
    """Read the cells that a series refers to."""
    sheet, cells = reference.rsplit("!", 1)
    left, top, right, bottom = range_boundaries(cells.replace("$", ""))
    rows = book[sheet.strip("'")].iter_rows(top, bottom, left, right, values_only=True)
    return [None if value == "#N/A" else value for row in rows for value in row]


def is_drawn(results: Results, content: bytes, sheet: str, chart: Chart) -> None:
    """Check that a sheet has a chart of those series, and cells of those figures."""
    charts = sheet_of(content, sheet)._charts
    held = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    by_title = {"".join(r.t for r in one.title.tx.rich.p[0].r): one for one in charts}
    assert by_title[chart.title].y_axis.scaling.min == 0
    series = by_title[chart.title].series
    assert [one.tx.v for one in series] == [one.name for one in chart.series]
    for one, drawn in zip(chart.series, series, strict=True):
        y = drawn.val or drawn.yVal
        found, expected = values(held, y.numRef.f), known(results, one.figures)
        assert len(found) == len(expected)
        pairs = zip(found, expected, strict=True)
        assert all(a is None or a == pytest.approx(b) for a, b in pairs if b is not None)
        assert [a for a in found if isinstance(a, float | int)]


def test_the_curve_of_a_job_is_live() -> None:
    """One table for both: intervals and efficiencies as formulas of the sheet's own cells."""
    results = evaluate(load_scenario(SCENARIOS / "astra.yaml"))
    chart = efficiency_curve(results)
    assert chart is not None
    content = workbook_bytes(results)
    is_drawn(results, content, "Checkpoint", chart)
    (drawn,) = sheet_of(content, "Checkpoint")._charts
    assert drawn.series[0].yVal.numRef.f.startswith("Checkpoint!$B$")


def test_the_cost_of_the_years_is_drawn_from_its_table() -> None:
    """Without a cell of its own."""
    results = evaluate(load_scenario(PRICED))
    chart = cost_by_year(results, whole=True)
    assert chart is not None
    is_drawn(results, workbook_bytes(results), "Cost by year", chart)


def test_a_cost_of_which_a_part_is_known_keeps_live_cells_behind_its_chart() -> None:
    """A page shows the known part; a sheet refers to the years' own cells, as prices may follow."""
    results = evaluate(load_scenario(SCENARIOS / "astra.yaml")).edited(
        {"tiers.0.drives.price": "1000 USD"}
    )
    page, chart = cost_by_year(results), cost_by_year(results, whole=True)
    assert page is not None
    assert page.series[0].name == "Capital (known part)"
    assert chart is not None
    assert chart.series[0].name == "Capital"
    is_drawn(results, workbook_bytes(results), "Cost by year", chart)


def test_a_comparison_draws_its_own_tables() -> None:
    one = evaluate(load_scenario(SCENARIOS / "templates/project-space.yaml"))
    compared = compare([one, one.edited({"tiers.0.blocks": 9, "name": "Larger"})])
    content = comparison_workbook(compared)
    is_drawn(one, content, "Charts", where_raw_goes(comparison_tables.capacity(compared)))
    chart = costs(compared, comparison_tables.years(compared))
    assert chart is not None
    is_drawn(one, content, "Charts", chart)
    held = openpyxl.load_workbook(io.BytesIO(content))
    for drawn in held["Charts"]._charts:
        assert all(s.val.numRef.f.startswith("Comparison!") for s in drawn.series)
