"""The chart of the demand shows what the years say; what is unknown is never drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.answers.needs import Need, needs
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from report.charts.growth_charts import MOST_GROUPS, capacities, demand_chart, growing, series

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


def test_cri_is_stacked_with_the_small_ones_together() -> None:
    """Five departments and fourteen others sum to the demand of each year."""
    results, need = planned("cri")
    stacked = series(results, need)
    assert stacked[0].label == "Human Genetics"
    assert stacked[-1].label == "14 other groups"
    assert len(stacked) == MOST_GROUPS + 1
    for n, year in enumerate(need.years):
        assert sum(one.values[n] or 0.0 for one in stacked) == pytest.approx(year.demand)
    figure = demand_chart(results, need)
    assert figure is not None
    tops = [sum(trace.y[n] for trace in figure.data if trace.stackgroup) for n in range(6)]
    assert tops == pytest.approx([(year.demand or 0.0) / 1e15 for year in need.years])
    assert figure.layout.xaxis.ticktext[5] == "2023-12-31"
    binary = demand_chart(results, need, binary=True)
    assert binary is not None
    assert binary.layout.yaxis.title.text == "Kept at that time, PiB"
    assert binary.data[0].y[0] * 2**50 == pytest.approx(figure.data[0].y[0] * 1e15)
    assert binary.data[0].customdata[0].endswith("TiB")
    assert not figure.layout.shapes, "it isn't full within the plan"
    assert growing(results, need)[0].growth == "+14.87 % a year"


def test_the_label_of_a_late_date_ends_inside_the_chart() -> None:
    """Right of the middle the label stands left of its line."""
    late = [{"name": "a", "volume": "0.6 PB", "added": "120 TB/year"}]
    results, need = planned(**{"tiers.0.demand": {"start": "2026-01-01", "groups": late}})
    assert (need.time_full or 0) > 0.75 * need.end.year * 31557600
    figure = demand_chart(results, need)
    assert figure is not None
    [label] = figure.layout.annotations
    assert label.xanchor == "right"
    assert str(need.full_on) in label.text


def test_a_tier_that_buys_blocks_is_held_each_year() -> None:
    """The lines of what is planned and usable rise above the stacked groups; the date is marked."""
    results, need = planned(**{"tiers.0.demand": {"start": "2026-01-01", "groups": GROUPS}})
    limits, usable = capacities(results, need)
    assert limits.values == tuple(year.live for year in need.years)
    figure = demand_chart(results, need)
    assert figure is not None
    assert list(figure.data[-1].y) == pytest.approx([(x or 0) / 1e15 for x in usable.values])
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
    figure = demand_chart(results, need)
    assert figure is not None
    low, high = figure.data[:2]
    assert (low.fill, high.fill) == (None, "tonexty")
    assert all(a <= b for a, b in zip(low.y, high.y, strict=True))
    assert low.y[5] == pytest.approx(results[need.end.path, "forecast_low"] / 1e15)


def test_what_is_unknown_is_not_drawn() -> None:
    """Drives of unknown capacity: groups are known, the lines are not."""
    drives = {"name": "some drive", "per_enclosure": 106}
    results, need = planned(demand={"groups": GROUPS}, **{"tiers.0.drives": drives})
    figure = demand_chart(results, need)
    assert figure is not None
    assert set(figure.data[-1].y) == {None}
    purge = {"after": "28 days", "growth": "1 TB/day"}
    results, need = planned(demand={"purge": purge}, **{"tiers.0.drives": drives})
    assert demand_chart(results, need) is None
