"""A workbook of a site that says its files and clients is alive: inodes, space, memory."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from report.workbook.sheet_writer import SPOILED
from report.workbook.sheets import CAPACITY, SUMMARY
from report.workbook.workbook import build
from tests.report.books import differences

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SIZES = {"sizes": [{"size": "4 KiB", "share": 0.6}, {"size": "5 MB", "share": 0.4}]}
CLIENTS = {"nodes": 1024, "cores": 32, "login_nodes": 12, "working_set": 20000000}
CASES = {
    "beluga": {"files": SIZES, "tiers.1.data_on_mdt": "64 KiB", "clients": CLIENTS},
    "lcpq": {"files": {"mean_size": "1 MB", "count": 50000000}},
}


@pytest.mark.long
@pytest.mark.office
def test_every_cell_equals_the_model_and_is_alive(compute):
    """Wrong results written beside the formulas all change to what the model says."""
    files, expected = {}, {}
    for name, changes in CASES.items():
        scenario = edited(load_scenario(SCENARIOS / f"{name}.yaml"), changes)
        files[name], expected[name], cells = build(evaluate(scenario), spoiled=True)
        assert SPOILED not in expected[name].values()
        assert cells["site", "inodes_available"].sheet == CAPACITY
    assert cells["site/metadata:metadata", "inodes"].sheet == CAPACITY
    for name, sheets in compute(files).items():
        assert not differences(sheets, expected[name]), name


def test_the_summary_lists_the_answer(tmp_path):
    """The first sheet has inodes, files and the bytes at which inodes run out; and the warning."""
    changes = {"files": {"mean_size": "100 kB"}, "clients": CLIENTS}
    scenario = edited(load_scenario(SCENARIOS / "beluga.yaml"), changes)
    file = tmp_path / "beluga.xlsx"
    results = evaluate(scenario)
    file.write_bytes(build(results)[0])
    sheet = openpyxl.load_workbook(file, data_only=True)[SUMMARY]
    rows = {row[0].value: row[1].value for row in sheet.iter_rows(max_col=2)}
    for name in ("inodes_available", "files_expected", "inodes_margin", "inode_limited_capacity"):
        label = results.item("site", name).label + ", at most" * (name == "inodes_available")
        assert rows[label] == pytest.approx(results["site", name])
    assert any(str(text).startswith("! inodes run out before capacity") for text in rows)
