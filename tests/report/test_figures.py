"""What figures show is what the results say; what is unknown is never drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from model.answers.explored_layouts import PLANNED, explore_groups, explore_servers
from model.answers.results import WAYS, Results, evaluate
from model.answers.views.chart import Chart
from model.answers.views.plan_charts import (
    capacity_waterfall,
    cost_by_year,
    efficiency_curve,
    stage_bars,
    state_bars,
)
from model.design.scenario import edited, load_scenario
from model.pools.explorer import explore
from report.charts.drawing import drawn
from report.charts.maps import explored_map, stored_map, usable_map
from report.charts.palette import COLOURS, LOSS, USABLE

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
PRICED = {
    f"tiers.0.{piece}.price": "1000 USD"
    for piece in ("servers", "processors", "memory", "network", "network.cables.0", "drives")
} | {"fabric.switch.price": "200 USD"}


def planned(name: str, **changes: str) -> Results:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    return evaluate(edited(scenario, changes) if changes else scenario)


def shown(results: Results, chart: Chart | None) -> Any:
    """Draw a chart that there is."""
    assert chart is not None
    return drawn(results, chart)


@pytest.mark.parametrize("name", ["astra", "beluga"])
def test_the_waterfall_ends_at_what_is_planned(name: str) -> None:
    results = planned(name)
    for _, path in results.tiers():
        figure = drawn(results, capacity_waterfall(results, path))
        trace = figure.data[0]
        assert trace.y[-1] * 1e15 == pytest.approx(results[path, "live_capacity"], rel=1e-9) or (
            trace.y[-1] * 1e12 == pytest.approx(results[path, "live_capacity"], rel=1e-9)
        )
        assert fallen_to(trace) == pytest.approx(trace.y[-1])
        assert tuple(figure.layout.colorway) == COLOURS


def fallen_to(trace: Any) -> float:
    """Give the first bar of a waterfall less all losses: each begins where the one before ends."""
    level = trace.y[0]
    for y, base, colour in zip(trace.y, trace.base, trace.marker.color, strict=True):
        if colour == LOSS:
            assert base == pytest.approx(level - y)
            level = base
        else:
            assert base == 0
            assert y == pytest.approx(level)
    return float(level)


def test_capacity_is_drawn_in_the_base_that_is_chosen() -> None:
    """The axis, the labels, and first of the two in the hovers; a rate has one base only."""
    results = planned("beluga")
    path = "site/tiers:project"
    chart = capacity_waterfall(results, path)
    decimal, binary = (drawn(results, chart, binary=one) for one in (False, True))
    assert binary.layout.yaxis.title.text == "Capacity, PiB"
    assert binary.data[0].y[0] * 2**50 == pytest.approx(decimal.data[0].y[0] * 1e15)
    assert binary.data[0].text[0] == "1.883 PiB"
    assert binary.data[0].hovertext[0].startswith("Raw: 1.883 PiB (2.12 PB)<br>")
    assert decimal.data[0].text[0] == "2.12 PB"
    assert decimal.data[0].textposition == "outside"
    assert decimal.data[0].hovertext[0].startswith("Raw: 2.12 PB (1.883 PiB)<br>")
    assert binary.layout.title.text == "From raw to planned capacity: project, Béluga"


@pytest.mark.parametrize("way", WAYS)
def test_no_bar_of_a_chain_is_longer_than_its_axis(way: str) -> None:
    """And the text behind the longest one has room, too."""
    results = planned("beluga")
    figure = drawn(results, stage_bars(results, "site/tiers:project", way))
    begin, end = figure.layout.xaxis.range
    assert begin == 0
    assert max(figure.data[0].x) < end < 2 * max(figure.data[0].x)


def test_without_a_raw_capacity_the_waterfall_starts_at_what_is_given() -> None:
    results = planned("cri")
    path = dict(results.tiers())["pfs"]
    assert results[path, "raw_capacity"] is None
    figure = drawn(results, capacity_waterfall(results, path))
    trace = figure.data[0]
    assert figure.layout.yaxis.title.text == "Capacity, PB"
    assert (trace.x[0], trace.y[0], trace.base[0]) == ("Usable", pytest.approx(3.9), 0)
    assert fallen_to(trace) == pytest.approx(3.9 * 0.8)
    assert trace.marker.color[0] == USABLE


@pytest.mark.parametrize("name", ["astra", "beluga"])
@pytest.mark.parametrize("way", WAYS)
def test_the_bars_are_the_known_stages_and_the_first_one_limits(name: str, way: str) -> None:
    results = planned(name)
    for _, path in results.tiers():
        figure = drawn(results, stage_bars(results, path, way))
        known = [s for s in results.stages(path, way) if s.bandwidth is not None]
        bar = figure.data[0]
        assert len(bar.x) == len(known)
        assert min(bar.x) > 0
        assert list(bar.x) == sorted(bar.x)
        assert len(set(bar.marker.color[1:])) == 1 != len(set(bar.marker.color))


def test_the_curve_is_best_at_the_best_interval() -> None:
    results = planned("astra")
    figure = shown(results, efficiency_curve(results))
    allowed = figure.data[0]
    best = max(range(len(allowed.x)), key=lambda n: allowed.y[n])
    interval = results["site", "checkpoint_interval"]
    assert interval is not None
    assert allowed.x[best] == pytest.approx(interval / 3600, rel=0.03)
    assert allowed.y[best] == pytest.approx(100 * results["site", "job_efficiency"], rel=1e-4)


def test_without_a_best_interval_there_is_no_curve() -> None:
    results = planned("astra")
    results.values["site", "checkpoint_interval"] = None
    assert efficiency_curve(results) is None


def test_costs_that_nobody_knows_are_not_drawn() -> None:
    assert cost_by_year(planned("astra")) is None


def test_the_known_part_of_the_purchase_is_drawn_as_such() -> None:
    results = planned("astra", **{"tiers.0.drives.price": "1000 USD"})
    figure = shown(results, cost_by_year(results))
    assert figure.data[0].name == "Capital (known part)"
    assert figure.data[0].y[0] == 320


def test_the_years_add_up() -> None:
    results = planned("astra", **PRICED, **{"economics.maintenance_rate": "10 %"})
    figure = shown(results, cost_by_year(results))
    assert [trace.name for trace in figure.data] == ["Capital", "Maintenance"]
    total = sum(y for trace in figure.data for y in trace.y if y is not None)
    assert total == pytest.approx(1.5 * (results["site", "capital_cost"] or 0) / 1e3)


SHARED = {"tiers.0.states.failover": True}
"""Targets may then lie on the drives of both servers of a block."""


def test_the_waterfall_shows_distributed_spares_where_there_are_some() -> None:
    names = {}
    for layout in ("raidz1:8", "draid2:8d:32c:2s"):
        results = planned("astra", **SHARED, **{"tiers.0.target.layout": layout})
        chart = capacity_waterfall(results, "site/tiers:scratch")
        names[layout] = drawn(results, chart).data[0]
    assert "Distributed spare" not in names["raidz1:8"].x
    trace = names["draid2:8d:32c:2s"]
    assert "Distributed spare" in trace.x
    assert fallen_to(trace) == pytest.approx(trace.y[-1])


def test_the_maps_show_what_the_model_says_and_frame_what_it_marks() -> None:
    layouts = explore("10 TB", widest=12)
    usable, stored = usable_map(layouts), stored_map(layouts, 2)
    assert (usable.data[0].z == 100 * layouts.usable)[layouts.usable > 0].all()
    assert stored.data[0].z[8][8] == 100 * layouts.stored[1, 8, 8]
    for figure, marked in ((usable, layouts.usable_marked), (stored, layouts.stored_marked[1])):
        assert figure.data[1].x.count(None) == marked.sum()
    assert usable.data[0].text[2][0] == ""


def test_the_map_of_codes_is_over_servers() -> None:
    """Framed where a lost server can be rebuilt; groups are over drives."""
    codes = explore_servers("Ceph", "10 TB", most=14, drives_per_server=12)
    drawn = explored_map(codes, PLANNED, over_servers=True)
    assert list(drawn.data[0].x) == list(range(2, 15))
    assert "servers" in drawn.data[0].hovertemplate
    assert drawn.data[1].x.count(None) == codes.marked.sum()
    groups = explore_groups("RAID groups", "10 TB", widest=12)
    drawn = explored_map(groups, "The groups export", over_servers=False)
    assert "drives" in drawn.data[0].hovertemplate
    assert drawn.data[0].text[0][0] == "100"


def test_a_number_stands_apart_from_its_percent_sign_in_charts_as_in_tables() -> None:
    """Formats of the browser's own write 55.05%."""
    files = [file for room in ("report", "ui") for file in (ROOT / room).rglob("*.py")]
    own = re.compile(
        r"%\{\w+:[^{}]*%\}|tick(?:format|suffix)\W+[^ \"{}]*[0-9]%\"|format=\"percent\""
    )
    assert own.search('hovertemplate="%{y:.2%}"')
    assert own.search('tickformat="+.0%"')
    assert [str(file) for file in files if own.search(file.read_text())] == []


def test_wide_maps_name_no_cells() -> None:
    assert usable_map(explore("10 TB", widest=64)).data[0].texttemplate is None


def test_the_names_of_states_have_the_space_below_the_bars_to_themselves() -> None:
    """The legend stands above, and each name is broken into words: narrow pages cut none off."""
    results = planned("beluga")
    path = dict(results.tiers())["project"]
    figure = drawn(results, state_bars(results, path))
    legend, axis = figure.layout.legend, figure.layout.xaxis
    assert (legend.y, legend.yanchor) == (1, "bottom")
    assert axis.automargin
    assert axis.tickvals == figure.data[0].x
    assert [text.replace("<br>", " ") for text in axis.ticktext] == list(figure.data[0].x)
    assert not any(" " in text for text in axis.ticktext)
