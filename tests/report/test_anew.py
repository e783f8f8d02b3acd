"""A sheet that is changed says what a workbook of the changed scenario says, texts included."""

from __future__ import annotations

import datetime
import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel

from model.answers.results import evaluate
from model.design.scenario import Scenario, edited, load_scenario
from model.engine.tree import Address
from report.workbook.lookups import AFTER_KEY
from report.workbook.sheets import (
    ACCEPTANCE,
    ASSUMPTIONS,
    BILL,
    BILL_KEY,
    CERTAINTY,
    PARTS,
    PRICES,
    QUESTIONS,
    RACKS,
    SPECIFICATION,
    SUMMARY,
    Cell,
)
from report.workbook.steps import STEPS
from report.workbook.texts import EXPORTED, SOURCE_AT_EXPORT
from report.workbook.workbook import build
from tests.office import Sheets
from tests.report.books import BURST, PRICED, SCENARIOS, built, resting_on_procedures, typed

ASTRA = SCENARIOS / "astra.yaml"
SHAHEEN = SCENARIOS / "measured" / "shaheen2.yaml"
DRIVES = "site/tiers:data/lines:drives"
PORTS = "site/tiers:data/lines:network"
FLASH = "hpe-sas-mixed-use-3840gb"
OFFER = {"because": "an offer of what isn't listed"}
SAME_ROWS = edited(load_scenario(PRICED), {"checkpoint": None, "economics.price_date": None})
"""Neither do checkpoints wear flash, nor has it a price path: disks have the same rows."""
CASES: dict[str, tuple[Path | Scenario, dict[Address, float | str], dict[str, Any]]] = {
    "flash": (SAME_ROWS, {(DRIVES, "part"): FLASH}, {"tiers.0.drives.part": FLASH}),
    "scale": (PRICED, {("site/tiers:data", "blocks"): 900.0}, {"tiers.0.blocks": 900}),
    "blocks, tax and budget": (
        PRICED,
        {
            ("site/tiers:data", "blocks"): 9.0,
            ("site", "vat_rate"): 0.07,
            ("site", "required_budget"): 1e9,
        },
        {"tiers.0.blocks": 9, "economics.vat_rate": 0.07, "requirements.budget": "1000 MEUR"},
    ),
    "sockets, and bays stated": (
        PRICED,
        {("site/tiers:data", "cpus_per_server"): 2.0, ("site/tiers:data", "enclosure_bays"): 60.0},
        {"tiers.0.processors.per_server": 2, "tiers.0.enclosures.bays": 60},
    ),
    # What is typed over a figure of a part makes it another one, of which no price is known.
    "drive capacity": (
        PRICED,
        {("site/tiers:data", "drive_capacity"): 30e12, (PORTS, "unit_power"): 9.0},
        {
            "tiers.0.drives.capacity": {"value": "30 TB", **OFFER},
            "tiers.0.network.power": {"value": "9 W", **OFFER},
        },
    ),
    "price again": (
        edited(load_scenario(PRICED), {"tiers.0.drives.capacity": {"value": "30 TB", **OFFER}}),
        {("site/tiers:data", "drive_capacity"): 24e12},
        {"tiers.0.drives.capacity": "24 TB"},
    ),
    "ports": (BURST, {("site/tiers:disk", "nic_ports"): 2.0}, {"tiers.1.network.ports": 2}),
    # What is typed for all stages counts for those too that deliver a share of their own, but
    # where it is stated, as that of drives is for reading.
    "delivery of all": (
        edited(load_scenario(SHAHEEN), {"tiers.0.policy.deliveries.read.drives": 0.6}),
        {("site/tiers:scratch", "delivery_factor"): 0.9},
        {"tiers.0.policy.delivery_factor": 0.9},
    ),
    "delivery of drives, one way": (
        SHAHEEN,
        {("site/tiers:scratch", "own_drives_write_delivery"): 0.6},
        {"tiers.0.policy.deliveries.write.drives": 0.6},
    ),
    # Nobody stated any processing: with it, wires deliver their own share.
    "stages": (
        ASTRA,
        {
            ("site/tiers:scratch", "memory_write_traffic"): 5.0,
            ("site/tiers:scratch", "processor_write_rate"): 1e12,
        },
        {"tiers.0.processing.memory_write_traffic": 5, "tiers.0.processing.write_rate": "1 TB/s"},
    ),
}
"""Inputs of a scenario with their values in the sheet, and the same change of the scenario; a part
is typed by what the drop-down offers."""


def computed(sheet: Any) -> Iterator[tuple[int, int | None]]:
    """The rows of a sheet up to what stands as it was when exported, and says so; each with the
    column of sources, which do as well.
    """
    source = None
    for at, row in enumerate(sheet.iter_rows()):
        if row[0].value == EXPORTED:
            return
        if row[0].font.b and row[0].font.sz == 11:
            source = None
        source = next((n for n, cell in enumerate(row) if cell.value == SOURCE_AT_EXPORT), source)
        yield at, source


def written(workbook: openpyxl.Workbook) -> Sheets:
    return {sheet.title: list(map(list, sheet.values)) for sheet in workbook.worksheets}


def said(sheet: str, column: int, value: Any) -> Any:
    """What a cell says; of what was chosen as a part its key."""
    if sheet == BILL and column == BILL_KEY and isinstance(value, str):
        return value.partition(AFTER_KEY)[0]
    return to_excel(value) if isinstance(value, datetime.datetime) else value


def texts_and_numbers(sheets: Sheets, layout: openpyxl.Workbook) -> dict[Cell, Any]:
    """Everything that is shown, by sheet and cell; an edit changes the order of assumptions."""
    return {
        Cell(sheet.title, at, column): said(sheet.title, column, value)
        for sheet in layout.worksheets
        if sheet.title != ASSUMPTIONS
        for (at, source), row in zip(computed(sheet), sheets[sheet.title], strict=False)
        for column, value in enumerate(row)
        if column != source and value not in (None, "")
    }


def assumed(sheets: Sheets) -> list[tuple[str, ...]]:
    """The figures of the sheet of assumptions; they stand in another order after an edit."""
    rows = (row[:4] for row in sheets[ASSUMPTIONS][4:])
    shown = ((f, at, f"{v:.9g}" if isinstance(v, float | int) else v, u) for f, at, v, u in rows)
    return sorted(tuple(str(entry or "") for entry in row) for row in shown)


def offered(data: bytes, key: str) -> str:
    """What the drop-down offers for a part."""
    workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    heads = {cell.value: cell.column for row in workbook[PARTS] for cell in row}
    column = heads["Choices"]
    texts = (row[column - 1].value for row in workbook[PARTS].iter_rows())
    return next(str(text) for text in texts if str(text).startswith(f"{key}: "))


def entry(data: bytes, cell: Cell, value: float | str) -> tuple[Cell, float | str]:
    """A figure and the cell it is typed into; of a part where a line's key stands."""
    if isinstance(value, str):
        return Cell(cell.sheet, cell.row, BILL_KEY), offered(data, value)
    return cell, value


def same(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if NOT_RECALCULATED in (one, other):
        return True
    if isinstance(one, str) and isinstance(other, str):
        one, other = RANGE.sub("", one), RANGE.sub("", other)
        one, other = VERDICT.sub("", one), VERDICT.sub("", other)
    return bool(one == other)


NOT_RECALCULATED = "not recalculated"
"""What a sheet says of chances and ranges once something that they rest on has changed."""
RANGE = re.compile(r", (likely [^(;]*|its range not recalculated)(?= \(|;|$)")
"""What a procedure says of an expected value, or that the sheet can't."""
VERDICT = re.compile(r"(\d+ of \d+ at expected values|see the table; the share of samples).*")
"""How often all requirements are met, at the end of the sentence, or that the sheet can't say."""
EXPORTED_WHOLE = RACKS, QUESTIONS, PRICES, SPECIFICATION, ACCEPTANCE, CERTAINTY, STEPS
"""Sheets that stay, and steps: how many a sentence takes depends on the length of its formula."""
SAID = Cell(SUMMARY, 2, 0), Cell(SUMMARY, 4, 4)
"""Where the summary says that it is of another time: of racks, and of the scenario's hash."""


def as_exported(cell: Cell, frozen: set[Cell]) -> bool:
    """Whether a cell stays as it was, and its sheet says so: racks, what rests on them, asked."""
    return cell.sheet in EXPORTED_WHOLE or cell in SAID or cell in frozen


@pytest.mark.long
@pytest.mark.office
def test_a_changed_sheet_says_what_a_new_export_says(compute: Any) -> None:
    """Numbers, verdicts, sentences, warnings and labels alike."""
    changed, anew, packed = {}, [], []
    for name, (file, inputs, changes) in CASES.items():
        scenario = load_scenario(file) if isinstance(file, Path) else file
        data, _, cells = built(file) if isinstance(file, Path) else build(evaluate(scenario))
        at = {where: (where[0], {"part": "line_count"}.get(where[1], where[1])) for where in inputs}
        entries = (entry(data, cells[at[where]], value) for where, value in inputs.items())
        changed[name] = typed(data, dict(entries))
        after = evaluate(edited(scenario, changes))
        new, _, cells = build(after)
        packed.append(resting_on_procedures(after, cells))
        anew.append(openpyxl.load_workbook(io.BytesIO(new), data_only=True))
    recalculated = compute(changed).items()
    for (name, sheets), layout, frozen in zip(recalculated, anew, packed, strict=True):
        wanted = written(layout)
        found, expected = texts_and_numbers(sheets, layout), texts_and_numbers(wanted, layout)
        stale = {
            at: (found.get(at), expected.get(at))
            for at in found.keys() | expected.keys()
            if not same(found.get(at), expected.get(at)) and not as_exported(at, frozen)
        }
        assert len(expected) > 500
        compared = [sheet for sheet in layout if sheet.title not in (*EXPORTED_WHOLE, SUMMARY)]
        beyond = [row for sheet in compared for row in sheets[sheet.title][sheet.max_row :]]
        assert not any(map(any, beyond)), name
        assert not stale, name
        assert assumed(sheets) == assumed(wanted), name
