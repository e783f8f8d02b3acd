"""The drawing of the data path says what the results say, in heights that are to scale."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.racks import elevation
from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, State, states
from model.answers.views.pipes import PLACES, paths
from model.answers.views.view import number
from model.formulas.chain.stage_efficiencies import stage_of
from model.records import replace
from report.drawings import elevation as front
from report.drawings.data_path import LANE, svg, widest
from tests.each import of_each

STREAM = ".//*[@class='stream']"
ROOT = Path(__file__).parents[2]
FILES = [
    ROOT / f"scenarios/{name}.yaml"
    for name in (
        "beluga",
        "cri",
        "lcpq",
        "sequoia",
        "measured/capstor",
        "peers/quobyte-hdd-5-3",
        "templates/project-space",
        "tenders/mainz-2015",
    )
]
"""Also such as state nothing of the fabric, tiers as given, codes over servers, unequal servers."""


@cache
def results_of(file: Path) -> Results:
    return evaluate(load_scenario(file))


def cases() -> Iterator[tuple[Path, str, State]]:
    for file in FILES:
        results = results_of(file)
        for _, tier in results.tiers():
            for state in states(results, tier):
                yield file, tier, state


def said(case: tuple[Path, str, State]) -> str:
    return f"{case[0].stem}, {case[1]}, {case[2].name}"


@of_each(cases, said)
def test_nothing_flows_that_a_pipe_does_not_let_through(case: tuple[Path, str, State]) -> None:
    """What comes out is the results' figure, and no more than any stage of all servers does."""
    file, tier, state = case
    results = results_of(file)
    for path in paths(results, tier, state):
        flow = state.flows[path.way]
        assert number(results, path.committed) == flow.independent
        assert number(results, path.bound) == flow.independent_bound
        for pipe in path.pipes:
            for least, value in ((path.bound, pipe.bound), (path.committed, pipe.committed)):
                rate, out = number(results, value), number(results, least)
                assert rate is None or out is None or out <= rate * (1 + 1e-9)


@of_each(cases, said)
def test_a_healthy_pipe_is_its_stage(case: tuple[Path, str, State]) -> None:
    """Where servers are alike, a pipe has the figures of the chain's table; none is left out."""
    file, tier, state = case
    if state.name != HEALTHY:
        return
    results = results_of(file)
    for path in paths(results, tier, state):
        stages = {stage.name: stage for stage in results.stages(tier, path.way)}
        assert {pipe.stage.name for pipe in path.pipes} == set(stages)
        for pipe in path.pipes:
            stage = stages[pipe.stage.name]
            for value, rate in ((pipe.bound, stage.bandwidth), (pipe.committed, stage.committed)):
                assert number(results, value) == (None if rate is None else pytest.approx(rate))


@of_each(cases, said)
def test_banks_are_to_scale(case: tuple[Path, str, State]) -> None:
    """The banks are as far apart as their figures say; unknown ones are dashed, not narrow."""
    file, tier, state = case
    results, most = results_of(file), widest(results_of(file), tier)
    drawing = ET.fromstring(svg(results, tier, state))
    wanted: dict[str, list[float]] = {"bound": [], "cut": [], "unknown": []}
    for path in paths(results, tier, state) if most else ():
        for pipe in path.pipes:
            rate = number(results, pipe.bound)
            kind = "unknown" if rate is None else "cut" if rate > most * (1 + 1e-9) else "bound"
            high = LANE if rate is None else max(min(rate / most, 1) * LANE, 1.5)
            wanted[kind].append(high)
    for kind, heights in wanted.items():
        drawn = [
            float(below) - float(above)
            for one in drawing.findall(f".//*[@class='{kind}']/{{*}}path")
            for above, below in [re.findall(r"M[\d.]+ ([\d.]+)", one.attrib["d"])]
        ]
        assert drawn == pytest.approx(heights, abs=0.011)


def test_every_stage_has_its_place() -> None:
    stages = {
        stage_of(quantity)
        for file in FILES
        for instance in results_of(file).plan.instances.values()
        for way in WAYS
        for quantity in instance.book.stages(way)
    }
    assert len(stages) >= 9
    assert stages <= set(PLACES)


def test_a_lost_server_is_drawn() -> None:
    """Its tier's river is lower, in the scale of the healthy ones; it is crossed out."""
    results = results_of(ROOT / "scenarios/templates/project-space.yaml")
    healthy, down = states(results, "site/tiers:project")[:2]
    tier = "site/tiers:project"
    streams = [
        float(
            ET.fromstring(svg(results, tier, s)).findall(".//*[@class='stream']")[0].get("height")
        )  # type: ignore[arg-type]
        for s in (healthy, down)
    ]
    left = down.flows["write"].independent, healthy.flows["write"].independent
    assert left[0]
    assert left[1]
    assert streams[1] / streams[0] == pytest.approx(left[0] / left[1], rel=1e-3)
    found = elevation(results)
    assert found is not None
    assert front.svg(found, "project").count('class="lost"') == 1
    assert 'class="lost"' not in front.svg(found)


def test_the_legend_of_racks_stands_below_them_in_the_picture() -> None:
    """Seven racks, which differ, take two rows."""
    found = elevation(results_of(ROOT / "scenarios/templates/project-space.yaml"))
    assert found is not None
    rack = found.racks[0]
    racks = tuple(replace(rack, devices=rack.devices[:n]) for n in range(1, 8))
    drawn = ET.fromstring(front.svg(replace(found, racks=racks)))
    kinds = {device.kind for one in racks for device in one.devices}
    texts = [
        (float(one.get("y", "")), one.text) for one in drawn.iter() if one.tag.endswith("text")
    ]
    legend = {y for y, words in texts if words in kinds}
    boxes = [one for one in drawn.iter() if one.tag.endswith("rect")]
    ends = [float(one.get("y", "")) + float(one.get("height", "")) for one in boxes]
    [line] = legend
    assert max(y for y, words in texts if words and y != line) < line - 11
    assert max(line, *ends) <= float(drawn.get("viewBox", "").split()[3])


def test_readers_are_told_what_is_drawn() -> None:
    """Each figure stands in the description, too, and nothing is fetched."""
    results = results_of(ROOT / "scenarios/beluga.yaml")
    tier = "site/tiers:project"
    drawing = svg(results, tier, states(results, tier)[0])
    told = ET.fromstring(drawing).findtext("{*}desc") or ""
    for words in ("NIC: upper bound 25 GB/s", "Fabric: unknown", "Limited by CPU and memory"):
        assert words in told
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
