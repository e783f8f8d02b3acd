"""The chart of the demand shows what the years say; what is unknown is never drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.answers.needs import Need, needs
from model.answers.results import Results, evaluate
from model.answers.views.chart import Chart, known
from model.answers.views.growth_chart import MOST_GROUPS, demand_chart, growing, stacked
from model.design.scenario import edited, load_scenario
from report.charts.drawing import drawn

SCENARIOS = Path(__file__).parents[2] / "scenarios"
GROUPS = [
    {"name": "a", "volume": "0.3 PB", "growth": "40 %"},
    {"name": "b", "volume": "0.2 PB", "added": "200 TB/year"},
    {"name": "c", "volume": "0.1 PB", "growth": "90 %", "ceiling": "2 PB"},
]


def planned(name: str = "beluga", **changes: Any) -> tuple[Results, Need]:
    results = evaluate(edited(load_scenario(SCENARIOS / f"{name}.yaml"), changes))
    [need] = needs(results)
    return results, need


def shown(results: Results, chart: Chart | None, *, binary: bool = False) -> Any:
    """Draw a chart that there is."""
    assert chart is not None
    return drawn(results, chart, binary=binary)


def test_cri_is_stacked_with_the_small_ones_together() -> None:
    """Five departments and fourteen others sum to the demand of each year."""
    results, need = planned("cri")
    groups = stacked(results, need)
    assert groups[0][0] == "Human Genetics"
    assert groups[-1][0] == "14 other groups"
    assert len(groups) == MOST_GROUPS + 1
    values = [known(results, figures) for _, figures in groups]
    for n, year in enumerate(need.years):
        assert sum(of[n] or 0.0 for of in values) == pytest.approx(year.demand)
    figure = shown(results, demand_chart(results, need))
    tops = [sum(trace.y[n] for trace in figure.data if trace.stackgroup) for n in range(6)]
    assert tops == pytest.approx([(year.demand or 0.0) / 1e15 for year in need.years])
    assert figure.layout.xaxis.ticktext[5] == "2023-12-31"
    first, last = figure.layout.xaxis.range
    assert first == 0
    assert need.years[-1].year < last < need.years[-1].year + 1
    binary = shown(results, demand_chart(results, need), binary=True)
    assert binary.layout.yaxis.title.text == "Demand, PiB"
    assert binary.data[0].y[0] * 2**50 == pytest.approx(figure.data[0].y[0] * 1e15)
    assert "TiB (" in binary.data[0].hovertext[0]
    assert not figure.layout.shapes, "it isn't full within the plan"
    assert growing(results, need)[0].growth == "+14.87 % a year"


def test_the_label_of_a_late_date_ends_inside_the_chart() -> None:
    """Right of the middle the label stands left of its line."""
    late = [{"name": "a", "volume": "0.6 PB", "added": "120 TB/year"}]
    results, need = planned(**{"tiers.0.demand": {"start": "2026-01-01", "groups": late}})
    assert (need.time_full or 0) > 0.75 * need.end.year * 31557600
    figure = shown(results, demand_chart(results, need))
    [label] = figure.layout.annotations
    assert label.xanchor == "right"
    assert str(need.full_on) in label.text


def test_a_tier_that_buys_blocks_is_held_each_year() -> None:
    """The lines of what is planned and usable rise above the stacked groups; the date is marked."""
    results, need = planned(**{"tiers.0.demand": {"start": "2026-01-01", "groups": GROUPS}})
    figure = shown(results, demand_chart(results, need))
    live, usable = figure.data[-2:]
    assert list(live.y) == pytest.approx([(year.live or 0) / 1e15 for year in need.years])
    held = [results[year.path, "tier_year_usable_capacity"] or 0 for year in need.years]
    assert list(usable.y) == pytest.approx([x / 1e15 for x in held])
    [line] = figure.layout.shapes
    assert line.x0 == pytest.approx((need.time_full or 0) / 31557600)
    assert str(need.full_on) in figure.layout.annotations[0].text
    assert figure.layout.annotations[0].xanchor == "left"
    by_name = {group.name: group.growth for group in growing(results, need)}
    assert by_name == {
        "a": "+40 % a year",
        "b": "200 TB a year",
        "c": "+90 % a year, towards 2 PB",
    }


def test_a_forecast_has_its_band(tmp_path: Path) -> None:
    """The lower end is drawn first, and what is planned with fills down to it."""
    days = [f"2026-01-{n:02},{500 + n + n * n % 7} TB" for n in range(1, 29)]
    (tmp_path / "usage.csv").write_text("\n".join(["date,bytes", *days]))
    file = tmp_path / "s.yaml"
    file.write_text((SCENARIOS / "beluga.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    stated = {"demand": {"history": {"file": "usage.csv", "samples": 100}}}
    results = evaluate(edited(load_scenario(file), stated))
    [need] = needs(results)
    figure = shown(results, demand_chart(results, need))
    low, high = figure.data[:2]
    assert (low.fill, high.fill) == (None, "tonexty")
    assert all(a <= b for a, b in zip(low.y, high.y, strict=True))
    assert low.y[5] == pytest.approx(results[need.end.path, "forecast_low"] / 1e15)


def test_what_is_unknown_is_not_drawn() -> None:
    """Drives of unknown capacity: groups are known, the lines are not."""
    drives = {"name": "some drive", "per_enclosure": 106}
    results, need = planned(demand={"groups": GROUPS}, **{"tiers.0.drives": drives})
    figure = shown(results, demand_chart(results, need))
    assert set(figure.data[-1].y) == {None}
    purge = {"after": "28 days", "growth": "1 TB/day"}
    results, need = planned(demand={"purge": purge}, **{"tiers.0.drives": drives})
    assert demand_chart(results, need) is None
