"""The price list of a plan as a workbook: to be filled in, and read back as a price book."""

from __future__ import annotations

import io
from collections.abc import Sequence

import xlsxwriter

from model.answers.price_sheet import HEADS, Row
from model.reading.price_lists import GUARD, SHEET, guarded
from report.cell_text import plain

WIDTHS = {"part": 32, "name": 24, "description": 40, "source": 28, "note": 40, "seen": 28}
WIDTH = 12


def price_workbook(rows: Sequence[Row]) -> bytes:
    """Write the rows; prices are the cells to be filled in."""
    buffer = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    workbook = xlsxwriter.Workbook(buffer, options)
    sheet = workbook.add_worksheet(SHEET)
    head = workbook.add_format({"bold": True, "bottom": 1})
    typed = workbook.add_format({"font_color": "#0000FF", "bg_color": "#FFFBE6"})
    for column, name in enumerate(HEADS):
        sheet.write_string(0, column, name.replace("_", " "), head)
        sheet.set_column(column, column, WIDTHS.get(name, WIDTH))
    for n, row in enumerate(rows, 1):
        for column, name in enumerate(HEADS):
            value = row.get(name)
            if isinstance(value, str):
                # Readers take one guard off: a text that begins with one gets another.
                text = guarded(value) if value.startswith(GUARD) else value
                sheet.write_string(n, column, plain(text))
            elif value is not None:
                sheet.write_number(n, column, value, typed if name == "price" else None)
            elif name in ("price", "currency", "date"):
                sheet.write_blank(n, column, None, typed)
    sheet.freeze_panes(1, 3)
    workbook.close()
    return buffer.getvalue()
