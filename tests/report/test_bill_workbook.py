"""The bill in the workbook: services, options, spares, cables and switches, alive to the cent."""

from __future__ import annotations

from typing import Any

import pytest
from xlsxwriter.utility import xl_rowcol_to_cell

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from report.workbook.sheets import BILL, BILL_KEY, COST, RACKS, SUMMARY, Cell
from report.workbook.texts import STALE_RACKS, STALE_YEARS
from report.workbook.workbook import build
from tests.report.books import (
    PRICED,
    SCENARIOS,
    differences,
    resting_on_procedures,
    sheet_of,
    shown,
    typed,
    without_assumptions,
)

SWITCH = {"part": "mellanox-qm8700", "price": "15000 EUR", "power": "300 W", "weight": "12 kg"}
BOUGHT: dict[str, Any] = {
    "tiers.0.drives.discount": 0.125,
    "tiers.0.memory.option": True,
    "tiers.0.spares": {"failure_rate": 0.02},
    "tiers.0.network.cables": [
        {"length": "3 m", "share": 0.3},
        {"share": 0.7, "price": "9.99 EUR"},
    ],
    "tiers.0.network.transceivers": [{"name": "SR4", "price": "133.335 EUR"}],
    "fabric": {"switch": SWITCH, "topology": "fat tree", "other_ports": 100},
    "services": [
        {"kind": "support", "share": 0.08, "years": 5},
        {"name": "licence", "per": "server", "tier": "data", "price": "999.995 EUR", "years": 3},
        {"kind": "licence", "per": "usable TB", "price": "10.005 EUR"},
        {"kind": "drive retention", "per": "drive", "price": "20 EUR", "option": True},
        {"kind": "installation"},
    ],
}
TYPED = {
    ("site/tiers:data", "blocks"): 7.0,
    ("site/tiers:data/lines:drives", "unit_discount"): 0.33,
    ("site/tiers:data", "drive_failure_rate"): 0.05,
    ("site", "other_ports"): 300.0,
    ("site/tiers:data/lines:service 2", "service_years"): 5.0,
    ("site/services:services/lines:service 1", "purchase_share"): 0.1,
}
CHANGED = BOUGHT | {
    "tiers.0.blocks": 7,
    "tiers.0.drives.discount": 0.33,
    "tiers.0.spares": {"failure_rate": 0.05},
    "fabric": {"switch": SWITCH, "topology": "fat tree", "other_ports": 300},
    "services": [
        {**BOUGHT["services"][0], "share": 0.1},
        {**BOUGHT["services"][1], "years": 5},
        *BOUGHT["services"][2:],
    ],
}


@pytest.mark.long
@pytest.mark.office
def test_the_bill_is_alive(compute) -> None:
    """Wrong results all change to the model's; figures typed over give those of another plan."""
    results = evaluate(edited(load_scenario(PRICED), BOUGHT))
    spoiled, numbers, _ = build(results, spoiled=True)
    data, _, cells = build(results)
    changed = typed(data, {cells[at]: value for at, value in TYPED.items()})
    one, two = compute({"spoiled": spoiled, "typed": changed}).values()
    assert not differences(one, numbers)
    after = evaluate(edited(load_scenario(PRICED), CHANGED))
    _, changed, cells = build(after)
    packed = resting_on_procedures(after, cells)
    formulas = {c: n for c, n in changed.items() if c not in packed and c.sheet != RACKS}
    assert not differences(two, without_assumptions(formulas))
    for sheet in (RACKS, SUMMARY):  # which says that it is packed as it was
        assert shown(one, Cell(sheet, 2, 0)) is None
        assert shown(two, Cell(sheet, 2, 0)) == STALE_RACKS


def test_a_part_is_chosen_once_for_all_lines_that_have_it() -> None:
    """The key of spine switches and of spares is that of the line which they follow."""
    data, _, cells = build(evaluate(edited(load_scenario(PRICED), BOUGHT)))
    sheet = sheet_of(data, BILL)
    for line, first in (
        ("site/common:fabric/lines:spine switches", "site/common:fabric/lines:leaf switches"),
        ("site/tiers:data/lines:spares", "site/tiers:data/lines:drives"),
    ):
        row, of_first = (cells[path, "line_count"].row + 1 for path in (line, first))
        assert (
            sheet.cell(row, BILL_KEY + 1).value == f"={xl_rowcol_to_cell(of_first - 1, BILL_KEY)}"
        )


@pytest.mark.office
def test_racks_stay_met_by_no_packing_of_another_design(compute) -> None:
    """18 blocks fill 2 racks at least, by units and power: a bound, and no verdict."""
    results = evaluate(load_scenario(SCENARIOS / "templates" / "flash-scratch.yaml"))
    data, _, cells = build(results)
    blocks = cells["site/tiers:scratch", "blocks"]
    values, same = {blocks: 18.0}, {blocks: 16.0}
    as_exported, changed = compute(
        {"same": typed(data, same), "changed": typed(data, values)}
    ).values()
    met, racks = cells["site", "racks_is_met"], cells["site", "racks"]
    assert (shown(as_exported, met), shown(as_exported, racks)) == (1.0, 2.0)
    assert (shown(changed, met), shown(changed, racks)) == ("#N/A", 2.0)
    source = [row for row in changed["Bill of materials"] if row[0] == "Dell PowerEdge R7625"]
    assert str(source[0][11]).startswith("estimate: budget class ")


@pytest.mark.long
@pytest.mark.office
def test_racks_by_year_of_a_changed_workbook_are_said_to_be_a_bound(compute) -> None:
    """What is typed of demand or blocks changes what later years pack; the bound is never above."""
    grows = {"groups": [{"name": "users", "volume": "14 PB", "added": "5 PB/year"}]}
    template = load_scenario(SCENARIOS / "templates" / "project-space.yaml")
    results = evaluate(edited(template, {"tiers.0.demand": grows}))
    data, _, cells = build(results)
    [group] = [path for path in results.plan.instances if path.endswith(":users")]
    values = {
        "same": {cells["site/tiers:project", "blocks"]: 6.0},
        "blocks": {cells["site/tiers:project", "blocks"]: 9.0},
        "demand": {cells[group, "group_volume"]: 30e15},
    }
    sheets = compute({name: typed(data, typing) for name, typing in values.items()})
    assert shown(sheets["same"], Cell(COST, 2, 0)) is None
    more = {"blocks": {"tiers.0.blocks": 9}, "demand": {"tiers.0.demand.groups.0.volume": "30 PB"}}
    for name, change in more.items():
        assert shown(sheets[name], Cell(COST, 2, 0)) == STALE_YEARS
        for path in results.years():
            bound = shown(sheets[name], cells[path, "year_racks"])
            assert results["site", "racks"] <= bound <= results.edited(change)[path, "year_racks"]


@pytest.mark.office
def test_racks_beyond_the_limit_by_units_alone_are_not_met(compute) -> None:
    """100 blocks of 2 units fill more than 2 racks however they are packed."""
    results = evaluate(load_scenario(SCENARIOS / "templates" / "flash-scratch.yaml"))
    data, _, cells = build(results)
    values = {cells["site/tiers:scratch", "blocks"]: 100.0}
    (changed,) = compute({"changed": typed(data, values)}).values()
    assert shown(changed, cells["site", "racks_is_met"]) == 0.0


@pytest.mark.long
@pytest.mark.office
def test_racks_beyond_the_limit_by_power_alone_are_not_met(compute) -> None:
    """24 servers, or 20 with 24 drives, fill half of 2 racks, but draw more than their 30 kW."""
    results = evaluate(load_scenario(SCENARIOS / "templates" / "flash-scratch.yaml"))
    data, _, cells = build(results)
    blocks, drives = (cells["site/tiers:scratch", name] for name in ("blocks", "drives_per_server"))
    changes = {"servers": {blocks: 24.0}, "drives": {blocks: 20.0, drives: 24.0}}
    sheets = compute({name: typed(data, values) for name, values in changes.items()})
    for changed in sheets.values():
        assert shown(changed, cells["site", "racks_without_gaps"]) == 2.0
        assert shown(changed, cells["site", "racks_by_power"]) == 3.0
        assert shown(changed, cells["site", "racks_is_met"]) == 0.0
    more = {"tiers.0.blocks": 20, "tiers.0.drives.per_server": 24}
    assert results.edited(more)["site", "racks"] == 3
