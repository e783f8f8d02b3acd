"""Workbooks that several tests read: built once in a process, opened, computed anew, compared."""

from __future__ import annotations

import datetime
import html
import io
import math
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from model.answers.results import Results, evaluate
from model.design.scenario import Scenario, edited, load_scenario
from model.engine.tree import Address
from report.workbook.sheets import ASSUMPTIONS, CERTAINTY, SUMMARY, Cell
from report.workbook.steps import STEPS
from report.workbook.texts import NOT_RECALCULATED
from report.workbook.workbook import build
from tests.office import Sheets, Value

SCENARIOS = Path(__file__).parents[2] / "scenarios"
PRICED = Path(__file__).parent / "priced.yaml"
"""Everything has a price, a power and a weight, and every kind of requirement is stated."""
BURST = Path(__file__).parent / "burst.yaml"
"""A tier drains into another; drives and adapters sit in the servers."""
FILES = [*sorted(SCENARIOS.glob("*.yaml")), PRICED, BURST]
TEMPLATES = sorted(SCENARIOS.glob("te*/*.yaml"))
"""What a buyer begins with: templates and tenders."""


_SHEET = re.compile('<sheet name="([^"]*)"')
_CELL = r'(?P<place><c r="{}"(?: s="\d+")?)[^>]*?(?:/>|>.*?</c>)'
"""A cell of a sheet's file: its place and its looks, and all the rest."""
_RESULT = re.compile(rb"(?<=</f>)<v>[^<]*</v>")
"""What a formula came to."""
_FILE = re.compile(r"xl/worksheets/(?P<rels>_rels/)?sheet(?P<n>\d+)\.xml(\.rels)?")
"""A sheet's file, or what belongs to it."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_EMPTY = f'<worksheet xmlns="{_MAIN}"><sheetData/></worksheet>'


@cache
def _results(file: Path) -> Results:
    return evaluate(load_scenario(file))


def results_of(file: Path, changes: dict[str, Any] | None = None) -> Results:
    return evaluate(edited(load_scenario(file), changes)) if changes else _results(file)


@cache
def built(file: Path) -> tuple[bytes, dict[Cell, float | None], dict[Address, Cell]]:
    """Build the workbook of a scenario once; nobody may change the dictionaries."""
    return build(results_of(file))


@cache
def opened(file: Path, *, data_only: bool = False) -> openpyxl.Workbook:
    """The workbook of a scenario; read only."""
    return openpyxl.load_workbook(io.BytesIO(built(file)[0]), data_only=data_only)


def sheet_of(data: bytes, name: str, *, data_only: bool = False) -> Worksheet:
    """One sheet of a workbook; the others are left empty, and take no time to be read."""
    alone = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(alone, "w") as made:
        sheets = _SHEET.findall(book.read("xl/workbook.xml").decode())
        number = str([html.unescape(sheet) for sheet in sheets].index(name) + 1)
        for file in book.namelist():
            found = _FILE.fullmatch(file)
            if found is None or found["n"] == number:
                made.writestr(file, book.read(file))
            elif not found["rels"]:
                made.writestr(file, _EMPTY)
    sheet: Worksheet = openpyxl.load_workbook(alone, data_only=data_only)[name]
    return sheet


def shown(sheets: Sheets, cell: Cell) -> Value:
    """What LibreOffice shows in a cell; nothing beyond the last one."""
    row = sheets[cell.sheet][cell.row : cell.row + 1]
    return next(iter(row[0][cell.column : cell.column + 1]), None) if row else None


def differences(
    sheets: Sheets, numbers: dict[Cell, float | None], tolerance: float = 1e-9
) -> list[tuple[Cell, Any, float | None]]:
    """The cells of a recalculated workbook that aren't what the model says."""
    found = []
    for cell, wanted in numbers.items():
        got = shown(sheets, cell)
        if isinstance(got, datetime.datetime):
            got = to_excel(got)
        if got == NOT_RECALCULATED:  # of a procedure: what it says then is tested by itself
            continue
        if wanted is None:
            same = got == "#N/A"
        else:
            same = isinstance(got, int | float) and math.isclose(
                got, wanted, rel_tol=tolerance, abs_tol=1e-12
            )
        if not same:
            found.append((cell, got, wanted))
    return found


def tiers(count: int) -> Scenario:
    """The scenario in which everything is known, with so many tiers, each with long names."""
    scenario = load_scenario(PRICED)
    one = scenario.data["tiers"][0]
    copies = [{**one, "name": f"a tier with a rather long name {n}"} for n in range(1, count + 1)]
    return edited(scenario, {"tiers": copies})


def typed(data: bytes, values: Mapping[Cell, float | str | datetime.date]) -> bytes:
    """The workbook into which these were typed; all results are forgotten, so nobody can show them.

    openpyxl would read and write all of it, in 1.3 s.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheets = map(html.unescape, _SHEET.findall(parts["xl/workbook.xml"].decode()))
    files = {name: f"xl/worksheets/sheet{n}.xml" for n, name in enumerate(sheets, 1)}
    for cell, value in values.items():
        text = parts[files[cell.sheet]].decode()
        [found] = re.finditer(_CELL.format(cell.seen_from(cell.sheet)), text)
        new = found["place"] + _content(value)
        parts[files[cell.sheet]] = f"{text[: found.start()]}{new}{text[found.end() :]}".encode()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as book:
        for name, part in parts.items():
            book.writestr(name, _RESULT.sub(b"", part) if name in files.values() else part)
    return content.getvalue()


def _content(value: float | str | datetime.date) -> str:
    if isinstance(value, str):
        return f' t="inlineStr"><is><t>{html.escape(value)}</t></is></c>'
    number = to_excel(value) if isinstance(value, datetime.date) else value
    return f"><v>{number!r}</v></c>"


def without_assumptions(numbers: dict[Cell, float | None]) -> dict[Cell, float | None]:
    """Leave out the sheet of assumptions: an edit changes their order; and samples, once drawn.

    Steps, too: how many a sentence takes depends on the length of its formula.
    """
    left_out = ASSUMPTIONS, CERTAINTY, STEPS
    return {cell: number for cell, number in numbers.items() if cell.sheet not in left_out}


def resting_on_procedures(results: Results, cells: dict[Address, Cell]) -> set[Cell]:
    """The cells of what no formula gives, such as packed racks, and of all that follows from it."""
    found: set[Address] = set()
    program = results.plan.program
    for step in program.steps:
        operands = {program.addresses[slot] for slot in step.operands}
        if step.quantity.kind == "opaque" or operands & found:
            found.add((step.path, step.quantity.name))
    known = {cells[address] for address in found if address in cells}
    rows = {cell.row for cell in known if cell.sheet == SUMMARY}  # what is planned stands beside
    return known | {Cell(SUMMARY, row, column) for row in rows for column in range(1, 9)}
