"""How wide the columns of each sheet are, and how much room that leaves for a text."""

from __future__ import annotations

from model.answers.views.bill import COLUMNS
from report import sheets
from report.sheets import FIRST_COLUMN, Layout, Table
from report.steps import STEPS

STATED = 88
"""The width of the sentences on the statement."""
REMARK = 42
"""The width of what is said beside the figures of the sheet of certainty."""
_BILL = {
    "key": 22,
    "position": 8,
    "tier": 9,
    "number": 14,
    "line_count": 8,
    "unit": 9,
    "unit_discount": 9,
    "source": 38,
    "why": 44,
}
"""The widths of the bill's columns, where they aren't those of a figure."""
RATE = 19
"""The width of a rate that is "at most 123.456 GB/s"."""
FIXED = {
    sheets.SUMMARY: (42, 22, 15, 15, 18, 22, 16, 15, 9),
    sheets.BILL: (34, *(_BILL.get(c.key, 11) for c in COLUMNS), 11, 22, 11, 8, 8),
    sheets.PRICES: (28, 14, 24, 34, 8, 12, 9, 11, 28, 28, 28),
    sheets.STATEMENT: (30, 14, 14, 14, STATED),
    STEPS: (50, 60),
    sheets.CERTAINTY: (44, *[13] * 7, REMARK, 60),
    sheets.DESIGNS: (34, *[24] * 8),
    sheets.QUESTIONS: (38, 40, 52, 20, 30, 12),
    sheets.PATHS: (20, 19, *(36, RATE, RATE, 16) * 2),
    sheets.ASSUMPTIONS: (32, 14, 16, 13, 11, 40, 56, 34),
}
WIDE = 96
"""The width of the sources' column where it stands alone."""


def widths(layout: Layout, sheet: str) -> list[float]:
    """The widths of a sheet's columns, up to the right edge of what is printed."""
    if sheet in FIXED:
        return list(FIXED[sheet])
    last = layout.source_columns.get(sheet, 3)
    if sheet == sheets.RACKS:
        return [26, *[26] * max(1, len(layout.racks))]
    if sheet == sheets.FIT:
        return [40, 14, *[14] * max(2, last - FIRST_COLUMN), WIDE]
    if sheet == sheets.PERFORMANCE:
        # The chains fill these columns, too: sources run over all that are empty beside them.
        return [40, RATE, *[RATE] * max(6, last - FIRST_COLUMN + 1), 50]
    return [40, 13, *[14] * (last - FIRST_COLUMN), WIDE]


def room_for_source(layout: Layout, table: Table) -> tuple[float, bool]:
    """How many letters of a source a table has room for, and whether a longer one is wrapped."""
    columns = widths(layout, table.sheet)
    last = table.source_column == len(columns) - 1
    return sum(columns[table.source_column :]) - 2, last
