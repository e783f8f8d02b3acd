"""A sheet that is changed says what a workbook of the changed scenario says, texts included."""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from model.engine.tree import Address
from report.sheets import ASSUMPTIONS
from report.summary_sheet import EXPORTED
from report.tables import SOURCE
from report.workbook import build
from tests.report.test_workbook import BURST, PRICED, SCENARIOS, saved

ASTRA = SCENARIOS / "astra.yaml"
CASES: dict[str, tuple[Path, dict[Address, float], dict[str, Any]]] = {
    "blocks": (PRICED, {("site/tiers:data", "blocks"): 9.0}, {"tiers.0.blocks": 9}),
    "budget": (PRICED, {("site", "required_budget"): 1e9}, {"requirements.budget": "1000 MEUR"}),
    "sockets": (
        PRICED,
        {("site/tiers:data", "cpus_per_server"): 2.0},
        {"tiers.0.processors.per_server": 2},
    ),
    "bays stated": (
        PRICED,
        {("site/tiers:data", "enclosure_bays"): 60.0},
        {"tiers.0.enclosures.bays": 60},
    ),
    "ports": (BURST, {("site/tiers:disk", "nic_ports"): 2.0}, {"tiers.1.network.ports": 2}),
    "stages": (
        ASTRA,
        {
            ("site/tiers:scratch", "memory_write_traffic"): 5.0,
            ("site/tiers:scratch", "processor_write_rate"): 1e12,
        },
        {"tiers.0.processing.memory_write_traffic": 5, "tiers.0.processing.write_rate": "1 TB/s"},
    ),
}
"""Inputs of a scenario with their values in the sheet, and the same change of the scenario."""


def computed(sheet: Any) -> Iterator[Any]:
    """The cells of a sheet, without what stands as it was when exported, and says so."""
    source = None
    for row in sheet.iter_rows():
        if row[0].value == EXPORTED:
            return
        if row[0].font.b and row[0].font.sz == 11:
            source = None
        for cell in row:
            source = cell.column if cell.value == SOURCE else source
            if cell.column != source and cell.value not in (None, ""):
                yield cell


def texts_and_numbers(workbook: openpyxl.Workbook) -> dict[tuple[str, str], Any]:
    """Everything that is shown, by sheet and cell; an edit changes the order of assumptions."""
    return {
        (sheet.title, cell.coordinate): to_excel(cell.value)
        if isinstance(cell.value, datetime.datetime)
        else cell.value
        for sheet in workbook.worksheets
        if sheet.title != ASSUMPTIONS
        for cell in computed(sheet)
    }


def same(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)


@pytest.mark.office
def test_a_changed_sheet_says_what_a_new_export_says(tmp_path: Path, recalculate_all: Any) -> None:
    """Numbers, verdicts, sentences, warnings and labels alike."""
    files, anew = [], []
    for name, (file, inputs, changes) in CASES.items():
        scenario = load_scenario(file)
        data, _, cells = build(evaluate(scenario))
        workbook = openpyxl.load_workbook(io.BytesIO(data))
        for address, value in inputs.items():
            cell = cells[address]
            workbook[cell.sheet].cell(cell.row + 1, cell.column + 1).value = value
        files.append(tmp_path / f"{name}.xlsx")
        files[-1].write_bytes(saved(workbook))
        new = build(evaluate(edited(scenario, changes)))[0]
        anew.append(openpyxl.load_workbook(io.BytesIO(new), data_only=True))
    for name, file, wanted in zip(CASES, recalculate_all(files), anew, strict=True):
        found = texts_and_numbers(openpyxl.load_workbook(file, data_only=True))
        expected = texts_and_numbers(wanted)
        stale = {
            at: (found.get(at), expected.get(at))
            for at in found.keys() | expected.keys()
            if not same(found.get(at), expected.get(at))
        }
        assert len(expected) > 500
        assert not stale, name
