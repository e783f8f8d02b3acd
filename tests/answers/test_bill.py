"""Each line of the bill says where it stands, why it is there, and whether it is an option."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.answers.views.bill import SUMMED, bill, by_tier, with_sums
from model.answers.views.view import Value, number
from model.answers.views.view_text import text_table
from model.design.scenario import edited, load_scenario

PRICED = load_scenario("tests/report/priced.yaml")


def bom(results: Results) -> dict[str, dict[str, Any]]:
    """Give the lines as programs read them, by their positions."""
    return {line["position"]: line for line in plan_json(results)["bom"]}


def test_positions_stay_where_others_go() -> None:
    """A quote refers to a position: it is the piece's, not its place in a list."""
    before = bom(evaluate(PRICED))
    after = bom(evaluate(edited(PRICED, {"tiers.0.memory": None, "tiers.0.processors": None})))
    assert set(before) - set(after) == {"1.02", "1.03"}
    assert all(after[at]["description"] == before[at]["description"] for at in after)
    assert before["1.08"]["role"] == "drives"
    assert len(before) == len(evaluate(PRICED).plan.lines)


@pytest.mark.parametrize(
    "name", ["beluga", "cri", "templates/flash-scratch", "templates/project-space"]
)
def test_what_tiers_come_to_is_all_of_the_bill(name: str) -> None:
    """Each line is counted once; what rows say adds up to the last one, known or not."""
    results = evaluate(load_scenario(f"scenarios/{name}.yaml"))
    *rows, total = by_tier(results).rows
    columns = zip(*([number(results, one) for one in row.entries] for row in rows), strict=True)
    sums = [number(results, one) for one in total.entries]
    assert sums[0] == len(results.plan.lines)
    for values, summed in zip(columns, sums, strict=True):
        assert summed is None or summed == pytest.approx(sum(one or 0.0 for one in values))
    assert len({row.label for row in rows}) == len(rows)


def test_an_option_is_neither_in_the_sums_nor_in_the_count_of_lines() -> None:
    """Its price isn't part of any sum, so that it is no line of them."""
    changes = {"tiers.0.network.option": True}
    before = evaluate(load_scenario("scenarios/templates/lab-nas.yaml"))
    after = evaluate(edited(before.plan.scenario, changes))
    options = sum(line.option for line in after.plan.lines)
    assert options > 0
    lines, fewer = (number(one, by_tier(one).rows[-1].entries[0]) for one in (before, after))
    assert (lines, fewer) == (len(before.plan.lines), len(after.plan.lines) - options)
    assert number(after, by_tier(after).rows[0].entries[0]) == fewer


def test_of_a_sum_that_is_unknown_the_known_part_is_said() -> None:
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    found = by_tier(results).only("tier_power", "tier_cost")
    power, cost = found.rows[0].entries
    assert isinstance(power, Value)
    assert power.at_least
    assert power.addresses == (("site/tiers:project", "known_tier_power"),)
    assert number(results, cost) is None, "of nothing known"
    assert [column.head for column in found.columns] == [SUMMED[c.key][0] for c in found.columns]


def test_a_count_says_why() -> None:
    """The numbers of the derivation, down to what is stated: they give the count."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    drives = bom(results)["1.08"]
    counted = "1 block x 2 enclosures per block x 106 drives per enclosure"
    assert drives["why"] == f"{counted}; per block, in no target: 3"  # 212 less 19 x 11
    assert drives["count"] == 1 * 2 * 106


def test_a_chassis_of_two_servers_is_rounded_up() -> None:
    """A division is said where something is divided."""
    lines = bom(evaluate(load_scenario("scenarios/astra.yaml")))
    why = "10 blocks x 2 servers per block / 2 nodes per chassis, rounded up"
    assert lines["1.01"]["why"] == why
    assert bom(evaluate(PRICED))["1.01"]["why"].count("/") == 0


def test_a_sum_is_in_brackets_where_it_is_divided() -> None:
    space = bom(evaluate(load_scenario("scenarios/templates/project-space.yaml")))
    ports = "(14 server switch ports + 24 other ports) / 40 ports of switch, rounded up"
    assert space["N.01"]["why"] == ports
    assert space["S.01"]["why"] == "5 service years x 14 servers in all"
    by_port = bom(evaluate(load_scenario("scenarios/sequoia.yaml")))["N.01"]
    assert by_port["why"] == "768 server switch ports + 0 other ports"


def test_an_option_is_in_the_bill_and_not_in_the_purchase() -> None:
    """Its price has a sum of its own; power and weight leave it out, too."""
    base = evaluate(PRICED)
    results = evaluate(edited(PRICED, {"tiers.0.drives.option": True}))
    drives = bom(base)["1.08"]
    offered = bom(results)["1.08"]
    assert (drives["option"], offered["option"]) == (False, True)
    assert offered["cost"] == drives["cost"] == results["site", "option_cost"]
    known = "known_equipment_cost"
    assert results["site", known] == pytest.approx(base["site", known] - drives["cost"])
    assert results["site", "usable_capacity"] == base["site", "usable_capacity"]
    rows = {row[0].text for row in text_table(results, with_sums(results)).rows}
    assert {"Total", "Total of options"} <= rows
    assert not any("options" in row[0].text for row in text_table(base, with_sums(base)).rows)


def test_a_discount_lot_and_number_are_carried() -> None:
    changes = {
        "tiers.0.lot": "Lot 2",
        "tiers.0.drives.discount": 0.25,
        "tiers.0.drives.number": "ST24000NM000C",
    }
    before, after = bom(evaluate(PRICED))["1.08"], bom(evaluate(edited(PRICED, changes)))["1.08"]
    assert (after["lot"], after["number"], after["discount"]) == ("Lot 2", "ST24000NM000C", 0.25)
    assert after["unit_price"] == before["unit_price"]
    assert after["net_unit_price"] == pytest.approx(0.75 * before["unit_price"], abs=0.005)
    assert after["cost"] == pytest.approx(after["net_unit_price"] * after["count"], abs=0.005)


def test_what_is_there_and_isnt_bought_is_named_below_the_lines() -> None:
    """Nobody takes a bill without switches for one that has them."""

    def row(*existing: str) -> list[str]:
        results = evaluate(edited(PRICED, {"existing": list(existing)}))
        texts = [row[0].text for row in text_table(results, with_sums(results)).rows]
        return [text for text in texts if "owned" in text]

    assert row() == []
    assert row("switches", "SAS cables") == ["Not bought, already owned: switches, SAS cables"]


def test_amounts_of_the_bill_are_to_the_cent() -> None:
    """Pieces times the price that is shown is the cost; whole amounts have no cents."""

    def shown(price: str) -> list[str]:
        results = evaluate(edited(PRICED, {"tiers.0.drives.price": price}))
        view = with_sums(results).only("position", "line_count", "unit_price", "line_cost")
        (row,) = (row for row in text_table(results, view).rows if row[1].text == "1.08")
        return [cell.text.replace("\u202f", " ") for cell in row[2:]]

    assert shown("782.13 EUR") == ["672", "782.13 EUR", "525 591.36 EUR"]
    assert shown("782.50 EUR") == ["672", "782.50 EUR", "525 840 EUR"]


def test_the_reason_of_a_piece_stands_at_its_line() -> None:
    """What the scenario says of why it has an item is read where the item is bought."""
    why = "two ports, as the switch has few left"
    scenario = edited(load_scenario("scenarios/beluga.yaml"), {"tiers.0.network.because": why})
    notes = [row.note for row in bill(evaluate(scenario)).rows]
    assert [note for note in notes if any(why in str(one) for one in note)] == [
        (f"mellanox-mcx555a-ecat, {why}",)
    ]
