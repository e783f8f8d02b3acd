"""The figures of a comparison are of the numbers that its tables say."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.comparison import Compared, compare
from model.answers.views.comparison_tables import so_far, years
from model.answers.views.view import Found
from model.units.figures import show
from report.charts.comparison_charts import bandwidths, capacities, chains, costs, waterfalls
from report.charts.palette import LIMIT

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def compared() -> Compared:
    one = evaluate(load_scenario(SCENARIOS / "templates/project-space.yaml"))
    two = one.edited({"tiers.0.blocks": 9, "economics.years": 3, "name": "Larger"})
    return compare([one, two])


def test_bars_are_as_long_as_the_figures(compared: Compared) -> None:
    raw, usable, planned = capacities(compared).data
    assert list(raw.y) == list(compared.designs)
    assert usable.x[1] == pytest.approx(1.5 * usable.x[0])
    assert raw.x[0] > usable.x[0] >= planned.x[0]
    assert usable.customdata[0] == show(compared.all[0]["site", "usable_capacity"], "byte")
    writing, reading = bandwidths(compared).data
    assert (writing.name, reading.name) == ("Writing", "Reading")
    assert writing.customdata[0].startswith("55.8")


def test_a_cost_ends_with_the_years_of_its_design(compared: Compared) -> None:
    figure = costs(compared)
    assert figure is not None
    assert [len(line.x) for line in figure.data] == [6, 4]
    for line, sums in zip(figure.data, so_far(compared), strict=True):
        assert list(line.y) == sorted(line.y)
        assert line.y[-1] / line.y[0] == pytest.approx((sums[-1] or 0) / (sums[0] or 1))
    last = years(compared).rows[-1]
    told = last.entries[1]
    assert isinstance(told, Found)
    assert told.value == so_far(compared)[0][-1]
    assert last.entries[2:] == ("-", "")


def test_a_waterfall_leads_down_to_what_may_be_filled(compared: Compared) -> None:
    """Each loss hangs where the last step ended."""
    for bars, one in zip(waterfalls(compared).data, compared.all, strict=True):
        left = dict(zip(bars.y, bars.base, strict=True))
        long = dict(zip(bars.y, bars.x, strict=True))
        assert left["Free-space headroom"] == pytest.approx(long["Planned"])
        assert left["Free-space headroom"] + long["Free-space headroom"] == pytest.approx(
            long["Usable"]
        )
        assert long["Planned"] * 1e15 == pytest.approx(one["site", "planned_capacity"])


def test_the_stage_that_limits_is_marked(compared: Compared) -> None:
    for way in ("read", "write"):
        figure = chains(compared, way)
        assert figure is not None
        for bars in figure.data:
            marked = [y for y, c in zip(bars.y, bars.marker.color, strict=True) if c == LIMIT]
            tightest = min((x, y) for x, y in zip(bars.x, bars.y, strict=True) if x is not None)
            assert marked == [tightest[1]]


def test_designs_of_unlike_size_are_drawn_each_in_its_own_scale(compared: Compared) -> None:
    """Of the smaller one nothing would be seen."""
    one = compared.all[0]
    far = compare([one, one.edited({"tiers.0.blocks": 90, "name": "Far larger"})])
    alike, unlike = waterfalls(compared), waterfalls(far)
    assert "own scale" in unlike.layout.xaxis.title.text
    assert "own scale" not in alike.layout.xaxis.title.text
