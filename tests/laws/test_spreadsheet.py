"""Every formula of every book, computed by LibreOffice: the sheet shows what Python says."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import openpyxl
import pytest
import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from model.engine.trace import Term, excel, name
from tests import trees
from tests.laws import samples
from tests.laws.formulas import Formula, formulas

WRONG = -123456.789
DESIGNS = (0, 5, 17)
NEVER = "#N/A"


@dataclass(frozen=True)
class Row:
    """One line of the sheet: the operands and the formula, and what Python makes of them."""

    case: trees.Case
    figures: tuple[float, ...]
    expected: float

    @property
    def unknown(self) -> list[str]:
        pairs = zip(self.case.operands, self.figures, strict=True)
        return [item.name for item, x in pairs if math.isnan(x)]

    @property
    def rounding(self) -> float:
        """Two roundings of the largest operand, where a difference may be all that is left."""
        of = [abs(x) for x in self.figures if math.isfinite(x)]
        return 2 * math.ulp(max(of, default=0.0)) if self.case.quantity.low < 0 else 0.0

    def formula(self, row: int) -> str | None:
        """Give the formula's text; None if nothing is computed."""
        cells = [name(xl_rowcol_to_cell(row, n + 1)) for n in range(len(self.figures))]
        term = self.case.quantity.function(*cells)
        return f"={excel(term)}" if isinstance(term, Term) else None


def row_of(case: trees.Case, figures: list[float]) -> Row:
    """Compute one row by Python."""
    with np.errstate(all="ignore"):
        result = float(case.quantity.function(*map(np.float64, figures)))
    return Row(case, tuple(figures), result)


def rows_of(formula: Formula) -> list[Row]:
    """Give designs of the first use, each operand unknown once, and a design of each other use."""
    columns = samples.fed(formula.first)
    lists = [[float(column[design]) for column in columns] for design in DESIGNS]
    for n in range(len(columns)):
        lists.append([*lists[0][:n], math.nan, *lists[0][n + 1 :]])
    if len(columns) > 1:
        lists.append([math.nan] * len(columns))
    rows = [row_of(formula.first, figures) for figures in lists]
    for case in formula.cases[1:]:
        rows.append(row_of(case, [float(column[DESIGNS[0]]) for column in samples.fed(case)]))
    return rows


def write(file: Path, rows: list[Row]) -> int:
    """Write a line for each row, with a wrong result in the formula's cell; count the formulas."""
    count = 0
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        for at, row in enumerate(rows):
            for n, figure in enumerate(row.figures):
                if math.isnan(figure):
                    sheet.write_formula(at, n + 1, "=NA()", value=NEVER)
                else:
                    sheet.write_number(at, n + 1, figure)
            formula = row.formula(at)
            if formula is not None:
                sheet.write_formula(at, 0, formula, value=WRONG)
                count += 1
    return count


@pytest.fixture(scope="module")
def compared(
    recalculate: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[Row], list[object], int]:
    """Recalculate the rows of all formulas in one workbook."""
    rows = [row for formula in formulas() for row in rows_of(formula)]
    file = tmp_path_factory.mktemp("sheet") / "formulas.xlsx"
    count = write(file, rows)
    book = openpyxl.load_workbook(recalculate(file), data_only=True, read_only=True)
    cells = [line[0] for line in book.worksheets[0].iter_rows(max_col=1, values_only=True)]
    return rows, cells, count


@pytest.mark.long
@pytest.mark.office
def test_the_sheet_says_what_python_says(
    compared: tuple[list[Row], list[object], int],
) -> None:
    """Each gives Python's number to 1e-9, #N/A where that is unknown, never a kept result.

    A difference agrees to the last bits of its operands.
    """
    rows, cells, formulas = compared
    assert formulas > 1000
    differing = []
    for at, (row, cell) in enumerate(zip(rows, cells, strict=False)):
        if row.formula(at) is None:
            continue
        if math.isnan(row.expected):
            agrees = cell == NEVER
        else:
            agrees = isinstance(cell, int | float | bool) and bool(
                cell == pytest.approx(row.expected, rel=1e-9, abs=row.rounding)
            )
        if not agrees:
            differing.append(f"{row.case} {row.unknown}: {cell} for {row.expected}")
    assert differing == []
    assert len(cells) == len(rows)


@pytest.mark.office
def test_a_wrong_formula_would_show(recalculate: Callable[[Path], Path], tmp_path: Path) -> None:
    """The comparison can fail: a sheet that computes something else shows something else."""
    file = tmp_path / "wrong.xlsx"
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_number("A1", 7)
        sheet.write_formula("A2", "=A1*2", value=21)
    book = openpyxl.load_workbook(recalculate(file), data_only=True)
    assert book.worksheets[0]["A2"].value == 14
