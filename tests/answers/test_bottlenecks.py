"""The figures of docs/bottlenecks.md are the model's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model import edited, evaluate, load_catalog, load_scenario
from model.answers.remedies import remedies
from model.answers.summary import limiting
from model.units.figures import show
from tests.planned import like

ROOT = Path(__file__).parents[2]
TEXT = " ".join((ROOT / "docs/bottlenecks.md").read_text(encoding="utf-8").split())


def test_astra() -> None:
    results = evaluate(load_scenario(ROOT / "scenarios/astra.yaml"))
    tier = "site/tiers:scratch"
    healthy = f"{tier}/healthy:healthy"
    second = next(one for one in remedies(results, "scratch") if "second port" in one.title)
    gain = second.gains["write"]
    targets, port = (results[healthy, f"{s}_write_stage"] for s in ("targets", "nic"))
    assert f"targets write {show(targets, 'byte/s')}" in TEXT
    assert port == pytest.approx(12.5e9)
    assert f"at {show(gain.bound_before, 'byte/s')} for 20 servers" in TEXT
    assert f"to {show(gain.bound, 'byte/s')}, takes {second.switch_ports:.0f} switch" in TEXT
    assert f"{gain.memory_room:.1f} bytes per byte written" in TEXT


def test_beluga() -> None:
    results = evaluate(load_scenario(ROOT / "scenarios/beluga.yaml"))
    healthy = "site/tiers:project/healthy:healthy"
    for stage, said in (("cpu_memory", "6.2"), ("hba", "17.5"), ("nic", "12.5")):
        rate = results[healthy, f"{stage}_write_stage"] or 0.0
        assert float(said) == pytest.approx(rate / 1e9, abs=0.05)
        assert said in TEXT
    helpful = [r.title for r in remedies(results, "project") if r.gains["write"].is_more]
    assert helpful == ["one more building block"]
    faster = edited(results.plan.scenario, {"tiers.0.processors.part": "intel-xeon-gold-6148"})
    rate = evaluate(faster)["site/tiers:project", "server_write_bandwidth"]
    assert f"20 cores at 2.4 GHz for 8 at 2.1: {show(rate, 'byte/s')}" in TEXT
    half = edited(results.plan.scenario, {"tiers.0.memory.channels": 6})
    left = evaluate(half)["site/tiers:project", "server_write_bandwidth"]
    assert f"half of them would leave {show(left, 'byte/s')}" in TEXT


def test_sequoia() -> None:
    results = evaluate(load_scenario(ROOT / "scenarios/sequoia.yaml"))
    tier = "site/tiers:grove"
    for child in results.plan.instances[tier].children["workloads"]:
        at = f"{tier}/workloads:{child.name}"
        racks = [
            results[f"{at}/goals:{goal.name}", "racks_for_goal"] for goal in child.children["goals"]
        ]
        cells = (
            child.name,
            show(results[at, "workload_server_bandwidth"], "byte/s"),
            show(results[at, "workload_bandwidth"], "byte/s"),
            *(f"{count:.0f}" for count in racks),
        )
        assert f"| {' | '.join(cells)} |" in TEXT


def test_measured_servers() -> None:
    catalog = load_catalog(needs=[])
    of_disks = "beluga-oss-2019", "capstor-oss-2023", "alpine-nsd-2018"
    of_flash = "iopsstor-oss-2023", "borealis-daos-2023", "ess3200-canister-2021"
    others = "dell-beegfs-nvme-2019", "janelia-dbox-2021", "ceph-clyso-3x-2024"
    for key in (*of_disks, *of_flash, *others):
        figures, model = catalog.figures(key), catalog.part(key).model.partition(",")[0]
        read, write = (figures[f"{way}_bandwidth"] / 1e9 for way in ("read", "write"))
        assert f"{read:g} and {write:g} GB/s" in TEXT
        if key in (*of_disks, "iopsstor-oss-2023", "borealis-daos-2023"):
            assert f"({model}, {figures['year']:.0f})" in TEXT


@pytest.mark.parametrize(
    ("fabric", "first", "second"),
    [
        (33.0, {"Drives", "Fabric"}, "CPU and memory"),
        (33.1, {"Drives"}, "Fabric"),
        (32.9, {"Fabric"}, "Drives"),
    ],
)
def test_stages_of_one_rate_limit_together(fabric: float, first: set[str], second: str) -> None:
    """Drives read 33 GB/s: a fabric of as much limits as well, and the next stage is wider."""
    tier = like("disks inside", fabric={"links": 1, "link_bandwidth": f"{fabric} GB/s"})
    text = json.dumps({"name": "example", "tiers": [tier]})
    results = evaluate(load_scenario("example.yaml", text))
    limit, wider = limiting(results, "site/tiers:t", "read")
    assert limit is not None
    assert wider is not None
    assert limit.label in first
    assert wider.label == second
