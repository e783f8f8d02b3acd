"""A workbook being written: its cells, its formats, and what is noted of them for printing."""

from __future__ import annotations

import datetime
import io
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell_fast
from xlsxwriter.worksheet import (
    CellFormulaTuple,
    CellNumberTuple,
    CellStringTuple,
    Worksheet,
)

from model.answers.results import Results
from model.design.limits import Bounds
from model.engine.tree import Address
from model.units.figures import UNITS
from model.units.money import minor_digits
from report.cell_text import plain
from report.workbook import sheets, texts
from report.workbook.lookups import Lookups
from report.workbook.sheets import Cell, Layout
from report.workbook.styles import FONT, HIGHEST, LINE, STYLES, TITLE, lines

EPOCH = datetime.date(2000, 1, 1)
"""The workbook's date of creation where the scenario has no date: the same results give the same
file, to the byte."""
SPOILED = 987654321.0
"""The wrong result that tests write beside each formula, to see that it is computed anew."""

MOST_ROWS = 2**20
"""Rows that a sheet has at most."""
AT_MOST = re.compile(r"((?:^|;)(?:\[[^\]]*\])?)")
"""Where each part of a number's format begins, after its condition."""


PLAIN = frozenset({"left", "right", "centred", "indented", "wrap", "faint"})
"""Styles that nobody sees of an empty cell."""


ROWS_OF_A_SPAN, MOST_COLUMNS = 16, 16_384
"""Rows that share what is said of their columns, and the columns of a sheet."""


PLAIN_CELLS = (CellFormulaTuple, CellNumberTuple, CellStringTuple)
"""Cells with nothing but a formula, a number or a text."""
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")


class Sheet(Worksheet):  # type: ignore[misc]  # XlsxWriter has no types
    """A sheet that takes formulas as they are: the operators' table spells what Excel prefixes.

    XlsxWriter would search each formula for thirty functions: a third of the time of a workbook.
    It would search the attributes of each cell for what must be escaped, too, where all are cells'
    names and numbers, and each row for cells column by column.
    """

    def _write_formula(
        self, row: int, col: int, formula: str, cell_format: Any = None, value: float | str = 0
    ) -> int:
        if self._check_dimensions(row, col):
            return -1
        self.table[row][col] = CellFormulaTuple(formula.removeprefix("="), cell_format, value)
        return 0

    def _write_rows(self) -> None:
        self._calculate_spans()
        for row in range(self.dim_rowmin, self.dim_rowmax + 1):
            cells, known = self.table[row], self.row_info.get(row)
            span = self.row_spans.get(row // ROWS_OF_A_SPAN)
            if cells:
                self._write_row(row, span, known)
                for column in sorted(cells):
                    self._write_cell(row, column, cells[column])
                self._xml_end_tag("row")
            elif known is not None or row in self.comments:
                self._write_empty_row(row, span, known)

    def _write_cell(self, row: int, col: int, cell: Any) -> None:
        kind = type(cell)
        value = cell.value if kind is CellFormulaTuple else None
        if not cell.format or kind not in PLAIN_CELLS or isinstance(value, bool):
            super()._write_cell(row, col, cell)
            return
        place = f'<c r="{xl_rowcol_to_cell_fast(row, col)}" s="{cell.format._get_xf_index()}"'
        if kind is CellNumberTuple:
            self.fh.write(f"{place}><v>{cell.number:.16G}</v></c>")
        elif kind is CellStringTuple:
            self.fh.write(f'{place} t="s"><v>{cell.string}</v></c>')
        else:
            formula = self._escape_data(cell.formula)
            if isinstance(value, str):
                place += f' t="{"e" if value in ERRORS else "str"}"' if value else ""
                value = self._escape_data(value)
            self.fh.write(f"{place}><f>{formula}</f><v>{value}</v></c>")

    def _calculate_spans(self) -> None:
        """Say which columns each block of sixteen rows has cells in."""
        found: dict[int, tuple[int, int]] = {}
        for row in sorted(self.table.keys() | self.comments.keys()):
            columns = self.table.get(row, {}).keys() | self.comments.get(row, {}).keys()
            if columns:
                block = row // ROWS_OF_A_SPAN
                first, last = found.get(block, (MOST_COLUMNS, 0))
                found[block] = min(first, *columns), max(last, *columns)
        self.row_spans = {n: f"{first + 1}:{last + 1}" for n, (first, last) in found.items()}


class Book:
    """A workbook being written, with its formats and its cells."""

    def __init__(
        self,
        results: Results,
        layout: Layout,
        parts: Lookups,
        *,
        spoiled: bool = False,
        names: Sequence[str] = (),
    ) -> None:
        self.results = results
        self.layout = layout
        self.parts = parts
        self.spoiled = spoiled
        self.buffer = io.BytesIO()
        self.workbook = xlsxwriter.Workbook(
            self.buffer,
            {
                "in_memory": True,
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "default_format_properties": dict(FONT),  # columns are as wide as its digits
            },
        )
        scenario = results.plan.scenario
        day = scenario.day or EPOCH
        created = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
        self.workbook.set_properties(
            {
                "title": plain(scenario.title or scenario.name),
                "author": plain(scenario.author) or "Ostimate",
                "created": created,
                "comments": f"Scenario {scenario.digest}",
            }
        )
        names = names or sheets.sheets_of(results)
        self.sheets = {name: self.workbook.add_worksheet(name, Sheet) for name in names}
        self.numbers: dict[Cell, float | None] = {}
        self.written: dict[int, tuple[Cell, object]] = {}
        """The cells of a view's figures, by the identity of each, which is held here."""
        self.conditions: dict[tuple[tuple[Address, ...], str], str] = {}
        """Whether what procedures read is as exported, by the addresses and the sheet."""
        self.heights: dict[str, dict[int, float]] = defaultdict(dict)
        self.blocks: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.inputs: dict[str, list[Cell]] = defaultdict(list)
        self.rules: dict[tuple[Any, ...], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
        self.constants: dict[str, set[int]] = defaultdict(set)
        """The rows that nobody changes, which may be folded away."""
        self.bottom: dict[str, int] = defaultdict(int)
        self.right: dict[str, int] = defaultdict(int)
        self._formats: dict[tuple[Any, ...], Any] = {}

    def format(self, number: str = "", *styles: str) -> Any:
        """Give the format of a number in some styles; made once."""
        key = (number, *styles)
        if key not in self._formats:
            options: dict[str, Any] = {**FONT, "valign": "top"}
            for style in styles:
                options |= STYLES[style]
            if number:
                options.setdefault("num_format", number)
            self._formats[key] = self.workbook.add_format(options)
        return self._formats[key]

    def rule(self, style: str) -> Any:
        """Give what a conditional format changes."""
        return self.workbook.add_format(STYLES[style])

    def unit(self, unit: str) -> str:
        """Write a base unit, money in the scenario's currency."""
        currency = self.results.plan.scenario.economics.currency
        return "" if unit == "1" else unit.replace("currency", currency)

    def height(self, sheet: str, row: int, height: float) -> None:
        """Make a row at least so high, as far as rows can be."""
        height = max(height, self.heights[sheet].get(row, 0.0))
        self.heights[sheet][row] = min(height, HIGHEST)

    def block(self, sheet: str, top: int, bottom: int) -> None:
        """Note rows of a printed sheet that belong together, up to the one before `bottom`."""
        self.blocks[sheet].append((top, bottom))

    def text(self, cell: Cell, text: str, *styles: str) -> None:
        """Write a text; it stays one, whatever it begins with."""
        self._reach(cell)
        if "title" in styles:
            self.height(cell.sheet, cell.row, TITLE)
        if text or not PLAIN.issuperset(styles):
            look = self.format("", *styles)
            self.sheets[cell.sheet].write_string(cell.row, cell.column, plain(text), look)

    def note(self, cell: Cell, last: int, text: str, width: float) -> None:
        """Write a sentence over the columns up to `last`, so wide in all, in as many lines."""
        style = self.format("", "wrap", "faint")
        self.sheets[cell.sheet].merge_range(cell.row, cell.column, cell.row, last, "", style)
        self.text(cell, text, "wrap", "faint")
        self.height(cell.sheet, cell.row, LINE * lines(text, width))

    def number(self, cell: Cell, value: float | None, unit: str, *styles: str) -> None:
        """Write a number as an input; an unknown one as #N/A, to be overwritten."""
        if "input" in styles:
            self.inputs[cell.sheet].append(cell)
        if value is None:
            self.formula(cell, "NA()", None, unit, *styles)
            return
        self._reach(cell)
        self.numbers[cell] = value
        look = self.format(self._number_format(unit, value, styles), *styles)
        self.sheets[cell.sheet].write_number(cell.row, cell.column, value, look)

    def formula(
        self, cell: Cell, formula: str, value: float | str | None, unit: str, *styles: str
    ) -> None:
        """Write a live formula with its result beside it."""
        self._reach(cell)
        number = None if isinstance(value, str) else value
        if not isinstance(value, str):
            self.numbers[cell] = value
        cached: float | str = "#N/A" if value is None else value
        cached = plain(cached) if isinstance(cached, str) else cached
        if self.spoiled:
            cached = SPOILED
        look = self.format(self._number_format(unit, number, styles), *styles)
        self.sheets[cell.sheet].write_formula(cell.row, cell.column, f"={formula}", look, cached)

    def restrict(self, cell: Cell, bounds: Bounds, name: str) -> None:
        """Let people type nothing into a cell but what the schema allows."""
        least = bounds.least if bounds.above is None else max(bounds.least, bounds.above)
        sign = ">=" if bounds.above is None else ">"
        rule: dict[str, Any] = {
            "validate": "integer" if bounds.whole else "decimal",
            "criteria": sign,
            "value": least,
        }
        limits = (texts.AT_LEAST if sign == ">=" else texts.ABOVE).format(least)
        if bounds.most < inf:
            rule |= {"criteria": "between", "minimum": least, "maximum": bounds.most}
            limits += texts.AT_MOST.format(bounds.most)
        kind = texts.WHOLE_NUMBER if bounds.whole else texts.NUMBER
        message = texts.ALLOWED_VALUES.format(name=name, kind=kind, limits=limits)[:255]
        rule |= {"error_title": texts.NOT_ACCEPTED, "error_message": message}
        self.rules[cell.sheet, cell.column, *rule.values()].append((cell.row, rule))

    def write_rules(self) -> None:
        """Write what cells let in: cells below each other with one rule share it."""
        for (sheet, column, *_), cells in self.rules.items():
            rows = sorted(row for row, _ in cells)
            first = rows[0]
            for row, following in pairwise([*rows, MOST_ROWS]):
                if following != row + 1:
                    self.sheets[sheet].data_validation(first, column, row, column, cells[0][1])
                    first = following

    def link(self, cell: Cell, address: Address, unit: str, *styles: str) -> None:
        """Show a value of another cell."""
        target = self.layout.cells[address]
        self.formula(cell, target.seen_from(cell.sheet), self.results[address], unit, *styles)

    def _number_format(self, unit: str, value: float | None, styles: tuple[str, ...]) -> str:
        """The format of a unit near a value; a style adds money's currency, another 'at most'."""
        if not unit:
            return ""
        number = UNITS[unit].excel_near(value)
        if unit == "currency" and "in full" in styles:
            digits = minor_digits(self.unit(unit))
            number = f"#,##0.{'0' * digits}" if digits else "#,##0"
        if unit == "currency" and "coded" in styles:
            number += f'\\ "{self.unit(unit)}"'
        for limit in ("at most", "at least"):
            if limit in styles:
                return AT_MOST.sub(rf'\1"{limit} "', number)
        return number

    def _reach(self, cell: Cell) -> None:
        sheet = cell.sheet
        if cell.row > self.bottom[sheet]:
            self.bottom[sheet] = cell.row
        if cell.column > self.right[sheet]:
            self.right[sheet] = cell.column
