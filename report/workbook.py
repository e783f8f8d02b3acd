"""The workbook that procurement works in: inputs are input cells, results are live formulas.

Every value stands in its base unit, with a number format that scales what is shown, and with its
cached result, so that viewers that don't calculate show it too. Parts are chosen by their key in
the bill of materials; their figures are looked up in the Parts sheet. Names stay text, whatever
they begin with.
"""

from __future__ import annotations

import datetime
import io
from typing import Any

import xlsxwriter

from model.quantity import Input
from model.results import Results
from model.tree import Address
from model.units import excel_format
from report import sheets
from report.chains import TOP_OF_CHAINS, rows_of_chains, write_chains
from report.formula import cell_formula
from report.pages import write_assumptions, write_bill, write_checkpoint_curve, write_cost_chart
from report.parts_sheet import PartsSheet
from report.sheets import FIRST_COLUMN, Cell, Layout, Table
from report.summary_sheet import top_of_requirements, write_summary

EPOCH = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""The workbook's date of creation: the same results give the same file, to the byte."""
TIB = 2.0**40
SPOILED = 987654321.0
"""The wrong result that tests write beside each formula, to see that it is computed anew."""
TITLES = {
    "site": "Site",
    "tiers": "Tiers",
    "pools": "Targets",
    "groups": "Groups of equal vdevs",
    "files": "Files by size",
    "healthy": "Tiers when healthy: stages of one server",
    "years": "Years",
    "tier years": "Tiers by year",
    "demand": "Demand by group",
    "demand years": "Demand by group and year",
}


class Book:
    """A workbook being written, with its formats and its cells."""

    def __init__(self, results: Results, *, spoiled: bool = False) -> None:
        self.results = results
        self.spoiled = spoiled
        self.buffer = io.BytesIO()
        self.workbook = xlsxwriter.Workbook(
            self.buffer,
            {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False},
        )
        self.workbook.set_properties(
            {"title": results.plan.scenario.name, "author": "Ostimate", "created": EPOCH}
        )
        self.sheets = {name: self.workbook.add_worksheet(name) for name in sheets.SHEETS}
        self.layout = Layout(
            results,
            {name: 3 for name in sheets.SHEETS}
            | {
                sheets.SUMMARY: top_of_requirements(results),
                sheets.PERFORMANCE: TOP_OF_CHAINS + rows_of_chains(results),
            },
        )
        self.parts = PartsSheet(results)
        self.numbers: dict[Cell, float | None] = {}
        self._formats: dict[tuple[Any, ...], Any] = {}

    def format(self, unit: str = "", *styles: str) -> Any:
        """Give the format of a unit in some styles; made once."""
        key = (unit, *styles)
        if key not in self._formats:
            options: dict[str, Any] = {"font_name": "Arial", "font_size": 10}
            for style in styles:
                options |= STYLES[style]
            if unit and "num_format" not in options:
                options["num_format"] = excel_format(unit)
            self._formats[key] = self.workbook.add_format(options)
        return self._formats[key]

    def text(self, cell: Cell, text: str, *styles: str) -> None:
        """Write a text; it stays one, whatever it begins with."""
        self.sheets[cell.sheet].write_string(cell.row, cell.column, text, self.format("", *styles))

    def number(self, cell: Cell, value: float | None, unit: str, *styles: str) -> None:
        """Write a number as an input; an unknown one as #N/A, to be overwritten."""
        if value is None:
            self.formula(cell, "NA()", None, unit, *styles)
            return
        self.numbers[cell] = value
        sheet = self.sheets[cell.sheet]
        sheet.write_number(cell.row, cell.column, value, self.format(unit, *styles))

    def formula(
        self, cell: Cell, formula: str, value: float | str | None, unit: str, *styles: str
    ) -> None:
        """Write a live formula with its result beside it."""
        if not isinstance(value, str):
            self.numbers[cell] = value
        cached: float | str = "#N/A" if value is None else value
        if self.spoiled:
            cached = SPOILED
        self.sheets[cell.sheet].write_formula(
            cell.row, cell.column, f"={formula}", self.format(unit, *styles), cached
        )

    def link(self, cell: Cell, address: Address, unit: str, *styles: str) -> None:
        """Show a value of another cell."""
        target = self.layout.cells[address]
        self.formula(cell, target.seen_from(cell.sheet), self.results[address], unit, *styles)


STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "table": {"bold": True, "font_size": 11, "font_color": "#1F3A5F"},
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
    "right": {"align": "right"},
    "indented": {"indent": 1},
    "input": {"bg_color": "#FFF6D6", "font_color": "#1A4FA3", "locked": False},
    "lookup": {"font_color": "#4A6B2A"},
    "strong": {"bold": True},
    "wrap": {"text_wrap": True, "valign": "top"},
    "faint": {"font_color": "#666666"},
    "percent": {"num_format": "0.0%"},
    "decimals": {"num_format": "#,##0.000"},
    "good": {"font_color": "#1B6E3A", "bold": True},
    "bad": {"font_color": "#A32020", "bold": True},
}


FROZEN = {sheets.SUMMARY: (0, 0), sheets.ASSUMPTIONS: (4, 1), sheets.PARTS: (5, 1)}
"""The rows and columns of a sheet that stay in sight."""


def workbook_bytes(results: Results) -> bytes:
    """Write the workbook of a plan's results; give the bytes of the .xlsx file."""
    return build(results)[0]


def build(
    results: Results, *, spoiled: bool = False
) -> tuple[bytes, dict[Cell, float | None], dict[Address, Cell]]:
    """Write the workbook; also give every number by its cell, and the cell of every value.

    `spoiled` writes wrong results beside the formulas, so that a test sees whether they are alive.
    """
    book = Book(results, spoiled=spoiled)
    for name, sheet in book.sheets.items():
        sheet.hide_gridlines(2)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L{results.plan.scenario.name.replace('&', '&&')}&C&A&R&P / &N")
        book.text(Cell(name, 0, 0), name, "title")
    book.parts.write(book)
    write_bill(book)
    for table in book.layout.tables:
        _write_table(book, table)
    write_checkpoint_curve(book)
    write_cost_chart(book)
    write_chains(book)
    write_summary(book)
    write_assumptions(book)
    _set_widths(book)
    book.workbook.close()
    return book.buffer.getvalue(), book.numbers, book.layout.cells


def _write_table(book: Book, table: Table) -> None:
    sheet, top = table.sheet, table.top
    book.text(Cell(sheet, top, 0), TITLES[table.kind], "table")
    heads = ("Figure", "Unit", *(_instance_name(book, path) for path in table.paths), "Source")
    last = len(heads) - 1
    for column, head in enumerate(heads):
        is_number = FIRST_COLUMN <= column < last
        book.text(Cell(sheet, top + 1, column), head, "head", *(["right"] * is_number))
    for name, row in table.rows.items():
        item = table.items[name]
        book.text(Cell(sheet, row, 0), item.label)
        book.text(Cell(sheet, row, 1), _unit(book, item.unit), "faint")
        for path in table.paths:
            if (path, name) in book.layout.cells:
                write_value(book, (path, name))
        source = Cell(sheet, row, table.source_column)
        book.text(source, _source(book, table, name), "faint", "indented")
        book.text(Cell(sheet, row, source.column + 1), " ")  # a long source is cut, not spilt
        if sheets.has_twin(item):
            _write_twin(book, table, name, row + 1)


def _write_twin(book: Book, table: Table, name: str, row: int) -> None:
    sheet = table.sheet
    book.text(Cell(sheet, row, 0), f"{table.items[name].label} in TiB", "faint")
    book.text(Cell(sheet, row, 1), "TiB", "faint")
    for path in table.paths:
        cell = book.layout.cells.get((path, name))
        if cell is not None:
            value = book.results[path, name]
            tebibytes = None if value is None else value / TIB
            formula = f"{cell.seen_from(sheet)}/2^40"
            twin = Cell(sheet, row, cell.column)
            book.formula(twin, formula, tebibytes, "1", "faint", "decimals")


def write_value(book: Book, address: Address) -> None:
    """Write one value of the model into its cell: an input, a look-up, or a live formula."""
    path, name = address
    cell = book.layout.cells[address]
    item = book.results.item(path, name)
    value = book.results[address]
    step = book.results.steps.get(address)
    if step is not None:
        formula = cell_formula(book.results, book.layout, step, cell.sheet)
        book.formula(cell, formula, value, item.unit)
        return
    provenance = book.results.plan.provenance.get(address)
    key = book.parts.key_cell(book.layout, address, provenance)
    if key is not None and provenance is not None:
        formula = book.parts.lookup(key.seen_from(cell.sheet), provenance.figure)
        book.formula(cell, formula, value, item.unit, "lookup")
    else:
        book.number(cell, value, item.unit, "input")


def _instance_name(book: Book, path: str) -> str:
    names = [step.rpartition(":")[2] for step in path.split("/")]
    if path == "site":
        return book.results.plan.scenario.name
    return ", ".join(n for n in names[1:] if n != "healthy") if len(names) > 2 else names[-1]


def _unit(book: Book, unit: str) -> str:
    currency = book.results.plan.scenario.economics.currency
    return "" if unit == "1" else unit.replace("currency", currency)


def _source(book: Book, table: Table, name: str) -> str:
    item = table.items[name]
    if not isinstance(item, Input):
        return f"{item.title} [{item.source}]"
    texts = dict.fromkeys(
        book.results.plan.source_of(path, item).text
        for path in table.paths
        if (path, name) in book.layout.cells
    )
    return f"{item.title} [{' | '.join(texts)}]"


def _set_widths(book: Book) -> None:
    for name, sheet in book.sheets.items():
        sheet.freeze_panes(*FROZEN.get(name, (1, 1)))
        if name == sheets.PARTS:
            continue
        tables = [table for table in book.layout.tables if table.sheet == name]
        sources = sorted({table.source_column for table in tables})
        sheet.set_column(0, 0, 46)
        sheet.set_column(1, 1, 30 if name == sheets.BILL else 16)
        sheet.set_column(FIRST_COLUMN, max([*sources, 12]), 16)
        if name not in (sheets.SUMMARY, sheets.BILL, sheets.PERFORMANCE) and sources:
            sheet.set_column(sources[-1], sources[-1], 80)
            sheet.set_column(sources[-1] + 1, sources[-1] + 1, 2)
