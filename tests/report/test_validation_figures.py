"""Figures of validation: what is out is seen to be out; what agrees isn't drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from model.answers.validation import is_prediction, validate
from model.answers.views.validation_charts import (
    EDGE,
    bound_bars,
    differing,
    error_dots,
    prediction_bars,
)
from model.design.scenario import load_scenario
from model.units.figures import percent
from report.charts.drawing import drawn
from report.charts.palette import VERMILION

ROOT = Path(__file__).parents[2]
BELUGA = list(validate(load_scenario(ROOT / "scenarios/beluga.yaml")))


def test_the_nearest_to_the_edge_comes_first() -> None:
    first = differing(BELUGA)[0]
    assert first.figure == "the same with half the memory channels, read"
    assert all(row.error for row in differing(BELUGA))
    assert not any(row.reached for row in differing(BELUGA))


def test_what_is_out_is_drawn_at_the_edge_in_red() -> None:
    far = replace(differing(BELUGA)[0], used=-7.0, within=False)
    chart = error_dots([far])
    assert chart is not None
    figure = drawn(None, chart)
    dots = next(trace for trace in figure.data if trace.name == "predicted")
    assert list(dots.x) == [-100 * EDGE]
    left, right = figure.layout.xaxis.range
    assert left < -100 * EDGE < 100 * EDGE < right
    assert list(dots.marker.color) == [VERMILION]


def test_bounds_are_what_was_reached() -> None:
    chart = bound_bars(BELUGA)
    assert chart is not None
    bars = drawn(None, chart).data[0]
    expected = [100 * row.reached for row in BELUGA if row.kind == "bound" and row.reached]
    assert list(bars.x) == expected
    assert percent(22 / 24) in bars.text


def test_nothing_to_draw_is_no_figure() -> None:
    inputs = [row for row in BELUGA if row.kind == "input"]
    assert error_dots(inputs) is None
    assert bound_bars(inputs) is None


def test_each_prediction_is_counted_once_where_its_error_lies() -> None:
    """What is further off than the axis goes stands in the last bar."""
    rows = [row for row in BELUGA if is_prediction(row)]
    chart = prediction_bars([*rows, replace(rows[0], error=7.0)])
    assert chart is not None
    bars = drawn(None, chart).data
    assert sum(sum(trace.y) for trace in bars) == len(rows) + 1
    assert sum(trace.y[-1] for trace in bars) == 1
    for row in rows:
        low = min(range(21), key=lambda n: abs(bars[0].x[n] - 100 * (row.error or 0)))
        assert sum(trace.y[low] for trace in bars) >= 1
