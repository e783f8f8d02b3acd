"""A workbook with phases, payments, taxes and all that years may cost is computed anew."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from model.answers.results import evaluate
from model.design.scenario import load_scenario
from report.workbook.sheets import COST
from report.workbook.workbook import build
from tests import planned
from tests.demand_trees import of_groups
from tests.office import Sheets
from tests.report.books import differences
from tests.trees import LIFE

PARTS = [{"name": name, "share": 0.5, "after": f"{n} months"} for n, name in enumerate("ab")]
PAID = {"order_date": "2026-09-01", "phases": PARTS, "payments": {"milestones": PARTS}}
COSTS = [{"name": "all", "cost": "10 EUR"}, {"name": "late", "cost": "5 EUR", "year": 1}]


@pytest.mark.long
@pytest.mark.office
def test_all_costs_are_live(compute: Callable[[dict[str, bytes]], dict[str, Sheets]]) -> None:
    """Each figure of the years, phases and projections is computed by the sheet."""
    tier = planned.like("disks", demand=of_groups("added"), enclosures={"maintenance_rate": 0.1})
    compared = [{"name": name, "costs": COSTS} for name in ("old", "new")]
    said = {"tiers": [tier, planned.like("given", "g")], "economics": {**LIFE, **PAID}}
    said["projections"] = {"alternatives": compared}
    text = json.dumps(planned.merged(planned.EXAMPLES["site"], said))
    data, numbers, cells = build(evaluate(load_scenario("x.yaml", text)), spoiled=True)
    for address in (
        ("site/phases:a", "phase_cost"),
        ("site/years:year 1", "year_payment"),
        ("site/projections:new", "break_even_price"),
    ):
        assert cells[address].sheet == COST
    assert not differences(compute({"life": data})["life"], numbers)
