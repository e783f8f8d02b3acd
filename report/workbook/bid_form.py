"""The form of a tender as a workbook: protected but for its blanks, each with a name.

It is written from a `Form` alone, which holds what bidders may see and nothing else.
"""

from __future__ import annotations

import datetime
import io
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from model.tender.form import FORMAT, HASH, ID, Blank, Form, Sheet
from report.cell_text import plain

WIDTHS = (34, 44, 18, 16, 16, 16, 12, 28)
LOOKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "table": {"bold": True, "font_size": 11},
    "head": {"bold": True, "bottom": 1, "text_wrap": True},
    "text": {"text_wrap": True, "valign": "top"},
    "faint": {"font_color": "#666666"},
}
BLANK = {"bg_color": "#FFF6D6", "border": 1, "border_color": "#B5A66B", "locked": False}
FORMATS: dict[str, dict[str, Any]] = {
    "money": {"num_format": "#,##0.00"},
    "number": {"num_format": "General"},
    "count": {"num_format": "0"},
    "percent": {"num_format": "0.0%"},
    "date": {"num_format": "yyyy-mm-dd"},
    "text": {"num_format": "@", "text_wrap": True, "valign": "top"},
    "choice": {"num_format": "@"},
}
MADE = datetime.datetime(2000, 1, 1)
"""Creation date of every form: it reveals nothing, and equal forms are identical files."""
FIRST_DATE, LAST_DATE = datetime.date(2000, 1, 1), datetime.date(2100, 12, 31)


def bid_form(form: Form) -> bytes:
    """Write a form."""
    buffer = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    workbook = xlsxwriter.Workbook(buffer, options)
    workbook.set_properties({"title": "Bid", "created": MADE})
    writer = _Writer(workbook)
    for n, sheet in enumerate(form.sheets):
        writer.write(sheet, form if n == 0 else None)
    workbook.close()
    return buffer.getvalue()


class _Writer:
    """Writes sheets from top to bottom."""

    def __init__(self, workbook: Any) -> None:
        self.workbook = workbook
        self.looks = {name: workbook.add_format(look) for name, look in LOOKS.items()}
        self.blanks = {kind: workbook.add_format({**BLANK, **of}) for kind, of in FORMATS.items()}

    def write(self, sheet: Sheet, form: Form | None) -> None:
        """Write a sheet; the first one has the form's id and hash."""
        page = self.workbook.add_worksheet(sheet.title)
        page.hide_gridlines(2)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        for column, width in enumerate(WIDTHS):
            page.set_column(column, column, width)
        page.write_string(0, 0, sheet.title, self.looks["title"])
        row = 1
        for text in sheet.texts:
            page.write_string(row, 0, plain(text), self.looks["faint"])
            row += 1
        for table in sheet.tables:
            row += 1
            if table.title:
                page.write_string(row, 0, plain(table.title), self.looks["table"])
                row += 1
            if any(table.heads):
                for column, head in enumerate(table.heads):
                    page.write_string(row, column, head, self.looks["head"])
                row += 1
            for cells in table.rows:
                for column, cell in enumerate(cells):
                    self._cell(page, sheet.title, row, column, cell)
                row += 1
        if form is not None:
            for name, label, value in (
                (ID, "Id", form.id),
                (HASH, "Version", form.hash),
                (FORMAT, "Format", form.format),
            ):
                row += 1
                page.write_string(row, 0, label, self.looks["faint"])
                page.write_string(row, 1, value, self.looks["faint"])
                self._name(name, sheet.title, row, 1)
        page.protect("", {"format_columns": True, "format_rows": True})

    def _name(self, name: str, sheet: str, row: int, column: int) -> None:
        at = xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True)
        self.workbook.define_name(name, f"='{sheet}'!{at}")

    def _cell(self, page: Any, sheet: str, row: int, column: int, cell: str | Blank | None) -> None:
        if isinstance(cell, str):
            if cell:
                page.write_string(row, column, plain(cell), self.looks["text"])
            return
        if cell is None:
            return
        page.write_blank(row, column, None, self.blanks[cell.kind])
        self._name(cell.name, sheet, row, column)
        if rule := _rule(cell):
            page.data_validation(row, column, row, column, rule)


def _rule(blank: Blank) -> dict[str, Any]:
    """Return the rule by which a sheet checks what is typed."""
    if blank.kind == "choice":
        return {
            "validate": "list",
            "source": list(blank.choices),
            "error_message": "Choose one of the list.",
        }
    if blank.kind == "date":
        return {
            "validate": "date",
            "criteria": "between",
            "minimum": FIRST_DATE,
            "maximum": LAST_DATE,
            "error_message": "Write a date.",
        }
    least: dict[str, Any] = {"criteria": ">=", "value": 0, "error_message": "Write a number."}
    if blank.kind == "count":
        return {"validate": "integer", **least}
    if blank.kind in ("number", "money"):
        return {"validate": "decimal", **least}
    if blank.kind == "percent":
        between: dict[str, Any] = {"criteria": "between", "minimum": 0, "maximum": 1}
        return {"validate": "decimal", **between, "error_message": "Write a percentage."}
    return {}
