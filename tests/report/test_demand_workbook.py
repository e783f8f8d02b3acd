"""A workbook with a demand is alive: years, blocks and costs are computed anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.results import evaluate
from model.scenario import edited, load_scenario
from report.sheets import COST
from report.workbook import SPOILED, build
from tests.report.test_workbook import differences

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DEMAND = {
    "groups": [
        {"name": "a", "volume": "0.5 PB", "growth": "40 %"},
        {"name": "b", "volume": "0.2 PB", "added": "300 TB/year"},
        {"name": "c", "volume": "0.1 PB", "growth": "90 %", "ceiling": "2 PB"},
    ]
}
CASES = {
    "groups": {"tiers.0.demand": DEMAND},
    "one group": {"tiers.0.demand": {"groups": DEMAND["groups"][2:]}},
    "site": {"demand": {"file": "data/cri-departments.csv"}},
    "purge": {"tiers.0.demand": {"purge": {"after": "28 days", "growth": "20 TB/day"}}},
}
FILES = {"mean_size": "1 MB"}
MOVE = {"volume": "1.19 PB", "source_rate": "880 MB/s"}


@pytest.mark.office
def test_every_cell_equals_the_model_and_is_alive(tmp_path, recalculate_all):
    """Wrong results written beside the formulas all change to what the model says."""
    scenario = load_scenario(SCENARIOS / "beluga.yaml")
    prices = {f"{at}.price": "1000 CAD" for at, _ in scenario.pieces()}
    files, expected = [], []
    for name, changes in CASES.items():
        stated = {
            **prices,
            **changes,
            "migration": MOVE,
            "files": FILES,
            "economics.price_decline": 0.1,
        }
        data, numbers, cells = build(evaluate(edited(scenario, stated)), spoiled=True)
        file = tmp_path / f"{name}.xlsx"
        file.write_bytes(data)
        assert SPOILED not in numbers.values()
        assert cells["site/years:year 1", "year_expansion"].sheet == COST
        files.append(file)
        expected.append(numbers)
    for written, numbers in zip(recalculate_all(files), expected, strict=True):
        assert not differences(written, numbers)
