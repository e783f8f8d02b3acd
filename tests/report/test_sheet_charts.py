"""Charts of sheets are drawn from live cells that hold what the page draws."""

from __future__ import annotations

import io
from functools import cache
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
from report.charts.palette import colour_of
from report.workbook import charts
from report.workbook.comparison_workbook import comparison_workbook
from report.workbook.sheets import Cell
from report.workbook.workbook import workbook_bytes
from tests.each import of_each
from tests.report.books import PRICED, results_of, sheet_of

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


@cache
def inserted() -> list[tuple[Chart, Any, dict[str, Any]]]:
    """Each chart of a plan's workbook and of a comparison's, as it is drawn in its sheet."""
    found = list[tuple[Chart, Any, dict[str, Any]]]()
    insert = charts.insert
    makes = (workbook_bytes, lambda results: comparison_workbook(compare([results, results])))
    for make in makes:
        noted = list[tuple[Chart, Cell, dict[str, Any]]]()

        def keep(
            book: Any, chart: Chart, at: Cell, data: Cell, *, to: Any = noted, **more: Any
        ) -> None:
            to.append((chart, at, more))
            insert(book, chart, at, data, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(charts, "insert", keep)
            content = make(results_of(PRICED))
        for chart, at, more in noted:
            [drawn] = [
                one
                for one in sheet_of(content, at.sheet)._charts
                if (one.anchor._from.row, one.anchor._from.col) == (at.row, at.column)
            ]
            found.append((chart, drawn, more))
    return found


def words(title: Any) -> str:
    return "" if title is None else "".join(run.t for run in title.tx.rich.p[0].r)


UNITS = {"currency": "EUR", "second": "s"}
NUMBERS = {"byte": "TB", "byte/s": "GB/s", "currency": "#,##0"}


@of_each(inserted, lambda case: case[0].title)
def test_a_chart_of_a_sheet_looks_as_it_is_declared(case: tuple[Chart, Any, Any]) -> None:
    """Its kind, its axes with their units, from zero on, and a legend of several series."""
    chart, drawn, _ = case
    first = chart.series[0]
    assert words(drawn.title) == chart.title
    assert (drawn.legend is not None) is (len(chart.series) > 1)
    for axis, of in ((chart.figures, drawn.y_axis), (chart.places, drawn.x_axis)):
        title = ", ".join(filter(None, (axis.title, UNITS.get(axis.unit, ""))))
        assert words(of.title) == title
        number = "0%" if axis.is_share else NUMBERS.get(axis.unit, "General")
        assert number in ("General" if of.numFmt is None else of.numFmt.formatCode)
    assert drawn.y_axis.scaling.min == 0
    if first.mark == "bar":
        assert drawn.type == ("bar" if chart.lying else "col")
        assert drawn.grouping == ("stacked" if chart.together == "stacked" else "clustered")
        assert drawn.x_axis.scaling.orientation == ("maxMin" if chart.lying else "minMax")
        assert (drawn.y_axis.majorGridlines is None) is chart.lying
    else:
        assert drawn.tagname == ("lineChart" if chart.categories else "scatterChart")
    for one, series in zip(chart.series, drawn.series, strict=True):
        colour = colour_of(one.colour).lstrip("#").upper()
        if one.mark == "bar":
            assert colour in str(series.graphicalProperties.solidFill).upper()
            continue
        line = series.graphicalProperties.line
        assert colour in str(line.solidFill).upper()
        assert (line.prstDash == "dash") is one.dashed
        assert bool(series.marker.symbol) is (one.mark == "dotted line")


def test_charts_of_both_kinds_of_marks_are_read() -> None:
    marks = {one.mark for chart, _, _ in inserted() for one in chart.series}
    assert len(inserted()) > 4
    assert "bar" in marks
    assert len(marks) > 1
    assert {chart.lying for chart, _, _ in inserted()} == {True, False}
    assert any(len(chart.series) > 1 for chart, _, _ in inserted())


def test_charts_of_a_comparison_stand_two_in_a_row() -> None:
    """Apart from each other: none covers another."""
    places = [drawn.anchor._from for _, drawn, more in inserted() if "size" not in more]
    assert [(one.row, one.col) for one in places[:4]] == [(1, 0), (1, 10), (20, 0), (20, 10)]
