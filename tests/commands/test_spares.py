"""`spares`: what to hold, and what to buy for an amount."""

from __future__ import annotations

import json

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.spare_budget import spare_budget
from model.answers.views.shelf_table import shelf
from model.design.scenario import edited

PROJECT = "scenarios/templates/project-space.yaml"


def test_spares_for_an_amount_cost_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spares", PROJECT, "--budget", "40000 EUR", "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    budget = document["budget"]
    cost = sum(one["price"] * one["buy"] for one in budget["spares"])
    assert 0 < cost == budget["cost"] <= 40000
    assert budget["yearly_wait_after"] < budget["yearly_wait_before"]
    assert "project: enclosure modules" in budget["left_out"]
    drives = next(one for one in document["shelf"] if one["part"] == "drive")
    assert drives["shelf"] == 5


def test_the_terminal_shows_both_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spares", PROJECT, "--budget", "40000 EUR"]) == 0
    shown = capsys.readouterr().out
    assert "Spare parts for a lead time" in shown
    assert "Spares to buy for the amount" in shown
    assert main(["spares", PROJECT]) == 0
    assert "to buy" not in capsys.readouterr().out


@pytest.mark.parametrize("amount", ["40000", "40000 USD", "-5 EUR", "0 EUR"])
def test_an_amount_has_the_currency_and_is_above_zero(amount: str) -> None:
    assert main(["spares", PROJECT, f"--budget={amount}"]) == 2


def test_cold_spares_of_the_bill_are_held_already() -> None:
    results = evaluate(load_scenario(PROJECT))
    none = evaluate(edited(load_scenario(PROJECT), {"tiers.0.spares.buy": "none"}))
    drives, without = (
        next(b for b in spare_budget(one, 3e3).bought if b.part == "drive")
        for one in (results, none)
    )
    assert (drives.spare.held, without.spare.held) == (5, 0)
    assert without.buy > drives.buy


def test_a_server_has_its_processors_and_memory() -> None:
    results = evaluate(load_scenario(PROJECT))
    server = next(b for b in spare_budget(results, 1e5).bought if b.label == "project: servers")
    assert server.spare.price == pytest.approx((277680 + 54685.44) / 12)


def test_spares_of_owned_parts_arent_free() -> None:
    """An owned part costs nothing in the plan; its spare has an unknown price, not 0."""
    results = evaluate(edited(load_scenario(PROJECT), {"tiers.0.owned": True}))
    budget = spare_budget(results, 1e5)
    assert not [one.label for one in budget.bought if one.tier == "project"]
    assert {"project: servers", "project: enclosures", "project: drives"} <= set(budget.unpriced)
    rows = {row.label: row for row in shelf(results).rows}
    assert [rows[f"project: {part}"].entries[2] for part in ("drives", "servers")] == ["", ""]
