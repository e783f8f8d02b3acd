"""The figures of a comparison are of the numbers that its tables say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.comparison import Compared, compare
from model.answers.views import comparison_tables
from model.answers.views.chart import Chart
from model.answers.views.comparison_charts import (
    bandwidths,
    capacities,
    chains,
    costs,
    where_raw_goes,
)
from model.answers.views.comparison_tables import so_far, years
from model.answers.views.view import FixedValue
from model.units.figures import show, show_both
from report.charts.drawing import drawn
from report.charts.palette import LIMIT

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def shown(compared: Compared, chart: Chart | None) -> Any:
    """Draw a chart that there is."""
    assert chart is not None
    return drawn(compared.all[0], chart)


@pytest.fixture(scope="module")
def compared() -> Compared:
    one = evaluate(load_scenario(SCENARIOS / "templates/project-space.yaml"))
    two = one.edited({"tiers.0.blocks": 9, "economics.years": 3, "name": "Larger"})
    return compare([one, two])


def test_bars_are_as_long_as_the_figures(compared: Compared) -> None:
    raw, usable, planned = shown(compared, capacities(compared)).data
    assert list(raw.y) == list(compared.designs)
    assert usable.x[1] == pytest.approx(1.5 * usable.x[0])
    assert raw.x[0] > usable.x[0] >= planned.x[0]
    held = show_both(compared.all[0]["site", "usable_capacity"])
    assert usable.hovertext[0] == f"{next(iter(compared.designs))}: {held}"
    writing, reading = shown(compared, bandwidths(compared)).data
    assert (writing.name, reading.name) == ("Writing", "Reading")
    expected = show(compared.all[0]["site", "write_bandwidth"], "byte/s")
    assert f": {expected}" in writing.hovertext[0]


def test_each_design_has_as_much_room(compared: Compared) -> None:
    of_two, of_three, of_four = (
        capacities(compare([*compared.all, *compared.all][:count])).high for count in (2, 3, 4)
    )
    assert of_four - of_three == of_three - of_two > 0


def test_a_cost_ends_with_the_years_of_its_design(compared: Compared) -> None:
    figure = shown(compared, costs(compared, years(compared)))
    for line, sums, many in zip(figure.data, so_far(compared), (6, 4), strict=True):
        drawn_ = [y for y in line.y if y is not None]
        assert (len(drawn_), list(line.y[:many])) == (many, sorted(drawn_))
        assert drawn_[-1] / drawn_[0] == pytest.approx((sums[-1] or 0) / (sums[0] or 1))
    last = years(compared).rows[-1]
    told = last.entries[1]
    assert isinstance(told, FixedValue)
    assert told.value == so_far(compared)[0][-1]
    assert last.entries[2:] == ("-", "")


def test_what_each_step_takes_and_what_is_left_make_up_raw_capacity(compared: Compared) -> None:
    """Live capacity first, then the losses from the last to the first."""
    figure = shown(compared, where_raw_goes(comparison_tables.capacity(compared)))
    names = [trace.name for trace in figure.data]
    assert names[:2] == ["Live capacity", "Free-space headroom"]
    assert {"Parity and mirrors", "Hot spares"} <= set(names)
    for n, one in enumerate(compared.all):
        parts = [trace.x[n] or 0.0 for trace in figure.data]
        assert sum(parts) * 1e15 == pytest.approx(one["site", "raw_capacity"])


def test_the_stage_that_limits_is_marked(compared: Compared) -> None:
    for way in ("read", "write"):
        chart = chains(compared, comparison_tables.chain(compared, way), way)
        figure = shown(compared, chart)
        for bars in figure.data:
            marked = [y for y, c in zip(bars.y, bars.marker.color, strict=True) if c == LIMIT]
            tightest = min((x, y) for x, y in zip(bars.x, bars.y, strict=True) if x is not None)
            assert marked == [tightest[1]]


def test_designs_of_unlike_size_are_drawn_each_in_its_own_scale(compared: Compared) -> None:
    """Of the smaller one nothing would be seen."""
    one = compared.all[0]
    far = compare([one, one.edited({"tiers.0.blocks": 90, "name": "Far larger"})])
    alike, unlike = (
        shown(one, chains(one, comparison_tables.chain(one, "read"), "read"))
        for one in (compared, far)
    )
    assert "individual scales" in unlike.layout.xaxis.title.text
    assert "individual scales" not in alike.layout.xaxis.title.text
