"""A fixed gross budget: the most blocks that stay within it, and not one more."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import InputError, edited, evaluate, load_scenario
from model.__main__ import main
from model.answers.results import Results
from model.search.budget import (
    NONE_BETTER,
    STEPS,
    _with_partial_block,
    afforded,
    better,
    figures,
    headline,
    open_fields,
)
from model.units.figures import grouped
from tests import planned

EACH = {"price": "5000 EUR", "power": "300 W", "weight": "20 kg", "rack_units": 2}
RATES = {"capacity": "10 TB", "read_bandwidth": "250 MB/s", "write_bandwidth": "240 MB/s"}
BARE: dict[str, Any] = {
    "servers": {"name": "server", "per_block": 2, **EACH},
    "drives": {"name": "drive", "per_server": 24, **RATES, **EACH},
}
TIER = {"name": "t", "file_system": "lustre", "blocks": 4, "target": {"layout": "raidz2:8"}, **BARE}


def said(**economics: Any) -> str:
    site = planned.merged(planned.EXAMPLES["site"], {"tiers": [TIER], "economics": economics})
    return json.dumps(site)


@cache
def site() -> Results:
    return evaluate(load_scenario("x.yaml", said()))


def site_of(blocks: int) -> Results:
    return site().edited({"tiers.0.blocks": blocks})


def gross(blocks: int) -> float:
    scenario = edited(site().plan.scenario, {"tiers.0.blocks": blocks})
    return evaluate(scenario, site().plan.catalog)["site", "gross_cost"] or 0.0


@settings(max_examples=10)
@given(st.floats(1e6, 1e9))
def test_one_block_more_would_not_do(budget: float) -> None:
    """What is found stays within the budget, one more doesn't, and what is left is the rest."""
    found = afforded(site(), budget, "t")
    assert found.next_cost == gross(found.blocks + 1) > budget
    if found.blocks:
        assert found.cost == gross(found.blocks) <= budget
        assert found.left == budget - gross(found.blocks)
    else:
        assert (found.cost, found.left, found.plan) == (None, None, None)


def test_the_cost_of_so_many_blocks_affords_them() -> None:
    """The budget that a plan costs affords just that plan: nothing is left."""
    found = afforded(site(), gross(7), "t")
    assert (found.blocks, found.left) == (7, 0.0)


def test_more_money_never_affords_less() -> None:
    counts = [afforded(site(), budget, "t").blocks for budget in (1e6, 3e6, 1e7, 3e7, 1e8)]
    assert counts == sorted(counts)


def test_support_is_inside() -> None:
    """Maintenance takes its part of the same budget: Göttingen's gross price included it."""
    free = evaluate(load_scenario("x.yaml", said(maintenance_rate=0.0)))
    assert afforded(free, 1e8, "t").blocks > afforded(site(), 1e8, "t").blocks


def limited(blocks: int, **requirements: Any) -> Results:
    site = planned.merged(json.loads(said()), {"requirements": requirements})
    site["tiers"][0]["blocks"] = blocks
    return evaluate(load_scenario("x.yaml", json.dumps(site)))


def test_fewer_drives_spend_what_whole_blocks_leave() -> None:
    """A budget just below two whole blocks affords two with fewer drives, and no more."""
    budget = gross(2) - 1.0
    found = afforded(site(), budget, "t", spend=True)
    assert (found.blocks, found.best is not None) == (1, True)
    assert found.best is not None
    assert found.plan is not None
    assert gross(1) < found.best.cost <= budget
    assert found.best.plan["site", "usable_capacity"] > found.plan["site", "usable_capacity"]
    assert found.best.cost == found.best.plan["site", "gross_cost"]


def test_a_search_without_a_better_design_is_said() -> None:
    """Money for nothing but whole blocks: the text says that other designs were tried."""
    found = afforded(site(), gross(1), "t", spend=True)
    assert found.best is None
    assert better(found) == NONE_BETTER
    assert not better(afforded(site(), gross(1), "t"))
    assert not better(afforded(site(), gross(1) / 1000, "t", spend=True))


def test_what_a_budget_affords_names_the_limits_that_it_breaks() -> None:
    """More money lifts no limit of racks: fewer blocks stay within, and the design does."""
    power = limited(3, power="1 MW")["site", "equipment_power"] or 0.0
    results = limited(1, power=f"{power + 1} W")
    found = afforded(results, gross(20), "t", spend=True)
    assert (found.blocks, found.within) == (20, 3)
    assert found.broken[0].startswith("Maximum equipment power: ")
    assert found.best is not None
    assert found.best.plan["site", "equipment_power"] <= power + 1
    assert found.best.plan["site", "usable_capacity"] >= site_of(3)["site", "usable_capacity"]
    assert "at most 3 blocks are within them" in headline(found, results)


def test_a_limit_that_cannot_be_judged_is_said() -> None:
    """Racks of drives that no part describes are unknown: the blocks may need more of them."""
    results = limited(1, racks=10)
    found = afforded(results, gross(20), "t")
    assert found.broken == ()
    assert "unknown whether they are within: Maximum number of racks" in headline(found, results)


def test_goettingen_spends_its_budget() -> None:
    """Whole blocks of 204 drives left 176,795 of 700,000 EUR; fewer drives leave one target's."""
    results = evaluate(load_scenario("scenarios/tenders/goettingen-2024.yaml"))
    found = afforded(results, 7e5, "data", spend=True)
    assert found.best is not None
    assert found.left is not None
    assert 7e5 - found.best.cost < found.left / 4
    assert found.best.options == {
        "drives": "77 per enclosure, Seagate Exos X24 24 TB SAS",
        "blocks": "2",
    }


def test_one_block_more_may_have_fewer_drives() -> None:
    """A partial block beside whole ones is a tier of its own, and stays within the budget."""
    found = _with_partial_block(site(), gross(4) - 1.0, 0, 3)
    assert [one.options["blocks"] for one in found] == ["3"]
    names = [tier.name for tier in found[0].plan.plan.scenario.tiers]
    assert names == ["t", "t partial block"]
    assert gross(3) < found[0].cost < gross(4)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(said())
    assert main(["budget", str(file), "--gross", "100 MEUR", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.budget/1"
    assert found["gross_cost"] + found["left"] == found["gross_budget"] == 1e8
    assert found["next_gross_cost"] > 1e8
    assert found["best"]["usable_capacity"] > found["usable_capacity"]
    assert found["best"]["gross_cost"] + found["best"]["left"] == 1e8
    written = tmp_path / "best.yaml"
    assert main(["budget", str(file), "--gross", "100 MEUR", "--out", str(written)]) == 0
    capsys.readouterr()
    best = evaluate(load_scenario(str(written)))
    assert best["site", "usable_capacity"] == found["best"]["usable_capacity"]
    assert main(["budget", str(file), "--gross", "100 MEUR", "--tier", "t"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"buys {found['blocks']} blocks of t" in text
    assert "Not included, because no value was entered: space" in text
    assert main(["budget", str(file), "--gross", "1000 EUR"]) == 0
    assert "buys no block of t: one costs" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (
            ["--gross", "700000 USD"],
            "--gross: write the budget in EUR, the currency of the scenario",
        ),
        (["--gross", "700000"], "--gross: "),
        (["--gross", "0 EUR"], "--gross: must be above 0"),
        (["--gross", "9 EUR", "--tier", "none"], "no tier 'none' has blocks; write one of: t"),
    ],
)
def test_a_wrong_option_is_said_in_a_line(
    options: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(said())
    assert main(["budget", str(file), *options]) == 2
    error = capsys.readouterr().err
    assert what in error
    assert "Traceback" not in error


def test_what_is_unknown_is_asked_for() -> None:
    """No number of blocks is made up from known parts: it says what to state."""
    bare = evaluate(load_scenario("x.yaml", said(vat_rate=None, energy_price=None)))
    with pytest.raises(InputError) as refused:
        afforded(bare, 1e8, "t")
    assert str(refused.value).splitlines() == [
        "x.yaml: the VAT rate is missing: write 'economics.vat_rate'",
        "x.yaml: the cost of energy is unknown: enter the missing values under 'economics'",
    ]


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [(["drives"], "1 line of the bill has"), (["drives", "servers"], "2 lines of the bill have")],
)
def test_prices_that_are_missing_are_counted(pieces: list[str], lines: str) -> None:
    site = json.loads(said())
    for piece in pieces:
        del site["tiers"][0][piece]["price"]
    with pytest.raises(InputError) as refused:
        afforded(evaluate(load_scenario("x.yaml", json.dumps(site))), 1e8, "t")
    assert str(refused.value).splitlines() == [
        f"x.yaml: {lines} no price: state it, or name a quote or a price book",
        "x.yaml: the cost of maintenance is unknown: enter the missing values under 'economics'",
    ]


def test_more_than_a_fabric_can_join_is_not_taken_for_a_missing_price() -> None:
    """What some blocks cost is known; of millions, whose switches no fat tree joins, it isn't."""
    space = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    assert afforded(space, 1e9, "project").blocks > 100
    with pytest.raises(InputError, match="blocks of 'project' is unknown: enter a smaller number"):
        afforded(space, 1e12, "project")


def test_what_costs_nothing_is_refused() -> None:
    free = {name: {"price": "0 EUR", "power": "0 W"} for name in BARE}
    scenario = json.loads(said())
    scenario["tiers"] = [planned.merged(scenario["tiers"][0], free)]
    results = evaluate(load_scenario("x.yaml", json.dumps(scenario)))
    with pytest.raises(InputError, match="do they have a price"):
        afforded(results, 1e8, "t")


@pytest.mark.parametrize("blocks", [1, 2, 12, 13, 100, 1000])
def test_the_blocks_that_are_tried_are_few_and_hold_what_is_afforded(blocks: int) -> None:
    """Among them the next one, which may have fewer drives, and some fewer and some more."""
    counts = open_fields(site(), 0, blocks)["tiers.0.blocks"]
    assert {blocks, blocks + 1} <= {*counts}
    assert counts == sorted({*counts})
    assert len(counts) < 5 * STEPS
    assert counts[0] == max(1, min(blocks - 1, round(blocks * 0.75)))
    assert counts[-1] >= 1.4 * blocks


@cache
def growing() -> Results:
    grows = {"groups": [{"name": "users", "volume": "14 PB", "added": "5 PB/year"}]}
    template = load_scenario("scenarios/templates/project-space.yaml")
    return evaluate(edited(template, {"tiers.0.demand": grows}))


def test_what_growth_costs_is_said_of_blocks_and_of_none() -> None:
    """The gross cost holds what growth buys, so a budget may afford no block for its sake."""
    results = growing()
    few = afforded(results, 4e6, "project")
    one = results.edited({"tiers.0.blocks": 1})
    growth = one["site", "later_capital_cost"]
    assert growth > 3e6
    said = f"one costs {grouped(one['site', 'gross_cost'])} EUR, {grouped(growth)} EUR of it net"
    assert f"{said} for growth" in headline(few, results).replace("\xa0", " ")
    more = afforded(results, 5.2e6, "project")
    assert more.plan is not None
    cost = more.plan["site", "later_capital_cost"]
    assert (few.blocks, more.blocks) == (0, 7)
    costs = {n: results.edited({"tiers.0.blocks": n})["site", "gross_cost"] or 0 for n in (1, 5, 7)}
    assert costs[1] > costs[5] > costs[7], "later blocks cost more than at once"
    assert afforded(results, (costs[1] + costs[5]) / 2, "project").blocks == 7
    assert afforded(results, (costs[7] + costs[5]) / 2, "project").blocks == 7
    rows = {row[0]: row[1].replace("\xa0", " ") for row in figures(more, results)}
    assert rows["of it for growth, net"] == f"{grouped(cost)} EUR"
    assert "growth exceeds the maximum number of racks from year" in headline(more, results)
    plain = evaluate(load_scenario("scenarios/templates/lab-nas.yaml"))
    assert "growth" not in str(figures(afforded(plain, 1e5, "nas"), plain))
