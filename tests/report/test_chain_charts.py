"""The figures of the chains refer to the cells of the chains: typed figures move them."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import openpyxl

from model import evaluate, load_scenario
from report.sheets import PERFORMANCE
from report.workbook import workbook_bytes

TEMPLATE = Path(__file__).parents[2] / "scenarios/templates/project-space.yaml"


def test_each_chain_is_drawn_live_below_the_tables() -> None:
    results = evaluate(load_scenario(TEMPLATE))
    content = workbook_bytes(results)
    sheet = openpyxl.load_workbook(io.BytesIO(content), read_only=False)[PERFORMANCE]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        charts = [
            packed.read(name).decode() for name in packed.namelist() if "charts/chart" in name
        ]
    refers = re.compile(rf"<c:f>{PERFORMANCE}!\$(\w)\$(\d+):\$\w\$(\d+)</c:f>")
    drawn = [found for chart in charts if (found := refers.findall(chart))]
    assert len(drawn) == 2 * len(list(results.tiers()))
    for ranges in drawn:
        (_, first, last), *_ = ranges
        assert {(one[1], one[2]) for one in ranges} == {(first, last)}
        heads = {column: sheet[f"{column}{int(first) - 1}"].value for column, _, _ in ranges}
        said = " ".join(map(str, heads.values()))
        assert said.startswith("Stage Tier")
        assert "Committed" in said
        assert sheet[f"A{first}"].value == "Drives"
        assert sheet[f"A{last}"].value == "Fabric"
    anchors = {chart.anchor._from.row for chart in sheet._charts}
    titles = [row for row in range(1, sheet.max_row) if "chain" in str(sheet.cell(row, 1).value)]
    assert min(anchors) > max(titles)
    assert max(anchors) < 200
