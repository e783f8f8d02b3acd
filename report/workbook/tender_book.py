"""A workbook of a tender being written: its sheets and cells, without the results of a plan."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from typing import Any

import xlsxwriter

from report.cell_text import plain
from report.workbook.sheet_writer import SPOILED, Sheet
from report.workbook.sheets import Cell
from report.workbook.styles import FONT, LINE, STYLES, lines_of_words

MADE = datetime.datetime(2000, 1, 1)
"""Creation date of each workbook: equal contents are identical files."""
MONEY = "#,##0.00"
SMALL, LARGE, DIGITS = "0.000000", "#,##0.00##", 10.0
"""Formats of scores, and the size from which fewer decimals are shown."""
LOOKS: dict[str, dict[str, Any]] = {
    **STYLES,
    "text": {"text_wrap": True, "valign": "top"},
    "money": {"num_format": MONEY},
    "count": {"num_format": "0"},
    "small": {"num_format": SMALL},
    "large": {"num_format": LARGE},
    "share": {"num_format": "0.0%"},
    "base": {"num_format": "General"},
    "key": {"num_format": '[>1E+50]"in band";[<-1E+50]"no price";General'},
}


class TenderBook:
    """A workbook being written; `spoiled` writes wrong results beside formulas, for tests."""

    def __init__(self, names: Sequence[str], title: str, *, spoiled: bool = False) -> None:
        self.buffer = io.BytesIO()
        self.spoiled = spoiled
        self.numbers: dict[Cell, float | None] = {}
        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "default_format_properties": dict(FONT),
        }
        self.workbook = xlsxwriter.Workbook(self.buffer, options)
        self.workbook.set_properties({"title": plain(title), "created": MADE})
        self.sheets: dict[str, Any] = {
            name: self.workbook.add_worksheet(name, Sheet) for name in names
        }
        for sheet in self.sheets.values():
            sheet.hide_gridlines(2)
            sheet.set_landscape()
            sheet.set_paper(9)
            sheet.fit_to_pages(1, 0)
        self._formats: dict[tuple[str, ...], Any] = {}

    def look(self, *styles: str) -> Any:
        """Give the format of some styles."""
        if styles not in self._formats:
            merged: dict[str, Any] = {}
            for style in styles:
                merged |= LOOKS[style]
            self._formats[styles] = self.workbook.add_format(merged)
        return self._formats[styles]

    def widths(self, sheet: str, widths: Sequence[float]) -> None:
        """Set the widths of the first columns."""
        for column, width in enumerate(widths):
            self.sheets[sheet].set_column(column, column, width)

    def text(self, cell: Cell, text: str, *styles: str) -> None:
        """Write a text; it stays one, whatever it begins with."""
        if text or styles:
            sheet = self.sheets[cell.sheet]
            sheet.write_string(cell.row, cell.column, plain(text), self.look(*styles))

    def lines(self, cell: Cell, text: str, width: float, *styles: str) -> None:
        """Write a text in as many lines as it needs at a width, and make the row as high."""
        self.text(cell, text, "text", *styles)
        self.heighten(cell.sheet, cell.row, ((text, width),))

    def note(self, cell: Cell, last: int, text: str, width: float, *styles: str) -> None:
        """Write a text over the columns up to `last`, so wide in all."""
        sheet = self.sheets[cell.sheet]
        look = self.look("text", *styles)
        sheet.merge_range(cell.row, cell.column, cell.row, last, "", look)
        sheet.write_string(cell.row, cell.column, plain(text), look)
        self.heighten(cell.sheet, cell.row, ((text, width),))

    def heighten(self, sheet: str, row: int, texts: Sequence[tuple[str, float]]) -> None:
        """Make a row as high as its longest text needs."""
        most = max((_lines(text, width) for text, width in texts), default=1)
        if most > 1:
            self.sheets[sheet].set_row(row, LINE * most)

    def number(self, cell: Cell, value: float | None, *styles: str) -> None:
        """Write a number that people may change; an unknown one as #N/A."""
        if value is None:
            self.formula(cell, "NA()", None, *styles)
            return
        self.numbers[cell] = value
        self.sheets[cell.sheet].write_number(cell.row, cell.column, value, self.look(*styles))

    def formula(self, cell: Cell, formula: str, value: float | str | None, *styles: str) -> None:
        """Write a live formula with its result beside it."""
        if not isinstance(value, str):
            self.numbers[cell] = value
        cached: float | str = "#N/A" if value is None else value
        if self.spoiled:
            cached = SPOILED
        sheet = self.sheets[cell.sheet]
        sheet.write_formula(cell.row, cell.column, f"={formula}", self.look(*styles), cached)

    def close(self) -> bytes:
        """Return the bytes of the file."""
        self.workbook.close()
        return self.buffer.getvalue()


def _lines(text: str, width: float) -> int:
    return sum(lines_of_words(one, width) for one in text.split("\n"))


def size_of(values: Sequence[float | None]) -> str:
    """Return the format of a row of scores, by the largest."""
    most = max((abs(one) for one in values if one is not None), default=0.0)
    return "small" if most < DIGITS else "large"
