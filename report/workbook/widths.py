"""How wide the columns of each sheet are, and how much room that leaves for a text."""

from __future__ import annotations

from model.answers.views.bill import COLUMNS
from report.workbook import sheets
from report.workbook.sheets import FIRST_COLUMN, Layout, Table
from report.workbook.steps import STEPS
from report.workbook.styles import LINE, TITLE

PAGE_WIDTH, PAGE_HEIGHT = 1026.0, 502.0
"""A4 across within its margins: pixels of the columns' widths, points of the rows' heights."""
STATED = 96
"""The width of the sentences on the statement."""
REMARK = 42
"""The width of what is said beside the figures of the sheet of certainty."""
_BILL = {
    "position": 8,
    "tier": 9,
    "number": 9,
    "line_count": 7,
    "unit": 8,
    "why": 31,
    "unit_discount": 9,
    "line_cost": 12,
    "source": 27,
    "age": 10,
    "key": 24,
}
"""The widths of the bill's columns, where they aren't those of a figure."""
RATE = 19
RISK_COLUMN, OF_LOSSES = 17, 9
"""The width of a rate that is "at most 123.456 GB/s", and the columns of the table of losses."""
SPANNED = (18,) * 6
"""Columns that a document's tables span."""
FIXED = {
    sheets.SUMMARY: (38, 21, 16, 15, 17, 18, 13, 14, 12, 15),
    sheets.BILL: (28, *(_BILL.get(c.key, 10) for c in COLUMNS), 11, 22, 11, 8, 8),
    sheets.PRICES: (28, 14, 24, 34, 8, 12, 9, 11, 28, 28, 28),
    sheets.STATEMENT: (30, 14, 14, 14, STATED),
    sheets.SPECIFICATION: SPANNED,
    sheets.ACCEPTANCE: SPANNED,
    STEPS: (50, 60),
    sheets.CERTAINTY: (44, *[13] * 7, REMARK, 60),
    sheets.DESIGNS: (34, *[24] * 10),
    sheets.QUESTIONS: (33, 34, 38, 16, 26, 7),
    sheets.PATHS: (18, 18, *(30, RATE, RATE, 15) * 2),
    sheets.ASSUMPTIONS: (30, 24, 15, 10, 10, 36, 36, 32),
}
LABELS = 40
"""The width of what figures are called."""
NARROWEST = 13
"""The width of the narrowest column of figures in a table."""
FEW_RACKS = 4
"""So many racks have room on a page for the names of what stands in them, in full."""
WIDE = 96
"""The width of the sources' column where it stands alone."""
LONGEST = 250
"""Letters of a source that is written in one line beyond what is printed."""


def widths(layout: Layout, sheet: str) -> list[float]:
    """The widths of a sheet's columns, up to the right edge of what is printed."""
    if sheet in FIXED:
        return list(FIXED[sheet])
    last = layout.source_columns.get(sheet, 3)
    if sheet == sheets.RACKS:
        racks = max(1, len(layout.racks))
        return [26, *[34 if racks <= FEW_RACKS else 26] * racks]
    if sheet == sheets.FIT:
        return [40, 14, *[14] * max(2, last - FIRST_COLUMN), WIDE]
    if sheet == sheets.PERFORMANCE:
        # The chains fill these columns, too: sources run over all that are empty beside them.
        return [34, RATE, *[RATE] * max(6, last - FIRST_COLUMN + 1), 50]
    if sheet == sheets.RISK:
        return [LABELS, *[RISK_COLUMN] * max(OF_LOSSES, last - FIRST_COLUMN + 1), WIDE]
    each = _of_a_year(layout, last - FIRST_COLUMN) if sheet == sheets.COST else 14
    return [LABELS, NARROWEST, *[each] * (last - FIRST_COLUMN), WIDE]


def _of_a_year(layout: Layout, many: int) -> float:
    """Give the width of a year: what stands above the years fits a page that is so wide in all."""
    tops = (table.top for table in layout.tables if (table.sheet, table.kind) == sheets.CHARTED)
    high = TITLE + LINE * next(tops, 0)
    width = PAGE_WIDTH * high / PAGE_HEIGHT / 7 - LABELS - NARROWEST - many
    return max(14.0, min(22.0, width / max(1, many)))


def room_for_source(layout: Layout, table: Table) -> tuple[float, bool]:
    """How many letters of a source a table has room for, and whether a longer one is wrapped."""
    columns = widths(layout, table.sheet)
    last = table.source_column == len(columns) - 1
    if table.sheet == sheets.COST:  # paper ends at the last year: what is beyond needs no room
        return (LONGEST, False) if last else (sum(columns[table.source_column : -1]) - 2, False)
    return sum(columns[table.source_column :]) - 2, last
