"""Figures of bursts and benchmarks show what the results and the tables say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.views.plan_charts import burst_chart
from model.design.scenario import edited
from report.charts.benchmarks import benchmark_bars, read_benchmarks
from report.charts.drawing import drawn

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TIER = "site/tiers:beegfs"


def test_the_chart_of_a_burst() -> None:
    results = evaluate(load_scenario(SCENARIOS / "lcpq.yaml"))
    chart = burst_chart(results, TIER)
    assert chart is not None
    figure = drawn(results, chart)
    filled, kept, written = figure.data
    hours = (results[TIER, "time_to_fill"] or 0) / 3600
    assert filled.x[1] == pytest.approx(hours)
    assert max(filled.y) == pytest.approx(kept.y[0]) == pytest.approx(33.865, rel=1e-4)
    rates = (results[TIER, name] for name in ("cached_write_bandwidth", "write_bandwidth"))
    cached, plain = ((rate or 0.0) / 1e9 for rate in rates)
    assert cached > plain > 0
    assert list(written.y) == pytest.approx([cached, cached, plain, plain])
    assert figure.layout.xaxis.title.text == "Time since the burst began, h"


@pytest.mark.parametrize(
    "changes",
    [
        {"tiers.0.drives.write_bandwidth": "400 MB/s"},
        {"tiers.0.cache.mode": "writethrough"},
        {"tiers.0.cache.write_hit": None},
    ],
)
def test_what_never_fills_is_not_drawn(changes: dict[str, str | None]) -> None:
    scenario = edited(load_scenario(SCENARIOS / "lcpq.yaml"), changes)
    assert burst_chart(evaluate(scenario), TIER) is None


@pytest.mark.parametrize(
    ("file", "labels", "unit", "lines", "sum_"),
    [("cri-ior.csv", 3, "byte/s", 8, 380_924e6), ("cri-mdtest.csv", 1, "1/second", 4, 14_663_187)],
)
def test_benchmarks_are_those_of_the_talk(
    file: str, labels: int, unit: str, lines: int, sum_: float
) -> None:
    """The sums were added up from the talk's text, not from the files."""
    table = read_benchmarks(SCENARIOS / "data" / file, labels, unit)
    assert len(table.lines) == lines
    assert "Jarsulic" in table.about
    values = [value for line in table.lines for value in line.values.values()]
    assert len(values) == 4 * lines
    assert sum(value or 0 for value in values) == pytest.approx(sum_)
    figure = drawn(None, benchmark_bars(table.lines, "Rate"))
    assert [trace.name for trace in figure.data] == list(table.lines[0].values)
    assert figure.layout.yaxis.type == "log"


def test_an_unreadable_cell_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "b.csv"
    file.write_text("# about\nop,one,two\nread,1 MB/s,\n")
    table = read_benchmarks(file, 1, "byte/s")
    assert table.lines[0].values == {"one": 1e6, "two": None}
    assert re.search(
        "unknown", drawn(None, benchmark_bars(table.lines, "Rate")).data[1].hovertext[0]
    )
