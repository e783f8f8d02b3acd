"""What commands print of one plan: each row with the plan's own figures."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from model.__main__ import main
from model.answers.extensions import extensions, numbered
from model.answers.results import Results, evaluate
from model.commands.bandwidth import print_workloads
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from model.units.figures import show
from tests.answers.test_laws_upgrades import results_of

Captured = pytest.CaptureFixture[str]
AT = "site/tiers:t"


def rows_of(text: str) -> list[list[str]]:
    return [re.split(r" {2,}", line.strip()) for line in text.splitlines() if line.strip()]


def plan_of_workloads(goal: str) -> Results:
    runs = [
        {"name": "first", "way": "read", "server_bandwidth": "1.2 GB/s"},
        {"name": "second", "way": "write", "server_bandwidth": "0.6 GB/s"},
    ]
    goals = [{"name": "asked", "bandwidth": goal}]
    return results_of("disks", {"workloads": {"measured": runs, "goals": goals}})


@pytest.mark.parametrize(
    ("goal", "first", "second"),
    [
        ("4.8 GB/s", "✓", "✓"),
        ("4.9 GB/s", "✓", "✗"),
        ("9.6 GB/s", "✓", "✗"),
        ("9.7 GB/s", "✗", "✗"),
    ],
)
def test_goals_stand_below_each_workload(
    goal: str, first: str, second: str, capsys: Captured
) -> None:
    """Eight servers of 1.2 and of 0.6 GB/s: met at their sum, and not beyond."""
    results = plan_of_workloads(goal)
    print_workloads(results, "t", AT)
    rows = rows_of(capsys.readouterr().out)
    at = {row[0]: n for n, row in enumerate(rows)}
    for name, verdict in (("first", first), ("second", second)):
        own, below = rows[at[name]], rows[at[name] + 1]
        path = f"{AT}/workloads:{name}"
        assert own[1] == show(results[path, "workload_bandwidth"], "byte/s")
        assert below[0] == "asked"
        assert below[1] == show(results[f"{path}/goals:asked", "goal_bandwidth"], "byte/s")
        assert below[2].startswith(verdict), below
        blocks = results[f"{path}/goals:asked", "blocks_for_goal"]
        assert below[3] == show(blocks, "1")
        racks = results.values.get((f"{path}/goals:asked", "racks_for_goal"))
        assert below[4:] == ([] if racks is None else [show(racks, "1")])


def test_nothing_is_printed_of_a_tier_without_workloads(capsys: Captured) -> None:
    print_workloads(results_of("disks", {"workloads": None}), "t", AT)
    assert capsys.readouterr().out == ""


PRICED = "tests/report/priced.yaml"


@pytest.fixture(scope="module")
def priced() -> Any:
    return evaluate(load_scenario(PRICED, None, load_catalog()))


def test_steps_to_extend_are_listed_and_chosen(capsys: Captured, priced: Results) -> None:
    """All with their numbers; a chosen one is compared with today; six are too many."""
    assert main(["extend", PRICED]) == 0
    text = capsys.readouterr().out
    steps = numbered(extensions(priced))
    flat = " ".join(text.split())
    for n, _, step in steps:
        assert f"{n}. " in text, n
        if not step.is_possible:
            assert "not possible" in flat
    possible = [n for n, _, step in steps if step.is_possible]
    chosen = [option for n in possible[:2] for option in ("--step", str(n))]
    assert main(["extend", PRICED, *chosen]) == 0
    text = capsys.readouterr().out
    titles = [f"Step {n}: {step.title}" for n, _, step in steps if n in possible[:2]]
    assert [line for line in text.splitlines() if line.startswith("Step ")] == titles
    assert "today" in text
    assert f"step {possible[1]}" in text
    for n, _, step in steps:
        if not step.is_possible:
            assert main(["extend", PRICED, "--step", str(n)]) == 2
            assert f"step {n} isn't possible: " in capsys.readouterr().err


def test_a_quantity_is_explained_down_to_its_inputs(capsys: Captured) -> None:
    """Each with its formula once; below each other, further in."""
    assert main(["explain", PRICED, "planned_capacity"]) == 0
    lines = capsys.readouterr().out.splitlines()
    values = [line for line in lines if re.match(r" *[A-Z][^=]* = ", line)]
    depths = [len(line) - len(line.lstrip()) for line in values]
    assert depths[0] == 0
    assert all(b - a <= 2 for a, b in pairwise(depths))
    assert all(depth % 2 == 0 for depth in depths)
    assert sum("    source: " in line for line in lines) > 4
    shown = [line.strip().partition(" = ")[0] for line in values if "(shown above)" not in line]
    again = {line.strip().partition(" = ")[0] for line in values if "(shown above)" in line}
    assert again <= set(shown)


SAID = {"code_payload": "line code: payload bits", "code_block": "line code: bits of a block"}


def test_a_part_shows_its_figures_and_its_prices(capsys: Captured) -> None:
    """Or that nobody saw a price."""
    catalog = load_catalog()
    priced_part = "seagate-exos-x18-18tb"
    bare = next(
        key
        for kind in ("nic", "hba", "enclosure")
        for key in catalog.keys_of_kind(kind)
        if not catalog.prices(key)
    )
    for key in (priced_part, bare):
        assert main(["catalog", "show", key]) == 0
        text = capsys.readouterr().out
        prices = catalog.prices(key)
        assert ("No price is known." in text) is (not prices)
        assert all(str(one.date) in text for one in prices if one.price is not None)
        for name, value in catalog.figures(key).items():
            assert SAID.get(name, name.replace("_", " ")) in text, (key, name, value)
