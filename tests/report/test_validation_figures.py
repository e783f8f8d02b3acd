"""Figures of validation: what is out is seen to be out; what agrees isn't drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from model.answers.validation import validate
from model.design.scenario import load_scenario
from model.units.figures import percent
from report.charts.palette import VERMILION
from report.charts.validation_charts import EDGE, bound_bars, differing, error_dots

ROOT = Path(__file__).parents[2]
BELUGA = list(validate(load_scenario(ROOT / "scenarios/beluga.yaml")))


def test_the_nearest_to_the_edge_comes_first() -> None:
    first = differing(BELUGA)[0]
    assert first.figure == "the same with half the memory channels, read"
    assert all(row.error for row in differing(BELUGA))
    assert not any(row.reached for row in differing(BELUGA))


def test_what_is_out_is_drawn_at_the_edge_in_red() -> None:
    far = replace(differing(BELUGA)[0], used=-7.0, within=False)
    figure = error_dots([far])
    assert figure is not None
    dots = next(trace for trace in figure.data if trace.name == "predicted")
    assert list(dots.x) == [-100 * EDGE]
    left, right = figure.layout.xaxis.range
    assert left < -100 * EDGE < 100 * EDGE < right
    assert list(dots.marker.color) == [VERMILION]


def test_bounds_are_what_was_reached() -> None:
    figure = bound_bars(BELUGA)
    assert figure is not None
    bars = figure.data[0]
    expected = [100 * row.reached for row in BELUGA if row.kind == "bound" and row.reached]
    assert list(bars.x) == expected
    assert percent(22 / 24) in bars.text


def test_nothing_to_draw_is_no_figure() -> None:
    inputs = [row for row in BELUGA if row.kind == "input"]
    assert error_dots(inputs) is None
    assert bound_bars(inputs) is None
